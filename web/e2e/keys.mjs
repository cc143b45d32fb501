// keys.mjs - the table by keyboard: what Enter means where the focus has just come, how well the focus is
// seen, and how many stops there are on the way.
import { assert } from './lib.mjs';
import { done, look, LOW, soon, stopTime, after as then, WIDE } from './felt.mjs';
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
    const ana = await look(browser, scene(4, { view: { top, color }, legal }), { ...LARGE, colorScheme });
    found.push(...(await rings(ana, paper, `${colorScheme} ${top} ${color}`)));
    await done(ana);
  }
  await paper.close();
  assert(found.length === 0, found.join('\n'));
}

export default (world) => Object.entries({ held, accused, ring }).map(([name, test]) => ({ name: `keys/${name}`, run: () => test(world) }));
