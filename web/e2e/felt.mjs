// felt.mjs - moments at the table as a reader sees them, said by the server of scene.mjs: who
// leads, what a challenge has brought, where cards fly to, what covers what.
import { Person, assert } from './lib.mjs';
import { inspect, still } from './measure.mjs';
import { NAMES, scene, serve } from './scene.mjs';

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
export const SMALL = { viewport: { width: 360, height: 640 }, hasTouch: true, locale: 'es-ES' };
export const WIDE = { viewport: { width: 1280, height: 800 }, locale: 'es-ES', colorScheme: 'dark' };
const TABLET = { viewport: { width: 1180, height: 820 }, hasTouch: true };
const LOOKS = [PHONE, SMALL, WIDE];

/** A person at a table that only tells this scene; `say` goes on with it. */
export async function look(browser, moment, options = PHONE, script = '') {
  const person = await Person.come(browser, 'Ana', { serviceWorkers: 'block', ...options });
  if (script) await person.context.addInitScript(script);
  const talk = {};
  await serve(person.context, talk, moment);
  person.say = (...lines) => talk.on(lines);
  person.did = () => talk.done;
  person.all = (type) => talk.heard.filter((message) => message.type === type);
  await person.page.goto('http://localhost/t/ABCDEF');
  await person.at('table').or(person.at('lobby')).waitFor();
  return person;
}

export async function done(person) {
  person.clean(/Service Worker registration blocked/);
  await person.leave();
}

/** Of the elements that match: their texts. */
export const texts = (person, selector) => person.page.locator(selector).evaluateAll((list) => list.map((el) => el.textContent));

// ---- the end of a round ----

export const counted = (seat, points) => ({ event: 'counted', seat, cards: ['R5', 'W', 'G+2'].slice(0, (points % 3) + 1), points });
export const ending = (view, events) => scene(4, { view: { hand: ['R5', 'W', 'G+2'], turn: 1, round_winner: 1, sizes: [3, 0, 5, 9], ...view }, legal: [{ do: 'next' }], events });

/** The seats from the top of the ranking, once the engine has told how the sheet counts. */
async function ranking(person, first) {
  await person.page.locator(`.count-row:nth-child(2)[data-testid="rank-${first}"]`).waitFor();
  return person.page.locator('.count-row').evaluateAll((list) => list.map((el) => Number(el.dataset.testid.slice(5))));
}

/** A sheet without options of its own, where each adds up what they hold: fewest first, and a
 * gain is not good news. */
async function fewest({ browser }) {
  const events = [{ event: 'won', seat: 1 }, counted(0, 75), counted(2, 32), counted(3, 189),
    ...[[0, 75], [2, 32], [3, 189]].map(([seat, points]) => ({ event: 'scored', seat, points }))];
  for (const options of LOOKS) {
    const ana = await look(browser, ending({ rules: 'sin-reversa', phase: 'round_over', scores: [75, 0, 32, 189] }, events), options);
    assert((await ranking(ana, 1)).join() === '1,2,0,3', 'the fewest points lead');
    assert((await ana.at('uno').count()) + (await ana.at('catch').count()) === 0, 'there is nothing to call');
    const places = await ana.page.locator('.count-row').evaluateAll((list) => list.map((row) => ['avatar', 'count-name', 'count-held', 'count-score']
      .map((part) => row.querySelector(`.${part}`).getBoundingClientRect().left)));
    for (const [face, name, held, score] of places) assert(face < name && name <= held && held < score, `face, name, hand, points: ${[face, name, held, score]}`);
    await ana.at('next').waitFor();
    const tones = await ana.page.locator('.count-score small').evaluateAll((list) => list.map((el) => getComputedStyle(el).color));
    const [red, green] = tones[2].match(/\d+/g).map(Number);
    assert(red > green, `+189 is not good news: ${tones[2]}`);
    await inspect(ana, 'fewest-points');
    await done(ana);
  }
}

/** The first without cards wins: no points anywhere, and the winner at the top. */
async function quick({ browser }) {
  const none = { options: { scoring: 'quick' }, scores: [0, 0, 0, 0] };
  for (const options of LOOKS) {
    const playing = await look(browser, scene(4, { view: none, events: [{ event: 'played', seat: 3, card: 'R7' }] }), options);
    await playing.at('ticker').locator('span', { hasText: NAMES[3] }).waitFor();
    assert(!/0/.test((await texts(playing, '.own'))[0]), 'no points while it is played');
    await playing.at('seat-2').locator('.seat-button').click();
    assert(!/punt|point/.test(await playing.at('seat-panel').locator('p').first().textContent()), 'nor about a player');
    await done(playing);
    const view = { ...none, phase: 'match_over', match_winners: [2], round_winner: 2, sizes: [3, 6, 0, 2] };
    const ana = await look(browser, ending(view, [{ event: 'won', seat: 2 }, { event: 'match_over' }]), options);
    assert((await ranking(ana, 2)).join() === '2,3,0,1', 'the winner, then who holds least');
    assert((await texts(ana, '.count .points')).length === 0, 'no points');
    await inspect(ana, 'no-points');
    await done(ana);
  }
}

/** In teams: the partner is marked, the team's points stand at the table, the winning team is the first, with both its
 * partners, and their points are added up; individually by hand, and in a quick match too. */
