// measure.mjs - what every screen owes to everybody: no violation of axe-core, nothing too small to
// touch, nothing beyond reach, nothing to scroll sideways for; and UNO and Catch where they always are.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { assert } from './lib.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
export const LEAST = 44;

export async function violations(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  // What a question lies over waits for its answer: misses() below measures the rest in full.
  return page.evaluate(async (tags) => (await window.axe.run(document, { runOnly: tags })).violations.map((v) => ({
    ...v,
    nodes: v.nodes.filter((n) => v.id !== 'target-size' || !document.querySelector('.ask')
      || document.querySelector(n.target[0])?.closest('.ask, .actions, .hand')),
  })).filter((v) => v.nodes.length).map((v) => (
    `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.target.join(' ')} (${n.any[0]?.message ?? n.all[0]?.message ?? n.none[0]?.message ?? ''})`).join('; ')}`
  )), TAGS);
}

const sideways = (page) => page.evaluate(() => document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth);

/** What can be touched and is smaller than a fingertip, or cannot be reached at all. */
const misses = (page) => page.evaluate((least) => {
  const found = [];
  const panel = document.querySelector('.panel');
  const asks = document.querySelector('.ask');
  const name = (el) => el.dataset.testid ?? el.getAttribute('aria-label') ?? (el.className || el.tagName);
  const owner = (x, y) => document.elementFromPoint(x, y)?.closest('button, a, label, select, summary, input');
  /** Some point of it answers to a finger. */
  const reached = (el, box) => {
    for (let i = 1; i < 6; i++) {
      for (let k = 1; k < 6; k++) {
        const hit = document.elementFromPoint(box.left + (box.width * i) / 6, box.top + (box.height * k) / 6);
        if (hit && (hit === el || el.contains(hit) || hit.closest('.notice, .server-notice'))) return true; // a notice goes by itself, or is closed
      }
    }
    return false;
  };
  for (const one of document.querySelectorAll('button, a[href], select, summary, input:not([type="hidden"])')) {
    const el = one.closest('label') ?? one;
    if (!el.checkVisibility({ visibilityProperty: true })) continue;
    if (panel && !panel.contains(el) && !el.closest('.actions')) continue; // a panel may lie over it,
    if (asks && !el.closest('.ask, .actions, .hand')) continue; // and a question, but for these
    el.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const box = el.getBoundingClientRect();
    const off = box.top < -1 || box.bottom > innerHeight + 1;
    if (off && box.height < innerHeight / 2) found.push(`${name(one)} is cut off`);
    if (!reached(el, box)) {
      found.push(`${name(one)} is out of reach`);
      continue;
    }
    if (el.closest('.hand-card')) continue; // measured by its strip
    // What a finger hits may be more than what is drawn.
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    let [wide, high] = [Math.round(box.width), Math.round(box.height)];
    const own = (px, py) => owner(px, py) === el || owner(px, py)?.matches('.notice');
    for (let py = box.top - 1; high < least && own(x, py); py--) high++;
    for (let px = box.left - 1; wide < least && own(px, y); px--) wide++;
    for (let px = box.right + 1; wide < least && own(px, y); px++) wide++;
    const over = document.elementFromPoint(x, box.bottom - high - 1);
    if (wide < least || high < least) found.push(`${name(one)} is ${wide}x${high}, below ${over && name(over)}`);
  }
  return [...new Set(found)];
}, LEAST);

/** Where UNO and Catch are, and whether a finger anywhere on them touches them. */
const calls = (page) => page.evaluate(() => ['uno', 'catch'].map((name) => {
  const el = document.querySelector(`[data-testid="${name}"]`);
  if (!el) return null;
  const { left, top, width, height } = el.getBoundingClientRect();
  const points = [0.2, 0.5, 0.8].flatMap((i) => [0.2, 0.5, 0.8].map((k) => [left + width * i, top + height * k]));
  return { name, whole: el.scrollWidth <= el.clientWidth && el.scrollHeight <= el.clientHeight, free: points.every(([x, y]) => el.contains(document.elementFromPoint(x, y))), place: [left, top, width, height] };
}));

/** UNO and Catch are where they were when this person looked first, and bare. */
export async function bar(person, screen) {
  const now = await calls(person.page);
  assert(now.every(Boolean), `${person.name}, ${screen}: UNO and Catch are there`);
  for (const { name, whole } of now) assert(whole, `${person.name}, ${screen}: the word of ${name} has room`);
  for (const { name, free } of now) assert(free, `${person.name}, ${screen}: something lies over ${name}`);
  const places = now.flatMap((c) => c.place);
  const size = JSON.stringify(person.page.viewportSize());
  person.places ??= {};
  const first = (person.places[size] ??= { places, screen });
  assert(places.every((p, i) => Math.abs(p - first.places[i]) < 2), // no finger feels a pixel
    `${person.name}: UNO and Catch are at ${places} in ${screen}, and at ${first.places} in ${first.screen}`);
}

/** Waits until nothing moves but what always moves. */
export const still = (page) => page.evaluate(() => Promise.all(document.getAnimations()
  .filter((a) => a.effect?.getComputedTiming().iterations !== Infinity).map((a) => a.finished.catch(() => {}))));

/** Everything that is wrong with this screen; with MAZO_SHOTS a picture of it. */
export async function faultsOf(person, screen) {
  const { page } = person;
  await still(page);
  if (process.env.MAZO_SHOTS) await page.screenshot({ path: join(process.env.MAZO_SHOTS, `${screen}-${person.label ?? person.name}-${page.viewportSize().width}.png`) });
  let found;
  for (let tries = 0; tries < 5 && found?.length !== 0; tries++) { // others play on: a fault is what stays
    if (tries) await page.waitForTimeout(500);
    await still(page);
    found = await violations(page);
    const wide = await sideways(page);
    if (wide > 0) found.push(`${wide} px too wide`);
    found.push(...(await misses(page)));
  }
  return found.map((f) => `${screen} (${person.name}, ${page.viewportSize().width} px): ${f}`);
}

export async function inspect(person, screen) {
  const found = await faultsOf(person, screen);
  assert(found.length === 0, found.join('\n'));
  if (await person.at('uno').count()) await bar(person, screen);
}
