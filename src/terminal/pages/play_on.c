/*
 * play_on.c - a position of a saved match becomes a match of its own, against bots.
 *
 * The new file is the old one as far as the position, with other people's seats given to bots. The
 * old one stays as it is.
 */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/save.h"
#include "terminal/pages/viewer.h"
#include "text/oserror.h"

static json_t *seat_of(const struct replay *r, int seat, bool plays)
{
    const struct roster_seat *was = &r->tape.reader.roster.seat[seat];
    const char *bot = seat < r->tape.reader.roster.count && was->bot[0] ? was->bot : "normal";
    return json_pack("{s:s, s:s, s:s}", "name", r->names[seat], "sits", plays ? "person" : "bot",
                     "bot", bot);
}

/* The first line with its end, for free(); NULL: no memory. */
static char *first_line(const struct replay *r, int player)
{
    const struct match_reader *m = &r->tape.reader;
    const char *end = memchr(m->text, '\n', m->len);
    json_t *line = end ? json_loadb(m->text, (size_t)(end - m->text), 0, NULL) : NULL;
    json_t *list = json_array();
    for (int seat = 0; seat < m->play.game.seats; seat++)
        json_array_append_new(list, seat_of(r, seat, seat == player));
    json_object_set_new(line, "table", json_pack("{s:o}", "seats", list));
    char *text = line ? json_dumps(line, JSON_COMPACT) : NULL;
    char *whole = text ? realloc(text, strlen(text) + 2) : NULL;
    if (whole)
        strcat(whole, "\n");
    else
        free(text);
    json_decref(line);
    return whole;
}

/* Copies the file up to the tape's step. False: `save` says why. */
static bool write_file(const struct replay *r, int player, struct save *save)
{
    const struct match_reader *m = &r->tape.reader;
    char label[40];
    snprintf(label, sizeof label, "%s-%s", mazo_sheet_name(m->play.game.rules.sheet), SAVE_AGAIN);
    save_create(save, label);
    const char *end = memchr(m->text, '\n', m->len);
    char *first = save->fd >= 0 ? first_line(r, player) : NULL;
    size_t rest = end ? (size_t)(end + 1 - m->text) : m->len;
    bool fine = first && save_append(save, first, strlen(first), false) &&
                (m->at <= rest || save_append(save, m->text + rest, m->at - rest, true));
    free(first);
    return fine;
}

bool replay_play_on(struct replay *r, struct page *p, char path[SAVE_PATH_MAX])
{
    static const char *const answers[] = {N_("Play on from here"), N_("Back")};
    const char *title = text_in(p->lang, "Play on from here");
    const struct mazo_game *g = &r->tape.reader.play.game;
    struct save save = {.fd = -1};
    char text[400];
    int player = replay_subject(r);
    if (g->phase == MAZO_PHASE_match_over) {
        page_say(p, title,
                 text_in(p->lang, N_("The match is over here. Go back to a step where "
                                     "it is not.")));
        return false;
    }
    snprintf(text, sizeof text,
             text_in(p->lang, N_("You take the seat of %s, bots play the others, and the cards to "
                                 "come are the same. The old match stays as it is. v changes the "
                                 "seat.")),
             r->names[player]);
    if (page_ask(p, title, text, answers, 2) != 0)
        return false;
    bool fine = write_file(r, player, &save);
    snprintf(path, SAVE_PATH_MAX, "%s", save.path);
    if (!fine)
        page_say(p, title, text_oserror(p->lang, save.error ? save.error : ENOMEM));
    save_close(&save);
    return fine;
}
