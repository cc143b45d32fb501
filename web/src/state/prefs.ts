/*
 * prefs.ts - preferences: language, theme, sound, movement, pace, keys, name.
 */
import { computed, effect, signal } from '@preact/signals';
import type { Lang } from '../local/api.js';
import { langOf, learnWords } from '../local/engine.js';
import { keptSignal } from './storage.js';

export type Theme = 'auto' | 'light' | 'dark';
export type Deck = 'classic' | 'bold' | 'night';
export type Felt = 'cloth' | 'wood' | 'stars';

export const chosenLang = keptSignal<Lang | 'auto'>('lang', 'auto');
export const theme = keptSignal<Theme>('theme', 'auto');
export const deck = keptSignal<Deck>('deck', 'classic');
export const felt = keptSignal<Felt>('felt', 'cloth');
export const sound = keptSignal('sound', true);
/** Sounds that can be muted separately; unnamed ones are on. */
export type SoundSet = 'cards' | 'drama' | 'turn' | 'people';
export const soundSets = keptSignal<Partial<Record<SoundSet, boolean>>>('sound-sets', {});
export const lessMotion = keptSignal('less-motion', false);
export const quickBots = keptSignal('quick-bots', false);
export const shortcuts = keptSignal('shortcuts', true);
/** Players whose words and faces are not shown, as the server has them. */
export const mutedPlayers = signal<string[]>([]);
/** The same list from before servers stored it; handed over at the next table. */
export const mutedBefore = keptSignal<string[]>('muted', []);
export const myName = keptSignal('name', '');

/** The browser's first language that we support. */
function browserLang(): Lang {
  for (const tag of navigator.languages ?? [navigator.language]) {
    const ours = langOf(tag);
    if (ours) return ours;
  }
  return 'en';
}

type Texts = Promise<{ default: Record<string, string> }>;

/** The words for a first game, and those for pages that come later. */
const VARIANTS: { [lang in Lang]?: [() => Texts, () => Texts] } = {
  'es-ES': [() => import('mazo:es-ES'), () => import('mazo:es-ES-later')],
  'es-419': [() => import('mazo:es-419'), () => import('mazo:es-419-later')],
};

/** The variants of Spain and America, once loaded. */
export const variants = signal<{ [lang in Lang]?: Record<string, string> }>({});

const wanted = computed<Lang>(() => (chosenLang.value === 'auto' ? browserLang() : chosenLang.value));

/** Until its words are loaded, a variant is neutral Spanish. */
export const lang = computed<Lang>(() => (wanted.value in VARIANTS && !variants.value[wanted.value] ? 'es' : wanted.value));

/** Resolves when the wanted words are loaded, or unavailable. */
export let variantComing: Promise<void> = Promise.resolve();

const morePages = signal(false);

/** Loads the wanted variant; without a connection the next visit tries again. */
async function fetchVariant(wants: Lang, more: boolean): Promise<void> {
  const parts = VARIANTS[wants]?.slice(0, more ? 2 : 1);
  if (!parts) return;
  const texts = Object.assign({}, ...(await Promise.all(parts.map((part) => part()))).map((part) => part.default)) as Record<string, string>;
  learnWords(wants, texts);
  variants.value = { ...variants.peek(), [wants]: texts };
}

/** Pages beyond a first game: resolves when their words are loaded, or unavailable. */
export function wordsOfPages(): Promise<void> {
  morePages.value = true;
  return variantComing;
}

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
  effect(() => void (variantComing = fetchVariant(wanted.value, morePages.value).catch(() => {})));
  effect(() => {
    const root = document.documentElement;
    root.lang = lang.value;
    root.dataset.theme = dark.value ? 'dark' : 'light';
    root.dataset.deck = deck.value;
    root.dataset.felt = felt.value;
    root.toggleAttribute('data-still', still.value);
    const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    if (manifest) manifest.href = lang.value !== 'en' ? '/mazo-es.webmanifest' : '/mazo.webmanifest';
    const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
    if (meta) meta.content = dark.value ? '#0c2724' : '#14534c';
  });
}
