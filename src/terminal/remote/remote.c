/*
 * remote.c - the connection to a server, from beginning to end, and what comes in.
 */
#include "terminal/remote/remote.h"

#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "session/servers.h"
#include "say/rule_house.h"
#include "text/screen.h"
#include "wire/json_in.h"

enum { LEAVING_MS = 1000 /* time for the last messages */, INBOX_MAX = 500 };

static bool call(struct remote *f, const char *token);

static void hang_up(struct remote *f)
{
    if (f->client) {
        client_end(f->client);
        f->client = NULL;
    }
}

/* Give up, and why. */
static void give_up(struct remote *f, const char *why)
{
    f->state = REMOTE_ENDED;
    f->fresh = true;
    snprintf(f->why, sizeof f->why, "%s", why);
    hang_up(f);
}

/* ---- who we are there ---- */

/* A new player has the same name there as at a table here. */
static void name_oneself(struct remote *f)
{
    struct game_setup alone = f->setup;
    setup_set_people(&alone, 1);
    setup_name_all(&alone);
    memcpy(f->requested.name, alone.player[0].name, sizeof f->requested.name);
    f->unnamed = true;
    if (f->ticket.number > 1) { /* "Ana 2": the other terminal is Ana */
        size_t len = strlen(f->requested.name);
        snprintf(f->requested.name + len, sizeof f->requested.name - len, " %d", f->ticket.number);
    }
}

/* Our identity there, if kept; else a new person. */
static void identify(struct remote *f, char token[CLIENT_TOKEN_SIZE])
{
    f->ticket = (struct ticket){.lock = -1};
    if (!f->requested.guest)
        ticket_take(&f->ticket, f->address.host, f->address.port, token, CLIENT_TOKEN_SIZE);
    if (f->ticket.number > 1) {
        remote_tell(f, text_in(f->lang, "You are on this server in another terminal too. Here you "
                                        "are a different person."));
    }
    if (!token[0] && !f->requested.name[0])
        name_oneself(f);
}

/* The server does not know our token: come as a new person, who is at no table. */
static void begin_anew(struct remote *f)
{
    hang_up(f);
    remote_forget_table(f);
    if (!f->requested.name[0])
        name_oneself(f);
    if (!call(f, ""))
        give_up(f, text_in(f->lang, "there is not enough memory"));
}

/* The server is at another address, which is in `address`: go there. */
static void move(struct remote *f)
{
    char token[CLIENT_TOKEN_SIZE] = "";
    hang_up(f);
    ticket_give_back(&f->ticket);
    if (f->unnamed) /* that server may know us by another name */
        f->requested.name[0] = '\0';
    identify(f, token);
    if (!call(f, token))
        give_up(f, text_in(f->lang, "there is not enough memory"));
}

/* ---- what takes effect at once ---- */

static struct remote_listed *list_one(struct remote *f, const json_t *from)
{
    enum { LISTED_COLUMNS = 36 };
    struct remote_listed *one = &f->list[f->list_count];
    struct mazo_rules rules;
    int status = table_info_word(json_in_text(from, "status"), table_info_status, ROOM_STATUSES);
    if (f->list_count == REMOTE_TABLES_MAX || !json_in_text(from, "table")[0])
        return NULL;
    f->list_count++;
    *one = (struct remote_listed){.status = (uint8_t)(status < 0 ? ROOM_OPEN : status)};
    remote_read_text(from, "table", one->code, sizeof one->code);
    remote_read_text(from, "title", one->title, sizeof one->title);
    if (remote_rules_read(from, &rules))
        rule_house_name(&rules, f->lang, LISTED_COLUMNS, one->rules, sizeof one->rules);
    else
        remote_read_text(from, "rules", one->rules, sizeof one->rules);
    one->seats = remote_read_number(from, "seats", 0, INT_MAX, 0);
    one->free = remote_read_number(from, "free", 0, INT_MAX, 0);
    one->people = remote_read_number(from, "people", 0, INT_MAX, 0);
    return one;
}

