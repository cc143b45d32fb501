/*
 * tls.h - the client's end of a TLS connection, without a socket: sealed bytes go in and come out,
 * and so do plain ones. Only tls.c knows the library (OpenSSL).
 *
 * The certificate is always verified: its authority, its dates and the name of the host.
 */
#ifndef MAZO_TLS_H
#define MAZO_TLS_H

#include <stdbool.h>
#include <stddef.h>

struct tls;

enum tls_step { TLS_MORE, TLS_DONE, TLS_BAD };

/* `ca`: a file with the authorities to trust in place of the system's (a text that stays), or NULL.
 * The first words to the server wait at once. NULL: `why` is a reason as link_reason takes it. */
struct tls *tls_open(const char *host, const char *ca, const char **why);
void tls_free(struct tls *t);

/* This thread ends, or opens none for long: what its connections shared is freed. */
void tls_end_thread(void);

/* Bytes from the socket. False: no memory. */
bool tls_feed(struct tls *t, const void *data, size_t len);

/* The handshake, as far as it can go now. Done: tls_read and tls_write can be used. */
enum tls_step tls_shake(struct tls *t);

/* Plain bytes from the server: how many; 0: no more for now; -1: there will be none. */
int tls_read(struct tls *t, void *buf, size_t size);

/* False: it is over. */
bool tls_write(struct tls *t, const void *data, size_t len);

/* The last word to the server: nothing was cut off. */
void tls_bye(struct tls *t);

/* Bytes for the socket, to be taken after each of the calls above until there are none. */
size_t tls_take(struct tls *t, void *buf, size_t size);

/* Has the server said that this was all? If not, the end of the stream may be missing. */
bool tls_is_whole(const struct tls *t);

/* Why it is over, as link_reason takes it. */
const char *tls_why(const struct tls *t);

#endif
