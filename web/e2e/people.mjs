// people.mjs - small screens and full hands.
import { Person, assert, note } from './lib.mjs';
import { LEAST, inspect, still } from './measure.mjs';

/** Which cards can a finger hit, and on how wide and high a strip of their own? */
const strips = (page) => page.evaluate(() => {
  const cards = [...document.querySelectorAll('.hand-card')];
  return cards.map((card) => {
    card.scrollIntoView({ block: 'nearest' });
    const box = card.getBoundingClientRect();
    let left = Infinity, right = -Infinity, top = Infinity, bottom = -Infinity;
    for (let x = Math.ceil(box.left); x < box.right; x += 1) {
      for (let y = Math.ceil(box.top); y < box.bottom; y += 2) {
        if (document.elementFromPoint(x, y)?.closest('.hand-card') !== card) continue;
        left = Math.min(left, x); right = Math.max(right, x); top = Math.min(top, y); bottom = Math.max(bottom, y);
      }
    }
    return { card: card.dataset.card, width: right - left + 1, height: bottom - top + 2 };
  });
});

async function phone({ browser, server }) {
  const ana = await Person.come(browser, 'Ana', { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });
  await ana.keep('offline', { chosen: { rules: 'oficial', options: { hand_size: 15 } }, seats: 2, level: 'easy', clock: 0 });
  await ana.page.goto(server.url);
  for (const page of ['', '#offline', '#host', '#tables', '#replay', '#me', '#devices', '#settings']) {
    await ana.page.goto(`${server.url}/${page}`);
    await ana.page.locator('main').waitFor();
    await inspect(ana, page || 'home');
  }
  await ana.page.goto(`${server.url}/#offline`);
  await ana.at('deal').tap();
  await ana.at('table').waitFor();
  // Somebody who draws whenever he can.
  const hand = ana.page.locator('.hand-card');
  for (let i = 0; (await hand.count()) < 22; i++) {
    assert(i < 3000, 'twenty cards come together');
    await ana.page.evaluate(() => {
      const can = (name) => document.querySelector(`[data-testid="${name}"]`);
      if (can('round-over')) return window.robot.tick();
      const offer = ['draw', 'keep', 'accept', 'pass'].map(can).find((el) => el);
      return offer ? offer.click() : document.querySelector('.asks > *') ? window.robot.tick() : undefined;
    });
    await ana.page.waitForTimeout(30);
  }
  await still(ana.page); // the last card has come to its place
  const found = await strips(ana.page);
  const narrow = found.filter((s) => s.width < LEAST || s.height < LEAST);
  note(`${found.length} cards at 320x568: the smallest strip is ${Math.min(...found.map((s) => s.width))}x${Math.min(...found.map((s) => s.height))}`);
  assert(narrow.length === 0, `too little of a card to touch: ${JSON.stringify(narrow)}`);
  await inspect(ana, 'full hand');
  for (const panel of ['open-menu', 'open-rules']) {
    await ana.at(panel).tap();
    await inspect(ana, panel);
    await ana.at('close-panel').tap();
  }
  ana.clean();
  await ana.leave();
}

export default (world) => [{ name: 'people/phone with a full hand', run: () => phone(world) }];
