/*
 * test_power.c - the power goes at any moment.
 *
 * kill -9 leaves everything written to the system; a power cut leaves only what
 * was synced, and of the rest whatever the disk happened to take. So SQLite gets
 * a file system here that remembers each file as it was at its last sync. At
 * random moments, in the middle of commits and checkpoints too, we make a disk
 * from that: every sector that was not synced is there or not, as dice say. What had
 * been committed by then must be on it.
 *
 * A sync may fail, too. Then the system keeps what was written, and shows it to anyone who reads, but
 * takes it for clean: some of it is on the disk, the rest never gets there unless it is written
 * again. What the store says of such a commit must be so after kill -9 and after a power cut.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "helper.h"

enum {
    MATCHES = 8,
    COMMITS = 1500,
    PADDING = 400,
    SECTOR = 512,
    CUT_EVERY = 150,
    FAIL_EVERY = 25, /* commits; then the next syncs fail, up to FAILS_MAX */
    FAILS_MAX = 4,
    SECTORS_MAX = 1 << 16
};

/* A file in memory. */
struct image {
    unsigned char *bytes;
    size_t size;
};

/* The database and its log: as last synced, and as they were when the power went. */
static struct image synced[2], cut[2];
static bool dirty[2][SECTORS_MAX]; /* written since the last sync */
static int failing;                /* how many syncs still fail */
static bool watching, is_cut;
static uint32_t acked[MATCHES], acked_at_cut[MATCHES];
static unsigned dice = 20261115;
static int syncs;

/* ---- the file system ---- */

static sqlite3_vfs *real_vfs, shim_vfs;
static sqlite3_io_methods shim_methods;

struct shim {
    sqlite3_file base;
    int which; /* 0 the database, 1 the log, -1 neither */
    sqlite3_file *real;
};

static sqlite3_file *real_of(sqlite3_file *file) { return ((struct shim *)file)->real; }

static struct image read_image(sqlite3_file *real)
{
    sqlite3_int64 size = 0;
    struct image image = {0};
    real->pMethods->xFileSize(real, &size);
    image.size = (size_t)size;
    image.bytes = malloc(image.size + 1);
    assert_non_null(image.bytes);
    assert_int_equal(real->pMethods->xRead(real, image.bytes, (int)size, 0), SQLITE_OK);
    return image;
}

/* The disk after it took these sectors of what was written. */
static struct image with_sectors(int which, struct image now, size_t size, bool (*takes)(void))
{
    const struct image *old = &synced[which];
    struct image disk = {calloc(1, size + 1), size};
    assert_non_null(disk.bytes);
    assert_true(size / SECTOR < SECTORS_MAX);
    for (size_t at = 0; at < size; at += SECTOR) {
        const struct image *from = dirty[which][at / SECTOR] && takes() ? &now : old;
        size_t end = at + SECTOR < from->size ? at + SECTOR : from->size;
        end = end < size ? end : size;
        if (at < end)
            memcpy(disk.bytes + at, from->bytes + at, end - at);
    }
    return disk;
}

static bool always(void) { return true; }
static bool perhaps(void) { return rand_r(&dice) % 2; }

/* Of what was not synced, each sector is on the disk or not. */
static struct image torn(int which, struct image now)
{
    return with_sectors(which, now, perhaps() ? now.size : synced[which].size, perhaps);
}

static sqlite3_file *open_real[2];

static void cut_now(void)
{
    for (int i = 0; i < 2; i++) {
        struct image now = {0};
        if (open_real[i])
            now = read_image(open_real[i]);
        cut[i] = torn(i, now);
        free(now.bytes);
    }
    memcpy(acked_at_cut, acked, sizeof acked);
}

static void maybe_cut(void)
{
    if (!watching || is_cut || rand_r(&dice) % CUT_EVERY != 0)
        return;
    cut_now();
    is_cut = true;
}

static int shim_close(sqlite3_file *file)
{
    struct shim *f = (struct shim *)file;
    int code = f->real->pMethods->xClose(f->real);
    if (f->which >= 0 && open_real[f->which] == f->real)
        open_real[f->which] = NULL;
    free(f->real);
    return code;
}

static int shim_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at)
{
    const struct shim *f = (struct shim *)file;
    int code = f->real->pMethods->xWrite(f->real, bytes, count, at);
    for (sqlite3_int64 i = at / SECTOR; f->which >= 0 && i <= (at + count - 1) / SECTOR; i++)
        dirty[f->which][i] = true;
    maybe_cut();
    return code;
}

