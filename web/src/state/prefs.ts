/*
 * prefs.ts - what a person has set: language, theme, sound, movement, pace, keys, name.
 */
import { computed, effect, signal } from '@preact/signals';
import type { Lang } from '../local/api.js';
import { keptSignal } from './keep.js';

export type Theme = 'auto' | 'light' | 'dark';

export const chosenLang = keptSignal<Lang | 'auto'>('lang', 'auto');
export const theme = keptSignal<Theme>('theme', 'auto');
export const sound = keptSignal('sound', true);
export const lessMotion = keptSignal('less-motion', false);
export const quickBots = keptSignal('quick-bots', false);
export const shortcuts = keptSignal('shortcuts', true);
/** Players whose words and faces are not shown, as the server has them. */
export const mutedPlayers = signal<string[]>([]);
/** The same from before servers kept them; handed over at the next table. */
export const mutedBefore = keptSignal<string[]>('muted', []);
export const myName = keptSignal('name', '');

/** The browser's first language that we speak. */
function browserLang(): Lang {
  for (const tag of navigator.languages ?? [navigator.language]) {
    if (/^es\b/i.test(tag)) return 'es';
    if (/^en\b/i.test(tag)) return 'en';
  }
  return 'en';
}

export const lang = computed<Lang>(() => (chosenLang.value === 'auto' ? browserLang() : chosenLang.value));

const systemStill = signal(false);
const systemDark = signal(false);

function follow(query: string, into: { value: boolean }): void {
  const media = matchMedia(query);
  into.value = media.matches;
  media.addEventListener('change', () => (into.value = media.matches));
}

/** Nothing flies, turns or shakes. */
export const still = computed(() => lessMotion.value || systemStill.value);
export const dark = computed(() => (theme.value === 'auto' ? systemDark.value : theme.value === 'dark'));

export function applyPrefs(): void {
  follow('(prefers-reduced-motion: reduce)', systemStill);
  follow('(prefers-color-scheme: dark)', systemDark);
  effect(() => {
    const root = document.documentElement;
    root.lang = lang.value;
    root.dataset.theme = dark.value ? 'dark' : 'light';
    root.toggleAttribute('data-still', still.value);
    const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    if (manifest) manifest.href = lang.value === 'es' ? '/mazo-es.webmanifest' : '/mazo.webmanifest';
    const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
    if (meta) meta.content = dark.value ? '#0c2724' : '#14534c';
  });
}
