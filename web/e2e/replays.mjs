// replays.mjs - a match seen again on its table: by its link, as a dropped file, as a chosen file; step by step and by itself;
// the curve of chances, and what the coach says.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Person, assert, deal, here, table } from './lib.mjs';
import { inspect } from './measure.mjs';
import { serve } from './scene.mjs';

const SHORT = { numbers: '3333000000', draw_twos: 0, skips: 0, reverses: 0, wilds: 4, wild_fours: 0, hand_size: 3, scoring: 'quick' };

/** A match of a few moves; its key and its file. */
async function played({ browser, server }) {
  const ana = await Person.come(browser, 'Ana');
  await table(ana, [], { url: server.url, rules: 'oficial', options: SHORT, bots: 1 });
  await deal(ana, [ana]);
  await ana.robot(6);
  await ana.over();
  const key = (await ana.at('to-replay').getAttribute('href')).replace('/r/', '');
  await ana.leave();
  return { key, file: await (await fetch(`${server.url}/m/${key}`)).text() };
}

const at = async (person) => Number(await person.at('replay-range').inputValue());
const stands = (person, n) => person.page.waitForFunction((to) => Number(document.querySelector('[data-testid="replay-range"]')?.value) === to, n);
const last = async (person) => Number(await person.at('replay-range').getAttribute('max'));
const fan = (person, seat) => person.at(`seat-${seat}`).getByTestId('open-hand');
const said = (person) => person.at('ticker').textContent();

/** Somebody looks at the match that a server would have under this key; only what is shown matters. */
async function looks(browser, match, options = {}) {
  const person = await Person.come(browser, 'Ana', { locale: 'en-GB', serviceWorkers: 'block', viewport: { width: 390, height: 844 }, ...options });
  await serve(person.context, {}, { messages: [], match });
  await person.keep('quick-bots', true);
  await person.page.goto('http://localhost/r/K1');
  await person.at('replay-screen').waitFor();
  return person;
}

/** Step, jump, the eyes of one seat. Whoever sits at the bottom has the hand there. */
async function walk(person) {
  await person.at('step-on').click();
  await stands(person, 1);
  const words = await said(person);
  assert(words.length > 3, 'what happened is said');
  await person.at('step-on').click();
  await stands(person, 2);
  await person.at('step-back').click();
  await stands(person, 1);
  assert((await said(person)) === words, 'and back to the same words');
  const end = await last(person);
  await person.at('replay-range').fill(String(end - 1));
  await stands(person, end - 1);
  await fan(person, 1).locator('svg').first().waitFor();
  await person.at('replay-eyes').selectOption('1');
  await person.page.locator('.own').filter({ hasText: /./ }).waitFor();
  assert((await person.page.getByTestId('open-hand').count()) === 0, 'one hand');
  await person.at('replay-eyes').selectOption('all');
  await fan(person, 1).waitFor();
}

/** The expert is asked in the review, and answers about the place where the replay stands. */
async function advice(person) {
  await person.at('replay-range').fill('1');
  await person.at('open-review').click();
  await person.at('replay-advise').check();
  await person.page.waitForFunction(() => !/…/.test(document.querySelector('[data-testid="advice"]')?.textContent ?? '…'));
}

async function link({ browser, server }, { key }) {
  const beto = await Person.come(browser, 'Beto', { locale: 'es-ES', colorScheme: 'dark', viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  await beto.page.goto(`${server.url}/r/${key}`);
  await beto.at('replay-screen').waitFor();
  assert((await beto.at('seat-1').locator('.bot-face').count()) === 1, 'a bot has a face');
  assert(!/puntos?/.test(await beto.at('seat-1').textContent()), 'no points where the first without cards wins');
  await walk(beto);
  await inspect(beto, 'replay');
  await advice(beto);
  await beto.page.locator('[data-testid="fair"].right').waitFor();
  await beto.at('coach').locator('table').waitFor();
  assert((await beto.at('coach').locator('tbody tr').count()) === 2, 'luck and skill of both');
  await inspect(beto, 'luck and skill');
  beto.clean();
  await beto.leave();
}

/** Dropped anywhere on the page, and chosen; and a file that is none. */
async function files({ browser, server }, { file }) {
  const caro = await Person.come(browser, 'Caro', { locale: 'es-ES', viewport: { width: 320, height: 568 } });
  const path = join(server.folder, 'kept.mazo');
  writeFileSync(path, file);
  const drop = (text, where) => caro.page.evaluate(([bytes, target]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], 'kept.mazo'));
    const goesOn = document.querySelector(target).dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    if (goesOn) throw new Error('the browser would leave the page for the file');
  }, [text, where]);
  await caro.page.goto(`${server.url}/#replay`);
  await caro.at('replay-page').waitFor();
  await drop('no match at all\n', '.drop');
  await caro.page.getByRole('alert').waitFor();
  await inspect(caro, 'not a match file');
  await drop(file, 'h1'); // a little beside
  await caro.at('replay-screen').waitFor();
  await inspect(caro, 'replay');

  await caro.page.goto(server.url);
  await caro.at('replay').click();
  const chooser = caro.page.waitForEvent('filechooser');
  await caro.page.locator('.drop').click();
  await (await chooser).setFiles(path);
  await caro.at('replay-screen').waitFor();
  await walk(caro);
  caro.clean();
  await caro.leave();
}