/* Nothing has to reach the real disk, so that the test is fast. */
static int shim_sync(sqlite3_file *file, int flags)
{
    struct shim *f = (struct shim *)file;
    (void)flags;
    maybe_cut();
    if (f->which < 0 || !watching)
        return SQLITE_OK;
    bool fails = failing > 0;
    failing -= fails;
    struct image now = read_image(f->real),
                 disk = fails ? torn(f->which, now) : with_sectors(f->which, now, now.size, always);
    free(now.bytes);
    free(synced[f->which].bytes);
    synced[f->which] = disk;
    memset(dirty[f->which], 0, sizeof dirty[f->which]);
    syncs++;
    maybe_cut();
    return fails ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

#define PASS(name, parameters, ...)                                                                \
    static int shim_##name parameters { return real_of(file)->pMethods->x##name(__VA_ARGS__); }
PASS(Read, (sqlite3_file * file, void *to, int count, sqlite3_int64 at), real_of(file), to, count,
     at)
PASS(Truncate, (sqlite3_file * file, sqlite3_int64 size), real_of(file), size)
PASS(FileSize, (sqlite3_file * file, sqlite3_int64 *size), real_of(file), size)
PASS(Lock, (sqlite3_file * file, int kind), real_of(file), kind)
PASS(Unlock, (sqlite3_file * file, int kind), real_of(file), kind)
PASS(CheckReservedLock, (sqlite3_file * file, int *out), real_of(file), out)
PASS(FileControl, (sqlite3_file * file, int op, void *arg), real_of(file), op, arg)
PASS(SectorSize, (sqlite3_file * file), real_of(file))
PASS(DeviceCharacteristics, (sqlite3_file * file), real_of(file))
PASS(ShmMap, (sqlite3_file * file, int page, int size, int extend, void volatile **out),
     real_of(file), page, size, extend, out)
PASS(ShmLock, (sqlite3_file * file, int at, int n, int flags), real_of(file), at, n, flags)
PASS(ShmUnmap, (sqlite3_file * file, int drop), real_of(file), drop)

static void shim_ShmBarrier(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static sqlite3_io_methods shim_methods = {
    .iVersion = 2, /* without memory maps, which cannot be watched */
    .xClose = shim_close,
    .xRead = shim_Read,
    .xWrite = shim_write,
    .xTruncate = shim_Truncate,
    .xSync = shim_sync,
    .xFileSize = shim_FileSize,
    .xLock = shim_Lock,
    .xUnlock = shim_Unlock,
    .xCheckReservedLock = shim_CheckReservedLock,
    .xFileControl = shim_FileControl,
    .xSectorSize = shim_SectorSize,
    .xDeviceCharacteristics = shim_DeviceCharacteristics,
    .xShmMap = shim_ShmMap,
    .xShmLock = shim_ShmLock,
    .xShmBarrier = shim_ShmBarrier,
    .xShmUnmap = shim_ShmUnmap,
};

static int shim_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    struct shim *f = (struct shim *)file;
    (void)vfs;
    f->base.pMethods = NULL;
    f->which = flags & SQLITE_OPEN_MAIN_DB ? 0 : flags & SQLITE_OPEN_WAL ? 1 : -1;
    f->real = calloc(1, (size_t)real_vfs->szOsFile);
    int code = f->real ? real_vfs->xOpen(real_vfs, name, f->real, flags, out) : SQLITE_NOMEM;
    if (code != SQLITE_OK) {
        free(f->real);
        return code;
    }
    f->base.pMethods = &shim_methods;
    if (f->which >= 0 && watching)
        open_real[f->which] = f->real;
    return SQLITE_OK;
}

static void put_shim_in_place(void)
{
    real_vfs = sqlite3_vfs_find(NULL);
    shim_vfs = *real_vfs;
    shim_vfs.pNext = NULL;
    shim_vfs.zName = "power";
    shim_vfs.szOsFile = (int)sizeof(struct shim);
    shim_vfs.xOpen = shim_open;
    assert_int_equal(sqlite3_vfs_register(&shim_vfs, 1), SQLITE_OK);
}

/* ---- the test ---- */

static void write_image(const char *path, const struct image *image)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(image->bytes, 1, image->size, file), image->size);
    fclose(file);
}

static void count_event(void *ctx, const struct store_event *event)
{
    assert_int_equal(event->n, *(uint32_t *)ctx);
    assert_int_equal(event->len, PADDING);
    ++*(uint32_t *)ctx;
}