async function teams({ browser }) {
  const table = (view) => ({ options: { teams: true, ...view.options } });
  const rows = (person) => person.page.locator('.count-row').evaluateAll((list) => list.map((el) => el.dataset.testid));
  for (const options of [...LOOKS, LOW]) {
    let ana = await look(browser, scene(4, { view: { options: { teams: true }, scores: [47, 80, 445, 10] }, table: table({}) }), options);
    await ana.at('own').filter({ hasText: /492 (of|de) 500/ }).waitFor();
    assert((await ana.page.locator('.seat.partner').getAttribute('data-testid')) === 'seat-2', 'who sits opposite is the partner');
    assert(/your partner|va contigo/.test(await ana.at('seat-2').textContent()), 'and a screen reader says so');
    assert((await texts(ana, '.seat .team')).join() === 'B90,A492,B90', 'the teams have names, and points together');
    assert(/A: 492 (of|de) 500/.test(await ana.at('seat-2').textContent()), 'also for who does not see them');
    if (options === WIDE) await ana.at('seat-2').locator('.team i').waitFor();
    await ana.at('seat-1').locator('.seat-button').click();
    await ana.at('seat-panel').filter({ hasText: /B: 90 (of|de) 500/ }).waitFor();
    await ana.at('close-panel').click();
    await inspect(ana, 'team-table');
    await done(ana);
    // Beto had the last card; Ana's partner has nearly all the points.
    const won = { phase: 'match_over', options: { teams: true }, scores: [47, 510, 445, 10], match_winners: [1, 3], round_winner: 1 };
    ana = await look(browser, ending(won, [{ event: 'won', seat: 1 }, counted(0, 20), { event: 'scored', seat: 1, points: 60 }, { event: 'match_over' }]), options);
    await ana.at('team-B').filter({ hasText: '520' }).waitFor();
    assert((await rows(ana)).join() === 'team-B,rank-1,rank-3,team-A,rank-0,rank-2', `the winners first: ${await rows(ana)}`);
    assert(/Beto (and|y) Didier (win|ganan)|Ganan la partida Beto y Didier/.test(await ana.page.locator('.round-end h2').textContent()), 'both win');
    assert((await ana.page.locator('.team-row.won').count()) === 1, 'one crown for the team');
    await inspect(ana, 'team-over');
    await done(ana);
  }
  for (const [view, order, title] of [
    [{ rules: 'sin-reversa', scores: [10, 200, 20, 40] }, 'team-A,rank-0,rank-2,team-B,rank-1,rank-3', /Beto/],
    [{ phase: 'match_over', scores: [300, 9, 210, 8], match_winners: [0, 2] }, 'team-A,rank-0,rank-2,team-B,rank-1,rank-3', /You and Cleopatra win/],
    [{ phase: 'match_over', options: { scoring: 'quick' }, scores: [0, 0, 0, 0], match_winners: [1, 3] }, 'team-B,rank-1,rank-3,team-A,rank-0,rank-2', /Beto and Didier win/],
  ]) {
    const ana = await look(browser, ending({ phase: 'round_over', ...view, options: { teams: true, ...view.options } }, [{ event: 'won', seat: 1 }]));
    await ana.page.locator('.team-row').first().waitFor();
    assert((await rows(ana)).join() === order, `${await rows(ana)}`);
    assert(title.test(await ana.page.locator('.round-end h2').textContent()), await ana.page.locator('.round-end h2').textContent());
    await done(ana);
  }
}

/** How far the match goes stands beside the points and above the count; a hand's value says that it is one. */
async function target({ browser }) {
  for (const options of LOOKS) {
    let ana = await look(browser, scene(4, { view: { options: { target: 300 }, scores: [20, 0, 0, 0] } }), options);
    await ana.at('own').filter({ hasText: /20 (of|de) 300/ }).waitFor();
    await done(ana);
    ana = await look(browser, ending({ phase: 'round_over', scores: [0, 60, 0, 0] }, [{ event: 'won', seat: 1 }, counted(0, 60)]), options);
    await ana.page.locator('.round-end .hint').filter({ hasText: '500' }).waitFor();
    assert(/(hand|mano): 60/.test(await ana.at('rank-0').textContent()), 'what the hand counts');
    await done(ana);
  }
}

// ---- a challenge ----

/** What comes after a scene, as number n. */
const then = ({ messages }, n, view, events, legal = []) => ({ ...messages[2], n, view: { ...messages[2].view, ...view }, events, legal });

/** Didier's Wild Draw Four on a green card, challenged by Beto or by the reader. */
function challenged(reader, by, bluff) {
  const start = scene(4, { view: { seat: reader, turn: 3, top: 'G7', color: 'G' }, events: [{ event: 'played', seat: 2, card: 'G7' }] });
  const cards = ['R3', 'R8', 'G1', 'G+2', 'B4', 'Y0', 'YS', 'W'];
  const shown = { event: 'shown', seat: 3, who: by, ...(reader === by ? { cards } : { count: 8 }) };
  const drew = { event: 'drew', seat: bluff ? 3 : by, for: 'challenge', count: bluff ? 4 : 6 };
  const end = [{ event: 'challenged', seat: by, who: 3 }, shown, { event: 'verdict', seat: 3, yes: bluff }, drew];
  return { start, lines: [
    then(start, 5, { turn: by, top: 'W+4', color: 'R', phase: 'struck', pending: 4, striker: 3, rest: { color_before: 1 } }, [{ event: 'played', seat: 3, card: 'W+4', color: 'R' }]),
    then(start, 6, { turn: by, top: 'W+4', color: 'R' }, bluff ? end : [...end, { event: 'skipped', seat: by }]),
  ] };
}

/** Nothing lies over it. */
const bare = (locator) => locator.evaluate((el) => {
  const { left, top, width, height } = el.getBoundingClientRect();
  return [0.1, 0.5, 0.9].every((x) => el.contains(document.elementFromPoint(left + width * x, top + height / 2)));
});

/** Who challenged reads the verdict above the hand, the others across the table: with the color,
 * and as good or bad news. */
async function verdict({ browser }) {
  for (const [i, bluff] of [true, false, true].entries()) {
    const { start, lines } = challenged(0, 0, bluff);
    const ana = await look(browser, start, LOOKS[i]);
    ana.say(...lines);
    await ana.at('ask-shown').waitFor();
    assert(await bare(ana.at('verdict')), 'nothing lies over the verdict');
    assert(/green|verde/.test((await texts(ana, '[data-testid="verdict"]'))[0]), 'the color that mattered');
    assert(((await ana.at('verdict').getAttribute('class')).includes('good')) === bluff, 'to be right is good news');
    assert((await ana.page.locator('.shown-hand .proof').count()) === 2, 'the cards that prove it stand out');
    await inspect(ana, `verdict-${bluff ? 'bluff' : 'clean'}`);
    await done(ana);
  }
  for (const [reader, bluff, tone] of [[3, true, 'bad'], [3, false, 'good'], [null, true, 'info'], [0, false, 'info']]) {
    const { start, lines } = challenged(reader, 1, bluff);
    const ana = await look(browser, start, LOOKS[reader ? 0 : 1]);
    ana.say(...lines);
    await ana.page.locator(`.banner.${tone}`).filter({ hasText: /green|verde/ }).waitFor();
    await ana.at('ticker').locator('span', { hasText: /(bluff|farol).*(green|verde)/ }).waitFor();
    await done(ana);
  }
}

/** Who is asked reads what is won and lost: the color, four cards or six; by the sheet's own rule. */
async function stakes({ browser }) {
  const legal = [{ do: 'accept' }, { do: 'challenge' }];
  for (const [rules, words] of [['oficial', /verde|green/], ['penas', /número|number/]]) {
    for (const options of [...LOOKS, LOW]) {
      const { start, lines } = challenged(0, 0, true);
      const ana = await look(browser, start, options);
      ana.say({ ...lines[0], legal, view: { ...lines[0].view, rules } });
      const asked = ana.at('ask-challenge').filter({ hasText: words });
      await asked.waitFor();
      const said = await asked.textContent();
      assert(said.includes('Didier') && /4/.test(said) && /6/.test(said), `who draws how many: ${said}`);
      assert(await bare(ana.at('challenge')), 'and can answer');
      await inspect(ana, `stakes-${rules}`);
      await done(ana);
    }
  }
}

