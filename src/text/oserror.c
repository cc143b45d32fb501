/*
 * oserror.c - the errors of files that people meet.
 */
#include "text/oserror.h"

#include <errno.h>
#include <string.h>

static const struct {
    int error;
    const char *text;
} texts[] = {
    {ENOENT, N_("there is no such file")},
    {EEXIST, N_("it already exists")},
    {EACCES, N_("you have no permission")},
    {EPERM, N_("you have no permission")},
    {EISDIR, N_("it is a folder")},
    {ENOTDIR, N_("part of the path is not a folder")},
    {ENOSPC, N_("the disk is full")},
    {EPIPE, N_("nobody is reading it")},
    {EIO, N_("the device failed")},
    {ENOMEM, N_("there is not enough memory")},
    {ENAMETOOLONG, N_("its name is too long")},
    {EBADF, N_("it is closed")},
    {EROFS, N_("the disk is read-only")},
    {EFBIG, N_("the file would become too large")},
    {EDQUOT, N_("your share of the disk is used up")},
    {EMFILE, N_("too many files are open")},
    {ENFILE, N_("too many files are open")},
    {ELOOP, N_("its symbolic links form a loop")},
    {EINVAL, N_("wrong type of file")},
    {ENXIO, N_("there is no such device")},
    {ENODEV, N_("there is no such device")},
    {EBUSY, N_("something else is using it")},
    {ETXTBSY, N_("something else is using it")},
    {EAGAIN, N_("not ready")},
};

const char *text_oserror(enum text_lang lang, int error)
{
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (texts[i].error == error)
            return text_in(lang, texts[i].text);
    /* the system's own words are English here */
    return lang == TEXT_EN ? strerror(error) : text_in(lang, "the system refused it");
}
