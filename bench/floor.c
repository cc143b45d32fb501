/*
 * floor.c - what the kernel alone asks for one move at a table of four.
 *
 *     build/gcc/bench/floor [TABLES [SECONDS [BYTES]]]
 *
 * A server without a game: one message comes in, one short answer goes back to the one who
 * sent it, and one message of BYTES (300) goes to each of the four at the table. Loopback
 * TCP, epoll, one process; the players are another one. It prints the server's processor
 * time for a move, which is the floor that `mazo load --pid` is compared with.
 */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SEATS = 4, TABLES_MAX = 5000, COMMAND = 100, ANSWER = 60, BYTES_MAX = 16384, BATCH = 256 };

static int tables = 200, seconds = 10, bytes = 300;
static int seat_fd[TABLES_MAX * SEATS];
static char buffer[BYTES_MAX * 2];

static void must(bool fine, const char *what)
{
    if (!fine) {
        perror(what);
        exit(1);
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double processor_time(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

static void send_all(int fd, int len) { must(send(fd, buffer, (size_t)len, 0) == len, "send"); }

static void watch(int epoll, int fd, int number)
{
    struct epoll_event e = {.events = EPOLLIN, .data.u32 = (uint32_t)number};
    int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    must(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &e) == 0, "epoll_ctl");
}

/* ---- the players ---- */

/* After a move each of the four hears of it; then the next one moves. */
static _Noreturn void play(const struct sockaddr_in *to)
{
    static int heard[TABLES_MAX], turn[TABLES_MAX];
    int epoll = epoll_create1(0), count = tables * SEATS;
    struct epoll_event ready[BATCH];
    for (int i = 0; i < count; i++) {
        seat_fd[i] = socket(AF_INET, SOCK_STREAM, 0);
        must(connect(seat_fd[i], (const struct sockaddr *)to, sizeof *to) == 0, "connect");
        watch(epoll, seat_fd[i], i);
    }
    for (int t = 0; t < tables; t++)
        send_all(seat_fd[t * SEATS], COMMAND);
    for (;;) {
        int n = epoll_wait(epoll, ready, BATCH, -1);
        for (int i = 0; i < n; i++) {
            int seat = (int)ready[i].data.u32, t = seat / SEATS;
            ssize_t got = recv(seat_fd[seat], buffer, sizeof buffer, 0);
            if (got <= 0)
                exit(0);
            heard[t] += (int)got;
            if (heard[t] >= ANSWER + SEATS * bytes) {
                heard[t] = 0;
                turn[t] = (turn[t] + 1) % SEATS;
                send_all(seat_fd[t * SEATS + turn[t]], COMMAND);
            }
        }
    }
}

/* ---- the server ---- */

static void answer(int seat)
{
    int first = seat / SEATS * SEATS;
    send_all(seat_fd[seat], ANSWER);
    for (int i = 0; i < SEATS; i++)
        send_all(seat_fd[first + i], bytes);
}

static long serve_until(int epoll, double end)
{
    struct epoll_event ready[BATCH];
    long moves = 0;
    while (now() < end) {
        int n = epoll_wait(epoll, ready, BATCH, 1000);
        for (int i = 0; i < n; i++) {
            int seat = (int)ready[i].data.u32;
            must(recv(seat_fd[seat], buffer, sizeof buffer, 0) == COMMAND, "recv");
            answer(seat);
            moves++;
        }
    }
    return moves;
}

static int take_number(int argc, char **argv, int at, int most, int otherwise)
{
    int n = argc > at ? atoi(argv[at]) : otherwise;
    if (n < 1 || n > most) {
        fprintf(stderr, "usage: floor [TABLES [SECONDS [BYTES]]]\n");
        exit(2);
    }
    return n;
}

int main(int argc, char **argv)
{
    tables = take_number(argc, argv, 1, TABLES_MAX, tables);
    seconds = take_number(argc, argv, 2, 3600, seconds);
    bytes = take_number(argc, argv, 3, BYTES_MAX, bytes);
    int door = socket(AF_INET, SOCK_STREAM, 0), epoll = epoll_create1(0);
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof here;
    must(bind(door, (struct sockaddr *)&here, size) == 0 && listen(door, 4096) == 0 &&
             getsockname(door, (struct sockaddr *)&here, &size) == 0,
         "listen");
    pid_t players = fork();
    must(players >= 0, "fork");
    if (players == 0)
        play(&here);
    for (int i = 0; i < tables * SEATS; i++) {
        seat_fd[i] = accept(door, NULL, NULL);
        must(seat_fd[i] >= 0, "accept");
        watch(epoll, seat_fd[i], i);
    }
    serve_until(epoll, now() + 1);
    double begun = processor_time(), started = now();
    long moves = serve_until(epoll, started + seconds);
    double used = processor_time() - begun, took = now() - started;
    kill(players, SIGTERM);
    waitpid(players, NULL, 0);
    printf(
        "%d tables of %d, %d bytes a message: %.0f moves a second, %.1f us of processor time a move\n",
        tables, SEATS, bytes, (double)moves / took, used / (double)moves * 1e6);
    return 0;
}
