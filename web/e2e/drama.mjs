// drama.mjs - the great moments of a match: each is seen, none is waited for, and there is none where nothing is to move.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, comes, here } from './lib.mjs';
import { LOW, PHONE, SMALL, WIDE, done as leave, look, soon, stopTime, texts } from './felt.mjs';
import { inspect } from './measure.mjs';
import { bot, scene, seat } from './scene.mjs';

const HAND = ['R0', 'G3', 'B7', 'Y9'];
const START = scene(4, { view: { hand: HAND, turn: 1 }, events: [{ event: 'played', seat: 3, card: 'R7' }] });
const then = ({ messages }, n, view, events, legal = []) => ({ ...messages[2], n, view: { ...messages[2].view, ...view }, events, legal });
const played = (seat, card, more) => ({ event: 'played', seat, card, ...more });

/** Notes what moves out of its place; after a round the bar is another one, and a team's points are longer. */
function noteShifts() {
  window.shifts = [];
  const where = ({ node, previousRect: a, currentRect: b }) => {
    const el = node?.closest ? node : node?.parentElement;
    return `${el?.dataset.testid ?? el?.getAttribute('class')}: ${[a.x, a.y, a.width, a.height]} to ${[b.x, b.y, b.width, b.height]}`;
  };
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().flatMap((e) => e.sources.map(where))
    .filter((one) => !/^(offers|seat-name)/.test(one)))).observe({ type: 'layout-shift' });
}

async function done(person) {
  const shifts = await person.page.evaluate(() => window.shifts ?? []);
  assert(shifts.length === 0, `what moved: ${shifts.join('; ')}`);
  await leave(person);
}

/** A table that moves, whose later part is there, and whose time goes on only in `soon` and runFor. */
async function watch(browser, start, options, more = {}) {
  const ana = await look(browser, start, { ...options, reducedMotion: 'no-preference', ...more });
  await ana.at('hand').waitFor();
  ana.say(then(start, 4.5, {}, [], start.messages[2].legal));
  await ana.page.locator('link[href*="rest"]').waitFor({ state: 'attached' });
  await ana.page.waitForFunction(() => [...document.styleSheets].some((s) => s.href?.includes('rest')));
  await stopTime(ana.page);
  await ana.page.evaluate(noteShifts);
  return ana;
}

const seen = (person, selector) => soon(person.page, person.page.locator(selector));
const gone = async (person, selector) => {
  while (await person.page.locator(selector).count()) await person.page.clock.runFor(100);
};

/** A wild: its color spreads from the pile, and then lies over the table. */
async function wild({ browser }) {
  for (const [i, options] of [PHONE, LOW, WIDE].entries()) {
    const color = 'GBY'[i];
    const ana = await watch(browser, START, options);
    ana.say(then(START, 5, { turn: 2, top: 'W', color, discard_count: 3 }, [played(1, 'W', { color })]));
    await seen(ana, `[data-testid="table"][data-wash="${color}"]`);
    const [x, y] = await ana.at('table').evaluate((el) => ['--x', '--y'].map((name) => parseFloat(el.style.getPropertyValue(name))));
    const pile = await ana.page.locator('.discards').boundingBox();
    assert(x > pile.x && x < pile.x + pile.width && y > pile.y && y < pile.y + pile.height, `from the pile: ${[x, y]}, ${JSON.stringify(pile)}`);
    await gone(ana, '[data-wash]');
    await seen(ana, `[data-testid="table"][data-named="${color}"]`);
    await done(ana);
  }
}

/** Who has to draw sees a number count up, card by card; the move itself is there at once. */
async function blow({ browser }) {
  const ana = await watch(browser, START, PHONE);
  ana.say(then(START, 5, { turn: 3, top: 'R+2', discard_count: 3, sizes: [4, 5, 9, 4] },
    [played(1, 'R+2'), { event: 'drew', seat: 2, for: 'stack', count: 6 }, { event: 'skipped', seat: 2 }]));
  await seen(ana, '.felt[data-n="5"][data-turn="3"]');
  assert((await ana.at('seat-2').locator('.seat-count').textContent()) === '9', 'the seat has its cards at once');
  for (const n of [1, 3, 6]) {
    await soon(ana.page, ana.at('seat-2').locator('.bubble.hit').filter({ hasText: `+${n}` }));
  }
  await seen(ana, '.seat[data-blocked][data-testid="seat-2"]');
  await gone(ana, '[data-blocked], .bubble.hit');
  // The reader's own, hurried: a touch brings all of it to its end.
  ana.say(then(START, 6, { hand: [...HAND, 'R1', 'R2', 'G6', 'Y1'], top: 'W+4', color: 'R', discard_count: 4 },
    [{ event: 'drew', seat: 0, for: 'wild_four', cards: ['R1', 'R2', 'G6', 'Y1'] }, { event: 'skipped', seat: 0 }]));
  await seen(ana, '.felt[data-n="6"]');
  assert((await ana.page.locator('.hand-card').count()) === 8, 'the hand has its cards at once');
  await seen(ana, '.own[data-blocked]');
  await ana.page.keyboard.press(' ');
  assert((await texts(ana, '.own .bubble.hit')).join() === '+4', 'hurried to its end');
  await done(ana);
}

