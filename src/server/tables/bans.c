/*
 * bans.c - banned people and addresses: looked up, told, and removed from their seats.
 */
#include "server/tables/bans.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/hub/hub.h"
#include "server/network/net.h"
#include "server/tables/request.h"

enum { SENTENCE_SIZE = STORE_REASON_SIZE + 240, DATE_SIZE = 40 };

/* ---- the list ---- */

void bans_take(struct hub *h, struct store_ban *list, int count, uint64_t decided)
{
    if (h->ban_ticket > decided) {
        free(list);
        return;
    }
    free(h->bans);
    h->bans = list;
    h->ban_count = count;
}

static int find(const struct hub *h, const struct store_ban *like)
{
    for (int i = 0; i < h->ban_count; i++)
        if (h->bans[i].person == like->person && strcmp(h->bans[i].address, like->address) == 0)
            return i;
    return -1;
}

bool bans_set(struct hub *h, const struct store_ban *ban)
{
    int at = find(h, ban);
    if (at >= 0)
        h->bans[at] = h->bans[--h->ban_count];
    if (ban->off)
        return true;
    struct store_ban *more = realloc(h->bans, ((size_t)h->ban_count + 1) * sizeof *more);
    if (more) {
        h->bans = more;
        h->bans[h->ban_count++] = *ban;
    }
    return more != NULL;
}

const struct store_ban *bans_of(const struct hub *h, const struct guest *g, const struct person *p)
{
    char address[NET_ADDRESS_SIZE];
    int64_t now = (int64_t)hub_now(h);
    if (h->ban_count == 0)
        return NULL;
    net_address_group(g->conn, address);
    for (int i = 0; i < h->ban_count; i++) {
        const struct store_ban *b = &h->bans[i];
        bool same = b->person ? p && p->id == b->person
                              : address[0] && strcmp(b->address, address) == 0;
        if (same && (!b->until || b->until > now))
            return b;
    }
    return NULL;
}

/* ---- telling ---- */

static void write_sentence(const struct store_ban *b, enum text_lang lang, char out[SENTENCE_SIZE])
{
    char date[DATE_SIZE];
    struct tm tm;
    time_t until = (time_t)(b->until / 1000);
    gmtime_r(&until, &tm);
    strftime(date, sizeof date, "%Y-%m-%d %H:%M", &tm);
    if (b->until) {
        snprintf(out, SENTENCE_SIZE,
                 text_in(lang, N_("You are banned from this server until %s (UTC).")), date);
    } else {
        snprintf(out, SENTENCE_SIZE, "%s", text_in(lang, N_("You are banned from this server.")));
    }
    size_t len = strlen(out);
    if (b->why[0]) {
        out[len++] = ' ';
        snprintf(out + len, SENTENCE_SIZE - len, text_in(lang, N_("Reason: %s")), b->why);
    }
}

void bans_refuse(struct hub *h, struct guest *g, const struct store_ban *ban, const char *id)
{
    struct request q = {.hub = h, .guest = g, .id = id};
    char sentence[SENTENCE_SIZE];
    struct json_out out;
    write_sentence(ban, (enum text_lang)g->lang, sentence);
    request_begin(&q, &out, "error");
    json_out_string_at(&out, "error", "banned");
    json_out_string_at(&out, "message", sentence);
    json_out_key(&out, "until");
    if (ban->until)
        json_out_int(&out, ban->until);
    else
        json_out_null(&out);
    request_send(&q, &out);
    net_close(g->conn, NET_CLOSE_BANNED, "banned");
}

void bans_enforce(struct hub *h)
{
    for (struct guest *g = LIST_FIRST(&h->guests); g && h->ban_count > 0; g = LIST_NEXT(g, all)) {
        const struct store_ban *ban = g->banned ? NULL : bans_of(h, g, g->who);
        if (ban) {
            g->banned = true;
            bans_refuse(h, g, ban, NULL);
            if (g->who)
                g->who->evicted = h->evicts = true;
        }
    }
}

void bans_expire(struct hub *h)
{
    int64_t now = (int64_t)hub_now(h);
    for (int i = h->ban_count - 1; i >= 0; i--) {
        struct store_write w = {.kind = STORE_BAN, .ban = h->bans[i]};
        if (w.ban.until && w.ban.until <= now) {
            w.ban.off = h->wrote = true;
            h->ban_ticket = writer_put(h->writer, &w);
            h->bans[i] = h->bans[--h->ban_count];
        }
    }
}