/** The hand that was turned over says who draws, and goes by itself: with the reader's turn, with the
 * reader's next move, and after a while. */
async function shown({ browser }) {
  const lost = challenged(0, 0, false);
  let ana = await look(browser, lost.start, SMALL);
  ana.say(...lost.lines);
  await ana.at('pays').filter({ hasText: 'Robas 6.' }).waitFor();
  ana.say(then(lost.start, 7, { turn: 2, top: 'R3', color: 'R' }, [{ event: 'played', seat: 1, card: 'R3' }]));
  await ana.page.locator('.felt[data-n="7"]').waitFor();
  assert((await ana.at('ask-shown').count()) === 1, 'it can be read while others move');
  ana.say(then(lost.start, 8, { turn: 0, top: 'R4', color: 'R' }, [{ event: 'played', seat: 3, card: 'R4' }], [{ do: 'draw' }]));
  await ana.at('draw').waitFor();
  assert((await ana.at('ask-shown').count()) === 0, 'but not over the reader\'s turn');
  await done(ana);

  const won = challenged(0, 0, true);
  ana = await look(browser, won.start, PHONE);
  const [struck, turned] = won.lines;
  ana.say(struck, { ...turned, legal: [{ do: 'play', card: 'R0' }, { do: 'draw' }] });
  await ana.at('pays').filter({ hasText: 'Didier draws 4.' }).waitFor();
  await ana.at('draw').click();
  await ana.at('ask-shown').waitFor({ state: 'detached' });
  await done(ana);

  ana = await look(browser, lost.start, WIDE);
  await ana.page.clock.install();
  ana.say(...lost.lines);
  await ana.at('ask-shown').waitFor();
  await ana.page.clock.runFor(10_000);
  await ana.at('ask-shown').waitFor({ state: 'detached' });
  await done(ana);
}

/** Who loads the page anew between the card and the verdict still reads which color mattered. */
async function reloaded({ browser }) {
  for (const [under, more] of [[{ event: 'played', seat: 2, card: 'G7' }, []], [{ event: 'played', seat: 2, card: 'W' }, [{ event: 'color', seat: 2, color: 'G' }]]]) {
    const { start, lines } = challenged(0, 0, true);
    const [about] = start.messages;
    const struck = { ...lines[0], type: 'view' };
    const past = [{ ...lines[0], n: 4, events: [under, ...more, { event: 'uno', seat: 1 }] }, lines[0]];
    const ana = await look(browser, { messages: [about, struck, ...past] });
    await ana.at('ticker').locator('span', { hasText: NAMES[3] }).waitFor();
    ana.say(lines[1]);
    await ana.at('verdict').filter({ hasText: 'green' }).waitFor();
    await done(ana);
  }
}

/** Who was away when the next Wild Draw Four was played does not read the color under the one before. */
async function missed({ browser }) {
  const { start, lines } = challenged(0, 0, true);
  const ana = await look(browser, start);
  ana.say(...lines);
  await ana.at('verdict').filter({ hasText: 'green' }).waitFor();
  const [about] = start.messages;
  const struck = { ...then(start, 20, { ...lines[0].view, rest: { color_before: 0 } }, [{ event: 'played', seat: 3, card: 'W+4', color: 'B' }], [{ do: 'accept' }, { do: 'challenge' }]) };
  const seen = { ...struck, type: 'view' };
  start.messages.splice(0, Infinity, about, seen, { ...struck, n: 19, events: [{ event: 'played', seat: 2, card: 'R7' }] }, struck);
  ana.say(seen);
  await ana.at('ask-challenge').filter({ hasText: 'had a red card' }).waitFor();
  ana.say({ ...lines[1], n: 21 });
  await ana.at('verdict').filter({ hasText: 'red' }).waitFor();
  await done(ana);
}

/** UNO is lit when it can be said: not with two cards of which none can be played. */
async function lit({ browser }) {
  const struck = { phase: 'struck', hand: ['R5', 'B7'], sizes: [2, 4, 4, 4], top: 'W+4', color: 'G', pending: 4, striker: 3, challengeable: true };
  const start = scene(4, { view: struck, legal: [{ do: 'accept' }, { do: 'challenge' }] });
  const ana = await look(browser, start);
  await ana.at('ask-challenge').waitFor();
  assert((await ana.page.locator('.uno.hot').count()) === 0, 'there is nothing to say yet');
  ana.say(then(start, 5, { phase: 'play', top: 'R1', color: 'R', pending: 0 }, [{ event: 'played', seat: 3, card: 'R1' }], [{ do: 'play', card: 'R5' }, { do: 'uno' }]));
  await ana.page.locator('.uno.hot').waitFor();
  ana.say(then(start, 6, { phase: 'play', top: 'Y1', color: 'Y', pending: 0 }, [{ event: 'played', seat: 3, card: 'Y1' }], [{ do: 'draw' }, { do: 'uno' }]));
  await ana.page.locator('.uno.hot').waitFor({ state: 'detached' });
  await done(ana);
}

/** With two players the direction means nothing; with three it does. */
async function direction({ browser }) {
  for (const players of [2, 3]) {
    const ana = await look(browser, scene(players, { events: [{ event: 'played', seat: 1, card: 'R7' }] }));
    await ana.at('top').waitFor();
    assert((await ana.page.locator('.direction').count()) === players - 2, `${players} players`);
    await done(ana);
  }
}

// ---- what must be done ----

/** A question does not move what lies on the table, where there is room for both; its players stand as they sit. */
async function calm({ browser }) {
  const start = scene(4, { view: { seat: 2, turn: 1 }, events: [{ event: 'played', seat: 1, card: 'R7' }] });
  const ana = await look(browser, start, PHONE);
  const before = await box(ana, '.piles');
  ana.say(then(start, 5, { turn: 2, phase: 'choose', purpose: 'seven' }, [], [0, 1, 3].map((who) => ({ do: 'choose', who }))));
  await ana.at('ask-choose').waitFor();
  const after = await box(ana, '.piles');
  assert(Math.abs(after.top - before.top) < 1 && Math.abs(after.bottom - before.bottom) < 1, `the piles are at ${before.top}, then at ${after.top}`);
  const named = (await texts(ana, '.ask .row .button')).join();
  const sit = (await texts(ana, '.seat-name')).join();
  assert(named === sit, `they sit as ${sit}; asked is ${named}`);
  await done(ana);
}

