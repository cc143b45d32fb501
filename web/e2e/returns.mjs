// returns.mjs - who is slow, goes or comes back: nothing is lost, and nobody waits for who has gone.
import { Person, Server, assert, deal, table, until } from './lib.mjs';

const PLAIN = { numbers: '4444444444', draw_twos: 0, skips: 0, reverses: 0, wilds: 0, wild_fours: 0, target: 5000 };
const ROUND_OVER = '[data-testid="round-over"]';

/** Waits until a bot plays for them. A round may end meanwhile: then the next one. */
async function isReplaced(person) {
  for (;;) {
    await person.patiently(() => person.page.locator('[data-testid="replaced"], [data-testid="next"]').first().waitFor());
    if (await person.at('replaced').count()) return;
    await person.at('next').dispatchEvent('click');
    await person.at('next').waitFor({ state: 'detached' });
  }
}

/** Does it, and waits until no bot plays for them, be it for a moment: the clock of two seconds goes on. */
async function isBack(person, run) {
  await person.page.evaluate(() => {
    window.back = false;
    new MutationObserver(() => (window.back ||= !document.querySelector('[data-testid="replaced"]'))).observe(document, { subtree: true, childList: true });
  });
  await run();
  await person.page.waitForFunction(() => window.back);
}

/** The clock runs out: a bot plays, it is said, and a touch anywhere on the table brings one back. */
async function slow({ browser, mazo }) {
  // Two who are replaced would play thousands of moves a second, and the page would drown in them.
  const server = await new Server(mazo, '--bots-think', 2000).start();
  const [ana, beto] = await Promise.all(['Ana', 'Beto'].map((name) => Person.come(browser, name)));
  await table(ana, [beto], { url: server.url, rules: 'oficial', options: { ...PLAIN, hand_size: 15 }, clock: 2 }); // no round ends so soon
  await deal(ana, [ana, beto]);
  await isReplaced(ana);
  assert((await ana.at('replaced').textContent()).length > 20, 'it is said');
  await isBack(ana, () => ana.at('ticker').dispatchEvent('pointerdown'));
  await isReplaced(ana);
  await isBack(ana, () => ana.at('come-back').dispatchEvent('click')); // a finger's touch alone would do
  for (const p of [ana, beto]) {
    p.clean();
    await p.leave();
  }
  await server.stop();
}

/** Whose turn it is on the start page, both ways and in the title, without loading it anew; after leaving the table too. */
async function awaits({ browser, server }) {
  const [ana, beto] = await Promise.all(['Ana', 'Beto'].map((name) => Person.come(browser, name)));
  const code = await table(ana, [beto], { url: server.url, rules: 'oficial', options: { ...PLAIN, hand_size: 15 }, clock: 86400 });
  await beto.at('stand').waitFor();
  const home = await beto.context.newPage();
  beto.watch(home);
  await home.goto(server.url);
  const turn = home.getByTestId(`my-${code}`).locator('.pill.hot');
  await home.getByTestId(`my-${code}`).filter({ hasText: 'waiting' }).waitFor();
  await deal(ana, [ana, beto]);
  await home.getByTestId(`my-${code}`).filter({ hasText: 'playing' }).waitFor();
  const move = async (person) => {
    await person.page.locator('.own.turn').waitFor();
    const before = await person.number();
    while (await person.page.locator('.own.turn').count()) await person.page.evaluate(() => window.robot.tick());
    await person.reaches(before + 1);
  };
  for (let i = 0; i < 4; i++) {
    const mine = (await ana.at('felt').getAttribute('data-turn')) === '1';
    await (mine ? turn.waitFor() : turn.waitFor({ state: 'detached' }));
    await home.waitForFunction((wanted) => document.title === wanted, mine ? '● Your turn · Mazo' : 'Mazo');
    await move(mine ? beto : ana);
    await ana.page.waitForFunction((was) => document.querySelector('[data-testid="felt"]').dataset.turn !== was, mine ? '1' : '0');
  }
  // Beto goes to the start page himself, and Ana moves.
  if ((await ana.at('felt').getAttribute('data-turn')) === '1') await move(beto);
  await beto.page.goto(server.url);
  await beto.at(`my-${code}`).waitFor();
  await move(ana);
  await beto.at(`my-${code}`).locator('.pill.hot').waitFor();
  await beto.page.waitForFunction(() => document.title === '● Your turn · Mazo');
  // Ana removes him: he reads it where he is.
  await ana.at('seat-1').locator('.seat-button').click();
  await ana.at('kick').click();
  await ana.at('kick-yes').click();
  await beto.at('server-notice').filter({ hasText: 'You were removed' }).waitFor();
  await beto.at(`my-${code}`).waitFor({ state: 'detached' });
  await beto.page.waitForFunction(() => document.title === 'Mazo');
  for (const p of [ana, beto]) {
    p.clean();
    await p.leave();
  }
}

