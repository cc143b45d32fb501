/*
 * http.c - request heads: what they may contain, and what we need to know of them.
 */
#include "server/network/http.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "text/utf8.h"

/* ---- lists in headers ---- */

static const char *skip_blanks(const char *at) { return at + strspn(at, " \t"); }

/* Is `token` the name of the list's element at `at`, before any parameter? */
static bool starts_with_token(const char *at, const char *token)
{
    size_t len = strlen(token);
    return strncasecmp(at, token, len) == 0 && strchr(" \t,;", at[len]) != NULL;
}

/* The element of a comma-separated list, or NULL. */
static const char *find_token(const char *list, const char *token)
{
    while (list) {
        list = skip_blanks(list);
        if (starts_with_token(list, token))
            return list;
        list = strchr(list, ',');
        list = list ? list + 1 : NULL;
    }
    return NULL;
}

/* Not refused by "gzip;q=0". */
static bool takes(const char *list, const char *coding)
{
    const char *at = find_token(list, coding);
    if (!at)
        return false;
    size_t len = strcspn(at, ",");
    const char *weight = memchr(at, ';', len);
    if (!weight)
        return true;
    weight = skip_blanks(weight + 1);
    if (strncasecmp(weight, "q=", 2) != 0)
        return true;
    return weight[2 + strspn(weight + 2, "0.")] >= '1' &&
           weight[2 + strspn(weight + 2, "0.")] <= '9';
}

/* ---- headers ---- */

/* A header that may appear only once. */
static bool once(const char **slot, const char *value)
{
    bool first = **slot == '\0';
    *slot = value;
    return first;
}

static bool take_host(struct http_in *h, char *value)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_:[]";
    size_t len = strlen(value);
    return len > 0 && len < 256 && strspn(value, allowed) == len && once(&h->request.host, value);
}

static bool take_connection(struct http_in *h, char *value)
{
    h->says_close |= find_token(value, "close") != NULL;
    h->says_keep |= find_token(value, "keep-alive") != NULL;
    h->upgrade |= find_token(value, "upgrade") != NULL;
    return true;
}

static bool take_upgrade(struct http_in *h, char *value)
{
    h->request.websocket |= find_token(value, "websocket") != NULL;
    return true;
}

static bool take_protocol(struct http_in *h, char *value)
{
    h->request.speaks_us |= find_token(value, "mazo.v1") != NULL;
    return true;
}

static bool take_encoding(struct http_in *h, char *value)
{
    h->request.takes_gzip |= takes(value, "gzip");
    return true;
}

static bool take_length(struct http_in *h, char *value)
{
    h->has_body |= strspn(value, "0") != strlen(value);
    return *value != '\0';
}

/* Chunked bodies are refused: a proxy might disagree about their length. */
static bool take_transfer(struct http_in *h, char *value)
{
    (void)h;
    (void)value;
    return false;
}

/* Our own proxy adds the last address of the last line; the client may have forged all others. */
static bool take_forwarded_for(struct http_in *h, char *value)
{
    const char *comma = strrchr(value, ',');
    h->request.forwarded = skip_blanks(comma ? comma + 1 : value);
    h->request.proxied = true;
    return true;
}

static bool take_mark(struct http_in *h, char *value)
{
    (void)value;
    h->request.proxied = true;
    return true;
}

static bool take_scheme(struct http_in *h, char *value)
{
    h->request.secure = strcasecmp(value, "https") == 0;
    return take_mark(h, value);
}

static bool take_key(struct http_in *h, char *value) { return once(&h->request.key, value); }

static bool take_version(struct http_in *h, char *value)
{
    return once(&h->request.version, value);
}

static bool take_origin(struct http_in *h, char *value) { return once(&h->request.origin, value); }

static bool take_code(struct http_in *h, char *value) { return once(&h->request.code, value); }

static bool take_tags(struct http_in *h, char *value)
{
    h->request.if_none_match = value;
    return true;
}

static bool take_language(struct http_in *h, char *value)
{
    h->request.language = value;
    return true;
}

