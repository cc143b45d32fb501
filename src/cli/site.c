/*
 * site.c - `mazo site`: the browser game as a folder that any web server can serve.
 *
 * The pages are those that `mazo serve` has inside, but every address in them is relative, so that
 * the folder may lie anywhere, and the page is told (data-site) that it has no server.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"

#include "server/pages/pages.h"
#include "text/oserror.h"
#include "text/screen.h"

enum { PATH_SIZE = 1024, SHOWN_SIZE = 120 };

static const struct cli_option options[] = {{0}};

static const struct cli_usage usage = {
    .name = "site",
    .forms = (const char *const[]){N_("FOLDER"), NULL},
    .about = N_("Writes the browser game into FOLDER, for any web server, at any address: it "
                "teaches, plays against bots and replays match files, also without a network. "
                "Tables for friends need `mazo serve`."),
    .options = options,
};

static bool ends(const char *text, const char *with)
{
    size_t length = strlen(text), tail = strlen(with);
    return length >= tail && strcmp(text + length - tail, with) == 0;
}

/* After a quote: is this one of our files, or with `home` the start page: "/x", then the quote? */
static bool is_address(const char *at, size_t left, char quote, bool home)
{
    if (home && left > 1 && at[0] == '/' && at[1] == quote)
        return true;
    for (int i = 0; i < page_count; i++) {
        size_t length = strlen(pages[i].path);
        if (left > length && memcmp(at, pages[i].path, length) == 0 && at[length] == quote)
            return true;
    }
    return false;
}

/* Writes a page with a dot before every address in it. */
static bool write_page(const struct page *page, FILE *out)
{
    static const char html[] = "<html", mark[] = "<html data-site";
    const char *body = (const char *)page->body;
    bool home = strcmp(page->path, "/sw.js") == 0 || ends(page->path, ".webmanifest");
    bool text = home || ends(page->path, ".js") || ends(page->path, ".html");
    for (size_t i = 0; i < page->len; i++) {
        if (text && page->len - i > sizeof html && memcmp(body + i, html, sizeof html - 1) == 0) {
            fputs(mark, out);
            i += sizeof html - 2;
            continue;
        }
        putc(body[i], out);
        if (text && i + 1 < page->len && body[i] != '\0' && strchr("\"'`", body[i]) &&
            is_address(body + i + 1, page->len - i - 1, body[i], home))
            putc('.', out);
    }
    return !ferror(out);
}

static int write_site(struct cli_line *line, const char *folder)
{
    char path[PATH_SIZE], clean[SHOWN_SIZE];
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        return cli_complain(line, EXIT_BAD, N_("%s cannot be written: %s"),
                            screen_clean(folder, clean, sizeof clean),
                            text_oserror(line->lang, errno));
    }
    for (int i = 0; i < page_count; i++) {
        if (snprintf(path, sizeof path, "%s%s", folder, pages[i].path) >= (int)sizeof path)
            return cli_complain(line, EXIT_BAD, N_("the name is too long"));
        FILE *out = fopen(path, "wb");
        int code = cli_close(line, path, out, out && write_page(&pages[i], out));
        if (code != EXIT_FINE)
            return code;
    }
    return EXIT_FINE;
}

int cli_site(int argc, char **argv)
{
    struct cli_line line;
    cli_begin(&line, &usage, argc, argv);
    if (!cli_options(&line, NULL) || !cli_operands(&line, 1))
        return line.exit;
    if (line.operand_count == 0)
        return cli_complain(&line, EXIT_USAGE, N_("name a folder to write to"));
    if (!pages_have_client)
        return cli_complain(&line, EXIT_BAD,
                            N_("built without the browser game (docs/serving.md, Installing)"));
    return write_site(&line, line.operands[0]);
}
