/*
 * curses.c - the terminal of this process, by ncursesw. No other file knows curses.
 *
 * Signals only write a letter into a pipe; the work is done where keys are
 * waited for. A crash is the exception: its handler writes the strings that
 * were looked up when the terminal was opened, puts the line settings back and
 * lets the crash continue.
 */
#define NCURSES_WIDECHAR 1
#include "terminal/screen/term.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

char *tigetstr(const char *name); /* its header has a struct term of its own */

enum {
    ESCAPE_MS = 25,
    DEAD_READS = 20,
    SLOW_BAUD = 38400,
    SLOW_MS = 80,
    SLOW_FOR_MS = 5000,
    COPY_MAX = 2048
};

struct screen {
    struct term term;
    bool open;
    int tag;             /* colors of the terminal: 0, 8, 16 or 256 */
    uint64_t slow_until; /* recent screens took long to write */
    int empty_reads;     /* in a row: readable without a key */
};

/* For signal handlers and the end of the process; there is one terminal. */
static struct screen screen;
static volatile sig_atomic_t wake_pipe[2] = {-1, -1};
static struct termios line_before;
static char undo[256];
static size_t undo_len;

/* ---- signals ---- */

static void on_signal(int number)
{
    int kept = errno;
    char letter = number == SIGWINCH  ? 'w'
                  : number == SIGTSTP ? 'z'
                  : number == SIGCONT ? 'c'
                                      : 'q';
    ssize_t ignored = write((int)wake_pipe[1], &letter, 1);
    (void)ignored;
    errno = kept;
}

static void on_crash(int number)
{
    ssize_t ignored = write(STDOUT_FILENO, undo, undo_len);
    (void)ignored;
    tcsetattr(STDIN_FILENO, TCSANOW, &line_before);
    signal(number, SIG_DFL);
    raise(number);
}

static void catch_signal(int number, void (*handler)(int))
{
    struct sigaction act = {.sa_handler = handler};
    sigemptyset(&act.sa_mask);
    sigaction(number, &act, NULL);
}

static const int ours[] = {SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGINT, SIGQUIT};
static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

static bool is_handled(int number, void (*handler)(int))
{
    struct sigaction now_set;
    return sigaction(number, NULL, &now_set) == 0 && now_set.sa_handler == handler;
}

/* Restore the default handlers. */
static void release_signals(void)
{
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (is_handled(ours[i], on_signal))
            signal(ours[i], SIG_DFL);
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        if (is_handled(crashes[i], on_crash))
            signal(crashes[i], SIG_DFL);
}

/* Ignored signals (nohup) stay ignored. */
static void catch_signals(void)
{
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (!is_handled(ours[i], SIG_IGN))
            catch_signal(ours[i], on_signal);
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        if (is_handled(crashes[i], SIG_DFL)) /* a sanitizer may have installed its own */
            catch_signal(crashes[i], on_crash);
    signal(SIGPIPE, SIG_IGN);
}

static bool open_pipe(void)
{
    int ends[2];
    if (wake_pipe[0] >= 0)
        return true;
    if (pipe(ends) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFL, fcntl(ends[i], F_GETFL) | O_NONBLOCK);
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        wake_pipe[i] = ends[i];
    }
    return true;
}

/* ---- after a crash ---- */

static void remember(const char *text)
{
    if (!text || text == (const char *)-1)
        return;
    size_t length = strlen(text);
    if (undo_len + length <= sizeof undo) {
        memcpy(undo + undo_len, text, length);
        undo_len += length;
    }
}

static void remember_undo(void)
{
    undo_len = 0;
    remember("\033[?1000l\033[?1002l\033[?1006l"); /* the mouse; terminals without it ignore this */
    remember(tigetstr("sgr0"));
    remember(tigetstr("op"));
    remember(tigetstr("cnorm"));
    remember(tigetstr("rmkx"));
    remember(tigetstr("rmcup"));
}

/* ---- colors ---- */

struct shade {
    short rich, plain; /* with 256 colors, with fewer; -1: the terminal's own */
};

