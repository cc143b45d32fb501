/*
 * ticket.c - the tokens of servers, in files of their own.
 */
#define _POSIX_C_SOURCE 200809L
#include "terminal/ticket.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "terminal/save.h"

enum { PATH_SIZE = SAVE_PATH_MAX + 400 };

/* FOLDER/servers/HOST_PORT; whatever else is in a host's name becomes a dash. */
static bool path_of(const char *host, int port, char path[PATH_SIZE])
{
    char folder[SAVE_PATH_MAX];
    if (!save_folder(folder, sizeof folder)) {
        return false;
    }
    int n = snprintf(path, PATH_SIZE, "%s/servers", folder);
    if (mkdir(path, 0700) != 0 && errno != EEXIST) {
        return false;
    }
    n += snprintf(path + n, PATH_SIZE - (size_t)n, "/%.256s_%d", host, port);
    for (char *at = path + strlen(folder) + strlen("/servers/"); *at; at++) {
        if (!isalnum((unsigned char)*at) && *at != '.' && *at != '_') {
            *at = '-';
        }
    }
    return true;
}

bool ticket_read(const char *host, int port, char *token, size_t size)
{
    char path[PATH_SIZE];
    FILE *file = path_of(host, port, path) ? fopen(path, "r") : NULL;
    if (!file) {
        return false;
    }
    bool got = fgets(token, (int)size, file) != NULL;
    fclose(file);
    if (got) {
        token[strcspn(token, "\r\n")] = '\0';
    }
    return got && token[0] != '\0';
}

/* First beside it, then in its place: never half a token. */
bool ticket_write(const char *host, int port, const char *token)
{
    char path[PATH_SIZE], other[PATH_SIZE + 32];
    if (!path_of(host, port, path)) {
        return false;
    }
    if (token[0] == '\0') {
        return unlink(path) == 0;
    }
    snprintf(other, sizeof other, "%s.%ld", path, (long)getpid());
    int fd = open(other, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) {
        return false;
    }
    size_t len = strlen(token);
    bool fine = write(fd, token, len) == (ssize_t)len && write(fd, "\n", 1) == 1;
    fine = close(fd) == 0 && fine;
    if (!fine || rename(other, path) != 0) {
        unlink(other);
        return false;
    }
    return true;
}
