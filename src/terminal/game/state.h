/*
 * state.h - what the game screen holds. For the files game*.c and draw*.c only.
 *
 * Everything here belongs to the screen and can be thrown away: the match is
 * the table's. What is drawn comes from `view`, the view of the seat that
 * looks, and from what the log of that seat was told; never from the game.
 */
#ifndef MAZO_STATE_H
#define MAZO_STATE_H

#include "terminal/game/guide.h"
#include "terminal/game/game.h"
#include "terminal/game/write.h"
#include "say/ask.h"

enum {
    SPIN_MS = 1200, /* the reel, from the pull of the lever */
    FRAME_MS = 45,  /* while something moves */
    FLIGHT_MS = 180,
    WASH_MS = 420,
    FLASH_MS = 900,
    LOG_LINES = 120,
    LOG_TEXT = 440,
    ZONES_MAX = 160,
    OFFERS_MAX = 24,
    LEAST_ROWS = 20,
    LEAST_COLUMNS = 60
};

/* ---- what can be done ---- */

/* What a key or a click can mean. */
enum act {
    ACT_NONE,
    ACT_CARD, /* arg: the card of the hand */
    ACT_DRAW,
    ACT_KEEP,
    ACT_ACCEPT,
    ACT_CHALLENGE,
    ACT_UNO,
    ACT_CATCH,
    ACT_COLOR, /* arg: the color */
    ACT_SEAT,  /* arg: the seat */
    ACT_THROW,
    ACT_DONE,
    ACT_ACCUSE,
    ACT_ADMIT,
    ACT_GUILTY,
    ACT_INNOCENT,
    ACT_PASS,
    ACT_NEXT,
    ACT_HINTS,
    ACT_SAY,   /* chat at a server's table */
    ACT_HOST,  /* only for the table's host */
    ACT_OTHER, /* another person takes the keyboard */
    ACT_QUIT,
    ACT_HELP,
    ACT_OK,     /* of a dialog */
    ACT_CANCEL, /* of a dialog */
    ACT_WRITE   /* arg: a line of the editor */
};

/* Something that can be done now: "D draw". The first letter of the label is its key. */
struct offer {
    uint8_t act;
    const char *label; /* in the reader's language */
};

/* A clickable place. */
struct zone {
    int row, column, height, width;
    uint8_t act;
    int arg;
};

/* ---- what was told ---- */

struct log_line {
    char text[LOG_TEXT];
    uint32_t command; /* the table's number when it was told */
    bool waits;       /* not shown before the spinner stops */
};

/* The log of one seat, newest last. */
struct log {
    int count, first; /* a ring */
    struct log_line line[LOG_LINES];
};

/* ---- what moves ---- */

/* Where a flight begins or ends, apart from seats. */
enum { PLACE_TOP = 0xf0, PLACE_DRAW, FLIGHTS_MAX = 24 };

/* Position of a card; row -1: that of the seat, wherever it is drawn. */
struct place {
    int row, column;
};

struct flight {
    mazo_card card;     /* MAZO_CARD_NONE: its back is seen */
    uint8_t from, to;   /* seats, PLACE_TOP or PLACE_DRAW */
    struct place place; /* where it begins */
    uint64_t starts;
};

/* Animations after the last command; the game does not depend on them. */
struct motion {
    uint64_t until, next; /* when all of it ends; when more can begin */
    int count;
    struct flight flight[FLIGHTS_MAX];
    uint8_t under, under_color; /* what the pile shows until `lands` */
    uint64_t lands;
    uint8_t wash, wash_seat; /* a color that was named, and by whom */
    uint64_t wash_at;
    const char *flash; /* over that seat, or NULL */
    uint8_t flash_seat;
    uint64_t flash_at;
};

/* ---- dialogs ---- */

enum dialog {
    DIALOG_NONE,
    DIALOG_COLOR,
    DIALOG_SEAT,
    DIALOG_SHOWN, /* a hand, after a challenge */
    DIALOG_QUIT,
    DIALOG_PASSING, /* a last look before the keyboard is passed on */
    DIALOG_CURTAIN,
    DIALOG_VOTE, /* several people at this terminal vote */
    DIALOG_WRITE,
    DIALOG_SAY
};