/* ORDER enum canvas_color: text, then the ground and the text of reversed cells. */
static const struct shade inks[INK_COUNT] = {{-1, -1}, {203, 1},  {35, 2}, {39, 4},
                                             {178, 3}, {245, -1}, {44, 6}};
static const struct shade grounds[INK_COUNT] = {{-1, -1}, {160, 1},  {28, 2}, {26, 4},
                                                {220, 3}, {245, -1}, {30, 6}};
static const struct shade letters[INK_COUNT] = {{-1, -1}, {231, 7}, {231, 0}, {231, 7},
                                                {16, 0},  {16, -1}, {231, 0}};

static short shade_of(const struct shade *s) { return screen.tag >= 256 ? s->rich : s->plain; }

static void start_colors(void)
{
    const char *no_color = getenv("NO_COLOR");
    screen.tag = 0;
    if ((no_color && *no_color) || !has_colors() || start_color() == ERR || COLORS < 8)
        return;
    screen.tag = COLORS;
    use_default_colors();
    for (short ink = 1; ink < INK_COUNT; ink++) {
        init_pair(ink, shade_of(&inks[ink]), -1);
        init_pair((short)(ink + INK_COUNT), shade_of(&letters[ink]), shade_of(&grounds[ink]));
    }
}

/* The attributes and the pair of a style. */
static attr_t look(struct canvas_style style, short *pair)
{
    attr_t attr = A_NORMAL;
    bool reverse = style.flags & CANVAS_REVERSE;
    bool own_ground = screen.tag && style.ink != INK_PLAIN && shade_of(&grounds[style.ink]) >= 0;
    *pair = screen.tag ? (short)style.ink : 0;
    if (reverse && own_ground)
        *pair = (short)(style.ink + INK_COUNT);
    else if (reverse)
        attr |= A_REVERSE;
    attr |= style.flags & CANVAS_BOLD ? A_BOLD : A_NORMAL;
    attr |= style.flags & CANVAS_UNDERLINE ? A_UNDERLINE : A_NORMAL;
    if (style.ink == INK_DIM && screen.tag < 256 && !(style.flags & CANVAS_BOLD))
        attr |= A_DIM;
    return attr;
}

/* ---- showing ---- */

static void show_cell(int row, int column, const struct canvas_cell *cell)
{
    wchar_t wide[CCHARW_MAX + 1] = {0};
    cchar_t out;
    short pair;
    attr_t attr = look(cell->style, &pair);
    const char *text = screen.term.ascii ? term_in_ascii(cell->text) : cell->text;
    size_t n = mbstowcs(wide, text, CCHARW_MAX);
    if (n == (size_t)-1 || n == 0) /* not in this locale's set */
        mbstowcs(wide, term_in_ascii(cell->text), CCHARW_MAX);
    setcchar(&out, wide, attr, pair, NULL);
    mvadd_wch(row, column, &out);
}

static uint64_t now(struct term *t)
{
    struct timespec time;
    (void)t;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

/* Writes what has changed. A line counts as slow for a while if writing takes long, or if earlier
 * output is still waiting. */
static void write_out(struct term *t)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    bool full = poll(&out, 1, 0) == 0;
    uint64_t before = now(t);
    int speed = baudrate();
    refresh();
    uint64_t after = now(t);
    if (full || after - before >= SLOW_MS)
        screen.slow_until = after + SLOW_FOR_MS;
    t->slow = after < screen.slow_until || (speed > 0 && speed < SLOW_BAUD);
}

static void show(struct term *t, const struct canvas *c, int cursor_row, int cursor_column)
{
    for (int row = 0; row < c->rows && row < LINES; row++) {
        for (int column = 0; column < c->columns && column < COLS; column++)
            if (c->cell[row][column].text[0])
                show_cell(row, column, &c->cell[row][column]);
    }
    curs_set(cursor_row >= 0);
    if (cursor_row >= 0)
        move(cursor_row, cursor_column);
    write_out(t);
}

/* ---- reading ---- */

static void measure(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0 &&
        (size.ws_row != LINES || size.ws_col != COLS))
        resizeterm(size.ws_row, size.ws_col);
    screen.term.rows = LINES, screen.term.columns = COLS;
}

