/*
 * store_print.c - messages and questions shared by the parts of `mazo store`.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cli/cli.h"
#include "cli/contest.h"
#include "cli/store.h"
#include "text/screen.h"

const char *admin_time(int64_t ms, char buf[ADMIN_TIME_SIZE])
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm tm;
    if (!localtime_r(&seconds, &tm) || !strftime(buf, ADMIN_TIME_SIZE, "%Y-%m-%d %H:%M", &tm))
        snprintf(buf, ADMIN_TIME_SIZE, "?");
    return buf;
}

const char *admin_count(const struct admin *c, int count, const char *one, const char *many,
                        char buf[ADMIN_COUNT_SIZE])
{
    snprintf(buf, ADMIN_COUNT_SIZE, text_in(c->line->lang, count == 1 ? one : many), count);
    return buf;
}

bool admin_has_folder(const struct admin *c, const char *to, const char *shown)
{
    char folder[1024];
    struct stat is;
    const char *slash = strrchr(to, '/');
    if (!slash || slash == to || strstr(to, "://") || (size_t)(slash - to) >= sizeof folder)
        return true;
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - to), to);
    if (stat(folder, &is) == 0)
        return true;
    return cli_refuse(c->line, EXIT_BAD, "%s: %s", shown,
                      text_in(c->line->lang, N_("the folder does not exist")));
}

bool admin_agrees(const struct admin *c)
{
    char answer[16] = "";
    if (c->yes)
        return true;
    fprintf(stderr, "%s ", text_in(c->line->lang, N_("Continue? [y/N]")));
    fflush(stderr);
    bool answered = fgets(answer, sizeof answer, stdin);
    bool yes = answered && strchr("yYsS", answer[0]) && answer[0];
    if (!answered)
        fputc('\n', stderr);
    if (!yes)
        fprintf(stderr, "%s\n", text_in(c->line->lang, N_("Nothing has been changed.")));
    return yes;
}

void admin_tell_copied(void *ctx, uint64_t done, uint64_t all)
{
    cli_meter_tell(ctx, (int64_t)done, (int64_t)all);
}

int admin_unread(const struct admin *c)
{
    return cli_complain(c->line, EXIT_BAD, N_("%s: it cannot be read"), c->shown);
}

int admin_unwritten(const struct admin *c, const char *why)
{
    return cli_complain(c->line, EXIT_BAD, "%s: %s", c->shown, text_in(c->line->lang, why));
}

void cli_tell_upgrade(struct cli_line *line, const char *shown, const struct store *s)
{
    char copy[200];
    if (s->was && s->copy) {
        fprintf(stderr,
                text_in(line->lang,
                        N_("%s was brought from version %d to %d. As it was, it is in %s\n")),
                shown, s->was, s->now, screen_clean(s->copy, copy, sizeof copy));
    } else if (s->was) {
        fprintf(stderr,
                text_in(line->lang, N_("%s was brought from version %d to %d. No copy was made\n")),
                shown, s->was, s->now);
    }
}