struct layout {
    bool small; /* too small to play */
    bool large; /* big cards */
    bool wide;  /* others around the table; points and log at the side */
    int rows, columns;
    int seat_row, seat_rows, seat_lines, seat_columns, seat_column, seat_width;
    int middle, middle_rows;
    int piles_width, log_row, log_rows, log_column, log_width;
    int edge_row, edge_rows, edge_column, edge_columns; /* edge of the table in the wide layout */
    int side_seats, side_width;                         /* players left and right of it */
    int score_rows;
    int own_row;
    int pile_row, pile_rows, pile_columns, draw_column, top_column; /* set by draw_piles */
    int hand_row, card_rows, card_columns;
    int prompt_row, key_row;
};

struct game {
    struct term *term;
    struct session *session;
    struct table *table;            /* the session's */
    const struct game_guide *guide; /* the lesson's, or NULL */
    bool guided;                    /* its step is done: leave at the next key */
    enum text_lang lang;
    bool bell;
    uint64_t now;

    /* who looks */
    uint16_t people;     /* bits: seats of people at this terminal */
    uint8_t viewer;      /* a seat, or MAZO_SPECTATOR */
    uint8_t next_viewer; /* behind the curtain */
    bool visiting;       /* the viewer asked for the keyboard out of turn */
    uint64_t hide_at;    /* DIALOG_PASSING: then the curtain falls */
    uint64_t curtain_at; /* DIALOG_CURTAIN: when it fell; 0: it is up */
    uint16_t polled;     /* bits: already asked in this vote */
    uint8_t voter;       /* DIALOG_VOTE: who is asked */
    bool dealing;        /* we asked the server for the next round */
    bool leaving;
    uint8_t end; /* enum play_end, once leaving */
    bool hints;  /* cards that fit stand out */

    /* what the viewer sees; rebuilt by game_look */
    struct mazo_view view;
    struct mazo_legal legal;
    int hand_count;
    mazo_card hand[MAZO_CARDS_MAX]; /* sorted */
    uint64_t fits;                  /* kinds that may be played now */

    /* the viewer's selection */
    int selected;
    bool uno; /* will be said with the next card */
    int marked_count;
    int marked[MAZO_CARDS_MAX]; /* throw: cards of the hand, in order */
    uint8_t dialog;
    uint8_t dialog_at;  /* the selected entry */
    uint8_t dialog_for; /* DIALOG_SEAT: the act that needs a seat */
    mazo_card wild;     /* DIALOG_COLOR: the card that needs one; MAZO_CARD_NONE: the phase */
    int log_back;       /* lines scrolled back */
    char message[512];
    bool refused;
    struct writing writing;
    char talk[SESSION_SAY_MAX + 1]; /* DIALOG_SAY: what is typed */
    size_t talk_at;
    int talk_ready; /* the phrase in its place, or -1 */

    /* what was told */
    struct log log[MAZO_SEATS_MAX + 1]; /* per seat, and for a spectator */
    char news[2 * LOG_TEXT];            /* how a vote ended, for the next curtain */
    uint8_t shown_seat;
    int shown_count;
    uint64_t shown_proof; /* kinds that make it a bluff */
    mazo_card shown[MAZO_CARDS_MAX];
    uint8_t face; /* where the spinner stopped */
    uint64_t spun_at;
    uint64_t lever_at; /* since when the viewer has a lever to pull, or 0 */
    uint32_t spun_command;
    struct motion motion;
    uint64_t over_at;    /* when the round ended */
    bool hurries;        /* bots act immediately until a person is asked */
    uint32_t hurried;    /* the table's commands when they were told so last */
    uint64_t deaf_until; /* ignore Space until then: it was meant for the bots */

    /* what is drawn */
    struct layout layout;
    int zone_count;
    struct zone zone[ZONES_MAX];
    struct say_ask ask; /* what the table asks, in words */
    int offer_count;
    struct offer offer[OFFERS_MAX];
    int cursor_row, cursor_column;
    int note_rows; /* rows of the note over the log: questions go below it */
    struct canvas canvas;
};

/* Each of these files calls only those above it. */

