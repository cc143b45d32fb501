/*
 * save.c - matches on disk.
 */
#include "session/save.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "session/folder.h"
#include "table/table.h"

enum { NAMES_TRIED = 100, FOLDER_MAX = 1024 };

#define OPEN_END ".open"
#define OVER_END ".mazo"

/* ---- the folder ---- */

bool save_folder(char *buf, size_t size)
{
    return folder_find("XDG_STATE_HOME", ".local/state", buf, size) && folder_make(buf);
}

bool save_server_path(const char *name, char path[SAVE_PATH_MAX])
{
    char folder[FOLDER_MAX];
    if (!save_folder(folder, sizeof folder))
        return false;
    snprintf(path, SAVE_PATH_MAX, "%s/servers", folder);
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        return false;
    return snprintf(path, SAVE_PATH_MAX, "%s/servers/%s", folder, name) < SAVE_PATH_MAX;
}

/* ---- writing ---- */

/* Only one process plays a match. If the file system has no locks, continue without. */
static bool lock(int fd) { return flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK; }

/* Now, as names of files begin. */
static void write_date(char *buf, size_t size)
{
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    strftime(buf, size, "%Y-%m-%d-%H%M%S", &local);
}

void save_create(struct save *s, const char *sheet)
{
    char folder[FOLDER_MAX], date[32], again[16] = "";
    *s = (struct save){.fd = -1};
    if (!save_folder(folder, sizeof folder)) {
        s->error = errno;
        return;
    }
    write_date(date, sizeof date);
    for (int i = 2; i < NAMES_TRIED && s->fd < 0; i++) {
        char over[SAVE_PATH_MAX];
        snprintf(over, sizeof over, "%s/%s-%s%s%s", folder, date, sheet, again, OVER_END);
        snprintf(s->path, sizeof s->path, "%s/%s-%s%s%s", folder, date, sheet, again, OPEN_END);
        snprintf(again, sizeof again, "-%d", i);
        if (access(over, F_OK) == 0) {
            errno = EEXIST;
            continue;
        }
        s->fd = open(s->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (s->fd < 0 && errno != EEXIST)
            break;
    }
    s->error = s->fd < 0 ? errno : 0;
    if (s->fd >= 0)
        flock(s->fd, LOCK_EX); /* no other process keeps an empty file for long */
    else
        s->path[0] = '\0';
}

/* Keep the line in memory until the disk takes it. */
static bool wait_for_disk(struct save *s, const char *line, size_t len)
{
    if (s->waiting_len + len > s->waiting_cap) {
        size_t cap = (s->waiting_len + len) * 2;
        char *more = cap <= SAVE_FILE_MAX ? realloc(s->waiting, cap) : NULL;
        if (!more)
            return false;
        s->waiting = more;
        s->waiting_cap = cap;
    }
    memcpy(s->waiting + s->waiting_len, line, len);
    s->waiting_len += len;
    return true;
}

/* Writes all or nothing. A partial write is truncated; if that fails too, the next line overwrites
 * it, because the file continues at `written`. */
static bool write_whole(struct save *s, const char *text, size_t len)
{
    size_t done = 0;
    while (done < len) {
        ssize_t n = pwrite(s->fd, text + done, len - done, (off_t)(s->written + done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            s->error = n < 0 ? errno : EIO;
            s->torn = ftruncate(s->fd, (off_t)s->written) != 0;
            return false;
        }
        done += (size_t)n;
    }
    s->written += len;
    s->error = 0;
    if (s->torn && ftruncate(s->fd, (off_t)s->written) == 0)
        s->torn = false;
    return true;
}

/* Wait until the disk has it. After a failed sync the system may wrongly believe so: everything
 * since the last good sync is written again. */
static bool sync_file(struct save *s)
{
    char part[4096];
    size_t end = s->written;
    for (size_t at = s->synced; s->unsynced && at < end;) {
        ssize_t n = pread(s->fd, part, end - at < sizeof part ? end - at : sizeof part, (off_t)at);
        s->written = at;
        bool again = n > 0 && write_whole(s, part, (size_t)n);
        s->written = end;
        if (!again) {
            s->error = n < 0 ? errno : s->error ? s->error : EIO;
            return false;
        }
        at += (size_t)n;
    }
    s->unsynced = fsync(s->fd) != 0 && errno != EINVAL && errno != EROFS;
    s->error = s->unsynced ? errno : s->error;
    s->synced = s->unsynced ? s->synced : end;
    return !s->unsynced;
}

void save_give_up(struct save *s, int error)
{
    if (s->fd >= 0)
        close(s->fd);
    s->fd = -1;
    s->lost = true;
    s->error = error;
}

bool save_append(struct save *s, const char *line, size_t len, bool sync)
{
    bool waits = s->fd < 0 || s->waiting_len > 0;
    if (s->lost)
        return false;
    if (!waits && write_whole(s, line, len))
        return !(sync || s->unsynced) || sync_file(s);
    if (!wait_for_disk(s, line, len)) { /* without it, later lines are useless */
        save_give_up(s, ENOMEM);
        return false;
    }
    if (!waits || s->fd < 0 || !write_whole(s, s->waiting, s->waiting_len))
        return false; /* perhaps another place is found for it */
    s->waiting_len = 0;
    return !(sync || s->unsynced) || sync_file(s);
}

/* ---- another place ---- */

/* Copies what is on disk to the new file. */
static bool copy_written(const struct save *from, struct save *to)
{
    char part[4096];
    while (to->written < from->written) {
        size_t left = from->written - to->written;
        ssize_t n = pread(from->fd, part, left < sizeof part ? left : sizeof part,
                          (off_t)to->written);
        if (n <= 0 || !write_whole(to, part, (size_t)n)) {
            errno = n < 0 ? errno : n == 0 ? EIO : to->error;
            return false;
        }
    }
    return true;
}

bool save_elsewhere(struct save *s, const char *path)
{
    struct save to = {.fd = -1, .elsewhere = true};
    if (s->lost || snprintf(to.path, sizeof to.path, "%s", path) >= SAVE_PATH_MAX) {
        errno = s->lost ? ENOMEM : ENAMETOOLONG;
        return false;
    }
    to.fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (to.fd < 0)
        return false;
    if (!copy_written(s, &to) || !write_whole(&to, s->waiting, s->waiting_len) ||
        fsync(to.fd) != 0) {
        int error = to.error ? to.error : errno;
        close(to.fd);
        unlink(path);
        errno = error;
        return false;
    }
    flock(to.fd, LOCK_EX);
    if (s->fd >= 0)
        unlink(s->path); /* all of it is in the new one, which continues */
    save_close(s);
    *s = to;
    return true;
}

void save_suggest(const char *sheet, char *buf, size_t size)
{
    char date[32], here[FOLDER_MAX];
    const char *temporary = getenv("TMPDIR");
    const char *const folders[] = {getcwd(here, sizeof here), temporary, "/tmp"};
    write_date(date, sizeof date);
    buf[0] = '\0';
    for (size_t i = 0; i < sizeof folders / sizeof folders[0] && !buf[0]; i++)
        if (folders[i] && access(folders[i], W_OK) == 0)
            snprintf(buf, size, "%s/%s-%s%s", folders[i], date, sheet, OVER_END);
}

/* ---- names ---- */

static bool over_name(char path[SAVE_PATH_MAX])
{
    char over[SAVE_PATH_MAX + 16];
    size_t length = strlen(path), end = strlen(OPEN_END);
    if (length < end || strcmp(path + length - end, OPEN_END) != 0)
        return true;
    for (int i = 1; i < NAMES_TRIED; i++) {
        char again[8] = "";
        if (i > 1)
            snprintf(again, sizeof again, "-%d", i);
        int n = snprintf(over, sizeof over, "%.*s%s%s", (int)(length - end), path, again, OVER_END);
        if (n < SAVE_PATH_MAX && access(over, F_OK) != 0)
            break;
    }
    if (rename(path, over) != 0)
        return false;
    memcpy(path, over, strlen(over) + 1);
    return true;
}

void save_finish(struct save *s)
{
    if (s->fd >= 0)
        over_name(s->path);
}

void save_reopen(struct save *s)
{
    char folder[FOLDER_MAX], open_name[SAVE_PATH_MAX + 16];
    size_t length = strlen(s->path), end = strlen(OVER_END);
    if (!save_folder(folder, sizeof folder) || strncmp(s->path, folder, strlen(folder)) != 0 ||
        length < end || strcmp(s->path + length - end, OVER_END) != 0)
        return;
    snprintf(open_name, sizeof open_name, "%.*s%s", (int)(length - end), s->path, OPEN_END);
    if (access(open_name, F_OK) != 0 && rename(s->path, open_name) == 0)
        snprintf(s->path, sizeof s->path, "%.*s%s", (int)(length - end), open_name, OPEN_END);
}

bool save_set_aside(char path[SAVE_PATH_MAX]) { return over_name(path); }

void save_close(struct save *s)
{
    if (s->fd >= 0)
        close(s->fd);
    free(s->waiting);
    s->waiting = NULL;
    s->waiting_len = s->waiting_cap = 0;
    s->fd = -1;
}

/* ---- reading ---- */

static char *read_all(int fd, size_t *len)
{
    struct stat is;
    if (fstat(fd, &is) != 0)
        return NULL;
    if (!S_ISREG(is.st_mode) || is.st_size > SAVE_FILE_MAX) {
        errno = S_ISREG(is.st_mode) ? EFBIG : EINVAL;
        return NULL;
    }
    size_t size = (size_t)is.st_size, got = 0;
    char *text = malloc(size + 1);
    while (text && got < size) {
        ssize_t n = read(fd, text + got, size - got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            free(text);
            return NULL;
        }
        if (n == 0)
            break;
        got += (size_t)n;
    }
    if (text) {
        text[got] = '\0';
        *len = got;
    }
    return text;
}

/* Length without an incomplete last line; a complete one without terminator counts. */
static size_t whole_length(const char *text, size_t len)
{
    static struct wire_line line;
    struct wire_error why;
    size_t from = len;
    while (from > 0 && text[from - 1] != '\n')
        from--;
    if (from == len || wire_read_line(TEXT_EN, text + from, len - from, &line, &why))
        return len;
    return from;
}

enum save_open save_open(struct save *s, const char *path, char **text, size_t *len)
{
    *s = (struct save){.fd = -1};
    if (snprintf(s->path, sizeof s->path, "%s", path) >= SAVE_PATH_MAX) {
        errno = ENAMETOOLONG;
        return SAVE_UNREADABLE;
    }
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return SAVE_UNREADABLE;
    if (!lock(fd)) {
        close(fd);
        return SAVE_IN_USE;
    }
    size_t size = 0;
    *text = read_all(fd, &size);
    if (!*text) {
        int error = errno;
        close(fd);
        errno = error;
        return SAVE_UNREADABLE;
    }
    *len = whole_length(*text, size);
    if (*len == 0) {
        free(*text);
        close(fd);
        return SAVE_EMPTY;
    }
    s->fd = fd;
    s->written = *len;
    return SAVE_OPENED;
}

/* The file ends where its last whole line ends, and that line has its end. */
void save_mend(struct save *s, const char *text, size_t len)
{
    s->written = s->synced = len;
    s->torn = ftruncate(s->fd, (off_t)len) != 0;
    if (s->torn)
        s->error = errno;
    else if (len > 0 && text[len - 1] != '\n')
        save_append(s, "\n", 1, false);
}

/* ---- what can be resumed ---- */

static void add_name(struct save_info *out, const char *name)
{
    size_t used = strlen(out->names);
    snprintf(out->names + used, sizeof out->names - used, "%s%s", used ? ", " : "", name);
}

/* Replay it; false where it is damaged or over. */
static bool look_at(enum text_lang lang, const char *text, size_t len, struct save_info *out,
                    bool *over)
{
    static struct table t;
    struct wire_error why;
    int line;
    table_init(&t, lang, &table_pace_none, NULL, 1);
    if (!table_resume(&t, text, len, 0, &why, &line))
        return false;
    const struct mazo_game *g = &t.play.game;
    bool alone = false;
    snprintf(out->sheet, sizeof out->sheet, "%s", mazo_sheet_name(g->rules.sheet));
    out->round = g->round;
    out->daily = t.daily;
    out->seats = g->seats;
    out->names[0] = '\0';
    for (int seat = 0; seat < g->seats; seat++) {
        bool first_person = !alone && t.seat[seat].player.sitter == TABLE_PERSON;
        alone = alone || first_person;
        if (!first_person)
            add_name(out, t.seat[seat].player.name);
    }
    *over = g->phase == MAZO_PHASE_match_over;
    return !*over;
}

static bool is_open_name(const char *name)
{
    size_t length = strlen(name), end = strlen(OPEN_END);
    return length > end && name[0] != '.' && strcmp(name + length - end, OPEN_END) == 0;
}

/* An unfinished match, and when it was played last. */
struct played {
    char name[256];
    struct timespec at;
};

static int compare_played(const struct played *a, const struct played *b)
{
    if (a->at.tv_sec != b->at.tv_sec)
        return a->at.tv_sec < b->at.tv_sec ? -1 : 1;
    if (a->at.tv_nsec != b->at.tv_nsec)
        return a->at.tv_nsec < b->at.tv_nsec ? -1 : 1;
    return strcmp(a->name, b->name);
}

/* The match that was played last of those played before `before` (an empty name: of all). */
static bool played_before(const char *folder, const struct played *before, struct played *best)
{
    DIR *dir = opendir(folder);
    best->name[0] = '\0';
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        struct played one;
        struct stat is;
        if (!is_open_name(entry->d_name) || strlen(entry->d_name) >= sizeof one.name ||
            fstatat(dirfd(dir), entry->d_name, &is, 0) != 0)
            continue;
        memcpy(one.name, entry->d_name, strlen(entry->d_name) + 1);
#ifdef __APPLE__
        one.at = is.st_mtimespec;
#else
        one.at = is.st_mtim;
#endif
        if ((!before->name[0] || compare_played(&one, before) < 0) &&
            (!best->name[0] || compare_played(&one, best) > 0))
            *best = one;
    }
    if (dir)
        closedir(dir);
    return best->name[0] != '\0';
}

/* `daily` 0: whatever it is. */
static bool find_open(enum text_lang lang, uint64_t daily, struct save_info *out)
{
    char folder[FOLDER_MAX];
    struct played one, before = {0};
    if (!save_folder(folder, sizeof folder))
        return false;
    for (int i = 0; i < NAMES_TRIED && played_before(folder, &before, &one); i++) {
        char path[SAVE_PATH_MAX];
        struct save s;
        char *text;
        size_t len;
        snprintf(path, sizeof path, "%s/%s", folder, one.name);
        before = one;
        if (save_open(&s, path, &text, &len) != SAVE_OPENED)
            continue;
        bool over = false, good = look_at(lang, text, len, out, &over);
        if (over) /* it ended with a crash */
            save_finish(&s);
        free(text);
        save_close(&s);
        if (good && (daily == 0 || out->daily == daily)) {
            snprintf(out->path, sizeof out->path, "%s", path);
            return true;
        }
    }
    return false;
}

bool save_find(enum text_lang lang, struct save_info *out) { return find_open(lang, 0, out); }

bool save_find_daily(enum text_lang lang, uint64_t daily, struct save_info *out)
{
    return find_open(lang, daily, out);
}

char *save_read(const char *path, size_t *size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    char *text = fd < 0 ? NULL : read_all(fd, size);
    int error = errno;
    if (fd >= 0)
        close(fd);
    errno = error;
    return text;
}
