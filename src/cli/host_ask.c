/*
 * host_ask.c - the control socket of a running server, from outside.
 */
#include "cli/host_ask.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "text/oserror.h"
#include "text/screen.h"

enum { SHOWN_MAX = 240, SENTENCE_MAX = 600 };

static bool complain(const struct host_link *l, int error)
{
    char shown[SHOWN_MAX];
    enum text_lang lang = l->line->lang;
    const char *why = error == ENOENT || error == ECONNREFUSED
                          ? N_("no server listens there. Is it "
                               "running, and with this store?")
                      : error == EACCES
                          ? N_("only the user who runs the server, or root, may do that")
                          : NULL;
    return cli_refuse(l->line, EXIT_BAD, "%s: %s", screen_clean(l->path, shown, sizeof shown),
                      why ? text_in(lang, why) : text_oserror(lang, error));
}

/* 0, or why not. */
static int dial(struct host_link *l)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(l->path) >= sizeof address.sun_path)
        return ENAMETOOLONG;
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    memcpy(address.sun_path, l->path, strlen(l->path) + 1);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        int error = errno;
        if (fd >= 0)
            close(fd);
        return error;
    }
    int twin = dup(fd);
    l->in = fdopen(fd, "r");
    l->out = twin < 0 ? NULL : fdopen(twin, "w");
    return l->in && l->out ? 0 : ENOMEM;
}

bool host_connect(struct host_link *l, struct cli_line *line, const char *path)
{
    *l = (struct host_link){.line = line, .path = path};
    int error = dial(l);
    return error == 0 || complain(l, error);
}

void host_hang_up(struct host_link *l)
{
    if (l->in)
        fclose(l->in);
    if (l->out)
        fclose(l->out);
    l->in = l->out = NULL;
}

bool host_again(struct host_link *l)
{
    host_hang_up(l);
    return dial(l) == 0;
}

json_t *host_ask(struct host_link *l, json_t *order)
{
    char *line = NULL;
    size_t size = 0;
    json_object_set_new(order, "lang", json_string(text_lang_tag(l->line->lang)));
    bool sent = l->in && l->out && json_dumpf(order, l->out, JSON_COMPACT) == 0 &&
                fputc('\n', l->out) != EOF && fflush(l->out) == 0;
    json_decref(order);
    json_t *answer = sent && getline(&line, &size, l->in) > 0 ? json_loads(line, 0, NULL) : NULL;
    free(line);
    return answer;
}

json_t *host_order(struct host_link *l, json_t *order)
{
    char shown[SENTENCE_MAX];
    json_t *answer = host_ask(l, order);
    const char *message = json_string_value(json_object_get(answer, "message"));
    if (!answer) {
        cli_complain(l->line, EXIT_BAD, N_("the server has ended the connection"));
    } else if (json_object_get(answer, "error")) {
        cli_complain(l->line, EXIT_BAD, "%s",
                     screen_clean(message ? message : "?", shown, sizeof shown));
        json_decref(answer);
        answer = NULL;
    }
    return answer;
}
