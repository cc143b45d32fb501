/*
 * http.c - any bytes as HTTP requests, in pieces of any size.
 *
 * The first byte says how the rest is cut. However it is cut, the same requests are found; what
 * is let through is as http.h promises, and nothing of it gets into our own headers.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "server/network/http.h"
#include "text/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool fine)
{
    if (!fine)
        abort();
}

static bool is_utf8(const char *text)
{
    while (*text) {
        int len = utf8_length(text, strlen(text));
        if (len == 0)
            return false;
        text += len;
    }
    return true;
}

static size_t count(const char *text, const char *what)
{
    size_t found = 0;
    for (; (text = strstr(text, what)); text += strlen(what))
        found++;
    return found;
}

/* Date, Cache-Control, Content-Length, seven guards, Connection, the status and the end. */
static void check_reply(const struct http_request *q)
{
    char head[HTTP_REPLY_HEAD_MAX];
    struct net_reply reply = {.status = 200};
    size_t len = http_reply_head(head, q, &reply, q->keep_alive, 0);
    must(len > 0 && len == strlen(head));
    must(count(head, "\r\n") == 13 && count(head, "\n") == 13 && count(head, "\r") == 13);
    must(count(head, "\r\n\r\n") == 1 && strcmp(head + len - 4, "\r\n\r\n") == 0);
}

static void check(const struct http_request *q)
{
    must(strcmp(q->method, "GET") == 0 || strcmp(q->method, "HEAD") == 0);
    must(q->path[0] == '/' && is_utf8(q->path) && !strstr(q->path, "/../") &&
         !strchr(q->path, '\\'));
    must(strlen(q->path) < 3 || strcmp(q->path + strlen(q->path) - 3, "/..") != 0);
    must(!strpbrk(q->path, "\r\n\t") && !strpbrk(q->query, "\r\n \t") &&
         !strpbrk(q->host, "\r\n \t;'\""));
    must(!strpbrk(q->origin, "\r\n") && !strpbrk(q->forwarded, "\r\n,") &&
         !strpbrk(q->key, "\r\n"));
    http_origin_is_fine(q->origin, q->host, NULL);
    http_host_is_local(q->host);
    check_reply(q);
}

/* One sum over all that was found. */
static uint64_t read_all(const uint8_t *data, size_t size, size_t piece)
{
    static struct http_in in;
    uint64_t sum = 0;
    http_init(&in);
    for (size_t at = 0; at < size;) {
        size_t some = size - at < piece ? size - at : piece;
        size_t eaten;
        int status = http_push(&in, (const char *)data + at, some, &eaten);
        must(eaten <= some);
        at += eaten;
        if (status == HTTP_MORE) {
            must(eaten == some);
            continue;
        }
        sum = sum * 1000003 + (uint64_t)status;
        if (status != HTTP_WHOLE)
            return sum;
        check(&in.request);
        sum = sum * 1000003 + at + strlen(in.request.path) * 31 + strlen(in.request.query) * 7 +
              (in.request.websocket ? 3 : 0) + (in.request.keep_alive ? 1 : 0);
        http_init(&in);
    }
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 0) {
        uint64_t whole = read_all(data + 1, size - 1, size);
        must(read_all(data + 1, size - 1, 1u + data[0]) == whole);
        must(read_all(data + 1, size - 1, 1) == whole);
    }
    return 0;
}
