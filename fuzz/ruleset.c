/*
 * ruleset.c - any bytes as a rule-set file. What is read can be written, and reads the same.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "wire/ruleset.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[RULESET_TEXT_MAX];
    static struct ruleset_errors errors;
    struct mazo_rules rules, again;
    if (!ruleset_read((const char *)data, size, 0, TEXT_ES, &rules, &errors))
        return 0;
    if (mazo_rules_check(&rules, rules.seats) != MAZO_FAULT_none)
        abort();
    int length = ruleset_write(&rules, TEXT_EN, text, sizeof text);
    if (length >= RULESET_TEXT_MAX ||
        !ruleset_read(text, (size_t)length, 0, TEXT_EN, &again, &errors))
        abort();
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++)
        if (mazo_rules_get(&rules, rule) != mazo_rules_get(&again, rule))
            abort();
    return 0;
}