/* The machine starts again with this disk. `more`: a commit was under way. */
static void check_disk(const char *folder, int more)
{
    char path[FOLDER_SIZE + 16], log[FOLDER_SIZE + 24], why[STORE_WHY_SIZE];
    bool was_watching = watching;
    watching = false;
    snprintf(path, sizeof path, "%s/after.db", folder);
    snprintf(log, sizeof log, "%s-wal", path);
    write_image(path, &cut[0]);
    write_image(log, &cut[1]);
    struct store *s = store_sqlite(path, STORE_SERVE, why);
    if (!s)
        fail_msg("after the cut: %s", why);
    for (uint32_t i = 0; i < MATCHES; i++) {
        uint32_t count = 0;
        assert_int_not_equal(s->ops->events(s, i + 1, 0, count_event, &count), -1);
        assert_in_range(count, acked_at_cut[i], acked_at_cut[i] + (uint32_t)more);
    }
    s->ops->close(s);
    check_soundness(path);
    free(cut[0].bytes);
    free(cut[1].bytes);
    watching = was_watching;
}

/* A power cut now, and kill -9 instead. */
static void check_both(const char *folder, int more)
{
    cut_now();
    check_disk(folder, more);
    for (int i = 0; i < 2; i++)
        cut[i] = read_image(open_real[i]);
    check_disk(folder, more);
}

/* A store on the disk that we watch, with matches and no lines. */
static struct store *watched(char folder[FOLDER_SIZE])
{
    char path[FOLDER_SIZE + 16], why[STORE_WHY_SIZE];
    make_folder(folder);
    snprintf(path, sizeof path, "%s/mazo.db", folder);
    put_shim_in_place();
    struct store *s = store_sqlite(path, STORE_SERVE, why); /* the schema is there when the trouble begins */
    assert_non_null(s);
    for (int64_t i = 1; i <= MATCHES; i++)
        KEEP(s, a_match(i));
    s->ops->close(s);
    memset(acked, 0, sizeof acked);
    memset(dirty, 0, sizeof dirty);
    is_cut = false;
    syncs = 0;
    watching = true;
    s = store_sqlite(path, STORE_SERVE, why);
    assert_non_null(s);
    synced[0] = read_image(open_real[0]);
    synced[1] = (struct image){0};
    return s;
}

static void watched_no_more(struct store *s, const char *folder)
{
    watching = false;
    s->ops->close(s);
    sqlite3_vfs_unregister(&shim_vfs);
    free(synced[0].bytes);
    free(synced[1].bytes);
    drop_folder(folder);
}

static enum store_outcome commit_line(struct store *s, uint32_t match)
{
    static char text[PADDING];
    char why[STORE_WHY_SIZE];
    memset(text, 'x', sizeof text);
    struct store_write w[2] = {an_event(match + 1, acked[match]), a_room(match + 1)};
    w[0].event.text = text;
    w[0].event.len = sizeof text;
    return s->ops->commit(s, w, 2, why);
}

static void committed_is_on_the_disk(void **state)
{
    (void)state;
    char folder[FOLDER_SIZE];
    int cuts = 0;
    struct store *s = watched(folder);
    for (int i = 0; i < COMMITS; i++) {
        uint32_t match = (uint32_t)(rand_r(&dice) % MATCHES);
        assert_int_equal(commit_line(s, match), STORE_KEPT);
        acked[match]++;
        if (is_cut) {
            check_disk(folder, 1);
            is_cut = false;
            cuts++;
        }
    }
    watched_no_more(s, folder);
    print_message("# %d cuts, %d syncs\n", cuts, syncs);
    assert_true(cuts >= 10);
    assert_true(syncs >= COMMITS); /* every commit is synced */
}

/* Until it is known, the batch may be there or not; then it is as the store says, for good. */
static void what_is_said_of_a_failed_sync_is_so(void **state)
{
    (void)state;
    char folder[FOLDER_SIZE], why[STORE_WHY_SIZE];
    int doubts = 0, refused = 0;
    struct store *s = watched(folder);
    is_cut = true; /* we choose the moments */
    for (int i = 0; i < COMMITS; i++) {
        uint32_t match = (uint32_t)(rand_r(&dice) % MATCHES);
        failing = rand_r(&dice) % FAIL_EVERY == 0 ? 1 + rand_r(&dice) % FAILS_MAX : 0;
        enum store_outcome outcome = commit_line(s, match);
        bool failed = outcome != STORE_KEPT;
        for (; outcome == STORE_UNKNOWN; doubts++) {
            check_both(folder, 1);
            outcome = s->ops->resolve(s, why);
        }
        acked[match] += outcome == STORE_KEPT;
        refused += outcome != STORE_KEPT;
        if (failed)
            check_both(folder, 0);
    }
    watched_no_more(s, folder);
    print_message("# in doubt %d times, %d refused\n", doubts, refused);
    assert_true(doubts >= 40);
    assert_true(refused >= 20);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(committed_is_on_the_disk),
                                              cmocka_unit_test(
                                                  what_is_said_of_a_failed_sync_is_so)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
