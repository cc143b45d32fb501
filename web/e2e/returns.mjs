// returns.mjs - who is slow, goes or comes back: nothing is lost, and nobody waits for who has gone.
import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Person, Server, assert, comes, deal, table, until } from './lib.mjs';

const PLAIN = { numbers: '4444444444', draw_twos: 0, skips: 0, reverses: 0, wilds: 0, wild_fours: 0, target: 5000 };
const ROUND_OVER = '[data-testid="round-over"]';

/** Waits until a bot plays for them. A round may end meanwhile: then the next one. */
async function isReplaced(person) {
  for (;;) {
    await person.patiently(() => person.page.locator('[data-testid="replaced"], [data-testid="next"]').first().waitFor());
    if (await person.at('replaced').count()) return;
    await person.at('next').dispatchEvent('click');
    await person.at('next').waitFor({ state: 'detached' });
  }
}

/** Does it, and waits until no bot plays for them, be it for a moment: the clock of two seconds goes on. */
async function isBack(person, run) {
  await person.page.evaluate(() => {
    window.back = false;
    new MutationObserver(() => (window.back ||= !document.querySelector('[data-testid="replaced"]'))).observe(document, { subtree: true, childList: true });
  });
  await run();
  await person.page.waitForFunction(() => window.back);
}

/** The clock runs out: a bot plays, it is said, and a touch anywhere on the table brings one back. */
async function slow({ browser, mazo }) {
  // Two who are replaced would play thousands of moves a second, and the page would drown in them.
  const server = await new Server(mazo, '--bots-think', 2000).start();
  const [ana, beto] = await Promise.all(['Ana', 'Beto'].map((name) => Person.come(browser, name)));
  await table(ana, [beto], { url: server.url, rules: 'oficial', options: { ...PLAIN, hand_size: 15 }, clock: 2 }); // no round ends so soon
  await deal(ana, [ana, beto]);
  await isReplaced(ana);
  assert((await ana.at('replaced').textContent()).length > 20, 'it is said');
  await isBack(ana, () => ana.at('ticker').dispatchEvent('pointerdown'));
  await isReplaced(ana);
  await isBack(ana, () => ana.at('come-back').dispatchEvent('click')); // a finger's touch alone would do
  for (const p of [ana, beto]) {
    p.clean();
    await p.leave();
  }
  await server.stop();
}

/** Plays until it is somebody else's turn. */
async function move(person) {
  await person.page.locator('.own.turn').waitFor();
  const before = await person.number();
  while (await person.page.locator('.own.turn').count()) await person.page.evaluate(() => window.robot.tick());
  await person.reaches(before + 1);
}

