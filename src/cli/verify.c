/*
 * verify.c - `mazo replay --verify`: were the cards shuffled fairly?
 */
#include "cli/verify.h"

#include <stdio.h>
#include <string.h>

#include "wire/json_out.h"

/* The findings, each by itself. */
struct finding {
    bool fair;    /* the file says how the seed came about */
    bool dealt;   /* the cards were dealt, not laid out by hand */
    bool promise; /* the commitment matches the secret */
    bool opened;  /* the hashes match the salts; by rule 1 there are none */
    bool seed;    /* the seed matches the secret and the salts */
    bool yours;   /* the commitment or deal code matches the one that the player named, if any, */
    bool salt;    /* the player's salt is in it, */
    bool kept;    /* what `mazo join` kept agrees, if it kept anything */
    bool deal;    /* the deal code was known before the salts were opened */
    bool has_receipt;
    struct receipt receipt;
};

void cli_match_key(const char *name, char key[RECEIPT_KEY_SIZE])
{
    size_t len = strcspn(name, "?#"), from;
    while (len > 0 && name[len - 1] == '/')
        len--;
    for (from = len; from > 0 && name[from - 1] != '/'; from--) {
    }
    size_t size = strcspn(name + from, ".?#/");
    size = size < RECEIPT_KEY_SIZE ? size : 0;
    memcpy(key, name + from, size);
    key[size] = '\0';
}

/* The player may name the commitment or the deal code. */
static bool is_named(const struct cli_verifying *v, const struct fair *f, bool *deal)
{
    char named[FAIR_HEX] = "";
    if (!v->commitment)
        return true;
    fair_take(v->commitment, named);
    *deal = f->deal[0] && strcmp(named, f->deal) == 0;
    return *deal || strcmp(named, f->commitment) == 0;
}

static bool has_own_salt(const struct cli_verifying *v, const struct fair *f)
{
    char own[FAIR_HEX] = "";
    return !v->salt || (fair_take(v->salt, own) && receipt_has_salt(f, own));
}

static void find(const struct cli_verifying *v, const struct match_reader *m,
                 const struct cli_origin *origin, struct finding *out)
{
    const struct fair *f = &m->fair;
    *out = (struct finding){.fair = f->is_there, .dealt = origin->kind == WIRE_NEW};
    out->promise = out->fair && fair_keeps_promise(f);
    out->opened = out->fair && fair_opens(f);
    out->seed = out->fair && fair_makes(f, origin->seed);
    out->yours = is_named(v, f, &out->deal);
    out->salt = has_own_salt(v, f);
    out->has_receipt = receipt_find(v->key, f, &out->receipt);
    out->kept = !out->has_receipt || (out->fair && receipt_agrees(&out->receipt, f));
    out->deal |= out->has_receipt && out->kept && out->receipt.deal[0];
}

static bool is_fine(const struct finding *f)
{
    return f->fair && f->dealt && f->promise && f->opened && f->seed && f->yours && f->salt &&
           f->kept;
}

static int count_salts(const struct fair *f)
{
    int count = 0;
    for (int i = 0; i < f->seats; i++)
        count += f->salt[i][0] != '\0';
    return count;
}

static void print_json(const struct cli_verifying *v, const struct fair *fair,
                       const struct finding *f)
{
    char buf[1024];
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
        json_out_int_at(&out, "rule", fair->rule);
        json_out_string_at(&out, "deal", fair->deal[0] ? fair->deal : NULL);
        json_out_bool_at(&out, "opened", f->opened);
        json_out_bool_at(&out, "proved", is_fine(f) && f->deal);
    }
    if (v->commitment)
        json_out_bool_at(&out, "yours", f->yours && f->fair);
    if (v->salt)
        json_out_bool_at(&out, "salt", f->salt && f->fair);
    if (f->has_receipt) {
        json_out_bool_at(&out, "kept", f->kept);
        json_out_int_at(&out, "again", f->receipt.again);
    }
    json_out_close(&out, '}');
    puts(buf);
}

static void say(enum text_lang lang, bool truth, const char *yes, const char *no)
{
    printf("%s %s\n", text_in(lang, truth ? N_("yes:") : N_("NO:")),
           text_in(lang, truth ? yes : no));
}

