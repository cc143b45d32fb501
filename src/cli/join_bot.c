/*
 * join_bot.c - a program at a server's table: a client whose moves a program chooses.
 *
 * The program is asked as `mazo sim` asks it. It blocks the loop while it thinks, for its time limit
 * at most: this process has nothing else to do.
 */
#include "cli/join_bot.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/contest.h"
#include "client/client.h"
#include "table/program.h"
#include "text/screen.h"
#include "wire/json_in.h"

enum { PATIENCE = 5, SHOWN_MAX = 200 };

struct robot {
    struct cli_line *line;
    const struct link_address *address;
    uv_loop_t loop;
    uv_signal_t interrupt, terminate;
    struct client *client;
    struct player player;
    struct program program;
    int limit_ms, failures; /* in a row */
    bool seated, over;      /* has a seat; the end of this match was printed */
    bool waits;             /* is waiting for a seat, and said so */
    int64_t seen, asked;    /* the last number of the match; that of the last command */
    char *fallback;         /* sent if the server refuses the answer, or NULL */
    int exit;
};

static void stop(struct robot *r, int code)
{
    r->exit = code;
    if (r->client) {
        client_leave(r->client);
        client_end(r->client);
    }
    r->client = NULL;
    uv_close((uv_handle_t *)&r->interrupt, NULL);
    uv_close((uv_handle_t *)&r->terminate, NULL);
}

static void on_signal(uv_signal_t *handle, int number) { stop(handle->data, 128 + number); }

/* ---- asking ---- */

static bool is_one_of(const char *word, const char *const words[])
{
    while (*words && strcmp(*words, word) != 0)
        words++;
    return *words != NULL;
}

/* The list without commands that programs never give. */
static json_t *list_for_programs(const json_t *legal)
{
    static const char *const others[] = {"accuse", "admit", "vote", "next", NULL};
    json_t *list = json_array(), *command;
    size_t i;
    json_array_foreach(legal, i, command)
    {
        if (!is_one_of(json_in_text(command, "do"), others))
            json_array_append(list, command);
    }
    return list;
}

/* A harmless command, or else the first legal one. */
static char *harmless(const json_t *legal)
{
    static const char *const words[] = {"draw", "keep", "accept", "pass", "done", NULL};
    const json_t *command, *found = json_array_get(legal, 0);
    size_t i;
    json_array_foreach(legal, i, command)
    {
        if (is_one_of(json_in_text(command, "do"), words)) {
            found = command;
            break;
        }
    }
    return json_dumps(found, JSON_COMPACT);
}

