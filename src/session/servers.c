/*
 * servers.c - FOLDER/servers/used: a URL per line, the last one first.
 */
#include "session/servers.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "session/save.h"

enum { PATH_SIZE = SAVE_PATH_MAX + 40 };

/* Not the name of a ticket, which ends in a port. */
static bool path_of(char path[PATH_SIZE])
{
    char folder[SAVE_PATH_MAX];
    if (!save_folder(folder, sizeof folder))
        return false;
    snprintf(path, PATH_SIZE, "%s/servers", folder);
    mkdir(path, 0700); /* it may be there */
    snprintf(path, PATH_SIZE, "%s/servers/used", folder);
    return true;
}

void servers_read(struct servers *out)
{
    char path[PATH_SIZE], line[SERVERS_URL_SIZE + 2];
    FILE *file = path_of(path) ? fopen(path, "r") : NULL;
    out->count = 0;
    while (file && out->count < SERVERS_KEPT && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strncmp(line, "http", 4) == 0)
            snprintf(out->url[out->count++], SERVERS_URL_SIZE, "%.*s", SERVERS_URL_SIZE - 1, line);
    }
    if (file)
        fclose(file);
}

void servers_note(const char *url)
{
    char path[PATH_SIZE], fresh[PATH_SIZE + 8];
    struct servers known;
    servers_read(&known);
    if (!path_of(path))
        return;
    snprintf(fresh, sizeof fresh, "%s.new", path);
    FILE *file = fopen(fresh, "w");
    if (!file)
        return;
    fprintf(file, "%s\n", url);
    for (int i = 0, kept = 1; i < known.count && kept < SERVERS_KEPT; i++)
        if (strcmp(known.url[i], url) != 0 && ++kept)
            fprintf(file, "%s\n", known.url[i]);
    bool written = fflush(file) == 0;
    if (fclose(file) == 0 && written)
        rename(fresh, path);
    else
        remove(fresh);
}
