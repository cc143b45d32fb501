/*
 * online.c - matches played on servers, kept among this computer's matches.
 */
#include "session/online.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/record.h"

#define MARK "-online"

enum { LABEL_SIZE = 120 };

/* Behind the mark: "2-KEY.mazo". NULL: there is none. */
static const char *after_mark(const char *name)
{
    const char *slash = strrchr(name, '/');
    const char *mark = strstr(slash ? slash : name, MARK);
    return mark && mark[strlen(MARK)] >= '0' && mark[strlen(MARK)] <= '9' ? mark + strlen(MARK)
                                                                          : NULL;
}

int online_seat(const char *name)
{
    const char *seat = after_mark(name);
    int number = seat ? atoi(seat) : -1;
    return number < MAZO_SEATS_MAX ? number : -1;
}

/* Is it the file of this match? */
static bool has_key(const char *name, const char *key)
{
    const char *at = after_mark(name);
    at = at ? strchr(at, '-') : NULL;
    size_t len = strlen(key);
    return at && strncmp(at + 1, key, len) == 0 && strcmp(at + 1 + len, ".mazo") == 0;
}

static bool find(const char *key, char path[SAVE_PATH_MAX])
{
    char folder[SAVE_PATH_MAX];
    const struct dirent *entry;
    bool found = false;
    DIR *dir = save_folder(folder, sizeof folder) ? opendir(folder) : NULL;
    while (dir && !found && (entry = readdir(dir)))
        found = has_key(entry->d_name, key) &&
                snprintf(path, SAVE_PATH_MAX, "%s/%s", folder, entry->d_name) < SAVE_PATH_MAX;
    if (dir)
        closedir(dir);
    return found;
}

/* A person may sit, after a match, on a seat where somebody else played it. */
static bool played(const struct roster *roster, int seat, const char *name)
{
    return seat < roster->count && strcmp(roster->seat[seat].name, name) == 0;
}

bool online_keep(const char *key, int seat, const char *name, const char *text, size_t len,
                 char path[SAVE_PATH_MAX])
{
    char label[LABEL_SIZE];
    struct save save;
    if (find(key, path))
        return true;
    struct record *r = malloc(sizeof *r);
    struct match_reader *m = malloc(sizeof *m);
    bool fine = r && m && record_read(m, text, len, seat, r) && played(&r->roster, seat, name);
    if (fine) {
        snprintf(label, sizeof label, "%s" MARK "%d-%s", mazo_sheet_name(r->sheet), seat, key);
        save_create(&save, label);
        fine = save.fd >= 0 && save_append(&save, text, len, true);
        if (fine)
            save_finish(&save);
        else if (save.fd >= 0)
            remove(save.path);
        snprintf(path, SAVE_PATH_MAX, "%s", save.path);
        save_close(&save);
    }
    free(m);
    free(r);
    return fine;
}
