/*
 * test_ticket.c - a token is written beside another terminal's, never over it.
 *
 * In a container programs have small numbers: here every one is number 2, as the second terminal is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "session/ticket.h"

pid_t getpid(void) { return 2; }

static int begin(void **state)
{
    static char folder[] = "/tmp/mazo-ticket-XXXXXX";
    *state = mkdtemp(folder);
    setenv("XDG_STATE_HOME", *state, 1);
    return *state ? 0 : -1;
}

static int end(void **state)
{
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", (char *)*state);
    return system(command);
}

static void has_token(const struct ticket *t, const char *wanted)
{
    char line[TICKET_LINE_MAX] = "";
    struct stat is;
    FILE *file = fopen(t->path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    fclose(file);
    line[strcspn(line, "\n")] = '\0';
    assert_string_equal(line, wanted);
    assert_int_equal(stat(t->path, &is), 0);
    assert_int_equal(is.st_mode & 0777, 0600);
}

static int files_in(const char *folder)
{
    int count = 0;
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));)
        count += entry->d_name[0] != '.';
    closedir(dir);
    return count;
}

static void two_terminals_keep_their_tokens(void **state)
{
    struct ticket first, second;
    char token[TICKET_LINE_MAX], folder[200];
    ticket_take(&first, "localhost", 8117, token, sizeof token);
    assert_true(ticket_write(&first, "first"));
    ticket_take(&second, "localhost", 8117, token, sizeof token);
    assert_int_equal(second.number, 2);
    assert_true(ticket_write(&second, "second"));
    assert_true(ticket_write(&first, "first-again"));
    has_token(&first, "first-again");
    has_token(&second, "second");
    ticket_give_back(&second);
    ticket_give_back(&first);
    snprintf(folder, sizeof folder, "%s/mazo/servers", (char *)*state);
    assert_int_equal(files_in(folder), 5); /* two tickets, their locks, and what `first` was */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_terminals_keep_their_tokens),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