/** Reverse: the arrows turn around the ring, the other way. */
async function reverse({ browser }) {
  const ana = await watch(browser, START, SMALL);
  ana.say(then(START, 5, { turn: 0, direction: -1, top: 'RR', discard_count: 3 }, [played(1, 'RR'), { event: 'reversed', direction: -1 }]));
  await seen(ana, '.direction.counter[data-turned]');
  const { animationName } = await ana.page.locator('.direction svg').evaluate((el) => ({ animationName: getComputedStyle(el).animationName }));
  assert(/turned/.test(animationName), `the arrows turn: ${animationName}`);
  await done(ana);
}

/** UNO and a catch: the whole table sees who; a finger passes through, and then it is gone. */
async function moments({ browser }) {
  for (const options of [PHONE, LOW, WIDE]) {
    const ana = await watch(browser, START, options);
    ana.say(then(START, 5, { turn: 3, top: 'R2', sizes: [4, 6, 1, 4], discard_count: 3, catchable: [] }, [played(2, 'R2', { uno: true })]));
    await seen(ana, '[data-testid="moment"][data-kind="uno"][data-seat="2"] .bot-face');
    assert((await ana.page.locator('.moment').evaluate((el) => getComputedStyle(el).pointerEvents)) === 'none', 'a finger passes through');
    await gone(ana, '[data-testid="moment"]');
    ana.say(then(START, 6, { turn: 3, sizes: [4, 6, 3, 4] }, [{ event: 'caught', seat: 1, who: 2 }, { event: 'drew', seat: 2, for: 'uno', count: 2 }]));
    await seen(ana, '[data-testid="moment"][data-kind="caught"][data-seat="2"]');
    assert((await texts(ana, '.moment-who small')).join() === 'Beto,Cleopatra', 'who catches, and who is caught');
    await gone(ana, '[data-testid="moment"]');
    await done(ana);
  }
}

/** Bots are people: a face for a moment, and no second one soon after it. */
async function moods({ browser }) {
  const ana = await watch(browser, START, PHONE);
  const face = (mood) => `[data-testid="seat-2"] .avatar[data-mood="${mood}"]`;
  const calm = await ana.page.locator('[data-testid="seat-2"] .bot-face path').getAttribute('d');
  ana.say(then(START, 5, { turn: 3, top: 'R+2', discard_count: 3 }, [played(1, 'R+2'), { event: 'drew', seat: 2, for: 'draw_two', count: 2 }, { event: 'skipped', seat: 2 }]));
  await seen(ana, face('struck'));
  assert((await ana.page.locator(`${face('struck')} path`).getAttribute('d')) !== calm, 'another face');
  ana.say(then(START, 6, { turn: 3 }, [{ event: 'uno', seat: 2 }]));
  await seen(ana, '.felt[data-n="6"]');
  assert((await ana.page.locator(face('uno')).count()) === 0, 'one after the other');
  await gone(ana, '.seat [data-mood]');
  await ana.page.clock.runFor(4000);
  ana.say(then(START, 7, { turn: 2 }, [played(1, 'R3')]));
  await seen(ana, face('thinking')); // it takes its time
  await done(ana);
}

