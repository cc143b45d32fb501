/*
 * sim_part.c - the file of one part of a simulation, written and read.
 */
#include "cli/sim_part.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/contest.h"
#include "mazo/library.h"
#include "wire/json_in.h"
#include "wire/json_out.h"
#include "wire/json_write.h"

enum { FORMAT = 1, PARTS_MOST = 100000, FILE_MOST = 1 << 28, PART_MOST = 1 << 17 };

/* The fields of a score, as lists of 64-bit numbers. */
static const struct {
    const char *key;
    size_t at;
    size_t count;
} lists[] = {
#define LIST(key, member)                                                                          \
    {                                                                                              \
        key, offsetof(struct sim_score, member), NUMBERS(((struct sim_score *)0)->member)          \
    }
#define NUMBERS(member) (sizeof(member) / (sizeof(int64_t)))
    LIST("deals", deals),     LIST("rounds", rounds),
    LIST("wins", wins),       LIST("turns", turns),
    LIST("blocked", blocked), LIST("endless", endless),
    LIST("lengths", lengths), LIST("tally", tally),
    LIST("sum", counts.sum),  LIST("product", counts.product),
#undef NUMBERS
#undef LIST
};

enum { LISTS = sizeof lists / sizeof lists[0] };

static int64_t *list_of(const struct sim_score *score, int list)
{
    return (int64_t *)((char *)score + lists[list].at);
}

bool sim_part_read(struct cli_line *line, int *part, int *parts)
{
    char *end = NULL, *last = NULL;
    unsigned long which = strtoul(line->value, &end, 10);
    unsigned long many = *end == '/' ? strtoul(end + 1, &last, 10) : 0;
    if (strspn(line->value, "0123456789/") != strlen(line->value) || !last || *last || which < 1 ||
        which > many || many > PARTS_MOST)
        return cli_refuse(line, EXIT_USAGE, N_("--part takes a part and how many there are: 3/16"));
    *part = (int)which;
    *parts = (int)many;
    return true;
}

/* ---- writing ---- */

/* What all parts of a run have in common. */
static void put_run(struct json_out *out, const struct sim_contest *c)
{
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, c->seed);
    json_out_open_at(out, "run", '{');
    json_out_string_at(out, "mazo", MAZO_VERSION);
    json_out_string_at(out, "rules", mazo_sheet_name(c->rules.sheet));
    json_out_key(out, "options");
    wire_put_options(out, &c->rules);
    json_out_open_at(out, "bots", '[');
    for (int i = 0; i < c->seats; i++)
        json_out_string(out, c->players[i]->name);
    json_out_close(out, ']');
    json_out_open_at(out, "playouts", '[');
    for (int i = 0; i < c->seats; i++)
        json_out_int(out, c->players[i]->playouts);
    json_out_close(out, ']');
    json_out_string_at(out, "seed", seed);
    json_out_int_at(out, "deals", c->deals);
    json_out_bool_at(out, "matches", c->matches);
    json_out_int_at(out, "time_limit", c->time_limit_ms);
    json_out_close(out, '}');
}

/* Without the zeros at its end. */
static void put_list(struct json_out *out, const char *key, const int64_t *number, size_t count)
{
    while (count > 0 && number[count - 1] == 0)
        count--;
    json_out_open_at(out, key, '[');
    for (size_t i = 0; i < count; i++)
        json_out_int(out, number[i]);
    json_out_close(out, ']');
}

void sim_part_print(const struct sim_contest *c, const struct sim_score *score)
{
    static char buf[PART_MOST];
    struct json_out out;
    json_out_init(&out, buf, sizeof buf);
    json_out_open(&out, '{');
    json_out_int_at(&out, "sim_part", FORMAT);
    json_out_int_at(&out, "part", c->part);
    json_out_int_at(&out, "parts", c->parts);
    put_run(&out, c);
    for (int i = 0; i < LISTS; i++)
        put_list(&out, lists[i].key, list_of(score, i), lists[i].count);
    json_out_int_at(&out, "microseconds", (int64_t)(1e6 * score->seconds));
    json_out_int_at(&out, "cpu_microseconds", (int64_t)(1e6 * score->cpu_seconds));
    json_out_string_at(&out, "bug", score->bug);
    json_out_close(&out, '}');
    puts(buf);
}

/* ---- reading ---- */

/* Add a list to ours; false: wrong length or content. */
static bool add_list(const json_t *list, int64_t *sum, size_t most)
{
    size_t i;
    json_t *one;
    if (!json_is_array(list) || json_array_size(list) > most)
        return false;
    json_array_foreach(list, i, one)
    {
        int64_t number = json_integer_value(one);
        if (!json_is_integer(one) || __builtin_add_overflow(sum[i], number, &sum[i]))
            return false;
    }
    return true;
}

