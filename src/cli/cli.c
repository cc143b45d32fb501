/*
 * cli.c - what the subcommands share: options, help, messages, files.
 */
#include "cli/cli.h"

#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "text/near.h"
#include "text/number.h"
#include "text/oserror.h"
#include "text/place.h"
#include "wire/ruleset.h"
#include "text/screen.h"

enum { EXCERPT = 72 }; /* bytes of a line shown in messages */

enum {
    OPTIONS_MAX = 64,
    SHOWN_MAX = 80,
    COLUMNS = 80,
    OPTION_COLUMN = 26,
    TEXT_MAX = 4000,
    MESSAGE_MAX = 1400,
    OPT_LANG = 1000,
    OPT_HELP
};

/* Options of every subcommand. */
static const struct cli_option common[] = {
    {"lang", 'l', N_("LANG"),
     N_("the language of the output: en, es, es-ES (Spain) or es-419 (America)"), .read = NULL},
    {"help", 'h', NULL, N_("print this help"), .read = NULL},
    {0},
};

static int option_count(const struct cli_option *options)
{
    int count = 0;
    while (options[count].name)
        count++;
    return count;
}

/* Where the fault in a line is: what the message quotes, or the byte that it names. */
static size_t find_blamed(const char *at, size_t length, const char *message)
{
    static const char *const quotes[][2] = {{"\"", "\""}, {"«", "»"}};
    const char *byte = strstr(message, "byte ");
    size_t number = byte ? strtoul(byte + 5, NULL, 10) : 0;
    if (number > 0 && number <= length)
        return number - 1;
    for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++) {
        const char *from = strstr(message, quotes[i][0]);
        const char *word = from ? from + strlen(quotes[i][0]) : NULL;
        const char *to = word ? strstr(word, quotes[i][1]) : NULL;
        const char *found = to > word ? memmem(at, length, word, (size_t)(to - word)) : NULL;
        if (found)
            return (size_t)(found - at);
    }
    size_t blanks = 0;
    while (blanks < length && (at[blanks] == ' ' || at[blanks] == '\t'))
        blanks++;
    return blanks < length ? blanks : 0;
}

/* That line of the file, with a caret. */
static void show_line(const struct cli_place *place, const char *message)
{
    const char *at = place->text, *end = at + place->size, *next;
    int number = place->line;
    char shown[EXCERPT * 4 + 1], before[EXCERPT * 4 + 1], part[EXCERPT + 1];
    while (--number > 0 && (next = memchr(at, '\n', (size_t)(end - at))) != NULL)
        at = next + 1;
    next = memchr(at, '\n', (size_t)(end - at));
    size_t length = (size_t)((next ? next : end) - at);
    if (number > 0 || length == 0 || memchr(at, '\0', length))
        return;
    size_t blamed = find_blamed(at, length, message);
    size_t from = blamed > EXCERPT * 3 / 4 ? blamed - EXCERPT / 2 : 0;
    while (from > 0 && ((unsigned char)at[from] & 0xc0) == 0x80)
        from--;
    snprintf(part, sizeof part, "%.*s", (int)(length - from < EXCERPT ? length - from : EXCERPT),
             at + from);
    screen_clean(part, shown, sizeof shown);
    snprintf(part, sizeof part, "%.*s", (int)(blamed - from), at + from);
    screen_clean(part, before, sizeof before);
    fprintf(stderr, "    %s\n    %*s^\n", shown, screen_width(before), "");
}

/* The name of a file as messages show it. */
static const char *file_name(const struct cli_line *line, const char *path)
{
    return strcmp(path, "-") == 0 ? text_in(line->lang, "standard input") : path;
}

static void complain(struct cli_line *line, int code, const char *format, va_list args)
{
    const struct cli_place *place = &line->place;
    char message[MESSAGE_MAX], whole[MESSAGE_MAX + SHOWN_MAX * 3];
    vsnprintf(message, sizeof message, text_in(line->lang, format), args);
    fflush(stdout);
    if (place->file) {
        text_place(line->lang, file_name(line, place->file), place->line, message, whole,
                   sizeof whole);
        code = code == EXIT_USAGE ? EXIT_BAD : code;
    }
    fprintf(stderr, "mazo %s: %s\n", line->usage->name, place->file ? whole : message);
    if (place->file && place->text && place->line > 0)
        show_line(place, message);
    if (code == EXIT_USAGE)
        fprintf(stderr, text_in(line->lang, "See `mazo %s --help`.\n"), line->usage->name);
    line->exit = code;
}

int cli_complain(struct cli_line *line, int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(line, code, format, args);
    va_end(args);
    return line->exit;
}

bool cli_refuse(struct cli_line *line, int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(line, code, format, args);
    va_end(args);
    return false;
}