/* Ctrl-Z: give the terminal back, stop, and take it again. */
static void stop_for_a_while(void)
{
    endwin();
    signal(SIGTSTP, SIG_DFL);
    raise(SIGTSTP);
    catch_signal(SIGTSTP, on_signal);
}

/* Takes what a signal left in the pipe; TERM_NONE: nothing. */
static uint32_t take_signal(void)
{
    char letter;
    uint32_t key = TERM_NONE;
    while (read((int)wake_pipe[0], &letter, 1) == 1) {
        if (letter == 'q')
            return TERM_GONE;
        if (letter == 'z')
            stop_for_a_while();
        if (letter != 'w') { /* another program used the terminal */
            reset_prog_mode();
            clearok(curscr, TRUE);
        }
        measure();
        key = TERM_RESIZE;
    }
    return key;
}

static uint32_t named_key(wint_t code)
{
    static const struct {
        wint_t code;
        uint32_t key;
    } keys[] = {
        {KEY_ENTER, TERM_ENTER},  {KEY_BTAB, TERM_BACK_TAB}, {KEY_BACKSPACE, TERM_BACKSPACE},
        {KEY_DC, TERM_DELETE},    {KEY_UP, TERM_UP},         {KEY_DOWN, TERM_DOWN},
        {KEY_LEFT, TERM_LEFT},    {KEY_RIGHT, TERM_RIGHT},   {KEY_HOME, TERM_HOME},
        {KEY_END, TERM_END},      {KEY_PPAGE, TERM_PAGE_UP}, {KEY_NPAGE, TERM_PAGE_DOWN},
        {KEY_A1, TERM_HOME},      {KEY_C1, TERM_END},        {KEY_A3, TERM_PAGE_UP},
        {KEY_C3, TERM_PAGE_DOWN}, {KEY_RESIZE, TERM_RESIZE},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].code == code)
            return keys[i].key;
    return TERM_NONE;
}

static uint32_t character_key(wint_t code)
{
    switch (code) {
    case '\n':
    case '\r':
        return TERM_ENTER;
    case '\t':
        return TERM_TAB;
    case 27:
        return TERM_ESCAPE;
    case 8:
    case 127:
        return TERM_BACKSPACE;
    case 4: /* Ctrl-D ends the input */
        return TERM_GONE;
    case 21: /* Ctrl-U */
        return TERM_CLEAR;
    default:
        return code < 32 ? TERM_NONE : (uint32_t)code;
    }
}

static struct term_input mouse_key(void)
{
    MEVENT event;
    struct term_input in = {.key = TERM_NONE};
    if (getmouse(&event) != OK)
        return in;
    in.row = event.y, in.column = event.x;
    if (event.bstate & BUTTON1_DOUBLE_CLICKED) { /* to us two clicks */
        event.bstate = BUTTON1_CLICKED;
        ungetmouse(&event);
        in.key = TERM_CLICK;
    } else if (event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)) {
        in.key = TERM_CLICK;
    } else if (event.bstate & BUTTON4_PRESSED) {
        in.key = TERM_WHEEL_UP;
    } else if (event.bstate & BUTTON5_PRESSED) {
        in.key = TERM_WHEEL_DOWN;
    }
    return in;
}

/* A key that is already waiting; TERM_NONE: there is none. *had: there was input. */
static struct term_input take_key(bool *had)
{
    wint_t code = 0;
    struct term_input in = {.key = TERM_NONE};
    int kind = get_wch(&code);
    *had = kind != ERR;
    if (kind == KEY_CODE_YES && code == KEY_MOUSE)
        return mouse_key();
    if (kind == KEY_CODE_YES) {
        in.key = named_key(code);
        if (in.key == TERM_RESIZE)
            measure();
    } else if (kind == OK) {
        in.key = character_key(code);
    }
    return in;
}

