/*
 * oserror.c - the few errors of files that people meet.
 */
#include "text/oserror.h"

#include <errno.h>
#include <string.h>

const char *text_oserror(enum text_lang lang, int error)
{
    switch (error) {
    case ENOENT:
        return text_in(lang, "there is no such file");
    case EACCES:
    case EPERM:
        return text_in(lang, "you have no permission");
    case EISDIR:
        return text_in(lang, "it is a folder");
    case ENOTDIR:
        return text_in(lang, "a part of the path is no folder");
    case ENOSPC:
        return text_in(lang, "the disk is full");
    case EPIPE:
        return text_in(lang, "nobody reads it any more");
    case EIO:
        return text_in(lang, "the device failed");
    case ENOMEM:
        return text_in(lang, "there is not enough memory");
    case ENAMETOOLONG:
        return text_in(lang, "its name is too long");
    default:
        return strerror(error);
    }
}
