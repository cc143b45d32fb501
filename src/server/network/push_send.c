/*
 * push_send.c - a queue of messages, and threads that send them.
 */
#include "server/network/push_send.h"

#include <netdb.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uv.h>

#include "client/fetch.h"
#include "client/tls.h"
#include "server/network/address.h"
#include "text/number.h"

enum {
    THREADS = 4,
    THREADS_EACH = 2,  /* for one host */
    ADDRESSES_MAX = 3, /* tried per host */
    SEND_MS = 10000,
    ANSWER_MAX = 16 * 1024,
    PAUSE_S = 30, /* and then four times as long */
    VOUCHED_S = 12 * 3600,
    LOOK_MS = 500, /* how often waiting messages are checked */
    END_MS = 1000, /* for threads to end */
    REQUEST_SIZE = 4096 + PUSH_SEALED_MAX
};

STAILQ_HEAD(messages, push_message);

struct push_sender {
    struct push_how how;
    char contact[PUSH_CONTACT_SIZE];
    void (*wake)(void *ctx);
    void *ctx;
    atomic_bool ending;

    /* Under the lock. */
    uv_mutex_t lock;
    uv_cond_t changed;
    struct messages waiting, done;
    uint32_t count; /* not reaped yet */
    const struct push_message *busy[THREADS];
    int users; /* threads, and the caller: the last one frees it */
    int talking;
    bool left; /* the caller has left the threads alone: the program may be ending */
};

static uint64_t now_ms(void) { return uv_hrtime() / 1000000; }

static void wait_ms(struct push_sender *s, uint64_t ms)
{
    uv_cond_timedwait(&s->changed, &s->lock, ms * 1000000);
}

/* ---- addresses ---- */

static bool is_of_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-';
}

static bool is_of_path(char c) { return c > ' ' && c < 127 && !strchr("\"#<>\\^`{|}", c); }

/* Host and port; what follows, or NULL. */
static const char *read_authority(const char *text, struct link_address *out)
{
    bool six = *text == '[';
    size_t len = 0;
    uint64_t port = 443;
    char digits[8];
    text += six;
    while (six ? text[len] && strchr("0123456789abcdefABCDEF:.", text[len]) : is_of_name(text[len]))
        len++;
    if (len == 0 || len >= sizeof out->host || (six && text[len] != ']'))
        return NULL;
    memcpy(out->host, text, len);
    out->host[len] = '\0';
    text += len + six;
    if (*text == ':') {
        len = strspn(++text, "0123456789");
        snprintf(digits, sizeof digits, "%.*s", (int)len, text);
        if (len > 5 || !text_number(digits, 1, 65535, &port))
            return NULL;
        text += len;
    }
    out->port = (int)port;
    return text;
}

/* The path of an endpoint, or NULL: not an address that we send to. */
static const char *read_endpoint(const char *endpoint, struct link_address *out)
{
    static const char scheme[] = "https://";
    memset(out, 0, sizeof *out);
    out->secure = true;
    if (strncmp(endpoint, scheme, sizeof scheme - 1) != 0 || strlen(endpoint) >= PUSH_ENDPOINT_SIZE)
        return NULL;
    const char *path = read_authority(endpoint + sizeof scheme - 1, out);
    for (const char *c = path; c && *c; c++)
        if (!is_of_path(*c))
            return NULL;
    return path && *path == '/' ? path : NULL;
}

/* `flags`: AI_NUMERICHOST asks nobody. The caller frees it; NULL: not found. */
static struct addrinfo *look_up(const struct link_address *address, int flags)
{
    const struct addrinfo hints = {.ai_family = AF_UNSPEC,
                                   .ai_socktype = SOCK_STREAM,
                                   .ai_flags = AI_NUMERICSERV | flags};
    struct addrinfo *found = NULL;
    char port[12];
    snprintf(port, sizeof port, "%d", address->port);
    return getaddrinfo(address->host, port, &hints, &found) == 0 ? found : NULL;
}

bool push_endpoint_is_fine(const char *endpoint, bool anywhere)
{
    struct link_address address;
    if (!read_endpoint(endpoint, &address) || (!anywhere && address.port != 443))
        return false;
    struct addrinfo *numbers = anywhere ? NULL : look_up(&address, AI_NUMERICHOST);
    bool fine = !numbers || address_is_public(numbers->ai_addr);
    if (numbers)
        freeaddrinfo(numbers);
    return fine;
}

/* ---- one message ---- */

