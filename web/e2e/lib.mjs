// lib.mjs - what every end-to-end test needs: a `mazo serve` of its own, a wire that can be cut,
// browsers that remember every complaint, and TAP.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = dirname(fileURLToPath(import.meta.url));
export const PATIENCE = Number(process.env.MAZO_PATIENCE ?? 90_000);

/** The one without windows needs a fifth less of a processor. */
const CHROMIUM = process.env.CHROMIUM
  ?? ['chromium-headless-shell', 'chromium', 'chromium-browser'].map((name) => `/usr/bin/${name}`).find((p) => existsSync(p));
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];

const FIREFOX = process.env.FIREFOX ?? ['firefox-esr', 'firefox'].map((name) => `/usr/bin/${name}`).find((p) => existsSync(p));
const CALM = { 'ui.prefersReducedMotion': 1 }; // what a context asks for is not told to Firefox

/** Why nothing can be tried here; '' when it can. */
export function missing(firefox = false) {
  if (firefox && !FIREFOX) return 'firefox-esr is not installed';
  if (!firefox && !CHROMIUM) return 'chromium is not installed';
  if (!existsSync(join(here, '../dist/index.html'))) return 'the client is not built (web/build)';
  if (!existsSync(join(here, '../node_modules/playwright-core'))) return 'web/node_modules is not there (web/build)';
  return '';
}

/** Firefox as Debian has it is driven by WebDriver BiDi; playwright's own is another browser. */
export async function launch(firefox = false) {
  const { chromium, _bidiFirefox } = (await import('playwright-core')).default;
  return firefox ? _bidiFirefox.launch({ executablePath: FIREFOX, firefoxUserPrefs: CALM }) : chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

// ---- the server ----

/** None outlives us, not even that of a case that failed. */
const servers = new Set();
process.on('exit', () => servers.forEach((one) => one.kill('SIGKILL')));

/** Below those that Linux gives to connections on their way out, and not of those that tests/tap.py lends: a server that was
 * killed finds it free again. */
export async function freePort() {
  for (;;) {
    const port = 18000 + Math.floor(Math.random() * 2000);
    const trial = net.createServer();
    const free = new Promise((resolve) => trial.once('error', () => resolve(false)).once('listening', () => resolve(true)));
    trial.listen(port, '127.0.0.1');
    if (!(await free)) continue;
    await new Promise((resolve) => trial.close(resolve));
    return port;
  }
}

export class Server {
  constructor(mazo, ...options) {
    this.mazo = mazo;
    this.options = options;
    this.folder = mkdtempSync(join(tmpdir(), 'mazo-e2e-'));
    this.port = 0;
  }

  /** On its port, or on one that nobody has taken since it was free. */
  async start() {
    const again = this.port;
    for (let tries = 0; ; tries++) {
      this.port = again || (await freePort());
      const line = await this.first();
      const found = /:(\d+)\//.exec(line);
      if (found) {
        this.url = `http://127.0.0.1:${this.port}`;
        return this;
      }
      if (again || tries === 5) throw new Error(`the server does not start: ${line}`);
    }
  }

  /** Starts it; its first line, or '' where it has ended. */
  async first() {
    const words = ['serve', '--port', this.port, '--store', join(this.folder, 'games.db'), '--bots-think', 0, '--grace', 300, '--leave-after', 600, '--vote', 300,
      '--lang', 'en', '--log', 'none', '--rate', 100000, '--per-address', 100000, '--opens-a-minute', 0, '--makes-an-hour', 0, '--tables-each', 100000, ...this.options];
    this.process = spawn(this.mazo, words.map(String), { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...this.env } });
    this.gone = new Promise((resolve) => this.process.once('exit', resolve));
    servers.add(this.process);
    return new Promise((resolve) => {
      this.process.stdout.once('data', (bytes) => resolve(String(bytes)));
      this.gone.then(() => resolve(''));
    });
  }

  /** On a machine whose disk can fail (tests/server/faults.c); before it starts. */
  onFaultyMachine() {
    this.env = { LD_PRELOAD: join(dirname(this.mazo), 'tests/server/faults.so'), MAZO_FAULTS: this.folder };
    return this;
  }

  /** The disk can neither be read nor written, or can again. */
  disk(works) {
    if (works) rmSync(join(this.folder, 'disk'));
    else writeFileSync(join(this.folder, 'disk'), '0');
  }

  /** As a power cut would. */
  async kill() {
    this.process.kill('SIGKILL');
    await this.gone;
  }

  async stop() {
    this.process.kill('SIGTERM');
    const code = await this.gone;
    rmSync(this.folder, { recursive: true, force: true });
    if (code !== 0) throw new Error(`the server ended with ${code}`);
  }
}

/** A wire to the server that can go deaf (answers are lost), be slow (`delay`: milliseconds each way) and be cut. */
export class Wire {
  constructor(server) {
    this.server = server;
    this.pairs = new Set();
    this.deaf = this.broken = false;
    this.delay = 0;
    this.listener = net.createServer((near) => this.accept(near));
  }