const matchFile = (name) => readFileSync(join(here, '../../tests', name), 'utf8');

/** Two rounds of four; Ana, whom the file has as a bot, is a person. */
const whole = () => matchFile('terminal/matches/oficial.mazo').replace('"sits":"bot"', '"sits":"person"');

/** It plays by itself on the table of the match: cards fly, and a touch on them says that this has been played. */
async function byItself({ browser }) {
  const ana = await looks(browser, whole(), { reducedMotion: 'no-preference' });
  await ana.page.evaluate(() => {
    window.flown = 0;
    new MutationObserver((all) => all.forEach((m) => m.addedNodes.forEach((n) => n.className === 'flight' && window.flown++))).observe(document.body, { subtree: true, childList: true });
  });
  while ((await ana.at('replay-speed').textContent()) !== '4×') await ana.at('replay-speed').click();
  await ana.at('replay-play').click();
  await ana.page.waitForFunction(() => Number(document.querySelector('[data-testid="replay-range"]').value) >= 4 && window.flown > 0);
  await ana.at('replay-play').click();
  const stopped = await at(ana);
  await ana.page.locator('.hand-card').first().click();
  await ana.at('notice').getByText('This has been played').waitFor();
  assert((await at(ana)) === stopped, 'it has stopped');
  assert((await ana.at('emotes').count()) === 0, 'nobody is there to react to');
  await ana.at('round-on').click();
  await ana.page.waitForFunction((n) => Number(document.querySelector('[data-testid="replay-range"]').value) !== n, stopped);
  await ana.at('replay-range').fill(String(await last(ana)));
  await ana.at('match-over').waitFor();
  assert((await ana.at('to-replay').count()) === 0 && (await ana.at('again').count()) === 0, 'nothing to deal here');
  ana.clean(/Service Worker/);
  await ana.leave();
}

/** Keys alone, and what is heard. */
async function byKeys({ browser }) {
  const ana = await looks(browser, whole());
  const press = (key) => ana.page.keyboard.press(key);
  await press('ArrowRight');
  await stands(ana, 1);
  await ana.at('live').locator('p').first().waitFor();
  await press('ArrowLeft');
  await stands(ana, 0);
  await press('PageDown');
  await ana.page.waitForFunction(() => Number(document.querySelector('[data-testid="replay-range"]').value) > 1);
  const round = await at(ana);
  await press('PageUp');
  await stands(ana, 0);
  await press('End');
  await stands(ana, await last(ana));
  await ana.at('live').getByText(/wins the match/).first().waitFor();
  await press('Home');
  await stands(ana, 0);
  await press(' ');
  await ana.page.waitForFunction(() => Number(document.querySelector('[data-testid="replay-range"]').value) > 0);
  await press(' ');
  await press('u'); // says nothing in what has been played
  assert(round > 1 && (await ana.at('notice').textContent()) === '', 'no call is made');
  await press('?');
  await ana.at('keys').getByText('play, pause').waitFor();
  await press('Escape');
  await ana.at('keys').waitFor({ state: 'detached' });
  ana.clean(/Service Worker/);
  await ana.leave();
}

