/*
 * oserror.c - the errors of files that people meet.
 */
#include "text/oserror.h"

#include <errno.h>
#include <string.h>

const char *text_oserror(enum text_lang lang, int error)
{
    switch (error) {
    case ENOENT:
        return text_in(lang, "there is no such file");
    case EEXIST:
        return text_in(lang, "it already exists");
    case EACCES:
    case EPERM:
        return text_in(lang, "you have no permission");
    case EISDIR:
        return text_in(lang, "it is a folder");
    case ENOTDIR:
        return text_in(lang, "part of the path is not a folder");
    case ENOSPC:
        return text_in(lang, "the disk is full");
    case EPIPE:
        return text_in(lang, "nobody is reading it");
    case EIO:
        return text_in(lang, "the device failed");
    case ENOMEM:
        return text_in(lang, "there is not enough memory");
    case ENAMETOOLONG:
        return text_in(lang, "its name is too long");
    case EBADF:
        return text_in(lang, "it is closed");
    case EROFS:
        return text_in(lang, "the disk is read-only");
    case EFBIG:
        return text_in(lang, "the file would become too large");
    case EDQUOT:
        return text_in(lang, "your share of the disk is used up");
    case EMFILE:
    case ENFILE:
        return text_in(lang, "too many files are open");
    case ELOOP:
        return text_in(lang, "its symbolic links form a loop");
    case EINVAL:
        return text_in(lang, "it cannot be used for this");
    case ENXIO:
    case ENODEV:
        return text_in(lang, "there is no such device");
    case EBUSY:
    case ETXTBSY:
        return text_in(lang, "something else is using it");
    case EAGAIN:
        return text_in(lang, "it is not ready now");
    default: /* the system's own words are English here */
        return lang == TEXT_EN ? strerror(error) : text_in(lang, "the system refused it");
    }
}
