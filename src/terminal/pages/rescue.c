/*
 * rescue.c - a player leaves a match that cannot be saved in its folder.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "terminal/screen/page.h"
#include "terminal/pages/pages.h"
#include "text/oserror.h"

/* Asks for another place; true: the match is saved there. */
static bool move_match(struct page *p, struct session *s)
{
    char path[SAVE_PATH_MAX];
    save_suggest(mazo_sheet_name(s->setup.rules.sheet), path, sizeof path);
    page_begin(p, mazo_sheet_name(s->setup.rules.sheet)); /* not over the question */
    while (page_type(p, text_in(p->lang, "Somewhere else"), text_in(p->lang, "Name of the file:"),
                     path, sizeof path)) {
        if (save_elsewhere(&s->save, path))
            return true;
        page_say(p, text_in(p->lang, "That place does not work either"),
                 text_oserror(p->lang, errno));
    }
    return false;
}

bool terminal_rescue(struct term *term, struct session *s)
{
    static const char *const answers[] = {N_("Save it somewhere else…"),
                                          N_("Leave and lose the match"), N_("Stay")};
    struct page *p = s->save.error != 0 ? calloc(1, sizeof *p) : NULL;
    char text[400];
    int answer = 1;
    if (!p)
        return true;
    page_init(p, term, s->setup.lang);
    snprintf(text, sizeof text,
             text_in(p->lang, "This match cannot be saved: %s. If you leave now, it is lost."),
             session_why_unsaved(s));
    do {
        page_begin(p, mazo_sheet_name(s->setup.rules.sheet));
        answer = page_ask(p, text_in(p->lang, "The match is not saved"), text, answers, 3);
    } while (answer == 0 && !move_match(p, s) && !p->gone);
    bool leaves = p->gone || answer == 0 || answer == 1;
    free(p);
    return leaves;
}
