/*
 * log.c - lines about what happens on a server.
 */
#include "server/hub/log.h"

#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "wire/json_out.h"

static enum log_how log_how = LOG_TEXT;
static unsigned lost; /* lines */

static void (*log_hook)(void *ctx, bool before);
static void *log_ctx;

void log_open(enum log_how how) { log_how = how; }

void log_around(void (*around)(void *ctx, bool before), void *ctx)
{
    log_hook = around;
    log_ctx = ctx;
}


/* A value without quotes where it needs none, as logfmt has it. */
static void put_word(struct json_out *out, const char *value)
{
    if (value[0] && strcspn(value, " \"=\\\n\t") == strlen(value)) {
        for (; *value; value++)
            json_out_raw(out, *value);
        return;
    }
    out->comma = false;
    json_out_string(out, value);
}

static void put_pair(struct json_out *out, const char *key, const char *value)
{
    if (log_how == LOG_JSON) {
        json_out_string_at(out, key, value);
        return;
    }
    if (out->len > 0)
        json_out_raw(out, ' ');
    for (; *key; key++)
        json_out_raw(out, *key);
    json_out_raw(out, '=');
    put_word(out, value);
}

/* Never block on a log reader that has stalled. A pipe that can be written
 * has room for a line. */
static bool has_room(void)
{
    struct pollfd fd = {.fd = STDERR_FILENO, .events = POLLOUT};
    return poll(&fd, 1, 0) != 0;
}

static void say_what_was_lost(void)
{
    char count[16];
    snprintf(count, sizeof count, "%u", lost);
    lost = 0;
    log_say("lines_lost", "count", count, NULL);
}

void log_say(const char *what, ...)
{
    char buf[1024], stamp[64], when[32];
    struct json_out out;
    struct timespec now;
    struct tm tm;
    va_list list;
    if (log_how == LOG_NONE)
        return;
    if (!has_room()) {
        lost++;
        return;
    }
    if (lost > 0)
        say_what_was_lost();
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &tm);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", &tm);
    snprintf(stamp, sizeof stamp, "%s.%03ldZ", when, now.tv_nsec / 1000000);
    json_out_init(&out, buf, sizeof buf - 1);
    if (log_how == LOG_JSON)
        json_out_open(&out, '{');
    put_pair(&out, "time", stamp);
    put_pair(&out, "event", what);
    va_start(list, what);
    for (const char *key; (key = va_arg(list, const char *)) != NULL;) {
        const char *value = va_arg(list, const char *);
        put_pair(&out, key, value ? value : "");
    }
    va_end(list);
    if (log_how == LOG_JSON)
        json_out_close(&out, '}');
    json_out_raw(&out, '\n');
    if (log_hook)
        log_hook(log_ctx, true);
    fwrite(out.buf, 1, out.len, stderr);
    if (log_hook)
        log_hook(log_ctx, false);
}
