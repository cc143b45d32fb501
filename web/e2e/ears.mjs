// ears.mjs - the client by ear: what the live regions have said, which page is open, who won, what a button is called.
import { Person, assert } from './lib.mjs';
import { after, done, ending, look, PHONE } from './felt.mjs';
import { NAMES, bot, scene, seat, serve } from './scene.mjs';

const LARGE = { viewport: { width: 1280, height: 800 } };

/** Whatever the live regions say, in its order: nodes that come, with their text at that moment. */
const LISTEN = `window.said = [];
  new MutationObserver((list) => list.forEach(({ target, addedNodes }) => addedNodes.forEach((node) => {
    const region = (target.nodeType === 1 ? target : target.parentElement)?.closest('[data-testid^="live"]');
    if (region && node.textContent) window.said.push((region.dataset.testid === 'live-turn' ? '! ' : '') + node.textContent);
  }))).observe(document, { subtree: true, childList: true, characterData: true });`;

const listen = (browser, moment, options = LARGE) => look(browser, moment, options, LISTEN);
const said = (person) => person.page.evaluate(() => window.said);

/** Waits until this has been said, and gives back all of it. */
async function hears(person, text) {
  await person.page.waitForFunction((t) => window.said.some((s) => s.includes(t)), text).catch(async () => {
    throw new Error(`never said: ${text}\n${(await said(person)).join('\n')}`);
  });
  return said(person);
}
const forget = (person) => person.page.evaluate(() => void (window.said = []));
const played = (who, card, more) => ({ event: 'played', seat: who, card, ...more });

/** Every link of the start page: the window and the heading say where one is; and so on the way back. */
async function pages({ browser }) {
  const ana = await Person.come(browser, 'Ana', { serviceWorkers: 'block', ...LARGE });
  await serve(ana.context, {}, { messages: [], answers: { tables: { tables: [] }, history: { matches: [] }, best: { players: [] } } });
  await ana.page.goto('http://localhost/');
  await ana.at('home').waitFor();
  const head = () => ana.page.locator('h1');
  assert((await head().innerText()).trim() === 'Mazo' && (await head().textContent()).trim() === 'Mazo', 'the heading says it once');
  for (const [link, title] of [['play-now', 'Play now'], ['open-table', 'A table for friends'], ['public-tables', 'Public tables'],
    ['replay', 'Replay'], ['me', 'Your matches'], ['settings', 'Settings']]) {
    await ana.at(link).focus();
    await ana.page.keyboard.press('Enter');
    await ana.at('home').waitFor({ state: 'detached' });
    await ana.page.locator('h1:focus').waitFor();
    const name = await head().textContent();
    assert((await ana.page.title()) === `${name} · Mazo`, `${title}: ${name}, ${await ana.page.title()}`);
    await ana.page.goBack();
    await ana.at('home').waitFor();
    await ana.page.locator('h1:focus').waitFor();
    assert((await ana.page.title()) === 'Mazo', await ana.page.title());
  }
  await ana.page.goto('http://localhost/#offline');
  await ana.at('deal').focus();
  await ana.page.keyboard.press('Enter');
  await ana.at('table').waitFor();
  await ana.page.locator('h1:focus').waitFor();
  assert(/^(Against bots|● Your turn) · Mazo$/.test(await ana.page.title()), await ana.page.title());
  ana.clean(/Service Worker registration blocked/);
  await ana.leave();
}

