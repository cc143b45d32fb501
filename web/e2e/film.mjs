// film.mjs - the moving picture of the README: a short match as the page shows it. The referee plays it, so nothing in it is made up;
// Ana's moves are clicks. Time goes on from picture to picture, however slow the machine is. Needs img2webp (Debian: webp).
//
//     node web/e2e/film.mjs MAZO FILE.webp [es-ES]     KEEP=yes leaves the pictures in the temporary folder
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { launch } from './lib.mjs';
import { stopTime } from './felt.mjs';
import { bot, scene, seat, serve } from './scene.mjs';

const STEP = 80; // milliseconds from picture to picture
const SIZE = { width: 720, height: 540 };
const RULES = { target: 50, hand_size: 4 };
const FIRST = 399; // the seed from which a match is looked for that shows everything
const MOVES = 16;

const [mazo, out, locale = 'en-GB'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'mazo-film-'));

// ---- a match worth seeing ----

class Referee {
  constructor(log) {
    this.process = spawn(mazo, ['referee', '--log', log], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
  }

  async ask(line) {
    this.process.stdin.write(`${JSON.stringify(line)}\n`);
    return JSON.parse((await this.lines.next()).value);
  }

  async end() {
    this.process.stdin.end();
    await new Promise((resolve) => this.process.once('close', resolve));
  }
}

/** What they do: a card that fits, the one that makes most of it. */
function choose({ legal, turn, hands }) {
  const last = hands[turn].length === 2;
  const worth = (c) => (c.do === 'uno' ? 9 : c.do !== 'play' ? 0 : /^W/.test(c.card) ? 2 : /[SR+]/.test(c.card.slice(1)) ? 4 : 3) + (c.uno ? 1 : 0);
  const fits = legal.filter((c) => c.do !== 'challenge' && (!c.uno || (last && turn)) && (c.do !== 'uno' || (last && !turn)));
  const own = (c) => hands[turn].filter((card) => card[0] === c.color).length;
  return fits.sort((a, b) => worth(b) - worth(a) || own(b) - own(a))[0];
}

/** The moves of a match and what the referee says to each; null where something is missing. */
async function played(seed, log) {
  const referee = new Referee(log);
  const moves = [{ said: await referee.ask({ do: 'new', rules: 'oficial', players: 4, seed, options: RULES }) }];
  for (let { state } = moves[0].said; state.phase !== 'match_over' && state.phase !== 'round_over' && moves.length < MOVES;) {
    const command = choose(state);
    const said = await referee.ask(command);
    if (!said.ok) throw new Error(JSON.stringify([command, said]));
    moves.push({ command, said });
    state = said.state;
  }
  await referee.end();
  const has = (test) => moves.some(({ command, said }) => said.events.some((e) => test(e, command?.seat)));
  const { state } = moves.at(-1).said;
  const shows = state.phase === 'match_over' && state.match_winners[0] === 0 && has((e, who) => e.event === 'uno' && who === 0)
    && has((e, who) => e.card === 'W' && who === 0) && has((e) => e.event === 'drew' && e.for === 'wild_four' && e.seat !== 0)
    && has((e) => e.event === 'reversed');
  return shows ? moves : null;
}

async function find(log) {
  for (let seed = FIRST; ; seed++) {
    const moves = await played(seed, log);
    if (moves) {
      console.log(`seed ${seed}: ${moves.slice(1).map(({ command: { seat: who, do: what, card, color } }) => [who, card ?? what, color].join(' ').trim()).join(', ')}`);
      return moves;
    }
  }
}

// ---- as the page is told ----

const TABLE = { options: RULES, seats: [seat(0), bot(1), bot(2), bot(3)] };

/** As Ana may see it. */
function told(moves) {
  let pile = [];
  return moves.map(({ command, said: { events, state: { hands, legal, ...state } } }) => {
    for (const e of events) if (['turned', 'played'].includes(e.event)) pile = [...pile, e.card];
    const seen = events.map((e) => (['dealt', 'drew'].includes(e.event) && e.seat !== 0 ? { ...e, cards: undefined, count: e.cards.length } : e));
    const view = { ...state, seat: 0, options: RULES, hand: hands[0], sizes: hands.map((h) => h.length), others: [], pile };
    return { command, events: seen, view, legal: state.turn === 0 ? legal : [] };
  });
}

// ---- the camera ----

/** In the page: every animation goes on by so much, and no more. */
function goOn(ms) {
  window.filmed ??= new WeakSet();
  for (const one of document.getAnimations()) {
    if (!window.filmed.has(one)) {
      window.filmed.add(one);
      one.pause();
      one.currentTime = 0;
    } else if (one.currentTime + ms >= one.effect.getComputedTiming().endTime) one.finish();
    else one.currentTime += ms;
  }
}

/** In the page: a pointer, and no chance. */
function prepare() {
  let state = 7;
  Math.random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  window.pointer = (x, y, down) => {
    const dot = document.querySelector('#pointer') ?? document.body.appendChild(Object.assign(document.createElement('div'), { id: 'pointer' }));
    dot.style.cssText = `position:fixed;z-index:999;pointer-events:none;left:${x - 13}px;top:${y - 13}px;width:26px;height:26px;border-radius:50%;`
      + `border:2px solid #222;background:${down ? '#222c' : '#fff9'};box-shadow:0 0 0 2px #fffb;visibility:${x < 0 ? 'hidden' : 'visible'}`;
  };
}

class Camera {
  constructor(page) {
    this.page = page;
    this.pictures = []; // name, milliseconds
    this.at = { x: SIZE.width / 2, y: SIZE.height + 30 };
  }

