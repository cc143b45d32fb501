/*
 * waiting_room.h - a server's tables on the screen: the list and the waiting room.
 */
#ifndef MAZO_WAITING_ROOM_H
#define MAZO_WAITING_ROOM_H

#include "terminal/remote/remote.h"
#include "terminal/screen/page.h"

/* What the person wants next. */
enum room_end {
    ROOM_PLAY,  /* a match is on */
    ROOM_AWAY,  /* leave the table, back to the list */
    ROOM_ENDED, /* the table is closed to us: remote->why */
    ROOM_LEAVE, /* from the server */
    ROOM_GONE   /* the terminal is gone */
};

/* Runs the waiting room of our table, before and after a match. */
enum room_end room_run(struct page *p, struct remote *f);

#endif