static const struct header {
    const char *name;
    bool (*take)(struct http_in *h, char *value); /* false: the request is refused */
} headers[] = {
    {"accept-encoding", take_encoding},
    {"accept-language", take_language},
    {"connection", take_connection},
    {"content-length", take_length},
    {"forwarded", take_mark},
    {"host", take_host},
    {"if-none-match", take_tags},
    {"origin", take_origin},
    {"sec-websocket-key", take_key},
    {"sec-websocket-protocol", take_protocol},
    {"sec-websocket-version", take_version},
    {"transfer-encoding", take_transfer},
    {"upgrade", take_upgrade},
    {"via", take_mark},
    {"x-code", take_code},
    {"x-forwarded-for", take_forwarded_for},
    {"x-forwarded-proto", take_scheme},
};

static bool is_token(const char *name)
{
    for (const char *at = name; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("!#$%&'*+-.^_`|~", *at))
            return false;
    return *name != '\0';
}

/* A header is complete. It becomes two strings in place: the parser is past it. An empty value may
 * be reported anywhere, even where the next header begins; it ends where its name does. */
static void finish_header(struct http_in *h)
{
    if (h->name_len == 0)
        return;
    char *name = h->buffer + h->name;
    size_t len = h->in_value ? h->value_len : 0;
    char *value = len > 0 ? h->buffer + h->value : name + h->name_len;
    while (len > 0 && (value[len - 1] == ' ' || value[len - 1] == '\t'))
        len--;
    name[h->name_len] = '\0';
    value[len] = '\0';
    h->name_len = 0;
    if (!is_token(name) || strpbrk(value, "\r\n")) { /* odd, or folded over lines */
        h->spoilt = true;
        return;
    }
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (strcasecmp(headers[i].name, name) == 0)
            h->spoilt |= !headers[i].take(h, value);
}

/* ---- what the parser finds ---- */

/* The parser may report a token in pieces, but they are adjacent in the buffer. */
static void extend(struct http_in *h, size_t *start, size_t *len, const char *at, size_t more)
{
    if (*len == 0)
        *start = (size_t)(at - h->buffer);
    *len = (size_t)(at - h->buffer) + more - *start;
}

static int on_url(http_parser *p, const char *at, size_t len)
{
    struct http_in *h = p->data;
    extend(h, &h->url, &h->url_len, at, len);
    return 0;
}

static int on_name(http_parser *p, const char *at, size_t len)
{
    struct http_in *h = p->data;
    if (h->in_value) {
        finish_header(h);
        h->in_value = false;
    }
    extend(h, &h->name, &h->name_len, at, len);
    return h->spoilt ? -1 : 0;
}

static int on_value(http_parser *p, const char *at, size_t len)
{
    struct http_in *h = p->data;
    if (!h->in_value) {
        h->in_value = true;
        h->value = (size_t)(at - h->buffer);
        h->value_len = 0;
    }
    h->value_len = (size_t)(at - h->buffer) + len - h->value;
    return 0;
}

static int on_headers_complete(http_parser *p)
{
    struct http_in *h = p->data;
    finish_header(h);
    h->whole = true;
    return 2; /* no body, whatever the headers say: if there is one, we refuse it */
}

static const http_parser_settings settings = {
    .on_url = on_url,
    .on_header_field = on_name,
    .on_header_value = on_value,
    .on_headers_complete = on_headers_complete,
};

/* ---- the path ---- */

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Percent signs are decoded in place. */
static bool decode(char *path)
{
    char *to = path;
    for (const char *from = path; *from; from++) {
        int c = (unsigned char)*from;
        if (c == '%') {
            int high = hex_digit(from[1]);
            int low = high < 0 ? -1 : hex_digit(from[2]);
            if (low < 0)
                return false;
            c = high * 16 + low;
            from += 2;
        }
        if (c < ' ' || c == 0x7f)
            return false;
        *to++ = (char)c;
    }
    *to = '\0';
    return true;
}

