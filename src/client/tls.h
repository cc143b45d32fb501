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

/* `ca`: a file with authorities to trust instead of the system's (the text must stay valid), or
 * NULL. The first bytes for the server are ready at once. NULL: `why` is a reason for link_reason. */
struct tls *tls_open(const char *host, const char *ca, const char **why);
void tls_free(struct tls *t);

/* For a thread that ends, or opens none for long: frees what its connections shared. */
void tls_end_thread(void);

/* Bytes from the socket. False: no memory. */
bool tls_feed(struct tls *t, const void *data, size_t len);

/* The handshake, as far as it can go now. Done: tls_read and tls_write can be used. */
enum tls_step tls_shake(struct tls *t);

/* Read plain bytes from the server: how many; 0: none for now; -1: no more will come. */
int tls_read(struct tls *t, void *buf, size_t size);

/* False: it is over. */
bool tls_write(struct tls *t, const void *data, size_t len);

/* Close properly: tells the server that nothing was cut off. */
void tls_bye(struct tls *t);

/* Bytes for the socket, to be taken after each of the calls above until there are none. */
size_t tls_take(struct tls *t, void *buf, size_t size);

/* Did the server close properly? If not, the end of the stream may be missing. */
bool tls_is_whole(const struct tls *t);

/* Why it is over, as link_reason takes it. */
const char *tls_why(const struct tls *t);

#endif
