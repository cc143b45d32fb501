// Replays of match files, their coach, and the fair shuffle.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { BadMatch, fastClock, Guest, isPlayedOn, MemoryStore, newEngine, openLocal, openReplay, playOn } from './load.mjs';

const engine = await newEngine();

async function playFile(rules, options = {}) {
  const server = await openLocal(engine, { store: new MemoryStore(), clock: fastClock() });
  const guest = new Guest(server);
  await guest.ask({ type: 'hello', version: 1, lang: 'es', name: 'Ana' });
  const { table } = await guest.ask({ type: 'create', rules, options, bots: ['normal', 'normal', 'normal'] });
  const dealt = guest.next('event');
  await guest.ask({ type: 'start', table });
  await dealt;
  await guest.play(table);
  const events = guest.heard.filter((message) => message.type === 'event');
  const file = await server.file(`${table}-1`);
  server.close();
  return { file, events };
}

const { file, events } = await playFile('oficial', { target: 100 });

test('every step shows what the player saw', async () => {
  const replay = await openReplay(engine, file, 'es');
  assert.equal(replay.length, events.at(-1).n);
  assert.equal(replay.players[0].name, 'Ana');
  assert.equal(replay.rounds[0], 0);
  const visits = [...events.keys()].sort((a, b) => ((a * 7919) % 101) - ((b * 7919) % 101));
  for (const n of visits) {
    replay.go(n);
    assert.equal(replay.at, n);
    assert.deepEqual(replay.view(0), events[n].view);
    assert.deepEqual(replay.events(0), events[n].events);
  }
  replay.go(events.length + 100);
  assert.equal(replay.at, replay.length);
  assert.equal(replay.hands().length, 4);
  assert.deepEqual(replay.hands()[0], replay.view(0).hand);
  for (const at of replay.rounds.slice(1)) {
    replay.go(at);
    assert.equal(replay.command().do, 'next');
  }
  replay.go(0);
  assert.equal(replay.command(), null);
  assert.equal(replay.view(null).hand.length, 0);
  replay.close();
});

test('chances to win: one for each command, of all together 1, at the end the winner\'s', async () => {
  const replay = await openReplay(engine, file, 'es');
  const chances = [];
  await replay.chances({ playouts: 20, onchance: (command, chance) => (chances[command] = chance) });
  assert.equal(chances.length, replay.length + 1);
  for (const all of chances) assert.ok(Math.abs(all.reduce((a, b) => a + b) - 1) < 1e-4, String(all));
  replay.go(replay.length);
  const { match_winners: winners } = replay.view(null);
  assert.deepEqual(chances.at(-1), chances[0].map((_, seat) => (winners.includes(seat) ? 1 / winners.length : 0)));
  replay.close();
});

test('the coach in a worker: advice, luck and skill, and an end', async () => {
  const short = file.split('\n').slice(0, 40).join('\n') + '\n';
  const replay = await openReplay(engine, short, 'en');
  let advice = null;
  for (let n = 0; n < replay.length && !advice; n++) {
    replay.go(n);
    advice = await replay.advise(100);
  }
  replay.go(replay.at + 1);
  assert.deepEqual(advice.done, replay.command());
  let progress = 0;
  const report = await replay.coach({ playouts: 60, lang: 'es', onprogress: () => progress++ });
  assert.equal(report.commands, replay.length);
  assert.equal(progress, replay.length);
  assert.ok(report.decisions.length > 5);
  assert.equal(report.players.length, 4);
  assert.ok(report.decisions.some((d) => d.agree && d.margin > 0) && report.decisions.every((d) => d.agree || d.margin === 0));
  assert.ok(report.decisions.every((d) => (d.cost > 0 ? typeof d.why === 'string' : d.why === '')));
  const stop = new AbortController();
  const stopped = await replay.coach({ playouts: 20000, onprogress: () => stop.abort(), signal: stop.signal });
  assert.ok(stopped.stopped);
  replay.close();
});

test('what if: a match that begins at a position of another, with the same cards to come', async () => {
  const replay = await openReplay(engine, file, 'es');
  const at = events.findIndex((e, n) => n > 4 && e.view.phase === 'play' && e.view.turn === 0);
  replay.go(at);
  const store = new MemoryStore();
  const table = await playOn(store, file, replay, 0, 'Eva', 'Otra vez');
  const [kept] = await store.matches();
  assert.ok(isPlayedOn(kept.key) && !isPlayedOn(kept.key.replace(/1$/, '2')) && !isPlayedOn('ABCDE-1'), kept.key);
  assert.equal(kept.names[0], 'Eva');
  const server = await openLocal(engine, { store, clock: fastClock() });
  const guest = new Guest(server);
  await guest.ask({ type: 'hello', version: 1, lang: 'es', name: 'Eva' });
  const begun = guest.next('view');
  const said = await guest.ask({ type: 'join', table });
  assert.deepEqual(said.seats.map((s) => s.sits), ['person', 'bot', 'bot', 'bot']);
  assert.deepEqual((await begun).view, events[at].view);
  await guest.play(table);
  const again = await openReplay(engine, await server.file(kept.key), 'es'); // and it replays
  assert.ok(again.length > at && again.players[0].name === 'Eva');
  for (const one of [replay, again, server]) one.close();
});

test('damaged files are refused with their line', async () => {
  const lines = file.split('\n');
  lines[7] = lines[7].replace('"hash":"', '"hash":"f').slice(0, -3) + '"}';
  await assert.rejects(openReplay(engine, lines.join('\n'), 'es'), (error) => error instanceof BadMatch && error.line === 8);
  for (const text of ['', 'hello', '{}', '[]', '{"mazo":2}']) await assert.rejects(openReplay(engine, text, 'en'), BadMatch);
  const cut = await openReplay(engine, file.slice(0, -30), 'en');
  assert.ok(cut.cut);
  cut.close();
});

test('the fair shuffle is checked', async () => {
  const sha = (text) => createHash('sha256').update(text).digest('hex');
  const secret = sha('a secret');
  const salts = [sha('salt'), null];
  const commitment = sha(`mazo secret 1\n${secret}\n`);
  const seed = sha(`mazo seed 1\n${secret}\n${salts[0]}\n\n`);
  const opening = { mazo: 1, do: 'new', rules: 'duelo', options: {}, players: 2, seed, fair: { commitment, secret, salts } };
  const file = async (line) => {
    // The hash is for the engine to say: it names it when ours is wrong.
    const error = await openReplay(engine, JSON.stringify({ ...line, hash: '0000000000000000' }) + '\n', 'en').catch((e) => e);
    const hash = /its hash is ([0-9a-f]{16})/.exec(error.message)[1];
    return JSON.stringify({ ...line, hash }) + '\n';
  };
  const check = async (line) => (await openReplay(engine, await file(line), 'en')).verify();
  assert.deepEqual(await check(opening), { fair: 'right', commitment, secret, salts });
  assert.equal((await check({ ...opening, fair: { commitment: seed, secret, salts } })).fair, 'wrong');
  assert.equal((await check({ ...opening, seed: sha('chosen') })).fair, 'wrong');
  const { fair: _, ...plain } = opening;
  assert.deepEqual(await check(plain), { fair: 'none' });
});