/** Whose turn it is on the start page, both ways and in the title, without loading it anew; after leaving the table too. */
async function awaits({ browser, server }) {
  const [ana, beto] = await Promise.all(['Ana', 'Beto'].map((name) => Person.come(browser, name)));
  const code = await table(ana, [beto], { url: server.url, rules: 'oficial', options: { ...PLAIN, hand_size: 15 }, clock: 86400 });
  await beto.at('stand').waitFor();
  const home = await beto.context.newPage();
  beto.watch(home);
  // A phone in a pocket: nobody looks at this page. What the system would be told is noted.
  await home.addInitScript(() => {
    window.told = [];
    Object.defineProperty(document, 'hidden', { get: () => true });
    Object.defineProperty(navigator, 'setAppBadge', { value: async (n) => void (window.badge = n) });
    Object.defineProperty(navigator, 'clearAppBadge', { value: async () => void (window.badge = 0) });
    let allowed = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => allowed });
    Notification.requestPermission = async () => (allowed = 'granted');
    ServiceWorkerRegistration.prototype.showNotification = async (title, about) => void window.told.push(`${title}: ${about.body}, ${about.data}`);
    ServiceWorkerRegistration.prototype.getNotifications = async () => [];
  });
  await home.goto(server.url);
  const turn = home.getByTestId(`my-${code}`).locator('.pill.hot');
  await home.getByTestId(`my-${code}`).filter({ hasText: 'waiting' }).waitFor();
  await deal(ana, [ana, beto]);
  await home.getByTestId(`my-${code}`).filter({ hasText: 'playing' }).waitFor();
  await home.evaluate(() => navigator.serviceWorker.ready);
  await home.getByTestId('tell-turns').click(); // offered where there is something to wait for
  await home.getByTestId('tell-turns').waitFor({ state: 'detached' });
  for (let i = 0; i < 4; i++) {
    const mine = (await ana.at('felt').getAttribute('data-turn')) === '1';
    await (mine ? turn.waitFor() : turn.waitFor({ state: 'detached' }));
    await home.waitForFunction((wanted) => document.title === wanted, mine ? '● Your turn · Mazo' : 'Mazo');
    await home.waitForFunction((wanted) => window.badge === wanted, mine ? 1 : 0);
    if (mine && i) await home.waitForFunction((wanted) => window.told.includes(wanted), `Your turn: ${code}, /t/${code}`);
    await move(mine ? beto : ana);
    await ana.page.waitForFunction((was) => document.querySelector('[data-testid="felt"]').dataset.turn !== was, mine ? '1' : '0');
  }
  // Beto goes to the start page himself, and Ana moves.
  if ((await ana.at('felt').getAttribute('data-turn')) === '1') await move(beto);
  await beto.page.goto(server.url);
  await beto.at(`my-${code}`).waitFor();
  await move(ana);
  await beto.at(`my-${code}`).locator('.pill.hot').waitFor();
  await beto.page.waitForFunction(() => document.title === '● Your turn · Mazo');
  // Ana removes him: he reads it where he is.
  await ana.at('seat-1').locator('.seat-button').click();
  await ana.at('kick').click();
  await ana.at('kick-yes').click();
  await beto.at('server-notice').filter({ hasText: 'You were removed' }).waitFor();
  await beto.at(`my-${code}`).waitFor({ state: 'detached' });
  await beto.page.waitForFunction(() => document.title === 'Mazo');
  for (const p of [ana, beto]) {
    p.clean();
    await p.leave();
  }
}

/** What a browser with a push service would have: kept with the page's things, as the browser keeps it. */
function pretendToTakeMessages(keys) {
  const taken = () => localStorage.getItem('test-push');
  const one = () => taken() && {
    endpoint: 'https://localhost/push',
    options: { applicationServerKey: Uint8Array.from(taken().split(',')).buffer },
    toJSON: () => ({ endpoint: 'https://localhost/push', keys }),
    unsubscribe: async () => localStorage.removeItem('test-push'),
  };
  PushManager.prototype.getSubscription = async () => one() || null;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    localStorage.setItem('test-push', applicationServerKey.join());
    return one();
  };
  window.asked = 0;
  const allowed = () => localStorage.getItem('test-allowed') ?? 'default';
  Object.defineProperty(Notification, 'permission', { get: allowed });
  Notification.requestPermission = async () => (window.asked++, localStorage.setItem('test-allowed', 'granted'), 'granted');
}

/** Waits until the answer is this. */
async function becomes(ask, wanted) {
  let found;
  await comes(async () => (found = await ask()) === wanted, () => `${found}, not ${wanted}`);
}