/* Wait until there is input, a signal, or news from the source. False: the input has ended. */
static bool wait_for_input(const struct event_source *source, int ms, bool *news)
{
    struct pollfd fds[3] = {{.fd = STDIN_FILENO, .events = POLLIN},
                            {.fd = (int)wake_pipe[0], .events = POLLIN},
                            {.fd = source ? source->fd : -1, .events = POLLIN}};
    int ready = poll(fds, 3, source ? event_source_sooner(ms, source->patience(source->ctx)) : ms);
    *news = source && source->serve(source->ctx);
    if (ready > 0 && fds[0].revents & (POLLHUP | POLLERR | POLLNVAL))
        return false;
    screen.empty_reads = ready > 0 && fds[0].revents & POLLIN ? screen.empty_reads + 1 : 0;
    return screen.empty_reads < DEAD_READS;
}

static struct term_input read_key(struct term *t, int ms)
{
    struct term_input in = {.key = TERM_NONE};
    uint64_t end = ms < 0 ? UINT64_MAX : now(t) + (uint64_t)ms;
    for (;;) {
        bool had, news;
        in.key = take_signal();
        if (in.key != TERM_NONE)
            return in;
        in = take_key(&had);
        screen.empty_reads = had ? 0 : screen.empty_reads;
        if (in.key != TERM_NONE)
            return in;
        uint64_t time = now(t);
        if (had)
            continue;
        if (time >= end)
            return in;
        uint64_t left = end - time;
        int wait = ms < 0 ? -1 : left > INT32_MAX ? INT32_MAX : (int)left;
        if (!wait_for_input(t->source, wait, &news)) {
            in.key = TERM_GONE;
            return in;
        }
        if (news)
            return in;
    }
}

/* ---- opening and closing ---- */

static void ring(struct term *t)
{
    (void)t;
    beep();
}

/* OSC 52. Not for the Linux console and terminals without a full screen, which would print it. */
static void copy(struct term *t, const char *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char out[COPY_MAX] = "\033]52;c;";
    size_t at = strlen(out), length = strlen(text);
    const char *name = getenv("TERM");
    (void)t;
    if (!name || strncmp(name, "linux", 5) == 0 || strncmp(name, "vt", 2) == 0 ||
        length > COPY_MAX / 2)
        return;
    for (size_t i = 0; i < length; i += 3) {
        uint32_t bits = 0;
        for (size_t j = 0; j < 3; j++)
            bits = bits << 8 | (i + j < length ? (unsigned char)text[i + j] : 0);
        for (size_t j = 0; j < 4; j++)
            out[at++] = i + j <= length ? digits[bits >> (18 - 6 * j) & 63] : '=';
    }
    out[at++] = '\a';
    fwrite(out, 1, at, stdout);
    fflush(stdout);
}

static void close_curses(struct term *t)
{
    (void)t;
    if (screen.open) {
        screen.open = false;
        endwin();
        release_signals();
    }
}

static void close_at_exit(void) { close_curses(&screen.term); }

static void set_modes(void)
{
    set_escdelay(ESCAPE_MS);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    intrflush(stdscr, FALSE);
    leaveok(stdscr, FALSE);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED | BUTTON4_PRESSED |
                  BUTTON5_PRESSED,
              NULL);
    mouseinterval(0);
    curs_set(0);
}

struct term *term_curses(void)
{
    static bool at_exit;
    const char *name = getenv("TERM");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !name || !*name ||
        strcmp(name, "dumb") == 0 || !open_pipe() || tcgetattr(STDIN_FILENO, &line_before) != 0)
        return NULL;
    setlocale(LC_CTYPE, "");
    catch_signals();
    if (!newterm(NULL, stdout, stdin)) {
        release_signals();
        return NULL;
    }
    screen = (struct screen){.open = true};
    screen.term = (struct term){.show = show,
                                .read = read_key,
                                .now = now,
                                .bell = ring,
                                .copy = copy,
                                .close = close_curses};
    if (!at_exit)
        at_exit = atexit(close_at_exit) == 0;
    set_modes();
    start_colors();
    remember_undo();
    screen.term.color = screen.tag > 0;
    screen.term.ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    screen.term.letters = !screen.term.color || screen.term.ascii || strncmp(name, "linux", 5) == 0;
    measure();
    return &screen.term;
}
