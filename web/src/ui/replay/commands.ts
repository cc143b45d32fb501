/*
 * commands.ts - what was done, and how much of a chance that was, in words.
 */
import { cardName, colorName } from '../../game/cards.js';
import { N, t } from '../../i18n.js';
import type { Command } from '../../local/api.js';
import { lang } from '../../state/prefs.js';

const DOINGS: Record<string, string> = {
  draw: N('draw'),
  keep: N('keep the card'),
  accept: N('accept and draw'),
  challenge: N('challenge'),
  uno: N('say UNO'),
  done: N('end it'),
  pass: N('pass'),
  next: N('next round'),
  admit: N('admit it'),
  write: N('write rule cards'),
};

/** A command in a few words. */
export function commandText(command: Command, names: string[]): string {
  switch (command.do) {
    case 'play': {
      const card =
        command.color && command.card[0] === 'W'
          ? t('{card}, color {color}', { card: cardName(command.card), color: colorName(command.color) })
          : cardName(command.card);
      return command.uno ? t('{card}, saying UNO', { card }) : card;
    }
    case 'color':
      return colorName(command.color);
    case 'choose':
    case 'catch':
    case 'accuse':
      return names[command.who] ?? '';
    case 'throw':
      return command.cards.map(cardName).join(', ') || t('throw nothing');
    case 'vote':
      return command.yes ? t('yes') : t('no');
    default:
      return t(DOINGS[command.do] ?? command.do);
  }
}

export const number = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(lang.value, { maximumFractionDigits: 1, ...options }).format(value).replace('-', '−');

/** "43 %" */
export const percent = (part: number): string => number(part, { style: 'percent', maximumFractionDigits: 0 });

/** "+3.1 %" */
export const change = (part: number, digits = 1): string =>
  number(part, { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: digits });
