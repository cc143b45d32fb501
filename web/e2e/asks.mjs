// asks.mjs - decisions made by hand, one by one, with decks that bring them up at once. Whatever is
// asked, UNO and Catch stay where they are, and every question is measured: in both languages and
// themes, on a small phone and at 200 %.
import { Person, assert, comes, deal, table } from './lib.mjs';
import { bar, inspect } from './measure.mjs';

const LOOKS = [
  { viewport: { width: 320, height: 568 }, hasTouch: true, locale: 'es-ES' },
  { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2, colorScheme: 'dark' },
  { viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'es-ES', colorScheme: 'dark' },
];
const NAMES = ['Ana', 'Beto', 'Caro'];
const PLAIN = { numbers: '0000000000', draw_twos: 0, skips: 0, reverses: 0, wilds: 0, wild_fours: 0, target: 5000 };

/** So many people at a table of these rules, dealt. */
async function sit({ browser, server }, rules, options, count = 2) {
  const people = await Promise.all(NAMES.slice(0, count).map((name, i) => Person.come(browser, name, LOOKS[i])));
  people.code = await table(people[0], people.slice(1), { url: server.url, rules, options: { ...PLAIN, ...options } });
  await deal(people[0], people);
  return people;
}

async function end(people) {
  for (const person of people) {
    person.clean();
    await person.leave();
  }
}

/** Does it, and waits until everybody has seen what comes of it. */
async function act(people, run) {
  const before = await people[0].number();
  await run();
  for (const person of people) await person.reaches(before + 1);
}

const phase = (person) => person.at('felt').getAttribute('data-phase');

/** Whose turn it is, once all have seen the same. */
async function toMove(people) {
  let seen;
  const same = async () => {
    seen = await Promise.all(people.map((p) => p.at('felt').evaluate((el) => `${el.dataset.turn} ${el.dataset.n}`)));
    return seen.every((s) => s === seen[0]) && people[parseInt(seen[0], 10)];
  };
  return comes(same, () => `they see turn and number ${seen}`);
}

const other = (people, person) => people.find((p) => p !== person);
const cards = (person) => person.page.locator('.hand-card');
const held = async (person) => (await cards(person).evaluateAll((list) => list.map((el) => el.dataset.card))).sort();

/** The first of these cards, on the strip of its own that no other covers. */
const touch = (locator) => locator.first().click({ position: { x: 12, y: 12 } });

/** A finger does not ask whether a card can be played. */
const tap = (person, card) => person.page.locator(card).first().click({ force: true, position: { x: 12, y: 12 } });

/** UNO not said and caught, said in time, said late. */
async function uno(world) {
  const people = await sit(world, 'oficial', { numbers: '7000000000', hand_size: 3 });
  for (const p of people) await bar(p, 'turn');
  let [first, second] = [await toMove(people)];
  second = other(people, first);
  const playCard = (p) => act(people, () => touch(cards(p)));
  await playCard(first);
  await playCard(second);
  await playCard(first); // one card left, and not a word
  await second.page.locator('.call.catch.hot').waitFor();
  await inspect(second, 'somebody to catch');
  await inspect(first, 'to be caught');
  await act(people, () => second.at('catch').click());
  assert((await cards(first).count()) === 3, 'who was caught draws two');
  await second.at('uno').click(); // two cards, one's own turn: in time
  await second.page.locator('.call.uno.hot').waitFor({ state: 'detached' });
  await playCard(second);
  await first.forget();
  await first.at('catch').click();
  await first.passed('notice'); // nobody to catch
  assert((await cards(second).count()) === 1, 'who said it stays');
  await inspect(first, 'nobody to catch');
  await end(people);
}

/** A Wild Draw Four: the color, the challenge, and the hand for the challenger alone. */
async function challenge(world) {
  const people = await sit(world, 'oficial', { numbers: '7000000000', wild_fours: 16 });
  const watcher = await Person.come(world.browser, 'Dora', LOOKS[2]);
  await watcher.page.goto(`${world.server.url}/t/${people.code}`);
  await watcher.at('table').waitFor();
  const all = [...people, watcher];
  let bluffer = await toMove(people);
  while ((await bluffer.at('card-W+4').count()) === 0) {
    await act(all, () => touch(cards(bluffer).and(bluffer.page.locator('.can'))));
    bluffer = await toMove(people);
  }
  const struck = other(people, bluffer);
  await touch(bluffer.at('card-W+4'));
  await bluffer.at('ask-wild').waitFor();
  await inspect(bluffer, 'ask-wild');
  await bluffer.at('not-this-card').click();
  await bluffer.at('ask-wild').waitFor({ state: 'detached' });
  await touch(bluffer.at('card-W+4'));
  await act(all, () => bluffer.at('color-B').click());
  assert((await struck.at('top').getAttribute('data-color')) === 'B', 'blue it is');
  const hand = await held(bluffer);
  await struck.at('challenge').waitFor();
  await inspect(struck, 'challenge');
  await act(all, () => struck.at('challenge').click());
  await struck.at('ask-shown').hover(); // it stays as long as the pointer is there
  await inspect(struck, 'ask-shown');
  assert((await struck.at('shown-hand').locator('svg.card').count()) === hand.length, 'the whole hand is turned over');
  const named = await struck.at('shown-hand').getAttribute('aria-label');
  assert(named.split(', ').length === hand.length, `and every card is named: ${named}`);
  assert((await bluffer.at('ask-shown').count()) + (await watcher.at('ask-shown').count()) === 0, 'nobody else sees it');
  await struck.at('ask-shown').getByRole('button').click();
  await struck.at('ask-shown').waitFor({ state: 'detached' });
  await end(all);
}

