// alone.mjs - playing in the page itself: without a network, and by keyboard.
import { Person, PATIENCE, assert, note } from './lib.mjs';

const QUICK = { chosen: { rules: 'duelo', options: { scoring: 'quick', hand_size: 3 } }, seats: 2, level: 'easy', clock: 0 };

/** First load, then nothing but the service worker. */
async function offline({ browser, server }) {
  const ana = await Person.come(browser, 'Ana');
  await ana.keep('offline', QUICK);
  await ana.page.goto(server.url);
  await ana.page.evaluate(() => navigator.serviceWorker.ready);
  await ana.context.setOffline(true);
  await ana.page.reload();
  await ana.at('play-now').click();
  await ana.at('quick-bots').check();
  await ana.at('deal').click();
  await ana.at('table').waitFor();
  await ana.robot(4);
  await ana.reaches(4); // or it is over
  const reached = await ana.number();
  await ana.page.reload();
  await ana.at('table').waitFor();
  assert((await ana.number()) >= reached, 'the match is kept');
  await ana.robot(5);
  await ana.over();
  await ana.told();
  await ana.at('to-replay').click();
  await ana.at('replay-screen').waitFor();
  ana.clean(/ERR_INTERNET_DISCONNECTED|WebSocket connection/);
  await ana.leave();
}

/** What this browser kept, put into a database as the first version made it. */
const makeOld = () => new Promise((resolve, reject) => {
  const open = indexedDB.open('mazo');
  open.onsuccess = () => {
    const kept = {};
    const read = open.result.transaction(['matches', 'lines']);
    for (const name of ['matches', 'lines']) read.objectStore(name).getAll().onsuccess = ({ target }) => (kept[name] = target.result);
    read.oncomplete = () => {
      open.result.close();
      indexedDB.deleteDatabase('mazo').onsuccess = () => {
        const old = indexedDB.open('mazo', 1);
        old.onerror = () => reject(old.error);
        old.onupgradeneeded = () => {
          const stores = { matches: old.result.createObjectStore('matches', { keyPath: 'key' }), lines: old.result.createObjectStore('lines', { keyPath: ['key', 'n'] }) };
          for (const [name, list] of Object.entries(kept)) list.forEach((one) => stores[name].put(one));
        };
        old.onsuccess = () => (old.result.close(), resolve(kept.matches.length));
      };
    };
  };
});

/** Matches that an earlier Mazo has kept are there after an update: the open one goes on where it was, to its end. */
async function older({ browser, server }) {
  const ana = await Person.come(browser, 'Ana');
  await ana.keep('offline', { ...QUICK, chosen: { rules: 'duelo', options: { scoring: 'quick', hand_size: 3, skips: 0, reverses: 0, draw_twos: 0, wild_fours: 0 } } });
  const begin = async () => {
    await ana.page.goto(`${server.url}/#offline`);
    await ana.at('quick-bots').check();
    await ana.at('deal').click();
    await ana.at('table').waitFor();
  };
  await begin();
  await ana.robot(4);
  await ana.over();
  await ana.rest();
  await ana.page.goto(server.url);
  await begin();
  const hand = () => ana.page.locator('.hand-card').evaluateAll((all) => all.map((el) => el.dataset.card).join());
  await ana.page.locator('.own.turn').waitFor();
  const [n, cards] = [await ana.number(), await hand()];
  await ana.page.goto(`${server.url}/robots.txt`); // nothing of ours is open
  assert((await ana.page.evaluate(makeOld)) === 2, 'a match that is over, and one that is not');
  await ana.page.goto(server.url);
  await ana.at('resume').click();
  await ana.page.locator('.own.turn').waitFor();
  assert((await ana.number()) === n && (await hand()) === cards, `the same move and cards: ${n} ${cards}, ${await ana.number()} ${await hand()}`);
  const versions = await ana.page.evaluate(() => indexedDB.databases().then((all) => all.map((one) => one.version)));
  assert(versions.join() === '3', `brought up to date: ${versions}`);
  await ana.robot(5);
  await ana.over();
  await ana.page.goto(`${server.url}/#me`);
  await ana.at('solo-matches').locator('li').nth(1).waitFor();
  await ana.at('solo-matches').locator('a').first().click(); // the newest first
  await ana.at('replay-screen').waitFor();
  ana.clean();
  await ana.leave();
}

