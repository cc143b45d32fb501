/*
 * ticket.c - the tokens of servers, in files of their own.
 */
#include "session/ticket.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "session/folder.h"

/* FOLDER/servers/HOST_PORT; whatever else is in a host's name becomes a dash. */
static bool path_of(const char *host, int port, char path[TICKET_PATH_MAX])
{
    char name[280];
    snprintf(name, sizeof name, "%.256s_%d", host, port);
    for (char *at = name; *at; at++)
        if (!isalnum((unsigned char)*at) && *at != '.' && *at != '_')
            *at = '-';
    return save_server_path(name, path);
}

/* The system unlocks it when the program ends, however it ends. False: another terminal has it. */
static bool lock(struct ticket *t)
{
    char path[TICKET_PATH_MAX + 8];
    snprintf(path, sizeof path, "%s.lock", t->path);
    t->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (t->lock < 0 || flock(t->lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return true;
    ticket_give_back(t);
    return false;
}

static void read_token(const char *path, char *token, size_t size)
{
    FILE *file = fopen(path, "r");
    if (file && fgets(token, (int)size, file))
        token[strcspn(token, "\r\n")] = '\0';
    if (file)
        fclose(file);
}

void ticket_read(const char *host, int port, char *token, size_t size)
{
    char path[TICKET_PATH_MAX];
    token[0] = '\0';
    if (path_of(host, port, path))
        read_token(path, token, size);
}

void ticket_take(struct ticket *t, const char *host, int port, char *token, size_t size)
{
    *t = (struct ticket){.number = 1, .lock = -1};
    token[0] = '\0';
    if (!path_of(host, port, t->path)) {
        t->path[0] = '\0';
        return;
    }
    size_t len = strlen(t->path);
    while (!lock(t) && t->number < TICKETS_MAX)
        snprintf(t->path + len, sizeof t->path - len, ".%d", ++t->number);
    read_token(t->path, token, size);
}

void ticket_give_back(struct ticket *t)
{
    if (t->lock >= 0) {
        close(t->lock);
        t->lock = -1;
    }
}

/* The token goes to PATH.kept, the last one first. */
static bool set_aside(const struct ticket *t, const char *token)
{
    char path[TICKET_PATH_MAX + 8], line[TICKET_LINE_MAX];
    char text[TICKETS_KEPT * TICKET_LINE_MAX];
    size_t len = (size_t)snprintf(text, sizeof text, "%s\n", token);
    snprintf(path, sizeof path, "%s.kept", t->path);
    FILE *file = fopen(path, "r");
    for (int i = 1; file && i < TICKETS_KEPT && fgets(line, sizeof line, file); i++) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(line, token) != 0)
            len += (size_t)snprintf(text + len, sizeof text - len, "%s\n", line);
    }
    if (file)
        fclose(file);
    return folder_replace(path, text, len);
}

bool ticket_write(const struct ticket *t, const char *token)
{
    char before[TICKET_LINE_MAX - 1] = "", line[TICKET_LINE_MAX];
    if (!t->path[0])
        return false;
    read_token(t->path, before, sizeof before);
    if (before[0] && strcmp(before, token) != 0 && !set_aside(t, before))
        return false;
    int len = snprintf(line, sizeof line, "%s\n", token);
    return len < TICKET_LINE_MAX && folder_replace(t->path, line, (size_t)len);
}