/** A Wild that opens the round: the first player names the color. */
async function color(world) {
  const people = await sit(world, 'oficial', { wilds: 16, hand_size: 3 });
  const one = await toMove(people);
  await one.at('ask-color').waitFor();
  await inspect(one, 'ask-color');
  await act(people, () => one.at('color-Y').click());
  assert((await one.at('top').getAttribute('data-color')) === 'Y', 'yellow it is');
  await end(people);
}

/** A seven: swap hands with who? By the button, and by touching the player. */
async function choose(world) {
  const people = await sit(world, 'oficial', { numbers: '0000000700', seven_zero: true, hand_size: 4 }, 3);
  for (const way of [(p, seat) => p.at(`choose-${seat}`), (p, seat) => p.at(`seat-${seat}`).locator('.seat-button')]) {
    const one = await toMove(people);
    const seat = (people.indexOf(one) + 1) % 3;
    await act(people, () => touch(cards(one)));
    await one.at('ask-choose').filter({ hasText: /Swap hands with who\?|¿Con quién cambias/ }).waitFor();
    await inspect(one, 'ask-choose');
    const wanted = await held(people[seat]);
    await act(people, () => way(one, seat).click());
    assert((await held(one)).join() === wanted.join(), 'the hands are swapped');
  }
  await end(people);
}

/** The strict table: a wrong card costs one, and anyone who makes suggestions is accused. */
async function strict(world) {
  const people = await sit(world, 'penas', { numbers: '1111111111' }, 3);
  const one = await toMove(people);
  const waits = other(people, one);
  const before = await held(waits);
  await tap(waits, '.hand-card'); // out of turn
  await waits.at('ask-risk').waitFor();
  assert((await waits.at('ask-risk').locator('p').textContent()).length > 10, 'it says why');
  await inspect(waits, 'ask-risk');
  await waits.at('ask-risk').getByRole('button').first().click();
  await waits.at('ask-risk').waitFor({ state: 'detached' });
  assert((await held(waits)).join() === before.join(), 'who thinks better of it pays nothing');
  await tap(waits, '.hand-card');
  await act(people, () => waits.at('ask-risk').getByRole('button').last().click());
  assert((await held(waits)).length === before.length + 1, 'who plays it draws one');

  const [ana, beto, caro] = people;
  const accuse = async (who) => {
    await who.at('seat-1').locator('.seat-button').click();
    await act(people, () => who.at('accuse').click());
    for (const p of people) await p.at('ask-vote').waitFor();
  };
  let size = await cards(beto).count();
  await accuse(ana);
  for (const p of people) await inspect(p, 'ask-vote');
  await act(people, () => caro.at('vote-yes').click());
  await beto.at('ask-vote').waitFor({ state: 'detached' });
  assert((await cards(beto).count()) === size + 2, 'two say so: it costs two cards');
  size += 2;
  await accuse(caro);
  await act(people, () => beto.at('admit').click());
  await beto.at('ask-vote').waitFor({ state: 'detached' });
  assert((await cards(beto).count()) === size + 2, 'so it does to admit it');
  await end(people);
}

/** Writes rule cards by touch: an effect each, taken from the list, or only words, which are a dare. */
async function write(person, effects) {
  for (const [i, effect] of effects.entries()) {
    const draft = person.at(`draft-${i + 1}`);
    await draft.getByTestId(`how-${i + 1}-own`).check({ force: true });
    assert((await draft.locator('.effect').count()) === 0 && (await draft.getByTestId('rule-words').inputValue()) === '', 'nothing of the idea is left');
    if (effect.includes(' ')) {
      await draft.getByTestId('rule-words').fill(effect);
      await draft.getByTestId('rule-does').filter({ hasText: /does what it says|hace lo que dice/ }).waitFor();
    } else await draft.getByTestId('add-effect').selectOption(effect);
  }
  await inspect(person, 'write');
  await person.at('write-done').click();
}

/** One step of the player who is asked; gives back what was asked. */
async function carryOut(people) {
  const one = await toMove(people);
  const now = await phase(one);
  const tap = (locator) => act(people, () => locator.click());
  if (now === 'throw') {
    while ((await one.at('throw').getAttribute('aria-disabled')) === 'true') await touch(one.page.locator('.hand-card[aria-pressed="false"]'));
    await tap(one.at('throw'));
  } else if (now === 'choose') await tap(one.at('ask-choose').getByRole('button').first());
  else if (now === 'color') await tap(one.at('color-G'));
  else if (now === 'dare') await tap(one.at('done'));
  else if (now === 'round_over') await tap(one.at('next'));
  else if (await one.page.locator('.hand-card.can').count()) await act(people, async () => {
    const lever = (await one.page.locator('.hand-card.can').first().getAttribute('data-card')).endsWith('J') && now !== 'run';
    await touch(one.page.locator('.hand-card.can'));
    if (lever) await one.at('pull').click();
  });
  else await tap(one.at('done').or(one.at('keep')).or(one.at('pass')).or(one.at('accept')).or(one.at('draw')).first());
}