// ---- by keyboard ----

const focused = (page, selector) => page.evaluate((s) => document.activeElement?.matches(s) ?? false, selector);

/** Tab until it has the focus; false where it is gone, because the turn is over already. */
async function tabTo(page, selector) {
  for (let i = 0; i < 80; i++) {
    if (await focused(page, selector)) return true;
    if (!(await page.locator(selector).count())) return false;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not reach ${selector}`);
}

async function press(page, selector) {
  if (await tabTo(page, selector)) await page.keyboard.press('Enter');
}

/** To the hand with Tab, to the card with the arrows. */
async function pressCard(page, wanted) {
  if (!(await tabTo(page, '.hand-card'))) return undefined;
  for (let i = 0; i < 60; i++) {
    if (await focused(page, wanted)) return page.keyboard.press('Enter');
    if (!(await page.locator(wanted).count())) return undefined;
    await page.keyboard.press('ArrowRight');
  }
  throw new Error(`the arrows do not reach ${wanted}`);
}

const id = (name) => `[data-testid="${name}"]`;

/** What there is to do now, from the screen. */
const look = (page) => page.evaluate(() => {
  const has = (name) => {
    const el = document.querySelector(`[data-testid="${name}"]`);
    return !!el && !el.disabled && el.getAttribute('aria-disabled') !== 'true';
  };
  const felt = document.querySelector('[data-testid="felt"]');
  return {
    state: `${felt?.dataset.n} ${felt?.dataset.phase} ${[...document.querySelectorAll('.asks > *')].map((e) => e.dataset.testid)}`,
    over: has('match-over'),
    ask: document.querySelector('.asks > [data-testid]')?.dataset.testid,
    card: !!document.querySelector('.hand-card.can'),
    hot: !!document.querySelector('.call.uno.hot'),
    offers: ['next', 'accept', 'draw', 'keep', 'pass', 'done'].filter(has),
  };
});

const KEYS = { next: 'n', accept: 'a', draw: 'd', keep: 'k', pass: 'k', done: 't' };

/** One decision; by Tab and Enter, or by the short keys. */
async function decide(page, now, short) {
  if (now.ask === 'ask-wild' || now.ask === 'ask-color') return short ? page.keyboard.press('3') : press(page, id('color-G'));
  if (now.ask === 'ask-shown') return page.keyboard.press('Escape');
  if (now.card) {
    if (now.hot) await (short ? page.keyboard.press('u') : press(page, id('uno')));
    if (short) await page.keyboard.press('h');
    return pressCard(page, '.hand-card.can');
  }
  const [offer] = now.offers;
  if (!offer) return undefined;
  return short ? page.keyboard.press(KEYS[offer]) : press(page, id(offer));
}

async function keyboard({ browser, server }) {
  const ana = await Person.come(browser, 'Ana');
  const { page } = ana;
  await ana.keep('offline', QUICK);
  await ana.keep('quick-bots', true);
  await page.goto(server.url);
  await ana.at('play-now').waitFor();
  await press(page, id('play-now'));
  await ana.at('deal').waitFor();
  await press(page, id('deal'));
  await ana.at('table').waitFor();
  let before = '';
  let since = Date.now();
  let turns = 0;
  for (;;) {
    const now = await look(page);
    if (now.over) break;
    if (now.state !== before || Date.now() - since > 1500) {
      before = now.state;
      since = Date.now();
      turns++;
      await decide(page, now, turns > 12);
    } else await page.waitForTimeout(30);
    assert(turns < 2000, 'the match comes to an end');
  }
  await page.keyboard.press('?');
  await ana.at('keys').waitFor({ timeout: PATIENCE });
  await page.keyboard.press('Escape');
  await ana.at('keys').waitFor({ state: 'detached' });
  note(`${turns} decisions`);
  ana.clean();
  await ana.leave();
}

export default (world) => [
  { name: 'alone/offline after the first load', run: () => offline(world) },
  { name: 'alone/an older database', run: () => older(world) },
  { name: 'alone/keyboard only', run: () => keyboard(world) },
];