/** A drawn card that must be played says so, and so does a table where a card that fits must be
 * played; who wants to draw there is told why not. */
async function must({ browser }) {
  const drawn = scene(4, { view: { rules: 'duelo', phase: 'drawn', drawn: 'R5', must: true }, legal: [{ do: 'play', card: 'R5' }] });
  const fits = scene(4, { view: { rules: 'penas' }, legal: [{ do: 'play', card: 'R5' }, { do: 'uno' }] });
  for (const options of LOOKS) {
    let ana = await look(browser, drawn, options);
    await ana.at('must').filter({ hasText: /drew|robado/ }).waitFor();
    await inspect(ana, 'must-drawn');
    await done(ana);
    ana = await look(browser, fits, options);
    await ana.at('must').filter({ hasText: /fits|encaj/ }).waitFor();
    while (!/fits|encaja/.test((await texts(ana, '.notice'))[0] ?? '')) await ana.at('draw-pile').click({ force: true }); // once the engine has come
    await inspect(ana, 'must-play');
    await done(ana);
  }
  for (const options of LOOKS) {
    const may = await look(browser, scene(4, { view: { phase: 'drawn', drawn: 'R5' }, legal: [{ do: 'play', card: 'R5' }, { do: 'keep' }] }), options);
    await may.at('keep').waitFor();
    assert((await may.at('must').count()) === 0, 'who may keep it need not play it');
    await inspect(may, 'may-keep');
    await may.at('play-drawn').click();
    await may.page.locator('.hand-card.sent[data-card="R5"]').waitFor();
    await done(may);
  }
}

// ---- the hand ----

const SCREENS = [[360, 640], [390, 844], [844, 390], [820, 1180], [1280, 800]];
const MANY = 30;

/** With every card more the others are as large as before or smaller; none is cut off, nor below the bar. */
async function hands({ browser }) {
  const deck = Array.from({ length: MANY }, (_, i) => `${'RGBY'[i % 4]}${i % 10}`);
  for (const [width, height] of SCREENS) {
    const start = scene(2, { view: { hand: deck.slice(0, 1), turn: 1 } });
    const ana = await look(browser, start, { viewport: { width, height }, hasTouch: width < 1000 });
    let last = Infinity;
    for (let n = 1; n <= MANY; n++) {
      if (n > 1) ana.say(then(start, 4 + n, { hand: deck.slice(0, n), turn: 1 }, []));
      await ana.page.waitForFunction((count) => document.querySelectorAll('.hand-card').length === count, n);
      await ana.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))); // the hand has its height
      await still(ana.page);
      const { size, cut } = await ana.page.evaluate(() => {
        const felt = document.querySelector('.felt').getBoundingClientRect();
        const bar = document.querySelector('.actions').getBoundingClientRect();
        const cards = [...document.querySelectorAll('.hand-card')];
        const outside = ({ left, right, top, bottom }) => left < -0.5 || right > innerWidth + 0.5 || top < felt.bottom - 0.5 || bottom > bar.top + 0.5;
        return { size: cards[0].offsetWidth, cut: cards.map((c) => c.getBoundingClientRect()).filter(outside).map((b) => [b.left, b.top, b.right, b.bottom].map(Math.round).join()) };
      });
      assert(size <= last, `${width}x${height}: ${n} cards are ${size} px wide, and ${n - 1} were ${last}`);
      assert(cut.length === 0, `${width}x${height}, ${n} cards: cut off ${cut.join(' ')}`);
      last = size;
      if (process.env.MAZO_SHOTS && [1, 7, 8, 13, 20, 30].includes(n)) await ana.page.screenshot({ path: `${process.env.MAZO_SHOTS}/hand-${width}-${n}.png` });
    }
    await done(ana);
  }
}

/** Two go on to the next round: who was second hears nothing of it. */
async function second({ browser }) {
  const over = ending({ phase: 'round_over', scores: [0, 9, 0, 0] }, [{ event: 'won', seat: 1 }]);
  const next = scene(4, { events: [{ event: 'dealer', seat: 3, count: 1 }] });
  const ana = await look(browser, over);
  await ana.at('next').click();
  await ana.page.waitForFunction(() => document.querySelector('[data-testid="next"][aria-busy="true"]'));
  const [{ id }] = ana.all('do');
  const moved = { ...next.messages[2], n: 9 };
  ana.say(moved, { type: 'refused', table: 'ABCDEF', id, message: 'The round is not over yet' }, { ...moved, n: 10, events: [{ event: 'played', seat: 3, card: 'R7' }] });
  await ana.at('ticker').getByText('Didier').waitFor();
  assert((await ana.at('notice').innerText()) === '', `told: ${await ana.at('notice').innerText()}`);
  await done(ana);
}

// ---- what flies ----

/** Every flight, kept: where its middle begins and ends, and how large it is there. */
const FLIGHTS = `window.flown = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, ...rest) {
    if (this.classList.contains('flight')) {
      const middle = (text) => [40, 60].map((half, i) => half + parseFloat(text.match(/translate\\(([-\\d.]+)px, ([-\\d.]+)px/)[i + 1]));
      const [first, last] = [frames[0], frames[frames.length - 1]].map((frame) => frame.transform);
      const high = (text) => 120 * text.match(/scale\\(([\\d.]+)/)[1];
      window.flown.push({ from: middle(first), to: middle(last), high: Math.max(high(first), high(last)) });
    }
    return animate.call(this, frames, ...rest);
  };`;

const moving = (browser, moment, options) => look(browser, moment, { ...options, reducedMotion: 'no-preference' }, FLIGHTS);
const middleOf = (person, selector) => person.page.locator(selector).first().evaluate((el) => {
  const { left, top, width, height } = el.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
});
const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const flights = (person, least) => person.page.waitForFunction((n) => window.flown.length >= n && window.flown, least).then((f) => f.jsonValue());

/** The first deal, out of the lobby, and the next, from the end of a round: cards fly from the
 * draw pile to everybody, and none is larger than a card of the table or of the hand. */
