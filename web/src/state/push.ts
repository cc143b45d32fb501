/*
 * push.ts - Web Push for our turn at tables whose turns last hours, while no page is open: if the
 * server has a key, and after a touch. sw.ts reads the message.
 */
import { signal } from '@preact/signals';
import type { TableMessage } from '../local/api.js';
import { player, pushKey, socket } from './me.js';
import { alone } from './route.js';
import { keep, kept, keptSignal } from './storage.js';

/** Turns of hours: a table by correspondence. */
export const LONG_TURN_S = 3600;

/** Switched on in this browser. */
export const pushes = keptSignal('push', false);

/** The last touch of the switch, until it is done; null: it is as `pushes` says. */
export const pushAsked = signal<boolean | null>(null);

/** Enabling it failed. */
export const pushFailed = signal(false);

const able = !alone && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Is there anything to offer at this table? */
export const canPush = (table: TableMessage | null): boolean =>
  able && !!pushKey.value && !!table && table.you !== null && table.clock >= LONG_TURN_S && Notification.permission !== 'denied';

const bytes = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));

/** The server's key is another than the one that the browser was given. */
function isOld(given: ArrayBuffer | null, key: Uint8Array): boolean {
  const had = new Uint8Array(given ?? []);
  return had.length !== key.length || had.some((byte, i) => byte !== key[i]);
}

async function manager(): Promise<PushManager> {
  const registered = await navigator.serviceWorker.getRegistration();
  if (!registered) throw new Error('no service worker');
  return registered.pushManager;
}

/** Tells the server where this browser receives messages, unless it knows. */
async function subscribe(): Promise<void> {
  const at = await manager();
  const key = bytes(pushKey.peek()!);
  let one = await at.getSubscription();
  if (one && isOld(one.options.applicationServerKey, key)) {
    await one.unsubscribe();
    one = null;
  }
  one ??= await at.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = one.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } };
  const whose = `${player.peek()} ${endpoint}`;
  if (kept('push-to') === whose) return;
  const answer = await socket.request({ type: 'subscribe', endpoint, key: keys.p256dh, secret: keys.auth });
  if (answer.type !== 'subscribed') throw new Error(answer.type);
  keep('push-to', whose);
}

/** Lets the browser ask for permission. */
async function startPush(): Promise<void> {
  pushFailed.value = false;
  try {
    if ((await Notification.requestPermission()) !== 'granted') throw new Error('not allowed');
    await subscribe();
    pushes.value = true;
  } catch {
    pushFailed.value = true;
  }
}

async function stopPush(): Promise<void> {
  pushes.value = pushFailed.value = false;
  keep('push-to', null);
  const one = await (await manager()).getSubscription();
  if (!one) return;
  socket.send({ type: 'unsubscribe', endpoint: one.endpoint });
  await one.unsubscribe();
}

let touches = 0;
let last = Promise.resolve();

/** One request at a time: the last touch wins while the browser asks. */
export function askPush(on: boolean): void {
  const touch = ++touches;
  pushAsked.value = on;
  last = last
    .then(on ? startPush : stopPush)
    .catch(() => {})
    .then(() => void (touch === touches && (pushAsked.value = null)));
}

/** Browsers change the address now and then, and the server may have a new key. */
export async function renewPush(): Promise<void> {
  if (pushes.peek() && pushKey.peek() && able && Notification.permission === 'granted') await subscribe();
}
