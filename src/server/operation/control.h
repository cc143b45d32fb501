/*
 * control.h - what `mazo host` asks of a running server: one JSON object per line each way, over a socket
 * that only the server's user and root may open (local.h).
 *
 *     {"do":"say","text":"We stop at ten","lang":"en"}
 *     {"ok":true,"people":12}                       or {"error":"no_table","message":"There is no such table"}
 *
 * docs/protocol.md lists the orders.
 */
#ifndef MAZO_CONTROL_H
#define MAZO_CONTROL_H

#include "server/hub/hub.h"

/* Listen where config_control says, once the port is known. A server that cannot have the socket
 * logs that, and runs without it. */
void control_open(struct hub *h);
void control_close(struct hub *h);

/* Something has been stored or read: orders that wait for a table are carried out, or wait on. */
void control_again(struct hub *h);

#endif
