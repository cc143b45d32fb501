/*
 * driver.c - runs a fuzzer over files, without libFuzzer.
 *
 * Each argument is a file or a folder of files; each file is one input. So what a fuzzer once
 * found is tried again in every build, with every compiler.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_MAX = 1 << 20, PATH_LENGTH_MAX = 4096 };

static int run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(INPUT_MAX);
    if (!file || !data) {
        perror(path);
        exit(1);
    }
    size_t size = fread(data, 1, INPUT_MAX, file);
    fclose(file);

    /* A block of just that size, so that the sanitizer sees the first byte read too far. */
    uint8_t *exact = realloc(data, size ? size : 1);
    fprintf(stderr, "%s\n", path); /* the last line before a crash names its input */
    LLVMFuzzerTestOneInput(exact ? exact : data, size);
    free(exact ? exact : data);
    return 1;
}

static int run_path(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder)
        return run_file(path);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char name[PATH_LENGTH_MAX];
        int length = snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.' && length > 0 && length < PATH_LENGTH_MAX)
            count += run_file(name);
    }
    closedir(folder);
    return count;
}

int main(int argc, char **argv)
{
    int count = 0;
    for (int i = 1; i < argc; i++)
        count += run_path(argv[i]);
    printf("%d inputs\n", count);
    return count > 0 ? 0 : 1;
}
