/*
 * load_print.c - the figures of a load for people and for programs.
 */
#include "cli/load_print.h"

#include <inttypes.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/cli_table.h"
#include "cli/contest.h"
#include "text/screen.h"

static const double parts[] = {0.5, 0.9, 0.99, 0.999};

enum { PART_COUNT = sizeof parts / sizeof parts[0] };

static double measured_s(const struct load_report *r)
{
    return r->figures->playing_s > 0 ? r->figures->playing_s : 1;
}

/* ---- for people ---- */

static void add_time(struct cli_table *table, uint64_t us)
{
    if (us < 10000)
        cli_table_add(table, "%.2f ms", (double)us / 1000);
    else if (us < 1000000)
        cli_table_add(table, "%.0f ms", (double)us / 1000);
    else
        cli_table_add(table, "%.2f s", (double)us / 1e6);
}

static void add_histogram(struct cli_table *table, const char *name, const struct histogram *s)
{
    if (s->count == 0)
        return;
    cli_table_add_text(table, text_in(table->lang, name));
    for (int i = 0; i < PART_COUNT; i++)
        add_time(table, histogram_at(s, parts[i]));
    add_time(table, s->most);
    cli_table_add(table, "%" PRIu64, s->count);
}

static void print_head(const struct load_report *r)
{
    const struct crowd_plan *p = r->plan;
    printf(text_in(r->lang, "%d tables of %d at %s:%d, %s"), p->tables, p->seats, p->address.host,
           p->address.port, mazo_sheet_name(p->rules.sheet));
    fputs(", ", stdout);
    if (p->pace_ms)
        cli_print(r->lang, N_("a move every %.1f s"), p->pace_ms / 1000.0);
    else
        puts(text_in(r->lang, "as fast as it goes"));
    cli_print(r->lang, N_("%u of %u connections; all at play after %.1f s, measured for %.1f s"),
              r->figures->most_here, r->figures->wanted, r->figures->coming_s,
              r->figures->playing_s);
    putchar('\n');
}

static void print_spreads(const struct load_report *r)
{
    static const struct cli_column columns[] = {{"", CLI_LEFT, 25, 0},
                                                {"p50", CLI_RIGHT, 8, 0},
                                                {"p90", CLI_RIGHT, 8, 0},
                                                {"p99", CLI_RIGHT, 8, 0},
                                                {"p99.9", CLI_RIGHT, 8, 0},
                                                {N_("longest"), CLI_RIGHT, 8, 0},
                                                {N_("count"), CLI_RIGHT, 8, 0}};
    const struct crowd_figures *f = r->figures;
    struct cli_table table;
    cli_table_begin(&table, r->lang, columns, sizeof columns / sizeof columns[0]);
    add_histogram(&table, N_("command to own event"), &f->own);
    add_histogram(&table, N_("command to all events"), &f->all);
    add_histogram(&table, N_("connecting"), &f->connect);
    add_histogram(&table, N_("back after a break"), &f->back);
    cli_table_print(&table);
    cli_table_end(&table);
    putchar('\n');
}

static void print_counts(const struct load_report *r)
{
    const struct crowd_figures *f = r->figures;
    cli_print(r->lang,
              N_("Moves: %llu accepted, %.1f per second; %llu had to wait, %llu "
                 "were overtaken by others"),
              (unsigned long long)f->moves, (double)f->measured_moves / measured_s(r),
              (unsigned long long)f->waits, (unsigned long long)f->overtaken);
    if (f->unstored) {
        cli_print(r->lang, N_("Not stored: %llu moves, refused and tried again"),
                  (unsigned long long)f->unstored);
    }
    cli_print(r->lang, N_("Played: %llu rounds, %llu matches"), (unsigned long long)f->rounds,
              (unsigned long long)f->matches);
    cli_print(r->lang, N_("Network: %.1f messages per second; %.1f KiB/s in, %.1f KiB/s out"),
              (double)f->measured_messages / measured_s(r),
              (double)f->measured_in / 1024 / measured_s(r),
              (double)f->measured_out / 1024 / measured_s(r));
    cli_print(r->lang, N_("Checked: %llu of %llu messages in full; %llu connections broke"),
              (unsigned long long)f->looked_at, (unsigned long long)f->messages,
              (unsigned long long)f->breaks);
}

static double share(const struct load_use *from, const struct load_use *to)
{
    return to->at_s > from->at_s ? 100 * (to->cpu_s - from->cpu_s) / (to->at_s - from->at_s) : 0;
}

static double per_connection(const struct load_report *r)
{
    double grown = (double)r->end.rss - (double)r->before.rss;
    return r->figures->most_here ? grown / 1024 / r->figures->most_here : 0;
}

