/*
 * identity.c - the same player at this computer and on another device, by a code that works once.
 */
#include "cli/identity.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "client/errand.h"
#include "client/client.h"
#include "session/ticket.h"
#include "text/screen.h"
#include "wire/json_in.h"

/* As on the server, see src/server/hub/lend.h: the first four are for the address. */
static const char letters[] = "ABCDFGHJKLMNPRSTVWXYZ";
enum { LETTERS = 8, PLACE = 4, SHOWN_MAX = 80 };

/* ---- answers ---- */

static bool is_type(const json_t *answer, const char *type)
{
    return answer && strcmp(json_in_text(answer, "type"), type) == 0;
}

/* Prints why not, perhaps in the server's own words. */
static int complain(struct cli_line *line, const struct link_address *address,
                    const struct errand *e, const json_t *answer)
{
    char text[LINK_WHY_SIZE];
    const char *word = json_in_text(answer, "error"), *why = text;
    if (!answer) {
        link_explain(address, errand_why(e), line->lang, text, sizeof text);
    } else if (strcmp(word, "no_code") == 0) { /* it does not know our language before hello */
        why = text_in(line->lang,
                      N_("That code is wrong, too old or already used. Make a new one"));
    } else if (strcmp(word, "too_fast") == 0) {
        why = text_in(line->lang, N_("Too many wrong codes: wait a minute"));
    } else {
        screen_clean(json_in_text(answer, "message"), text, sizeof text);
    }
    return cli_complain(line, EXIT_BAD, "%s", why);
}

static json_t *hello(struct errand *e, enum text_lang lang, const char *token)
{
    return errand_ask(e, json_pack("{s:s,s:i,s:s,s:s}", "type", "hello", "version", 2, "lang",
                                   lang == TEXT_EN ? "en" : "es", "token", token));
}

static json_t *take_identity(struct errand *e, const char *code, bool look)
{
    return errand_ask(e, json_pack("{s:s,s:s,s:b}", "type", "take", "code", code, "look", look));
}

/* ---- to another device ---- */

static void print_lent(struct cli_line *line, const struct link_address *address, const char *name,
                       const json_t *lent)
{
    char code[LETTERS + 1], url[LINK_URL_SIZE], shown[SHOWN_MAX];
    snprintf(code, sizeof code, "%s", json_in_text(lent, "code"));
    printf(text_in(line->lang, N_("With this code another device becomes %s, once and for five "
                                  "minutes:")),
           screen_clean(name, shown, sizeof shown));
    printf("\n\n    %.4s %s\n    %s/#code=%s\n\n%s\n", code, code + strnlen(code, PLACE),
           link_url(address, url), code, text_in(line->lang, N_("Don't show it to anybody else.")));
}

static int lend(struct cli_line *line, const struct link_address *address, struct errand *e,
                const char *token)
{
    json_t *welcome = hello(e, line->lang, token), *lent = NULL;
    if (is_type(welcome, "welcome"))
        lent = errand_ask(e, json_pack("{s:s,s:s}", "type", "lend", "token", token));
    bool fine = is_type(lent, "lent") && strlen(json_in_text(lent, "code")) == LETTERS &&
                strspn(json_in_text(lent, "code"), letters) == LETTERS;
    int result = EXIT_FINE;
    if (fine)
        print_lent(line, address, json_in_text(welcome, "name"), lent);
    else
        result = complain(line, address, e, is_type(welcome, "welcome") ? lent : welcome);
    json_decref(welcome);
    json_decref(lent);
    return result;
}

int identity_lend(struct cli_line *line, struct link_address *address)
{
    char token[CLIENT_TOKEN_SIZE], place[PLACE + 1] = "";
    ticket_read(address->host, address->port, token, sizeof token);
    if (!token[0])
        return cli_complain(line, EXIT_BAD, N_("nobody has played on that server from here"));
    for (int i = 0; i < PLACE; i++)
        place[i] = letters[randombytes_uniform(sizeof letters - 1)];
    struct errand *e = errand_open(address, place);
    if (!e)
        return cli_complain(line, EXIT_BAD, N_("there is not enough memory"));
    int result = lend(line, address, e, token);
    errand_close(e);
    sodium_memzero(token, sizeof token);
    return result;
}

