/*
 * turns.ts - our turn at some table while nobody is looking: a number on the app's icon, and a
 * notification if allowed.
 */
import { computed, effect } from '@preact/signals';
import { t } from '../i18n.js';
import type { MyTable } from '../local/api.js';
import { myTables } from './me.js';
import { alone, placed } from './route.js';
import { keptSignal } from './storage.js';

/** Switched on; the browser has to allow it, too. */
export const tellsTurns = keptSignal('tell-turns', false);

const able = !alone && 'Notification' in window && 'serviceWorker' in navigator;
const allowed = (): boolean => able && Notification.permission === 'granted';

/** Is there anything to offer? The browser has not been asked yet, or said yes. */
export const canTell = (): boolean => able && Notification.permission !== 'denied';

/** After a touch: lets the browser ask for permission. */
export async function askToTell(): Promise<void> {
  tellsTurns.value = (await Notification.requestPermission()) === 'granted';
}

const tag = (table: string): string => `turn-${table}`;
const registered = async (): Promise<ServiceWorkerRegistration | undefined> => navigator.serviceWorker.getRegistration();

async function tell({ table, title }: MyTable): Promise<void> {
  const about = { body: title || table, tag: tag(table), icon: '/icon-192.png', data: placed(`/t/${table}`) };
  await (await registered())?.showNotification(t('Your turn'), about);
}

async function takeBack(table: string): Promise<void> {
  const shown = await (await registered())?.getNotifications({ tag: tag(table) });
  shown?.forEach((one) => one.close());
}

const waiting = computed(() => myTables.value.filter((table) => table.your_turn));

/** From now on. */
export function followTurns(): void {
  let before = new Set<string>();
  effect(() => {
    const now = new Set(waiting.value.map((one) => one.table));
    const sign = now.size ? navigator.setAppBadge?.(now.size) : navigator.clearAppBadge?.();
    sign?.catch(() => {});
    if (allowed()) {
      const fresh = waiting.value.filter((one) => !before.has(one.table));
      if (tellsTurns.peek() && document.hidden) for (const one of fresh) tell(one).catch(() => {});
      for (const table of before) if (!now.has(table)) takeBack(table).catch(() => {});
    }
    before = now;
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && allowed()) for (const table of before) takeBack(table).catch(() => {});
  });
}