/* The answer as a command to send; NULL: it waits, or *fine is false. */
static char *read_answer(const struct program *p, const json_t *legal, bool in_turn, bool *fine)
{
    json_t *answer = json_loadb(p->buf, p->line, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
    const json_t *command = answer;
    bool waits = strcmp(json_in_text(answer, "do"), "wait") == 0;
    if (json_is_integer(answer))
        command = json_array_get(legal, (size_t)json_integer_value(answer));
    *fine = json_is_object(command) && !(waits && in_turn);
    char *text = *fine && !waits ? json_dumps(command, JSON_COMPACT) : NULL;
    json_decref(answer);
    return text;
}

static void complain(struct robot *r, const char *why)
{
    char shown[SHOWN_MAX];
    cli_complain(r->line, EXIT_BAD, "%s", screen_clean(why, shown, sizeof shown));
}

/* False, after saying so: it no longer runs. */
static bool ask_program(struct robot *r, const char *question)
{
    char fate[SHOWN_MAX];
    int error = r->program.pid > 0 ? 0 : program_start(&r->program);
    enum program_reply reply = error ? PROGRAM_DIED
                                     : program_ask(&r->program, question, strlen(question),
                                                   r->limit_ms, NULL);
    if (reply == PROGRAM_ANSWERED)
        return true;
    complain(r, reply == PROGRAM_STALLED ? text_in(r->line->lang, "there was no answer in time")
                : reply == PROGRAM_FLOODED
                    ? text_in(r->line->lang,
                              "it said something without being asked, or a line without end")
                    : program_fate(&r->program, r->line->lang, fate, sizeof fate));
    return false;
}

static char *question_of(const struct client_turn *turn, const json_t *legal)
{
    char *view = json_dumps(turn->view, JSON_COMPACT), *list = json_dumps(legal, JSON_COMPACT);
    char *text = NULL;
    if (!view || !list || asprintf(&text, "{\"view\":%s,\"legal\":%s}\n", view, list) < 0)
        text = NULL;
    free(view);
    free(list);
    return text;
}

static void take_turn(struct robot *r, const struct client_turn *turn, const json_t *legal)
{
    bool in_turn = json_integer_value(json_object_get(turn->view, "turn")) ==
                   json_integer_value(json_object_get(turn->view, "seat"));
    char *question = question_of(turn, legal);
    bool fine = question && ask_program(r, question);
    char *command = fine ? read_answer(&r->program, legal, in_turn, &fine) : NULL;
    free(r->fallback);
    r->fallback = in_turn ? harmless(legal) : NULL;
    r->failures = fine ? 0 : r->failures + 1;
    if (!fine && in_turn && r->fallback)
        command = strdup(r->fallback);
    if (command)
        client_do(r->client, command, strlen(command));
    r->asked = command ? turn->n : r->asked;
    free(command);
    free(question);
    if (r->failures >= PATIENCE) {
        cli_complain(r->line, EXIT_BAD,
                     N_("the program failed %d times in a row, so it leaves the table"), PATIENCE);
        stop(r, EXIT_BAD);
    }
}

static void on_turn(void *ctx, const struct client_turn *turn, const json_t *message)
{
    (void)message;
    struct robot *r = ctx;
    json_t *legal = list_for_programs(turn->legal);
    r->seen = turn->n;
    if (r->seated && json_array_size(legal) > 0)
        take_turn(r, turn, legal);
    json_decref(legal);
}

/* ---- the table ---- */

static bool has_free_seat(const struct table_info *t)
{
    for (int i = 0; i < t->seats; i++)
        if (t->seat[i].sits == SEAT_OPEN)
            return true;
    return false;
}

static void on_table(void *ctx, const struct table_info *t, const json_t *message)
{
    (void)message;
    struct robot *r = ctx;
    bool sits = t->you >= 0, over = t->status == ROOM_OVER;
    if (sits && !r->seated) {
        printf(text_in(r->line->lang, "%s sits at table %s, seat %d. Ctrl-C: leave.\n"),
               client_self(r->client)->name, client_table(r->client), t->you + 1);
    } else if (!sits && has_free_seat(t)) {
        client_tell(r->client, "sit");
    } else if (!sits && !r->waits) {
        puts(text_in(r->line->lang, "No seat is free: waiting for one. Ctrl-C: leave."));
        r->waits = true;
    } else if (over && !r->over) {
        puts(text_in(r->line->lang, "The match is over."));
    }
    fflush(stdout);
    r->seated = sits;
    r->over = over;
}

/* The server refused the answer: another move keeps the table going. If others have acted since the
 * question, the answer was only late, and the program was asked again. */
static void on_answer(void *ctx, enum client_answer answer, const char *id, int64_t n,
                      const char *word, const char *sentence, const json_t *message)
{
    (void)id, (void)n, (void)message;
    static const char *const late[] = {"not_your_turn", "too_soon", NULL};
    struct robot *r = ctx;
    bool newer = r->seen != r->asked || client_unanswered(r->client) > 0;
    if (answer != CLIENT_REFUSED || newer || is_one_of(word, late))
        return;
    complain(r, sentence);
    if (r->fallback)
        client_do(r->client, r->fallback, strlen(r->fallback));
    free(r->fallback);
    r->fallback = NULL;
}

static void on_state(void *ctx, enum client_state state, const char *word, int code,
                     const char *why, int ms)
{
    (void)word, (void)code, (void)ms;
    struct robot *r = ctx;
    char text[LINK_WHY_SIZE];
    if (state != CLIENT_WAITING && state != CLIENT_OVER)
        return;
    complain(r, link_explain(r->address, why, r->line->lang, text, sizeof text));
    if (state == CLIENT_OVER)
        stop(r, EXIT_BAD);
}

static void on_error(void *ctx, const char *word, const char *sentence, const char *id,
                     const json_t *message)
{
    static const char *const gone[] = {"no_table", "closed", "removed", NULL};
    (void)id, (void)message;
    struct robot *r = ctx;
    if (strcmp(word, "not_running") == 0)
        return; /* it has just ended */
    complain(r, sentence[0] ? sentence : word);
    if (is_one_of(word, gone))
        stop(r, EXIT_BAD);
}

/* ---- from beginning to end ---- */

static void play_match(struct robot *r, const char *code, const char *name)
{
    static const struct client_handlers handlers = {.state = on_state,
                                                    .table = on_table,
                                                    .view = on_turn,
                                                    .event = on_turn,
                                                    .answer = on_answer,
                                                    .error = on_error};
    const struct client_config config = {.address = *r->address,
                                         .lang = r->line->lang,
                                         .name = name};
    r->client = client_open(&r->loop, &config, &handlers, r);
    if (!r->client) {
        r->exit = cli_complain(r->line, EXIT_BAD, N_("there is not enough memory"));
        return;
    }
    client_join(r->client, code);
    uv_signal_init(&r->loop, &r->interrupt);
    uv_signal_init(&r->loop, &r->terminate);
    r->interrupt.data = r->terminate.data = r;
    uv_signal_start(&r->interrupt, on_signal, SIGINT);
    uv_signal_start(&r->terminate, on_signal, SIGTERM);
    uv_run(&r->loop, UV_RUN_DEFAULT);
}

int join_bot(struct cli_line *line, const struct link_address *address, const char *code,
             const char *name, const char *program, int limit_ms)
{
    static struct robot r;
    char text[PLAYER_NAME_MAX + 8], called[CLIENT_NAME_SIZE];
    r = (struct robot){.line = line, .address = address, .limit_ms = limit_ms};
    snprintf(text, sizeof text, "%s%s", strncmp(program, "cmd:", 4) == 0 ? "" : "cmd:", program);
    if (!cli_player(line, text, strlen(text), 0, &r.player))
        return EXIT_USAGE;
    if (!cli_try_programs(line, &r.player, 1))
        return EXIT_BAD;
    if (!code[0])
        return cli_complain(line, EXIT_USAGE, N_("--bot needs the link or the code of a table"));
    const char *slash = strrchr(text, '/');
    snprintf(called, sizeof called, "%.20s", name[0] ? name : slash ? slash + 1 : text + 4);
    program_init(&r.program, &r.player);
    signal(SIGPIPE, SIG_IGN);
    uv_loop_init(&r.loop);
    play_match(&r, code, called);
    uv_loop_close(&r.loop);
    program_end(&r.program);
    free(r.fallback);
    return r.exit;
}
