/*
 * sentence.ts - sentences as they are read aloud.
 */

/** With its full stop, and never with two: the text of a rule card may end in one, before its quote. */
export const ended = (text: string): string => (/[.!?][»"]?$|»$/.test(text) ? text : `${text}.`);
