/*
 * bots.tsx - choosing how strong a bot plays.
 */
import { N, t } from '../i18n.js';

export const LEVELS: { id: string; title: string }[] = [
  { id: 'easy', title: N('easy') },
  { id: 'normal', title: N('normal') },
  { id: 'hard', title: N('hard') },
  { id: 'expert', title: N('expert') },
];

export const STYLES: { id: string; title: string }[] = [
  { id: '', title: N('plain') },
  { id: 'cautious', title: N('cautious') },
  { id: 'bluffing', title: N('bluffing') },
  { id: 'vengeful', title: N('vengeful') },
];

export function levelTitle(bot: string): string {
  const [level, style] = bot.split(/[:@]/);
  const named = LEVELS.find((l) => l.id === level);
  const taste = STYLES.find((s) => s.id && s.id === style);
  return [named ? t(named.title) : bot, taste ? t(taste.title) : ''].filter(Boolean).join(', ');
}