static void print_uses(const struct load_report *r)
{
    if (r->has_server) {
        cli_print(r->lang,
                  N_("Server: %.1f MiB, of which %.2f KiB per connection; %.1f %% of a core"),
                  (double)r->end.rss / 1048576, per_connection(r), share(&r->began, &r->end));
    }
    cli_print(r->lang, N_("Load generator: %.1f MiB; %.1f %% of a core"),
              (double)r->own_end.rss / 1048576, share(&r->own_began, &r->own_end));
    putchar('\n');
}

static void print_faults(const struct load_report *r)
{
    const struct faults *f = &r->figures->faults;
    if (faults_all(f) == 0) {
        puts(text_in(r->lang, "No faults."));
        return;
    }
    for (int i = 0; i < FAULT_COUNT; i++) {
        if (f->count[i] > 0) {
            char clean[FAULT_EXAMPLE_SIZE];
            screen_clean(f->example[i], clean, sizeof clean);
            printf("%8" PRIu64 "  %s\n          %s\n", f->count[i],
                   text_in(r->lang, fault_sentence(i)), clean);
        }
    }
}

void load_print_text(const struct load_report *r)
{
    print_head(r);
    print_spreads(r);
    print_counts(r);
    print_uses(r);
    print_faults(r);
}

/* ---- for programs ---- */

static void json_histogram(const char *name, const struct histogram *s)
{
    printf(",\n \"%s\":{\"count\":%" PRIu64 ",\"mean\":%.3f", name, s->count,
           histogram_mean(s) / 1000);
    static const char *const keys[] = {"p50", "p90", "p99", "p99_9"};
    for (int i = 0; i < PART_COUNT; i++)
        printf(",\"%s\":%.3f", keys[i], (double)histogram_at(s, parts[i]) / 1000);
    printf(",\"max\":%.3f}", (double)s->most / 1000);
}

static void json_uses(const struct load_report *r)
{
    if (r->has_server) {
        printf(",\n \"server\":{\"pid\":%d,\"rss\":%" PRIu64 ",\"rss_before\":%" PRIu64
               ",\"kib_per_connection\":%.3f,\"cpu_percent\":%.2f}",
               r->pid, r->end.rss, r->before.rss, per_connection(r), share(&r->began, &r->end));
    }
    printf(",\n \"generator\":{\"rss\":%" PRIu64 ",\"cpu_percent\":%.2f}", r->own_end.rss,
           share(&r->own_began, &r->own_end));
}

static void json_faults(const struct faults *f)
{
    const char *comma = "";
    printf(",\n \"faults\":%" PRIu64 ",\"faults_by_kind\":{", faults_all(f));
    for (int i = 0; i < FAULT_COUNT; i++) {
        if (f->count[i] > 0) {
            printf("%s\n  \"%s\":{\"count\":%" PRIu64 ",\"example\":", comma, fault_name(i),
                   f->count[i]);
            cli_print_string(f->example[i]);
            putchar('}');
            comma = ",";
        }
    }
    putchar('}');
}

void load_print_json(const struct load_report *r)
{
    const struct crowd_plan *p = r->plan;
    const struct crowd_figures *f = r->figures;
    printf("{\"rules\":\"%s\",\"tables\":%d,\"seats\":%d,\"watchers\":%d,\"pace_s\":%.3f,"
           "\"verify\":%u,\"stopped\":%s",
           mazo_sheet_name(p->rules.sheet), p->tables, p->seats, p->watchers, p->pace_ms / 1000.0,
           p->verify, r->stopped ? "true" : "false");
    printf(",\n \"connections\":%u,\"connections_wanted\":%u,\"coming_s\":%.3f,\"measured_s\":%.3f",
           f->most_here, f->wanted, f->coming_s, f->playing_s);
    printf(",\n \"moves\":%" PRIu64 ",\"moves_per_s\":%.3f,\"waits\":%" PRIu64
           ",\"overtaken\":%" PRIu64 ",\"unstored\":%" PRIu64 ",\"rounds\":%" PRIu64
           ",\"matches\":%" PRIu64,
           f->moves, (double)f->measured_moves / measured_s(r), f->waits, f->overtaken, f->unstored,
           f->rounds, f->matches);
    printf(",\n \"messages\":%" PRIu64 ",\"looked_at\":%" PRIu64 ",\"bytes_in\":%" PRIu64
           ",\"bytes_out\":%" PRIu64 ",\"breaks\":%" PRIu64,
           f->messages, f->looked_at, f->bytes_in, f->bytes_out, f->breaks);
    json_histogram("own_ms", &f->own);
    json_histogram("all_ms", &f->all);
    json_histogram("connect_ms", &f->connect);
    json_histogram("back_ms", &f->back);
    json_uses(r);
    json_faults(&f->faults);
    printf("}\n");
}
