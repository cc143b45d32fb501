/*
 * receipt.c - receipts of a server's shuffles, one line each.
 */
#include "session/receipt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/folder.h"
#include "session/save.h"

enum { LINE_SIZE = 3 * FAIR_HEX + RECEIPT_KEY_SIZE + 32 };

static const char file_name[] = "shuffles";

/* ---- a line: "-" stands for nothing ---- */

static const char *or_dash(const char *text) { return text[0] ? text : "-"; }

static int write_line(FILE *to, const struct receipt *r)
{
    return fprintf(to, "%s %s %s %d %s\n", r->commitment, or_dash(r->deal), or_dash(r->salt),
                   r->again, or_dash(r->key));
}

static bool take_hex(const char *word, char to[FAIR_HEX])
{
    to[0] = '\0';
    return strcmp(word, "-") == 0 || fair_take(word, to);
}

static bool read_line(const char *line, struct receipt *out)
{
    char commitment[FAIR_HEX], deal[FAIR_HEX], salt[FAIR_HEX];
    *out = (struct receipt){0};
    if (sscanf(line, "%64s %64s %64s %d %39s", commitment, deal, salt, &out->again, out->key) !=
            5 ||
        !fair_take(commitment, out->commitment) || !take_hex(deal, out->deal) ||
        !take_hex(salt, out->salt))
        return false;
    if (strcmp(out->key, "-") == 0)
        out->key[0] = '\0';
    return true;
}

/* The next one that can be read. */
static bool read_next(FILE *from, struct receipt *out)
{
    char line[LINE_SIZE];
    while (fgets(line, sizeof line, from))
        if (read_line(line, out))
            return true;
    return false;
}

/* ---- the file ---- */

static void copy_others(FILE *from, FILE *to, const struct receipt *but)
{
    struct receipt one;
    for (int count = 1; count < RECEIPTS_MAX && read_next(from, &one);) {
        if (strcmp(one.commitment, but->commitment) != 0) {
            write_line(to, &one);
            count++;
        }
    }
}

bool receipt_keep(const struct receipt *r)
{
    char path[SAVE_PATH_MAX], *text = NULL;
    size_t len = 0;
    if (!save_server_path(file_name, path))
        return false;
    FILE *to = open_memstream(&text, &len), *from = fopen(path, "r");
    if (to)
        write_line(to, r);
    if (to && from)
        copy_others(from, to, r);
    if (from)
        fclose(from);
    bool fine = to && fclose(to) == 0 && folder_replace(path, text, len);
    free(text);
    return fine;
}

bool receipt_has_salt(const struct fair *f, const char *salt)
{
    bool found = false;
    for (int i = 0; i < f->seats; i++)
        found |= strcmp(f->salt[i], salt) == 0;
    return found;
}

bool receipt_agrees(const struct receipt *r, const struct fair *f)
{
    return strcmp(r->commitment, f->commitment) == 0 &&
           (!r->deal[0] || strcmp(r->deal, f->deal) == 0) &&
           (!r->salt[0] || receipt_has_salt(f, r->salt));
}

bool receipt_find(const char *key, const struct fair *f, struct receipt *out)
{
    char path[SAVE_PATH_MAX];
    struct receipt one;
    bool found = false, by_key = false;
    FILE *from = save_server_path(file_name, path) ? fopen(path, "r") : NULL;
    while (from && !by_key && read_next(from, &one)) {
        by_key = key[0] && strcmp(one.key, key) == 0;
        bool like = strcmp(one.commitment, f->commitment) == 0 ||
                    (one.deal[0] && strcmp(one.deal, f->deal) == 0) ||
                    (one.salt[0] && receipt_has_salt(f, one.salt));
        if (by_key || (like && !found)) {
            *out = one;
            found = true;
        }
    }
    if (from)
        fclose(from);
    return found;
}
