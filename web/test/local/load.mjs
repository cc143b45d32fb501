// load.mjs - the modules of src/local for node's test runner: bundled, with the real mazo.wasm.
import { execFileSync } from 'node:child_process';
import { webcrypto } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import * as esbuild from 'esbuild';

globalThis.crypto ??= webcrypto; // Node 18

const web = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'mazo-web-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const wasm = process.env.MAZO_WASM ?? join(web, 'wasm', 'mazo.wasm');
if (!process.env.MAZO_WASM) {
  mkdirSync(dirname(wasm), { recursive: true });
  execFileSync(join(web, '..', 'tools', 'wasm.sh'), [wasm], { stdio: 'inherit' });
}

await esbuild.build({
  absWorkingDir: join(web, 'src', 'local'),
  entryPoints: ['engine.ts', 'server.ts', 'replay.ts', 'matchStore.ts', 'playOn.ts', 'api.ts', 'worker.ts'],
  bundle: true,
  splitting: true,
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  outdir: folder,
});

// A worker of the browser, as far as worker.ts knows one.
writeFileSync(
  join(folder, 'start.mjs'),
  `import { parentPort } from 'node:worker_threads';
   globalThis.self = { postMessage: (message) => parentPort.postMessage(message) };
   const early = [];
   parentPort.on('message', (data) => (self.onmessage ? self.onmessage({ data }) : early.push(data)));
   await import('./worker.mjs');
   for (const data of early) self.onmessage({ data });`,
);

const workers = [];
after(() => workers.forEach((worker) => worker.terminate())); // after a failure too, else nothing would end

export function makeWorker() {
  const worker = new Worker(join(folder, 'start.mjs'));
  workers.push(worker);
  const like = { onmessage: null, onerror: null, postMessage: (m) => worker.postMessage(m), terminate: () => void worker.terminate() };
  worker.on('message', (data) => like.onmessage?.({ data }));
  worker.on('error', (error) => like.onerror?.(error));
  return like;
}

const load = (name) => import(pathToFileURL(join(folder, name)).href);
export const { learnWords, loadEngine } = await load('engine.mjs');
export const { openLocal } = await load('server.mjs');
export const { openReplay } = await load('replay.mjs');
export const { MemoryStore } = await load('matchStore.mjs');
export const { playOn } = await load('playOn.mjs');
export const { BadMatch, isPlayedOn } = await load('api.mjs');

export const wasmBytes = readFileSync(wasm);
export const newEngine = (worker = makeWorker) => loadEngine(wasmBytes, worker);

/** A clock that jumps: anyone who waits is next at once. */
export function fastClock() {
  let now = 1000;
  return {
    now: () => now,
    set: (job, ms) => setImmediate(() => {
      now += ms;
      job();
    }),
    clear: (timer) => timer && clearImmediate(timer),
  };
}

const PATIENCE = 60_000;

/** A person who plays by the messages alone, any legal command. */
export class Guest {
  constructor(server) {
    this.server = server;
    this.heard = [];
    this.waiting = [];
    this.count = 0;
    server.onmessage = (message) => {
      this.heard.push(message);
      for (const one of [...this.waiting]) {
        if (!one.wanted(message)) continue;
        this.waiting.splice(this.waiting.indexOf(one), 1);
        clearTimeout(one.timer);
        one.resolve(message);
      }
    };
  }

  /** The next message of that kind. */
  next(wanted) {
    const test = typeof wanted === 'string' ? (message) => message.type === wanted : wanted;
    const heard = new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`never heard: ${wanted}`)), PATIENCE).unref();
      this.waiting.push({ wanted: test, resolve, timer });
    });
    heard.catch(() => {}); // not everything that is waited for is needed in the end
    return heard;
  }

  /** The message that answers this one. */
  async ask(message) {
    const id = message.id ?? `i${this.count++}`;
    const answer = this.next((one) => one.id === id);
    this.server.send({ ...message, id });
    return answer;
  }

  latest(type) {
    return this.heard.findLast((message) => message.type === type);
  }

  /** Plays until `enough` says so. */
  async play(table, enough = () => false) {
    let roll = 12345;
    for (;;) {
      await new Promise(setImmediate); // the clock goes on
      const at = this.heard.findLast((message) => message.type === 'event' || message.type === 'view');
      if (at.view.phase === 'match_over' || enough(at)) return at;
      const legal = at.legal.filter((command) => !['accuse', 'vote', 'admit'].includes(command.do));
      const moved = this.next((message) => message.type === 'event' || message.type === 'refused');
      if (at.view.phase === 'round_over') {
        await this.ask({ type: 'do', table, command: { do: 'next' } });
      } else if (legal.length > 0) {
        roll = (Math.imul(roll, 1664525) + 1013904223) >>> 0;
        const { seat: _, ...command } = legal[(roll >>> 16) % legal.length];
        await this.ask({ type: 'do', table, command });
      } else {
        await moved;
      }
    }
  }
}
