/*
 * folder.c - folders by the XDG rules; a file is replaced by renaming.
 */
#include "session/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 2048 };

bool folder_find(const char *variable, const char *below, char *buf, size_t size)
{
    const char *named = getenv(variable), *home = getenv("HOME");
    int length;
    if (named && named[0] == '/') {
        length = snprintf(buf, size, "%s/mazo", named);
    } else if (home && home[0] == '/') {
        length = snprintf(buf, size, "%s/%s/mazo", home, below);
    } else {
        errno = ENOENT;
        return false;
    }
    if (length >= 0 && (size_t)length < size)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

bool folder_make(char *path)
{
    for (char *at = path + 1; *at; at++) {
        if (*at == '/') {
            *at = '\0';
            mkdir(path, 0700); /* an error shows at the last folder */
            *at = '/';
        }
    }
    struct stat is;
    if (mkdir(path, 0700) == 0 || (stat(path, &is) == 0 && S_ISDIR(is.st_mode)))
        return true;
    errno = errno == EEXIST ? ENOTDIR : errno;
    return false;
}

/* Its name has no number at its end: PATH.2 is the ticket of a second terminal. */
bool folder_replace(const char *path, const char *text, size_t len)
{
    char fresh[PATH_SIZE];
    if (snprintf(fresh, sizeof fresh, "%s.new.XXXXXX", path) >= (int)sizeof fresh) {
        errno = ENAMETOOLONG;
        return false;
    }
    int fd = mkostemp(fresh, O_CLOEXEC); /* readable by nobody else */
    if (fd < 0)
        return false;
    bool fine = write(fd, text, len) == (ssize_t)len;
    fine = close(fd) == 0 && fine;
    if (fine && rename(fresh, path) == 0)
        return true;
    int error = errno;
    unlink(fresh);
    errno = error;
    return false;
}
