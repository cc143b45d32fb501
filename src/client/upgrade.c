/*
 * upgrade.c - the HTTP half of the handshake, from the client's side.
 */
#include "client/upgrade.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "text/text.h"

/* A whole header has been read. */
static void take_header(struct upgrade *u)
{
    u->name[u->name_len] = u->value[u->value_len] = '\0';
    if (strcasecmp(u->name, "sec-websocket-accept") == 0)
        u->is_accepted = strcmp(u->value, u->accept) == 0;
    else if (strcasecmp(u->name, "sec-websocket-extensions") == 0 ||
             strcasecmp(u->name, "sec-websocket-protocol") == 0)
        u->is_odd = true;
    u->name_len = u->value_len = 0;
    u->in_value = false;
}

static void append(char *text, size_t size, size_t *len, const char *more, size_t more_len)
{
    size_t left = size - 1 - *len;
    size_t taken = more_len < left ? more_len : left;
    memcpy(text + *len, more, taken);
    *len += taken;
}

static int on_name(http_parser *parser, const char *at, size_t len)
{
    struct upgrade *u = parser->data;
    if (u->in_value)
        take_header(u);
    append(u->name, sizeof u->name, &u->name_len, at, len);
    return 0;
}

static int on_value(http_parser *parser, const char *at, size_t len)
{
    struct upgrade *u = parser->data;
    u->in_value = true;
    append(u->value, sizeof u->value, &u->value_len, at, len);
    return 0;
}

static int on_head(http_parser *parser)
{
    struct upgrade *u = parser->data;
    if (u->in_value)
        take_header(u);
    u->is_over = true;
    return 0;
}

static const http_parser_settings settings = {
    .on_header_field = on_name,
    .on_header_value = on_value,
    .on_headers_complete = on_head,
};

int upgrade_begin(struct upgrade *u, const struct link_address *address,
                  char buf[UPGRADE_REQUEST_MAX])
{
    unsigned char bytes[16];
    char key[WS_KEY_SIZE];
    memset(u, 0, sizeof *u);
    http_parse_init(&u->parse, HTTP_RESPONSE, &settings, u);
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(key, sizeof key, bytes, sizeof bytes, sodium_base64_VARIANT_ORIGINAL);
    ws_accept_of(key, u->accept);
    char host[LINK_URL_SIZE];
    return snprintf(buf, UPGRADE_REQUEST_MAX,
                    "GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\n"
                    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: %s\r\n\r\n",
                    address->path, link_host(address, host), key);
}

static const char *why_not(const struct upgrade *u)
{
    unsigned status = u->is_over ? u->parse.parser.status_code : 0;
    if (status == 429 || status == 503)
        return N_("the server accepts no more connections from here: try again in a moment");
    if (status == 403)
        return N_("the server does not let us in");
    if (status >= 301 && status <= 308)
        return link_moved;
    return N_("there is no Mazo server at this address");
}

enum upgrade_step upgrade_read(struct upgrade *u, const char *data, size_t len, size_t *used,
                               const char **why)
{
    const http_parser *p = &u->parse.parser;
    size_t done = http_parse_read(&u->parse, data, len);
    u->seen += done;
    bool bad = http_parse_failed(&u->parse) || u->seen > UPGRADE_HEAD_MAX;
    if (!bad && !u->is_over)
        return UPGRADE_MORE;
    if (bad || p->status_code != 101 || !p->upgrade || !u->is_accepted || u->is_odd) {
        *why = why_not(u);
        return UPGRADE_BAD;
    }
    *used = done;
    return UPGRADE_DONE;
}
