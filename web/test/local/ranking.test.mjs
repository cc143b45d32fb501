// Who stands where, how points are counted card by card, and what one remembers of a match: by the real engine.
import assert from 'node:assert/strict';
import test from 'node:test';
import { scene, whole } from '../../e2e/scene.mjs';
import { bundle } from './bundle.mjs';
import { fastClock, Guest, MemoryStore, newEngine, openLocal, openReplay } from './load.mjs';

const { countedCards, hasWon, pointsOf, podium, sideOf, standings, Story, turningPoints } = await bundle('game/ranking', 'game/counting', 'game/turningPoints');
const engine = await newEngine();

const OVER = { phase: 'match_over', hand: ['R5'], turn: 0, round_winner: 1, sizes: [1, 0, 5, 9] };
const view = (more, players = 4) => whole(scene(players, { view: { ...OVER, ...more } }).messages[1].view);
const ranked = (more, players) => standings(view(more, players), engine.ranking(view(more, players)));
const rows = (list) => list.map(({ seats, place, won, tied }) => `${place}:${seats.join('+')}${won ? ' won' : ''}${tied ? ' tied' : ''}`);

test('each alone: the winner, then by points; equal points share a place', () => {
  const list = ranked({ scores: [120, 510, 88, 120], match_winners: [1] });
  assert.deepEqual(rows(list), ['1:1 won', '2:0 tied', '2:3 tied', '4:2']);
  assert.ok(list.every((side) => side.team === null));
  assert.deepEqual(podium(list).map((side) => side.seats[0]), [1, 0, 3]);
  assert.equal(sideOf(list, 3).place, 2);
  assert.equal(sideOf(list, 7), undefined);
});

test('in teams: partners together, also their points', () => {
  const list = ranked({ options: { teams: true }, scores: [47, 510, 445, 10], match_winners: [1, 3] });
  assert.deepEqual(rows(list), ['1:1+3 won', '2:0+2']);
  assert.deepEqual(list.map(({ team, points }) => [team, points]), [['B', 520], ['A', 492]]);
  assert.equal(pointsOf(view({ options: { teams: true }, scores: [47, 510, 445, 10] }), 3), 520);
  assert.deepEqual(podium(list).map((side) => side.team), ['B', 'A']);
});

test('fewest points are the best where each counts their own hand; several can win', () => {
  assert.deepEqual(rows(ranked({ rules: 'sin-reversa', scores: [75, 0, 32, 189], match_winners: [0, 1, 2], match_losers: [3] })),
    ['1:1 won', '2:2 won', '3:0 won', '4:3']);
});

test('a quick match goes by cards', () => {
  assert.deepEqual(rows(ranked({ options: { scoring: 'quick' }, scores: [0, 0, 0, 0], match_winners: [1] })), ['1:1 won', '2:0', '3:2', '4:3']);
});

test('after a round its winner has won, wherever they stand', () => {
  const list = ranked({ phase: 'round_over', scores: [300, 20, 0, 0] });
  assert.deepEqual(rows(list), ['1:0', '2:1 won', '3:2 tied', '3:3 tied']);
  assert.deepEqual([0, 1].map((seat) => hasWon(view({ phase: 'round_over' }), seat)), [false, true]);
});

test('what was broken off has an order and no winner', () => {
  for (const [phase, hand] of [['play', ['R5']], ['round_over', []]]) {
    const list = ranked({ phase, hand, sizes: [1, 3, 5, 9], scores: [10, 40, 0, 40], match_winners: [], round_winner: null });
    assert.deepEqual(rows(list), ['1:1 tied', '1:3 tied', '3:0', '4:2'], phase);
  }
  assert.deepEqual(podium(ranked({ phase: 'play', scores: [5, 5, 5, 5], sizes: [1, 3, 5, 9], round_winner: null })), [], 'all share one place: no podium');
});

test('without the engine they are as they sit', () => {
  assert.deepEqual(rows(standings(view({ scores: [1, 2, 3, 4], match_winners: [2] }))), ['0:0', '0:1', '0:2 won', '0:3']);
  assert.deepEqual(podium(standings(view({ match_winners: [2] }))), []);
});

// ---- counting ----

const counted = (seat, cards, points) => ({ event: 'counted', seat, cards, points });
const scored = (seat, points) => ({ event: 'scored', seat, points });
const sums = (steps) => steps.reduce((all, { to, points }) => ({ ...all, [to]: (all[to] ?? 0) + points }), {});

