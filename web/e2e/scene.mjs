// scene.mjs - a table that is only said: a server made of a few lines tells the page what a moment
// needs, and nothing is played.
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { here } from './lib.mjs';

const dist = join(here, '../dist');
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png', '.wasm': 'application/wasm' };
export const NAMES = ['Ana', 'Beto', 'Cleopatra', 'Didier', 'Eva', 'Fernando', 'Gül', 'Hugo', 'Inés', 'Jo'];
export const HAND = ['R0', 'R5', 'RS', 'G3', 'G+2', 'B7', 'BR', 'Y9', 'W', 'W+4'];

export const seat = (i, more) => ({ seat: i, sits: 'person', name: NAMES[i], player: `p${i}`, here: true, away: false, salt: true, ...more });
export const bot = (i) => ({ seat: i, sits: 'bot', name: NAMES[i], bot: 'hard' });

/** A table of so many; what `view` and `table` say comes on top. */
export function scene(players, { view = {}, table = {}, legal = [], ends_in = null, events = [], more = [], touch = [], said = [] } = {}) {
  const seats = NAMES.slice(0, players).map((_, i) => (i % 3 === 2 ? bot(i) : seat(i)));
  const each = (n) => seats.map(() => n);
  const hand = view.hand ?? HAND.slice(0, 7);
  const whole = {
    rules: 'oficial', phase: 'play', turn: 0, direction: 1, color: 'R', top: 'R7', pending: 0, uno: each(false), catchable: [],
    draw_count: 61, discard_count: 2, scores: each(0).map((_, i) => (i * 37) % 101), dealer: players - 1, beginner: 0, round: 3,
    round_winner: null, match_winners: [], match_losers: [], seat: 0, options: {}, hand, discards: ['G7', 'R7'], others: [],
    sizes: each(0).map((_, i) => (i ? ((i * 5) % 9) + 1 : hand.length)), drawn: null, ...view,
  };
  const about = {
    type: 'table', table: 'ABCDEF', title: '', rules: whole.rules, options: {}, clock: 0, public: false, status: 'playing', host: 'p0',
    you: whole.seat, seats, watchers: 0, commitment: '0'.repeat(64), match: 1, n: 4, key: 'KEYKEY', programs: [], ...table,
  };
  const message = { table: 'ABCDEF', match: 1, n: 4, view: whole, legal, ends_in };
  // The last things that happened come after the view, as in play.
  return { messages: [about, { type: 'view', ...message, n: 3 }, { type: 'event', ...message, events }, ...more], touch, said };
}

const FILL = ['G7', 'B8', 'Y8', 'G8', 'B9', 'G9', 'Y6', 'B6', 'G6', 'R6'];
const KEYS = {
  struck: { striker: 3, challengeable: false }, drawn: { must: false }, color: { purpose: 'first_color' }, choose: { purpose: 'seven' },
  throw: { purpose: 'lever', owed: 0, target: null }, run: { run_draws: 0, run_skips: false },
};

/** As a server would send it, with all keys of its phase and the top card on the discards: else the page cannot say what is asked. */
export function whole(view) {
  const under = FILL.filter((card) => card !== view.top && !view.hand.includes(card)).slice(0, Math.max(0, view.discard_count - 1));
  const write = view.phase === 'write';
  const cards = write ? 8 : view.dispenser_count;
  const rest = { ...(view.phase === 'throw' ? { lever: view.turn } : {}), ...(cards ? { rule_card_count: cards } : {}) };
  const discards = view.pile ?? (view.top ? [...under, view.top] : []);
  const sizes = view.sizes.map((n, seat) => (write ? 0 : seat === view.seat ? view.hand.length : n));
  return { ...KEYS[view.phase], ...view, sizes, rest: { ...rest, ...view.rest }, discards, discard_count: discards.length };
}

/** Everything from web/dist; the rest from the scene. */
export async function serve(context, talk, { messages, match, tables = [], answers = {} }) {
  await context.route('http://localhost/**', (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path.startsWith('/m/')) return route.fulfill({ body: match });
    if (path.startsWith('/qr/')) return route.fulfill({ body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>', contentType: TYPES['.svg'] });
    const name = extname(path) ? path.slice(1) : 'index.html';
    return route.fulfill({ body: readFileSync(join(dist, name)), contentType: TYPES[extname(name)] ?? 'application/json' });
  });
  talk.done = []; // commands that were given
  talk.heard = []; // all messages
  await context.routeWebSocket(/\/ws/, (socket) => {
    const say = (message) => socket.send(JSON.stringify(message.view ? { ...message, view: whole(message.view) } : message));
    talk.on = (lines) => lines.forEach(say);
    socket.onMessage((text) => {
      const { type, id, command } = JSON.parse(String(text));
      talk.heard.push(JSON.parse(String(text)));
      if (command) talk.done.push(command);
      if (type === 'hello') say({ type: 'welcome', ...(id ? { id } : {}), version: 1, server: 'shots', player: 'p0', name: 'Ana', lang: 'en', token: 'x'.repeat(24), tables });
      else if (type === 'ping') say({ type: 'pong' }); // or the page would come again, to the beginning
      else if (answers[type]) say({ type, ...(answers[type].call ? answers[type](JSON.parse(String(text))) : answers[type]), id });
      else if (type === 'join') messages.forEach((m, i) => say(i ? m : { ...m, id }));
    });
  });
}