/* state.c */
const char *game_name(const struct game *g, int seat);
int game_awaited(const struct game *g); /* the viewer first; MAZO_SEAT_NONE: no person */
bool game_own_turn(const struct game *g);
bool game_is_played_for(const struct game *g); /* on a server: a bot plays until a key is pressed */
uint8_t game_main_color(const struct game *g); /* the color the hand has most of */
bool game_spins(const struct game *g);         /* spinning: its result is not shown yet */
bool game_may_jump_in(const struct game *g); /* a card can be played out of turn, and hints show it */
bool game_may_hurry(const struct game *g);   /* are bots taking their time? */
bool game_is_late(const struct game *g);     /* the viewer, or the one before, can still say UNO */
int game_seconds_until(const struct game *g, uint64_t then); /* that are begun */
uint8_t game_dialog(const struct game *g); /* the open dialog, including one opened by the phase */
/* The text and the effect of the rule card being carried out. */
const char *game_rule_card(const struct game *g, char *buf, size_t size);
void game_zone(struct game *g, int row, int column, int height, int width, enum act act, int arg);

/* motion.c: what moves after a command */
void motion_begin(struct game *g); /* a new command: earlier movement is over */
void motion_hear(struct game *g, const struct mazo_event *e, const mazo_card *cards);
void motion_end(struct game *g); /* movement is over */
void motion_pull(struct game *g);
void motion_tick(struct game *g);
uint64_t motion_due(const struct game *g); /* when to draw again, or TABLE_NEVER */
bool motion_is_on(const struct game *g);
bool motion_flashes(const struct game *g);             /* keys do not end this one */
int motion_on_the_way(const struct game *g, int seat); /* cards still flying to the seat */
bool motion_arrives(const struct game *g, int index);  /* is this card of the hand still flying? */
bool motion_covers_top(const struct game *g);          /* the pile still shows `under` */

/* log_lines.c: what was heard, for the logs */
void game_hear(void *ctx, struct session *session);
void game_told(void *ctx, const char *line); /* a chat line */
void game_recall(struct game *g); /* of a resumed match: what went before */
const struct log_line *game_log_line(const struct log *log, int back); /* 0: the newest */
const struct log *game_log(const struct game *g);
void game_say(struct game *g, bool refused, const char *text); /* in the message line */

/* vote.c: a vote of several people goes round */
void game_poll(struct game *g);
bool game_polls_accused(const struct game *g);

/* choices.c: what can be done now */
void game_offers(struct game *g);
bool game_can(const struct game *g, enum act act);
uint16_t game_seats_for(const struct game *g, enum act act); /* bits: who can be chosen */

/* update.c: what the viewer sees */
void game_look(struct game *g);

/* act.c: doing it */
void game_act(struct game *g, enum act act, int arg);
void game_answer(void *ctx, enum session_answer answer, const char *message); /* from the server */

/* key.c: what a key or a click means here */
void game_key(struct game *g, struct term_input in);

/* draw_card.c */
static inline struct canvas_style ink(int color, int flags)
{
    return (struct canvas_style){.ink = (uint8_t)color, .flags = (uint8_t)flags};
}
enum { CARD_FILLED = 1, CARD_SELECTED = 2, CARD_BIG = 4 };
int color_ink(int color); /* INK_PLAIN for none */
enum { SHAPE_SIZE = 8 };
const char *color_shape(const struct game *g, int color, char buf[SHAPE_SIZE]);
void draw_card(struct game *g, int row, int column, int rows, int columns, mazo_card card,
               int color, int flags);
void draw_back(struct game *g, int row, int column, int rows, int columns);

/* draw_hand.c */
void draw_hand(struct game *g);
/* Cards in a row within `width`, fanned, for shown hands. Returns the columns used. */
int draw_fan(struct game *g, int row, int column, int width, const mazo_card *cards, int count,
             uint64_t marked);

/* draw_seats.c */
void draw_seats(struct game *g);
void draw_scores(struct game *g);

/* draw_table.c */
void draw_header(struct game *g);
void draw_middle(struct game *g);
void draw_prompt(struct game *g);
void draw_keys(struct game *g);
void draw_vote_words(const struct game *g, char *title, size_t title_size, char *text,
                     size_t size); /* who accuses who, and the votes so far */

/* draw_motion.c */
void draw_motion(struct game *g);

/* draw_dialog.c */
void draw_dialog(struct game *g);

/* draw.c: the whole screen */
void game_draw(struct game *g);

#endif
