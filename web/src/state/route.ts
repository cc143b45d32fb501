/*
 * route.ts - which screen is shown, from the address: "/", "/t/CODE", "/r/KEY", and the pages of
 * this browser alone as "#…".
 */
import { signal } from '@preact/signals';

export type Route =
  | { page: 'home' }
  | { page: 'table'; code: string }
  | { page: 'local'; key: string | null }
  | { page: 'learn'; step: number }
  | { page: 'offline' }
  | { page: 'host' }
  | { page: 'tables' }
  | { page: 'quick' }
  | { page: 'replay'; key: string | null; local: boolean; /** The move to start at. */ at: number }
  | { page: 'settings' }
  | { page: 'devices' }
  | { page: 'me' }
  | { page: 'record' }
  | { page: 'day'; date: string | null };

/** A folder on some web server (`mazo site`), without tables, other players or a history there. */
export const alone = document.documentElement.hasAttribute('data-site');

/** Where the start page is: "/", or that folder. */
export const home = alone ? location.pathname.replace(/[^/]*$/, '') : '/';

/** "/#learn" as an address of this place. */
export const placed = (address: string): string => home + address.slice(1);

function read(): Route {
  const table = !alone && /^\/t\/([A-Za-z0-9]{1,11})\/?$/.exec(location.pathname);
  if (table) return { page: 'table', code: table[1]!.toUpperCase() };
  const match = !alone && /^\/r\/([A-Za-z0-9_-]+)\/?$/.exec(location.pathname);
  if (match) return { page: 'replay', key: match[1]!, local: false, at: Number(location.hash.slice(1)) || 0 };
  const [page, key, at] = location.hash.slice(1).split('/');
  switch (page) {
    case 'play':
      return { page: 'local', key: key ?? null };
    case 'learn':
      return { page, step: Math.max(0, (Number(key) || 1) - 1) };
    case 'offline':
    case 'host':
    case 'tables':
    case 'quick':
    case 'settings':
    case 'devices':
    case 'me':
    case 'record':
      return { page };
    case 'day':
      return { page, date: /^\d{4}-\d\d-\d\d$/.test(key ?? '') ? key! : null };
    case 'replay':
      return { page, key: key ?? null, local: true, at: Number(at) || 0 };
    default:
      return { page: 'home' };
  }
}

/** The address of a replay at a move; null: its file has none. */
export function replayAt(where: Route, move: number): string | null {
  if (where.page !== 'replay' || !where.key) return null;
  return where.local ? `/#replay/${where.key}/${move}` : `/r/${where.key}#${move}`;
}

export const route = signal<Route>({ page: 'home' });

let moved = false;

/** Was this page reached by a link, not by its address? */
export const followed = (): boolean => moved;

function reach(): void {
  moved = true;
  route.value = read();
}

export function go(address: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', placed(address));
  reach();
  window.scrollTo(0, 0);
}

export function followAddress(): void {
  route.value = read();
  addEventListener('popstate', reach);
}

/** For links: navigates without reloading the page. */
export function follow(event: MouseEvent): void {
  const link = (event.currentTarget as Element).getAttribute('href')?.slice(home.length - 1);
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(link);
}
