/*
 * frames.c - WebSocket frames of a client; see frames.h for the lending of contexts.
 */
#define _POSIX_C_SOURCE 200809L /* for uv.h */
#include "client/frames.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

#include "client/link.h"

enum { SPARE_MAX = 16, READ_SIZE = 64 * 1024, OUT_FIRST = 16 * 1024, MASKS_SIZE = 4096 };

struct frames_slot {
    struct wslay_event_context *wslay;
    struct frames *owner;
    const char *in; /* of the piece being read */
    size_t in_left;
    uint64_t taken;     /* bytes handed to wslay */
    uint64_t accounted; /* bytes of the frames that are complete */
    uint64_t frame;     /* bytes of the frame that is being read */
    bool in_message;    /* a message in several frames has begun */
    bool stopped;       /* the owner wants no more of this piece */
    struct frames_slot *next;
};

/* Shared by all links of a thread. */
static _Thread_local struct {
    int holders;
    struct frames_slot *spare;
    int spare_count;
    char *read;    /* READ_SIZE: what the socket gives */
    char *message; /* LINK_MESSAGE_MAX and a NUL: the one that is being told */
    uint8_t *out;  /* what is about to be written */
    size_t out_len, out_size;
    bool out_failed;
    uint8_t masks[MASKS_SIZE]; /* random bytes in store: one by one they cost a system call */
    size_t masks_left;
} shared;

/* ---- what wslay calls ---- */

