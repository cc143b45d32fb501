/*
 * history.c - the record of the matches kept here.
 *
 * A line is {"file":NAME,"record":{...}}, or {"file":NAME,"decisions":N,"cost":MILLIONTHS} after the
 * coach has looked at that match; {"erased":TIME} says that older matches do not count. A line that
 * cannot be read is passed over.
 */
#include "session/history.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "session/folder.h"
#include "session/online.h"
#include "wire/json_in.h"

#define HISTORY_FILE "record.jsonl"
#define OVER_END ".mazo"

enum { LINE_SIZE = RECORD_SIZE + 2 * HISTORY_NAME_MAX };

/* ---- lines ---- */

static bool path_in_folder(const char *name, char path[SAVE_PATH_MAX])
{
    char folder[SAVE_PATH_MAX];
    return save_folder(folder, sizeof folder) &&
           snprintf(path, SAVE_PATH_MAX, "%s/%s", folder, name) < SAVE_PATH_MAX;
}

/* One write, so that two programs do not mix their lines. */
static void append(const char *line, size_t len)
{
    char path[SAVE_PATH_MAX];
    int fd = path_in_folder(HISTORY_FILE, path)
                 ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)
                 : -1;
    if (fd < 0)
        return;
    ssize_t written = write(fd, line, len); /* a lost line is read from the match again */
    (void)written;
    close(fd);
}

static struct history_match *find(const struct history *h, const char *file)
{
    for (int i = 0; i < h->count; i++)
        if (strcmp(h->at[i].file, file) == 0)
            return &h->at[i];
    return NULL;
}

static bool add(struct history *h, const char *file, const struct record *r)
{
    if (h->count == h->capacity) {
        int capacity = h->capacity ? 2 * h->capacity : 64;
        struct history_match *more = realloc(h->at, (size_t)capacity * sizeof *more);
        if (!more)
            return false;
        h->at = more;
        h->capacity = capacity;
    }
    struct history_match *m = &h->at[h->count++];
    snprintf(m->file, sizeof m->file, "%s", file);
    m->record = *r;
    return true;
}

/* Reads a record, or the coach's findings, which may come before it. */
static bool take_line(struct history *h, const char *line, size_t len, bool coached)
{
    struct record r;
    json_t *object = json_loadb(line, len, 0, NULL);
    const char *file = json_string_value(json_object_get(object, "file"));
    const json_t *record = json_object_get(object, "record");
    bool fine = true;
    if (!file)
        h->erased = json_in_number(object, "erased", h->erased);
    if (file && record && !coached && !find(h, file) && record_get(record, &r)) {
        fine = add(h, file, &r);
    } else if (file && !record && coached && find(h, file)) {
        find(h, file)->record.decisions = (int)json_in_number(object, "decisions", 0);
        find(h, file)->record.cost = (double)json_in_number(object, "cost", 0) / 1e6;
    }
    json_decref(object);
    return fine;
}

static bool take_lines(struct history *h, bool coached)
{
    char path[SAVE_PATH_MAX];
    size_t size = 0;
    bool fine = true;
    char *text = path_in_folder(HISTORY_FILE, path) ? save_read(path, &size) : NULL;
    for (size_t at = 0; text && fine && at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t len = end ? (size_t)(end - text) - at : size - at;
        fine = take_line(h, text + at, len, coached);
        at += len + 1;
    }
    free(text);
    return fine;
}

/* ---- matches ---- */

bool history_read(const char *path, struct record *out)
{
    size_t size = 0;
    struct stat st;
    char *text = save_read(path, &size);
    struct match_reader *m = text ? malloc(sizeof *m) : NULL;
    bool fine = m && stat(path, &st) == 0 && record_read(m, text, size, online_seat(path), out);
    if (fine) {
        out->at = (int64_t)st.st_mtime * 1000;
        out->online = online_seat(path) >= 0;
    }
    free(m);
    free(text);
    return fine;
}

/* Is it a finished match that counts? */
static bool counts(const char *name)
{
    size_t length = strlen(name), end = strlen(OVER_END);
    return length > end && length < HISTORY_NAME_MAX &&
           strcmp(name + length - end, OVER_END) == 0 && !strstr(name, "-" SAVE_AGAIN);
}

