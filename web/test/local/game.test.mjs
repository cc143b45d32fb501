// A table as the browser knows it, and a connection that breaks.
import assert from 'node:assert/strict';
import test from 'node:test';
import { bundle } from './bundle.mjs';

const { Game, sentences } = await bundle('state/game');

const TABLE = 'KZTRAB';

/** A game whose messages are noted. */
function sitDown(seat) {
  const sent = [];
  const game = new Game(TABLE, false, { send: (message) => sent.push(message), request: async () => ({ type: 'pong' }) });
  game.hear(table(seat));
  game.hear(view(seat));
  sent.length = 0; // it has asked for what came before
  return { game, sent };
}

const table = (you, match = 1, status = 'playing') => ({ type: 'table', table: TABLE, status, you, match, n: 7, seats: [] });
const view = (seat) => ({ type: 'view', table: TABLE, match: 1, n: 7, view: { seat, phase: 'turn' }, legal: [], ends_in: null });
const WHOLE = { type: 'join', table: TABLE };
const SINCE = { type: 'join', table: TABLE, match: 1, since: 7 };

for (const [what, was, is] of [['kicked', 1, null], ['readmitted', null, 1], ['seated elsewhere', 1, 2]]) {
  test(`${what} while there was no connection: the view from there is asked for`, () => {
    const { game, sent } = sitDown(was);
    game.join();
    game.hear(table(is));
    assert.deepEqual(sent, [SINCE, WHOLE]);
    game.hear(table(is)); // the answer begins with the table
    assert.equal(sent.length, 2, 'once');
    game.hear(view(is));
    game.hear(table(is));
    assert.equal(sent.length, 2);
    assert.equal(game.you.peek(), is);
  });

  test(`${what}, and the connection breaks before the view has come: it is asked for again`, () => {
    const { game, sent } = sitDown(was);
    game.hear(table(is));
    assert.deepEqual(sent, [WHOLE]);
    game.join();
    game.hear(table(is));
    assert.deepEqual(sent, [WHOLE, SINCE, WHOLE]);
  });
}

test('on the same seat, or in another match, what came since is enough', () => {
  const { game, sent } = sitDown(1);
  game.join();
  game.hear(table(1));
  game.hear(table(null, 2));
  game.hear(table(null, 1, 'over'));
  assert.deepEqual(sent, [SINCE]);
});

test('what the page said by itself is refused in silence', () => {
  const { game } = sitDown(1);
  game.quiet.add('own');
  game.hear({ type: 'error', id: 'own', table: TABLE, error: 'running', message: 'Not while a match is on' });
  assert.equal(game.notice.peek(), null);
  game.hear({ type: 'error', id: 'mine', table: TABLE, error: 'running', message: 'Not while a match is on' });
  assert.equal(game.notice.peek().text, 'Not while a match is on');
});

const seats = ['Ana', 'Beto', 'Caro'].map((name, seat) => ({ seat, sits: 'person', name, player: `p${seat}`, here: true, away: false }));
const event = (n, events, more = {}) => ({ type: 'event', table: TABLE, match: 1, n, events, view: { seat: 1, phase: 'play', ...more }, legal: [], ends_in: null });

test('of two who catch at once the slower one reads who was faster', () => {
  const { game } = sitDown(1);
  game.hear({ ...table(1), seats });
  game.do({ do: 'catch', who: 2 });
  const [id] = game.sent.peek().keys();
  game.hear(event(8, [{ event: 'caught', seat: 0, who: 2 }]));
  game.hear({ type: 'refused', id, table: TABLE, error: 'cannot_catch', message: 'Nobody can be caught now' });
  assert.equal(game.notice.peek().text, 'Ana was faster.');
  game.do({ do: 'catch', who: 0 });
  const [other] = game.sent.peek().keys();
  game.hear({ type: 'refused', id: other, table: TABLE, error: 'cannot_catch', message: 'Nobody can be caught now' });
  assert.equal(game.notice.peek().text, 'Nobody can be caught now');
});

test('the log says that a clock ran out, before what was done instead', () => {
  const { game } = sitDown(1);
  const late = (n, seat) => ({ ...table(1), n, seats: seats.map((s) => ({ ...s, away: s.seat === seat })) });
  const lines = () => game.log.peek().map((entry) => sentences(entry).join() || entry.n);
  game.hear({ ...table(1), seats });
  game.hear(event(8, [{ event: 'drew', seat: 2, for: 'turn', count: 1 }]));
  game.hear(late(8, 2));
  game.hear(late(8, 2));
  assert.deepEqual(lines(), ['Caro did not answer in time: a bot plays.', 8]);
  game.hear(late(9, 1)); // here the move has yet to be shown
  game.hear(event(9, [{ event: 'drew', seat: 1, for: 'turn', count: 1 }]));
  assert.deepEqual(lines().slice(2), ['You did not answer in time: a bot plays for you.', 9]);
});

test('the end of a vote has its votes, also those of its last moment', () => {
  const { game } = sitDown(1);
  const vote = { accuser: 0, accused: 1, voted: [0], yes: [0] };
  game.hear({ ...event(8, [{ event: 'accused', seat: 0, who: 1 }], { vote }), vote_ends_in: 20000 });
  assert.ok(game.voteEnds.peek() - performance.now() > 19000);
  game.hear(event(9, [{ event: 'voted', seat: 2, yes: false }, { event: 'acquitted', seat: 1 }]));
  assert.deepEqual(game.log.peek().at(-1).votes, { yes: 1, no: 1 });
  assert.equal(game.voteEnds.peek(), null);
  game.hear(event(10, [{ event: 'uno', seat: 2 }]));
  assert.equal(game.log.peek().at(-1).votes, undefined);
});