/** A challenge: the hand is turned over card by card, and then comes the verdict. */
async function challenge({ browser }) {
  const cards = ['R3', 'R8', 'G1', 'G+2', 'B4'];
  const start = scene(4, { view: { hand: HAND, phase: 'struck', top: 'W+4', color: 'B', pending: 4, striker: 3, challengeable: true },
    legal: [{ do: 'accept' }, { do: 'challenge' }], events: [played(3, 'W+4', { color: 'B' })] });
  const ana = await watch(browser, start, SMALL);
  ana.say(then(start, 5, { phase: 'play', pending: 0, sizes: [4, 6, 2, 9] },
    [{ event: 'challenged', seat: 0, who: 3 }, { event: 'shown', seat: 3, who: 0, cards }, { event: 'verdict', seat: 3, yes: true },
      { event: 'drew', seat: 3, for: 'challenge', count: 4 }], [{ do: 'draw' }]));
  await seen(ana, '.turns-over:nth-child(5)');
  const delays = await ana.page.locator('.turns-over, .verdict').evaluateAll((list) => list.map((el) => parseFloat(getComputedStyle(el).animationDelay)));
  const [verdict, ...turns] = delays;
  assert(turns.every((delay, i) => i === 0 || delay > turns[i - 1]) && verdict > turns[4], `one by one: ${delays}`);
  assert((await ana.at('draw').count()) === 1, 'and the game goes on meanwhile');
  await soon(ana.page, ana.at('seat-3').locator('.bubble.hit').filter({ hasText: '+4' }));
  await done(ana);
}

/** The hand that was turned over leaves both piles and every seat in sight, however many cards it has. */
async function turned({ browser }) {
  const deck = ['R3', 'R8', 'G1', 'G+2', 'B4', 'Y0', 'YS', 'W', 'R1', 'R2', 'G4', 'G5', 'B6', 'B7', 'Y3', 'Y4', 'Y5', 'BR'];
  for (const [width, height] of [[360, 640], [390, 844], [844, 390], [820, 1180], [1280, 800]]) {
    for (const [players, count] of [[2, 18], [4, 8], [7, 14]]) {
      const event = { event: 'shown', seat: 1, who: 0, cards: deck.slice(0, count) };
      const events = [{ event: 'challenged', seat: 0, who: 1 }, event, { event: 'verdict', seat: 1, yes: true }, { event: 'drew', seat: 1, for: 'challenge', count: 4 }];
      const start = scene(players, { view: { turn: 1 }, events: [played(2 % players, 'R7')] });
      const ana = await look(browser, start, { viewport: { width, height }, locale: 'es-ES' });
      await ana.page.locator('.felt[data-n="4"]').waitFor();
      await stopTime(ana.page); // it goes by itself
      ana.say(then(start, 5, { turn: 1, top: 'W+4', color: 'B' }, events));
      await soon(ana.page, ana.at('ask-shown'));
      let under;
      const bare = async () => {
        under = await ana.page.evaluate(() => {
          const ask = document.querySelector('.ask').getBoundingClientRect();
          const corner = 4; // of a card that lies askew; fonts differ by a pixel or two
          const meets = ({ left, right, top, bottom }) => left < ask.right - 1 && ask.left < right - 1 && top < ask.bottom - corner && ask.top < bottom - corner;
          return [...document.querySelectorAll('.draw-pile .stack, .pile-card, .seat-button')].filter((el) => meets(el.getBoundingClientRect())).map((el) => el.getAttribute('class'));
        });
        return under.length === 0;
      };
      await comes(bare, () => `${width}x${height}, ${players} players: the hand lies over ${under}`); // once the piles have gone aside
      await leave(ana);
    }
  }
}