/** Nobody has a page open: where turns last hours, whoever wants it is told all the same. */
async function pushed({ browser, mazo, server: plain }) {
  const file = join(mkdtempSync(join(tmpdir(), 'mazo-push-')), 'push.pem');
  writeFileSync(file, generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const server = await new Server(mazo, '--push-key', file, '--push-contact', 'mailto:host@uno.example').start();
  const figure = async (name) => Number(new RegExp(`^mazo_${name} (.*)$`, 'm').exec(await (await fetch(`${server.url}/metrics`)).text())[1]);
  const pair = createECDH('prime256v1');
  const keys = { p256dh: pair.generateKeys().toString('base64url'), auth: randomBytes(16).toString('base64url') };
  const [ana, beto] = await Promise.all([Person.come(browser, 'Ana'), Person.come(browser, 'Beto')]);
  await beto.context.addInitScript(pretendToTakeMessages, keys);
  const long = { rules: 'oficial', options: { ...PLAIN, hand_size: 15 }, clock: 86400 };
  await table(ana, [beto], { url: plain.url, ...long }); // no key, nothing offered
  await beto.at('stand').waitFor();
  assert((await beto.at('push').count()) === 0, 'offered without a key');
  const code = await table(ana, [beto], { url: server.url, ...long });
  await beto.at('push').waitFor();
  await ana.at('clock').selectOption('60');
  await beto.at('push').waitFor({ state: 'detached' }); // turns are short
  await ana.at('clock').selectOption('86400');
  await beto.at('push').waitFor();
  assert((await beto.page.evaluate(() => window.asked)) === 0, 'asked before a touch');
  await beto.page.evaluate(() => navigator.serviceWorker.ready);
  await beto.at('push').click();
  await beto.page.locator('[data-testid="push"]:checked').waitFor();
  const subscribed = (on) => beto.page.waitForFunction((is) => !!localStorage.getItem('test-push') === is && localStorage.getItem('mazo.push') === String(is), on);
  await subscribed(true);
  assert((await beto.page.evaluate(() => window.asked)) === 1, 'asked by a touch');
  // Off and on again, in a hurry too, and after a new visit, it is as it was left.
  await beto.at('push').click();
  await subscribed(false);
  for (let i = 0; i < 3; i++) await beto.at('push').click();
  await beto.page.waitForFunction(() => window.asked === 3);
  await subscribed(true);
  await beto.page.locator('[data-testid="push"]:checked').waitFor();
  await beto.page.reload();
  await beto.page.locator('[data-testid="push"]:checked').waitFor();
  await deal(ana, [ana, beto]);
  // In the menu of a small screen it has the room that its words need.
  await beto.page.setViewportSize({ width: 360, height: 640 });
  await beto.at('open-menu').click();
  await beto.at('menu').getByTestId('push').waitFor();
  const cut = await beto.page.locator('[data-testid="menu"] .switch').evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight).length);
  assert(cut === 0, `${cut} switches are smaller than their words`);
  await beto.page.keyboard.press('Escape');
  await beto.page.setViewportSize({ width: 900, height: 700 });
  if ((await ana.at('felt').getAttribute('data-turn')) === '1') await move(beto);
  await ana.page.locator('.own.turn').waitFor();
  await beto.page.goto(`${server.url}/licenses.txt`);
  await becomes(() => figure('connections'), 1);
  await move(ana);
  // It would have been sent, but to no public address.
  await becomes(() => figure('pushes_private_total'), 1);
  // What the browser shows when it comes.
  const devtools = await beto.context.newCDPSession(beto.page);
  const registered = new Promise((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => registrations.filter((one) => one.scopeURL.startsWith(server.url)).forEach((one) => resolve(one.registrationId)));
  });
  await devtools.send('ServiceWorker.enable');
  const worker = beto.context.serviceWorkers().find((one) => one.url().startsWith(server.url));
  await worker.evaluate(() => {
    ServiceWorkerRegistration.prototype.showNotification = async (title, about) => void (self.told = [title, about.body, about.tag, about.data].join());
  });
  const data = JSON.stringify({ table: code, title: '', name: 'Beto', text: 'Your turn' });
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId: await registered, data });
  await becomes(() => worker.evaluate(() => self.told), `Your turn,${code},turn-${code},/t/${code}`);
  for (const p of [ana, beto]) {
    p.clean();
    await p.leave();
  }
  await server.stop();
  rmSync(dirname(file), { recursive: true });
}

