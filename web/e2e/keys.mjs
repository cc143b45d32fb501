// keys.mjs - the table by keyboard: what Enter means where the focus has just come, how well the focus is
// seen, and how many stops there are on the way.
import { assert } from './lib.mjs';
import { done, look, LOW, soon, stopTime, after, after as then } from './felt.mjs';
import { still } from './measure.mjs';
import { scene } from './scene.mjs';

const LARGE = { viewport: { width: 1280, height: 800 } };
const focused = (person) => person.page.evaluate(() => {
  const el = document.activeElement;
  return el.dataset.testid ?? (el.closest('.ask') ? `${el.tagName} ${el.closest('.ask').dataset.testid}` : el.tagName);
});
const onCard = (person, card) => person.at(`card-${card}`).focus();

/** Enter on a Wild, held until it repeats: no color is named by that. */
async function held({ browser }) {
  const start = scene(4, { view: { hand: ['R5', 'G3', 'W'] }, legal: [{ do: 'play', card: 'W', color: 'R' }, { do: 'play', card: 'R5' }] });
  for (const key of ['Enter', ' ']) {
    const ana = await look(browser, start, LARGE);
    await onCard(ana, 'W');
    await ana.page.keyboard.down(key);
    if (key === ' ') await ana.page.keyboard.up(key); // which is when a button hears it
    await ana.page.locator('[data-testid="ask-wild"] h2:focus').waitFor();
    for (let i = 0; i < 5; i++) await ana.page.keyboard.down(key);
    for (let i = 0; i < 5; i++) {
      await ana.page.keyboard.press('Tab'); // over the buttons, with the key still down
      await ana.page.keyboard.down(key);
    }
    await ana.page.keyboard.up(key);
    await ana.at('ask-wild').waitFor();
    assert(ana.did().length === 0, `${key} held: ${JSON.stringify(ana.did())}`);
    await ana.at('color-G').focus();
    while (!ana.did().length) await ana.page.keyboard.press(key); // pressed anew, once the moment has passed
    assert(ana.did()[0].color === 'G', JSON.stringify(ana.did()));
    await done(ana);
  }
}

/** A charge comes while the accused is among the cards: the next Enter does not admit it, and neither does one on its
 * way. The same for who votes. */
async function accused({ browser }) {
  for (const [who, legal, button] of [[0, { do: 'admit' }, 'admit'], [2, { do: 'vote', yes: true }, 'vote-yes']]) {
    const start = scene(4, { view: { rules: 'penas', turn: 1 }, events: [{ event: 'played', seat: 3, card: 'R7' }] });
    const ana = await look(browser, start, LARGE);
    await onCard(ana, 'R5');
    await stopTime(ana.page);
    const vote = { accuser: 1, accused: who, voted: [1] };
    ana.say(then(start, 5, { vote }, [{ event: 'accused', seat: 1, who }], [legal]));
    await soon(ana.page, ana.page.locator('[data-testid="ask-vote"] h2:focus'));
    await ana.page.keyboard.press('Enter');
    await ana.page.keyboard.press(' ');
    await ana.page.keyboard.press('Tab');
    assert((await focused(ana)) === button, `after the title comes ${await focused(ana)}`);
    await ana.page.keyboard.press('Enter');
    await ana.page.keyboard.press(' ');
    assert(ana.did().length === 0, `too soon to be meant: ${JSON.stringify(ana.did())}`);
    await ana.page.clock.runFor(2000);
    await ana.page.keyboard.press('Enter');
    while (!ana.did().length) await ana.page.clock.runFor(20);
    assert(ana.did()[0].do === legal.do, JSON.stringify(ana.did()));
    ana.say(then(start, 6, { vote: null }, [{ event: 'uno', seat: 1 }]));
    await soon(ana.page, ana.page.locator('.hand-card:focus')); // back where she was
    await done(ana);
  }
}

// ---- the ring ----

