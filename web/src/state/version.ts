/*
 * version.ts - pages stay open for days: does the server have a newer client by now?
 */
import { signal } from '@preact/signals';

/** The server has another client; a reload gets it, and every match goes on. */
export const outdated = signal(false);

const EVERY_MS = 10 * 60_000;
let looked = Date.now();

/** The service worker names every file of the client it belongs to, and is never cached. */
export async function lookForNewer(): Promise<void> {
  looked = Date.now();
  const list = await fetch('/sw.js', { cache: 'no-store' }).then((answer) => answer.text(), () => '');
  const own = [...document.querySelectorAll<HTMLElement>('script[src],link[rel=stylesheet]')];
  const listed = (el: HTMLElement): boolean => list.includes(el.getAttribute('src') ?? el.getAttribute('href')!);
  if (list.includes('mazo-') && !own.every(listed)) outdated.value = true;
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && Date.now() - looked > EVERY_MS) void lookForNewer();
});
