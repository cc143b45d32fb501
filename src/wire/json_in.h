/*
 * json_in.h - small readers of JSON from outside: json_out.h the other way round.
 *
 * Nothing that comes in is believed: types, sizes and ranges are checked.
 * Every reader returns false after it has written the refusal, so reading an
 * object is a chain of &&. Those of a key leave *out alone where the key is
 * not given; json_in_need says that it must be.
 */
#ifndef MAZO_JSON_IN_H
#define MAZO_JSON_IN_H

#include <jansson.h>
#include "wire/json_read.h"

enum {
    JSON_IN_SHOWN = 64,    /* bytes of foreign text that a message repeats */
    JSON_IN_MANY = 1 << 20 /* more than any list has */
};

struct json_in {
    enum text_lang lang;
    const struct mazo_rules *rules; /* default rules for opening lines, or NULL */
    int revision;                   /* default revision of rules; 0: the newest, below 0: any */
    bool lenient;                   /* unknown options of a newer Mazo are ignored */
    struct wire_error *err;
};

/* Parse `len` bytes. NULL: refused. The caller ends it with json_decref. */
json_t *json_in_load(struct json_in *r, const char *text, size_t len);

/* Refuse, with a word for programs and a sentence. Always false. */
__attribute__((format(printf, 3, 4))) bool json_in_fail(struct json_in *r, const char *word,
                                                        const char *format, ...);
bool json_in_need(struct json_in *r, const json_t *object, const char *key);

bool json_in_int(struct json_in *r, const json_t *object, const char *key, int least, int most,
                 int *out);

/* For values that are checked already, or optional: the whole number at that key, or `otherwise`;
 * the text, or ""; is it true? */
int64_t json_in_number(const json_t *object, const char *key, int64_t otherwise);
const char *json_in_text(const json_t *object, const char *key);
bool json_in_flag(const json_t *object, const char *key);

bool json_in_byte(struct json_in *r, const json_t *object, const char *key, int least, int most,
                  uint8_t *out);
bool json_in_bool(struct json_in *r, const json_t *object, const char *key, bool *out);
bool json_in_string(struct json_in *r, const json_t *object, const char *key, const char **out);

/* A text of less than `size` bytes. */
bool json_in_word(struct json_in *r, const json_t *object, const char *key, char *out, size_t size);

/* A list of `least` to `most` entries, or NULL where it is not given. */
bool json_in_list(struct json_in *r, const json_t *object, const char *key, size_t least,
                  size_t most, const json_t **out);

/* The seat of a command, which it must have. A number that cannot be a seat is left
 * to the engine. */
bool json_in_seat(struct json_in *r, const json_t *object, const char *key, uint8_t *out);

/* Cards and colors; `key` is for the refusal. */
bool json_in_card_value(struct json_in *r, const json_t *value, const char *key, mazo_card *out);
bool json_in_card(struct json_in *r, const json_t *object, const char *key, mazo_card *out);
bool json_in_cards(struct json_in *r, const json_t *list, const char *key, mazo_card *out);
bool json_in_color(struct json_in *r, const json_t *object, uint8_t *out);

/* One rule card, and all under "rule_cards"; *count is how many. */
bool json_in_rule_card(struct json_in *r, const json_t *value, struct mazo_rule_card *card,
                       struct say_card_text *text);
bool json_in_rule_cards(struct json_in *r, const json_t *object, struct mazo_rule_card *cards,
                        struct say_card_text *texts, uint8_t *count);

/* "rules", "revision" and "options"; and can `seats` play by them? */
bool json_in_rules(struct json_in *r, const json_t *object, struct mazo_rules *out);
bool json_in_check_rules(struct json_in *r, const struct mazo_rules *rules, int seats);

#endif