/** Sentences come one after another and stay; the oldest go. */
async function log({ browser }) {
  const start = scene(2, { view: { turn: 1 }, events: [played(0, 'R7')] });
  const ana = await listen(browser, start);
  await hears(ana, 'You play a red 7');
  ana.say(after(start, 5, { turn: 1 }, [{ event: 'uno', seat: 0 }]), after(start, 6, { turn: 1, top: 'R5' }, [played(1, 'R5')]),
    { type: 'chat', table: 'ABCDEF', player: 'p1', name: 'Beto', seat: 1, text: 'Hello', at: 1 });
  await hears(ana, 'Beto: Hello');
  const live = ana.at('live');
  assert((await live.getAttribute('role')) === 'log', 'a log');
  const lines = await live.locator('p').allTextContents();
  for (const line of ['You say UNO!', 'Beto plays a red 5.', 'Beto: Hello']) assert(lines.includes(line), `${line} is still there: ${lines}`);
  for (let n = 7; n < 27; n++) ana.say(after(start, n, { turn: 1 }, [played(1, `R${n % 10}`)]));
  await ana.page.locator('.felt[data-n="26"]').waitFor();
  await hears(ana, 'red 6');
  assert((await live.locator('p').count()) <= 12, 'the oldest go');
  await done(ana);
}

/** One's own turn: what is owed, that one may challenge, how many fit; and again while it stays. */
async function turn({ browser }) {
  const hand = ['R5', 'RS', 'RS', 'G3'];
  const fits = [{ do: 'play', card: 'R5' }, { do: 'play', card: 'RS' }, { do: 'draw' }];
  const start = scene(2, { view: { hand, turn: 1 }, events: [played(1, 'R7')] });
  const ana = await listen(browser, start);
  await ana.at('hand').waitFor();
  const names = await ana.page.locator('.hand-card .unseen').allTextContents();
  assert(names[0] === 'red 5, 1 of 4', `on another's turn nothing is said to fit or not: ${names}`);
  assert((await ana.page.locator('.hand-card[aria-disabled="true"]').count()) === 0, 'nor to be disabled');

  ana.say(after(start, 5, { hand, turn: 0, top: 'RS' }, [played(1, 'RS')], fits));
  await hears(ana, '! Your turn: play a card, or draw one. 3 cards fit. On top: red Skip.');
  assert((await ana.page.title()) === '● Your turn · Mazo', await ana.page.title());
  assert((await ana.page.locator('.hand-card .unseen').last().textContent()) === 'green 3, does not fit, 4 of 4', 'now it is');
  await forget(ana);
  ana.say(after(start, 6, { hand, turn: 0, top: 'RS' }, [played(0, 'RS'), { event: 'skipped', seat: 1 }], fits));
  await hears(ana, '! Your turn: play a card, or draw one. 3 cards fit. On top: red Skip.'); // the same, and said again
  await forget(ana);
  ana.say(after(start, 7, { hand, turn: 0, top: 'RS', uno: [false, true], sizes: [4, 1] }, [{ event: 'uno', seat: 1 }], fits));
  const all = await hears(ana, 'Beto says UNO');
  assert(!all.some((s) => s.startsWith('!')), `what others say does not begin it anew: ${all}`);

  const stakes = 'If Beto had a green card, they draw 4; if not, you draw 6.';
  const owes = [[[{ do: 'accept' }], 'You must draw 4 cards.'], [[{ do: 'accept' }, { do: 'challenge' }], `Draw 4 cards, or challenge. ${stakes}`],
    [[{ do: 'accept' }, { do: 'play', card: 'RS' }], 'Draw 4 cards, or play a draw card on top.'],
    [[{ do: 'accept' }, { do: 'challenge' }, { do: 'play', card: 'RS' }], `Draw 4 cards, challenge, or play a draw card on top. ${stakes}`]];
  for (const [i, [legal, words]] of owes.entries()) {
    ana.say(after(start, 8 + i, { hand, turn: 0, phase: 'struck', pending: 4, top: 'W+4', color: 'R', striker: 1, rest: { color_before: 1 } }, [played(1, 'W+4', { color: 'R' })], legal));
    await hears(ana, `! Your turn. ${words} On top: Wild Draw Four, color red.`);
  }
  ana.say(after(start, 20, { hand, turn: 0, phase: 'throw' }, [{ event: 'uno', seat: 1 }], [{ do: 'throw', cards: [] }]));
  await hears(ana, '! Your turn. Throw up to one card of each color. The last one is the new top card.');
  ana.say(after(start, 21, { hand, turn: 1, top: 'R5', options: { jump_in: true } }, [played(0, 'R5')], [{ do: 'play', card: 'R5' }]));
  await hears(ana, '! You can jump in: red 5.');
  await ana.at('must').filter({ hasText: 'You can jump in: red 5' }).waitFor(); // and it stands in the bar
  await done(ana);

  const writing = (seat, legal) => scene(2, { view: { seat, rules: 'jackpot', phase: 'write', round: 0, turn: 0, hand: [], top: null, color: null, written: [], rule_cards_each: 2 }, legal });
  for (const [seat, legal, words] of [[0, [{ do: 'write', rule_cards: [] }], '! Your turn. Write the rule cards.'], [1, [{ do: 'write', rule_cards: [] }], '! Your turn. Write the rule cards.']]) {
    const beto = await listen(browser, writing(seat, legal));
    assert(!(await hears(beto, words)).some((s) => /fits?\b/.test(s)), 'there are no cards yet');
    await done(beto);
  }
}

