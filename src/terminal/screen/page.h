/*
 * page.h - what all full-screen pages around the game share.
 *
 * A page is redrawn for every key: page_begin, draw, page_hints, page_read.
 * Places that can be clicked are remembered while drawing, each with the key
 * that a click on it stands for, so a page knows keys only and the mouse comes
 * for nothing.
 */
#ifndef MAZO_PAGE_H
#define MAZO_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "terminal/screen/canvas.h"
#include "terminal/screen/term.h"
#include "text/text.h"

enum {
    PAGE_AREAS_MAX = 160,
    PAGE_TITLE_SIZE = 400,
    PAGE_PICK = 0x300000 /* PAGE_PICK + i: "row i was clicked"; the page says which i it draws */
};

/* A place that acts as a key. */
struct page_area {
    int row, column, height, width;
    uint32_t key;
};

/* A key shown in the bottom line: "Enter play". */
struct page_hint {
    uint32_t key;
    const char *keycap; /* "Enter", "?" */
    const char *label;  /* N_("play") */
};

/* Draws a whole page, from page_begin on. */
typedef void page_drawing(void *ctx);

struct page {
    struct term *term;
    enum text_lang lang;
    bool gone; /* the terminal is gone: every page leaves */
    int area_count;
    struct page_area area[PAGE_AREAS_MAX];
    char title[PAGE_TITLE_SIZE];
    int title_end;                 /* its last column */
    int hint_row;                  /* the first line of its keys */
    int cursor_row, cursor_column; /* cursor of a text being typed; row -1: none */
    page_drawing *draw;            /* redraws it, or NULL: blank, with its title */
    void *ctx;
    struct canvas canvas;
};

extern const struct canvas_style page_plain, page_dim, page_bold, page_accent, page_mark, page_bad;

void page_init(struct page *p, struct term *term, enum text_lang lang);

/* A blank canvas with a title, in the reader's language already, in its first line. */
void page_begin(struct page *p, const char *title);

/* Draw this page, and once more for every window over it. `ctx` must live until the next page
 * begins. */
void page_show(struct page *p, page_drawing *draw, void *ctx);

/* The title line again, if something was drawn over it. */
void page_begin_line(struct page *p, const char *title);

/* A text at the right end of the title's line. */
void page_title_right(struct page *p, const char *text);

/* The keys of this page, in the last line or two. Returns the first of them. */
int page_hints(struct page *p, const struct page_hint *hints, int count);

/* A click there acts as `key`. */
void page_area(struct page *p, int row, int column, int height, int width, uint32_t key);

/* Show the canvas and wait for a key, at most `ms` (-1: forever). Clicks come as the key of their
 * area, or not at all. TERM_NONE: draw again, because the time is up or the size has changed. */
uint32_t page_read(struct page *p, int ms);

/* Esc, q or the end of the terminal: leave the page. */
bool page_leaves(uint32_t key);

/* Ask for one of `count` answers (N_ texts); -1: given up. `text` is a question. */
int page_ask(struct page *p, const char *title, const char *text, const char *const *answers,
             int count);

/* Say something and wait for a key. */
void page_say(struct page *p, const char *title, const char *text);

/* Let the reader type a text of at most `size` - 1 bytes, starting from what `buf` has; false:
 * given up. */
bool page_type(struct page *p, const char *title, const char *text, char *buf, size_t size);

/* The same; ↑ and ↓ insert one of these, starting with the first. */
bool page_type_or(struct page *p, const char *title, const char *text, char *buf, size_t size,
                  const char *(*ready)(enum text_lang lang, int i));

/* The same for a name: asks again, with the reason, until it is readable. It may be "". */
bool page_name(struct page *p, const char *title, const char *text, char *buf, size_t size);

/* A row of a list: "Seats   ◄ 4 ►". */
struct page_row {
    char label[160]; /* all in the reader's language */
    char value[160];
    bool turns; /* ← and → change it */
};

/* Draw the rows from *top on, with `at` marked and the values in a column of their own; a click on
 * row i is PAGE_PICK + i. `height` rows are visible, and *top follows `at`. */
void page_rows(struct page *p, int row, int column, int width, int height,
               const struct page_row *rows, int count, int at, int *top);

/* The columns that the longest of these rows takes. */
int page_rows_width(const struct page_row *rows, int count);

/* The first column of a list in the middle of the page; it is *width columns wide, at most `most`. */
int page_middle(const struct page *p, int most, int *width);

/* A click on one of `count` rows marks it and becomes Enter; with `twice` it becomes Enter only on
 * the first row and on the marked row, else no key. Other keys are unchanged. */
uint32_t page_pick(uint32_t key, int *at, int count, bool twice);

/* Moves through `count` rows; false: another key. */
bool page_move(uint32_t key, int *at, int count);

/* The first visible row of a list of `count` rows that shows `height` and must show `at`. */
int page_scroll(int top, int at, int count, int height);

/* Edits a text of at most `size` - 1 bytes with a key; *at is the byte before which the next
 * character goes. False: not an editing key. */
bool page_text_key(char *text, size_t size, size_t *at, uint32_t key);

/* ↓ and ↑ insert the next or previous of a list of ready texts; *chosen is -1 at first. False:
 * another key. */
bool page_text_ready(char *text, size_t size, size_t *at, uint32_t key, int *chosen,
                     enum text_lang lang, const char *(*ready)(enum text_lang lang, int i));

/* The part of the text that `width` columns show, *cursor columns before the place *at. */
const char *page_text_from(const char *text, size_t at, int width, int *cursor);

#endif
