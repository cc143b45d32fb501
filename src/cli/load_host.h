/*
 * load_host.h - what a server on this machine uses, from /proc.
 */
#ifndef MAZO_LOAD_HOST_H
#define MAZO_LOAD_HOST_H

#include <stdbool.h>
#include <stdint.h>

struct load_use {
    uint64_t rss; /* bytes */
    double cpu_s; /* used so far, ... */
    double at_s;  /* ... at this time */
};

/* Of a process (0: this one). False: it cannot be read. */
bool load_use_of(int pid, struct load_use *out);

/* Let this process have `count` open files. Returns the limit actually set, which may be lower. */
uint64_t load_raise_files(uint64_t count);

/* 127.0.0.0/8, ::1 or localhost? */
bool load_is_here(const char *host);

#endif