int cli_blame(struct cli_line *line, const struct cli_place *place, const char *message)
{
    struct cli_place before = line->place;
    line->place = *place;
    cli_complain(line, EXIT_BAD, "%s", message);
    line->place = before;
    return EXIT_BAD;
}

/* --lang is found first, so that it also applies to messages about earlier arguments. */
static int named_lang(int argc, char **argv)
{
    int lang = -1;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *value = NULL;
        if (strncmp(argv[i], "--lang=", 7) == 0)
            value = argv[i] + 7;
        else if ((strcmp(argv[i], "--lang") == 0 || strcmp(argv[i], "-l") == 0) && i + 1 < argc)
            value = argv[i + 1];
        int found = value ? text_lang_by_name(value) : -1;
        lang = found < 0 ? lang : found;
    }
    return lang;
}

enum text_lang cli_lang(int argc, char **argv)
{
    int lang = named_lang(argc, argv);
    return lang < 0 ? text_lang_of_locale() : (enum text_lang)lang;
}

bool cli_lang_given(int argc, char **argv) { return named_lang(argc, argv) >= 0; }

void cli_begin(struct cli_line *line, const struct cli_usage *usage, int argc, char **argv)
{
    *line =
        (struct cli_line){.usage = usage, .argc = argc, .argv = argv, .lang = cli_lang(argc, argv)};
    opterr = 0;
    optind = 0; /* for glibc and musl: start over */
}

static void add_options(const struct cli_option *options, int first, struct option *out,
                        char *letters)
{
    for (int i = 0; options[i].name; i++) {
        out[i] = (struct option){.name = options[i].name,
                                 .has_arg = options[i].value ? required_argument : no_argument,
                                 .val = first + i};
        if (options[i].letter) {
            size_t length = strlen(letters);
            letters[length++] = (char)options[i].letter;
            letters[length++] = options[i].value ? ':' : '\0';
            letters[length] = '\0';
        }
    }
}

/* A short option comes back as its letter: the number it has in the tables. */
static int number_of(const struct cli_usage *usage, int found)
{
    for (int i = 0; usage->options[i].name; i++)
        if (usage->options[i].letter == found)
            return i;
    for (int i = 0; common[i].name; i++)
        if (common[i].letter == found)
            return OPT_LANG + i;
    return found;
}

/* getopt_long leaves in optopt the letter, or the number of a long option that is known;
 * 0 for one that is not. */
static int refuse_option(struct cli_line *line, int found)
{
    char letter[] = {'-', optopt > 32 && optopt < 127 ? (char)optopt : '?', '\0'};
    bool is_long = optopt == 0 || optopt > 255;
    char clean[SHOWN_MAX];
    screen_clean(is_long ? line->argv[optind - 1] : letter, clean, sizeof clean);
    struct text_near near;
    text_near_begin(&near, is_long ? clean + 2 : "");
    for (int i = 0; line->usage->options[i].name; i++)
        text_near_offer(&near, line->usage->options[i].name);
    if (found == ':')
        cli_complain(line, EXIT_USAGE, N_("%s needs a value"), clean);
    else if (optopt > 255)
        cli_complain(line, EXIT_USAGE, N_("%s: this option takes no value"), clean);
    else if (near.best)
        cli_complain(line, EXIT_USAGE, N_("unknown option %s; did you mean --%s?"), clean,
                     near.best);
    else
        cli_complain(line, EXIT_USAGE, N_("unknown option %s"), clean);
    return CLI_STOP;
}

static void print_help(const struct cli_usage *usage, enum text_lang lang);

int cli_next(struct cli_line *line)
{
    struct option options[OPTIONS_MAX] = {0};
    char letters[2 * OPTIONS_MAX] = ":";
    int count = option_count(line->usage->options);
    assert(count + option_count(common) < OPTIONS_MAX);
    add_options(line->usage->options, 256, options, letters);
    add_options(common, OPT_LANG, options + count, letters);

    int found = getopt_long(line->argc, line->argv, letters, options, NULL);
    line->value = optarg;
    if (found == -1) {
        line->operand_count = line->argc - optind;
        line->operands = line->argv + optind;
        return CLI_END;
    }
    if (found == '?' || found == ':')
        return refuse_option(line, found);
    found = number_of(line->usage, found);
    if (found == OPT_HELP) {
        print_help(line->usage, line->lang);
        line->exit = EXIT_FINE;
        return CLI_STOP;
    }
    if (found == OPT_LANG) {
        if (text_lang_by_name(optarg) >= 0)
            return cli_next(line);
        cli_complain(line, EXIT_USAGE, N_("--lang takes en, es, es-ES or es-419"));
        return CLI_STOP;
    }
    return found >= 256 ? found - 256 : found;
}

