/*
 * near.h - "did you mean": the known word most like one that was typed.
 */
#ifndef MAZO_NEAR_H
#define MAZO_NEAR_H

struct text_near {
    const char *typed;
    const char *best; /* nearest plausible candidate so far, or NULL */
    int distance;     /* its distance */
};

/* Begin with the word that was typed; then offer every candidate and read `best`. The
 * candidates must live as long as `best` is used. Case and "-" for "_" do not count. */
void text_near_begin(struct text_near *near, const char *typed);
void text_near_offer(struct text_near *near, const char *candidate);
char text_folded(char c); /* in that sense */

#endif
