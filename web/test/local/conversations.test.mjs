// The conversations of tests/client/conversations.json, which `mazo join` has too: coming back, sending again, gaps.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const here = dirname(fileURLToPath(import.meta.url));
globalThis.window = { setTimeout: (job) => setTimeout(job), setInterval() {} }; // no pause before it comes back
globalThis.addEventListener = globalThis.removeEventListener = () => {};
globalThis.document = { addEventListener() {}, removeEventListener() {}, visibilityState: 'visible' };
globalThis.location = { href: 'http://localhost/t/KZTRAB' };

let lines = []; // what the page has said
let line = null;
let opened = () => {};
globalThis.WebSocket = class {
  constructor() {
    line = this;
    setImmediate(() => (this.onopen(), opened()));
  }
  send(text) {
    lines.push(JSON.parse(text));
  }
  close() {}
};

const { Game, Socket } = await bundle('net/socket', 'state/game');

const identity = { token: () => 'T'.repeat(43), setToken() {}, unknown() {}, name: () => 'Ana', badName() {}, lang: () => 'en' };
const say = (message) => line.onmessage({ data: JSON.stringify(message) });
const fits = (message, wanted) => Object.entries(wanted).every(([key, value]) => JSON.stringify(message[key]) === JSON.stringify(value));

async function welcome(begin) {
  lines = [];
  await new Promise((resolve) => {
    opened = resolve;
    begin();
  });
  assert.equal(lines.shift().type, 'hello');
  say({ type: 'welcome', version: 2, player: 'k3', name: 'Ana', lang: 'en', tables: [] });
}

/** The next message that fits; whoever asks for the table once more may. */
function sent(wanted) {
  let message = lines.shift();
  while (message && /^(join|ping)$/.test(message.type) && !fits(message, wanted)) message = lines.shift();
  return message;
}

for (const one of JSON.parse(readFileSync(join(here, '..', '..', '..', 'tests', 'client', 'conversations.json'), 'utf8'))) {
  test(one.case, async () => {
    const ids = {};
    const socket = new Socket(identity, 'KZTRAB');
    const game = new Game('KZTRAB', false, socket);
    socket.onmessage = (message) => game.hear(message);
    socket.onwelcome = () => game.join();
    await welcome(() => socket.open());
    for (const step of one.steps) {
      if (step.server) say({ ...step.server, ...(step.id ? { id: ids[step.id] } : {}) });
      else if (step.client) {
        const message = sent(step.client);
        assert.ok(message && fits(message, step.client), JSON.stringify([message, step.client]));
        if (step.id) assert.equal(message.id, (ids[step.id] ??= message.id));
      } else if (step.command) game.do(step.command);
      else if (step.sees) assert.equal(game.n, step.sees);
      else if (step.break) await welcome(() => line.onclose({ code: 1006 }));
      else assert.ok(!lines.some(({ type }) => type === step.no), step.no);
    }
    socket.close();
  });
}