/* Valid UTF-8 that cannot leave the tree: no "." or ".." between slashes, no backslash. */
static bool is_plain_path(const char *path)
{
    if (*path != '/' || strchr(path, '\\'))
        return false;
    for (const char *at = path; *at == '/';) {
        size_t len = strcspn(++at, "/");
        if ((len == 1 && at[0] == '.') || (len == 2 && at[0] == '.' && at[1] == '.'))
            return false;
        at += len;
    }
    return utf8_is_valid(path, strlen(path));
}

/* Where the path begins: proxies may write "http://host/path" before it. */
static char *path_of(char *target)
{
    size_t scheme = strncasecmp(target, "http://", 7) == 0    ? 7
                    : strncasecmp(target, "https://", 8) == 0 ? 8
                                                              : 0;
    size_t host = strcspn(target + scheme, "/?");
    return scheme > 0 && host > 0 ? target + scheme + host : target;
}

/* Path and query become two strings in place of the target, which ends in a blank. */
static bool split_target(struct http_in *h)
{
    char *url = h->buffer + h->url;
    for (size_t i = 0; i < h->url_len; i++) /* parsers are not strict here */
        if (url[i] <= ' ' || url[i] > '~' || url[i] == '#')
            return false;
    if (strncmp(url + h->url_len, " HTTP/", 6) != 0) /* http_parser takes HTXP, too */
        return false;
    url[h->url_len] = '\0';
    char *path = path_of(url);
    char *query = strchr(path, '?');
    if (query) {
        *query = '\0';
        h->request.query = query + 1;
    }
    h->request.path = path;
    return decode(path) && is_plain_path(path);
}

/* ---- the whole ---- */

/* Lines must end in CR LF and have no control characters: otherwise a proxy could see other headers
 * than we do. Parsers let some of this pass. */
static bool is_plain(struct http_in *h, const char *data, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)data[i];
        if ((c == '\n') != (h->last == '\r') || c == 0x7f ||
            (c < ' ' && c != '\t' && c != '\r' && c != '\n'))
            return false;
        h->last = data[i];
    }
    return true;
}

static int judge(struct http_in *h)
{
    const http_parser *p = &h->parse.parser;
    struct http_request *q = &h->request;
    if (h->spoilt)
        return HTTP_STATUS_BAD_REQUEST;
    if (p->http_major != 1 || p->http_minor > 1)
        return HTTP_STATUS_HTTP_VERSION_NOT_SUPPORTED;
    if (p->method != HTTP_GET && p->method != HTTP_HEAD)
        return HTTP_STATUS_METHOD_NOT_ALLOWED;
    if (h->has_body)
        return HTTP_STATUS_PAYLOAD_TOO_LARGE;
    if ((p->http_minor == 1 && !*q->host) || !split_target(h))
        return HTTP_STATUS_BAD_REQUEST;
    q->method = p->method == HTTP_GET ? "GET" : "HEAD";
    q->keep_alive = !h->says_close && (p->http_minor == 1 || h->says_keep);
    q->websocket = q->websocket && h->upgrade && p->http_minor == 1;
    return HTTP_WHOLE;
}

void http_init(struct http_in *h)
{
    memset(h, 0, offsetof(struct http_in, buffer));
    http_parse_init(&h->parse, HTTP_REQUEST, &settings, h);
    h->request = (struct http_request){
        .method = "",
        .path = "",
        .query = "",
        .host = "",
        .origin = "",
        .if_none_match = "",
        .language = "",
        .key = "",
        .version = "",
        .forwarded = "",
        .code = "",
    };
}

int http_push(struct http_in *h, const char *data, size_t len, size_t *eaten)
{
    size_t room = NET_HEAD_MAX - h->used;
    size_t some = len < room ? len : room;
    char *at = h->buffer + h->used;
    memcpy(at, data, some);
    *eaten = http_parse_read(&h->parse, at, some);
    h->used += *eaten;
    h->buffer[h->used] = '\0';
    h->spoilt |= !is_plain(h, data, *eaten);
    if (h->whole)
        return judge(h);
    if (h->spoilt || http_parse_failed(&h->parse))
        return HTTP_STATUS_BAD_REQUEST;
    return h->used < NET_HEAD_MAX ? HTTP_MORE : HTTP_STATUS_REQUEST_HEADER_FIELDS_TOO_LARGE;
}
