// matches.mjs - whole matches of every sheet: two people with browsers of their own, and bots.
import { Person, assert, deal, matchFile, note, table } from './lib.mjs';
import { inspect } from './measure.mjs';
import { sheets } from '../sheets.mjs';

const SHEETS = sheets.map((sheet) => sheet.id);

async function playOut(people) {
  await Promise.all(people.map((p, i) => p.robot(7 + i)));
  await Promise.all(people.map((p) => p.over()));
  const seen = {};
  for (const person of people) {
    await person.answered();
    const told = await person.told();
    for (const [what, n] of Object.entries(told.seen)) seen[what] = (seen[what] ?? 0) + n;
    person.clean();
  }
  note(`touched: ${JSON.stringify(seen)}`);
  return seen;
}

const count = (list) => {
  const found = {};
  for (const what of [...list].sort()) found[what] = (found[what] ?? 0) + 1;
  return JSON.stringify(found);
};

/** Not told apart by seat (next), or done later by itself (catch). */
const OTHERS = new Set(['new', 'next', 'catch']);

/** What was answered with "done" is what stands in the file: no more, no less. */
export function sameMoves(file, seat, person) {
  if (person.inFirefox) return; // its socket is not heard
  const moves = count(file.filter((line) => line.seat === seat).map((line) => line.do).filter((what) => !OTHERS.has(what)));
  const done = count([...person.answers.keys()].map((id) => person.sent.get(id).do).filter((what) => !OTHERS.has(what)));
  assert(moves === done, `${person.name}: in the file ${moves}, done ${done}`);
}

async function whole({ browser, server, long }, rules) {
  const ana = await Person.come(browser, 'Ana');
  const beto = await Person.come(browser, 'Beto', { viewport: { width: 390, height: 844 }, hasTouch: true });
  await table(ana, [beto], { url: server.url, rules, options: { target: long ? 200 : 50 }, bots: long ? 2 : 1 });
  await deal(ana, [ana, beto]);
  await playOut([ana, beto]);
  const file = await matchFile(ana);
  for (const [seat, person] of [ana, beto].entries()) {
    const wrote = file.filter((line) => line.seat === seat && line.do === 'write').length;
    assert(wrote === (rules === 'jackpot' ? 1 : 0), `${person.name} has written rule cards ${wrote} times`);
    sameMoves(file, seat, person);
    assert(person.numbers.every((m, i) => i === 0 || m.n > person.numbers[i - 1].n), 'numbers only grow');
  }
  await ana.leave();
  await beto.leave();
}