/** The lever: the machine comes to the middle and waits for a pull, by a swipe too, and nothing is given away. */
async function lever({ browser }) {
  const view = { rules: 'jackpot', hand: ['RJ', 'R5', 'G3'], dispenser_count: 7, rule_cards: [] };
  const start = scene(4, { view, legal: [{ do: 'play', card: 'RJ' }, { do: 'play', card: 'R5' }, { do: 'draw' }] });
  for (const [i, options] of [PHONE, SMALL, LOW, WIDE].entries()) {
    const ana = await look(browser, start, { ...options, reducedMotion: 'no-preference' });
    await ana.at('card-RJ').click();
    const machine = ana.page.locator('.lever-stage .machine');
    await machine.waitFor();
    const [box, felt] = [await machine.boundingBox(), await ana.at('felt').boundingBox()];
    assert(box.height > felt.height * 0.35 && box.y >= 40 && box.y + box.height <= felt.y + felt.height, `it is large: ${JSON.stringify([box, felt])}`);
    assert((await ana.page.locator('.hand-card.sent').count()) === 0, 'the card waits');
    if (i === 0) await inspect(ana, 'lever-stage');
    if (i % 2) await ana.page.keyboard.press('p');
    else {
      const [x, y] = [box.x + box.width / 2, box.y + 8];
      await ana.page.mouse.move(x, y);
      await ana.page.mouse.down();
      await ana.page.mouse.move(x, y + 40);
      assert((await ana.page.locator('.hand-card.sent').count()) === 0, 'not before it is down');
      await ana.page.mouse.move(x, y + 90);
      await ana.page.mouse.up();
    }
    await ana.page.locator('.hand-card.sent[data-card="RJ"]').waitFor();
    await ana.page.evaluate(() => {
      window.reel = { turned: false, early: [] };
      new MutationObserver(() => {
        if (!document.querySelector('.lever-stage[data-turns]')) return;
        window.reel.turned = true;
        window.reel.early.push(...['throw', 'ask-throw'].filter((id) => document.querySelector(`[data-testid="${id}"]`)));
      }).observe(document.body, { attributes: true, childList: true, subtree: true });
    });
    ana.say(then(start, 5, { hand: ['R5', 'G3'], top: 'RJ', phase: 'throw', purpose: 'lever', discard_count: 3 },
      [played(0, 'RJ'), { event: 'spun', seat: 0, face: 'colors' }], [{ do: 'throw', cards: [] }]));
    await ana.at('throw').waitFor();
    const { turned: spun, early } = await ana.page.evaluate(() => window.reel);
    assert(spun && early.length === 0, `the reel has turned: ${spun}; what did not wait for it: ${early}`);
    assert((await ana.page.locator('.lever-stage').count()) === 0, 'the machine goes back');
    await done(ana);
  }
}

/** Who must play the Jackpot card just drawn is told so until they touch it; beside the lever there is no room for a sentence. */
async function drawnJackpot({ browser }) {
  const view = { rules: 'jackpot', hand: ['GJ', 'R5', 'G3'], phase: 'drawn', drawn: 'GJ', must: true, dispenser_count: 7, rule_cards: [] };
  const ana = await look(browser, scene(4, { view, legal: [{ do: 'play', card: 'GJ' }] }), PHONE);
  await ana.at('must').waitFor();
  await ana.at('card-GJ').click();
  await ana.at('pull').waitFor();
  await ana.at('must').waitFor({ state: 'detached' });
  await done(ana);
}

const WON = [{ event: 'won', seat: 1 }, { event: 'counted', seat: 0, cards: ['R5', 'W', 'G+2'], points: 75 },
  { event: 'counted', seat: 2, cards: ['B1', 'YS'], points: 21 }, { event: 'scored', seat: 1, points: 96 }];
const ROUND = { phase: 'round_over', hand: ['R5', 'W', 'G+2'], turn: 1, round_winner: 1, sizes: [3, 0, 2, 4], scores: [0, 300, 20, 19] };

/** A round is won: its points are counted card by card; a touch ends it, Space and Enter go on. */
async function round({ browser }) {
  for (const options of [PHONE, WIDE]) {
    const ana = await watch(browser, START, options);
    const points = () => ana.at('rank-1').locator('.points').textContent();
    ana.say(then(START, 5, ROUND, WON, [{ do: 'next' }]));
    await seen(ana, '[data-testid="round-over"]');
    assert((await points()) === '204', `before the count: ${await points()}`);
    const part = () => ana.at('rank-1').locator('.count-bar i').evaluateAll((list) => list.map((el) => Number(/\((.*)\)/.exec(el.style.transform)[1])));
    assert((await part()).join() === '0.408,0.408', `on the way to 500: ${await part()}`);
    assert((await ana.page.locator('.flight').count()) >= 5, 'each card flies');
    for (const n of ['209', '229', '279']) await soon(ana.page, ana.at('rank-1').locator('.points').filter({ hasText: n }));
    assert((await ana.page.locator('.tiny.counted').count()) === 3, 'one sees which are counted');
    if (options === PHONE) await ana.at('round-over').tap({ position: { x: 9, y: 9 } });
    else await ana.page.keyboard.press(' ');
    assert((await points()) === '300', 'a touch ends it');
    assert((await part()).join() === '0.6,0.408', `the way that was won: ${await part()}`);
    assert(ana.did().length === 0, 'and no more');
    await ana.page.keyboard.press(options === PHONE ? 'Enter' : ' ');
    while (!ana.did().length) await ana.page.clock.runFor(20);
    assert(ana.did().map((c) => c.do).join() === 'next', JSON.stringify(ana.did()));
    await done(ana);
  }
}