/** How many pixels differ between two pictures of the same place by 3:1 or more. */
const changed = (paper, pictures) => paper.evaluate(async (list) => {
  const [one, two] = await Promise.all(list.map(async (data) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${data}`;
    await picture.decode();
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    canvas.drawImage(picture, 0, 0);
    return canvas.getImageData(0, 0, picture.width, picture.height).data;
  }));
  const linear = (v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  const bright = (data, i) => 0.2126 * linear(data[i]) + 0.7152 * linear(data[i + 1]) + 0.0722 * linear(data[i + 2]) + 0.05;
  let count = 0;
  for (let i = 0; i < one.length; i += 4) {
    const part = bright(one, i) / bright(two, i);
    if (part >= 3 || part <= 1 / 3) count++;
  }
  return count;
}, pictures.map((png) => png.toString('base64')));

const AROUND = 10;

/** What has the focus: its name and its place, with the ring. */
const stop = (page) => page.evaluate((around) => {
  const el = document.activeElement;
  const { left, top, width, height } = (el.closest('label') ?? el).getBoundingClientRect();
  const [x, y] = [Math.max(0, left - around), Math.max(0, top - around)];
  return {
    name: el === document.body ? '' : (el.dataset.testid ?? el.getAttribute('aria-label') ?? el.textContent.slice(0, 20)),
    round: 2 * (width + height),
    clip: { x, y, width: Math.min(innerWidth, left + width + around) - x, height: Math.min(innerHeight, top + height + around) - y },
  };
}, AROUND);

/** Tab through the whole screen: at each stop so much changes by 3:1 as a line of two pixels around it has. */
async function rings(person, paper, screen) {
  const { page } = person;
  const seen = [];
  const found = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const { name, round, clip } = await stop(page);
    if (!name || seen.includes(name)) break;
    seen.push(name);
    await still(page);
    const shot = () => page.screenshot({ clip });
    const pictures = [await shot()];
    const it = await page.evaluateHandle(() => document.activeElement);
    await it.evaluate((el) => el.blur());
    pictures.push(await shot());
    await it.evaluate((el) => el.focus());
    const part = (await changed(paper, pictures)) / (2 * round);
    if (part < 0.95) found.push(`${screen}, ${name}: ${part.toFixed(2)} of a line of two pixels`);
  }
  assert(seen.length > 8, `${screen}: ${seen}`);
  return found;
}

async function ring({ browser }) {
  const paper = await browser.newPage();
  const found = [];
  const legal = [{ do: 'accept' }, { do: 'challenge' }, { do: 'draw' }, { do: 'keep' }];
  for (const [colorScheme, top, color] of [['light', 'R7', 'R'], ['light', 'W', 'B'], ['light', 'W', 'Y'], ['dark', 'W', 'G']]) {
    const ana = await look(browser, scene(4, { view: { top, color }, legal }), { ...LARGE, colorScheme }, 'localStorage.setItem("mazo.keys-told", "true")'); // no notice comes and goes
    found.push(...(await rings(ana, paper, `${colorScheme} ${top} ${color}`)));
    await done(ana);
  }
  await paper.close();
  assert(found.length === 0, found.join('\n'));
}

// ---- every stop, every key ----

/** Rule cards: one stop for the way of writing, one for the idea. */
async function writing({ browser }) {
  const view = { rules: 'jackpot', phase: 'write', hand: [], top: null, color: null, rule_cards_each: 4, written: [], rule_cards: [], dispenser_count: 0 };
  const ana = await look(browser, scene(4, { view, legal: [{ do: 'write', rule_cards: [] }] }), LARGE);
  await ana.at('draft-4').locator('.idea').first().waitFor();
  let stops = 0;
  while ((await focused(ana)) !== 'write-done') {
    await ana.page.keyboard.press('Tab');
    if (await ana.page.evaluate(() => !!document.activeElement.closest('.write'))) stops++;
    assert(stops < 50, 'the button is reached');
  }
  assert(stops <= 8, `${stops} stops`);
  await ana.at('draft-2').locator('.idea.on input').focus();
  const before = await ana.at('draft-2').locator('.idea.on').textContent();
  await ana.page.keyboard.press('ArrowDown');
  await ana.page.waitForFunction((text) => document.querySelector('[data-testid="draft-2"] .idea.on').textContent !== text, before);
  await done(ana);
}

/** A key for everything at the table; and the table says so, once. */
async function letters({ browser }) {
  const view = { rules: 'jackpot', hand: ['RJ', 'R5', 'G3'], dispenser_count: 7, rule_cards: [] };
  const start = scene(4, { view, legal: [{ do: 'play', card: 'RJ' }, { do: 'play', card: 'R5' }] });
  const ana = await look(browser, start, LARGE);
  const press = (key) => ana.page.keyboard.press(key);
  await ana.forget();
  await press('Tab');
  await ana.passed('notice', 'Press ? for all keys');
  for (const [key, panel] of [['r', 'rules'], ['o', 'menu'], ['l', 'log'], ['?', 'keys'], ['/', 'chat']]) {
    await press(key);
    await ana.at(panel).waitFor();
    if (panel === 'keys') for (const one of ['P', 'Y N', '/', 'O', 'Esc', '← → Home End']) await ana.at('keys').getByText(one, { exact: true }).waitFor();
    await press('Escape');
    await ana.at(panel).waitFor({ state: 'detached' });
  }
  await onCard(ana, 'RJ');
  await press('Enter');
  await ana.at('pull').waitFor();
  await press('p');
  while (!ana.did().length) await ana.page.waitForTimeout(20);
  assert(ana.did()[0].card === 'RJ', JSON.stringify(ana.did()));
  ana.say(after(start, 5, { turn: 1, vote: { accuser: 1, accused: 3, voted: [1], yes: [1] } }, [{ event: 'accused', seat: 1, who: 3 }], [{ do: 'vote', yes: true }, { do: 'vote', yes: false }]));
  await ana.at('ask-vote').waitFor();
  await press('n');
  while (ana.did().length < 2) await ana.page.waitForTimeout(20);
  assert(ana.did()[1].do === 'vote' && ana.did()[1].yes === false, JSON.stringify(ana.did()));
  await ana.page.reload();
  await ana.at('table').waitFor();
  await press('Tab');
  assert((await ana.page.locator('.notice').count()) === 0, 'once is enough');
  await done(ana);
}

/** A panel takes the focus when it opens and gives it back when it closes, both at once: a moment later the player has it. */
async function handed({ browser }) {
  const ana = await look(browser, scene(4, { view: { hand: ['R5', 'G3', 'W'] }, legal: [{ do: 'draw' }] }), LARGE);
  await ana.page.keyboard.press('?'); // the panels are there from now on
  await ana.at('keys').waitFor();
  await ana.page.keyboard.press('Escape');
  await ana.at('keys').waitFor({ state: 'detached' });
  await onCard(ana, 'R5');
  await stopTime(ana.page);
  await ana.page.keyboard.press('?');
  await ana.at('keys').waitFor();
  assert((await focused(ana)) === 'H2', `it opens, and the focus is on ${await focused(ana)}`);
  await ana.page.keyboard.press('Escape');
  await ana.at('keys').waitFor({ state: 'detached' });
  assert((await focused(ana)) === 'card-R5', `it closes, and the focus is on ${await focused(ana)}`);
  await onCard(ana, 'W');
  await ana.page.clock.runFor(1000);
  assert((await focused(ana)) === 'card-W', `a second later the focus is on ${await focused(ana)}`);
  await done(ana);
}

// ---- large letters, low screens, colors of the system ----

const WILD = scene(4, { view: { hand: ['R5', 'G3', 'W'] }, legal: [{ do: 'play', card: 'W', color: 'R' }, { do: 'draw' }], events: [{ event: 'played', seat: 3, card: 'R7' }] });

/** Of these, the pairs that lie over each other. */
const overlaps = (page, selectors) => page.evaluate((list) => {
  const boxes = list.map((s) => [s, document.querySelector(s).getBoundingClientRect()]);
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes.flatMap(([s, a], i) => boxes.slice(i + 1).filter(([, b]) => meet(a, b)).map(([z]) => `${s} and ${z}`));
}, selectors);

/** 1280x800 at 200 % and at 400 %: no word is broken, none leaves its button, nothing lies over anything. */
async function zoomed({ browser }) {
  for (const viewport of [{ width: 640, height: 400 }, { width: 320, height: 200 }, { width: 320, height: 256 }]) {
    for (const locale of ['en-US', 'es-ES']) {
      const ana = await look(browser, WILD, { viewport, locale });
      const where = `${viewport.width}x${viewport.height} ${locale}`;
      await ana.at('ticker').locator('span', { hasText: 'Didier' }).waitFor();
      let met = await overlaps(ana.page, ['.draw-pile .stack', '.discards', '.ticker span', '.hand', '.actions', '.seats']);
      for (const word of ['.own-words', '.own-score']) met = met.concat(await overlaps(ana.page, ['.ticker span', word])); // in one line on low screens
      assert(met.length === 0, `${where}: ${met}`);
      await ana.at('card-W').click({ position: { x: 8, y: 8 } });
      await ana.at('ask-wild').waitFor();
      await still(ana.page);
      const broken = await ana.page.evaluate(() => [...document.querySelectorAll('.ask h2, .color-button span')].flatMap((el) => {
        const [text] = el.childNodes;
        const within = (el.closest('button') ?? el).getBoundingClientRect();
        return text.data.split(' ').filter((word) => {
          const range = document.createRange();
          range.setStart(text, text.data.indexOf(word));
          range.setEnd(text, text.data.indexOf(word) + word.length);
          const boxes = [...range.getClientRects()];
          return boxes.length > 1 || boxes[0].left < within.left - 1 || boxes[0].right > within.right + 1;
        });
      }));
      assert(broken.length === 0, `${where}: ${broken}`);
      met = await overlaps(ana.page, ['.ask', '.discards', ...(viewport.width > 320 ? ['.own-words'] : [])]); // at 400 % it lies over your line
      assert(met.length === 0, `${where}, asked: ${met}`);
      await done(ana);
    }
  }
}

/** A phone on its side: the points in two columns with the way on in sight, nobody alone in a row, no D cut off. */
async function low({ browser }) {
  const hidden = (page, selector) => page.locator(selector).evaluateAll((list) => list.filter((el) => {
    const { top, bottom } = el.getBoundingClientRect();
    return top < 0 || bottom > document.querySelector('.actions').getBoundingClientRect().top + 1;
  }).length);
  for (const players of [6, 10]) {
    const events = [{ event: 'won', seat: 1 }, ...[...Array(players).keys()].filter((i) => i !== 1).map((i) => ({ event: 'counted', seat: i, cards: ['R5', 'G+2'], points: i + 25 }))];
    const over = await look(browser, scene(players, { view: { phase: 'match_over', hand: [], turn: 1, round_winner: 1, match_winners: [1] }, events }), LOW);
    await over.at('match-over').waitFor();
    await still(over.page);
    assert((await hidden(over.page, '[data-testid="to-replay"], [data-testid="to-start"]')) === 0, `${players}: what comes next is in sight`);
    assert((await hidden(over.page, '.count-row')) <= (players > 6 ? 2 : 0), `${players}: ${await hidden(over.page, '.count-row')} rows are hidden`);
    await done(over);
    const ana = await look(browser, scene(players, { view: { dealer: 1 }, events: [{ event: 'played', seat: 3, card: 'R7' }] }), LOW);
    await ana.at('hand').waitFor();
    const tops = await ana.page.locator('.seat').evaluateAll((list) => list.map((el) => Math.round(el.getBoundingClientRect().top)));
    assert(tops.filter((top) => top === tops[tops.length - 1]).length > 1, `${players}: nobody alone in a row: ${tops}`);
    const { x } = await ana.page.locator('.seat-dealer').boundingBox();
    const { x: edge } = await ana.page.locator('.seats').boundingBox();
    assert(x >= edge, `the D of the dealer is cut off: ${x}`);
    await done(ana);
  }
  const small = await look(browser, scene(10, { view: { phase: 'match_over', options: { scoring: 'quick' }, hand: [], sizes: Array(10).fill(11), match_winners: [1] } }), { viewport: { width: 360, height: 640 } });
  await small.page.locator('.count-score', { hasText: '11 cards' }).first().waitFor();
  const high = await small.page.locator('.count-score').evaluateAll((list) => list.map((el) => Math.round(el.getBoundingClientRect().height / parseFloat(getComputedStyle(el).lineHeight))));
  assert(high.every((lines) => lines <= 1), `11 cards in one line: ${high}`);
  await done(small);
}

/** Colors of the system: the picker's shapes are seen. */
async function forced({ browser }) {
  const paper = await browser.newPage();
  for (const colorScheme of ['light', 'dark']) {
    const ana = await look(browser, WILD, { ...LARGE, forcedColors: 'active', colorScheme });
    await ana.at('card-W').click();
    await ana.at('ask-wild').waitFor();
    await still(ana.page);
    for (const color of ['R', 'G', 'B', 'Y']) {
      const button = ana.at(`color-${color}`);
      const pictures = [await button.screenshot()];
      await button.locator('.shape').evaluate((el) => void (el.style.visibility = 'hidden'));
      pictures.push(await button.screenshot());
      assert((await changed(paper, pictures)) > 60, `${colorScheme} ${color}: ${await changed(paper, pictures)} pixels`);
    }
    await done(ana);
  }
  await paper.close();
}

export default (world) => Object.entries({ held, accused, ring, writing, letters, handed, zoomed, low, forced }).map(([name, test]) => ({ name: `keys/${name}`, run: () => test(world) }));
