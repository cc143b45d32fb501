/*
 * stopped.c - tables that cannot be continued: why, logged once, told to everybody who comes.
 */
#include "server/tables/stopped.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub/log.h"
#include "wire/json_out.h"

enum { SENTENCE_SIZE = STOP_WHY_SIZE + 256 };

/* ---- known since the start ---- */

struct stopped {
    uint32_t count, cap;
    struct {
        int64_t room, match;
    } * at;
};

void stopped_init(struct hub *h) { h->stopped = hub_alloc(sizeof *h->stopped); }

void stopped_free(struct hub *h)
{
    free(h->stopped->at);
    free(h->stopped);
}

uint32_t stopped_count(const struct hub *h) { return h->stopped->count; }

bool stopped_is_known(const struct hub *h, int64_t room, int64_t match)
{
    for (uint32_t i = 0; i < h->stopped->count; i++)
        if (h->stopped->at[i].room == room && h->stopped->at[i].match == match)
            return true;
    return false;
}

void stopped_note(struct hub *h, const struct room *r, const struct room_stop *stop)
{
    char room[24], line[16];
    struct stopped *s = h->stopped;
    if (stopped_is_known(h, r->id, r->now.match))
        return;
    if (s->count == s->cap) {
        uint32_t cap = s->cap ? s->cap * 2 : 16;
        void *more = realloc(s->at, cap * sizeof *s->at);
        if (!more)
            return; /* the next time */
        s->at = more;
        s->cap = cap;
    }
    s->at[s->count].room = r->id;
    s->at[s->count++].match = r->now.match;
    snprintf(room, sizeof room, "%lld", (long long)r->id);
    snprintf(line, sizeof line, "%d", stop->line);
    if (stop->line == STOP_TABLE) {
        log_say("table_unreadable", "room", room, "why", stop->word, NULL);
    } else {
        log_say("match_unreadable", "room", room, "match", r->now.match_key, "line", line, "why",
                stop->word, NULL);
    }
}

bool stopped_begin(struct hub *h, struct room *r, const struct room_stop *stop)
{
    r->stop = malloc(sizeof *r->stop);
    if (!r->stop)
        return false;
    *r->stop = *stop;
    h->playing -= r->now.status == ROOM_PLAYING;
    r->now.status = ROOM_STOPPED;
    return true;
}

/* ---- telling ---- */

/* The reason stands at the beginning of a sentence. */
static void write_sentence(const struct room_stop *stop, enum text_lang lang,
                           char out[SENTENCE_SIZE])
{
    char why[STOP_WHY_SIZE];
    snprintf(why, sizeof why, "%s", stop->why[lang]);
    why[0] = (char)toupper((unsigned char)why[0]);
    if (stop->line > 1) {
        snprintf(out, SENTENCE_SIZE,
                 text_in(lang, N_("This match cannot be continued. Line %d of its file is damaged: "
                                  "%s. The file is kept.")),
                 stop->line, stop->why[lang]);
    } else if (stop->line >= 0) {
        snprintf(out, SENTENCE_SIZE,
                 text_in(lang, N_("This match cannot be continued. %s. Its file is kept.")), why);
    } else if (why[0]) {
        snprintf(out, SENTENCE_SIZE,
                 text_in(lang, N_("This table cannot be opened. %s. Nothing is deleted.")), why);
    } else {
        snprintf(out, SENTENCE_SIZE, "%s",
                 text_in(lang, N_("This table cannot be opened: what the server has stored of it "
                                  "is damaged, or a newer Mazo has written it. Nothing is "
                                  "deleted.")));
    }
}

void stopped_tell(const struct request *q)
{
    const struct room *r = q->room;
    char sentence[SENTENCE_SIZE];
    struct json_out out;
    q->hub->metrics.errors++;
    write_sentence(r->stop, (enum text_lang)q->guest->lang, sentence);
    request_begin(q, &out, "error");
    json_out_string_at(&out, "error", "stopped");
    json_out_string_at(&out, "message", sentence);
    json_out_string_at(&out, "why", r->stop->word);
    json_out_string_at(&out, "key",
                       replay_file_is_open(r->stop->line, r->stop->word) ? r->now.match_key : NULL);
    json_out_bool_at(&out, "rematch", r->now.host == q->guest->who);
    request_send(q, &out);
}
