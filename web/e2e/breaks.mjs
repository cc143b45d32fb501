// breaks.mjs - what must not disturb a match: reloads, lost answers, cut wires, a killed server; and one
// that cannot be continued.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Person, Server, Wire, assert, deal, matchFile, table } from './lib.mjs';
import { inspect } from './measure.mjs';
import { sameMoves } from './matches.mjs';

/** The browser itself complains about these; everything else is a fault. */
const BROKEN = /WebSocket connection|ERR_CONNECTION_|ERR_EMPTY_RESPONSE|ERR_INTERNET_DISCONNECTED/;

/** Two kinds of cards: no hand grows for long, and anyone who is skipped is left with so many points that a round is a match. */
const BRIEF = { numbers: '0000000003', draw_twos: 0, skips: 5, reverses: 0, wilds: 0, wild_fours: 0, hand_size: 12, target: 50 };

async function sitDown({ browser, long }, server, wire = null) {
  const ana = await Person.come(browser, 'Ana');
  const beto = await Person.come(browser, 'Beto');
  beto.url = wire?.url;
  await table(ana, [beto], { url: server.url, rules: 'duelo', options: long ? { target: 300 } : BRIEF });
  await deal(ana, [ana, beto]);
  return [ana, beto];
}

async function finish(people, allowed) {
  await Promise.all(people.map((p) => p.over()));
  for (const person of people) {
    await person.answered();
    await person.told();
    person.clean(allowed);
  }
  return matchFile(people[0]);
}

const times = ({ long }) => (long ? 8 : 2);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function reload(world) {
  const people = await sitDown(world, world.server);
  await Promise.all(people.map((p, i) => p.robot(3 + i)));
  for (let i = 0; i < times(world); i++) {
    const person = people[i % 2];
    await person.reaches((await person.number()) + 4);
    if (await person.at('match-over').count()) break;
    await person.rest();
    await person.answered();
    const before = await person.number();
    await person.page.reload();
    await person.at('table').waitFor();
    assert((await person.number()) >= before, 'the match is where it was');
    await person.robot(20 + i);
  }
  const file = await finish(people);
  people.forEach((person, seat) => sameMoves(file, seat, person));
  await Promise.all(people.map((p) => p.leave()));
}

/** Answers get lost, then the wire is cut: taps are sent again and count once. */
async function cut(world) {
  const wire = await new Wire(world.server).open();
  const people = await sitDown(world, world.server, wire);
  const [ana, beto] = people;
  await Promise.all(people.map((p, i) => p.robot(5 + i)));
  for (let i = 0; i < times(world); i++) {
    await beto.reaches((await beto.number()) + 5);
    if (await beto.at('match-over').count()) break;
    wire.deaf = true;
    await pause(400);
    wire.cut();
    await beto.at('net-state').waitFor();
    await pause(300);
    wire.mend();
    await beto.at('net-state').waitFor({ state: 'detached' });
  }
  const file = await finish(people, BROKEN);
  sameMoves(file, 0, ana);
  sameMoves(file, 1, beto);
  wire.close();
  await Promise.all(people.map((p) => p.leave()));
}

/** Flight mode: the page says so, and plays on afterwards. */
async function flight(world) {
  const wire = await new Wire(world.server).open();
  const people = await sitDown(world, world.server, wire);
  const beto = people[1];
  await beto.context.setOffline(true);
  wire.cut();
  await beto.at('net-state').waitFor();
  await beto.context.setOffline(false);
  wire.mend();
  await Promise.all(people.map((p, i) => p.robot(9 + i)));
  await beto.reaches((await beto.number()) + 6);
  people.forEach((person) => person.clean(BROKEN));
  wire.close();
  await Promise.all(people.map((p) => p.leave()));
}

async function killed(world) {
  const server = await new Server(world.mazo).start();
  const people = await sitDown(world, server);
  await Promise.all(people.map((p, i) => p.robot(11 + i)));
  for (let i = 0; i < times(world); i++) {
    await people[0].reaches((await people[0].number()) + 5);
    if (await people[0].at('match-over').count()) break;
    const before = Math.max(...people.flatMap((p) => p.numbers.map((m) => m.n)));
    await server.kill();
    for (const person of people) await person.at('net-state').waitFor();
    await server.start();
    for (const person of people) await person.at('net-state').waitFor({ state: 'detached' });
    await people[0].reaches(before);
  }
  const file = await finish(people, BROKEN);
  people.forEach((person, seat) => sameMoves(file, seat, person));
  await Promise.all(people.map((p) => p.leave()));
  await server.stop();
}