/** A deal begins with one's own cards. */
async function dealt({ browser }) {
  const lobby = scene(4, { table: { status: 'open', n: 0 } });
  const ana = await listen(browser, { messages: [lobby.messages[0]] });
  const hand = ['R0', 'R5', 'RS', 'G3', 'G+2', 'B7', 'BR'];
  const cuts = [0, 1, 2, 3].flatMap((i) => [{ event: 'cut', seat: i, card: `B${i}` }, { event: 'cut', seat: i, card: `G${i}` }]);
  const deals = [1, 2, 3, 0].map((i) => ({ event: 'dealt', seat: i, ...(i ? { count: 7 } : { cards: hand }) }));
  const start = scene(4, { view: { hand, turn: 1 }, events: [...cuts, { event: 'dealer', seat: 3, count: 1 }, ...deals, { event: 'turned', card: 'R7' }] });
  ana.say(start.messages[0], start.messages[2]);
  const [first, ...rest] = (await hears(ana, 'red 7')).filter((s) => !s.startsWith('!'));
  assert(/^You are dealt 7 cards: red 0/.test(first), first);
  const words = [first, ...rest].join(' ').split(' ').length;
  assert(!/find the dealer|for the deal/i.test(rest.join()) && words < 50, `${words} words: ${[first, ...rest].join(' ')}`);
  await done(ana);
}

/** The end: who has won is said and has the focus, and the points are a table with headers. */
async function result({ browser }) {
  const events = [{ event: 'won', seat: 1 }, ...[[0, 45], [2, 32], [3, 19]].map(([i, points]) => ({ event: 'counted', seat: i, cards: ['R5', 'G+2'], points })),
    { event: 'scored', seat: 1, points: 96 }, { event: 'match_over' }];
  const start = scene(4, { view: { turn: 1, hand: ['R5', 'G+2'] }, events: [played(3, 'R7')] });
  const over = { phase: 'match_over', hand: ['R5', 'G+2'], turn: 1, round_winner: 1, match_winners: [1], sizes: [2, 0, 2, 2], scores: [0, 512, 20, 19] };
  const ana = await listen(browser, start, { ...LARGE, reducedMotion: 'no-preference' });
  await ana.at('card-R5').focus();
  ana.say(after(start, 5, over, events));
  await ana.page.locator('.round-end h2:focus').waitFor();
  await hears(ana, 'Beto wins the match');
  const tree = await ana.at('match-over').ariaSnapshot();
  for (const part of ['columnheader "Player"', 'columnheader "Cards in hand"', 'columnheader "Points in hand"', 'columnheader "Total"',
    'rowheader "Beto winner"', 'rowheader "Ana you"', 'cell "red 5, green Draw Two"', 'cell "45"', 'cell "512 +96"'])
    assert(tree.includes(part), `${part}\n${tree}`);
  await done(ana);
  const next = await listen(browser, ending({ phase: 'round_over', scores: [0, 9, 0, 0] }, [{ event: 'won', seat: 1 }]));
  await next.at('next').focus();
  const dealing = scene(4, { events: [{ event: 'turned', card: 'R7' }], legal: [{ do: 'draw' }] });
  next.say({ ...dealing.messages[2], n: 9 });
  await next.page.locator('.hand-card:focus').waitFor(); // back to the cards
  await done(next);
}

