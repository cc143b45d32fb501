/*
 * waiting_room.h - a server's tables on the screen: the door and the waiting room.
 */
#ifndef MAZO_WAITING_ROOM_H
#define MAZO_WAITING_ROOM_H

#include "terminal/remote/remote.h"
#include "terminal/screen/page.h"

/* What the person wants next. */
enum room_end {
    ROOM_PLAY,  /* a match is on */
    ROOM_AWAY,  /* from the table, to the others */
    ROOM_ENDED, /* the table is closed to us: see remote->why */
    ROOM_LEAVE, /* from the server */
    ROOM_GONE   /* the terminal is gone */
};

/* The waiting room of the table where we are, before and after a match. */
enum room_end room_run(struct page *p, struct remote *f);

#endif
