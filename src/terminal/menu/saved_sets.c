/*
 * saved_sets.c - rule sets that the person here has saved.
 */
#include "terminal/menu/saved_sets.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/setup.h"
#include "text/screen.h"
#include "wire/ruleset.h"

static int by_name(const void *a, const void *b) { return strcmp(a, b); }

static void take(struct saved_sets *s, const char *folder, const char *file, enum text_lang lang)
{
    struct ruleset_errors errors = {.count = 0};
    char path[SETUP_PATH_MAX + 256], name[256];
    struct mazo_rules rules;
    size_t length = strlen(file);
    if (s->count == SAVED_SETS_MAX || length < 5 || strcmp(file + length - 4, ".ini") != 0 ||
        snprintf(path, sizeof path, "%s/%s", folder, file) >= (int)sizeof path)
        return;
    if (!ruleset_of(path, 0, lang, &rules, &errors) ||
        mazo_rules_check(&rules, rules.seats) != MAZO_FAULT_none)
        return; /* the last table's file is none, for one */
    snprintf(name, sizeof name, "%.*s", (int)length - 4, file);
    screen_clean(name, s->at[s->count].name, SAVED_SET_NAME);
    s->at[s->count++].rules = rules;
}

void saved_sets_find(struct saved_sets *s, enum text_lang lang)
{
    char folder[SETUP_PATH_MAX];
    const struct dirent *entry;
    s->count = 0;
    DIR *dir = setup_folder(folder, sizeof folder) ? opendir(folder) : NULL;
    while (dir && (entry = readdir(dir)))
        take(s, folder, entry->d_name, lang);
    if (dir)
        closedir(dir);
    qsort(s->at, (size_t)s->count, sizeof s->at[0], by_name);
}

int saved_sets_of(const struct saved_sets *s, const struct mazo_rules *rules)
{
    for (int i = 0; i < s->count; i++) {
        bool same = s->at[i].rules.sheet == rules->sheet;
        for (int rule = 0; rule < MAZO_RULE_COUNT; rule++)
            same = same && mazo_rules_get(&s->at[i].rules, rule) == mazo_rules_get(rules, rule);
        if (same)
            return i;
    }
    return -1;
}
