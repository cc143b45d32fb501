/*
 * bots.tsx - choosing how strong a bot plays, and what it looks like.
 */
import type { Mood } from '../fx/drama.js';
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

const HEADS = ['M5 8.500h14v11H5z', 'M12 7.500a7 6.500 0 100 13 7 6.500 0 000-13z', 'M6 8h12l2 6-3 6H7l-3-6z'];
const TOPS = ['M12 8V4.500M12 4h.01', 'M8.500 8L7 4.500M15.500 8L17 4.500', 'M9 7.500c0-4 6-4 6 0', 'M12 8V5M9.500 5h5'];
const EYES = ['M9 12.500v1.500M15 12.500v1.500', 'M8 13h2.500M13.500 13H16', 'M9 13h.01M15 13h.01', 'M8 13.500l1.200-1.500 1.200 1.500M13.600 13.500l1.200-1.500 1.200 1.500'];
const MOUTHS = ['M9.500 17h5', 'M9 16.500c1.500 1.500 4.500 1.500 6 0', 'M9 17.500c1.500-1.200 4.500-1.200 6 0', 'M11 16.500h2v1.500h-2z'];

/** Eyes and mouth of a moment. */
const MOODS: Record<Mood, string> = {
  struck: 'M8 11.500l2.200 2.200M10.200 11.500L8 13.700M13.800 11.500l2.200 2.200M16 11.500l-2.200 2.200M9 17.500l1.500-1.200 1.500 1.200 1.500-1.200 1.500 1.200',
  uno: 'M7.800 13.500L9.200 11.500l1.400 2M13.400 13.500l1.400-2 1.400 2M9 15.500h6c0 3.800-6 3.800-6 0z',
  caught: 'M9.200 11.300a1.400 1.400 0 100 2.800 1.400 1.400 0 000-2.800M14.800 11.300a1.400 1.400 0 100 2.800 1.400 1.400 0 000-2.800M12 15.700a1.300 1.500 0 100 3 1.300 1.500 0 000-3',
  winning: 'M7.800 13.300q1.400-2.300 2.800 0M13.400 13.300q1.400-2.300 2.800 0M8.300 15.700q3.700 4.300 7.400 0',
  thinking: 'M9.800 12v.01M15.800 12v.01M8 10.500l2.400-.6M13.800 9.900l2.400.6M10 17.500l4-.8',
  beaten: 'M7.800 12.300q1.400 1.800 2.800 0M13.400 12.300q1.400 1.800 2.800 0M9 18.200c1.500-1.800 4.500-1.800 6 0M16.800 14.500v1.800',
};

/** The face of a bot: always the same for the same name, but for a moment. */
export function BotFace({ name, mood }: { name: string; mood?: Mood }) {
  const sum = [...name].reduce((n, letter) => (n * 31 + letter.codePointAt(0)!) >>> 0, 7);
  const pick = (list: string[], at: number): string => list[(sum >>> at) % list.length]!;
  return (
    <svg class="icon bot-face" viewBox="0 0 24 24" aria-hidden={true} focusable="false">
      <path d={pick(HEADS, 0) + pick(TOPS, 3) + (mood ? MOODS[mood] : pick(EYES, 6) + pick(MOUTHS, 9))} />
    </svg>
  );
}
