// The table in the page, played through its messages.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fastClock, Guest, loadEngine, makeWorker, MemoryStore, newEngine, openLocal, wasmBytes } from './load.mjs';
import { sheets } from '../../sheets.mjs';

const SHEETS = sheets.map((sheet) => sheet.id);
const engine = await newEngine();

async function sitDown(options = {}) {
  const server = await openLocal(engine, { store: new MemoryStore(), clock: fastClock(), ...options });
  const guest = new Guest(server);
  await guest.ask({ type: 'hello', version: 1, lang: 'es', name: 'Ana' });
  return guest;
}

async function begin(guest, wishes) {
  const table = await guest.ask({ type: 'create', ...wishes });
  assert.equal(table.type, 'table', JSON.stringify(table));
  const dealt = guest.next('event');
  const started = await guest.ask({ type: 'start', table: table.table });
  assert.equal(started.status, 'playing');
  await dealt;
  return started;
}

/** `mazo replay` must accept the file. MAZO names the program. */
function replay(text) {
  if (!process.env.MAZO) return null;
  const folder = mkdtempSync(join(tmpdir(), 'mazo-file-'));
  try {
    writeFileSync(join(folder, 'match'), text);
    return JSON.parse(execFileSync(process.env.MAZO, ['replay', '--json', join(folder, 'match')], { encoding: 'utf8' }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Message by message what a server says: tests/server/tables.py has the same file. */
test('the settings of a table', async () => {
  const guest = await sitDown();
  let table;
  for (const [message, wanted] of JSON.parse(readFileSync(new URL('../../../tests/server/settings.json', import.meta.url)))) {
    const told = await guest.ask({ ...message, ...(table ? { table } : {}) });
    table ??= told.table;
    const seats = told.seats?.map((seat) => (seat.sits === 'person' ? seat.name : seat.bot ?? seat.sits));
    const found = { ...told, seats };
    assert.deepEqual(Object.fromEntries(Object.keys(wanted).map((key) => [key, found[key]])), wanted, JSON.stringify(message));
  }
});

for (const sheet of SHEETS) {
  test(`a whole match of ${sheet}`, async (t) => {
    const guest = await sitDown();
    const { table, seats } = await begin(guest, { rules: sheet, options: { scoring: 'quick' }, bots: ['hard', 'easy:bluffing'] });
    assert.equal(seats[0].name, 'Ana');
    const over = guest.next((message) => message.type === 'table' && message.status === 'over');
    const end = await guest.play(table);
    const { key } = await over;
    assert.ok(end.view.match_winners.length > 0);

    const events = guest.heard.filter((message) => message.type === 'event');
    assert.deepEqual(events.map((event) => event.n), events.map((_, i) => i), 'every number once, in order');
    for (const event of events) {
      for (const one of event.events) {
        if (['dealt', 'drew'].includes(one.event) && one.seat !== 0) assert.equal(one.cards, undefined, 'cards of others are hidden');
      }
    }
    const file = await guest.server.file(key);
    assert.equal(file.split('\n').length - 1, events.length, 'every command is a line');
    const answer = replay(file);
    if (answer) assert.ok(answer.ok && answer.phase === 'match_over' && answer.commands === end.n, JSON.stringify(answer));
    else t.diagnostic('MAZO is not set: mazo replay was not asked');
    guest.server.close();
  });
}

/** All sheets and all weekdays, also after a reload. What bots do in the page is what the server's would do. */
for (const [day, pace] of [16, 17, 18, 19, 20, 21, 22].flatMap((n) => ['human', 'quick'].map((one) => [`2026-11-${n}`, one]))) {
  test(`a server believes the deal of ${day}, ${pace}`, async (t) => {
    const [store, table] = [new MemoryStore(), `day-${day}`];
    const before = await sitDown({ pace, store });
    await before.ask({ type: 'join', table });
    await before.play(table, (at) => at.n >= 12);
    before.server.close();
    const guest = await sitDown({ pace, store });
    const over = guest.next((message) => message.type === 'table' && message.status === 'over');
    await guest.ask({ type: 'join', table });
    await guest.play(table);
    const file = await guest.server.file((await over).key);
    guest.server.close();
    if (!process.env.MAZO_DAILY) return t.diagnostic('MAZO_DAILY is not set: tests/server/write_daily.c was not asked');
    assert.equal(spawnSync(process.env.MAZO_DAILY, ['--check'], { input: file, encoding: 'utf8' }).stdout, `${day}\n`);
    return undefined;
  });
}

test('a match goes on after a reload, and a command sent twice counts once', async () => {
  const store = new MemoryStore();
  const guest = await sitDown({ store });
  const { table } = await begin(guest, { rules: 'oficial', bots: ['normal', 'normal', 'normal'] });
  await guest.play(table, (at) => at.n >= 25 && at.legal.length > 0 && at.view.phase !== 'round_over');
  const { seat: _, ...command } = guest.heard.findLast((m) => m.legal)?.legal[0];
  const done = await guest.ask({ type: 'do', id: 'once', table, command });
  assert.equal(done.type, 'done');
  assert.deepEqual(await guest.ask({ type: 'do', id: 'once', table, command }), done);
  await guest.ask({ type: 'leave', table });
  const n = guest.latest('event').n;
  const view = guest.latest('event').view;
  guest.server.close();

  const again = await sitDown({ store });
  const [mine] = again.latest('welcome').tables;
  assert.equal(mine.table, table);
  assert.equal(mine.status, 'playing');
  const seen = again.next('view');
  const joined = await again.ask({ type: 'join', table });
  assert.equal(joined.status, 'playing');
  assert.equal(joined.n, n);
  assert.deepEqual((await seen).view, view, 'everything is as it was');
  assert.deepEqual(await again.ask({ type: 'do', id: 'once', table, command }), done, 'even now');
  const end = await again.play(table);
  const events = again.heard.filter((message) => message.type === 'event');
  assert.deepEqual(events.map((event) => event.n), events.map((_, i) => n + 1 + i));
  const file = await again.server.file(`${table}-1`);
  const answer = replay(file);
  if (answer) assert.equal(answer.commands, end.n);
  again.server.close();
});

test('anyone who comes back gets what was missed', async () => {
  const guest = await sitDown();
  const { table, match } = await begin(guest, { rules: 'duelo', bots: ['hard'] });
  await guest.play(table, (at) => at.n >= 12 && at.legal.length > 0);
  const events = guest.heard.filter((message) => message.type === 'event');
  guest.heard.length = 0;
  await guest.ask({ type: 'join', table, match, since: 5 });
  await guest.ask({ type: 'ping' });
  assert.deepEqual(guest.heard.filter((m) => m.type === 'event').slice(0, events.length - 6), events.slice(6));
  guest.heard.length = 0;
  await guest.ask({ type: 'join', table, match: 99, since: 5 });
  await guest.ask({ type: 'ping' });
  assert.equal(guest.heard.filter((m) => m.type === 'view').length, 1);
  guest.server.close();
});

test('what strong bots have learnt is loaded when one sits down', async () => {
  let loaded = 0;
  const own = await loadEngine(wasmBytes, makeWorker, () => {
    loaded++;
    return wasmBytes;
  });
  for (const [bot, times] of [['normal', 0], ['hard:cautious', 1], ['expert', 1]]) {
    const guest = new Guest(await openLocal(own, { store: new MemoryStore(), clock: fastClock() }));
    await guest.ask({ type: 'hello', version: 1, name: 'Ana' });
    const { table } = await begin(guest, { rules: 'oficial', seats: 2, bots: [bot] });
    await guest.play(table, (at) => at.n >= 6);
    assert.equal(loaded, times, bot);
    guest.server.close();
  }
});

test('experts think in a worker, and without one', async () => {
  for (const maker of [undefined, null]) {
    const own = maker === null ? await newEngine(null) : engine;
    const server = await openLocal(own, { store: new MemoryStore(), clock: fastClock() });
    const guest = new Guest(server);
    await guest.ask({ type: 'hello', version: 1, name: 'Ana' });
    const { table } = await begin(guest, { rules: 'oficial', seats: 2, bots: ['expert'] });
    await guest.play(table, (at) => at.n >= 12);
    server.close();
  }
});

test('rules, seats and a rematch', async () => {
  const guest = await sitDown();
  const { table, seats, options } = await guest.ask({ type: 'create', rules: 'penas', seats: 3, clock: 30, options: { hand_size: 5 } });
  assert.equal(seats.length, 3);
  assert.deepEqual(options, { hand_size: 5, turn_clock: 30 });
  assert.equal((await guest.ask({ type: 'rules', table, seats: 5 })).seats.length, 5);
  assert.equal((await guest.ask({ type: 'sit', table, seat: 4 })).you, 4);
  const smaller = await guest.ask({ type: 'rules', table, rules: 'duelo', seats: 2 });
  assert.equal(smaller.you, 0);
  assert.deepEqual(smaller.options, { turn_clock: 30 }); // it is the host's, not the sheet's
  assert.equal((await guest.ask({ type: 'rules', table, options: { nonsense: 1 } })).type, 'error');
  assert.equal((await guest.ask({ type: 'rules', table, options: { teams: true } })).error, 'bad_rules');
  assert.equal((await guest.ask({ type: 'rules', table, ruleset: 'base = jackpot\nhand_size = 3\n', seats: 4 })).options.hand_size, 3);
  await guest.ask({ type: 'rules', table, rules: 'oficial', seats: 4, options: { scoring: 'quick' } });
  assert.equal((await guest.ask({ type: 'seat', table, seat: 0, to: 'hard' })).error, 'no_seat');
  assert.equal((await guest.ask({ type: 'seat', table, seat: 1, to: 'genius' })).error, 'bad_bot');
  await guest.ask({ type: 'seat', table, seat: 1, to: 'closed' });
  await guest.ask({ type: 'seat', table, seat: 2, to: 'hard' });
  assert.equal((await guest.ask({ type: 'rematch', table })).error, 'not_running');
  const over = guest.next((message) => message.type === 'table' && message.status === 'over');
  const started = await guest.ask({ type: 'start', table });
  assert.deepEqual(started.seats.map((seat) => seat.bot), [undefined, 'hard', 'normal']);
  assert.equal((await guest.ask({ type: 'rules', table, rules: 'duelo' })).error, 'running');
  await guest.play(table);
  assert.match((await over).key, /-1$/);
  assert.equal((await guest.ask({ type: 'start', table })).error, 'running');
  assert.equal((await guest.ask({ type: 'rematch', table })).status, 'open');
  const second = await guest.ask({ type: 'start', table });
  assert.equal(second.match, 2);
  const history = await guest.ask({ type: 'history' });
  assert.equal(history.matches.length, 1);
  guest.server.close();
});

test('what is refused says so in the language of the reader', async () => {
  const guest = await sitDown({ say: (english) => (english === 'This match was not saved.' ? 'Esta partida no se guardó.' : english) });
  assert.equal((await guest.ask({ type: 'join', table: 'NOPE' })).message, 'Esta partida no se guardó.');
  const { table } = await begin(guest, { rules: 'oficial', bots: ['easy', 'easy', 'easy'] });
  await guest.play(table, (at) => at.legal.length > 0 && at.view.phase === 'play');
  const { view } = guest.latest('event');
  const missing = ['R0', 'G0', 'B0', 'Y0', 'R1'].find((card) => !view.hand.includes(card));
  const refused = await guest.ask({ type: 'do', table, command: { do: 'play', card: missing } });
  assert.equal(refused.type, 'refused');
  assert.equal(refused.error, 'not_in_hand');
  const why = engine.why(view, { do: 'play', card: missing }, { lang: 'es', names: ['Ana', 'Bot 2', 'Bot 3', 'Bot 4'], seat: 0 });
  assert.deepEqual(why, { error: 'not_in_hand', message: refused.message, misplay: false });
  assert.equal((await guest.ask({ type: 'do', table, command: { do: 'fly' } })).error, 'unknown_command');
  assert.equal((await guest.ask({ type: 'do', table, command: { do: 'draw' }, match: 7 })).error, 'not_running');
  guest.server.close();
});

test('a store that refuses does not stop the match', async () => {
  class Full extends MemoryStore {
    async keep() {
      throw new Error('no room');
    }
  }
  const guest = await sitDown({ store: new Full() });
  let problems = 0;
  guest.server.onproblem = () => problems++;
  const { table } = await begin(guest, { rules: 'duelo', bots: ['easy'] });
  await guest.play(table, (at) => at.n >= 5);
  assert.ok(problems > 0);
  guest.server.close();
});

test('bots are called as in the terminal', async () => {
  const source = readFileSync(new URL('../../../src/table/player.c', import.meta.url), 'utf8');
  const names = [.../player_bot_names\[[^{]*\{([^}]*)\}/.exec(source)[1].matchAll(/"([^"]*)"/g)].map(([, name]) => name);
  assert.equal(names.length, 20);
  const seats = async (name) => {
    const server = await openLocal(engine, { store: new MemoryStore(), clock: fastClock() });
    const guest = new Guest(server);
    await guest.ask({ type: 'hello', version: 1, lang: 'es', name });
    const told = await guest.ask({ type: 'create', rules: 'oficial', seats: 10, bots: Array(9).fill('easy') });
    server.close();
    return told.seats.map((seat) => seat.name);
  };
  assert.deepEqual((await seats('Zoe')).slice(1), names.slice(1, 10));
  assert.deepEqual((await seats(names[3]))[3], names[13]); // nobody else has the person's name
});

test('where nothing can be kept it is told with the deal, and a lost match was not saved', async () => {
  const guest = await sitDown();
  let problems = 0;
  guest.server.onproblem = () => problems++;
  await begin(guest, { rules: 'duelo', bots: ['normal'] });
  assert.equal(problems, 1);
  guest.server.close();
  const answer = await (await sitDown()).ask({ type: 'join', table: 'QWERT-1' });
  assert.equal(answer.message, 'This match was not saved.');
});