/** The host goes: another takes the table over, deals, and plays again at the end. */
async function heir({ browser, server }) {
  const [ana, beto] = await Promise.all(['Ana', 'Beto'].map((name) => Person.come(browser, name)));
  const code = await table(ana, [beto], { url: server.url, rules: 'duelo', options: { scoring: 'quick', hand_size: 2 } });
  assert((await beto.at('take-over').count()) === 0, 'the host is here');
  await ana.page.goto(server.url);
  await beto.at('take-over').click();
  await beto.at('start').waitFor();
  await ana.page.goto(`${server.url}/t/${code}`);
  await ana.at('stand').waitFor(); // a guest now
  await deal(beto, [ana, beto]);
  await Promise.all([ana.robot(1), beto.robot(2)]);
  await ana.over();
  await beto.page.goto(server.url);
  await beto.at(`my-${code}`).waitFor(); // the start page knows the table
  await ana.at('rematch').click();
  await ana.at('start').waitFor();
  for (const p of [ana, beto]) {
    p.clean();
    await p.leave();
  }
}

/** A reload at the end of a round loses neither the points nor what happened. */
async function again({ browser, server }) {
  const ana = await Person.come(browser, 'Ana');
  await table(ana, [], { url: server.url, rules: 'oficial', options: { ...PLAIN, numbers: '7000000000', hand_size: 2 }, bots: 1 });
  await deal(ana, [ana]);
  await until(ana, ROUND_OVER);
  const counted = () => ana.page.locator('.count-hand .tiny').count();
  const before = await counted();
  assert(before > 0, 'a hand is turned over');
  await ana.page.reload();
  await ana.at('round-over').waitFor();
  await ana.page.waitForFunction((n) => document.querySelectorAll('.count-hand .tiny').length === n, before);
  await ana.page.keyboard.press('l');
  await ana.at('log').locator('li').nth(1).waitFor(); // what happened is still there
  ana.clean();
  await ana.leave();
}

/** The last card of a round is seen on the pile before the points come. */
async function last({ browser, server }) {
  const ana = await Person.come(browser, 'Ana', { reducedMotion: 'no-preference' });
  await table(ana, [], { url: server.url, rules: 'oficial', options: { ...PLAIN, numbers: '7000000000', hand_size: 2 }, bots: 1 });
  await deal(ana, [ana]);
  await ana.page.evaluate(() => {
    window.landed = 0;
    new MutationObserver(() => {
      const felt = document.querySelector('[data-testid="felt"]');
      if (felt?.dataset.phase === 'round_over' && document.querySelector('[data-testid="top"]')) window.landed++;
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await until(ana, ROUND_OVER);
  assert(await ana.page.evaluate(() => window.landed > 0), 'the pile is there after the last card');
  ana.clean();
  await ana.leave();
}

/** Escape closes what was opened last. */
async function escape({ browser, server }) {
  const ana = await Person.come(browser, 'Ana');
  await table(ana, [], { url: server.url, rules: 'oficial', options: { ...PLAIN, numbers: '2000000000', wilds: 16, hand_size: 9 }, bots: 1 });
  await deal(ana, [ana]);
  const named = ana.at('ask-color');
  const mine = ana.page.locator('.hand-card[data-card="W"].can').first();
  await named.or(mine).first().waitFor();
  if (await named.count()) await ana.at('color-R').click();
  await mine.click({ position: { x: 12, y: 12 } });
  await ana.at('ask-wild').waitFor();
  await ana.at('open-rules').click();
  await ana.at('rules').waitFor();
  await ana.page.keyboard.press('Escape');
  await ana.at('rules').waitFor({ state: 'detached' });
  assert((await ana.at('ask-wild').count()) === 1, 'the question is still there');
  await ana.page.keyboard.press('Escape');
  await ana.at('ask-wild').waitFor({ state: 'detached' });
  ana.clean();
  await ana.leave();
}

export default (world) => Object.entries({ slow, awaits, pushed, heir, again, last, escape })
  .map(([name, test]) => ({ name: `returns/${name}`, run: () => test(world) }));
