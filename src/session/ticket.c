/*
 * ticket.c - the tokens of servers, in files of their own.
 */
#define _DEFAULT_SOURCE /* flock */
#include "session/ticket.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* FOLDER/servers/HOST_PORT; whatever else is in a host's name becomes a dash. */
static bool path_of(const char *host, int port, char path[TICKET_PATH_MAX])
{
    char folder[SAVE_PATH_MAX];
    if (!save_folder(folder, sizeof folder)) {
        return false;
    }
    int n = snprintf(path, TICKET_PATH_MAX, "%s/servers", folder);
    if (mkdir(path, 0700) != 0 && errno != EEXIST) {
        return false;
    }
    n += snprintf(path + n, TICKET_PATH_MAX - (size_t)n, "/%.256s_%d", host, port);
    for (char *at = path + strlen(folder) + strlen("/servers/"); *at; at++) {
        if (!isalnum((unsigned char)*at) && *at != '.' && *at != '_') {
            *at = '-';
        }
    }
    return true;
}

/* The system unlocks it when the program ends, however it ends. False: another terminal has it. */
static bool lock(struct ticket *t)
{
    char path[TICKET_PATH_MAX + 8];
    snprintf(path, sizeof path, "%s.lock", t->path);
    t->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (t->lock < 0 || flock(t->lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) {
        return true;
    }
    ticket_give_back(t);
    return false;
}

static void read_token(const char *path, char *token, size_t size)
{
    FILE *file = fopen(path, "r");
    if (file && fgets(token, (int)size, file)) {
        token[strcspn(token, "\r\n")] = '\0';
    }
    if (file) {
        fclose(file);
    }
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
    while (!lock(t) && t->number < TICKETS_MAX) {
        snprintf(t->path + len, sizeof t->path - len, ".%d", ++t->number);
    }
    read_token(t->path, token, size);
}

void ticket_give_back(struct ticket *t)
{
    if (t->lock >= 0) {
        close(t->lock);
        t->lock = -1;
    }
}

/* First beside it, then in its place: never half a token. */
bool ticket_write(const struct ticket *t, const char *token)
{
    char other[TICKET_PATH_MAX + 32];
    if (!t->path[0]) {
        return false;
    }
    snprintf(other, sizeof other, "%s.%ld", t->path, (long)getpid());
    int fd = open(other, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) {
        return false;
    }
    size_t len = strlen(token);
    bool fine = write(fd, token, len) == (ssize_t)len && write(fd, "\n", 1) == 1;
    fine = close(fd) == 0 && fine;
    if (!fine || rename(other, t->path) != 0) {
        unlink(other);
        return false;
    }
    return true;
}
