/*
 * test_ws.c - frames cut where a network would seldom cut them, and who holds a reader when.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "net/ws.h"

enum { LIMIT = 1000 };

/* What one connection has heard. */
struct listener {
    struct ws_reader *reader;
    struct ws_verdict verdict;
    char heard[4 * LIMIT];
    int refuses; /* with this code, whatever begins */
};

static int on_frame(void *ctx, enum ws_opcode opcode)
{
    struct listener *e = ctx;
    (void)opcode;
    return e->refuses;
}

static void note(struct listener *e, const char *mark, const char *text, size_t len)
{
    size_t at = strlen(e->heard);
    snprintf(e->heard + at, sizeof e->heard - at, "%s%.*s;", mark, (int)len, text);
}

static void on_message(void *ctx, const char *text, size_t len)
{
    assert_int_equal(text[len], '\0');
    note(ctx, "", text, len);
}

static void on_ping(void *ctx, const uint8_t *data, size_t len)
{
    note(ctx, "ping ", (const char *)data, len);
}

static const struct ws_handlers handlers = {on_frame, on_message, on_ping};

static struct ws_pool *pool_new(void)
{
    struct ws_pool *pool = ws_pool_new(WS_SERVER, &handlers, LIMIT);
    assert_non_null(pool);
    return pool;
}

/* A frame masked with zeros, so that it can be read here. */
static size_t make(uint8_t out[200], int first, const void *payload, size_t len)
{
    assert_true(len <= 125);
    out[0] = (uint8_t)first;
    out[1] = (uint8_t)(0x80 | len);
    memset(out + 2, 0, 4);
    memcpy(out + 6, payload, len);
    return 6 + len;
}

/* Send a frame in pieces of `piece` bytes. */
static void push(struct ws_pool *pool, struct listener *e, int first, const char *payload,
                 size_t len, size_t piece)
{
    uint8_t frame[200];
    size_t size = make(frame, first, payload, len);
    for (size_t at = 0; at < size && e->verdict.end == WS_GOES_ON; at += piece) {
        e->verdict = ws_push(pool, &e->reader, e, frame + at,
                             size - at < piece ? size - at : piece);
    }
}

static void say(struct ws_pool *pool, struct listener *e, int first, const char *text)
{
    push(pool, e, first, text, strlen(text), 200);
}

static void a_reader_is_held_while_something_is_unfinished(void **state)
{
    struct ws_pool *pool = pool_new();
    struct listener e = {0};
    uint8_t frame[200];
    size_t size = make(frame, 0x81, "hello", 5);
    (void)state;
    for (size_t cut = 1; cut < size; cut++) {
        ws_push(pool, &e.reader, &e, frame, cut);
        assert_non_null(e.reader);
        ws_push(pool, &e.reader, &e, frame + cut, size - cut);
        assert_null(e.reader);
    }
    say(pool, &e, 0x01, "one ");
    assert_non_null(e.reader);
    say(pool, &e, 0x89, "p"); /* a ping does not end the message around it */
    assert_non_null(e.reader);
    say(pool, &e, 0x80, "two");
    assert_null(e.reader);
    assert_non_null(strstr(e.heard, "hello;ping p;one two;"));
    ws_pool_free(pool);
}

static void pieces_of_two_do_not_mix(void **state)
{
    struct ws_pool *pool = pool_new();
    struct listener a = {0}, b = {0};
    (void)state;
    say(pool, &a, 0x01, "I am ");
    say(pool, &b, 0x81, "in between");
    say(pool, &b, 0x01, "so ");
    say(pool, &a, 0x80, "a");
    say(pool, &a, 0x81, "still");
    say(pool, &b, 0x80, "am I");
    assert_string_equal(a.heard, "I am a;still;");
    assert_string_equal(b.heard, "in between;so am I;");
    assert_true(a.verdict.end == WS_GOES_ON && b.verdict.end == WS_GOES_ON);
    ws_pool_free(pool);
}

