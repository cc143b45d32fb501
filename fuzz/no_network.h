/*
 * no_network.h - a network without listeners: for programs that drive the server's inside and bring
 * their own connections.
 */
#ifndef MAZO_NO_NETWORK_H
#define MAZO_NO_NETWORK_H

#include "server/network/net.h"

const struct net_limits net_limits_default = {.rate = 20};

struct net *net_listen(uv_loop_t *loop, const char *host, int port, const struct net_limits *limits,
                       const struct net_handlers *handlers, int *error)
{
    (void)loop, (void)host, (void)port, (void)limits, (void)handlers;
    *error = UV_ENOSYS;
    return NULL;
}

uint32_t net_raise_files(void) { return 1; }

int net_port(const struct net *n)
{
    (void)n;
    return 0;
}

const struct net_stats *net_stats(const struct net *n)
{
    static const struct net_stats none;
    (void)n;
    return &none;
}

struct net_later *net_wait(struct net *n)
{
    (void)n;
    return NULL;
}

void net_answer(struct net_later *later, struct net_reply *reply) { (void)later, (void)reply; }

void net_piece(struct net_later *later, void *body, size_t len, void (*free_piece)(void *body))
{
    (void)later, (void)body, (void)len, (void)free_piece;
}

#endif
