/*
 * check.c - after a match: verifies its shuffle and keeps its file. On a thread of its own, so
 * that no player waits for the file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/fetch.h"
#include "session/online.h"
#include "terminal/remote/remote.h"

/* Characters of keys: the server chooses them, and they become part of an address. */
static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

enum { CHECK_MS = 3000 };

static void check(uv_work_t *work)
{
    struct remote_check *c = work->data;
    struct fetch page;
    char path[REMOTE_KEY_SIZE + 8];
    snprintf(path, sizeof path, "/m/%s", c->key);
    bool came = fetch_get(&c->address, path, CHECK_MS, FETCH_MATCH_MIB << 20, &page);
    c->found = came ? proof_find(c->key, page.body, page.len) : PROOF_NONE;
    if (!came || c->seat < 0 || c->found == PROOF_BAD ||
        !online_keep(c->key, c->seat, c->name, page.body, page.len, c->kept))
        c->kept[0] = '\0';
    free(page.body);
}

static void on_checked(uv_work_t *work, int status)
{
    struct remote_check *c = work->data;
    c->busy = false;
    if (status != 0)
        return;
    remote_tell(c->remote, text_in(c->remote->lang, proof_sentence(c->found)));
    if (c->kept[0])
        remote_tell(c->remote, text_in(c->remote->lang, N_("The match is saved among your past "
                                                           "matches.")));
    else if (c->found == PROOF_BAD && c->seat >= 0)
        remote_tell(c->remote, text_in(c->remote->lang, N_("It does not count among your past "
                                                           "matches.")));
}

void remote_check(struct remote *f, const char *key, int seat, const char *name)
{
    struct remote_check *c = &f->check;
    if (c->busy || key[0] == '\0' || key[strspn(key, letters)] || strcmp(c->key, key) == 0)
        return;
    c->remote = f;
    c->address = f->address;
    c->work.data = c;
    c->seat = seat;
    snprintf(c->name, sizeof c->name, "%s", name);
    c->kept[0] = '\0';
    snprintf(c->key, sizeof c->key, "%s", key);
    c->busy = uv_queue_work(&f->loop, &c->work, check, on_checked) == 0;
}

void remote_check_end(struct remote *f)
{
    if (f->check.busy)
        uv_cancel((uv_req_t *)&f->check.work);
}