static void print_options(const struct cli_option *options, enum text_lang lang)
{
    for (int i = 0; options[i].name; i++) {
        if (!options[i].sentence)
            continue;
        char shown[SHOWN_MAX];
        const char *value = options[i].value ? text_in(lang, options[i].value) : NULL;
        int letter = options[i].letter;
        snprintf(shown, sizeof shown, "%c%c%s--%s%s%s", letter ? '-' : ' ', letter ? letter : ' ',
                 letter ? ", " : "  ", options[i].name, value ? " " : "", value ? value : "");
        int at = 2 + screen_width(shown);
        printf("  %s", shown);
        if (at == OPTION_COLUMN - 1 || at == OPTION_COLUMN)
            at = OPTION_COLUMN + 1; /* always two blanks between them */
        cli_print_paragraph(OPTION_COLUMN, COLUMNS, at, text_in(lang, options[i].sentence));
    }
}

int cli_columns(void)
{
    struct winsize size = {0};
    bool known = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    return known && size.ws_col > 0 ? size.ws_col : COLUMNS;
}

void cli_print_paragraph(int indent, int columns, int at, const char *text)
{
    int blanks = at <= indent ? indent - at : 2;
    int column = at + blanks;
    printf("%*s", blanks, "");
    bool first = true; /* of its line */
    while (*text) {
        char word[2 * SHOWN_MAX];
        size_t length = strcspn(text, " \n");
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        text += length + strspn(text + length, " \n");
        int width = screen_width(word);
        if (!first && column + 1 + width > columns) {
            printf("\n%*s", indent, "");
            column = indent;
            first = true;
        }
        printf("%s%s", first ? "" : " ", word);
        column += width + !first;
        first = false;
    }
    putchar('\n');
}

/* The lines that are filled as one: up to an empty line, one that begins with a blank, or the
 * end. A line that begins with a blank stands alone. */
static size_t filled_length(const char *text)
{
    size_t length = strcspn(text, "\n");
    while (length > 0 && *text != ' ' && text[length] == '\n' && !strchr(" \n", text[length + 1]))
        length += 1 + strcspn(text + length + 1, "\n");
    return length;
}

void cli_print_text(const char *text)
{
    while (*text) {
        char part[TEXT_MAX];
        size_t length = filled_length(text);
        snprintf(part, sizeof part, "%.*s", (int)length, text);
        if (length == 0 || *text == ' ')
            puts(part);
        else
            cli_print_paragraph(0, COLUMNS, 0, part);
        text += length;
        text += *text == '\n';
    }
}

void cli_print(enum text_lang lang, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, text_in(lang, format), args);
    va_end(args);
    puts(text_decimals(lang, text));
}

static void print_help(const struct cli_usage *usage, enum text_lang lang)
{
    const char *head = text_in(lang, "Usage:");
    for (int i = 0; usage->forms[i]; i++) {
        const char *form = text_in(lang, usage->forms[i]);
        int blanks = i == 0 ? 0 : screen_width(head);
        printf("%s%*s mazo %s%s%s\n", i == 0 ? head : "", blanks, "", usage->name, *form ? " " : "",
               form);
    }
    putchar('\n');
    cli_print_text(text_in(lang, usage->about));
    printf("\n%s\n", text_in(lang, "Options:"));
    print_options(usage->options, lang);
    print_options(common, lang);
    if (usage->more) {
        putchar('\n');
        usage->more(lang);
    }
    if (usage->notes) {
        putchar('\n');
        cli_print_text(text_in(lang, usage->notes));
    }
}

bool cli_number_value(struct cli_line *line, const char *option, uint64_t least, uint64_t most,
                      uint64_t *out)
{
    char clean[SHOWN_MAX];
    return text_number(line->value, least, most, out) ||
           cli_refuse(line, EXIT_USAGE, N_("--%s takes a number from %llu to %llu, not \"%s\""),
                      option, (unsigned long long)least, (unsigned long long)most,
                      screen_clean(line->value, clean, sizeof clean));
}

static bool take_option(struct cli_line *line, const struct cli_option *o, char *into)
{
    if (o->text)
        *(const char **)(void *)(into + o->text - 1) = line->value;
    if (o->given)
        *(bool *)(into + o->given - 1) = true;
    if (o->read)
        return o->read(line, into);
    return !o->number || cli_number_value(line, o->name, o->least, o->most,
                                          (uint64_t *)(void *)(into + o->number - 1));
}

bool cli_options(struct cli_line *line, void *into)
{
    int option;
    while ((option = cli_next(line)) >= 0)
        if (!take_option(line, &line->usage->options[option], into))
            return false;
    return option == CLI_END;
}