async function deal({ browser }) {
  const hand = ['R0', 'R5', 'RS', 'G3', 'G+2', 'B7', 'BR'];
  const dealt = [0, 1, 2, 3].map((seat) => ({ event: 'dealt', seat, ...(seat ? { count: 7 } : { cards: hand }) }));
  const events = [{ event: 'dealer', seat: 3, count: 1 }, ...dealt, { event: 'turned', card: 'R7' }];
  const start = scene(4, { view: { hand, sizes: [7, 7, 7, 7] }, events });
  const lobby = { messages: [{ ...start.messages[0], status: 'open' }] };
  const over = ending({ phase: 'round_over', scores: [0, 9, 0, 0] }, [{ event: 'won', seat: 1 }]);
  for (const [before, sign, options] of [[lobby, 'lobby', SMALL], [over, 'round-over', PHONE], [lobby, 'lobby', LOW]]) {
    const ana = await moving(browser, before, options);
    await ana.at(sign).waitFor();
    ana.say(start.messages[0], { ...start.messages[2], n: 9 });
    const flown = await flights(ana, 7 + 3 * 4 + 1);
    const pile = await middleOf(ana, '[data-anchor="draw"]');
    for (const { from } of flown) assert(far(from, pile) < 12, `a card flies from ${from}, and the pile is at ${pile}`);
    const reached = await Promise.all(['.hand [data-card="R0"]', '[data-anchor="seat-2"]'].map((s) => middleOf(ana, s)));
    for (const place of reached) assert(flown.some(({ to }) => far(to, place) < 12), `no card flies to ${place}`);
    const highest = Math.max(...await ana.page.locator('.hand-card, .pile-card, .stack').evaluateAll((list) => list.map((el) => el.getBoundingClientRect().height)));
    for (const { high } of flown) assert(high <= highest * 1.1, `${options.viewport.width}: a card of ${high} px flies, and the highest on the table has ${highest}`);
    await done(ana);
  }
}

/** A wild flies to where the pile is once the question has gone, and shows its color: the card and
 * the table. */
async function wild({ browser }) {
  const hand = ['R0', 'G3', 'B7', 'Y9', 'W'];
  const start = scene(4, { view: { hand }, legal: [{ do: 'play', card: 'W', color: 'R' }], events: [{ event: 'played', seat: 3, card: 'R7' }] });
  for (const [i, options] of LOOKS.entries()) {
    const color = 'GBY'[i];
    const ana = await moving(browser, start, options);
    await ana.at('card-W').click();
    await ana.at('ask-wild').waitFor();
    await still(ana.page);
    const table = await ana.at('table').evaluate((el) => getComputedStyle(el).backgroundImage);
    await ana.at(`color-${color}`).click();
    ana.say(then(start, 5, { turn: 1, hand: hand.slice(0, 4), top: 'W', color, discard_count: 3 }, [{ event: 'played', seat: 0, card: 'W', color }]));
    await ana.page.locator(`[data-testid="top"][data-top="W"]`).waitFor();
    const flown = await flights(ana, 1);
    await still(ana.page);
    const pile = await middleOf(ana, '[data-anchor="top"]');
    assert(far(flown[flown.length - 1].to, pile) < 6, `the wild flies to ${flown[flown.length - 1].to}, and the pile is at ${pile}`);
    await ana.page.waitForFunction((before) => getComputedStyle(document.querySelector('[data-testid="table"]')).backgroundImage !== before, table); // the table has its color
    const paper = (selector) => ana.page.locator(`${selector} .paper`).first().evaluate((el) => getComputedStyle(el).fill);
    assert((await paper('[data-anchor="top"]')) === (await paper(`.hand .of-${color}`)), 'so has the card');
    await inspect(ana, `named-${color}`);
    await done(ana);
  }
}

/** With a clock, a badge and many points in the line, one still reads whose turn it is; and who says UNO covers no question. */
async function line({ browser }) {
  const view = { hand: ['R5', 'G3'], uno: [true, false, false, false], scores: [473, 0, 32, 189], options: { target: 500 }, turn: 0 };
  const start = scene(4, { view, ends_in: 119_000, legal: [{ do: 'play', card: 'R5' }, { do: 'draw' }] });
  for (const options of [SMALL, { ...PHONE, locale: 'es-ES' }, WIDE]) {
    const ana = await look(browser, start, options);
    await ana.at('own').getByText('Te toca').waitFor();
    const cut = await ana.at('own').locator('.own-words > *').evaluateAll((list) => list.filter((el) => el.scrollWidth > el.clientWidth).map((el) => el.textContent));
    assert(cut.length === 0, `${options.viewport.width}: cut: ${cut}`);
    await inspect(ana, 'own line');
    await done(ana);
  }
  const struck = { phase: 'struck', color: 'G', top: 'W+4', pending: 4, striker: 3, challengeable: true };
  const asked = then(start, 5, { ...view, ...struck }, [{ event: 'played', seat: 3, card: 'W+4', color: 'G' }, { event: 'uno', seat: 3 }], [{ do: 'accept' }, { do: 'challenge' }]);
  const ana = await moving(browser, start, { ...PHONE, locale: 'es-ES' });
  await stopTime(ana.page);
  ana.say(asked);
  for (const what of ['.moment', '.ask']) await soon(ana.page, ana.page.locator(what));
  const [moment, ask] = [await box(ana, '.moment'), await box(ana, '.ask')];
  assert(!meet(moment, ask), 'who says UNO covers the question');
  if (process.env.SHOTS) await ana.page.screenshot({ path: `${process.env.SHOTS}/moment.png` });
  await done(ana);
}

/** Of cards thrown together the last lies on the pile once it has landed, and not with the first. */
async function thrown({ browser }) {
  const start = scene(4, { view: { rules: 'jackpot', dispenser_count: 6, rule_cards: [] }, events: [{ event: 'played', seat: 2, card: 'R7' }] });
  const ana = await moving(browser, start, PHONE);
  await ana.at('ticker').locator('span', { hasText: NAMES[2] }).waitFor();
  await ana.page.waitForFunction(() => !document.querySelector('.flight'));
  await ana.page.evaluate(() => {
    const gone = new MutationObserver(() => {
      const top = document.querySelector('[data-anchor="top"]');
      if (document.querySelector('.flight') && top && getComputedStyle(top).visibility !== 'hidden') window.early = true;
    });
    gone.observe(document.body, { subtree: true, childList: true });
  });
  ana.say(then(start, 5, { top: 'B4', color: 'B', discard_count: 5 }, [{ event: 'threw', seat: 1, cards: ['R1', 'G2', 'B4'] }]));
  await flights(ana, 3);
  await ana.page.locator('.flight').last().waitFor({ state: 'detached' });
  await ana.page.waitForFunction(() => getComputedStyle(document.querySelector('[data-anchor="top"]')).visibility === 'visible');
  assert(!(await ana.page.evaluate(() => window.early)), 'the pile shows a card that is still in the air');
  await done(ana);
}

// ---- what covers what ----

