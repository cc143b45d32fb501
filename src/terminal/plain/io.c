/*
 * io.c - lines from the keyboard or a pipe, and signals that end the game in order.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#include "terminal/plain/inner.h"
#include "text/screen.h"

enum { ROWS = 60 };

static const int endings[] = {SIGINT, SIGTERM, SIGHUP};
static volatile sig_atomic_t ended_by;

static void on_signal(int number) { ended_by = number; }

int plain_signal(void) { return ended_by; }

/* Signals are unblocked only while we wait, so none is missed. Ignored ones (nohup) stay ignored. */
void plain_begin(void)
{
    sigset_t blocked;
    sigemptyset(&blocked);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        struct sigaction now, action = {.sa_handler = on_signal};
        sigemptyset(&action.sa_mask);
        if (sigaction(endings[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN) {
            sigaction(endings[i], &action, NULL);
            sigaddset(&blocked, endings[i]);
        }
    }
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    signal(SIGPIPE, SIG_IGN);
}

/* pselect delivers no signal when there is something to read. */
static void look_for_signals(void)
{
    sigset_t waiting;
    sigpending(&waiting);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (sigismember(&waiting, endings[i]) == 1)
            ended_by = endings[i];
}

/* How long to wait; NULL: forever. */
static const struct timespec *patience(const struct plain_input *input, uint64_t until,
                                       struct timespec *out)
{
    uint64_t now = session_now(), left = until > now ? until - now : 0;
    int other = input->source ? input->source->patience(input->source->ctx) : -1;
    if (other >= 0 && (uint64_t)other < left)
        left = (uint64_t)other;
    else if (until == TABLE_NEVER)
        return NULL;
    *out = (struct timespec){.tv_sec = (time_t)(left / 1000),
                             .tv_nsec = (long)(left % 1000) * 1000000};
    return out;
}

/* Wait for one byte, at most until then. */
static enum plain_got wait_for_byte(const struct plain_input *input, uint64_t until)
{
    const struct event_source *source = input->source;
    sigset_t open;
    sigprocmask(SIG_SETMASK, NULL, &open);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        sigdelset(&open, endings[i]);
    for (;;) {
        fd_set fds;
        struct timespec time;
        FD_ZERO(&fds);
        if (!input->closed && !input->waits)
            FD_SET(STDIN_FILENO, &fds);
        if (source)
            FD_SET(source->fd, &fds);
        int n = pselect(source ? source->fd + 1 : STDIN_FILENO + 1, &fds, NULL, NULL,
                        patience(input, until, &time), &open);
        int error = errno;
        bool news = source && source->serve(source->ctx);
        look_for_signals();
        if (ended_by)
            return PLAIN_SIGNAL;
        if (n > 0 ? FD_ISSET(STDIN_FILENO, &fds) : n < 0 && error == EBADF)
            return PLAIN_LINE; /* without standard input, reading reports it */
        if (news || (until != TABLE_NEVER && session_now() >= until))
            return PLAIN_TIME;
        if (n < 0 && error != EINTR)
            return PLAIN_END;
    }
}

enum plain_got plain_read(struct plain_input *input, uint64_t until)
{
    fflush(stdout);
    if (ferror(stdout))
        return PLAIN_END;
    for (;;) {
        enum plain_got got = wait_for_byte(input, until);
        char byte;
        if (got != PLAIN_LINE)
            return got;
        ssize_t n = read(STDIN_FILENO, &byte, 1); /* nothing is read ahead: others may read on */
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n <= 0 && input->used == 0) {
            input->closed = true;
            return PLAIN_END;
        }
        if (n <= 0 || byte == '\n') {
            input->line[input->used] = '\0';
            input->used = 0;
            return PLAIN_LINE;
        }
        if (input->used + 1 < sizeof input->line && byte != '\0')
            input->line[input->used++] = byte;
    }
}

int plain_ask(enum text_lang lang, const char *question)
{
    struct plain_input input = {0};
    for (;;) {
        fputs(question, stdout);
        if (plain_read(&input, TABLE_NEVER) != PLAIN_LINE) {
            putchar('\n');
            return -1;
        }
        int yes = typed_yes(input.line);
        if (yes >= 0 || input.line[strspn(input.line, " \t\r")] == '\0')
            return yes != 0;
        plain_say(text_in(lang, "Answer yes or no."));
    }
}

bool plain_ask_text(const char *question, char *buf, size_t size)
{
    struct plain_input input = {0};
    printf("%s ", question);
    if (plain_read(&input, TABLE_NEVER) != PLAIN_LINE) {
        putchar('\n');
        return false;
    }
    size_t len = strlen(input.line);
    while (len > 0 && strchr(" \t\r", input.line[len - 1]))
        input.line[--len] = '\0';
    screen_clean(input.line + strspn(input.line, " \t"), buf, size);
    return true;
}

bool plain_ask_name(struct game_setup *setup)
{
    char name[TABLE_NAME_MAX];
    if (setup->own[0] || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return true;
    if (!plain_ask_text(text_in(setup->lang, "What's your name?"), name, sizeof name))
        return false;
    if (name[0])
        setup_set_own(setup, name);
    return true;
}

/* Columns and rows of the terminal; 0 if there is none. */
static struct winsize window(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        size = (struct winsize){0};
    return size;
}

/* At a terminal lines are broken between words; in a pipe they stay whole. */
void plain_say(const char *text)
{
    int columns = window().ws_col, column = 0;
    while (*text) {
        char word[PLAIN_LINE_MAX];
        size_t blanks = strspn(text, " "), n = blanks + strcspn(text + blanks, " \n");
        n = n < sizeof word ? n : sizeof word - 1;
        memcpy(word, text, n);
        word[n] = '\0';
        int width = screen_width(word);
        if (columns > 20 && column > 0 && column + width >= columns) {
            printf("\n  %s", word + blanks);
            column = 2 + width - (int)blanks;
        } else {
            fputs(word, stdout);
            column += width;
        }
        text += n;
        if (*text == '\n') {
            putchar(*text++);
            column = 0;
        }
    }
    putchar('\n');
}

void plain_hide(const struct plain *p)
{
    const char *term = getenv("TERM");
    int rows = window().ws_row > 0 ? window().ws_row : ROWS;
    if (!p->screen)
        return;
    for (int i = 0; i < rows; i++)
        putchar('\n');
    if (term && *term && strcmp(term, "dumb") != 0) /* what can be scrolled back to, too */
        fputs("\033[H\033[2J\033[3J", stdout);
}