/** Who sits down, goes, comes back and reacts; and that the table is full. */
async function people({ browser }) {
  const table = (seats, more) => ({ ...scene(3, { table: { status: 'open', seats, n: 0, ...more } }).messages[0] });
  const free = (i) => ({ seat: i, sits: 'open' });
  const ana = await listen(browser, { messages: [table([seat(0), free(1), free(2)])] });
  await ana.at('lobby').waitFor();
  const steps = [
    [[seat(0), seat(1), free(2)], 'Beto sits down.'],
    [[seat(0), seat(1), seat(2)], 'All seats are taken.'],
    [[seat(0), seat(1, { here: false }), seat(2)], 'Beto is away.'],
    [[seat(0), seat(1), seat(2)], 'Beto is back.'],
    [[seat(0), free(1), seat(2)], 'Beto has left.'],
  ];
  for (const [seats, words] of steps) {
    ana.say(table(seats));
    await hears(ana, words);
  }
  assert(!(await said(ana)).some((s) => s.includes('Ana')), 'not about oneself');
  const react = (who) => ({ type: 'reaction', table: 'ABCDEF', player: `p${who}`, name: NAMES[who], seat: who, face: '👏' });
  ana.say(react(2), { type: 'chat', table: 'ABCDEF', player: 'p2', name: NAMES[2], seat: 2, text: 'Hello', at: 1 });
  await hears(ana, 'Cleopatra: applause');
  await hears(ana, 'Cleopatra: Hello');
  await done(ana);

  const start = scene(4, { events: [played(3, 'R7')] });
  const eva = await listen(browser, start);
  await hears(eva, 'Didier plays');
  const [about] = start.messages;
  eva.say({ ...about, seats: about.seats.map((s) => (s.seat === 1 ? { ...s, here: false } : s)) }, react(3));
  await hears(eva, 'Beto is away.');
  await hears(eva, 'Didier: applause');
  eva.say({ ...about, seats: about.seats.map((s) => (s.seat === 1 ? bot(1) : s)) });
  await hears(eva, 'Beto has left.');
  await done(eva);
}

/** What things are called. */
async function names({ browser }) {
  const start = scene(4, { view: { turn: 1 }, events: [played(3, 'R7')] });
  const ana = await listen(browser, start, { ...LARGE, ...PHONE });
  const tree = await ana.at('table').ariaSnapshot();
  for (const part of ['button "Cleopatra, 2 cards, 74 points"', 'button "Sounds"']) assert(tree.includes(part), `${part}\n${tree}`);
  assert((await ana.at('sound').getAttribute('aria-pressed')) === 'false', 'sounds are off');
  await ana.at('sound').click();
  assert((await ana.at('sound').getAttribute('aria-pressed')) === 'true', 'and on');
  assert((await ana.page.locator('button[title][aria-label]').count()) === 0, 'no name is read twice');
  await ana.page.evaluate(() => document.activeElement.blur());
  await ana.page.keyboard.press('?');
  await ana.at('keys').waitFor();
  const panel = await ana.at('keys').ariaSnapshot();
  assert(panel.includes('group "Keys"'), `what scrolls has a name: ${panel}`);
  await ana.page.keyboard.press('Escape');
  await ana.page.locator('.hand-card:focus').waitFor();
  await ana.page.goto('http://localhost/#offline');
  await ana.page.locator('.house summary').first().waitFor();
  const summary = await ana.page.locator('.house').first().ariaSnapshot();
  assert(!/[▾▴]/.test(summary), `an arrow is not read: ${summary}`);
  await done(ana);
}

export default (world) => Object.entries({ pages, log, turn, dealt, result, people, names })
  .map(([name, test]) => ({ name: `ears/${name}`, run: () => test(world) }));