/* ---- from another device ---- */

/* "kztr mwab" to KZTRMWAB; false: not a code. */
static bool read_code(const char *text, char code[LETTERS + 1])
{
    size_t len = 0;
    for (; *text && len < LETTERS; text++)
        if (*text != ' ' && *text != '-')
            code[len++] = (char)toupper((unsigned char)*text);
    code[len] = '\0';
    return !*text && strspn(code, letters) == LETTERS;
}

/* The question names both players. */
static bool agrees(struct cli_line *line, const char *theirs, const char *ours)
{
    char name[SHOWN_MAX], other[SHOWN_MAX], answer[16] = "";
    printf(text_in(line->lang, N_("Continue here as %s?")),
           screen_clean(theirs, name, sizeof name));
    putchar(' ');
    if (ours[0]) {
        printf(text_in(line->lang, N_("At this computer you are %s.")),
               screen_clean(ours, other, sizeof other));
    } else {
        fputs(text_in(line->lang, N_("Nobody has played on that server from here.")), stdout);
    }
    printf("\n%s\n%s ",
           text_in(line->lang, N_("Only if the code is your own: if it is not, the person who sent "
                                  "it sees your cards and can play for you.")),
           text_in(line->lang, N_("Continue? [y/N]")));
    fflush(stdout);
    bool yes = fgets(answer, sizeof answer, stdin) && strchr("yYsS", answer[0]) && answer[0];
    if (!yes)
        puts(text_in(line->lang, N_("Nothing has been changed.")));
    return yes;
}

/* Asks with the name that the server knows; a token from another server is ignored. */
static int ask_and_take(struct cli_line *line, const struct link_address *address, struct errand *e,
                        const struct ticket *ticket, const char *code, const char *token)
{
    json_t *welcome = token[0] ? hello(e, line->lang, token) : NULL;
    json_t *seen = take_identity(e, code, true), *taken = NULL;
    int result = EXIT_BAD;
    if (!is_type(seen, "identity")) {
        result = complain(line, address, e, seen);
    } else if (agrees(line, json_in_text(seen, "name"), json_in_text(welcome, "name"))) {
        taken = take_identity(e, code, false);
        const char *new = json_in_text(taken, "token");
        if (!is_type(taken, "identity") || !new[0] || strlen(new) >= CLIENT_TOKEN_SIZE)
            result = complain(line, address, e, taken);
        else if (!ticket_write(ticket, new))
            result = cli_complain(line, EXIT_BAD, N_("the identity cannot be saved"));
        else
            result = EXIT_FINE;
    }
    json_decref(welcome);
    json_decref(seen);
    json_decref(taken);
    return result;
}

int identity_take(struct cli_line *line, struct link_address *address, const char *code)
{
    char token[CLIENT_TOKEN_SIZE], upper[LETTERS + 1], place[PLACE + 1] = "", shown[SHOWN_MAX];
    struct ticket ticket;
    if (!read_code(code, upper)) {
        return cli_complain(line, EXIT_USAGE, N_("\"%s\" is not a code of another device"),
                            screen_clean(code, shown, sizeof shown));
    }
    memcpy(place, upper, PLACE);
    struct errand *e = errand_open(address, place);
    if (!e)
        return cli_complain(line, EXIT_BAD, N_("there is not enough memory"));
    ticket_take(&ticket, address->host, address->port, token, sizeof token);
    int result = ask_and_take(line, address, e, &ticket, upper, token);
    ticket_give_back(&ticket);
    errand_close(e);
    sodium_memzero(token, sizeof token);
    return result;
}