test('all the others’ cards make the winner’s points, each what it is worth', () => {
  const steps = countedCards([{ event: 'won', seat: 1 }, counted(0, ['R5', 'W', 'G+2'], 75), counted(2, ['B1', 'YS', 'Y9', 'R0'], 30), scored(1, 105)], view({}));
  assert.deepEqual(steps.map(({ seat, card, to, points }) => `${seat} ${card} ${to} ${points}`),
    ['0 R5 1 5', '0 W 1 50', '0 G+2 1 20', '2 B1 1 1', '2 YS 1 20', '2 Y9 1 9', '2 R0 1 0']);
});

test('a partner’s cards are shown, and make none', () => {
  const events = [counted(0, ['R5'], 5), counted(2, ['G9'], 9), counted(3, ['W'], 50), scored(1, 14)];
  assert.deepEqual(sums(countedCards(events, view({ options: { teams: true } }))), { 1: 14 });
});

test('each their own; other values come out even', () => {
  const own = [counted(0, ['R5', 'W'], 25), scored(0, 25), counted(2, ['R0', 'G0'], 7), scored(2, 7)];
  assert.deepEqual(sums(countedCards(own, view({}))), { 0: 25, 2: 7 });
  assert.deepEqual(countedCards([counted(0, ['R5'], 5)], view({})), [], 'nobody scores');
});

// ---- a match ----

test('a story: the greatest of each, by whom, and when', () => {
  const story = new Story();
  let at = 0;
  const add = (events, more = {}) => story.add(events, view({ phase: 'play', round: 1, sizes: [1, 3, 5, 9], ...more }), ++at, false);
  add([{ event: 'drew', seat: 2, for: 'turn', count: 12 }]);
  add([{ event: 'drew', seat: 0, for: 'wild_four', count: 4 }]);
  add([{ event: 'drew', seat: 2, for: 'stack', count: 8 }], { sizes: [1, 3, 17, 9] });
  add([{ event: 'caught', seat: 3, who: 0 }]);
  add([{ event: 'challenged', seat: 1, who: 0 }, { event: 'verdict', seat: 0, yes: true }]);
  add([{ event: 'challenged', seat: 1, who: 0 }, { event: 'verdict', seat: 0, yes: false }]);
  add([{ event: 'won', seat: 0 }, scored(0, 130)], { phase: 'round_over', scores: [130, 0, 0, 0] });
  add([{ event: 'caught', seat: 3, who: 1 }], { round: 2 });
  add([{ event: 'won', seat: 3 }, scored(3, 200)], { phase: 'match_over', round: 2, scores: [130, 0, 0, 200], match_winners: [3] });
  const top = story.top(view({ scores: [130, 0, 0, 200], match_winners: [3] }), 10);
  assert.deepEqual(top.map(({ kind, seats, n, round, at: when }) => [kind, seats.join(), n, round, when]), [
    ['comeback', '3', 130, 1, 7], ['swing', '3', 200, 2, 9], ['blow', '2', 8, 1, 3], ['bluff', '1', 1, 1, 5], ['caught', '3', 2, 0, 4],
    ['held', '2', 17, 1, 3], ['rounds', '0', 1, 1, 7], ['moves', '', 9, 0, 0],
  ]);
  assert.equal(story.top(view({ match_winners: [3] }), 3).length, 3);
});

test('a whole match is read from its file, and its best round is the one that was played', async () => {
  const server = await openLocal(engine, { store: new MemoryStore(), clock: fastClock() });
  const guest = new Guest(server);
  await guest.ask({ type: 'hello', version: 1, lang: 'es', name: 'Ana' });
  const { table } = await guest.ask({ type: 'create', rules: 'oficial', options: { target: 150 }, bots: ['normal', 'normal'] });
  const dealt = guest.next('event');
  await guest.ask({ type: 'start', table });
  await dealt;
  await guest.play(table);
  const points = guest.heard.flatMap((m) => (m.type === 'event' ? m.events : [])).flatMap((e) => (e.event === 'scored' ? [e.points] : []));
  const replay = await openReplay(engine, await server.file(`${table}-1`), 'es');
  const list = await turningPoints(replay, false, 8);
  assert.equal(list.find((one) => one.kind === 'swing').n, Math.max(...points));
  assert.equal(list.at(-1).n, replay.length);
  replay.close();
  server.close();
});
