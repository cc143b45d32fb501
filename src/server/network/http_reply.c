/*
 * http_reply.c - the head of a reply, and who may ask from where.
 */
#include "server/network/http.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- the head ---- */

/* Everything our pages need comes from here; a script that got in from elsewhere can
 * neither run nor talk to anybody. wasm-unsafe-eval lets the rules engine run. */
static const char policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; media-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "connect-src 'self'";

static const char guards[] =
    "X-Content-Type-Options: nosniff\r\n"
    "X-Frame-Options: DENY\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()\r\n";

/* Not strftime: its names follow the language of the terminal. */
static void write_date(char out[40], time_t now)
{
    static const char days[][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char months[][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    struct tm t;
    gmtime_r(&now, &t);
    snprintf(out, 40, "%s, %02u %s %04u %02u:%02u:%02u GMT", days[t.tm_wday % 7],
             (unsigned)t.tm_mday % 100, months[t.tm_mon % 12], (unsigned)(t.tm_year + 1900) % 10000,
             (unsigned)t.tm_hour % 100, (unsigned)t.tm_min % 100, (unsigned)t.tm_sec % 100);
}

/* If-None-Match: "*" or a list of tags, each perhaps weak. */
static bool names_tag(const char *list, const char *tag)
{
    size_t len = strlen(tag);
    if (strcmp(list, "*") == 0)
        return true;
    for (const char *at = list; (at = strstr(at, tag)); at += len)
        if (at == list || strchr(" ,/", at[-1]))
            return true;
    return false;
}

static void settle(const struct http_request *q, struct net_reply *reply)
{
    if (reply->status == 0)
        reply->status = HTTP_STATUS_NOT_FOUND;
    if (reply->status == HTTP_STATUS_OK && reply->etag && q && *q->if_none_match &&
        names_tag(q->if_none_match, reply->etag)) {
        reply->status = HTTP_STATUS_NOT_MODIFIED;
        reply->len = 0;
    }
}

/* Lines are added to what is there; a length over the size means that the text was cut. */
struct lines {
    char *out;
    size_t len;
};

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
add(struct lines *l, const char *format, ...);

static void add(struct lines *l, const char *format, ...)
{
    va_list args;
    size_t left = l->len < HTTP_REPLY_HEAD_MAX ? HTTP_REPLY_HEAD_MAX - l->len : 0;
    va_start(args, format);
    int len = vsnprintf(left ? l->out + l->len : NULL, left, format, args);
    va_end(args);
    l->len += (size_t)len;
}

static void add_content(struct lines *l, const struct net_reply *reply)
{
    if (reply->etag)
        add(l, "ETag: %s\r\n", reply->etag);
    if (reply->cache)
        add(l, "Cache-Control: %s\r\nVary: Accept-Encoding\r\n", reply->cache);
    else
        add(l, "Cache-Control: no-store\r\n");
    if (reply->status == HTTP_STATUS_NOT_MODIFIED)
        return;
    if (reply->type)
        add(l, "Content-Type: %s\r\n", reply->type);
    if (reply->gzip)
        add(l, "Content-Encoding: gzip\r\n");
    add(l, "Content-Length: %zu\r\n", reply->len);
}

/* Older browsers take 'self' for http only, so the WebSocket is named. */
static void add_policy(struct lines *l, const struct http_request *q)
{
    if (q && *q->host)
        add(l, "Content-Security-Policy: %s ws://%s wss://%s\r\n", policy, q->host, q->host);
    else
        add(l, "Content-Security-Policy: %s\r\n", policy);
}

const char *http_phrase(int status)
{
    static const struct {
        int status;
        const char *phrase;
    } phrases[] = {
        {HTTP_STATUS_OK, "OK"},
        {HTTP_STATUS_NOT_MODIFIED, "Not Modified"},
        {HTTP_STATUS_BAD_REQUEST, "Bad Request"},
        {HTTP_STATUS_FORBIDDEN, "Forbidden"},
        {HTTP_STATUS_NOT_FOUND, "Not Found"},
        {HTTP_STATUS_METHOD_NOT_ALLOWED, "Method Not Allowed"},
        {HTTP_STATUS_REQUEST_TIMEOUT, "Request Timeout"},
        {HTTP_STATUS_PAYLOAD_TOO_LARGE, "Payload Too Large"},
        {HTTP_STATUS_UPGRADE_REQUIRED, "Upgrade Required"},
        {HTTP_STATUS_TOO_MANY_REQUESTS, "Too Many Requests"},
        {HTTP_STATUS_REQUEST_HEADER_FIELDS_TOO_LARGE, "Request Header Fields Too Large"},
        {HTTP_STATUS_SERVICE_UNAVAILABLE, "Service Unavailable"},
        {HTTP_STATUS_HTTP_VERSION_NOT_SUPPORTED, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
        if (phrases[i].status == status)
            return phrases[i].phrase;
    return "";
}

size_t http_reply_head(char out[HTTP_REPLY_HEAD_MAX], const struct http_request *q,
                       struct net_reply *reply, bool keep_alive, time_t now)
{
    struct lines l = {.out = out};
    char date[40];
    settle(q, reply);
    write_date(date, now);
    add(&l, "HTTP/1.1 %d %s\r\nDate: %s\r\n", reply->status, http_phrase(reply->status), date);
    add_content(&l, reply);
    add(&l, "%s", guards);
    add_policy(&l, q);
    add(&l, "%sConnection: %s\r\n\r\n", reply->more ? reply->more : "",
        keep_alive ? "keep-alive" : "close");
    return l.len < HTTP_REPLY_HEAD_MAX ? l.len : 0;
}

/* ---- origins and hosts ---- */

/* The length of a host without the port that its scheme implies. */
static size_t length_without_port(const char *host, const char *port)
{
    size_t len = strlen(host);
    size_t tail = strlen(port);
    return len > tail && strcmp(host + len - tail, port) == 0 ? len - tail : len;
}

static bool is_own(const char *origin, const char *host)
{
    static const struct {
        const char *scheme, *port;
    } schemes[] = {{"http://", ":80"}, {"https://", ":443"}};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        size_t prefix = strlen(schemes[i].scheme);
        if (strncasecmp(origin, schemes[i].scheme, prefix) == 0) {
            const char *theirs = origin + prefix;
            size_t len = length_without_port(theirs, schemes[i].port);
            return len > 0 && len == length_without_port(host, schemes[i].port) &&
                   strncasecmp(theirs, host, len) == 0;
        }
    }
    return false;
}

bool http_origin_is_fine(const char *origin, const char *host, const char *const *allowed)
{
    if (!*origin || is_own(origin, host))
        return true;
    for (; allowed && *allowed; allowed++)
        if (strcmp(*allowed, "*") == 0 || strcasecmp(*allowed, origin) == 0)
            return true;
    return false;
}

bool http_host_is_local(const char *host)
{
    static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t len = strlen(names[i]);
        if (strncasecmp(host, names[i], len) == 0 && (host[len] == '\0' || host[len] == ':'))
            return true;
    }
    return false;
}