/* Returns its length, or 0. */
static size_t write_request(const struct push_sender *s, const struct push_message *m,
                            const struct link_address *address, const char *path,
                            char request[REQUEST_SIZE])
{
    uint8_t sealed[PUSH_SEALED_MAX];
    char origin[LINK_URL_SIZE], host[LINK_URL_SIZE], vouched[PUSH_VOUCHED_SIZE];
    size_t len = push_seal(&m->to, m->text, m->len, sealed);
    uint64_t now = now_ms();
    if (len == 0 || !push_vouch(s->how.key, link_url(address, origin), s->contact,
                                (int64_t)time(NULL) + VOUCHED_S, vouched))
        return 0;
    int head = snprintf(request, REQUEST_SIZE - sizeof sealed,
                        "POST %s HTTP/1.1\r\nHost: %s\r\nAuthorization: %s\r\n"
                        "Content-Encoding: aes128gcm\r\nContent-Type: application/octet-stream\r\n"
                        "Content-Length: %zu\r\nTTL: %llu\r\nUrgency: normal\r\n"
                        "Connection: close\r\n\r\n",
                        path, link_host(address, host), vouched, len,
                        (unsigned long long)(m->until > now ? (m->until - now) / 1000 : 0));
    memcpy(request + head, sealed, len);
    return (size_t)head + len;
}

/* Sends to the first of its addresses that answers. Returns the pause that the service asks for, in
 * seconds. */
static int talk(struct push_sender *s, struct push_message *m, const struct link_address *address,
                const char *path, const struct addrinfo *found)
{
    char request[REQUEST_SIZE];
    struct fetch answer = {0};
    struct fetch_request ask = {.bytes = request, .most = ANSWER_MAX, .stop = &s->ending};
    uint64_t end = now_ms() + SEND_MS;
    int tried = 0;
    m->end = PUSH_PRIVATE;
    for (const struct addrinfo *to = found; to && tried < ADDRESSES_MAX; to = to->ai_next) {
        if (!s->how.anywhere && !address_is_public(to->ai_addr))
            continue;
        uint64_t now = now_ms();
        m->end = PUSH_FAILED;
        ask.len = tried++ ? ask.len : write_request(s, m, address, path, request);
        if (ask.len == 0 || now >= end)
            break;
        ask.ms = (int)(end - now);
        answer = (struct fetch){0};
        fetch_from(address, to->ai_addr, &ask, &answer);
        free(answer.body);
        if (answer.status)
            break;
    }
    m->status = answer.status;
    return answer.retry_after;
}

/* May this thread start a connection? Threads that did are waited for at the end. */
static bool begin_talking(struct push_sender *s)
{
    uv_mutex_lock(&s->lock);
    bool may = !s->ending;
    s->talking += may;
    uv_mutex_unlock(&s->lock);
    return may;
}

static void end_talking(struct push_sender *s)
{
    uv_mutex_lock(&s->lock);
    s->talking--;
    uv_cond_broadcast(&s->changed);
    uv_mutex_unlock(&s->lock);
}

/* True: finished. False: it is due again later. */
static bool send_one(struct push_sender *s, struct push_message *m)
{
    struct link_address address;
    int pause = 0;
    const char *path = read_endpoint(m->endpoint, &address);
    struct addrinfo *found = path ? look_up(&address, 0) : NULL;
    m->end = PUSH_FAILED;
    m->status = 0;
    if (found && begin_talking(s)) {
        pause = talk(s, m, &address, path, found);
        end_talking(s);
    }
    if (found)
        freeaddrinfo(found);
    bool later = m->status == 0 || m->status == 429 || m->status >= 500;
    if (m->status >= 200 && m->status < 300)
        m->end = PUSH_SENT;
    else if (m->status == 404 || m->status == 410)
        m->end = PUSH_GONE;
    else if (later && m->end == PUSH_FAILED && ++m->tries < PUSH_TRIES) {
        pause = pause > 0 ? pause : m->tries > 1 ? 4 * PAUSE_S : PAUSE_S;
        m->due = now_ms() + 1000 * (uint64_t)(pause < PUSH_PAUSE_MAX_S ? pause : PUSH_PAUSE_MAX_S);
        return m->due >= m->until;
    }
    return true;
}

/* ---- the threads ---- */

static bool may_send(const struct push_sender *s, const struct push_message *m, uint64_t now)
{
    int same = 0;
    for (int i = 0; i < THREADS; i++)
        same += s->busy[i] && strcmp(s->busy[i]->host, m->host) == 0;
    return m->due <= now && same < THREADS_EACH;
}

/* Waits for the first message that may be sent now; NULL: the end. */
static struct push_message *await_message(struct push_sender *s, int thread)
{
    struct push_message *m = NULL;
    uv_mutex_lock(&s->lock);
    while (!s->ending) {
        uint64_t now = now_ms();
        STAILQ_FOREACH(m, &s->waiting, next)
        if (may_send(s, m, now))
            break;
        if (m)
            break;
        if (STAILQ_EMPTY(&s->waiting))
            uv_cond_wait(&s->changed, &s->lock);
        else
            wait_ms(s, LOOK_MS);
    }
    if (m)
        STAILQ_REMOVE(&s->waiting, m, push_message, next);
    s->busy[thread] = m;
    uv_mutex_unlock(&s->lock);
    return m;
}

