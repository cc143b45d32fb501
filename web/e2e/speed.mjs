// speed.mjs - what a first visit costs. Bytes and layout shift are promises; times are only told,
// because they depend on the machine and on what runs beside it.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PATIENCE, Person, assert, here, note } from './lib.mjs';

const MOST_BYTES = 200 * 1024;
const MOST_SHIFT = 0.001;

/** Everything that the server sends until the game can be played without it. */
async function bytes({ browser, server }) {
  const ana = await Person.come(browser, 'Ana');
  const asked = new Set();
  ana.context.on('response', (response) => asked.add(new URL(response.url()).pathname));
  await ana.page.goto(server.url);
  await ana.page.evaluate(() => navigator.serviceWorker.ready);
  await ana.at('play-now').click();
  await ana.at('deal').click();
  await ana.at('table').waitFor();
  const dist = join(here, '../dist');
  const names = readdirSync(dist).filter((name) => asked.has(`/${name}`) || name === 'index.html' || name === 'sw.js');
  const total = names.reduce((sum, name) => sum + gzipSync(readFileSync(join(dist, name))).length, 0);
  note(`first visit: ${names.length} files, ${(total / 1024).toFixed(1)} KiB compressed`);
  assert(names.some((name) => name.endsWith('.wasm')), 'the game itself is among them');
  assert(total <= MOST_BYTES, `${total} bytes`);
  for (const name of names) {
    const answer = await fetch(`${server.url}/${name === 'index.html' ? '' : name}`, { headers: { 'Accept-Encoding': 'gzip' } });
    await answer.arrayBuffer();
    if (/\.(js|css|wasm)$/.test(name)) // the page names the server: it is made anew, and small
      assert(answer.headers.get('content-encoding') === 'gzip', `${name} is sent compressed`);
  }
  ana.clean();
  await ana.leave();
}

/** Sums up layout shifts and counts frames, from the first moment on. */
function meter() {
  window.meter = { shift: 0, from: [], frames: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      window.meter.shift += entry.value;
      window.meter.from.push(...entry.sources.map((s) => s.node?.className ?? '?'));
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const frame = (at) => {
    window.meter.frames.push(at);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** On a phone with a slow processor; with cards that fly. */
async function phone({ browser, server }) {
  const ana = await Person.come(browser, 'Ana', { viewport: { width: 390, height: 844 }, reducedMotion: 'no-preference' });
  await ana.context.addInitScript(meter);
  const tools = await ana.context.newCDPSession(ana.page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  let begin = Date.now();
  await ana.page.goto(server.url);
  await ana.at('play-now').waitFor();
  note(`4x slowed: start page after ${Date.now() - begin} ms`);
  const told = () => ana.page.evaluate(() => window.meter);
  const start = await told();
  assert(start.shift < MOST_SHIFT, `start page: layout shift ${start.shift}: ${start.from}`);
  await ana.at('play-now').click();
  begin = Date.now();
  await ana.at('deal').click();
  await ana.page.locator('.hand-card').first().waitFor();
  note(`4x slowed: cards in hand ${Date.now() - begin} ms after the touch`);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const dealt = await told();
  assert(dealt.shift < MOST_SHIFT, `table: layout shift ${dealt.shift}: ${dealt.from}`);
  const before = dealt.frames.length;
  await ana.robot(3);
  await ana.reaches(14);
  await ana.rest();
  const { frames } = await told();
  const gaps = frames.slice(before).map((at, i, list) => (i ? at - list[i - 1] : 16)).sort((a, b) => a - b);
  note(`while cards fly: median ${(1000 / gaps[gaps.length >> 1]).toFixed(0)} frames a second, 95 % of the gaps below ${gaps[Math.floor(gaps.length * 0.95)].toFixed(0)} ms`);
  await ana.told();
  ana.clean();
  await ana.leave();
}

/** From the first card to the next round nothing jumps: whatever moves does so by transforms. */
async function still({ browser, server }, viewport, rules) {
  const ana = await Person.come(browser, 'Ana', { viewport, reducedMotion: 'no-preference' });
  await ana.context.addInitScript(meter);
  await ana.keep('offline', { chosen: { rules, options: { hand_size: 2 } }, seats: 3, level: 'easy', clock: 0 });
  await ana.page.goto(`${server.url}/#offline`);
  await ana.at('deal').click();
  await ana.at('table').waitFor();
  await ana.robot(5);
  // The robot's touches do not count as input for the browser, so what moves after a touch is counted too.
  // Bots take their time, so a round that does not end is left after so many moves.
  await ana.patiently(() => ana.page.waitForFunction(
    () => window.robot.seen.next || Number(document.querySelector('[data-testid="felt"]')?.dataset.n) >= 30,
    undefined, { polling: 100, timeout: PATIENCE }));
  await ana.rest();
  await ana.at('hand').waitFor();
  const { shift, from } = await ana.page.evaluate(() => window.meter);
  note(`${viewport.width} px: layout shift ${shift.toFixed(4)} through a round of ${rules}, or 30 moves`);
  assert(shift < MOST_SHIFT, `layout shift ${shift}: ${[...new Set(from)]}`);
  await ana.told();
  ana.clean();
  await ana.leave();
}

export default (world) => [
  { name: 'speed/first visit', run: () => bytes(world) },
  { name: 'speed/slow phone', run: () => phone(world) },
  { name: 'speed/nothing jumps on a phone', run: () => still(world, { width: 390, height: 844 }, 'oficial') },
  { name: 'speed/nothing jumps on a desk', run: () => still(world, { width: 1280, height: 800 }, 'oficial') },
];