/* Your own tables come first; the public list leaves them out. */
static void take_own(struct remote *f, const json_t *tables)
{
    f->own_count = f->list_count = 0;
    for (size_t i = 0; i < json_array_size(tables); i++) {
        const json_t *from = json_array_get(tables, i);
        struct remote_listed *one = list_one(f, from);
        if (one) {
            one->own = true;
            one->turn = json_in_flag(from, "your_turn");
            f->own_count = f->list_count;
        }
    }
    f->list_count = -1; /* the others are not known yet */
}

static void take_tables(struct remote *f, const json_t *tables)
{
    f->list_count = f->own_count;
    for (size_t i = 0; i < json_array_size(tables); i++) {
        const json_t *from = json_array_get(tables, i);
        bool known = false;
        for (int j = 0; j < f->own_count; j++)
            known = known || strcmp(f->list[j].code, json_in_text(from, "table")) == 0;
        if (!known)
            list_one(f, from);
    }
}

/* Does the request open a table, instead of joining one? */
static bool opens_one(const struct remote *f) { return f->requested.create || f->requested.quick; }

static void on_welcome(void *ctx, const struct client_self *self, const json_t *message)
{
    struct remote *f = ctx;
    snprintf(f->player, sizeof f->player, "%s", self->player);
    if (!f->requested.guest)
        ticket_write(&f->ticket, self->token);
    f->fresh = true;
    take_own(f, json_object_get(message, "tables"));
    if (!client_table(f->client)[0] && !opens_one(f))
        f->unread = false;
    if (f->broken && !f->unread)
        remote_tell(f, text_in(f->lang, "The connection is back."));
    if (!f->welcomed && !f->requested.guest) {
        char url[LINK_URL_SIZE];
        servers_note(link_url(&f->address, url));
    }
    f->welcomed = true;
    f->broken = false;
    setup_set_own(&f->setup, self->name); /* as the form calls us, too */
    if (opens_one(f) && !f->created) {
        f->created = true;
        if (f->requested.quick)
            remote_quick(f, f->requested.sheet);
        else
            remote_create(f);
    } else if (!client_table(f->client)[0]) {
        remote_ask_tables(f);
    }
}

static void on_state(void *ctx, enum client_state state, const char *word, int code,
                     const char *why, int ms)
{
    struct remote *f = ctx;
    char text[REMOTE_WHY_SIZE];
    (void)code, (void)ms;
    f->fresh = true;
    if (state == CLIENT_HERE) {
        f->state = REMOTE_READY;
    } else if (state == CLIENT_OVER && strcmp(word, "bad_token") == 0) {
        begin_anew(f); /* of another server at the same place */
    } else if (state == CLIENT_OVER) {
        give_up(f, link_reason(why, f->lang, text, sizeof text));
    } else if (state == CLIENT_WAITING && !f->welcomed && link_follow(&f->address, why)) {
        move(f);
    } else if (state == CLIENT_WAITING && !f->welcomed &&
               !f->unread) { /* trying again would not help */
        give_up(f, link_explain(&f->address, why, f->lang, text, sizeof text));
    } else if (f->state == REMOTE_READY) {
        f->state = REMOTE_CALLING;
        f->broken = true;
        if (!f->unread) /* else it has been told */
            remote_tell(f, remote_trouble(f));
    }
}

/* ---- into the inbox ---- */

/* A player who is away for hours sees the current state, not everything that happened: every event
 * has a whole view. */
static void make_room(struct remote *f)
{
    for (size_t i = 0; i < json_array_size(f->inbox); i++) {
        if (strcmp(json_in_text(json_array_get(f->inbox, i), "type"), "event") == 0) {
            json_array_remove(f->inbox, i);
            return;
        }
    }
    json_array_remove(f->inbox, 0);
}

static void keep(struct remote *f, const json_t *message)
{
    if (json_array_size(f->inbox) == INBOX_MAX)
        make_room(f);
    json_array_append(f->inbox, (json_t *)message);
    f->fresh = true;
}

/* Keeps the server's promise about the match at once: the terminal may be closed at any time. */
static void keep_receipt(struct remote *f, const struct table_info *t)
{
    const struct shuffle_seen *p = client_shuffle(f->client);
    struct receipt r = {.again = p->again};
    if (f->requested.guest || p->match == 0 || p->match != t->match)
        return;
    memcpy(r.commitment, p->commitment, sizeof r.commitment);
    memcpy(r.deal, p->deal, sizeof r.deal);
    memcpy(r.salt, p->salt, sizeof r.salt);
    screen_clean(t->key, r.key, sizeof r.key);
    if (strcmp(r.commitment, f->receipt.commitment) != 0 || (r.key[0] && !f->receipt.key[0])) {
        f->receipt = r;
        receipt_keep(&r);
    }
}