bool cli_operands(struct cli_line *line, int most)
{
    char clean[SHOWN_MAX];
    return line->operand_count <= most ||
           cli_refuse(line, EXIT_USAGE, N_("unexpected argument %s"),
                      screen_clean(line->operands[most], clean, sizeof clean));
}

int cli_verb(struct cli_line *line, const void *names, size_t step, int count, const char *missing)
{
    char shown[SHOWN_MAX];
    struct text_near near;
    const char *given = line->operand_count ? line->operands[0] : NULL;
    text_near_begin(&near, given ? given : "");
    for (int i = 0; given && i < count; i++) {
        const char *name = *(const char *const *)(const void *)((const char *)names +
                                                                (size_t)i * step);
        if (strcmp(name, given) == 0)
            return i;
        text_near_offer(&near, name);
    }
    if (!given)
        cli_complain(line, EXIT_USAGE, "%s", text_in(line->lang, missing));
    else
        cli_complain(line, EXIT_USAGE,
                     near.best ? N_("there is no command \"%s\"; did you mean %s?")
                               : N_("there is no command \"%s\""),
                     screen_clean(given, shown, sizeof shown), near.best);
    return -1;
}

/* Reads an open file: at most `most` bytes, and one more if it is longer; NULL with errno set. */
static char *read_all(FILE *file, size_t most, size_t *size)
{
    char *text = NULL;
    size_t capacity = 0;
    *size = 0;
    while (!feof(file) && *size <= most) {
        if (*size == capacity) {
            capacity = capacity ? 2 * capacity : 16 * 1024;
            capacity = capacity > most + 1 ? most + 1 : capacity;
            char *larger = realloc(text, capacity + 1);
            if (!larger) {
                free(text);
                return NULL;
            }
            text = larger;
        }
        errno = 0;
        *size += fread(text + *size, 1, capacity - *size, file);
        if (ferror(file)) {
            free(text);
            return NULL;
        }
    }
    text[*size] = '\0';
    return text;
}

char *cli_read(struct cli_line *line, const char *path, size_t most, size_t *size)
{
    char clean[SHOWN_MAX];
    bool is_stdin = strcmp(path, "-") == 0;
    FILE *file = is_stdin ? stdin : fopen(path, "rb");
    char *text = file ? read_all(file, most, size) : NULL;
    int error = errno;
    if (file && !is_stdin)
        fclose(file);
    screen_clean(*path ? file_name(line, path) : "\"\"", clean, sizeof clean);
    if (!text) {
        cli_complain(line, EXIT_BAD, N_("%s cannot be read: %s"), clean,
                     text_oserror(line->lang, error));
    } else if (*size > most) {
        cli_complain(line, EXIT_BAD, N_("%s is larger than %llu bytes"), clean,
                     (unsigned long long)most);
        free(text);
        text = NULL;
    }
    return text;
}

int cli_close(struct cli_line *line, const char *path, FILE *file, bool fine)
{
    char clean[SHOWN_MAX];
    int error = errno;
    if (file && fclose(file) != 0) {
        fine = false;
        error = errno;
    }
    if (!fine) {
        return cli_complain(line, EXIT_BAD, N_("%s cannot be written: %s"),
                            screen_clean(path, clean, sizeof clean),
                            text_oserror(line->lang, error));
    }
    return EXIT_FINE;
}

/* Reads a rule-set file again, to show its lines; NULL: not possible. */
static char *read_again(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *text = file ? read_all(file, RULESET_FILE_MAX, size) : NULL;
    if (file)
        fclose(file);
    return text;
}

static void list_errors(struct cli_line *line, struct cli_place *place,
                        const struct ruleset_errors *errors)
{
    char more[SHOWN_MAX];
    for (int i = 0; i < errors->count; i++) {
        place->line = errors->at[i].line;
        cli_blame(line, place, errors->at[i].message);
    }
    place->line = 0;
    snprintf(more, sizeof more, text_in(line->lang, "and %d more errors"), errors->left_out);
    if (errors->left_out)
        cli_blame(line, place, more);
}

bool cli_rules_of(struct cli_line *line, const char *name, int seats, struct mazo_rules *out)
{
    struct ruleset_errors errors = {0};
    char *text = NULL;
    size_t size = 0;
    bool fine;
    if (strcmp(name, "-") == 0) {
        text = cli_read(line, name, RULESET_FILE_MAX, &size);
        if (!text)
            return false;
        fine = ruleset_read(text, size, seats, line->lang, out, &errors);
    } else {
        fine = ruleset_of(name, seats, line->lang, out, &errors);
        if (!fine && errors.count > 0 && errors.at[0].line > 0)
            text = read_again(name, &size);
    }
    if (!fine) {
        struct cli_place place = {.file = name, .text = text, .size = size};
        list_errors(line, &place, &errors);
    }
    free(text);
    return fine;
}