/** Jackpot: rule cards written by touch, and carried out. */
async function jackpot(world) {
  const people = await sit(world, 'jackpot', { jackpots: 7, wild_jackpots: 0, hand_size: 9 });
  const [ana, beto] = people;
  await ana.at('write-done').waitFor();
  await write(ana, ['Sing a song', 'discard', 'give', 'color']);
  await write(beto, ['dare', 'run', 'swap', 'others_draw']);
  for (const p of people) await p.at('hand').waitFor();
  const wanted = new Set(['dare', 'throw', 'choose', 'color']);
  for (let i = 0; wanted.size > 0; i++) {
    assert(i < 400, `never asked: ${[...wanted]}`);
    const one = await toMove(people);
    const now = await phase(one);
    if (now === 'choose') await one.at('ask-choose').locator('h2', { hasText: /\bwho\b|quién/i }).waitFor(); // what for
    if (wanted.delete(now)) await inspect(one, `ask-${now}`);
    else if (!now.endsWith('over')) await bar(one, now);
    if (now === 'match_over') break;
    await carryOut(people);
  }
  // A card without words of its own is told in words all the same.
  await ana.at('open-rules').click();
  const known = await ana.at('rules').locator('section').first().textContent();
  assert(!/others_draw|discard 2/.test(known), `in words: ${known}`);
  await inspect(ana, 'rules');
  await end(people);
}

/** A card that does not fit says why; the rules are one touch away; no panel covers the bar. */
async function why(world) {
  const people = await sit(world, 'oficial', { numbers: '1111111111', hand_size: 12 });
  const one = await toMove(people);
  await one.forget();
  await tap(one, '.hand-card.cannot');
  assert((await one.passed('notice')).length > 10, 'it says why');
  await inspect(one, 'does not fit');
  const two = other(people, one);
  await two.forget();
  await tap(two, '.hand-card');
  await two.passed('notice');
  await two.at('open-rules').click();
  await two.at('rules').locator('li').nth(10).waitFor(); // the rules in words
  await inspect(two, 'rules');
  for (const p of people) {
    for (const [key, panel] of [['l', 'log'], ['?', 'keys']]) {
      await p.page.keyboard.press('Escape');
      await p.page.keyboard.press(key);
      await p.at(panel).waitFor();
      await inspect(p, panel);
    }
    await p.page.keyboard.press('Escape');
    for (const panel of ['menu', 'chat']) {
      await p.at(`open-${panel}`).click();
      await inspect(p, panel);
      await p.at('close-panel').click();
    }
  }
  await end(people);
}

/** The rules of the table are enough to play by: what every card does, with its picture, by the rules in force. */
async function words(world) {
  const SKIP = { en: 'Skip: the next player loses the turn.', es: 'Pierde turno: el siguiente jugador pierde el turno.' };
  const STACKS = { en: 'or stacks.', es: 'o acumula.' };
  const whole = { numbers: '1222222222', draw_twos: 2, skips: 2, wilds: 4, wild_fours: 4 };
  const alone = await Person.come(world.browser, 'Sola', LOOKS[0]);
  for (const page of ['offline', 'host']) { // also before there is a table
    await alone.page.goto(`${world.server.url}/#${page}`);
    await alone.at('open-rules').click();
    await alone.at('rules').locator('[data-card="RS"]').first().waitFor();
    await inspect(alone, `words-${page}`);
    await alone.at('close-panel').click();
  }
  await end([alone]);
  for (const [rules, stacking] of [['oficial', false], ['sin-reversa', true]]) {
    const people = await sit(world, rules, whole);
    for (const p of people) {
      const lang = await p.page.evaluate(() => document.documentElement.lang.slice(0, 2));
      await p.at('open-rules').click();
      const told = await p.at('rules').innerText();
      assert(told.includes(SKIP[lang]), `${lang}: what a Skip does: ${told}`);
      assert(told.includes(STACKS[lang]) === stacking, `${lang}: by the house rules: ${told}`);
      assert(!/[{}]/.test(told), `no mark is left in: ${told}`);
      for (const card of ['RS', 'B+2', 'W', 'W+4', 'G7']) {
        const box = await p.at('rules').locator(`[data-card="${card}"] svg`).first().boundingBox();
        assert(box && box.width > 12 && box.height < 40, `${card} is a small picture`);
      }
      await inspect(p, `words-${rules}`);
    }
    await end(people);
  }
}

export default (world) => Object.entries({ uno, challenge, color, choose, strict, jackpot, why, words })
  .map(([name, test]) => ({ name: `asks/${name}`, run: () => test(world) }));
