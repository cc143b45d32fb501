/*
 * http_parse.h - HTTP in pieces, by llhttp; by http_parser, its predecessor, where the system does
 * not have llhttp (Debian 12).
 *
 * Both have the same callbacks (return 0 to go on, -1 to stop) and the same names for methods and
 * statuses; whatever else differs is here.
 */
#ifndef MAZO_HTTP_PARSE_H
#define MAZO_HTTP_PARSE_H

#ifdef MAZO_LLHTTP
#include <llhttp.h>
typedef llhttp_t http_parser;
typedef llhttp_settings_t http_parser_settings;
#else
#include <http_parser.h>
#endif

#include <stdbool.h>
#include <stddef.h>

struct http_parse {
    http_parser parser; /* its `data` is the caller's */
    const http_parser_settings *settings;
};

/* Reads an HTTP_REQUEST or an HTTP_RESPONSE; `settings` must stay valid until the end. */
static inline void http_parse_init(struct http_parse *p, int type,
                                   const http_parser_settings *settings, void *data)
{
    p->settings = settings;
#ifdef MAZO_LLHTTP
    llhttp_init(&p->parser, (llhttp_type_t)type, settings);
    llhttp_set_lenient_version(&p->parser, 1); /* we decide which versions we speak */
#else
    http_parser_init(&p->parser, (enum http_parser_type)type);
#endif
    p->parser.data = data;
}

/* Returns how many of the bytes belong to the message. No bytes: the peer has closed. */
static inline size_t http_parse_read(struct http_parse *p, const char *bytes, size_t len)
{
#ifdef MAZO_LLHTTP
    llhttp_errno_t error = len > 0 ? llhttp_execute(&p->parser, bytes, len)
                                   : llhttp_finish(&p->parser);
    size_t done = error ? (size_t)(llhttp_get_error_pos(&p->parser) - bytes) : len;
#else
    size_t done = http_parser_execute(&p->parser, p->settings, bytes, len);
#endif
    return done < len ? done : len;
}

static inline bool http_parse_failed(const struct http_parse *p)
{
#ifdef MAZO_LLHTTP
    llhttp_errno_t error = llhttp_get_errno(&p->parser);
    return error != HPE_OK && error != HPE_PAUSED_UPGRADE;
#else
    return p->parser.http_errno != HPE_OK;
#endif
}

#endif