/** The host page by hand: sheet, house rules, seats, bots; and a rematch at the end. */
async function byHand({ browser, server }) {
  const ana = await Person.come(browser, 'Ana');
  await ana.page.goto(server.url);
  await ana.at('open-table').click();
  await ana.at('name').fill('Ana');
  await ana.at('sheet-duelo').check();
  await ana.at('house-rules').locator('> summary').click();
  await ana.at('advanced-rules').locator('> summary').click();
  const target = ana.at('rule-target');
  while ((await target.locator('output').textContent()) !== '50') await target.locator('button').first().click();
  const seats = ana.at('seats');
  while ((await seats.locator('output').textContent()) !== '3') await seats.locator('button').last().click(); // a duelo opens for two
  await ana.at('create').click();
  const code = (await ana.at('invite-link').inputValue()).replace(/.*\//, '');

  const beto = await Person.come(browser, 'Beto');
  await beto.page.goto(server.url);
  await beto.at('code').fill(code.toLowerCase());
  await beto.at('join').click();
  await beto.at('name').fill('Beto');
  await beto.at('sit').click();
  await ana.at('set-seat-2').selectOption('easy');
  await deal(ana, [ana, beto]);
  await playOut([ana, beto]);
  await ana.at('rematch').click();
  await beto.at('lobby').waitFor();
  await deal(ana, [ana, beto]);
  const watcher = await Person.come(browser, 'Caro');
  await watcher.page.goto(`${server.url}/t/${code}`);
  await playOut([ana, beto]);
  await watcher.over();
  watcher.clean();
  await Promise.all([ana, beto, watcher].map((p) => p.leave()));
}

/** A match in teams: the waiting room says who plays with who, a guest moves to a free seat, the host swaps two, and both
 * partners read the same total, at the table and at the end; the replay ranks the same. Another match has the same teams, bots and colors. */
async function teams({ browser, server }) {
  const ana = await Person.come(browser, 'Ana');
  const beto = await Person.come(browser, 'Beto', { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' });
  const caro = await Person.come(browser, 'Caro', { viewport: { width: 360, height: 640 }, locale: 'es-ES', hasTouch: true });
  await table(ana, [beto, caro], { url: server.url, rules: 'oficial', options: { target: 100 }, seats: 4 });
  await ana.at('rule-teams').check({ force: true });
  const team = (person, seat, x) => person.at(`lobby-seat-${seat}`).locator('.team', { hasText: new RegExp(`${x}$`) }).waitFor();
  for (const [seat, x] of [...'ABAB'].entries()) for (const p of [ana, beto]) await team(p, seat, x);
  await caro.at('sit-3').click(); // Ana, Beto, a free seat, Caro
  await ana.at('lobby-seat-3').filter({ hasText: 'Caro' }).waitFor();
  for (const p of [ana, beto, caro]) await inspect(p, 'lobby-teams');
  await ana.at('swap').click();
  await ana.at('swap-0').click();
  await inspect(ana, 'lobby-swap');
  await ana.at('swap-2').click(); // now Beto's partner is Caro, and Ana plays with a bot
  for (const p of [ana, beto, caro]) await p.at('lobby-seat-2').filter({ hasText: 'Ana' }).waitFor();
  await ana.at('set-seat-0').waitFor();
  assert((await ana.at('swap-0').count()) === 0, 'the host is done with it');
  await deal(ana, [ana, beto, caro]);
  const looks = () => ana.page.evaluate(() => [...document.querySelectorAll('.seat')].map((el) => [
    el.querySelector('.seat-name').lastChild.textContent, el.querySelector('.team').textContent[0],
    ...['.team', '.avatar'].map((part) => el.querySelector(part).className.match(/tint-\d/)[0])].join()).sort());
  const before = await looks();
  assert(new Set(before.map((one) => one.split(',')[2])).size === 2, `A and B have colors of their own: ${before}`);
  assert((await beto.page.locator('.seat.partner').getAttribute('data-testid')) === 'seat-3', 'Caro is Beto\'s partner');
  assert((await caro.page.locator('.seat.partner').getAttribute('data-testid')) === 'seat-1', 'and Beto is Caro\'s');
  await playOut([ana, beto, caro]);
  const ranks = await Promise.all([ana, beto, caro].map(async (p) => {
    await p.page.locator('.unseen + .team-row.won').waitFor();
    return p.page.locator('.team-row .points').allTextContents();
  }));
  assert(ranks.every((r) => r.join() === ranks[0].join()) && Number(ranks[0][0]) >= 100, `all read the same: ${JSON.stringify(ranks)}`);
  for (const p of [ana, beto, caro]) await inspect(p, 'teams-over');
  await ana.at('own-place').getByText(/^Your team's place: [12] of 2$/).waitFor();
  await beto.at('to-replay').click();
  await beto.at('replay-range').waitFor();
  await beto.page.keyboard.press('End');
  await beto.page.locator('.unseen + .team-row.won').waitFor();
  const again = await beto.page.locator('.team-row .points').allTextContents();
  assert(again.join() === ranks[0].join(), `the replay ends on the same result: ${again}`);
  await inspect(beto, 'teams-replay');
  await ana.at('again').click();
  await ana.at('seat-3').locator('.seat-name', { hasText: 'Beto' }).waitFor(); // he and Caro have changed places
  assert((await looks()).join(' ') === before.join(' '), `the same as before: ${before}; ${await looks()}`);
  await Promise.all([ana, beto, caro].map((p) => p.leave()));
}

export default (world) => [
  { name: 'match/teams', run: () => teams(world) },
  ...SHEETS.map((rules) => ({ name: `match/${rules}`, run: () => whole(world, rules) })),
  { name: 'match/by hand, rematch, watched', run: () => byHand(world) },
];
