// speed.mjs - what a first visit costs. Bytes and layout shift are promises; times are only told,
// because they depend on the machine and on what runs beside it.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PATIENCE, Person, assert, here, note } from './lib.mjs';
import { still as settled } from './measure.mjs';

const MOST_BYTES = 210 * 1024;
const MOST_SHIFT = 0.001;

/** Everything that the server sends until the game can be played without it. */
async function bytes({ browser, server }, locale) {
  const ana = await Person.come(browser, 'Ana', { locale });
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
  note(`first visit, ${locale}: ${names.length} files, ${(total / 1024).toFixed(1)} KiB compressed`);
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
      window.meter.from.push(...entry.sources.map((s) => `${s.node?.className || s.node?.textContent || '?'} ${[s.previousRect, s.currentRect].map((r) => [r.x, r.y, r.width, r.height].map(Math.round).join()).join(' to ')}`));
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

/** From the start page to the end of a match nothing jumps: whatever moves does so by transforms. */
async function still({ browser, server }, viewport, rules) {
  const ana = await Person.come(browser, 'Ana', { viewport, reducedMotion: 'no-preference' });
  await ana.context.addInitScript(meter);
  await ana.keep('offline', { chosen: { rules, options: { hand_size: 2, target: 50 } }, seats: 3, level: 'easy', clock: 0 });
  await ana.keep('quick-bots', true);
  await ana.page.goto(server.url);
  // Touches by script do not count as input for the browser, so what moves after a touch is counted too.
  for (const id of ['play-now', 'deal']) await ana.at(id).evaluate((el) => el.click());
  await ana.at('table').waitFor();
  await ana.robot(5);
  await ana.over();
  await ana.rest();
  await ana.at('again').waitFor();
  await settled(ana.page);
  const { shift, from } = await ana.page.evaluate(() => window.meter);
  note(`${viewport.width} px: layout shift ${shift.toFixed(4)} from the start page to the end of a match of ${rules}, ${await ana.number()} moves`);
  // Two thousandths: now and then the number on the draw pile is counted once (0.0014).
  assert(shift < 2 * MOST_SHIFT, `layout shift ${shift}: ${[...new Set(from)]}`);
  await ana.told();
  ana.clean();
  await ana.leave();
}

/** Remembers which properties every animation and transition of the page has moved. */
function watchMoves() {
  window.moved = {};
  const seen = new WeakSet();
  const look = () => {
    for (const one of document.getAnimations()) {
      if (seen.has(one)) continue;
      seen.add(one);
      for (const frame of one.effect.getKeyframes()) {
        for (const key of Object.keys(frame)) if (!['offset', 'computedOffset', 'easing', 'composite'].includes(key)) window.moved[key] ??= one.effect.target.getAttribute('class');
      }
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** What a frame can show without a layout, and mostly without painting. */
const CHEAP = ['transform', 'translate', 'scale', 'rotate', 'opacity', 'filter', 'visibility'];
const PAINTED = ['backgroundColor', 'color', 'boxShadow', 'strokeDashoffset', 'strokeWidth', 'borderColor'];

/** While cards fly nothing animated needs a layout, and our code asks for few of them in one task. A task is measured by its
 * time on the processor: what else runs there does not count. */
async function frames({ browser, server }) {
  const ana = await Person.come(browser, 'Ana', { viewport: { width: 390, height: 844 }, reducedMotion: 'no-preference' });
  await ana.context.addInitScript(watchMoves);
  await ana.keep('offline', { chosen: { rules: 'oficial', options: { scoring: 'quick', hand_size: 5 } }, seats: 4, level: 'easy', clock: 0 });
  await ana.keep('quick-bots', true);
  await ana.page.goto(`${server.url}/#offline`);
  await ana.at('deal').click();
  await ana.at('table').waitFor();
  const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'disabled-by-default-devtools.timeline.stack', 'toplevel'];
  await browser.startTracing(ana.page, { categories });
  await ana.robot(5);
  await ana.reaches(30);
  await ana.rest();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  const moved = await ana.page.evaluate(() => window.moved);
  const thread = (e) => `${e.pid} ${e.tid}`;
  const laying = new Set(traceEvents.filter((e) => e.name === 'Layout').map(thread)); // workers call functions too
  const main = traceEvents.find((e) => e.name === 'FunctionCall' && e.args.data?.url?.startsWith(server.url) && laying.has(thread(e)));
  const here = traceEvents.filter((e) => e.pid === main.pid && e.tid === main.tid && e.ph === 'X');
  const tasks = here.filter((e) => /RunTask$/.test(e.name)).sort((x, y) => y.tdur - x.tdur);
  const forced = here.filter((e) => e.name === 'Layout' && e.args.beginData?.stackTrace?.some((f) => f.url.startsWith(server.url)));
  const within = (task) => forced.filter((e) => e.ts >= task.ts && e.ts < task.ts + task.dur).length;
  const most = Math.max(...tasks.map(within));
  const long = tasks.filter((task) => task.tdur > 50_000);
  note(`${here.filter((e) => e.name === 'Layout').length} layouts, ${forced.length} asked for by our code, at most ${most} in one task; ${tasks.length} tasks, `
    + `the longest ${(tasks[0].tdur / 1000).toFixed(0)} ms on the processor, ${long.length} above 50 ms, 99 % below ${(tasks[Math.floor(tasks.length / 100)].tdur / 1000).toFixed(1)} ms`);
  note(`moved: ${JSON.stringify(moved)}`);
  const dear = Object.keys(moved).filter((key) => ![...CHEAP, ...PAINTED].includes(key));
  assert(dear.length === 0, `animated: ${dear.map((key) => `${key} of ${moved[key]}`)}`);
  assert(forced.length > 0 && most <= 6, `${most} layouts in one task`);
  await ana.told();
  ana.clean();
  await ana.leave();
}

export default (world) => [
  ...['en-GB', 'es', 'es-ES', 'es-MX'].map((locale) => ({ name: `speed/first visit, ${locale}`, run: () => bytes(world, locale) })),
  { name: 'speed/slow phone', run: () => phone(world) },
  { name: 'speed/while cards fly', run: () => frames(world) },
  { name: 'speed/nothing jumps on a phone', run: () => still(world, { width: 390, height: 844 }, 'oficial') },
  { name: 'speed/nothing jumps on a desk', run: () => still(world, { width: 1280, height: 800 }, 'oficial') },
];
