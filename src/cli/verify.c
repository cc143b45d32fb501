/*
 * verify.c - `mazo replay --verify`: were the cards shuffled fairly?
 */
#include "cli/verify.h"

#include <stdio.h>
#include <strings.h>

#include "wire/json_out.h"

/* What was found, each by itself. */
struct finding {
    bool fair;    /* the file says how the seed came about */
    bool dealt;   /* the cards were dealt, not laid out by hand */
    bool promise; /* the commitment matches the secret */
    bool yours;   /* and the one that the player was shown, where that is known */
    bool seed;    /* the seed matches the secret and the salts */
};

static void find(const struct cli_verifying *v, const struct match_reader *m,
                 const struct cli_origin *origin, struct finding *out)
{
    out->fair = m->fair.is_there;
    out->dealt = origin->kind == WIRE_NEW;
    out->promise = out->fair && fair_keeps_promise(&m->fair);
    out->yours = !v->commitment || strcasecmp(v->commitment, m->fair.commitment) == 0;
    out->seed = out->fair && fair_opens(&m->fair) && fair_makes(&m->fair, origin->seed);
}

static bool is_fine(const struct finding *f)
{
    return f->fair && f->dealt && f->promise && f->yours && f->seed;
}

static int count_salts(const struct fair *f)
{
    int count = 0;
    for (int i = 0; i < f->seats; i++) {
        count += f->salt[i][0] != '\0';
    }
    return count;
}

static void print_json(const struct cli_verifying *v, const struct fair *fair,
                       const struct finding *f)
{
    char buf[512];
    struct json_out out;
    json_out_init(&out, buf, sizeof buf);
    json_out_open(&out, '{');
    json_out_bool_at(&out, "ok", is_fine(f));
    json_out_bool_at(&out, "fair", f->fair);
    json_out_bool_at(&out, "dealt", f->dealt);
    if (f->fair) {
        json_out_string_at(&out, "commitment", fair->commitment);
        json_out_bool_at(&out, "promise", f->promise);
        json_out_bool_at(&out, "seed", f->seed);
        json_out_int_at(&out, "salts", count_salts(fair));
    }
    if (v->commitment) {
        json_out_bool_at(&out, "yours", f->yours && f->fair);
    }
    json_out_close(&out, '}');
    puts(buf);
}

static void say(enum text_lang lang, bool truth, const char *yes, const char *no)
{
    printf("%s %s\n", text_in(lang, truth ? N_("yes:") : N_("NO:")),
           text_in(lang, truth ? yes : no));
}

static void print_words(enum text_lang lang, const struct cli_verifying *v, const struct fair *fair,
                        const struct finding *f)
{
    say(lang, f->promise, N_("the commitment matches the server's secret"),
        N_("the commitment does not match the secret: the secret was replaced"));
    say(lang, f->seed, N_("the seed matches the secret and the players' salts"),
        N_("the seed does not match the secret and the players' salts"));
    say(lang, f->dealt, N_("every deal follows from the seed: the match replays"),
        N_("the cards were laid out by hand, not dealt"));
    if (v->commitment) {
        say(lang, f->yours, N_("it is the commitment that you were shown"),
            N_("it is not the commitment that you were shown"));
    }
    printf(text_in(lang, "Commitment: %s\n"), fair->commitment);
    printf(text_in(lang, "Salts of players: %d\n"), count_salts(fair));
    if (!is_fine(f)) {
        fputs(text_in(lang, "The cards were NOT shuffled fairly.\n"), stdout);
    } else if (v->commitment) {
        fputs(text_in(lang, "The cards were shuffled fairly.\n"), stdout);
    } else {
        fputs(text_in(lang,
                      "The cards were shuffled fairly if that is the commitment that you were "
                      "shown before they were dealt.\n"),
              stdout);
    }
}

int cli_verify(const struct cli_line *line, const struct cli_verifying *verifying,
               const struct match_reader *match, const struct cli_origin *origin)
{
    struct finding f;
    find(verifying, match, origin, &f);
    if (verifying->json) {
        print_json(verifying, &match->fair, &f);
    } else if (f.fair) {
        print_words(line->lang, verifying, &match->fair, &f);
    } else {
        fputs(text_in(line->lang, "The file does not record how its seed was made.\n"), stdout);
    }
    return is_fine(&f) ? EXIT_FINE : EXIT_BAD;
}
