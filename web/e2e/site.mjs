// site.mjs - the game as a folder (`mazo site`) on a web server that is not ours, at an address below its top.
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Person, assert } from './lib.mjs';

const QUICK = { chosen: { rules: 'duelo', options: { scoring: 'quick', hand_size: 3 } }, seats: 2, level: 'easy', clock: 0 };
const TYPES = { html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', wasm: 'application/wasm' };

/** Files as they are, and 404 for everything else. */
function files(folder) {
  const missed = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://x').pathname;
    try {
      const body = readFileSync(join(folder, path.endsWith('/') ? `${path}index.html` : path));
      response.setHeader('Content-Type', TYPES[path.split('.').pop()] ?? (path.endsWith('/') ? 'text/html' : 'application/octet-stream'));
      response.end(body);
    } catch {
      missed.push(path);
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve({ server, missed, port: server.address().port })));
}

/** It teaches, plays without a network and replays; nothing is asked of a server. */
async function site({ browser, mazo }) {
  const top = mkdtempSync(join(tmpdir(), 'mazo-site-'));
  execFileSync(mazo, ['site', join(top, 'uno')]);
  execFileSync(mazo, ['site', join(top, 'uno')]); // over itself
  assert(!readdirSync(join(top, 'uno')).some((name) => name.endsWith('.gz')), 'files as they are');
  const { server, missed, port } = await files(top);
  const ana = await Person.come(browser, 'Ana');
  await ana.keep('offline', QUICK);
  const address = `http://127.0.0.1:${port}/uno/`;
  await ana.page.goto(address);
  await ana.at('play-now').waitFor();
  for (const absent of ['open-table', 'code', 'public-tables', 'me']) assert((await ana.at(absent).count()) === 0, `no ${absent} here`);
  await ana.at('learn').click();
  await ana.at('lesson').waitFor();
  assert(ana.page.url().startsWith(`${address}#learn`), `the lesson is below its folder: ${ana.page.url()}`);
  await ana.page.goto(address);
  await ana.page.evaluate(() => navigator.serviceWorker.ready);
  await ana.context.setOffline(true);
  await ana.page.reload();
  await ana.at('play-now').click();
  await ana.at('quick-bots').check();
  await ana.at('deal').click();
  await ana.at('table').waitFor();
  await ana.robot(5);
  await ana.over();
  await ana.at('to-replay').click();
  await ana.at('replay-screen').waitFor();
  const url = ana.page.url();
  assert(url.startsWith(`${address}#replay/`), `the replay is below its folder: ${url}`);
  await ana.page.reload();
  await ana.at('replay-screen').waitFor();
  ana.clean(/ERR_INTERNET_DISCONNECTED/);
  await ana.leave();
  assert(missed.length === 0, `asked for: ${missed}`);
  writeFileSync(join(top, 'file'), '');
  let refused = '';
  try {
    execFileSync(mazo, ['site', join(top, 'file'), '--lang', 'en'], { stdio: 'pipe' });
  } catch (error) {
    refused = String(error.stderr);
  }
  assert(/cannot be written/.test(refused), `a file is no folder: ${refused}`);
  await new Promise((resolve) => server.close(resolve));
  rmSync(top, { recursive: true });
}

export default (world) => [{ name: 'site/a folder on any web server', run: () => site(world) }];