/* The findings from the file itself. */
static void print_file(enum text_lang lang, const struct fair *fair, const struct finding *f)
{
    say(lang, f->promise, N_("the commitment matches the server's secret"),
        N_("the commitment does not match the secret: the secret was replaced"));
    if (fair->rule != 1) {
        say(lang, f->opened, N_("the hashes match the players' salts"),
            N_("the hashes do not match the players' salts: a salt was replaced"));
    }
    say(lang, f->seed, N_("the seed matches the secret and the players' salts"),
        N_("the seed does not match the secret and the players' salts"));
    say(lang, f->dealt, N_("every deal follows from the seed: the match replays"),
        N_("the cards were laid out by hand, not dealt"));
}

/* The findings from what the player knows. */
static void print_own(enum text_lang lang, const struct cli_verifying *v, const struct finding *f)
{
    if (v->commitment && f->deal && f->yours) {
        say(lang, true, N_("it is the deal code that you were shown"), "");
    } else if (v->commitment) {
        say(lang, f->yours, N_("it is the commitment that you were shown"),
            N_("it is neither the commitment nor the deal code that you were shown"));
    }
    if (v->salt)
        say(lang, f->salt, N_("your salt is in it"), N_("your salt is not in it"));
    if (f->has_receipt) {
        say(lang, f->kept, N_("it is the shuffle that mazo join saw and kept"),
            N_("it is not the shuffle that mazo join saw and kept"));
    }
}

/* What all of it proves, no more. */
static const char *verdict(const struct cli_verifying *v, const struct fair *fair,
                           const struct finding *f)
{
    bool known = v->commitment || f->has_receipt;
    if (!f->yours && f->fair && f->dealt && f->promise && f->opened && f->seed && f->kept) {
        return N_(
            "This is not the shuffle that you were shown. The cards were NOT shuffled fairly, unless "
            "the code is mistyped or the file is of another match.\n");
    }
    if (!is_fine(f))
        return N_("The cards were NOT shuffled fairly.\n");
    if (f->deal) {
        return N_(
            "The cards were shuffled fairly: nobody could choose them, or know them before the "
            "last player revealed their random numbers, not even a host who played.\n");
    }
    if (fair->rule != 1) {
        return N_("The file agrees with itself. It proves more only to a player who has kept the "
                  "deal code: then nobody, not even the host, could choose the cards.\n");
    }
    return known ? N_("The server could not change its secret after it saw the salts. But by this "
                      "older rule a host who also played could still choose the cards.\n")
                 : N_("The file agrees with itself. If that is the commitment that you were shown, "
                      "the server could not change its secret after it saw the salts. But by this "
                      "older rule a host who also played could still choose the cards.\n");
}

static void print_words(enum text_lang lang, const struct cli_verifying *v, const struct fair *fair,
                        const struct finding *f)
{
    print_file(lang, fair, f);
    print_own(lang, v, f);
    printf(text_in(lang, "Commitment: %s\n"), fair->commitment);
    if (fair->deal[0])
        printf(text_in(lang, "Deal code: %s\n"), fair->deal);
    printf(text_in(lang, "Salts of players: %d\n"), count_salts(fair));
    if (f->receipt.again == 1) {
        fputs(text_in(lang,
                      "Before that the deal started over, once, after your salt was known.\n"),
              stdout);
    } else if (f->receipt.again > 1) {
        printf(text_in(lang,
                       "Before that the deal started over, %d times, after your salt was known.\n"),
               f->receipt.again);
    }
    fputs(text_in(lang, verdict(v, fair, f)), stdout);
}

int cli_verify(struct cli_line *line, const struct cli_verifying *verifying,
               const struct match_reader *match, const struct cli_origin *origin)
{
    struct finding f;
    find(verifying, match, origin, &f);
    if (verifying->json)
        print_json(verifying, &match->fair, &f);
    else if (f.fair)
        print_words(line->lang, verifying, &match->fair, &f);
    else
        fputs(text_in(line->lang, "The file does not record how its seed was made.\n"), stdout);
    return is_fine(&f) ? EXIT_FINE : EXIT_BAD;
}
