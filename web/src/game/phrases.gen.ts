/*
 * phrases.gen.ts - quick phrases of the chat, from src/say/phrases.def.
 *
 * Generated, do not edit. Made by: tools/messages_ts.py --write
 */
import { N } from '../i18n.js';

/** By their ids on the wire. */
export const PHRASES: Record<string, string> = {
  hello: N('Hello!'),
  luck: N('Good luck!'),
  well_played: N('Well played!'),
  thanks: N('Thanks!'),
  sorry: N('Sorry!'),
  close: N('That was close!'),
  your_turn: N('Whose turn is it? Yours!'),
  moment: N('One moment, please'),
  again: N('One more match?'),
  bye: N('I have to go. See you!'),
};
