/*
 * servers.c - FOLDER/servers/used: a URL per line, the last one first.
 */
#include "session/servers.h"

#include <stdio.h>
#include <string.h>

#include "session/folder.h"
#include "session/save.h"

/* Not the name of a ticket, which ends in a port. */
static const char file_name[] = "used";

void servers_read(struct servers *out)
{
    char path[SAVE_PATH_MAX], line[SERVERS_URL_SIZE + 2];
    FILE *file = save_server_path(file_name, path) ? fopen(path, "r") : NULL;
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
    char path[SAVE_PATH_MAX], text[SERVERS_KEPT * (SERVERS_URL_SIZE + 1)];
    struct servers known;
    servers_read(&known);
    int len = snprintf(text, sizeof text, "%.*s\n", SERVERS_URL_SIZE - 1, url);
    for (int i = 0, kept = 1; i < known.count && kept < SERVERS_KEPT; i++)
        if (strcmp(known.url[i], url) != 0 && ++kept)
            len += snprintf(text + len, sizeof text - (size_t)len, "%s\n", known.url[i]);
    if (save_server_path(file_name, path))
        folder_replace(path, text, (size_t)len);
}