/** What is asked is whole, also on a phone on its side, and leaves the color in sight where it is needed. */
async function whole({ browser }) {
  const unit = { rules: 'jackpot', top: 'RJ', dispenser_count: 6, rule_cards: [], actor: 0, purpose: 'effect',
    rest: { purpose: 5, effect: 1, lever: 0, rule_card_count: 7, rules_seen: 1 } };
  const card = (text, effect) => ({ number: 0, text, effects: [effect] });
  const mine = (phase, view, legal, players = 4) => scene(players, { view: { phase, ...view }, legal });
  const choice = (n) => Array.from({ length: n }, (_, who) => ({ do: 'choose', who: who + 1 }));
  const play = [{ do: 'play', card: 'R5' }, { do: 'done' }];
  const cards = ['R3', 'R8', 'G1', 'G+2', 'B4', 'Y0', 'YS', 'W', 'R1', 'R2', 'G4', 'G5', 'B6', 'B7'];
  const shown = scene(4, { view: { top: 'W+4' }, legal: play, events: [{ event: 'challenged', seat: 0, who: 3 }, { event: 'shown', seat: 3, who: 0, cards },
    { event: 'verdict', seat: 0, yes: true }, { event: 'drew', seat: 3, for: 'challenge', count: 4 }] });
  const moments = {
    run: mine('run', { ...unit, run_draws: 2, rule_card: card('Play as many cards as you can.', 'run') }, play),
    throw: mine('throw', { ...unit, owed: 4, rule_card: card('Throw cards until you hold 2.', 'discard_to 2') }, [{ do: 'throw', cards: [] }]),
    choose: mine('choose', { ...unit, rule_card: card('Give two cards to a player that you choose', 'give 2 chosen') }, choice(3)),
    'choose of ten': mine('choose', { purpose: 'seven' }, choice(9), 10),
    risk: scene(4, { view: { rules: 'penas' }, legal: play }),
    shown,
  };
  for (const options of [{ ...LOW, locale: 'es-ES' }, PHONE]) {
    for (const [name, moment] of Object.entries(moments)) {
      const ana = await look(browser, moment, options);
      if (name === 'risk') {
        await ana.at('live-turn').getByText(/./).waitFor(); // the engine is there
        await ana.at('card-G3').dispatchEvent('click');
      }
      await ana.page.locator('.ask').waitFor();
      await still(ana.page);
      const cut = await ana.page.locator('.ask').evaluate((el) => el.scrollHeight - el.clientHeight);
      assert(cut < 2, `${name}, ${options.viewport.width}: ${cut} px are cut off`);
      if (name === 'run' || name === 'throw') await ana.page.waitForFunction(() => document.querySelector('.named').getBoundingClientRect().bottom <= document.querySelector('.ask').getBoundingClientRect().top
        || document.querySelector('.named').getBoundingClientRect().right <= document.querySelector('.ask').getBoundingClientRect().left);
      await inspect(ana, `ask-${name}`);
      await done(ana);
    }
  }
}

const box = (person, selector) => person.page.locator(selector).first().evaluate((el) => {
  const { left, top, right, bottom } = el.getBoundingClientRect();
  return { left, top, right, bottom };
});
const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
export const LOW = { viewport: { width: 844, height: 390 }, hasTouch: true };

/** From now on the page's time goes on only in `soon` and runFor, however busy the machine is. */
export async function stopTime(page) {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
}

/** Waits until it is there, and lets little of the page's time pass. */
export async function soon(page, locator) {
  while (!(await locator.count())) await page.clock.runFor(20);
}

/** What somebody says does not cover a name, no matter who sits there. */
async function named({ browser }) {
  for (const players of [2, 4, 7, 10]) {
    const start = scene(players, { view: { turn: 1 }, events: [{ event: 'played', seat: 1, card: 'R7' }] });
    const loud = (seat) => [{ event: 'uno', seat }, { event: 'caught', seat: 0, who: seat }, { event: 'drew', seat, for: 'uno', count: 2 }];
    for (const options of [PHONE, SMALL, LOW]) {
      const ana = await look(browser, start, options);
      await ana.at('ticker').locator('span', { hasText: NAMES[1] }).waitFor();
      await stopTime(ana.page);
      const others = Array.from({ length: players - 1 }, (_, i) => i + 1);
      ana.say(then(start, 5, { turn: 1 }, others.flatMap(loud)));
      await soon(ana.page, ana.page.locator(`[data-testid="seat-${players - 1}"] .bubble.note`));
      const covered = await ana.page.evaluate(() => {
        const boxes = (selector) => [...document.querySelectorAll(selector)].map((el) => ({ text: el.textContent, box: el.getBoundingClientRect() }));
        const names = boxes('.seat-name');
        return boxes('.seat .bubble').flatMap(({ text, box: b }) => names
          .filter(({ box: n }) => b.left < n.right - 1 && n.left < b.right - 1 && b.top < n.bottom - 2 && n.top < b.bottom - 2)
          .map((name) => `${text} over ${name.text}`));
      });
      assert(covered.length === 0, `${players} at ${options.viewport.width}: ${covered}`);
      await done(ana);
    }
  }
}

/** Own bubbles leave the sentence that explains them to be read. */
async function bubbles({ browser }) {
  const start = scene(4, { view: { hand: ['R5'], turn: 1 }, events: [{ event: 'played', seat: 3, card: 'R7' }] });
  const loud = [{ event: 'uno', seat: 0 }, { event: 'caught', seat: 2, who: 0 }, { event: 'drew', seat: 0, for: 'uno', count: 2 }];
  for (const options of [...LOOKS, LOW]) {
    const ana = await look(browser, start, options);
    await ana.at('ticker').locator('span', { hasText: NAMES[3] }).waitFor();
    await stopTime(ana.page); // bubbles stay until they are looked at
    for (const [i, event] of loud.entries()) {
      ana.say(then(start, 5 + i, { turn: 1 }, [event]));
      await soon(ana.page, ana.page.locator(`.felt[data-n="${5 + i}"]`));
      const seen = '.own .bubble:last-child';
      await soon(ana.page, ana.page.locator(seen));
      const [bubble, said, bar] = [await box(ana, seen), await box(ana, '.ticker span'), await box(ana, '.actions')];
      assert(!meet(bubble, said), `${event.event} at ${options.viewport.width}: over the sentence`);
      assert(!meet(bubble, bar), `${event.event}: over the bar`);
    }
    await done(ana);
  }
}