static ssize_t give_bytes(wslay_event_context_ptr wslay, uint8_t *buf, size_t len, int flags,
                          void *user)
{
    struct frames_slot *slot = user;
    (void)flags;
    if (slot->in_left == 0 || slot->stopped) {
        wslay_event_set_error(wslay, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    size_t taken = len < slot->in_left ? len : slot->in_left;
    memcpy(buf, slot->in, taken);
    slot->in += taken;
    slot->in_left -= taken;
    slot->taken += taken;
    return (ssize_t)taken;
}

/* All is taken, so that a context has never half a frame to send. */
static ssize_t take_bytes(wslay_event_context_ptr wslay, const uint8_t *data, size_t len, int flags,
                          void *user)
{
    (void)flags, (void)user;
    if (shared.out_len + len > shared.out_size) {
        size_t size = shared.out_size ? shared.out_size : OUT_FIRST;
        while (size < shared.out_len + len) {
            size *= 2;
        }
        uint8_t *grown = realloc(shared.out, size);
        if (!grown) {
            shared.out_failed = true;
            wslay_event_set_error(wslay, WSLAY_ERR_CALLBACK_FAILURE);
            return -1;
        }
        shared.out = grown;
        shared.out_size = size;
    }
    memcpy(shared.out + shared.out_len, data, len);
    shared.out_len += len;
    return (ssize_t)len;
}

/* RFC 6455 wants masks that nobody can guess. */
static int make_mask(wslay_event_context_ptr wslay, uint8_t *buf, size_t len, void *user)
{
    (void)wslay, (void)user;
    if (shared.masks_left < len) {
        randombytes_buf(shared.masks, sizeof shared.masks);
        shared.masks_left = sizeof shared.masks;
    }
    shared.masks_left -= len;
    memcpy(buf, shared.masks + shared.masks_left, len);
    return 0;
}

static void frame_begins(wslay_event_context_ptr wslay,
                         const struct wslay_event_on_frame_recv_start_arg *arg, void *user)
{
    struct frames_slot *slot = user;
    (void)wslay;
    unsigned head = arg->payload_length < 126 ? 2 : arg->payload_length < 65536 ? 4 : 10;
    slot->frame = head + arg->payload_length;
    if (!wslay_is_ctrl_frame(arg->opcode)) {
        slot->in_message = !arg->fin;
    }
}

static void frame_ends(wslay_event_context_ptr wslay, void *user)
{
    struct frames_slot *slot = user;
    (void)wslay;
    slot->accounted += slot->frame;
}

static void tell(struct frames_slot *slot, const uint8_t *text, size_t len)
{
    if (!shared.message) {
        shared.message = malloc(LINK_MESSAGE_MAX + 1);
    }
    if (!shared.message) {
        wslay_event_queue_close(slot->wslay, WSLAY_CODE_INTERNAL_SERVER_ERROR, NULL, 0);
        wslay_event_shutdown_read(slot->wslay);
        return;
    }
    if (len > 0) {
        memcpy(shared.message, text, len);
    }
    shared.message[len] = '\0';
    slot->stopped = !slot->owner->message(slot->owner->ctx, shared.message, len);
}

static void message_came(wslay_event_context_ptr wslay,
                         const struct wslay_event_on_msg_recv_arg *arg, void *user)
{
    struct frames_slot *slot = user;
    struct frames *f = slot->owner;
    if (arg->opcode == WSLAY_CONNECTION_CLOSE) {
        f->heard_bye = true;
        f->code = arg->status_code ? arg->status_code : WSLAY_CODE_NO_STATUS_RCVD;
    } else if (arg->opcode == WSLAY_BINARY_FRAME) {
        wslay_event_queue_close(wslay, WSLAY_CODE_UNSUPPORTED_DATA, NULL, 0);
        wslay_event_shutdown_read(wslay);
    } else if (arg->opcode == WSLAY_TEXT_FRAME && !slot->stopped) {
        tell(slot, arg->msg, arg->msg_length);
    }
}

static const struct wslay_event_callbacks callbacks = {
    .recv_callback = give_bytes,
    .send_callback = take_bytes,
    .genmask_callback = make_mask,
    .on_frame_recv_start_callback = frame_begins,
    .on_frame_recv_end_callback = frame_ends,
    .on_msg_recv_callback = message_came,
};

/* ---- lending ---- */

static struct frames_slot *new_slot(void)
{
    struct frames_slot *slot = calloc(1, sizeof *slot);
    if (slot && wslay_event_context_client_init(&slot->wslay, &callbacks, slot) != 0) {
        free(slot);
        return NULL;
    }
    if (slot) {
        wslay_event_config_set_max_recv_msg_length(slot->wslay, LINK_MESSAGE_MAX);
    }
    return slot;
}

static void free_slot(struct frames_slot *slot)
{
    wslay_event_context_free(slot->wslay);
    free(slot);
}

static struct frames_slot *borrow(struct frames *f)
{
    if (f->slot) {
        return f->slot;
    }
    struct frames_slot *slot = shared.spare;
    if (slot) {
        shared.spare = slot->next;
        shared.spare_count--;
    } else {
        slot = new_slot();
    }
    if (slot) {
        slot->owner = f;
        f->slot = slot;
    }
    return slot;
}

/* Good for another link: between two messages, and no close frame in either direction. */
static bool is_clean(const struct frames_slot *slot)
{
    return slot->taken == slot->accounted && !slot->in_message && !slot->stopped &&
           wslay_event_get_read_enabled(slot->wslay) &&
           wslay_event_get_write_enabled(slot->wslay) &&
           !wslay_event_get_close_received(slot->wslay) &&
           !wslay_event_get_close_sent(slot->wslay) && !wslay_event_want_write(slot->wslay);
}

static void give_back(struct frames *f)
{
    struct frames_slot *slot = f->slot;
    if (!slot || slot->in || !is_clean(slot)) {
        return;
    }
    f->slot = NULL;
    if (shared.spare_count >= SPARE_MAX || shared.holders == 0) {
        free_slot(slot);
        return;
    }
    slot->owner = NULL;
    slot->next = shared.spare;
    shared.spare = slot;
    shared.spare_count++;
}

void frames_end(struct frames *f)
{
    if (f->slot) {
        free_slot(f->slot);
        f->slot = NULL;
    }
}

void frames_hold(void) { shared.holders++; }

void frames_let_go(void)
{
    if (--shared.holders > 0) {
        return;
    }
    while (shared.spare) {
        struct frames_slot *slot = shared.spare;
        shared.spare = slot->next;
        free_slot(slot);
    }
    free(shared.read);
    free(shared.message);
    free(shared.out);
    shared.spare_count = 0;
    shared.read = shared.message = NULL;
    shared.out = NULL;
    shared.out_len = shared.out_size = 0;
}

char *frames_buffer(size_t *size)
{
    if (!shared.read) {
        shared.read = malloc(READ_SIZE);
    }
    *size = shared.read ? READ_SIZE : 0;
    return shared.read;
}

/* ---- reading and sending ---- */

/* Everything that the context wants to send, to the owner in one piece. */
static bool flush(struct frames_slot *slot)
{
    shared.out_len = 0;
    shared.out_failed = false;
    if (wslay_event_send(slot->wslay) != 0 || shared.out_failed) {
        return false;
    }
    if (shared.out_len > 0) {
        slot->owner->write(slot->owner->ctx, shared.out, shared.out_len);
    }
    return true;
}

enum frames_state frames_read(struct frames *f, const char *data, size_t len)
{
    struct frames_slot *slot = borrow(f);
    if (!slot) {
        f->code = WSLAY_CODE_ABNORMAL_CLOSURE;
        return FRAMES_BAD;
    }
    slot->in = data;
    slot->in_left = len;
    int result = wslay_event_recv(slot->wslay);
    slot->in = NULL;
    if (slot->stopped) {
        return FRAMES_FINE;
    }
    bool bad = result != 0 || (!wslay_event_get_read_enabled(slot->wslay) && !f->heard_bye);
    flush(slot);
    if (f->heard_bye) {
        return FRAMES_BYE;
    }
    if (bad) {
        /* To a bad frame header wslay answers with a close frame without a code. */
        int sent = wslay_event_get_status_code_sent(slot->wslay);
        f->code = sent == WSLAY_CODE_NO_STATUS_RCVD ? WSLAY_CODE_PROTOCOL_ERROR : sent;
        return FRAMES_BAD;
    }
    give_back(f);
    return FRAMES_FINE;
}

static bool send_message(struct frames *f, uint8_t opcode, const char *text, size_t len)
{
    struct frames_slot *slot = borrow(f);
    const struct wslay_event_msg message = {.opcode = opcode,
                                            .msg = (const uint8_t *)text,
                                            .msg_length = len};
    bool sent = slot && wslay_event_queue_msg(slot->wslay, &message) == 0 && flush(slot);
    give_back(f);
    return sent;
}

bool frames_text(struct frames *f, const char *text, size_t len)
{
    return send_message(f, WSLAY_TEXT_FRAME, text, len);
}

bool frames_ping(struct frames *f) { return send_message(f, WSLAY_PING, "", 0); }

bool frames_bye(struct frames *f, int code)
{
    struct frames_slot *slot = borrow(f);
    return slot && wslay_event_queue_close(slot->wslay, (uint16_t)code, NULL, 0) == 0 &&
           flush(slot);
}
