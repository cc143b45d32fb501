/*
 * json_write.h - commands, events, states and views as JSON.
 *
 * The same keys as in docs/notation.md. A state knows every card and is for
 * referees and files; players get views.
 */
#ifndef MAZO_JSON_WRITE_H
#define MAZO_JSON_WRITE_H

#include "mazo/mazo.h"
#include "text/text.h"
#include "wire/json_out.h"
#include "say/rule_card_text.h"

/* {"do":"play","seat":0,"card":"R5"}. The texts are those of the command's
 * rule cards; NULL: of the ideas that they are, in `lang`. */
void wire_put_command(struct json_out *out, enum text_lang lang, const struct mazo_command *c,
                      const struct say_card_text *texts);

/* The inside of that object, for callers who add keys of their own. */
void wire_put_command_keys(struct json_out *out, enum text_lang lang, const struct mazo_command *c,
                           const struct say_card_text *texts);

/* One event of the list; `event` may be what mazo_event_for made of it. The
 * rule cards are all of the game's or the view's. */
void wire_put_event(struct json_out *out, const struct mazo_events *list,
                    const struct mazo_event *event, const struct mazo_rule_card *rule_cards,
                    const struct say_texts *texts);

/* The whole list, with every card. */
void wire_put_events(struct json_out *out, const struct mazo_events *list,
                     const struct mazo_game *g, const struct say_texts *texts);

/* [{"do":…},…] */
void wire_put_legal(struct json_out *out, enum text_lang lang, const struct mazo_legal *legal);

/* The state with all cards and what the seat in turn may do. */
void wire_put_state(struct json_out *out, enum text_lang lang, const struct mazo_game *g,
                    const struct say_texts *texts);

/* {"view":{…},"legal":[…]}: what a bot reads. */
void wire_put_view(struct json_out *out, enum text_lang lang, const struct mazo_view *view,
                   const struct say_texts *texts, const struct mazo_legal *legal);

/* The inside of that object, for callers who add keys of their own. */
void wire_put_view_keys(struct json_out *out, enum text_lang lang, const struct mazo_view *view,
                        const struct say_texts *texts, const struct mazo_legal *legal);

/* "changes" and "gone", keys of an object: what makes the view `was` of the same seat into `view`.
 * See docs/protocol.md. */
void wire_put_changes(struct json_out *out, const struct mazo_view *was,
                      const struct mazo_view *view, const struct say_texts *texts);

/* {"text":…,"effects":[…]} */
void wire_put_rule_card(struct json_out *out, const struct mazo_rule_card *card,
                        const struct say_card_text *text);

/* A card as a string, null for none; a list of cards; one of counts by kind, sorted. */
void wire_put_card(struct json_out *out, mazo_card card);
void wire_put_cards(struct json_out *out, const mazo_card *cards, int count);
void wire_put_counts(struct json_out *out, const uint8_t counts[MAZO_KIND_COUNT]);

/* Bits as a list of seats. */
void wire_put_seats(struct json_out *out, const char *key, unsigned bits);

/* The rules that differ from the sheet's, as `options` take them. */
void wire_put_options(struct json_out *out, const struct mazo_rules *rules);

/* The keys "rules", "revision" and "options": all that a match is played by. */
void wire_put_rules(struct json_out *out, const struct mazo_rules *rules);

#endif
