/*
 * pages.h - files inside the program, made by tools/embed.py.
 */
#ifndef MAZO_SERVER_PAGES_H
#define MAZO_SERVER_PAGES_H

#include <stdbool.h>
#include <stddef.h>

struct page {
    const char *path; /* "/index.html" */
    const char *type;
    const char *etag;
    bool lasts; /* never changes: a new version has a new name */
    const unsigned char *body;
    size_t len;
    const unsigned char *gzip; /* only where it is shorter */
    size_t gzip_len;
};

extern const struct page pages[];
extern const int page_count;
extern const bool pages_have_client; /* the browser game, or only a page that says there is none */

#endif
