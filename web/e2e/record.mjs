// record.mjs - a reason to come back: the deal of the day, and what is remembered of matches.
import { readFileSync } from 'node:fs';
import { Person, assert, deal, table } from './lib.mjs';
import { inspect } from './measure.mjs';

/** A day on which the sheet for two is played: a short match. */
const DAY = '2026-11-18';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** It is that day; clocks go on. */
const on = (person, date) => person.page.clock.setFixedTime(new Date(`${date}T10:00:00`));

const cardsOf = (person) => person.page.locator('.hand-card').evaluateAll((all) => all.map((el) => el.dataset.card).join());

/** From the start page to the table, without a network. */
async function begin(person, url) {
  await on(person, DAY);
  await person.keep('quick-bots', true);
  await person.page.goto(url);
  await person.page.evaluate(() => navigator.serviceWorker.ready);
  await person.context.setOffline(true);
  await person.at('day').filter({ hasText: '322' }).waitFor();
  await person.at('day').click();
  await person.at('play-day').click();
  await person.page.locator('.own.turn, .seat.turn').first().waitFor();
}

/** The same cards for everybody, offline; the result is a line to share, the streak, and a replay. */
async function day({ browser, server }) {
  const [ana, beto] = [await Person.come(browser, 'Ana', PHONE), await Person.come(browser, 'Beto', PHONE)];
  await Promise.all([ana, beto].map((p) => begin(p, server.url)));
  const hands = await Promise.all([ana, beto].map(cardsOf));
  assert(hands[0].length > 8 && hands[0] === hands[1], `the same cards: ${hands}`);
  await beto.leave();
  await ana.page.reload();
  await ana.page.locator('.own.turn, .seat.turn').first().waitFor();
  await ana.robot(3);
  await ana.over();
  const line = await ana.at('day-line').locator('.unseen').textContent();
  assert(/^Mazo · Deal of the day 322\n(🥇|🥈) Place [12] of 2, \d+ points? (ahead|behind the first)\nRounds: [🟩🟨🟥⬜]+$/u.test(line), line);
  await ana.at('own-place').getByText(/^Your place: [12] of 2$/).waitFor();
  await inspect(ana, 'the end of the deal of the day');
  await ana.at('to-day').click();
  await ana.at('day-line').filter({ hasText: line }).waitFor();
  await inspect(ana, 'the deal of the day');
  assert((await ana.at('day-result').textContent()).includes('1 day in a row'), 'the streak');
  await ana.page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => void (window.copied = text) } }));
  await ana.at('copy-text').click();
  await ana.page.waitForFunction((wanted) => window.copied === wanted, `${line}\n${server.url}/#day/${DAY}`);
  // The same deal once more changes nothing of it.
  await ana.at('play-day').click();
  await ana.at('again').click();
  await ana.page.waitForFunction((cards) => [...document.querySelectorAll('.hand-card')].map((el) => el.dataset.card).join() === cards, hands[0]);
  await ana.page.goto(`${server.url}/#`);
  await ana.at('day').filter({ hasText: 'place' }).click();
  await ana.at('day-line').filter({ hasText: line }).waitFor();
  await ana.at('watch-day').click();
  await ana.at('replay-screen').waitFor();
  // It has become a record, with no network either.
  await ana.page.goto(`${server.url}/#record`);
  await ana.at('figures').waitFor();
  assert(/^Matches\s*1/.test(await ana.at('figures').textContent()), 'the same deal again is not over');
  assert((await ana.at('feat-week').textContent()).includes('not yet'), 'what is still to be achieved');
  await inspect(ana, 'the record');
  // Another day has another deal; this one can be looked up.
  await on(ana, '2026-11-19');
  await ana.page.goto(`${server.url}/#day`);
  await ana.page.getByRole('heading', { name: 'Deal of the day 323' }).waitFor();
  assert((await ana.at('day-line').count()) === 0, 'not played yet');
  await ana.at(`day-${DAY}`).click();
  await ana.at('day-line').filter({ hasText: line }).waitFor();
  ana.clean(/ERR_INTERNET_DISCONNECTED|WebSocket connection/);
  await ana.leave();
}

/** Today, or the day before or after it if that one's match is short. */
function shortDay() {
  const days = [0, -1, 1].map((shift) => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10));
  return days.find((date) => Math.round((Date.parse(date) - Date.parse(DAY)) / 86_400_000) % 5 === 0) ?? days[0];
}

