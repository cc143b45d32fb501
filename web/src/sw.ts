/*
 * sw.ts - the service worker: the shell of the game works without a network. Matches, tables and
 * everything else that lives on the server never come from here.
 */
export {};

const worker = self as unknown as ServiceWorkerGlobalScope;

/** The page may be in a folder of some web server (`mazo site`), where addresses are relative. */
const SHELL_PATHS = SHELL.map((path) => new URL(path, location.href).pathname);
const HOME = SHELL_PATHS[0]!;
const CACHE = `mazo-${VERSION}`;

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(SHELL.map((path) => new Request(path, { cache: 'no-cache' }))))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith('mazo-') && name !== CACHE).map((name) => caches.delete(name)),
        ),
      )
      .then(() => worker.clients.claim()),
  );
});

/** The page itself: from the network if it answers soon, else the cached one. */
async function page(request: Request): Promise<Response> {
  const stored = await caches.match(HOME);
  try {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), stored ? 2500 : 30_000);
    const response = await fetch(request, { signal: patience.signal });
    clearTimeout(timer);
    if (response.ok) return response;
    return stored ?? response;
  } catch (error) {
    if (stored) return stored;
    throw error;
  }
}

/** Our turn, and no page is open: the server tells us in our language (docs/protocol.md). */
worker.addEventListener('push', (event) => {
  const { table, title, text } = event.data!.json() as { table: string; title: string; text: string };
  const about = { body: title || table, tag: `turn-${table}`, icon: '/icon-192.png', data: `/t/${table}` };
  event.waitUntil(worker.registration.showNotification(text, about));
});

/** A click on it opens the table, in an open window or a new one. */
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const to = new URL(String(event.notification.data), location.href).href;
  const show = async (): Promise<unknown> => {
    const windows = await worker.clients.matchAll({ type: 'window' });
    const there = windows.find((one) => one.url === to);
    return there ? there.focus() : worker.clients.openWindow(to);
  };
  event.waitUntil(show());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (url.pathname === HOME || /^\/[tr]\//.test(url.pathname)) event.respondWith(page(request));
    return;
  }
  if (!SHELL_PATHS.includes(url.pathname)) return;
  event.respondWith(caches.match(request).then((stored) => stored ?? fetch(request)));
});
