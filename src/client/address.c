/*
 * address.c - parses the addresses and links that people type or click.
 */
#include "client/link.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "text/text.h"
#include "text/screen.h"

const char link_no_host[] = N_("this host cannot be found");
const char link_moved[] = N_("it has moved to another address: use the one your browser shows");

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* The text after the scheme, whose port and TLS are noted; all of it without a scheme. NULL:
 * unknown scheme. */
static const char *behind_scheme(const char *url, struct link_address *out)
{
    static const struct {
        const char *scheme;
        int port;
    } known[] = {{"ws://", 80}, {"http://", 80}, {"wss://", 443}, {"https://", 443}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        size_t len = strlen(known[i].scheme);
        if (strncasecmp(url, known[i].scheme, len) == 0) {
            out->port = known[i].port;
            out->secure = out->port == 443;
            return url + len;
        }
    }
    out->port = LINK_PORT;
    return strstr(url, "://") ? NULL : url;
}

/* Reads the host, without the brackets of IPv6; returns what follows it, or NULL. */
static const char *read_host(const char *text, struct link_address *out)
{
    bool brackets = *text == '[';
    text += brackets;
    size_t len = brackets ? strcspn(text, "]") : strcspn(text, ":/?#");
    if (len == 0 || len >= sizeof out->host || (brackets && text[len] != ']'))
        return NULL;
    for (size_t i = 0; i < len; i++) {
        bool fine = is_letter(text[i]) || is_digit(text[i]) || text[i] == '.' || text[i] == '-' ||
                    text[i] == '_' || (brackets && (text[i] == ':' || text[i] == '%'));
        if (!fine)
            return NULL;
    }
    memcpy(out->host, text, len);
    out->host[len] = '\0';
    return text + len + brackets;
}

static const char *read_port(const char *text, struct link_address *out)
{
    if (*text != ':')
        return text;
    out->port = 0;
    for (text++; is_digit(*text); text++) {
        out->port = out->port * 10 + (*text - '0');
        if (out->port > 65535)
            return NULL;
    }
    return out->port > 0 ? text : NULL;
}

/* Reads a table code after "/t/" or "/ws/", into capitals; false: not a code. */
static bool read_code(const char *text, struct link_address *out)
{
    size_t len = strlen(text);
    if (len == 0 || len >= sizeof out->code)
        return false;
    for (size_t i = 0; i < len; i++) {
        if (!is_letter(text[i]) && !is_digit(text[i]))
            return false;
        bool small = text[i] >= 'a' && text[i] <= 'z';
        out->code[i] = (char)(small ? text[i] - 'a' + 'A' : text[i]);
    }
    out->code[len] = '\0';
    return true;
}

/* Only /ws and /ws/CODE lead to a socket; a path before that (a proxy's folder) stays. */
static bool read_path(const char *text, struct link_address *out)
{
    char path[200];
    size_t len = strcspn(text, "?#");
    if (len >= sizeof path || (len > 0 && *text != '/'))
        return false;
    for (size_t i = 0; i < len; i++)
        if (text[i] <= ' ' || text[i] > '~')
            return false;
    memcpy(path, text, len);
    path[len] = '\0';
    while (len > 0 && path[len - 1] == '/')
        path[--len] = '\0';
    char *last = strrchr(path, '/');
    if (last && strcmp(last, "/ws") == 0) {
        *last = '\0';
    } else if (last) {
        char *word = last - path >= 2 && strncmp(last - 2, "/t", 2) == 0    ? last - 2
                     : last - path >= 3 && strncmp(last - 3, "/ws", 3) == 0 ? last - 3
                                                                            : NULL;
        if (word) {
            if (!read_code(last + 1, out))
                return false;
            *word = '\0';
        }
    }
    int wanted = snprintf(out->path, sizeof out->path, "%s%s%s", path,
                          out->code[0] ? "/ws/" : "/ws", out->code);
    return (size_t)wanted < sizeof out->path;
}

bool link_parse(const char *url, struct link_address *out, const char **why)
{
    const char *no_why;
    why = why ? why : &no_why;
    memset(out, 0, sizeof *out);
    *why = N_("not the address of a server: write HOST:PORT or http://HOST:PORT");
    const char *rest = behind_scheme(url, out);
    rest = rest ? read_host(rest, out) : NULL;
    rest = rest ? read_port(rest, out) : NULL;
    out->secure = out->secure || (!strstr(url, "://") && out->port == 443);
    return rest && read_path(rest, out);
}

char *link_host(const struct link_address *address, char buf[LINK_URL_SIZE])
{
    bool brackets = strchr(address->host, ':') != NULL;
    int len = snprintf(buf, LINK_URL_SIZE, "%s%s%s", brackets ? "[" : "", address->host,
                       brackets ? "]" : "");
    if (address->port != (address->secure ? 443 : 80))
        snprintf(buf + len, LINK_URL_SIZE - (size_t)len, ":%d", address->port);
    return buf;
}

char *link_url(const struct link_address *address, char buf[LINK_URL_SIZE])
{
    int len = snprintf(buf, LINK_URL_SIZE, "%s://", address->secure ? "https" : "http");
    char host[LINK_URL_SIZE];
    snprintf(buf + len, LINK_URL_SIZE - (size_t)len, "%s", link_host(address, host));
    return buf;
}

bool link_follow(struct link_address *address, const char *why)
{
    if (strcmp(why, link_moved) != 0 || address->secure || address->port != 80)
        return false;
    address->secure = true;
    address->port = 443;
    return true;
}

/* ---- reasons ---- */

const char *link_error(int error)
{
    switch (error) {
    case UV_ECONNREFUSED:
        return N_("connection refused");
    case UV_ETIMEDOUT:
        return N_("connection timed out");
    case UV_EHOSTUNREACH:
    case UV_ENETUNREACH:
        return N_("this network has no route to it");
    case UV_ECONNRESET:
        return N_("the connection broke");
    case UV_EAI_AGAIN:
    case UV_EAI_FAIL:
    case UV_EAI_NODATA:
    case UV_EAI_NONAME:
        return link_no_host;
    default:
        return uv_strerror(error);
    }
}

const char *link_detail(const char *key, const char *detail)
{
    static _Thread_local char why[LINK_WHY_SIZE];
    char shown[LINK_WHY_SIZE / 2];
    snprintf(why, sizeof why, "%s\n%s", key, screen_clean(detail, shown, sizeof shown));
    return why;
}

char *link_reason(const char *why, enum text_lang lang, char *buf, size_t size)
{
    char key[LINK_WHY_SIZE];
    size_t len = strcspn(why, "\n");
    if (why[len]) {
        snprintf(key, sizeof key, "%.*s", (int)len, why);
        snprintf(buf, size, text_in(lang, key), why + len + 1);
    } else {
        snprintf(buf, size, "%s", text_in(lang, why));
    }
    return buf;
}

char *link_explain(const struct link_address *address, const char *why, enum text_lang lang,
                   char *buf, size_t size)
{
    bool brackets = strchr(address->host, ':') != NULL;
    char reason[LINK_WHY_SIZE];
    if (strcmp(why, link_no_host) == 0) {
        snprintf(buf, size, text_in(lang, "cannot find host \"%s\""), address->host);
    } else {
        snprintf(buf, size, text_in(lang, "cannot reach %s%s%s:%d: %s"), brackets ? "[" : "",
                 address->host, brackets ? "]" : "", address->port,
                 link_reason(why, lang, reason, sizeof reason));
    }
    return buf;
}