static void put_back(struct push_sender *s, struct push_message *m, int thread, bool over)
{
    uv_mutex_lock(&s->lock);
    s->busy[thread] = NULL;
    if (over)
        STAILQ_INSERT_TAIL(&s->done, m, next);
    else
        STAILQ_INSERT_TAIL(&s->waiting, m, next);
    uv_cond_broadcast(&s->changed);
    bool ending = s->ending;
    uv_mutex_unlock(&s->lock);
    if (over && !ending)
        s->wake(s->ctx);
}

static void free_list(struct messages *list)
{
    for (struct push_message *m; (m = STAILQ_FIRST(list));) {
        STAILQ_REMOVE_HEAD(list, next);
        free(m);
    }
}

/* One user less; releases the lock, which is held. */
static void leave(struct push_sender *s)
{
    bool last = --s->users == 0;
    uv_cond_broadcast(&s->changed);
    uv_mutex_unlock(&s->lock);
    if (!last)
        return;
    free_list(&s->waiting);
    free_list(&s->done);
    uv_cond_destroy(&s->changed);
    uv_mutex_destroy(&s->lock);
    free(s);
}

struct post {
    struct push_sender *sender;
    int number;
};

static void *send_until_end(void *arg)
{
    struct post post = *(struct post *)arg;
    struct push_sender *s = post.sender;
    free(arg);
    for (struct push_message *m; (m = await_message(s, post.number));)
        put_back(s, m, post.number, send_one(s, m));
    uv_mutex_lock(&s->lock);
    if (!s->left)
        tls_end_thread();
    leave(s);
    return NULL;
}

static bool start_thread(struct push_sender *s, int number)
{
    pthread_t thread;
    struct post *post = malloc(sizeof *post);
    if (!post)
        return false;
    *post = (struct post){s, number};
    uv_mutex_lock(&s->lock);
    s->users++;
    uv_mutex_unlock(&s->lock);
    if (pthread_create(&thread, NULL, send_until_end, post) == 0)
        return pthread_detach(thread) == 0;
    uv_mutex_lock(&s->lock);
    s->users--;
    uv_mutex_unlock(&s->lock);
    free(post);
    return false;
}

/* ---- what others call ---- */

struct push_sender *push_sender_start(const struct push_how *how, void (*wake)(void *ctx),
                                      void *ctx)
{
    struct push_sender *s = calloc(1, sizeof *s);
    sigset_t all, before;
    if (!s)
        return NULL;
    s->how = *how;
    snprintf(s->contact, sizeof s->contact, "%s", how->contact);
    s->wake = wake;
    s->ctx = ctx;
    s->users = 1;
    STAILQ_INIT(&s->waiting);
    STAILQ_INIT(&s->done);
    uv_mutex_init(&s->lock);
    uv_cond_init(&s->changed);
    sigfillset(&all); /* signals are for other threads */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int started = 0;
    while (started < THREADS && start_thread(s, started))
        started++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started > 0)
        return s;
    push_sender_end(s);
    return NULL;
}

bool push_sender_put(struct push_sender *s, struct push_message *m)
{
    struct link_address address;
    bool fits = read_endpoint(m->endpoint, &address) != NULL;
    snprintf(m->host, sizeof m->host, "%s", address.host);
    m->due = now_ms();
    m->until = m->due + 1000 * (uint64_t)m->seconds;
    m->tries = 0;
    uv_mutex_lock(&s->lock);
    fits = fits && s->count < PUSH_QUEUE_MAX;
    if (fits) {
        s->count++;
        STAILQ_INSERT_TAIL(&s->waiting, m, next);
        uv_cond_broadcast(&s->changed);
    }
    uv_mutex_unlock(&s->lock);
    return fits;
}

struct push_message *push_sender_reap(struct push_sender *s)
{
    uv_mutex_lock(&s->lock);
    struct push_message *m = STAILQ_FIRST(&s->done);
    if (m) {
        STAILQ_REMOVE_HEAD(&s->done, next);
        s->count--;
    }
    uv_mutex_unlock(&s->lock);
    return m;
}

void push_sender_end(struct push_sender *s)
{
    uint64_t end = now_ms() + END_MS;
    if (!s)
        return;
    uv_mutex_lock(&s->lock);
    s->ending = true;
    uv_cond_broadcast(&s->changed);
    while (s->users > 1 && (s->talking > 0 || now_ms() < end))
        wait_ms(s, LOOK_MS / 10);
    s->left = true;
    leave(s);
}