/** A match is won: a podium with faces, what one remembers of it, and then the buttons; nothing moves out of its place. */
async function match({ browser }) {
  const file = readFileSync(join(here, '../../tests/terminal/matches/oficial.mazo'), 'utf8');
  for (const options of [SMALL, LOW, WIDE]) {
    const teams = options === WIDE;
    const more = teams ? { options: { teams: true } } : {};
    const start = { ...scene(4, { view: { hand: HAND, turn: 1, ...more }, table: more, events: [played(3, 'R7')] }), match: file };
    const ana = await watch(browser, start, options);
    const winners = teams ? [1, 3] : [1];
    ana.say({ ...start.messages[0], status: 'over' },
      then(start, 5, { ...ROUND, phase: 'match_over', scores: [0, 520, 20, 19], match_winners: winners }, [...WON, { event: 'match_over' }]));
    await seen(ana, '[data-testid="podium"] .step.won');
    const steps = await texts(ana, '.step-name');
    assert(steps.length === (teams ? 2 : 3) && steps[0].startsWith('Beto'), `best first: ${steps}`);
    assert((await ana.page.locator('.step.won .avatar').count()) === winners.length && (await ana.page.locator('.step .bot-face').count()) === 1, 'faces');
    await ana.page.clock.resume();
    await ana.page.locator('.turning-points[data-ready]').waitFor();
    const kinds = await ana.page.locator('.turning-points li').evaluateAll((list) => list.map((el) => el.dataset.kind));
    assert(kinds.join() === 'swing,blow,held', `from the match file: ${kinds}`);
    await ana.page.locator('.points').filter({ hasText: '520' }).first().waitFor();
    await ana.page.waitForFunction(() => !document.querySelector('.flight, .confetti'));
    for (const id of ['to-replay', 'again']) assert(await inSight(ana, id), `${id} is in sight`);
    const tall = await ana.page.locator('.step').evaluateAll((list) => list.map((el) => el.lastChild.offsetHeight));
    assert(tall.every((n, k) => k === 0 || n < tall[k - 1]), `the higher the better: ${tall}`);
    await inspect(ana, 'podium');
    await done(ana);
  }
}