static bool learn(struct history *h, const char *name)
{
    char path[SAVE_PATH_MAX], line[LINE_SIZE];
    struct record r;
    struct stat st;
    struct json_out out;
    if (!path_in_folder(name, path) || stat(path, &st) != 0 ||
        (int64_t)st.st_mtime * 1000 <= h->erased || !history_read(path, &r))
        return true;
    json_out_init(&out, line, sizeof line - 1);
    json_out_open(&out, '{');
    json_out_string_at(&out, "file", name);
    json_out_key(&out, "record");
    record_put(&out, &r);
    json_out_close(&out, '}');
    if (!out.full) {
        line[out.len] = '\n';
        append(line, out.len + 1);
    }
    return add(h, name, &r);
}

static int by_time(const void *a, const void *b)
{
    const struct history_match *x = a, *y = b;
    return x->record.at != y->record.at ? (x->record.at < y->record.at ? -1 : 1)
                                        : strcmp(x->file, y->file);
}

bool history_open(struct history *h, bool (*asked)(void *ctx, int read), void *ctx)
{
    char folder[SAVE_PATH_MAX];
    const struct dirent *entry;
    *h = (struct history){0};
    DIR *dir = save_folder(folder, sizeof folder) ? opendir(folder) : NULL;
    bool fine = dir && take_lines(h, false);
    int read = 0;
    while (fine && (entry = readdir(dir)))
        if (counts(entry->d_name) && !find(h, entry->d_name))
            fine = (!asked || asked(ctx, read++)) && learn(h, entry->d_name);
    if (dir)
        closedir(dir);
    fine = fine && take_lines(h, true);
    if (h->count > 0)
        qsort(h->at, (size_t)h->count, sizeof h->at[0], by_time);
    return fine;
}

void history_close(struct history *h)
{
    free(h->at);
    *h = (struct history){0};
}

void history_totals(const struct history *h, struct record_totals *out)
{
    *out = (struct record_totals){0};
    for (int i = 0; i < h->count; i++)
        record_add(out, &h->at[i].record);
}

/* The new file takes the place of the old one at once. */
bool history_erase(void)
{
    char path[SAVE_PATH_MAX], text[64];
    int len = snprintf(text, sizeof text, "{\"erased\":%lld}\n", (long long)time(NULL) * 1000);
    return path_in_folder(HISTORY_FILE, path) && folder_replace(path, text, (size_t)len);
}

/* ---- the deal of the day ---- */

void history_today(char day[DAILY_DATE_SIZE])
{
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    strftime(day, DAILY_DATE_SIZE, "%Y-%m-%d", &local);
}

/* Its file has the day in its name. */
bool history_of_day(const char *day, struct record *out)
{
    char folder[SAVE_PATH_MAX], path[SAVE_PATH_MAX];
    const struct dirent *entry;
    struct record r;
    struct history kept = {0};
    bool found = false;
    DIR *dir = save_folder(folder, sizeof folder) ? opendir(folder) : NULL;
    take_lines(&kept, false);
    int64_t erased = kept.erased;
    history_close(&kept);
    while (dir && (entry = readdir(dir))) {
        if (strncmp(entry->d_name, day, strlen(day)) == 0 && counts(entry->d_name) &&
            path_in_folder(entry->d_name, path) && history_read(path, &r) &&
            strcmp(r.day, day) == 0 && r.at > erased && (!found || r.at < out->at)) {
            *out = r;
            found = true;
        }
    }
    if (dir)
        closedir(dir);
    return found;
}

/* ---- the coach ---- */

void history_coached(const char *path, int decisions, double cost)
{
    char folder[SAVE_PATH_MAX], line[2 * HISTORY_NAME_MAX + 80];
    struct json_out out;
    const char *slash = strrchr(path, '/');
    if (!slash || !save_folder(folder, sizeof folder) || !counts(slash + 1) ||
        strlen(folder) != (size_t)(slash - path) || memcmp(folder, path, strlen(folder)) != 0)
        return;
    json_out_init(&out, line, sizeof line - 1);
    json_out_open(&out, '{');
    json_out_string_at(&out, "file", slash + 1);
    json_out_int_at(&out, "decisions", decisions);
    json_out_int_at(&out, "cost", (int64_t)(cost * 1e6 + 0.5));
    json_out_close(&out, '}');
    if (!out.full) {
        line[out.len] = '\n';
        append(line, out.len + 1);
    }
}