  async open() {
    await new Promise((resolve) => this.listener.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${this.listener.address().port}`;
    return this;
  }

  accept(near) {
    if (this.broken) return near.destroy();
    const far = net.connect(this.server.port, '127.0.0.1');
    const pair = [near, far];
    this.pairs.add(pair);
    const end = () => {
      this.pairs.delete(pair);
      pair.forEach((s) => s.destroy());
    };
    const later = (run) => (this.delay ? setTimeout(run, this.delay) : run());
    near.on('data', (bytes) => later(() => far.write(bytes)));
    far.on('data', (bytes) => this.deaf || later(() => near.write(bytes)));
    pair.forEach((s) => s.on('error', end).on('close', end));
    return undefined;
  }

  cut() {
    this.broken = true;
    this.deaf = false;
    for (const pair of this.pairs) pair.forEach((s) => s.destroy());
  }

  mend() {
    this.broken = this.deaf = false;
  }

  close() {
    this.cut();
    this.listener.close();
  }
}

// ---- people ----

/** A person with a browser of her own. Every complaint of the page is kept in `faults`. */
export class Person {
  static async come(browser, name, options = {}) {
    const person = new Person();
    person.name = name;
    person.context = await browser.newContext({ viewport: { width: 900, height: 700 }, locale: 'en-GB', reducedMotion: 'reduce', ...options });
    await person.context.addInitScript(readFileSync(join(here, 'robot.js'), 'utf8'));
    person.context.setDefaultTimeout(PATIENCE);
    await person.keep('sound', false); // nobody listens, and it takes a twentieth of the time
    person.faults = [];
    person.sent = new Map(); // id -> command
    person.answers = new Map(); // id -> how often `done` was said
    person.open = new Set(); // ids that wait for their answer
    person.numbers = [];
    person.page = await person.context.newPage();
    person.inFirefox = browser.browserType().name() === '_bidiFirefox';
    if (person.inFirefox) {
      const locator = Object.getPrototypeOf(person.page.locator('body'));
      locator.tap = locator.click; // no finger is told to it either
    }
    person.watch(person.page);
    running.people.push(person);
    return person;
  }

  watch(page) {
    page.on('pageerror', (error) => this.faults.push(`page: ${error.stack ?? error}`));
    page.on('console', (message) => {
      if (message.location().url.endsWith('/favicon.ico')) return; // Chromium asks for it beside a text
      if (message.type() === 'error' || message.type() === 'warning') this.faults.push(`console: ${message.text()}`);
    });
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => this.said(JSON.parse(String(payload))));
      socket.on('framereceived', ({ payload }) => this.heard(JSON.parse(String(payload))));
    });
  }

  said(message) {
    if (message.type !== 'do') return;
    this.sent.set(message.id, message.command);
    this.open.add(message.id);
  }

  heard(message) {
    this.open.delete(message.id);
    if (message.type === 'done' && this.sent.has(message.id)) this.answers.set(message.id, (this.answers.get(message.id) ?? 0) + 1);
    if (message.type === 'event' || message.type === 'view') this.numbers.push({ type: message.type, match: message.match, n: message.n });
  }

  at(id) {
    return this.page.getByTestId(id);
  }

  async keep(key, value) {
    const set = ([k, v]) => origin !== 'null' && localStorage.getItem(k) === null && localStorage.setItem(k, v); // an empty page has none
    await this.context.addInitScript(set, [`mazo.${key}`, JSON.stringify(value)]);
  }

  robot(seed = 1) {
    return this.page.evaluate((s) => window.robot.start(s), seed);
  }

  rest() {
    return this.page.evaluate(() => window.robot.stop());
  }

  /** What the robot has touched; its problems become faults. */
  async told() {
    const { seen, problems, touches } = await this.page.evaluate(() => window.robot);
    this.faults.push(...problems);
    return { seen, touches };
  }

  /** Waits until all that was sent has been answered. */
  answered() {
    return comes(() => !this.open.size, () => `${this.name} has no answer to ${[...this.open].map((id) => JSON.stringify(this.sent.get(id)))}`);
  }

  /** Waits for a notice or a bubble there, which may be gone by now; returns its text. */
  async passed(where, text = '') {
    const found = await this.page.waitForFunction(([w, t]) => window.passed.find((one) => one.where === w && one.text.includes(t)), [where, text]);
    return (await found.jsonValue()).text;
  }

  /** Only what comes from now on has passed. */
  forget() {
    return this.page.evaluate(() => void (window.passed = []));
  }

  number() {
    return this.page.evaluate(() => Number(document.querySelector('[data-testid="felt"]')?.dataset.n ?? -1));
  }

  /** Waits for something, on a slow machine too: as long as the match goes on. */
  async patiently(wait) {
    for (let n = -1, reached; ; n = reached) {
      try {
        return await wait();
      } catch (error) {
        reached = await this.number();
        if (reached <= n) throw error;
      }
    }
  }

  /** Waits until the match has come so far, or is over. */
  async reaches(n) {
    await this.patiently(() => this.page.waitForFunction((least) => {
      const felt = document.querySelector('[data-testid="felt"]');
      return felt && (Number(felt.dataset.n) >= least || felt.dataset.phase === 'match_over');
    }, n, { polling: 50, timeout: PATIENCE }));
  }

  /** Waits for the end of the match. */
  async over() {
    await this.patiently(() => this.at('match-over').waitFor({ timeout: PATIENCE }));
  }

  async leave() {
    await this.context.close();
  }

  /** Nothing but what is expected may have been complained about. */
  clean(allowed = /^$/) {
    const faults = this.faults.filter((f) => !allowed.test(f));
    if (faults.length) throw new Error(`${this.name}: ${faults.slice(0, 5).join('\n')}`);
  }
}

/** Waits until something outside the page is so, and returns it; `missing` says what has not come. */
export async function comes(test, missing) {
  for (const end = Date.now() + PATIENCE; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const found = await test();
    if (found) return found;
    assert(Date.now() < end, missing());
  }
}

/** The server has drawn a code to scan. */
export const seesPicture = ({ page }) => page.waitForFunction(() => document.querySelector('.invite img.qr')?.naturalWidth > 0);

/** A code for another device, made on the page of devices; or its link. */
export async function lendCode(person, url, asLink = false) {
  await person.page.goto(`${url}/#devices`);
  await person.at('lend').click();
  const link = await person.at('lent-link').inputValue();
  await seesPicture(person);
  return asLink ? link : link.replace(/.*=/, '');
}

/** Says yes to the question, and waits until it is so. */
export async function become(person) {
  await person.at('become-yes').click();
  await person.at('devices-said').getByText('You continue here as').waitFor();
}

/** A table that the first opens and the others come to by its link, with two touches. */
export async function table(host, guests, { url, rules = 'duelo', options = { target: 50 }, seats, bots = 0, clock = 0 }) {
  await host.keep('host', { chosen: { rules, options }, seats: seats ?? 1 + guests.length + bots, bots, clock });
  await host.page.goto(`${url}/#host`);
  await host.at('name').fill(host.name);
  await host.at('create').click();
  const link = await host.at('invite-link').inputValue();
  for (const guest of guests) {
    await guest.page.goto(link.replace(/^https?:\/\/[^/]*/, guest.url ?? url));
    await guest.at('name').fill(guest.name);
    await guest.at('sit').click();
    await guest.at('stand').waitFor();
  }
  return link.replace(/.*\//, '');
}

export async function deal(host, people) {
  await host.at('start').click();
  for (const person of people) await person.at('table').waitFor();
}

/** Plays until this is on the screen; false when the match has ended before. */
export async function until(person, selector) {
  await person.page.evaluate((s) => new Promise((resolve) => {
    const watch = setInterval(() => {
      if (!document.querySelector(s) && !document.querySelector('[data-testid="match-over"]')) return window.robot.tick();
      clearInterval(watch);
      return resolve();
    }, 25);
  }), selector);
  return (await person.page.locator(selector).count()) > 0;
}

/** The match file of the match that is over on this page. */
export async function matchFile(person) {
  const address = await person.at('to-replay').getAttribute('href');
  const text = await (await fetch(new URL(address.replace('/r/', '/m/'), person.page.url()))).text();
  return text.trim().split('\n').map((line) => JSON.parse(line));
}

// ---- TAP ----

export function assert(truth, what) {
  if (!truth) throw new Error(what);
}

/** The case that runs: what it says, and who is there. */
let running = { said: [], people: [] };

/** Said below the line of its case. */
export function note(text) {
  running.said.push(text);
}

/** What somebody saw when a case failed: a busy machine may never show it again. */
async function lastSeen({ name, page, faults }) {
  if (page.isClosed()) return `${name} has left`;
  const text = await page.locator('body').innerText({ timeout: 5000 }).catch((error) => String(error));
  return [`${name} at ${new URL(page.url()).pathname} sees:`, text.replace(/\s*\n\s*/g, ' | ').slice(0, 1500), ...faults].join('\n');
}

/** A case that waits in a loop of its own fails too, and says what its people see. */
function within(ms, promise) {
  let timer;
  const late = new Promise((_, fail) => void (timer = setTimeout(() => fail(new Error(`not over after ${ms / 1000} s`)), ms)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** One after the other: meson runs other files side by side. */
export async function run(cases, limit = 8 * PATIENCE) {
  console.log(`TAP version 13\n1..${cases.length}`);
  let failed = 0;
  for (const [i, { name, run: test }] of cases.entries()) {
    const begin = Date.now();
    running = { said: [], people: [] };
    let fault = '';
    try {
      await within(limit, test());
    } catch (error) {
      failed++;
      fault = String(error.stack ?? error);
      running.said.push(...await Promise.all(running.people.map(lastSeen)));
    }
    console.log(`${fault && 'not '}ok ${i + 1} - ${name}`);
    for (const text of [fault, ...running.said].filter(Boolean)) console.log(text.replace(/^/gm, '# '));
    console.log(`# ${((Date.now() - begin) / 1000).toFixed(1)} s`);
  }
  return failed;
}