/** Where the table is large too, nothing lies over the end of a round or a match; what others say is a notice there. */
async function ending({ browser }) {
  for (const [width, height] of [[820, 1180], [1280, 800]]) {
    for (const [players, phase] of [[2, 'match_over'], [3, 'match_over'], [4, 'match_over'], [6, 'match_over'], [6, 'round_over']]) {
      const view = { hand: ['R5'], turn: 1, round_winner: 1, phase, match_winners: phase === 'match_over' ? [1] : [], sizes: [1, 0, 4, 9, 5, 2].slice(0, players) };
      const start = scene(players, { view, events: [{ event: 'won', seat: 1 }, { event: 'counted', seat: 0, cards: ['R5'], points: 5 }, { event: 'scored', seat: 1, points: 5 }] });
      const ana = await look(browser, start, { viewport: { width, height } });
      await ana.page.locator('.round-end h2').waitFor();
      const over = await ana.page.evaluate(() => {
        const boxes = (selector) => [...document.querySelectorAll(selector)].map((el) => [el, el.getBoundingClientRect()]).filter(([, box]) => box.width);
        const ends = boxes('.round-end > :is(h2, ol, .count, .row)');
        return boxes('.seat .avatar, .seat-name').flatMap(([el, a]) => ends.filter(([, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
          .map(([other]) => `${el.textContent} over ${other.tagName}`));
      });
      assert(over.length === 0, `${width}x${height}, ${players} players, ${phase}: ${over}`);
      ana.say({ type: 'chat', table: 'ABCDEF', player: 'p1', name: 'Beto', seat: 1, text: 'Well played!', at: 1 });
      await ana.passed('notice', 'Beto: Well played!');
      await leave(ana);
    }
  }
}

/** Reactions: one touch each, once the strip is open, and it covers nobody; on a low screen one slide. With bots alone there is none. */
async function emotes({ browser }) {
  for (const [i, options] of [PHONE, SMALL, LOW, WIDE].entries()) {
    const low = options === SMALL || options === LOW;
    const start = scene(i % 2 ? 10 : 4, { view: { hand: HAND, turn: 1 }, events: [played(3, 'R7')] });
    const ana = await look(browser, start, options);
    const faces = async (n) => {
      await comes(() => ana.all('react').length >= n, () => `${n} reactions were not sent`);
      return ana.all('react').map((m) => m.face).join();
    };
    await ana.at('open-emotes').click();
    await ana.at('face-🎉').click();
    assert((await faces(1)) === '🎉', 'sent');
    if (low) {
      assert((await ana.at('face-👏').count()) === 0, 'it goes, for it lies over the piles');
      const { x, y } = await ana.at('open-emotes').boundingBox();
      await ana.page.mouse.move(x + 20, y + 20);
      await ana.page.mouse.down();
      const face = await ana.at('face-👏').boundingBox();
      await ana.page.mouse.move(face.x + 20, face.y + 20);
      await ana.page.mouse.up();
      assert((await faces(2)) === '🎉,👏' && (await ana.at('face-👏').count()) === 0, 'one slide');
    } else {
      await ana.at('face-👏').click();
      assert((await faces(2)) === '🎉,👏', 'one touch');
      await ana.page.reload();
      await ana.at('face-👏').waitFor();
    }
    const covered = await ana.page.evaluate(() => {
      const [mine] = [...document.querySelectorAll('.emotes')].map((el) => el.getBoundingClientRect());
      return [...document.querySelectorAll('.seat-button, .own, .top-bar, .hand, .draw-pile, .named span, .ticker span')].filter((el) => {
        const { left, right, top, bottom } = el.getBoundingClientRect();
        return left < mine.right - 1 && mine.left < right - 1 && top < mine.bottom - 1 && mine.top < bottom - 1;
      }).map((el) => el.className);
    });
    assert(covered.length === 0, `${options.viewport.width}: over ${covered}`);
    if (i < 2) await inspect(ana, 'emotes');
    ana.say(then(start, 5, { ...ROUND, sizes: start.messages[1].view.sizes }, WON.slice(0, 1)));
    await ana.page.locator('.round-end .faces').waitFor(); // and at the end of a round
    assert((await ana.at('emotes').count()) === 0, 'once');
    ana.say({ type: 'reaction', table: 'ABCDEF', player: 'p1', name: 'Beto', seat: 1, face: '🎉' });
    await ana.at('notice').filter({ hasText: 'Beto' }).waitFor();
    await done(ana);
  }
  const bots = scene(3, { view: { hand: HAND }, events: [played(2, 'R7')], table: { seats: [seat(0), bot(1), bot(2)] } });
  const alone = await look(browser, bots);
  await alone.page.locator('.ticker span').waitFor();
  assert((await alone.at('emotes').count()) === 0, 'nobody is there to see it');
  await done(alone);
}

const inSight = (person, id) => person.at(id).evaluate((el) => {
  const { left, right, top, bottom } = el.getBoundingClientRect();
  return el.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
});

/** With less movement there is none of it, and everything is said all the same. */
async function calm({ browser }) {
  const ana = await look(browser, START, PHONE);
  await ana.at('hand').waitFor();
  ana.say(then(START, 5, { turn: 3, top: 'W', color: 'B', sizes: [4, 6, 1, 4], discard_count: 3 }, [played(1, 'W', { color: 'B' }), { event: 'uno', seat: 2 },
    { event: 'drew', seat: 2, for: 'uno', count: 2 }, { event: 'skipped', seat: 3 }, { event: 'reversed', direction: -1 }]));
  await ana.page.locator('.table-screen[data-named="B"]').waitFor();
  assert((await ana.page.locator('[data-wash], [data-blocked], [data-turned], .moment, [data-mood], .bubble.hit').count()) === 0, 'nothing moves');
  assert((await texts(ana, '.seat .bubble')).length === 3, 'UNO, two cards, skipped');
  await done(ana);
}

export default (world) => [
  { name: 'drama/wild', run: () => wild(world) },
  { name: 'drama/blow', run: () => blow(world) },
  { name: 'drama/reverse', run: () => reverse(world) },
  { name: 'drama/moments', run: () => moments(world) },
  { name: 'drama/moods', run: () => moods(world) },
  { name: 'drama/challenge', run: () => challenge(world) },
  { name: 'drama/drawn jackpot', run: () => drawnJackpot(world) },
  { name: 'drama/turned', run: () => turned(world) },
  { name: 'drama/lever', run: () => lever(world) },
  { name: 'drama/round', run: () => round(world) },
  { name: 'drama/match', run: () => match(world) },
  { name: 'drama/ending', run: () => ending(world) },
  { name: 'drama/emotes', run: () => emotes(world) },
  { name: 'drama/calm', run: () => calm(world) },
];