  async shoot() {
    await this.page.clock.runFor(STEP);
    await this.page.evaluate(goOn, STEP);
    const png = await this.page.screenshot();
    if (this.last?.equals(png)) this.pictures.at(-1).ms += STEP;
    else {
      const name = join(folder, `${String(this.pictures.length).padStart(4, '0')}.png`);
      writeFileSync(name, png);
      this.pictures.push({ name, ms: STEP });
      this.last = png;
    }
  }

  async roll(ms) {
    for (let t = 0; t < ms; t += STEP) await this.shoot();
  }

  async until(selector) {
    for (let n = 0; !(await this.page.locator(selector).count()); n++) {
      if (n > 60) throw new Error(`${selector} does not come: ${this.pictures.at(-1).name}`);
      await this.shoot();
    }
  }

  /** The pointer goes there and clicks. */
  async click(selector) {
    const target = this.page.locator(selector).first();
    await this.until(selector);
    const box = await target.boundingBox();
    const [from, to] = [this.at, { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 50) }];
    for (let i = 1; i <= 5; i++) {
      const part = 1 - (1 - i / 5) ** 2;
      this.at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
      await this.page.evaluate(([x, y, down]) => window.pointer(x, y, down), [this.at.x, this.at.y, i === 5]);
      await this.shoot();
    }
    await this.page.mouse.click(to.x, to.y);
    await this.shoot();
    await this.page.evaluate(([x, y]) => window.pointer(x, y, false), [this.at.x, this.at.y]);
  }

  write(file) {
    this.pictures.at(-1).ms += 2500;
    const each = this.pictures.flatMap(({ name, ms }) => ['-lossy', '-q', '55', '-m', '4', '-d', String(ms), name]);
    execFileSync('img2webp', ['-loop', '0', ...each, '-o', file], { stdio: ['ignore', 'ignore', 'inherit'] });
    console.log(`${this.pictures.length} pictures, ${(this.pictures.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(1)} s, ${readFileSync(file).length} bytes`);
  }
}

/** Her move as she makes it. */
async function clicks(camera, { do: what, card, color }) {
  if (what === 'play') await camera.click(`.hand-card.can[data-testid="card-${card}"]`);
  else await camera.click(`[data-testid="${what}"]`);
  if (color) await camera.click(`[data-testid="color-${color}"]`);
}

async function film(browser, moves, match) {
  const [deal, ...rest] = told(moves);
  const opening = scene(4, { ...deal, table: TABLE });
  const context = await browser.newContext({ viewport: SIZE, colorScheme: 'light', locale, serviceWorkers: 'block' });
  await context.addInitScript(prepare);
  await context.addInitScript(() => localStorage.setItem('mazo.sound', 'false'));
  const talk = {};
  const [table, , dealt] = opening.messages;
  await serve(context, talk, { messages: [{ ...table, status: 'open', match: 0 }], match });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.log(String(error)));
  await page.goto('http://localhost/t/ABCDEF');
  await page.getByTestId('lobby').waitFor();
  await stopTime(page);
  talk.on([table, dealt]); // no view: the page would join again to ask for what was before it
  while (!(await page.getByTestId('hand').count())) await page.clock.runFor(20);
  await page.waitForLoadState('networkidle');
  const camera = new Camera(page);
  await camera.roll(2200);
  for (const [i, { command, events, view, legal }] of rest.entries()) {
    const { length } = talk.done;
    if (command.seat === 0) {
      await clicks(camera, command);
      while (talk.done.length === length) await page.clock.runFor(20);
      const { do: what, card, color } = talk.done.at(-1);
      talk.on([{ type: 'done', table: table.table, id: talk.heard.findLast((m) => m.command).id }]);
      if (what !== command.do || card !== command.card || color !== command.color) throw new Error(JSON.stringify([talk.done.at(-1), command]));
    }
    const over = view.phase === 'match_over';
    if (over) talk.on([{ ...table, status: 'over' }]);
    talk.on([{ ...dealt, n: 5 + i, view, events, legal }]);
    await camera.until(`.felt[data-n="${5 + i}"]`);
    const great = events.some((e) => ['uno', 'drew', 'color'].includes(e.event) || e.card?.[0] === 'W');
    await camera.roll(great ? 1400 : 800);
    if (!over) continue;
    await page.evaluate(() => window.pointer(-99, 0, false));
    await camera.until('[data-testid="podium"]');
    await camera.roll(3000);
  }
  camera.write(out);
  await context.close();
}

const log = join(folder, 'match.mazo');
const browser = await launch();
try {
  const moves = await find(log);
  await film(browser, moves, readFileSync(log, 'utf8'));
} finally {
  await browser.close();
  if (!process.env.KEEP) rmSync(folder, { recursive: true, force: true });
}