/** What somebody says stays on the felt when a panel beside it makes it narrower. */
async function aside({ browser }) {
  const start = scene(4, { events: [{ event: 'played', seat: 3, card: 'R7' }] });
  const text = 'The same to you, and to everybody at this table';
  for (const options of [TABLET, { ...TABLET, locale: 'es-ES' }, WIDE]) {
    const ana = await look(browser, start, options);
    await stopTime(ana.page);
    ana.say(...[1, 3].map((seat) => ({ type: 'chat', table: 'ABCDEF', player: `p${seat}`, name: NAMES[seat], seat, text, at: 1 })));
    for (const seat of [1, 3]) await soon(ana.page, ana.page.locator(`[data-testid="seat-${seat}"] .bubble`));
    await ana.at('open-chat').click();
    await soon(ana.page, ana.at('chat'));
    await ana.page.locator('.felt').evaluate((el) => new Promise((seen) => new ResizeObserver(seen).observe(el))); // as the page does
    const felt = await box(ana, '.felt');
    for (const seat of [1, 3]) {
      const said = await box(ana, `[data-testid="seat-${seat}"] .bubble`);
      assert(said.left >= felt.left && said.right <= felt.right, `${options.viewport.width}: ${JSON.stringify([said, felt])}`);
    }
    await done(ana);
  }
}

/** The rule card covers neither the color nor the sentence; while the reel turns neither of them
 * tells what comes. */
async function reel({ browser }) {
  const start = scene(4, { view: { rules: 'jackpot', top: 'R7', dispenser_count: 7, rule_cards: [] }, events: [{ event: 'played', seat: 2, card: 'R7' }] });
  const card = { number: 0, text: 'Everybody passes two cards to the right', effects: ['give 2 right'] };
  const events = [{ event: 'played', seat: 3, card: 'RJ' }, { event: 'spun', seat: 3, face: 'each' }, { event: 'rule_card', seat: 3, rule_card: card }];
  for (const options of [...LOOKS, LOW]) {
    const ana = await moving(browser, start, options);
    await ana.at('ticker').locator('span', { hasText: 'Cleopatra' }).waitFor();
    await stopTime(ana.page);
    ana.say(then(start, 5, { top: 'RJ', dispenser_count: 6 }, events));
    await soon(ana.page, ana.page.locator('.felt[data-n="5"]'));
    assert(!(await texts(ana, '.ticker'))[0].includes(card.text), 'the sentence waits for the reel');
    assert((await ana.at('rule-card').count()) === 0, 'so does the rule card');
    assert(/^[67] /.test(await ana.at('slot').innerText()), 'and the face in words');
    const heard = () => texts(ana, '[data-testid="live"], .window[aria-label]').then((all) => all.join());
    await soon(ana.page, ana.at('live').filter({ hasText: 'Didier' }));
    assert(!(await heard()).includes(card.text), `a screen reader hears what was played, and not yet the rest: ${await heard()}`);
    const shown = await ana.page.locator('.window[aria-label]').getAttribute('aria-label');
    assert(/machine|m.quina/i.test(shown), `nor what the reel will show: ${shown}`);
    await soon(ana.page, ana.at('rule-card'));
    await soon(ana.page, ana.at('live').filter({ hasText: card.text }));
    const does = /2 (cards|cartas)/; // whatever is written on it
    for (const id of ['rule-card', 'live']) assert(does.test(await ana.at(id).innerText()), `${id} says what it does`);
    await ana.page.clock.resume();
    await still(ana.page);
    assert(/^(everybody|cada jugador)$/.test(await ana.at('slot').innerText()), `the face in words: ${await ana.at('slot').innerText()}`);
    const out = await box(ana, '.rule-out');
    for (const other of ['.named', '.ticker span', '.actions']) assert(!meet(out, await box(ana, other)), `${options.viewport.width}: the rule card lies over ${other}`);
    if (options === PHONE) await inspect(ana, 'rule-card'); // nor over what a finger needs
    ana.say(then(start, 6, { top: 'RJ', dispenser_count: 6, phase: 'throw', owed: 2, rule_card: card }, [{ event: 'uno', seat: 2 }], [{ do: 'throw', cards: [] }]));
    await ana.at('ask-throw').getByText(card.text).waitFor();
    assert((await ana.at('rule-card').count()) === 0, 'a question that shows the card does not lie over it');
    await done(ana);
  }
}

/** Beside the unit the name of the color leaves the corner of the card bare; touched, the unit opens the rules. */
async function corner({ browser }) {
  const start = scene(4, { view: { rules: 'jackpot', dispenser_count: 7, rule_cards: [] }, events: [{ event: 'played', seat: 2, card: 'R7' }] });
  for (const options of [LOW, { ...LOW, locale: 'es-ES' }]) {
    const ana = await look(browser, start, options);
    await ana.at('unit').waitFor();
    await still(ana.page);
    const [pile, named, said] = [await box(ana, '[data-anchor="top"]'), await box(ana, '.named'), await box(ana, '.ticker span')];
    assert(!meet({ ...pile, bottom: (pile.top + pile.bottom) / 2 }, named) && !meet(named, said), JSON.stringify({ pile, named, said }));
    await ana.at('unit').click();
    await ana.at('rules').waitFor();
    await done(ana);
  }
}

/** While the reel turns, bar, hand and seats stand as they did when the lever was pulled; what happens meanwhile comes after it. */
async function waits({ browser }) {
  const hand = ['RJ', 'R5', 'G3', 'B7', 'Y9'];
  const view = { rules: 'jackpot', hand, dispenser_count: 7, rule_cards: [], sizes: [5, 4, 4, 4] };
  const start = scene(4, { view, legal: [{ do: 'play', card: 'RJ' }, { do: 'draw' }], events: [{ event: 'played', seat: 3, card: 'R7' }] });
  const rest = hand.slice(1);
  const own = then(start, 5, { hand: rest, sizes: [4, 4, 4, 4], top: 'RJ', phase: 'throw', purpose: 'lever', discard_count: 3 },
    [{ event: 'played', seat: 0, card: 'RJ' }, { event: 'spun', seat: 0, face: 'colors' }], [{ do: 'throw', cards: [] }]);
  const drawn = [...rest, 'W', 'Y1', 'Y2', 'Y3'];
  const four = then(start, 5, { hand: drawn, sizes: [8, 4, 4, 4], top: 'RJ', turn: 1, discard_count: 3 },
    [{ event: 'played', seat: 0, card: 'RJ' }, { event: 'spun', seat: 0, face: 'four' }, { event: 'drew', seat: 0, for: 'spinner', cards: drawn.slice(4) }]);
  const uno = then(start, 6, four.view, [{ event: 'uno', seat: 2 }]);
  for (const [i, options] of [...LOOKS, LOW].entries()) {
    const ana = await moving(browser, start, options);
    await ana.at('ticker').locator('span', { hasText: 'Didier' }).waitFor();
    await stopTime(ana.page);
    const lines = i % 2 ? [four, uno] : [own];
    ana.say(...lines);
    await soon(ana.page, ana.page.locator('.felt[data-n="5"]'));
    await soon(ana.page, ana.page.locator('[data-testid="top"][data-top="RJ"]'));
    const held = ana.page.locator('.hand-card');
    assert((await held.count()) === 4, 'the card is on the pile, and none has been drawn');
    assert((await ana.at('felt').getAttribute('data-turn')) === '0', 'it is still the turn of who has pulled');
    for (const told of ['throw', 'ask-throw', 'draw']) assert((await ana.at(told).count()) === 0, `${told} is not offered yet`);
    assert((await ana.page.locator('.hand-card.can').count()) === 0, 'no card lights up');
    assert((await ana.page.locator('.bubble').count()) === 0, 'nobody has drawn');
    await ana.page.clock.runFor(1400);
    if (i % 2) {
      await soon(ana.page, ana.at('slot').getByText(/^(draw four|roba cuatro)$/));
      assert((await ana.at('felt').getAttribute('data-n')) === '5', 'what the reel shows can be read before others go on');
      await soon(ana.page, ana.page.locator('.felt[data-n="6"][data-turn="1"]'));
      assert((await held.count()) === 8, 'now they have come');
    } else await soon(ana.page, ana.at('throw'));
    await done(ana);
  }
}