/** A server believes a match of today after playing it again, and shows everybody how it went. */
async function ranked({ browser, server }) {
  const there = `${server.url}/#day/${shortDay()}`;
  const [ana, beto] = [await Person.come(browser, 'Ana', PHONE), await Person.come(browser, 'Beto', { ...PHONE, locale: 'es-ES' })];
  await ana.keep('quick-bots', true);
  await ana.page.goto(there);
  await ana.at('show-day-table').click();
  await ana.at('day-table').getByText('Nobody has entered a result yet.').waitFor();
  assert((await ana.at('hand-in').count()) === 0, 'nothing to enter yet');
  await ana.at('play-day').click();
  await ana.page.locator('.own.turn, .seat.turn').first().waitFor();
  await ana.robot(4);
  await ana.over();
  await ana.at('to-day').click();
  await ana.at('day-line').waitFor();
  await inspect(ana, 'a result to enter');
  await ana.at('name').fill('Ana');
  await ana.at('hand-in').click();
  const row = ana.at('day-standings').locator('li.mine');
  await row.filter({ hasText: '1. Ana' }).waitFor();
  const squares = (person) => person.at('day-standings').locator('.square').evaluateAll((all) => all.map((el) => el.dataset.round).join(''));
  const rounds = await ana.at('day-line').locator('.square').evaluateAll((all) => all.map((el) => el.dataset.round).join(''));
  assert((await squares(ana)) === rounds, `the rounds: ${await squares(ana)}, ${rounds}`);
  assert((await ana.at('hand-in').count()) === 0, 'it counts once');
  await inspect(ana, 'the table of the day');
  if (process.env.SHOTS) await ana.page.screenshot({ path: `${process.env.SHOTS}/day-table.png`, fullPage: true });
  await ana.page.reload();
  await row.waitFor();
  await ana.at('day-line').waitFor();
  assert((await ana.at('hand-in').count()) === 0, 'it counts once');
  await beto.page.goto(there);
  await beto.at('show-day-table').click();
  await beto.at('day-standings').getByText('1. Ana').waitFor();
  assert((await squares(beto)) === rounds && (await beto.at('day-standings').locator('.mine').count()) === 0, 'what others see');
  // The record can be erased, and what the server has stays.
  await ana.page.goto(`${server.url}/#record`);
  await ana.at('erase-record').click();
  await inspect(ana, 'to erase the record?');
  await ana.at('erase-no').click();
  await ana.at('erase-record').click();
  await ana.at('erase-yes').click();
  await ana.page.getByText('Nothing yet').waitFor();
  await ana.page.reload();
  await ana.page.getByText('Nothing yet').waitFor();
  await ana.page.goto(there);
  await row.waitFor();
  for (const p of [ana, beto]) {
    p.clean();
    await p.leave();
  }
}

/** A match among people is remembered; the way to the next one with them is one touch. */
async function together({ browser, server }) {
  const [ana, beto] = [await Person.come(browser, 'Ana', PHONE), await Person.come(browser, 'Beto')];
  await table(ana, [beto], { url: server.url, options: { scoring: 'quick', hand_size: 2 } });
  await deal(ana, [ana, beto]);
  await Promise.all([ana.robot(1), beto.robot(2)]);
  await Promise.all([ana, beto].map((p) => p.over()));
  const won = (await ana.at('rank-0').getAttribute('class')).includes('won');
  // The end of the match as a picture; here it is saved, since nothing can be shared.
  await beto.at('turning-points').and(beto.page.locator('[data-ready]')).waitFor();
  const waits = beto.page.waitForEvent('download');
  const press = setInterval(() => void beto.at('share-match').dispatchEvent('click').catch(() => {}), 200); // until it is drawn
  const saved = await waits;
  clearInterval(press);
  const picture = readFileSync(await saved.path());
  assert(saved.suggestedFilename() === 'mazo.png' && picture.readUInt32BE(16) === 1080 && picture.length > 20_000, `a picture: ${picture.length}`);
  if (!won) await beto.at('feat-first').waitFor(); // Beginner's luck; Ana waits for nothing
  await ana.page.goto(`${server.url}/#record`);
  await ana.at('invite-Beto').waitFor();
  const parts = await ana.at('parts').textContent();
  assert(parts.includes(`On a server1${won ? 1 : 0}`), parts);
  await inspect(ana, 'the record, with people');
  await ana.at('invite-Beto').click();
  const link = await ana.at('invite-link').inputValue();
  await beto.page.goto(link);
  await beto.at('sit').waitFor();
  for (const p of [ana, beto]) {
    p.clean();
    await p.leave();
  }
}

/** Who has never played gets one round, and reads before the deal how long it takes. */
async function first({ browser, server }) {
  const ana = await Person.come(browser, 'Ana', PHONE);
  await ana.keep('quick-bots', true);
  await ana.page.goto(server.url);
  // A browser that could install the page says so; we ask where it is not in the way.
  await ana.page.evaluate(() => dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: async () => void (window.asked = true) })));
  await ana.at('install').click();
  await ana.page.waitForFunction(() => window.asked && !document.querySelector('[data-testid="install"]'));
  await ana.at('play-now').click();
  await ana.page.getByText('Two or three minutes').waitFor();
  await inspect(ana, 'a first game');
  await ana.at('length-match').check();
  await ana.page.getByText('until somebody has 500 points').waitFor();
  assert(!(await ana.at('summary').textContent()).includes('one round'), 'the bar says what was chosen');
  await ana.at('length-round').check();
  await ana.at('summary').filter({ hasText: 'one round' }).waitFor();
  await ana.at('deal').click();
  await ana.at('table').waitFor();
  await ana.robot(5);
  await ana.over();
  await ana.at('match-over').waitFor();
  ana.clean();
  await ana.leave();
}

export default (world) => [{ name: 'record/day', run: () => day(world) }, { name: 'record/ranked', run: () => ranked(world) }, { name: 'record/together', run: () => together(world) }, { name: 'record/first', run: () => first(world) }];