static bool add_score(const json_t *file, struct sim_score *score)
{
    const char *bug = json_string_value(json_object_get(file, "bug"));
    const json_t *time = json_object_get(file, "microseconds");
    const json_t *cpu = json_object_get(file, "cpu_microseconds");
    if (!bug || !json_is_integer(time) || !json_is_integer(cpu))
        return false;
    for (int i = 0; i < LISTS; i++) {
        const json_t *list = json_object_get(file, lists[i].key);
        if (!add_list(list, list_of(score, i), lists[i].count))
            return false;
    }
    double seconds = 1e-6 * (double)json_integer_value(time);
    score->seconds = seconds > score->seconds ? seconds
                                              : score->seconds; /* parts ran in parallel */
    score->cpu_seconds += 1e-6 * (double)json_integer_value(cpu);
    if (!score->bug[0])
        snprintf(score->bug, sizeof score->bug, "%s", bug);
    return true;
}

/* The contest that a file is a part of. */
static bool read_run(const json_t *run, struct player players[MAZO_SEATS_MAX],
                     struct sim_contest *c)
{
    struct wire_error error;
    struct json_in in = {.err = &error};
    const json_t *bots = NULL, *deals = json_object_get(run, "deals");
    const char *seed = json_string_value(json_object_get(run, "seed"));
    if (!seed || !json_is_integer(deals) || json_integer_value(deals) < 1 ||
        !json_in_list(&in, run, "bots", MAZO_SEATS_MIN, MAZO_SEATS_MAX, &bots) || !bots ||
        !json_in_bool(&in, run, "matches", &c->matches) || !json_in_rules(&in, run, &c->rules))
        return false;
    c->seats = (int)json_array_size(bots);
    c->deals = json_integer_value(deals);
    c->seed = strtoull(seed, NULL, 10);
    for (int i = 0; i < c->seats; i++) {
        const char *name = json_string_value(json_array_get(bots, (size_t)i));
        if (!name || !cli_seats(player_read(name, strlen(name), 0, &players[i])))
            return false;
        c->players[i] = &players[i];
    }
    return json_in_check_rules(&in, &c->rules, c->seats);
}

/* Files that are being added up. */
struct merge {
    struct cli_line *line;
    json_t *run; /* of the first */
    int parts;
    bool *seen; /* by part, from 0 */
    struct cli_place place; /* the line being read; 0: the file as a whole */
};

static bool refuse_part(const struct merge *m, const char *sentence)
{
    cli_blame(m->line, &m->place, text_in(m->line->lang, sentence));
    return false;
}

static bool add_part(struct merge *m, const json_t *file, struct sim_score *score)
{
    json_t *run = json_object_get(file, "run");
    json_int_t part = json_integer_value(json_object_get(file, "part"));
    json_int_t parts = json_integer_value(json_object_get(file, "parts"));
    if (json_integer_value(json_object_get(file, "sim_part")) != FORMAT || !json_is_object(run) ||
        part < 1 || part > parts || parts > PARTS_MOST)
        return refuse_part(m, N_("this is not the file of a part (mazo sim --part)"));
    if (!m->run) {
        m->run = json_incref(run);
        m->parts = (int)parts;
        m->seen = calloc((size_t)parts, sizeof *m->seen);
    }
    if (!m->seen)
        return refuse_part(m, N_("out of memory"));
    if (parts != m->parts || !json_equal(run, m->run))
        return refuse_part(m, N_("this part is of another run"));
    if (m->seen[part - 1])
        return refuse_part(m, N_("this part was given twice"));
    m->seen[part - 1] = true;
    return add_score(file, score) || refuse_part(m, N_("the file is damaged"));
}

/* A file has a part in each line. */
static bool read_file(struct merge *m, const char *path, struct sim_score *score)
{
    size_t size, len;
    char *text = cli_read(m->line, path, FILE_MOST, &size);
    bool fine = text != NULL;
    m->place = (struct cli_place){path, text, size, 1};
    for (const char *at = text; fine && *at; at += len + (at[len] == '\n'), m->place.line++) {
        len = strcspn(at, "\n");
        json_t *part = json_loadb(at, len, JSON_REJECT_DUPLICATES, NULL);
        fine = add_part(m, part, score);
        json_decref(part);
    }
    free(text);
    m->place = (struct cli_place){.file = path};
    return fine;
}

static bool all_there(const struct merge *m)
{
    int missing = 0, first = 0;
    if (!m->run)
        return cli_refuse(m->line, EXIT_BAD, N_("these files hold no parts"));
    for (int i = m->parts; i-- > 0;) {
        missing += !m->seen[i];
        first = m->seen[i] ? first : i + 1;
    }
    if (missing > 0) {
        cli_complain(m->line, EXIT_BAD, N_("%d of %d parts are missing, the first of them is %d"),
                     missing, m->parts, first);
    }
    return missing == 0;
}

bool sim_part_merge(struct cli_line *line, char *const paths[], int count,
                    struct player players[MAZO_SEATS_MAX], struct sim_contest *c,
                    struct sim_score *score)
{
    struct merge m = {.line = line};
    bool fine = true;
    for (int i = 0; i < count && fine; i++)
        fine = read_file(&m, paths[i], score);
    m.place.file = paths[0];
    fine = fine && all_there(&m) &&
           (read_run(m.run, players, c) || refuse_part(&m, N_("the file is damaged")));
    if (fine)
        sim_sum_up(score, c->seats);
    json_decref(m.run);
    free(m.seen);
    return fine;
}
