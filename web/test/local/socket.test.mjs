// The connection where things happen at once, and what is kept where a browser takes no more.
import assert from 'node:assert/strict';
import test from 'node:test';
import { bundle } from './bundle.mjs';
import { line } from './line.mjs';

let pulse = () => {}; // the timer that looks whether the line is alive
let now = 1000;
const promised = []; // what other timers are going to do
globalThis.window = { setTimeout() {}, setInterval: (job) => (pulse = job) };
globalThis.setTimeout = (job) => promised.push(job);
globalThis.addEventListener = globalThis.removeEventListener = () => {};
globalThis.document = { addEventListener() {}, removeEventListener() {}, visibilityState: 'visible' };
globalThis.location = { href: 'http://localhost/' };
globalThis.clearInterval = globalThis.clearTimeout = () => {};
Date.now = () => now;

const full = new Map([['mazo.token', 'old']]); // a browser that keeps what it has, and takes nothing new
globalThis.localStorage = {
  getItem: (key) => full.get(key) ?? null,
  setItem(key, value) {
    if (!full.takes) throw new Error('QuotaExceededError');
    full.set(key, value);
  },
  removeItem: (key) => full.delete(key),
};

const { Socket, keep, kept } = await bundle('net/socket', 'state/storage');

const identity = { token: () => 'T'.repeat(43), setToken() {}, unknown() {}, name: () => 'Ana', badName() {}, lang: () => 'en' };

function welcome() {
  line.onopen();
  assert.equal(line.said.shift().type, 'hello');
  line.onmessage({ data: '{"type":"welcome","version":2,"player":"k3","name":"Ana","lang":"en","tables":[]}' });
}

test('a table that was left without a connection is left before it is joined again', () => {
  const socket = new Socket(identity);
  socket.open();
  socket.send({ type: 'leave', table: 'KZTRAB' });
  socket.onwelcome = () => socket.send({ type: 'join', table: 'KZTRAB' });
  welcome();
  assert.deepEqual(line.said.map(({ type }) => type), ['leave', 'join']);
});

test('a hidden page whose timers come late asks before it takes the line for dead', () => {
  const socket = new Socket(identity);
  socket.open();
  welcome();
  document.visibilityState = 'hidden';
  for (let minute = 0; minute < 3; minute++) {
    now += 60_000;
    promised.length = 0;
    pulse();
    assert.deepEqual(line.said.splice(0).map(({ type }) => type), ['ping']);
    now += minute; // the answer comes at once, or a moment later
    line.onmessage({ data: '{"type":"pong"}' });
    now += 60_000;
    promised.forEach((job) => job());
    assert.ok(!line.closed);
    line.onmessage({ data: '{"type":"pong"}' });
  }
  now += 60_000;
  promised.length = 0;
  pulse();
  now += 60_000;
  promised.forEach((job) => job()); // nobody has answered
  assert.ok(line.closed);
  document.visibilityState = 'visible';
});

test('what cannot be written counts as long as the page', () => {
  keep('token', 'new');
  assert.equal(kept('token'), 'new');
  keep('token', null);
  assert.equal(kept('token'), null);
  keep('token', 'newest');
  assert.equal(kept('token'), 'newest');
  full.takes = true;
  keep('token', 'written');
  full.set('mazo.token', 'of another window');
  assert.equal(kept('token'), 'of another window');
});