/* A match in which we played is over: check its shuffle, and keep it. */
static void check_match(struct remote *f, const struct table_info *t)
{
    char key[REMOTE_KEY_SIZE];
    screen_clean(t->key, key, sizeof key);
    if (t->you >= 0)
        remote_check(f, key, f->requested.guest ? -1 : t->you, t->seat[t->you].name);
}

static void on_table(void *ctx, const struct table_info *t, const json_t *message)
{
    struct remote *f = ctx;
    keep_receipt(f, t);
    check_match(f, t);
    if (f->unread) {
        f->unread = false;
        remote_tell(f, text_in(f->lang, "The server is well again."));
    }
    keep(f, message);
}

static void on_turn(void *ctx, const struct client_turn *turn, const json_t *message)
{
    (void)turn;
    keep(ctx, message);
}

static void on_answer(void *ctx, enum client_answer answer, const char *id, int64_t n,
                      const char *word, const char *sentence, const json_t *message)
{
    (void)answer, (void)id, (void)n, (void)word, (void)sentence;
    keep(ctx, message);
}

static void on_other(void *ctx, const char *type, const json_t *message)
{
    struct remote *f = ctx;
    const char *table = json_in_text(message, "table");
    if (strcmp(type, "tables") == 0) {
        take_tables(f, json_object_get(message, "tables"));
        f->fresh = true;
    } else if (strcmp(type, "left") == 0 || strcmp(type, "past") == 0) {
        f->leaving = false;
    } else if (!table[0] || strcmp(table, client_table(f->client)) == 0) {
        if (strcmp(type, "chat") == 0 || strcmp(type, "reaction") == 0 ||
            strcmp(type, "notice") == 0)
            keep(f, message);
    }
}

/* The table of an error `stopped` has perhaps a match file. */
static void add_file(const struct remote *f, const json_t *error, char *text, size_t size)
{
    char key[REMOTE_KEY_SIZE], file[REMOTE_LINE_SIZE];
    size_t len = strlen(text);
    remote_read_text(error, "key", key, sizeof key);
    if (key[0] && len + 1 < size) {
        remote_file(f, key, file, sizeof file);
        text[len++] = ' ';
        snprintf(text + len, size - len, text_in(f->lang, "The match: %s"), file);
    }
}

/* The server's store fails: hello, the way to a table and the opening of one are tried again. */
static bool tries_again(struct remote *f, const char *word)
{
    bool comes = client_state(f->client) == CLIENT_CONNECTING ||
                 (client_table(f->client)[0] && !client_is_there(f->client));
    bool opens = opens_one(f) && f->created && !client_table(f->client)[0];
    if (!client_store_fails(word))
        return false;
    if (!f->unread && (opens || comes)) {
        f->unread = true;
        remote_tell(f, remote_trouble(f));
    }
    if (opens && !comes) {
        f->created = false;
        client_later(f->client);
    }
    return opens || comes;
}