/** The coach tells the reader's own mistakes first, in words; the curve is whole; a touch on a moment goes there. */
async function coach({ browser }) {
  const match = matchFile('terminal/matches/coach.mazo');
  for (const [locale, title, you, verdict] of [
    ['en-GB', /Your costly/, /^You: .*\. Better: .* points of winning chance/, /luck.*(\. |cost|played)/i],
    ['es-ES', /Tus decisiones/, /^Tú: .*\. Mejor: .* puntos de probabilidad/, /suerte.*(costaron|[Jj]ugaste)/],
  ]) {
    const ana = await looks(browser, match, { locale });
    assert(/^(Replay|Ver una partida) · Mazo$/.test(await ana.page.title()), await ana.page.title());
    const end = await last(ana);
    await ana.page.locator(`[data-testid="curve"][data-known="${end}"]`).waitFor(); // it has grown to its end
    await ana.at('chance').filter({ hasText: /^Ana: \d+.?%/ }).waitFor(); // the only person
    await ana.at('open-review').click();
    await ana.at('coach').locator('table').waitFor();
    await ana.at('live').getByText(/ready|listo/).waitFor();
    const words = await ana.at('coach-says').textContent();
    assert(verdict.test(words), `in a sentence: ${words}`);
    const titles = await ana.at('coach').locator('h3').allTextContents();
    assert(title.test(titles[1]), `mine first: ${titles}`);
    const moment = ana.at('coach').locator('.moments').first().locator('li').first();
    assert(you.test(await moment.textContent()) && !/\b[RGBY][0-9SR]\b|W\+4/.test(await moment.textContent()), `in words: ${await moment.textContent()}`);
    const whys = await ana.at('coach').locator('.moments').allTextContents();
    assert((locale === 'en-GB' ? /Playing makes the hand smaller/ : /quedan menos cartas/).test(whys.join()), `and why: ${whys}`);
    const other = await ana.at('coach').locator('.moments').last().locator('li').first().textContent();
    assert(/^Beto (played|jugó:) /.test(other), `a sentence: ${other}`);
    assert((await ana.at('chances').locator('b').allTextContents()).every((part) => /^\d+.?%$/.test(part)), 'everybody has a chance');
    await inspect(ana, 'coach, mine first');
    await ana.at('replay-range').fill(String(end));
    await stands(ana, end);
    await moment.locator('button').click();
    await stands(ana, 0); // before what was done
    await ana.leave();
  }
}

/** Where the coach is, in words; and no figure without its error. */
async function figures({ browser }) {
  const ana = await looks(browser, matchFile('sim/matches/random.mazo'));
  await ana.at('open-review').click();
  await ana.at('coach-at').filter({ hasText: /^Looking at move \d+ of 55$/ }).waitFor();
  await ana.at('coach').locator('table').waitFor();
  const rows = await ana.at('coach').locator('tbody tr').all();
  assert(rows.length === 4, `${rows.length} players`);
  for (const row of rows) {
    const cells = await row.locator('td').allTextContents();
    for (const cell of cells.slice(0, 2)) assert(/^(–|[+−][\d.]+% ± [\d.]+)$/.test(cell), `a figure and its error: ${cell}`);
    assert(/^\d+ of \d+$/.test(cells[2]), `a count: ${cells[2]}`);
  }
  await inspect(ana, 'figures of the coach');
  await ana.leave();
}

/** What if: the position is played on against bots, and the record knows nothing of it. */
async function whatIf({ browser }) {
  const ana = await looks(browser, matchFile('terminal/matches/coach.mazo'), { locale: 'es-ES', viewport: { width: 360, height: 640 } });
  await ana.at('play-on').getByText('Seguir jugando desde aquí').waitFor(); // no sign to guess at
  await inspect(ana, 'a replay on a small phone');
  await ana.page.setViewportSize({ width: 320, height: 568 });
  await ana.at('replay-range').fill('2');
  await stands(ana, 2);
  const hand = await ana.page.locator('.hand-card').evaluateAll((all) => all.map((el) => el.dataset.card).join());
  await inspect(ana, 'what if');
  await ana.at('play-on').click();
  await ana.page.locator('[data-testid="felt"]').waitFor();
  await ana.page.locator('.table-title').getByText('desde la jugada 2').waitFor();
  assert((await ana.page.locator('.hand-card').evaluateAll((all) => all.map((el) => el.dataset.card).join())) === hand, 'the same cards');
  assert(/#play\/again-/.test(ana.page.url()), ana.page.url());
  await ana.at('open-menu').click();
  await ana.at('menu-to-replay').click();
  await stands(ana, 2);
  await ana.page.goBack();
  await ana.robot(5);
  await ana.over();
  await ana.at('end-to-replay').click();
  await stands(ana, 2);
  await ana.page.goto('http://localhost/#me');
  await ana.at('solo-matches').locator('li').getByText(/desde otra partida/).waitFor();
  const counted = await ana.page.evaluate(() => new Promise((resolve) => {
    indexedDB.open('mazo').onsuccess = ({ target: { result } }) => {
      if (![...result.objectStoreNames].includes('records')) return resolve(0);
      result.transaction('records').objectStore('records').count().onsuccess = (e) => resolve(e.target.result);
      return undefined;
    };
  }));
  assert(counted === 0, 'nothing of it is in the record');
  ana.clean(/Service Worker/);
  await ana.leave();
}

export default (world) => [
  { name: 'replays/figures', run: () => figures(world) },
  { name: 'replays/link', run: async () => link(world, await played(world)) },
  { name: 'replays/file', run: async () => files(world, await played(world)) },
  { name: 'replays/by itself', run: () => byItself(world) },
  { name: 'replays/keys', run: () => byKeys(world) },
  { name: 'replays/what if', run: () => whatIf(world) },
  { name: 'replays/coach', run: () => coach(world) },
];
