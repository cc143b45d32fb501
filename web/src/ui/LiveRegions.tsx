/*
 * LiveRegions.tsx - what screen readers hear (announce.ts). It is there before anything is said, on every page.
 */
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n.js';
import type { TableMessage } from '../local/api.js';
import { heard, pageTitle, speak, urgent } from '../state/announce.js';
import type { Game } from '../state/game.js';
import { player } from '../state/me.js';
import { followed } from '../state/route.js';

export function LiveRegions() {
  return (
    <>
      <div class="unseen" role="log" aria-label={t('What happened')} data-testid="live">
        {heard.value.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
      <div class="unseen" aria-live="assertive" data-testid="live-turn">
        {urgent.value ? <p key={urgent.value.id}>{urgent.value.text}</p> : null}
      </div>
    </>
  );
}

/** For a heading with tabIndex −1: the window is named after the page, and who has followed a link here hears what it is. */
export function usePage(title: string): RefObject<HTMLHeadingElement | null> {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    pageTitle.value = title;
    return () => void (pageTitle.value = '');
  }, [title]);
  useEffect(() => {
    if (followed() && document.activeElement === document.body) head.current?.focus({ preventScroll: true });
  }, []);
  return head;
}

type People = Map<string, { name: string; here: boolean }>;

const peopleOf = (table: TableMessage): People =>
  new Map(
    table.seats.flatMap((s) => (s.sits === 'person' && s.seat !== table.you ? [[s.player, { name: s.name, here: s.here }]] : [])),
  );

/** Who has come and gone between two looks at a table. */
export function comings(before: TableMessage, now: TableMessage): string[] {
  const [were, are] = [peopleOf(before), peopleOf(now)];
  const full = (table: TableMessage): boolean => !table.seats.some((s) => s.sits === 'open');
  const came = [...are].flatMap(([id, { name, here }]) =>
    !were.has(id)
      ? [t('{name} sits down.', { name })]
      : were.get(id)!.here === here
        ? []
        : [here ? t('{name} is back.', { name }) : t('{name} is away.', { name })],
  );
  // Who changes places, or a table between two matches, loses nobody.
  const left = [...were].flatMap(([id, { name }]) => (are.has(id) || before.you !== now.you ? [] : [t('{name} has left.', { name })]));
  return [...came, ...left, now.status === 'open' && full(now) && !full(before) ? t('All seats are taken.') : ''];
}

/** Says who comes and goes, and what others write. */
export function usePeople(game: Game): void {
  const line = game.chat.value[game.chat.value.length - 1];
  useEffect(() => {
    if (line && line.player !== player.value) speak(`${line.name}: ${line.text}`);
  }, [line]);
  const before = useRef<TableMessage | null>(null);
  const now = game.table.value;
  useEffect(() => {
    if (now && before.current && !game.local) speak(...comings(before.current, now));
    before.current = now;
  }, [now]);
}