/** The host goes: another takes the table over, deals, and plays again at the end. */
async function heir({ browser, server }) {
  const [ana, beto] = await Promise.all(['Ana', 'Beto'].map((name) => Person.come(browser, name)));
  const code = await table(ana, [beto], { url: server.url, rules: 'duelo', options: { scoring: 'quick', hand_size: 2 } });
  assert((await beto.at('take-over').count()) === 0, 'the host is here');
  await ana.page.goto(server.url);
  await beto.at('take-over').click();
  await beto.at('start').waitFor();
  await ana.page.goto(`${server.url}/t/${code}`);
  await ana.at('stand').waitFor(); // a guest now
  await deal(beto, [ana, beto]);
  await Promise.all([ana.robot(1), beto.robot(2)]);
  await ana.over();
  await beto.page.goto(server.url);
  await beto.at(`my-${code}`).waitFor(); // the start page knows the table
  await ana.at('rematch').click();
  await ana.at('start').waitFor();
  for (const p of [ana, beto]) {
    p.clean();
    await p.leave();
  }
}

/** A reload at the end of a round loses neither the points nor what happened. */
async function again({ browser, server }) {
  const ana = await Person.come(browser, 'Ana');
  await table(ana, [], { url: server.url, rules: 'oficial', options: { ...PLAIN, numbers: '7000000000', hand_size: 2 }, bots: 1 });
  await deal(ana, [ana]);
  await until(ana, ROUND_OVER);
  const counted = () => ana.page.locator('.count-hand .tiny').count();
  const before = await counted();
  assert(before > 0, 'a hand is turned over');
  await ana.page.reload();
  await ana.at('round-over').waitFor();
  await ana.page.waitForFunction((n) => document.querySelectorAll('.count-hand .tiny').length === n, before);
  await ana.page.keyboard.press('l');
  await ana.at('log').locator('li').nth(1).waitFor(); // what happened is still there
  ana.clean();
  await ana.leave();
}

/** The last card of a round is seen on the pile before the points come. */
async function last({ browser, server }) {
  const ana = await Person.come(browser, 'Ana', { reducedMotion: 'no-preference' });
  await table(ana, [], { url: server.url, rules: 'oficial', options: { ...PLAIN, numbers: '7000000000', hand_size: 2 }, bots: 1 });
  await deal(ana, [ana]);
  await ana.page.evaluate(() => {
    window.landed = 0;
    new MutationObserver(() => {
      const felt = document.querySelector('[data-testid="felt"]');
      if (felt?.dataset.phase === 'round_over' && document.querySelector('[data-testid="top"]')) window.landed++;
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await until(ana, ROUND_OVER);
  assert(await ana.page.evaluate(() => window.landed > 0), 'the pile is there after the last card');
  ana.clean();
  await ana.leave();
}

/** Escape closes what was opened last. */
async function escape({ browser, server }) {
  const ana = await Person.come(browser, 'Ana');
  await table(ana, [], { url: server.url, rules: 'oficial', options: { ...PLAIN, numbers: '2000000000', wilds: 16, hand_size: 9 }, bots: 1 });
  await deal(ana, [ana]);
  const named = ana.at('ask-color');
  const mine = ana.page.locator('.hand-card[data-card="W"].can').first();
  await named.or(mine).first().waitFor();
  if (await named.count()) await ana.at('color-R').click();
  await mine.click({ position: { x: 12, y: 12 } });
  await ana.at('ask-wild').waitFor();
  await ana.at('open-rules').click();
  await ana.at('rules').waitFor();
  await ana.page.keyboard.press('Escape');
  await ana.at('rules').waitFor({ state: 'detached' });
  assert((await ana.at('ask-wild').count()) === 1, 'the question is still there');
  await ana.page.keyboard.press('Escape');
  await ana.at('ask-wild').waitFor({ state: 'detached' });
  ana.clean();
  await ana.leave();
}

export default (world) => Object.entries({ slow, awaits, heir, again, last, escape })
  .map(([name, test]) => ({ name: `returns/${name}`, run: () => test(world) }));