const SPOIL = `import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as db:
    db.execute("UPDATE event SET text = json_set(text, '$.hash', '0123456789abcdef') WHERE n = 3")`;

/** The server cannot continue the match: everybody is told why, and the host opens the table again. */
async function stopped(world) {
  const server = await new Server(world.mazo).start();
  const phone = { viewport: { width: 390, height: 844 } };
  const ana = await Person.come(world.browser, 'Ana', phone);
  const beto = await Person.come(world.browser, 'Beto', { ...phone, locale: 'es-ES' });
  const people = [ana, beto];
  const code = await table(ana, [beto], { url: server.url, options: { target: 5000 } });
  await deal(ana, people);
  await Promise.all(people.map((p, i) => p.robot(13 + i)));
  await ana.reaches(6);
  await server.kill();
  assert(spawnSync('python3', ['-c', SPOIL, join(server.folder, 'games.db')]).status === 0, 'spoilt');
  await server.start();
  for (const [person, told] of [[ana, 'This match cannot be continued. Line 4'], [beto, 'Esta partida no puede continuar. La línea 4']]) {
    assert((await person.at('stopped').textContent()).includes(told), told);
    await inspect(person, 'stopped');
  }
  assert((await beto.at('rematch').count()) === 0, 'only the host');
  const file = await fetch(new URL(await beto.at('stopped-file').getAttribute('href'), server.url));
  assert((await file.text()).includes('0123456789abcdef'), 'the file as it is');
  await beto.page.goto(server.url);
  assert((await beto.at(`my-${code}`).textContent()).includes('no puede continuar'), 'it is listed');
  await inspect(beto, 'home-stopped');
  await beto.at(`my-${code}`).click();
  await beto.at('stopped').waitFor();
  await ana.at('rematch').click();
  await beto.at('stand').waitFor(); // anyone who waits there is told
  await deal(ana, people);
  for (const person of people) {
    person.clean(BROKEN);
    await person.leave();
  }
  await server.stop();
}

/** Every card fits on every other: anyone who is to move can play any. */
const ZEROS = { numbers: '7000000000', draw_twos: 0, skips: 0, reverses: 0, wilds: 0, wild_fours: 0, target: 5000 };
const cards = (page) => page.locator('.hand-card').evaluateAll((list) => list.map((el) => el.dataset.key).join());

async function zeros({ browser }, server, wire = null) {
  const ana = await Person.come(browser, 'Ana');
  const beto = await Person.come(browser, 'Beto');
  beto.url = wire?.url;
  await table(ana, [beto], { url: server.url, rules: 'oficial', options: ZEROS });
  await deal(ana, [ana, beto]);
  // Beto is to move.
  if ((await ana.at('felt').getAttribute('data-turn')) === '0') {
    await ana.page.locator('.hand-card.can').first().click();
    for (const person of [ana, beto]) await person.reaches(1);
  }
  await beto.page.locator('.hand-card.can').first().waitFor();
  return [ana, beto];
}

/** The line goes dead under the finger: the tap arrives, its answer does not, and it is sent again. */
async function tapped(world) {
  const wire = await new Wire(world.server).open();
  const [ana, beto] = await zeros(world, world.server, wire);
  const said = [];
  beto.said = (message) => message.type === 'do' && said.push(message.id);
  const [before, n] = [(await cards(beto.page)).split(',').length, await ana.number()];
  wire.deaf = true;
  await beto.page.locator('.hand-card.can').first().click();
  await ana.reaches(n + 1); // the server has it
  await beto.page.locator('.hand-card').nth(1).click({ force: true }); // a second tap is not a second move
  wire.cut();
  await beto.at('net-state').waitFor();
  wire.mend();
  await beto.reaches(n + 1);
  await beto.at('net-state').waitFor({ state: 'detached' });
  await ana.page.locator('.hand-card.can').first().click();
  await beto.reaches(n + 2);
  assert(said.length >= 2 && new Set(said).size === 1, `sent again under the same id: ${said}`);
  assert((await cards(beto.page)).split(',').length === before - 1, 'and played once');
  assert((await ana.number()) === n + 2, 'nothing else has happened');
  [ana, beto].forEach((person) => person.clean(BROKEN));
  wire.close();
  await Promise.all([ana, beto].map((p) => p.leave()));
}

