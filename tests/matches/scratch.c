/*
 * scratch.c - replays match files and prints the signature; scratch.py builds it with other lists.
 */
#include <inttypes.h>
#include <stdio.h>

#include "sim/bench.h"
#include "wire/match.h"

static struct match_reader match;
static char text[4 << 20];

/* NULL, or why the file does not replay. */
static const char *replay(const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t len = file ? fread(text, 1, sizeof text, file) : 0;
    if (!file || fclose(file) != 0)
        return "cannot be read";
    enum match_step step;
    match_begin(&match, TEXT_EN, text, len);
    while ((step = match_next(&match)) == MATCH_STEP) {
    }
    return step == MATCH_END && !match.cut ? NULL : match.why.message;
}

int main(int count, char **paths)
{
    int bad = 0;
    for (int i = 1; i < count; i++) {
        const char *why = replay(paths[i]);
        if (why) {
            printf("%s, line %d: %s\n", paths[i], match.line, why);
            bad++;
        }
    }
    printf("%d of %d replay; signature %" PRIu64 "\n", count - 1 - bad, count - 1, sim_signature());
    return bad > 0;
}
