/*
 * test_changes.c - whole views from what has changed: the cases of changes.json, which the page passes too
 * (web/test/local/changes.test.mjs).
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>

#include "client/changes.h"

static void test_all_cases(void **state)
{
    json_t *cases = json_load_file(getenv("CHANGES"), 0, NULL), *one;
    size_t i;
    (void)state;
    assert_true(json_array_size(cases) > 5);
    json_array_foreach(cases, i, one)
    {
        json_t *was = json_object_get(one, "was"), *before = json_deep_copy(was);
        json_t *view = changes_apply(was, json_object_get(one, "changes"),
                                     json_object_get(one, "gone"));
        if (!json_equal(view, json_object_get(one, "is")))
            fail_msg("%s", json_string_value(json_object_get(one, "case")));
        assert_true(json_equal(was, before));
        json_decref(before);
        json_decref(view);
    }
    json_decref(cases);
}

static void test_what_no_server_sends(void **state)
{
    json_t *was = json_pack("{s:i}", "turn", 0), *none = json_array(),
           *gone = json_pack("[s]", "never");
    (void)state;
    assert_null(changes_apply(was, none, NULL));
    assert_null(changes_apply(none, was, NULL));
    assert_null(changes_apply(was, was, gone));
    json_decref(was);
    json_decref(none);
    json_decref(gone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_cases),
        cmocka_unit_test(test_what_no_server_sends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
