/*
 * session.h - one match at this terminal: the table, its file, its scores.
 *
 * What both front ends need to begin or resume a match. Every
 * accepted command is in the file before the front end sees it.
 */
#ifndef MAZO_SESSION_H
#define MAZO_SESSION_H

#include "table/table.h"
#include "session/save.h"
#include "session/score.h"
#include "session/setup.h"
#include "say/event_text.h"

/* How a match at this machine ended. */
enum play_end {
    PLAY_OVER,  /* to its end */
    PLAY_LEFT,  /* left: the match can be resumed */
    PLAY_ON,    /* play another match: session->next */
    PLAY_AGAIN, /* finished, and again with the same people */
    PLAY_GONE   /* hang-up, SIGTERM, end of input: leave the program too */
};

struct program_seat;
struct session;

enum { SESSION_LINE_MAX = 128 * 1024, SESSION_SAY_MAX = 300 };

/* Result of an action: those of enum table_answer, and SESSION_SENT: the table is on a server,
 * `answered` will tell. */
enum session_answer { SESSION_DONE, SESSION_WAITS, SESSION_REFUSED, SESSION_SENT };

/* What the host of a server's table can do about a seat in a match. */
enum session_order { SESSION_NO_ORDER, SESSION_KICK, SESSION_READMIT };

/* A server's table. The session's own table is a mirror: what this seat may know is as on the
 * server, the rest is resampled, and it is never ticked. */
struct session_remote {
    uint8_t seat;                      /* of the person here, or MAZO_SPECTATOR */
    const struct event_source *source; /* wait for this too */
    enum session_answer (*act)(void *ctx, const struct mazo_command *c,
                               const struct say_card_text *texts, struct wire_error *why);
    bool (*tick)(void *ctx, struct session *s); /* take what has come; true: something has */
    void (*back)(void *ctx);                    /* tell the server that we are here */
    void (*say)(void *ctx, const char *text);   /* to everybody at the table */
    /* What the person here, as the host, can do about a seat, and who sits there. */
    enum session_order (*order_for)(void *ctx, int seat, const char **who);
    void (*order)(void *ctx, enum session_order order, int seat);
    /* The i-th person that this host can remove for good, or NULL; and remove that one. */
    const char *(*removable)(void *ctx, int i);
    void (*remove)(void *ctx, int i);
    const char *(*trouble)(void *ctx); /* trouble with the connection, in a sentence, or NULL */
    uint64_t (*due)(void *ctx);        /* when it can be asked for more, or TABLE_NEVER */
    bool (*waits)(void *ctx);          /* waiting for the answer to the last action */
    /* As session_recall. */
    void (*recall)(void *ctx, struct session *s,
                   void (*told)(void *reader, const struct wire_game *play, uint32_t command),
                   void *reader);
    void *ctx;
};

struct session {
    struct game_setup setup; /* of a resumed match: made from its file */
    struct table table;
    struct save save;
    struct score_book book;
    const char *names[MAZO_SEATS_MAX];           /* of the seats */
    void (*heard)(void *ctx, struct session *s); /* after every accepted command, or NULL */
    /* Of a server's table: the answer to what was done, and what people say; or NULL. */
    void (*answered)(void *ctx, enum session_answer answer, const char *message);
    void (*told)(void *ctx, const char *line);
    void *ctx;
    const struct session_remote *remote; /* NULL: the table is here */
    uint32_t match;                      /* its number there */
    bool left;                           /* the server began another match, or removed us */
    struct program_seat *program[MAZO_SEATS_MAX]; /* programs by seat, or NULL */
    char *past; /* resumed: the file until it is recalled, or NULL */
    size_t past_len;
    char next[SAVE_PATH_MAX]; /* PLAY_ON: its file */
    bool warned; /* the failure to save was reported */
    char line[SESSION_LINE_MAX];
};

/* The people for who a bot plays, as bits. */
unsigned session_stood_in(const struct session *s);

/* Milliseconds of a clock that does not go back. */
uint64_t session_now(void);

/* Deal a match as the setup says; its file is made. False: refused, and why. */
bool session_new(struct session *s, const struct game_setup *setup, uint64_t now,
                 struct wire_error *why);

/* The same for the deal of the day, "2026-11-18"; takes only what is not about the table from the
 * setup. */
bool session_daily(struct session *s, const struct game_setup *setup, const char *date, uint64_t now,
                   struct wire_error *why);

/* Resume the match in that file. The setup gives language and pace. */
bool session_resume(struct session *s, const struct game_setup *setup, const char *path,
                    uint64_t now, struct wire_error *why);

/* Has the match just been dealt? Otherwise it is resumed or rejoined: see session_recall. */
bool session_begins(const struct session *s);

/* After session_resume, or at a server's table that is joined in the middle, once: what has
 * happened so far (there: in this round), command by command, in order, so that a front end can
 * tell it again. `play` has the events of each, as `heard` finds them. */
void session_recall(struct session *s,
                    void (*told)(void *ctx, const struct wire_game *play, uint32_t command),
                    void *ctx);

/* Who of the seats sits at this terminal, as bits. */
uint16_t session_people(const struct session *s);

/* An action of a person here; see table_do. */
enum session_answer session_do(struct session *s, uint64_t now, const struct mazo_command *c,
                               const struct say_card_text *texts, struct wire_error *why);

/* The person of that seat is back: no bot needs to play on. */
void session_return(struct session *s, int seat, uint64_t now);

/* Do what is due, at the table and with the programs that sit there. True: something happened. */
bool session_tick(struct session *s, uint64_t now);

/* When that will be again; TABLE_NEVER: people must act. */
uint64_t session_due(const struct session *s, uint64_t now);

/* A sentence, once, when the match cannot be kept on disk; else NULL. */
const char *session_warning(struct session *s, char *buf, size_t size);
/* Why it cannot, in words. */
const char *session_why_unsaved(const struct session *s);

/* How `reader` reads the events of `play`: the table's game, or an older one. */
void session_teller(const struct session *s, const struct wire_game *play, int reader,
                    struct tell *out);

void session_end(struct session *s);

#endif