/** There is nothing to call while rule cards are written, nor for who watches: neither by touch nor by key. */
async function nothing({ browser }) {
  const writing = scene(4, { view: { rules: 'jackpot', phase: 'write', round: 0, hand: [], written: [1], rule_cards_each: 2 }, legal: [{ do: 'write', rule_cards: [] }] });
  const watching = scene(4, { view: { seat: null, hand: [] } });
  for (const options of LOOKS) {
    for (const [moment, sign] of [[writing, 'write'], [watching, 'top']]) {
      const ana = await look(browser, moment, options);
      await ana.at(sign).waitFor();
      assert((await ana.at('uno').count()) + (await ana.at('catch').count()) === 0, `${sign}: nothing to call`);
      for (const key of ['u', 'x']) await ana.page.keyboard.press(key);
      assert(ana.sent.size === 0 && (await texts(ana, '.notice')).length === 0, `${sign}: nor by key`);
      await done(ana);
    }
  }
}

/** A Jackpot card waits for the reader's hand on the lever. */
async function lever({ browser }) {
  const view = { rules: 'jackpot', hand: ['RJ', 'R5', 'G3'], dispenser_count: 7, rule_cards: [] };
  const start = scene(4, { view, legal: [{ do: 'play', card: 'RJ' }, { do: 'play', card: 'R5' }, { do: 'draw' }] });
  for (const [i, options] of LOOKS.entries()) {
    const ana = await look(browser, start, options);
    await ana.at('card-RJ').click();
    await ana.at('pull').waitFor();
    assert((await ana.page.locator('.hand-card.sent').count()) === 0, 'the card waits');
    await inspect(ana, 'lever');
    await ana.page.keyboard.press('Escape');
    await ana.at('pull').waitFor({ state: 'detached' });
    await ana.at('draw').waitFor();
    await ana.at('card-RJ').click();
    await ana.at(i ? 'pull-machine' : 'pull').click();
    await ana.page.locator('.hand-card.sent[data-card="RJ"]').waitFor();
    await done(ana);
  }
}

/** Sound begins with a touch, rests when all has been heard, and is there again for the next card. */
async function sleeps({ browser }) {
  const remember = 'window.heard = []; window.AudioContext = class extends AudioContext { constructor() { super(); window.heard.push(this); } };';
  const start = scene(4, { events: [{ event: 'played', seat: 2, card: 'R7' }] });
  const ana = await look(browser, start, PHONE, remember);
  const is = (state) => ana.page.waitForFunction((s) => window.heard[0]?.state === s, state);
  await ana.at('felt').click();
  assert((await ana.page.evaluate(() => window.heard.length)) === 0, 'who has turned sounds off has none');
  await ana.page.keyboard.press('m');
  await ana.page.keyboard.press('Escape');
  await is('running');
  await is('suspended');
  ana.say(then(start, 5, { top: 'R5' }, [{ event: 'played', seat: 3, card: 'R5' }]));
  await is('running');
  await is('suspended');
  await done(ana);
}

export { then as after };
/** Of the first visible one that matches: how its text stands out from the page behind it, and how wide its border is. */
const weight = (person, selector) => person.page.locator(selector).locator('visible=true').first().evaluate((el) => {
  const light = (color) => color.match(/[\d.]+/g).slice(0, 3).map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  let behind = el;
  while (behind.parentElement && /^rgba.*, 0\)$/.test(getComputedStyle(behind).backgroundColor)) behind = behind.parentElement;
  const [a, b] = [getComputedStyle(el).color, getComputedStyle(behind).backgroundColor].map(light).sort((x, y) => y - x);
  return { ratio: (a + 0.05) / (b + 0.05), border: parseFloat(getComputedStyle(el).borderTopWidth) };
});

/** Who asks for more contrast gets it: text at 7 : 1, and a border around everything that can be pressed. */
async function contrast({ browser }) {
  for (const colorScheme of ['light', 'dark']) {
    const ana = await look(browser, scene(4, { legal: [{ do: 'draw' }] }), { ...PHONE, colorScheme, contrast: 'more' });
    for (const selector of ['.seat-button', '.call', '.actions .button']) {
      const { border } = await weight(ana, selector);
      assert(border >= 2, `${colorScheme} ${selector}: a border of ${border}`);
    }
    await ana.at('open-menu').click();
    for (const selector of ['.panel .button', '.panel .segments span']) {
      const { border, ratio } = await weight(ana, selector);
      assert(border >= 2 && ratio >= 7, `${colorScheme} ${selector}: ${ratio} : 1, a border of ${border}`);
    }
    await inspect(ana, `contrast-${colorScheme}`);
    await ana.page.goto('http://localhost/#offline');
    const late = await ana.page.evaluate(() => {
      const root = document.documentElement;
      return ['light', 'dark', root.dataset.theme].some((theme) => {
        root.dataset.theme = theme;
        return getComputedStyle(root).color !== getComputedStyle(document.body).color;
      });
    });
    assert(!late, 'a theme is there at once where nothing moves');
    for (const selector of ['.hint', 'h1', 'label']) {
      const { ratio } = await weight(ana, selector);
      assert(ratio >= 7, `${colorScheme} ${selector}: ${ratio} : 1`);
    }
    await done(ana);
  }
}

export default (world) => Object.entries({ fewest, quick, teams, target, verdict, stakes, shown, reloaded, missed, lit, direction, calm, must, hands, deal, wild, thrown, whole, named, bubbles, aside, reel, corner, waits, nothing, lever, line, second, sleeps, contrast })
  .map(([name, test]) => ({ name: `felt/${name}`, run: () => test(world) }));
