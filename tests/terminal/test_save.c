/*
 * test_save.c - a match file on a disk that fails: it never has a hole.
 *
 * The calls by which save.c writes are ours here: they fail when a test wants it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "session/save.h"

enum { LINES = 400, TEXT_MAX = LINES * 16 };

static struct {
    int full;         /* of a hundred writes, this many are cut and then fail; */
    bool keeps_parts; /* and what was cut cannot be taken back */
    bool unsynced;
    off_t lowest; /* where something was written */
} disk;
static unsigned dice = 29;

ssize_t pwrite(int fd, const void *from, size_t size, off_t at)
{
    static bool cut;
    disk.lowest = at < disk.lowest ? at : disk.lowest;
    if (cut || rand_r(&dice) % 100 < disk.full) {
        cut = !cut && size > 1 && rand_r(&dice) % 2;
        if (!cut) {
            errno = ENOSPC;
            return -1;
        }
        size = 1 + (size_t)rand_r(&dice) % (size - 1);
    }
    return syscall(SYS_pwrite64, fd, from, size, at);
}

int ftruncate(int fd, off_t size)
{
    errno = EIO;
    return disk.keeps_parts ? -1 : (int)syscall(SYS_ftruncate, fd, size);
}

int fsync(int fd)
{
    (void)fd;
    errno = EIO;
    return disk.unsynced ? -1 : 0;
}

static int begin(void **state)
{
    static char folder[] = "/tmp/mazo-save-XXXXXX", name[sizeof folder];
    memcpy(name, folder, sizeof folder);
    *state = mkdtemp(name);
    setenv("XDG_STATE_HOME", *state, 1);
    memset(&disk, 0, sizeof disk);
    return *state ? 0 : -1;
}

static int end(void **state)
{
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", (char *)*state);
    return system(command);
}

static bool add_line(struct save *s, char *all, int n, bool sync)
{
    char line[32];
    int len = snprintf(line, sizeof line, "{\"line\":%d}\n", n);
    strcat(all, line);
    return save_append(s, line, (size_t)len, sync);
}

static void is_in_file(const struct save *s, const char *all)
{
    size_t size = 0;
    char *text = save_read(s->path, &size);
    assert_non_null(text);
    assert_int_equal(size, strlen(all));
    assert_memory_equal(text, all, size);
    free(text);
}

static void no_line_is_missing_or_cut(void **state)
{
    (void)state;
    for (int parts = 0; parts < 2; parts++) {
        static char all[TEXT_MAX];
        struct save s;
        int failed = 0;
        save_create(&s, "oficial");
        assert_int_equal(s.error, 0);
        all[0] = '\0';
        disk.full = 40;
        disk.keeps_parts = parts;
        for (int n = 0; n < LINES; n++) {
            bool kept = add_line(&s, all, n, false);
            assert_int_equal(kept, s.error == 0);
            failed += !kept;
        }
        assert_true(failed > LINES / 10);
        disk.full = 0;
        disk.keeps_parts = false;
        assert_true(add_line(&s, all, LINES, true));
        is_in_file(&s, all);
        save_close(&s);
        unlink(s.path);
    }
}

/* There is no memory either: the file ends there, and the player hears it. */
static void a_line_that_is_lost_is_the_last(void **state)
{
    (void)state;
    static char all[TEXT_MAX];
    struct save s;
    char *huge = malloc(SAVE_FILE_MAX);
    assert_non_null(huge);
    memset(huge, 'x', SAVE_FILE_MAX);
    save_create(&s, "oficial");
    assert_true(add_line(&s, all, 0, false));
    disk.full = 100;
    assert_false(save_append(&s, huge, SAVE_FILE_MAX, false));
    free(huge);
    disk.full = 0;
    char before[TEXT_MAX];
    memcpy(before, all, sizeof before);
    for (int n = 1; n < 5; n++) {
        assert_false(add_line(&s, all, n, true));
        assert_int_not_equal(s.error, 0);
    }
    is_in_file(&s, before);
    save_close(&s);
}

/* The system takes pages for clean that are not on the disk. */
static void after_a_failed_sync_it_is_written_again(void **state)
{
    (void)state;
    static char all[TEXT_MAX];
    struct save s;
    save_create(&s, "oficial");
    assert_true(add_line(&s, all, 0, true));
    off_t synced = (off_t)strlen(all);
    disk.unsynced = true;
    assert_false(add_line(&s, all, 1, true));
    assert_int_equal(s.error, EIO);
    assert_false(add_line(&s, all, 2, false)); /* not forgotten */
    disk.unsynced = false;
    disk.lowest = 1 << 20;
    assert_true(add_line(&s, all, 3, false));
    assert_int_equal(s.error, 0);
    assert_int_equal(disk.lowest, synced);
    is_in_file(&s, all);
    save_close(&s);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(no_line_is_missing_or_cut, begin, end),
        cmocka_unit_test_setup_teardown(a_line_that_is_lost_is_the_last, begin, end),
        cmocka_unit_test_setup_teardown(after_a_failed_sync_it_is_written_again, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
