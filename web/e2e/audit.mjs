// audit.mjs - axe-core on every screen, in both themes and both sizes; and pictures of them, for
// who sets MAZO_SHOTS to a folder.
import { Person, assert, deal, note, table, until } from './lib.mjs';
import { faultsOf } from './measure.mjs';

class Audit {
  constructor() {
    this.found = [];
    this.screens = 0;
  }

  async look(person, screen) {
    this.screens++;
    this.found.push(...(await faultsOf(person, screen)));
  }
}

async function pages(audit, ana, url) {
  for (const [name, hash, wait] of [['home', '', 'home'], ['solo', '#offline', 'offline'], ['host', '#host', 'host'],
    ['tables', '#tables', 'tables'], ['replay-empty', '#replay', 'replay-page'], ['me', '#me', 'me-page'], ['devices', '#devices', 'devices-page'], ['settings', '#settings', 'settings-page']]) {
    await ana.page.goto(`${url}/${hash}`);
    await ana.at(wait).waitFor();
    await audit.look(ana, name);
    if (name !== 'host' && name !== 'solo') continue;
    await ana.at('house-rules').locator('> summary').click();
    await audit.look(ana, `${name}-rules`);
    await ana.at('advanced-rules').locator('> summary').click();
    await audit.look(ana, `${name}-advanced`);
    await ana.at('house-rules').locator('> summary').click();
  }
  await ana.page.goto(`${url}/t/NOSUCH`);
  await ana.at('no-table').waitFor();
  await audit.look(ana, 'no-table');
}

async function panels(audit, ana) {
  for (const [button, panel] of [['open-chat', 'chat'], ['open-rules', 'rules'], ['open-menu', 'menu']]) {
    await ana.at(button).click();
    await ana.at(panel).waitFor();
    if (panel === 'chat') {
      await ana.at('chat-input').fill('Hello');
      await ana.page.keyboard.press('Enter');
    }
    await audit.look(ana, panel);
    if (ana.page.viewportSize().width >= 1100) {
      const [hand, box] = [await ana.at('hand').boundingBox(), await ana.at(panel).boundingBox()];
      assert(hand.x + hand.width <= box.x, `the table moves aside for ${panel}`);
    }
    await ana.at('close-panel').click();
  }
  for (const [key, panel] of [['l', 'log'], ['?', 'keys']]) {
    await ana.page.keyboard.press(key);
    await ana.at(panel).waitFor();
    await audit.look(ana, panel);
    await ana.page.keyboard.press('Escape');
    await ana.at(panel).waitFor({ state: 'detached' });
  }
  if (await ana.at('ask-choose').count()) return; // a touch on a seat would choose
  await ana.page.locator('.seat-button').first().click();
  await audit.look(ana, 'seat');
  await ana.at('close-panel').click();
}

async function screens({ browser, server, long }, theme, viewport) {
  const audit = new Audit();
  const options = { colorScheme: theme, viewport };
  const ana = await Person.come(browser, 'Ana', options);
  const beto = await Person.come(browser, 'Beto', options);
  ana.label = beto.label = theme;
  await pages(audit, ana, server.url);
  const how = { url: server.url, rules: 'jackpot', options: { target: long ? 300 : 50 } };
  await table(ana, [], { ...how, seats: 3, bots: 1 });
  await audit.look(ana, 'lobby-host');
  // Without a bot: with the right rule card it can end a match before anybody's first turn.
  const code = await table(ana, [], { ...how, seats: 2 });
  await beto.page.goto(`${server.url}/t/${code}`);
  await beto.at('sit').waitFor();
  await audit.look(beto, 'join');
  await beto.at('name').fill('Beto');
  await beto.at('sit').click();
  await beto.at('stand').waitFor();
  await audit.look(beto, 'lobby-guest');
  await deal(ana, [ana, beto]);
  await ana.at('write-done').waitFor();
  await audit.look(ana, 'write');
  assert((await ana.at('write').boundingBox()).height > viewport.height / 2, 'the form for rule cards has room');
  await ana.at('how-1-own').check({ force: true });
  await ana.at('add-effect').waitFor();
  await audit.look(ana, 'write-own');
  await ana.at('how-1-idea').check({ force: true });
  await beto.at('write-done').click();
  await ana.at('write-done').click();
  await ana.at('hand').waitFor();
  await audit.look(ana, 'table');
  await panels(audit, ana);
  await beto.robot(2);
  const asks = ['wild', 'choose', 'throw', 'dare', 'run', 'risk', 'shown', 'color', 'vote'].map((a) => `[data-testid="ask-${a}"]`);
  const seen = new Set();
  for (;;) {
    const rest = asks.filter((a) => !seen.has(a)).concat('[data-testid="round-over"]').filter((a) => !seen.has(a));
    if (!rest.length || !(await until(ana, rest.join()))) break;
    for (const one of rest) {
      if (!(await ana.page.locator(one).count())) continue;
      seen.add(one);
      await audit.look(ana, one.replace(/.*"(.*)".*/, '$1'));
    }
  }
  await ana.robot(3);
  await ana.over();
  await audit.look(ana, 'match-over');
  await ana.at('to-replay').click();
  await ana.at('replay-screen').waitFor();
  await audit.look(ana, 'replay');
  await ana.page.goto(`${server.url}/#me`);
  await ana.at('me-page').waitFor();
  await audit.look(ana, 'me-played');
  note(`${audit.screens} screens; asked: ${[...seen].map((s) => s.replace(/.*"(.*)".*/, '$1')).join(' ')}`);
  assert(audit.found.length === 0, [...new Set(audit.found)].join('\n'));
  await ana.leave();
  await beto.leave();
}

const LARGE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const SMALL = { width: 320, height: 568 };
/** 1280x800 at 200 %. */
const ZOOMED = { width: 640, height: 400 };

/** The pages, small and at 200 %, in Spanish; what is asked at a table there is in asks.mjs. */
async function zoom({ browser, server }) {
  const audit = new Audit();
  for (const [viewport, colorScheme] of [[SMALL, 'light'], [ZOOMED, 'dark']]) {
    const ana = await Person.come(browser, 'Ana', { viewport, colorScheme, deviceScaleFactor: 2, locale: 'es-ES' });
    ana.label = `es-${colorScheme}`;
    await pages(audit, ana, server.url);
    ana.clean();
    await ana.leave();
  }
  note(`${audit.screens} screens`);
  assert(audit.found.length === 0, [...new Set(audit.found)].join('\n'));
}

export default (world) => [
  { name: 'audit/light', run: () => screens(world, 'light', PHONE) },
  { name: 'audit/dark', run: () => screens(world, 'dark', LARGE) },
  { name: 'audit/zoomed', run: () => zoom(world) },
  ...[['light', LARGE], ['dark', PHONE], ['light', SMALL], ['dark', SMALL]].map(([theme, size]) => (
    { name: `audit/${theme} ${size.width}`, long: true, run: () => screens(world, theme, size) })),
];