static void on_error(void *ctx, const char *word, const char *sentence, const char *id,
                     const json_t *error)
{
    static const char unfair[] = N_("The server asks for your part of a shuffle that it did not "
                                    "show. It does not get it.");
    static const char started_over[] = N_("The deal started over after your random numbers were "
                                          "known, and the server does not say why.");
    struct remote *f = ctx;
    char text[REMOTE_WHY_SIZE];
    bool nowhere = !f->table.code[0];
    bool lost = strcmp(word, "no_table") == 0 || strcmp(word, "stopped") == 0 ||
                strcmp(word, "closed") == 0 || strcmp(word, "removed") == 0;
    bool full = strcmp(word, "full") == 0;
    (void)id;
    if (strcmp(word, "gap") == 0 || strcmp(word, "again") == 0 || tries_again(f, word))
        return; /* the client asks by itself */
    if (lost && f->leaving && !json_in_text(error, "table")[0]) {
        f->leaving = false;
        return; /* an older server's answer to our leaving; another table may be open since */
    }
    screen_clean(strcmp(word, "unfair") == 0         ? text_in(f->lang, unfair)
                 : strcmp(word, "started_over") == 0 ? text_in(f->lang, started_over)
                                                     : sentence,
                 text, sizeof text);
    add_file(f, error, text, sizeof text);
    if (strcmp(word, "banned") == 0) {
        give_up(f, text);
        return;
    }
    if (lost && nowhere && client_table(f->client)[0] && !f->requested.code[0]) {
        client_leave(f->client); /* one of the list, and gone since */
        remote_ask_tables(f);
    } else if (lost && !nowhere && !f->direct) {
        remote_leave(f); /* back to the list */
    } else if (nowhere ? opens_one(f) || ((lost || full) && f->requested.code[0]) : lost) {
        give_up(f, text);
        return;
    }
    json_t *message = json_pack("{s:s,s:s}", "type", "error", "message", text);
    keep(f, message);
    json_decref(message);
}

static const struct client_handlers handlers = {
    .state = on_state,
    .welcome = on_welcome,
    .table = on_table,
    .view = on_turn,
    .event = on_turn,
    .answer = on_answer,
    .other = on_other,
    .error = on_error,
};

/* ---- waiting for the server and the keyboard ---- */

static int patience(void *ctx)
{
    struct remote *f = ctx;
    uv_update_time(&f->loop);
    return uv_backend_timeout(&f->loop);
}

static bool serve(void *ctx)
{
    struct remote *f = ctx;
    uv_run(&f->loop, UV_RUN_NOWAIT);
    bool fresh = f->fresh;
    f->fresh = false;
    return fresh;
}

/* ---- from beginning to end ---- */

static bool call(struct remote *f, const char *token)
{
    struct client_config config = {.address = f->address,
                                   .lang = f->lang,
                                   .name = f->requested.name[0] ? f->requested.name : NULL,
                                   .token = token[0] ? token : NULL,
                                   .past = true};
    remote_put_code(config.address.code, f->requested.code);
    f->client = client_open(&f->loop, &config, &handlers, f);
    return f->client != NULL;
}

bool remote_open(struct remote *f, const struct link_address *address,
                 const struct game_setup *setup, const struct remote_request *requested)
{
    char token[CLIENT_TOKEN_SIZE] = "";
    memset(f, 0, sizeof *f);
    f->lang = setup->lang;
    f->setup = *setup;
    f->requested = *requested;
    f->address = *address;
    f->direct = requested->create || requested->quick || requested->code[0];
    f->table.you = -1;
    f->list_count = -1;
    randombytes_buf(&f->dice, sizeof f->dice);
    identify(f, token);
    f->inbox = json_array();
    if (!f->inbox || uv_loop_init(&f->loop) != 0) {
        ticket_give_back(&f->ticket);
        json_decref(f->inbox);
        return false;
    }
    f->source = (struct event_source){.fd = uv_backend_fd(&f->loop),
                                      .patience = patience,
                                      .serve = serve,
                                      .ctx = f};
    if (call(f, token))
        return true;
    remote_close(f);
    return false;
}

static void on_late(uv_timer_t *timer)
{
    struct remote *f = timer->data;
    f->leaving = false;
    uv_stop(timer->loop);
}

/* Gives the last messages a moment. A server that is still storing the table answers `leave` only
 * then, and would take an earlier disconnect for a lost connection. */
void remote_close(struct remote *f)
{
    uv_timer_t late;
    uv_timer_init(&f->loop, &late);
    late.data = f;
    uv_timer_start(&late, on_late, LEAVING_MS, 0);
    uv_unref((uv_handle_t *)&late);
    while (f->leaving && f->state == REMOTE_READY)
        uv_run(&f->loop, UV_RUN_ONCE);
    hang_up(f);
    remote_check_end(f);
    uv_run(&f->loop, UV_RUN_DEFAULT);
    uv_close((uv_handle_t *)&late, NULL);
    uv_run(&f->loop, UV_RUN_NOWAIT);
    uv_loop_close(&f->loop);
    ticket_give_back(&f->ticket);
    json_decref(f->inbox);
    json_decref(f->past);
}
