/*
 * term.h - the real terminal: shows a canvas, gives keys and clicks.
 *
 * curses.c implements it and is the only file that knows curses. Tests put a
 * script in its place (script.c): keys come from a text, canvases go to files.
 */
#ifndef MAZO_TERM_H
#define MAZO_TERM_H

#include <stdbool.h>
#include <stdint.h>
#include "terminal/screen/event_source.h"
#include "terminal/screen/canvas.h"

enum term_key {
    TERM_NONE = 0, /* the time was up */
    /* printable keys are their Unicode code points */
    TERM_ENTER = 0x200000,
    TERM_ESCAPE,
    TERM_TAB,
    TERM_BACK_TAB,
    TERM_BACKSPACE,
    TERM_DELETE,
    TERM_UP,
    TERM_DOWN,
    TERM_LEFT,
    TERM_RIGHT,
    TERM_HOME,
    TERM_END,
    TERM_PAGE_UP,
    TERM_PAGE_DOWN,
    TERM_CLICK, /* row and column say where */
    TERM_WHEEL_UP,
    TERM_WHEEL_DOWN,
    TERM_RESIZE, /* rows and columns have changed */
    TERM_GONE,   /* hang-up, SIGTERM or end of input: save and leave */
    TERM_CLEAR   /* Ctrl-U: empties a text that is typed */
};

struct term_input {
    uint32_t key; /* enum term_key or a character */
    int row, column;
};

struct term {
    int rows, columns;
    bool color;
    bool letters; /* letters are needed besides shapes: no colors, or no font */
    bool slow;    /* slow line: no animations */
    bool ascii;   /* ASCII only; curses.c replaces other characters */
    const struct event_source *source; /* served while `read` waits, or NULL */
    void (*show)(struct term *t, const struct canvas *c, int cursor_row,
                 int cursor_column); /* cursor_row -1: hidden */
    /* Wait at most `ms` milliseconds (-1: forever) for a key, or for news from the source. */
    struct term_input (*read)(struct term *t, int ms);
    uint64_t (*now)(struct term *t); /* milliseconds of a clock that does not go back */
    void (*bell)(struct term *t);
    void (*copy)(struct term *t, const char *text); /* to the clipboard, where the terminal lets us */
    void (*close)(struct term *t);
};

/* The terminal of this process by curses; NULL if there is none (TERM=dumb, no tty). */
struct term *term_curses(void);

/* The ASCII replacement of a character: "é" is "e", "│" is "|". */
const char *term_in_ascii(const char *character);

/* Test terminal: `keys` is a text such as "<enter>jj<wait 500><click 3 4><size 24 80><shot name>", shots
 * go to `folder`/name.screen. Time passes only by <wait>. Letters are themselves, "<<" is a "<"; named keys: enter
 * esc tab backtab backspace delete up down left right home end pgup pgdn space wheelup
 * wheeldown gone clear. <slow> makes the line slow. After the last one the terminal is TERM_GONE. NULL: bad script,
 * told on stderr. */
struct term *term_script(const char *keys, const char *folder, int rows, int columns);

#endif
