// felt.mjs - moments at the table as a reader sees them, said by the server of scene.mjs: who
// leads, what a challenge has brought, where cards fly to, what covers what.
import { Person, assert } from './lib.mjs';
import { inspect } from './measure.mjs';
import { NAMES, scene, serve } from './scene.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const SMALL = { viewport: { width: 360, height: 640 }, hasTouch: true, locale: 'es-ES' };
const WIDE = { viewport: { width: 1280, height: 800 }, locale: 'es-ES', colorScheme: 'dark' };
const LOOKS = [PHONE, SMALL, WIDE];

/** A person at a table that only tells this scene; `say` goes on with it. */
async function look(browser, moment, options = PHONE) {
  const person = await Person.come(browser, 'Ana', { serviceWorkers: 'block', ...options });
  const talk = {};
  await serve(person.context, talk, moment);
  person.say = (...lines) => talk.on(lines);
  await person.page.goto('http://localhost/t/ABCDEF');
  await person.at('table').waitFor();
  return person;
}

async function done(person) {
  person.clean(/Service Worker registration blocked/);
  await person.leave();
}

/** Of the elements that match: their texts. */
const texts = (person, selector) => person.page.locator(selector).evaluateAll((list) => list.map((el) => el.textContent));

// ---- the end of a round ----

const counted = (seat, points) => ({ event: 'counted', seat, cards: ['R5', 'W', 'G+2'].slice(0, (points % 3) + 1), points });
const ending = (view, events) => scene(4, { view: { hand: [], turn: 1, round_winner: 1, sizes: [3, 0, 5, 9], ...view }, legal: [{ do: 'next' }], events });

/** The seats from the top of the ranking, once the engine has told how the sheet counts. */
async function ranking(person, first) {
  await person.page.locator(`.count li:first-child[data-testid="rank-${first}"]`).waitFor();
  return person.page.locator('.count li').evaluateAll((list) => list.map((el) => Number(el.dataset.testid.slice(5))));
}

/** A sheet without options of its own, where each adds up what they hold: fewest first, and a
 * gain is not good news. */
async function fewest({ browser }) {
  const events = [{ event: 'won', seat: 1 }, counted(0, 75), counted(2, 32), counted(3, 189),
    ...[[0, 75], [2, 32], [3, 189]].map(([seat, points]) => ({ event: 'scored', seat, points }))];
  for (const options of LOOKS) {
    const ana = await look(browser, ending({ rules: 'sin-reversa', phase: 'round_over', scores: [75, 0, 32, 189] }, events), options);
    assert((await ranking(ana, 1)).join() === '1,2,0,3', 'the fewest points lead');
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
    assert(!/punt|point/.test((await texts(playing, '[data-testid="seat-panel"] p'))[0]), 'nor about a player');
    await done(playing);
    const view = { ...none, phase: 'match_over', match_winners: [2], round_winner: 2, sizes: [3, 6, 0, 2] };
    const ana = await look(browser, ending(view, [{ event: 'won', seat: 2 }, { event: 'match_over' }]), options);
    assert((await ranking(ana, 2)).join() === '2,3,0,1', 'the winner, then who holds least');
    assert((await texts(ana, '.count .points')).length === 0, 'no points');
    await inspect(ana, 'no-points');
    await done(ana);
  }
}

export default (world) => Object.entries({ fewest, quick })
  .map(([name, test]) => ({ name: `felt/${name}`, run: () => test(world) }));
