// webkit.mjs - a smoke test in WebKitGTK, by way of its WebDriver: a first game to its end, its replay, the lesson.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PATIENCE, assert, freePort, here, note } from './lib.mjs';

const DRIVER = '/usr/bin/WebKitWebDriver';
const XVFB = '/usr/bin/Xvfb';
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'; // how WebDriver calls a reference to one

/** Debian's browser for tests, which no menu has. */
const miniBrowser = () => readdirSync('/usr/lib').flatMap((folder) => ['4.1', '4.0', '6.0'].map((n) => `/usr/lib/${folder}/webkit2gtk-${n}/MiniBrowser`)).find(existsSync);

export function missing() {
  if (!existsSync(DRIVER) || !miniBrowser()) return 'webkit2gtk-driver is not installed';
  return existsSync(XVFB) ? '' : 'xvfb is not installed';
}

const children = new Set();
process.on('exit', () => children.forEach((one) => one.kill('SIGKILL')));

function start(command, args, env, stdio) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio });
  children.add(child);
  return child;
}

/** A browser with one page, on a screen that nobody sees. */
class Browser {
  async open() {
    this.screen = start(XVFB, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {}, ['ignore', 'ignore', 'ignore', 'pipe']);
    const display = await new Promise((resolve) => this.screen.stdio[3].once('data', (bytes) => resolve(`:${String(bytes).trim()}`)));
    const port = await freePort();
    this.said = '';
    this.driver = start(DRIVER, [`--port=${port}`], { DISPLAY: display, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1', LANG: 'C.UTF-8' }, ['ignore', 'pipe', 'pipe']);
    for (const stream of [this.driver.stdout, this.driver.stderr]) stream.on('data', (bytes) => (this.said += bytes));
    this.url = `http://127.0.0.1:${port}`;
    await until('the driver listens', () => fetch(`${this.url}/status`).then((answer) => answer.ok, () => false));
    const browserOptions = { binary: miniBrowser(), args: ['--automation', '--enable-write-console-messages-to-stdout=true'] };
    const { sessionId } = await this.ask('POST', '/session', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } } });
    this.url += `/session/${sessionId}`;
    return this;
  }

  async ask(method, path, body) {
    const answer = await fetch(this.url + path, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}\n${this.said.slice(-1000)}`);
    return value;
  }

  go(url) {
    return this.ask('POST', '/url', { url });
  }

  /** A function of the page; what it returns. */
  run(script, ...args) {
    return this.ask('POST', '/execute/sync', { script: typeof script === 'string' ? script : `return (${script}).apply(null, arguments)`, args });
  }

  sees(selector) {
    return until(`there is ${selector}`, () => this.run((s) => !!document.querySelector(s), selector), () => this.run(() => document.body.innerText));
  }

  at(id) {
    return this.sees(`[data-testid="${id}"]`);
  }

  /** As a finger does: the driver refuses where something lies over it, and complains where the touch has made it go. */
  async click(id) {
    const one = await until(`there is ${id}`, () => this.ask('POST', '/element', { using: 'css selector', value: `[data-testid="${id}"]` }).catch(() => null),
      () => this.run(() => document.body.innerText));
    await this.ask('POST', `/element/${one[ELEMENT]}/click`, {}).catch((error) => {
      if (!/stale element|no such element/.test(error.message)) throw error;
    });
  }

  /** All that the page has complained about. */
  faults() {
    return this.said.split('\n').filter((line) => /CONSOLE .*(ERROR|WARN)/.test(line));
  }

  async close() {
    await this.ask('DELETE', '').catch(() => {});
    for (const child of [this.driver, this.screen]) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await gone;
    }
  }
}

async function until(what, look, seen = () => '') {
  for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`never: ${what}\n${await seen()}`);
}

async function smoke({ server }) {
  const browser = await new Browser().open();
  try {
    await browser.ask('POST', '/window/rect', { x: 0, y: 0, width: 390, height: 844 });
    await browser.go(server.url);
    await browser.run(() => localStorage.setItem('mazo.quick-bots', 'true'));
    await browser.go(`${server.url}/?again`);
    await browser.click('play-now');
    note(await browser.run(() => `${navigator.userAgent}, ${innerWidth}x${innerHeight}`));
    await browser.click('deal');
    await browser.at('hand');
    await browser.run(readFileSync(join(here, 'robot.js'), 'utf8'));
    await browser.run(() => window.robot.start(3));
    await browser.at('match-over');
    const { problems, seen, wide } = await browser.run(() => ({ ...window.robot, wide: document.scrollingElement.scrollWidth - innerWidth }));
    note(`touched: ${JSON.stringify(seen)}`);
    await browser.run(() => window.robot.stop());
    assert(problems.length === 0 && wide <= 0, `${problems}, ${wide} px too wide`);
    await browser.click('to-replay');
    await browser.click('replay-play');
    await until('the replay goes on', () => browser.run(() => Number(document.querySelector('[data-testid="replay-range"]').value) > 0));
    await browser.go(`${server.url}/#learn`);
    await browser.click('card-R3');
    await browser.at('onward');
    assert(browser.faults().length === 0, browser.faults().join('\n'));
  } finally {
    await browser.close();
  }
}

export default (world) => [{ name: 'webkit/smoke', run: () => smoke(world) }];