static void farewells_byte_by_byte(void **state)
{
    static const struct {
        const char *payload;
        size_t len;
        enum ws_end end;
        int code;
    } rows[] = {
        {"", 0, WS_CLOSED, 0},
        {"\x03\xe8", 2, WS_CLOSED, 1000},
        {"\x10\xe1"
         "adi\xc3\xb3s",
         8, WS_CLOSED, 4321},
        {"\x03\xe8"
         "\xce\xba\xff",
         5, WS_FAILED, 1007},
        {"\x03\xe8"
         "ok\xc3",
         5, WS_FAILED, 1007},
        {"\x03\xe8"
         "\xed\xa0\x80",
         5, WS_FAILED, 1007},
        {"\x03", 1, WS_FAILED, 1002},
        {"\x03\xed", 2, WS_FAILED, 1002},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (size_t piece = 1; piece <= 200; piece += 199) {
            struct ws_pool *pool = pool_new();
            struct listener e = {0};
            push(pool, &e, 0x88, rows[i].payload, rows[i].len, piece);
            assert_int_equal(e.verdict.end, rows[i].end);
            assert_int_equal(e.verdict.code, rows[i].code);
            assert_null(e.reader);
            ws_pool_free(pool);
        }
    }
}

static void after_a_failure_the_next_one_has_a_clean_reader(void **state)
{
    struct ws_pool *pool = pool_new();
    struct listener bad = {0}, refused = {.refuses = 4029}, good = {0}, gone = {0};
    (void)state;
    say(pool, &bad, 0x81, "ok");
    say(pool, &bad, 0x81, "not \xff text");
    assert_int_equal(bad.verdict.code, 1007);
    say(pool, &refused, 0x81, "unheard");
    assert_int_equal(refused.verdict.code, 4029);
    assert_string_equal(refused.heard, "");
    say(pool, &gone, 0x01, "half a mess");
    ws_drop(pool, &gone.reader);
    assert_null(gone.reader);
    say(pool, &good, 0x81, "hello");
    assert_string_equal(good.heard, "hello;");
    ws_pool_free(pool);
}

static void a_client_reads_what_is_not_masked(void **state)
{
    struct ws_pool *pool = ws_pool_new(WS_CLIENT, &handlers, LIMIT);
    struct listener e = {0}, masked = {0};
    static const uint8_t frames[] = "\x89\x01p\x81\x02hi"; /* a ping, then a message */
    (void)state;
    for (size_t i = 0; i < sizeof frames - 1; i++) {
        assert_int_equal(ws_push(pool, &e.reader, &e, frames + i, 1).end, WS_GOES_ON);
        assert_int_equal(e.reader == NULL, i == 2 || i == sizeof frames - 2);
    }
    assert_string_equal(e.heard, "ping p;hi;");
    say(pool, &masked, 0x81, "hi");
    assert_int_equal(masked.verdict.end, WS_FAILED);
    assert_int_equal(masked.verdict.code, 1002);
    ws_pool_free(pool);
}

static void headers_out(void **state)
{
    static const struct {
        size_t len, header;
        uint8_t wanted[10];
    } rows[] = {
        {0, 2, {0x81, 0}},
        {125, 2, {0x81, 125}},
        {126, 4, {0x81, 126, 0, 126}},
        {65535, 4, {0x81, 126, 0xff, 0xff}},
        {65536, 10, {0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t out[WS_HEADER_MAX];
        assert_int_equal(ws_header(out, WS_TEXT, rows[i].len), rows[i].header);
        assert_memory_equal(out, rows[i].wanted, rows[i].header);
    }
}

static void long_reasons_are_cut_between_characters(void **state)
{
    uint8_t out[2 + WS_REASON_MAX];
    char reason[200];
    (void)state;
    memset(reason, 'x', sizeof reason);
    memcpy(reason + 121, "\xe2\x82\xac", 4); /* 122 and 123 would be its inside */
    assert_int_equal(ws_close_payload(out, 4001, reason), 2 + 121);
    assert_int_equal(out[0] << 8 | out[1], 4001);
    memset(reason, 'x', 150);
    reason[150] = '\0';
    assert_int_equal(ws_close_payload(out, 1000, reason), 2 + WS_REASON_MAX);
    assert_int_equal(ws_close_payload(out, 1000, ""), 2);
    assert_int_equal(ws_close_payload(out, 0, "no code, no reason"), 0);
}

/* The example of RFC 6455, 1.3. */
static void the_answer_to_a_key(void **state)
{
    (void)state;
    char out[WS_ACCEPT_SIZE];
    ws_accept_of("dGhlIHNhbXBsZSBub25jZQ==", out);
    assert_string_equal(out, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_answer_to_a_key),
        cmocka_unit_test(a_reader_is_held_while_something_is_unfinished),
        cmocka_unit_test(pieces_of_two_do_not_mix),
        cmocka_unit_test(farewells_byte_by_byte),
        cmocka_unit_test(after_a_failure_the_next_one_has_a_clean_reader),
        cmocka_unit_test(a_client_reads_what_is_not_masked),
        cmocka_unit_test(headers_out),
        cmocka_unit_test(long_reasons_are_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