/** One player, two tabs: both show the same, both play, and closing one loses nothing. */
async function tabs(world) {
  const [ana, beto] = await zeros(world, world.server);
  const second = await beto.context.newPage();
  beto.watch(second);
  await second.goto(beto.page.url());
  await second.getByTestId('hand').waitFor();
  const same = async (n) => {
    for (const page of [beto.page, second]) await page.waitForFunction((least) => Number(document.querySelector('[data-testid="felt"]').dataset.n) >= least, n);
    assert((await cards(beto.page)) === (await cards(second)), 'both tabs show the same hand');
  };
  const n = await beto.number();
  await same(n);
  await second.locator('.hand-card.can').first().click();
  await same(n + 1);
  await ana.reaches(n + 1);
  await ana.page.locator('.hand-card.can').first().click();
  await same(n + 2);
  await second.close();
  await beto.page.locator('.hand-card.can').first().click();
  await ana.reaches(n + 3);
  assert((await ana.at('seat-1').locator('.avatar.away').count()) === 0, 'Beto is still here');
  [ana, beto].forEach((person) => person.clean());
  await Promise.all([ana, beto].map((p) => p.leave()));
}

/** A server that is full says so, and does not say that the table does not exist. */
async function full({ browser, mazo }) {
  const server = await new Server(mazo, '--tables', 1).start();
  const ana = await Person.come(browser, 'Ana');
  const beto = await Person.come(browser, 'Beto');
  await table(ana, [], { url: server.url, seats: 2 });
  await beto.page.goto(`${server.url}/t/BCDFGH`);
  await beto.at('not-now').waitFor();
  assert(/This server is full: try again later/.test(await beto.at('not-now').textContent()), 'it says why');
  await inspect(beto, 'a full server');
  await beto.at('try-again').click();
  await beto.at('not-now').waitFor();
  await ana.leave();
  for (let missing = 0; !missing; missing = await beto.at('no-table').count()) {
    await beto.at('try-again').or(beto.at('no-table')).first().waitFor();
    if (await beto.at('try-again').count()) await beto.at('try-again').click({ timeout: 1000 }).catch(() => {});
  }
  beto.clean();
  await beto.leave();
  await server.kill();
}

/** The server cannot read its store: everybody is told, keeps identity and seat, and comes back alone. */
async function unreadable(world) {
  const server = await new Server(world.mazo).onFaultyMachine().start();
  const wire = await new Wire(server).open();
  const people = await sitDown(world, server, wire);
  const [ana, beto] = people;
  const token = () => beto.page.evaluate(() => localStorage.getItem('mazo.token'));
  const [before, hellos] = [await token(), []];
  beto.said = (message) => {
    Person.prototype.said.call(beto, message);
    if (message.type === 'hello') hellos.push(message.token);
  };
  wire.cut();
  await server.kill();
  await server.start(); // nobody is in its memory
  server.disk(false);
  wire.mend();
  const told = beto.page.getByText('The server cannot read or write its data: trying again…');
  await told.waitFor();
  await inspect(beto, 'a store that fails');
  const eva = await Person.come(world.browser, 'Eva');
  await eva.page.goto(ana.page.url()); // new here: who she is cannot be stored
  await eva.page.getByText('The server cannot read or write its data: trying again…').waitFor();
  while (hellos.length < 4) await beto.page.waitForEvent('websocket');
  assert((await token()) === before && hellos.every((t) => t === before), 'the token is kept');
  server.disk(true);
  await beto.at('net-state').waitFor({ state: 'detached' });
  await told.waitFor({ state: 'detached' });
  await eva.at('watchers').or(eva.at('felt')).first().waitFor();
  await Promise.all(people.map((p, i) => p.robot(17 + i)));
  const file = await finish(people, BROKEN);
  people.forEach((person, seat) => sameMoves(file, seat, person));
  assert((await token()) === before, 'the same person');
  wire.close();
  await Promise.all([...people, eva].map((p) => p.leave()));
  await server.stop();
}

export default (world) => [
  { name: 'breaks/reload in mid-match', run: () => reload(world) },
  { name: 'breaks/answers lost and wire cut', run: () => cut(world) },
  { name: 'breaks/flight mode', run: () => flight(world) },
  { name: 'breaks/tapped as the line went dead', run: () => tapped(world) },
  { name: 'breaks/two tabs', run: () => tabs(world) },
  { name: 'breaks/server killed', run: () => killed(world) },
  { name: 'breaks/a match that cannot be continued', run: () => stopped(world) },
  { name: 'breaks/a store that cannot be read', run: () => unreadable(world) },
  { name: 'breaks/a server that is full', run: () => full(world) },
];
