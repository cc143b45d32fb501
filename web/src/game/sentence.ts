/*
 * sentence.ts - sentences as they are read aloud, and how a round or a match has ended.
 */
import { t, tn } from '../i18n.js';
import type { View } from '../local/api.js';
import { lang } from '../state/prefs.js';

/** With its full stop, and never with two: the text of a rule card may end in one, before its quote. */
export const ended = (text: string): string => (/[.!?][»"]?$|»$/.test(text) ? text : `${text}.`);

/** "Ana, Beto and Carla". */
const listed = (names: string[]): string => new Intl.ListFormat(lang.value).format(names);

/** Who has won, above the points and by ear. */
export function titleOf(view: View, names: string[], you: number | null): string {
  const nameOf = (seat: number): string => names[seat] ?? '';
  if (view.phase === 'match_over') {
    const list = view.match_winners;
    const others = list.filter((s) => s !== you).map(nameOf);
    if (list.length === 0) return t('The match is over');
    if (others.length === 0) return t('You win the match!');
    if (others.length < list.length) return t('You and {names} win the match!', { names: listed(others) });
    return tn('{names} wins the match', '{names} win the match', list.length, { names: listed(others) });
  }
  if (view.round_winner === null) return t('The round is blocked');
  return view.round_winner === you ? t('You win the round!') : t('{name} wins the round', { name: nameOf(view.round_winner) });
}
