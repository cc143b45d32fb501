// guests.mjs - what people do at a table besides playing: invite, come in by the link, hand the table
// over, send somebody away, talk, watch. Every screen on the way is measured.
import { Person, assert, become, deal, lendCode, seesPicture, table } from './lib.mjs';
import { inspect } from './measure.mjs';

const SMALL = { viewport: { width: 320, height: 568 }, hasTouch: true };
/** 1280x800 at 200 %. */
const ZOOMED = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 };
const SPANISH = { locale: 'es-ES', colorScheme: 'dark' };

const text = async (locator) => (await locator.textContent()).trim();
const gone = (locator) => locator.waitFor({ state: 'detached' });

/** Link, QR code, share and copy; then from the link to the seat. */
async function invited({ browser, server }) {
  const ana = await Person.come(browser, 'Ana', { ...SMALL, permissions: ['clipboard-read', 'clipboard-write'] });
  // A phone has a sheet to share with; this browser has none.
  await ana.context.addInitScript(() => {
    navigator.share = async (what) => void (window.shared = what);
  });
  const code = await table(ana, [], { url: server.url, seats: 3 });
  const link = `${server.url}/t/${code}`;
  await ana.at('share-link').click();
  assert((await ana.page.evaluate(() => window.shared.url)) === link, 'the link is shared');
  await ana.at('copy-link').click();
  assert((await ana.page.evaluate(() => navigator.clipboard.readText())) === link, 'the link is copied');
  await seesPicture(ana);
  await inspect(ana, 'lobby');

  const beto = await Person.come(browser, 'Beto', { ...ZOOMED, ...SPANISH });
  await beto.page.goto(link);
  await beto.at('name').click(); // one touch and a name
  await beto.page.keyboard.type('Beto');
  await inspect(beto, 'join');
  assert((await beto.page.locator('.invite').count()) + (await beto.at('watchers').count()) === 0, 'a seat is offered to who is invited, no code to invite others');
  await beto.at('sit').click(); // and the second
  await beto.at('stand').waitFor();
  await inspect(beto, 'lobby');

  await beto.at('stand').click();
  await beto.page.goto(link);
  await beto.at('sit').click(); // who has a name needs one
  await beto.at('stand').waitFor();
  await ana.at('lobby-seat-1').filter({ hasText: 'Beto' }).waitFor(); // and sits

  await deal(ana, [ana, beto]);
  await ana.at('open-menu').click();
  await ana.at('open-share').click();
  assert((await ana.at('share').getByTestId('invite-link').inputValue()) === link, 'the link is one more touch away in the match');
  await inspect(ana, 'share');
  await ana.at('close-panel').click();

  await beto.at('open-menu').click();
  await beto.at('leave').click(); // others play on, so it asks
  assert(/Un bot juega por ti/.test(await text(beto.at('menu').locator('.question'))), 'who takes over');
  await inspect(beto, 'leave');
  await beto.at('leave-no').click();
  await beto.at('leave').click();
  await beto.at('leave-yes').click();
  await beto.at('home').waitFor();
  await ana.at('seat-1').locator('.seat-away').waitFor();
  await ana.at('open-menu').click();
  await ana.at('leave').filter({ hasText: 'the match waits' }).click(); // only bots are left
  await ana.at('home').waitFor();
  for (const person of [ana, beto]) {
    person.clean();
    await person.leave();
  }
}

/** A name that the server does not take stays in the field, with the reason; one that looks like another gets a number. */
async function names({ browser, server }) {
  const [ana, other] = await Promise.all([Person.come(browser, 'Ana', SMALL), Person.come(browser, 'Ana', SPANISH)]);
  const code = await table(ana, [], { url: server.url, seats: 3 });
  await other.page.goto(`${server.url}/t/${code}`);
  const field = other.at('name');
  await other.at('sit').click(); // without a name it leads to the field
  await other.page.locator('input[name="name"]:focus').waitFor();
  const problem = async (name, why) => {
    await field.fill(name);
    await other.at('sit').click();
    await other.at('name-problem').getByText(why).waitFor();
    assert((await field.inputValue()) === name, 'what was typed stays');
    assert((await other.at('sit').count()) === 1, 'nobody sits down under another name');
  };
  await problem('\u202eanA', 'Ese nombre tiene caracteres que no se pueden mostrar');
  await inspect(other, 'bad name');
  await problem('\u200b\u3164', 'Ese nombre no tiene ningún carácter que se vea');
  await field.fill('ñ'.repeat(30));
  await other.at('name-problem').getByText('Un nombre no puede ser más largo').waitFor();
  assert((await field.inputValue()) === 'ñ'.repeat(23), 'whole characters, 47 bytes at most');
  await other.page.reload(); // the name that was refused is kept here, and does not lock the guest out
  await field.fill('An\u0430\u200b');
  await other.at('sit').click();
  await other.at('stand').waitFor();
  await ana.at('lobby-seat-1').getByText('An\u0430 (2)').waitFor();
  for (const person of [ana, other]) {
    person.clean();
    await person.leave();
  }
}

/** The host sends away and hands over, before the match and in it. */
async function hosts({ browser, server }) {
  const [ana, beto, caro] = await Promise.all(['Ana', 'Beto', 'Caro'].map((name, i) => Person.come(browser, name, [SMALL, SPANISH, ZOOMED][i])));
  await table(ana, [beto, caro], { url: server.url, rules: 'oficial', options: { target: 5000 }, seats: 3 });
  await inspect(ana, 'lobby with guests');
  await beto.forget();
  await ana.at('kick-1').click();
  await inspect(ana, 'kick?');
  await ana.at('kick-no').click();
  await ana.at('kick-1').click();
  await ana.at('kick-yes').click();
  await beto.at('sit').waitFor();
  assert(/Te han echado/.test(await beto.passed('notice')), 'a kicked player is told');
  assert(/Beto was removed/.test(await ana.passed('notice')), 'and so are the others');
  await beto.at('sit').click();
  await beto.at('stand').waitFor();

  await ana.at('make-host-1').click();
  await ana.at('host-yes').click();
  await beto.at('start').waitFor();
  await gone(ana.at('start'));
  assert((await ana.at('kick-2').count()) === 0, 'only the host can kick');
  await deal(beto, [ana, beto, caro]);

  await beto.at('seat-2').locator('.seat-button').click();
  await inspect(beto, 'seat panel');
  await caro.forget();
  await beto.at('kick').click();
  await inspect(beto, 'kick in a match?');
  await beto.at('kick-yes').click();
  await caro.page.locator('[data-testid="hand"]').waitFor({ state: 'detached' });
  assert(/You were removed/.test(await caro.passed('notice')), 'told that it was a kick');
  await beto.at('seat-2').locator('.avatar svg').first().waitFor(); // a bot sits there now
  await inspect(caro, 'watching');

  // The host was angry, and is no longer.
  await beto.at('seat-2').locator('.seat-button').click();
  await caro.forget();
  await beto.at('readmit').click();
  await caro.at('hand').waitFor();
  await caro.passed('notice');
  await beto.at('seat-2').locator('.avatar svg').waitFor({ state: 'detached' });
  await beto.at('seat-2').locator('.seat-button').click();
  await beto.at('kick').click();
  await beto.at('kick-yes').click();
  await beto.at('seat-2').locator('.avatar svg').waitFor();

  await beto.at('seat-0').locator('.seat-button').click();
  await beto.at('make-host').click(); // in the middle of a match it is asked too
  await inspect(beto, 'hand over in a match?');
  await beto.at('host-no').click();
  await beto.at('make-host').click();
  await beto.at('host-yes').click();
  await ana.at('seat-1').locator('.seat-button').click();
  await ana.at('kick').waitFor();
  await ana.at('close-panel').click();
  // The bot on Caro's seat plays: the match goes on.
  await Promise.all([ana.robot(1), beto.robot(2)]);
  await ana.reaches((await ana.number()) + 8);
  for (const person of [ana, beto, caro]) {
    person.clean();
    await person.leave();
  }
}

const say = async (person, words) => {
  if ((await person.at('chat').count()) === 0) await person.at('open-chat').click();
  await person.at('chat-input').fill(words);
  await person.page.keyboard.press('Enter');
};

/** Chat, reactions, mute, and people who only watch. */
async function talk({ browser, server }) {
  const ana = await Person.come(browser, 'Ana', ZOOMED);
  const beto = await Person.come(browser, 'Beto', { ...SMALL, ...SPANISH });
  const caro = await Person.come(browser, 'Caro', SMALL);
  const code = await table(ana, [beto], { url: server.url });
  await say(ana, 'Before the match');
  await beto.at('open-chat').click();
  await beto.at('chat').getByText('Before the match').waitFor();
  await beto.at('face-👏').click();
  await ana.passed('lobby-seat-1', '👏');
  assert((await beto.at('chat').locator('.face svg[aria-label]').count()) === 6, 'faces are drawn, and have names');
  await inspect(beto, 'chat in the lobby');
  await deal(ana, [ana, beto]);

  const told = [];
  caro.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => told.push(JSON.parse(String(payload)))));
  await caro.keep('name', 'Caro');
  await caro.page.goto(`${server.url}/t/${code}`);
  await caro.at('table').waitFor();
  await caro.page.locator('.watchers').waitFor({ state: 'attached' }); // no room for it at 320
  await ana.at('watchers').getByText('1').waitFor({ state: 'attached' }); // at once, and not with the next move
  assert((await caro.at('hand').count()) === 0 && (await caro.at('own').count()) === 0, 'who watches has no hand');
  assert((await caro.at('uno').count()) === 0, 'and nothing to call');

  await say(beto, 'Hola');
  await ana.passed('seat-1', 'Hola');
  await beto.at('face-🎉').click();
  await ana.passed('seat-1', '🎉');
  await say(caro, 'I am watching');
  await beto.at('chat').getByText('I am watching').waitFor();
  await inspect(beto, 'chat');
  await inspect(caro, 'chat of a watcher');
  await caro.at('face-😂').click();
  await ana.passed('notice', '😂');

  // Ana wants to hear no more of Beto, nor of Caro.
  await ana.at('seat-1').locator('.seat-button').click();
  await ana.at('mute').click();
  await ana.at('open-chat').click();
  await ana.at('mute-Caro').click();
  await inspect(ana, 'chat, muted');
  await say(beto, 'Not for Ana');
  await beto.at('face-😡').click();
  await caro.at('chat-input').fill('Nor this');
  await caro.page.keyboard.press('Enter');
  await beto.at('chat').getByText('Nor this').waitFor();
  await say(ana, 'Still here'); // comes after both: what is not there now never comes
  await beto.at('chat').getByText('Still here').waitFor();
  await ana.at('chat').getByText('Still here').waitFor();
  const heard = await text(ana.at('chat'));
  assert(/Still here/.test(heard) && !/Not for Ana|Nor this/.test(heard), `muted is muted: ${heard}`);
  assert(await ana.page.evaluate(() => !window.passed.some((one) => one.text.includes('😡'))), 'faces too');

  await caro.leave();
  const secrets = told.filter((m) => m.view).filter((m) => m.view.hand?.length || m.legal.length || m.events?.some((e) => /dealt|drew/.test(e.event) && e.cards));
  assert(told.some((m) => m.view) && secrets.length === 0, 'no hand is told to who watches');
  for (const person of [ana, beto]) {
    person.clean();
    await person.leave();
  }
}

/** Muted in a browser of before, which kept its own list; then on another device. */
async function muted({ browser, server }) {
  const ana = await Person.come(browser, 'Ana');
  const beto = await Person.come(browser, 'Beto');
  const tablet = await Person.come(browser, 'Ana', SMALL);
  const code = await table(ana, [beto], { url: server.url });
  await deal(ana, [ana, beto]);
  const key = new Promise((resolve) => beto.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => {
    const message = JSON.parse(String(payload));
    if (message.type === 'welcome') resolve(message.player);
  })));
  await beto.page.reload();
  await beto.at('table').waitFor();
  await ana.page.evaluate((player) => localStorage.setItem('mazo.muted', JSON.stringify([player])), await key);
  await ana.page.reload();
  await ana.at('table').waitFor();
  await ana.page.waitForFunction(() => localStorage.getItem('mazo.muted') === '[]'); // the server has it

  const button = async (person) => {
    await person.at('seat-1').locator('.seat-button').click();
    return person.at('mute');
  };
  await tablet.page.goto(await lendCode(ana, server.url, true));
  await become(tablet);
  for (const person of [ana, tablet]) {
    await person.page.goto(`${server.url}/t/${code}`);
    await person.at('table').waitFor();
  }
  await (await button(ana)).getByText('Unmute').waitFor();
  await (await button(tablet)).getByText('Unmute').waitFor();
  await say(beto, 'Not for Ana');
  await beto.at('chat').getByText('Not for Ana').waitFor();
  await tablet.at('mute').click();
  await ana.at('mute').getByText('Mute', { exact: true }).waitFor(); // at once, on both
  await ana.at('close-panel').click();
  await say(beto, 'Hello again');
  for (const person of [ana, tablet]) {
    await person.at('open-chat').click();
    await person.at('chat').getByText('Hello again').waitFor();
    assert(!/Not for Ana/.test(await text(person.at('chat'))), 'muted was muted');
    person.clean();
  }
  beto.clean();
  for (const person of [ana, beto, tablet]) await person.leave();
}

/** House rules have a name in the list, in the waiting room and at the table; what the sheet offers itself is none. */
async function house({ browser, server }) {
  const [ana, beto] = await Promise.all([Person.come(browser, 'Ana'), Person.come(browser, 'Beto', SPANISH)]);
  await ana.keep('host', { chosen: { rules: 'oficial', options: { stacking: true, seven_zero: true, scoring: 'hands' } }, seats: 2, bots: 0, clock: 0 });
  await ana.page.goto(`${server.url}/#host`);
  await ana.at('name').fill('Ana');
  await ana.page.getByTestId('public').click();
  await ana.at('create').click();
  const link = await ana.at('invite-link').inputValue();
  await ana.at('rules-title').getByText('Official + stacking, 7-0', { exact: true }).waitFor();
  await beto.page.goto(`${server.url}/#tables`);
  await beto.page.locator('.tables').getByText('Oficial + acumular, 7-0').first().waitFor();
  await beto.page.goto(link);
  await beto.at('name').fill('Beto');
  await beto.at('sit').click();
  await beto.at('rules-title').getByText('Oficial + acumular, 7-0', { exact: true }).waitFor();
  await deal(ana, [ana, beto]);
  await beto.at('rules-title').getByText('Oficial + acumular, 7-0', { exact: true }).waitFor();
  await beto.at('open-rules').click();
  await beto.at('rules').filter({ hasText: '≠ ' }).waitFor(); // they are marked
  const rules = await text(beto.at('rules'));
  const on = await beto.at('switched-on').locator('li').allTextContents();
  assert(on.join() === 'acumular,7-0' && rules.indexOf('acumular') < rules.indexOf('Reglas de esta casa'), `the rules begin with them: ${on}`);
  await inspect(beto, 'house rules');
  for (const person of [ana, beto]) {
    person.clean();
    await person.leave();
  }
}

export default (world) => [
  { name: 'guests/invited', run: () => invited(world) },
  { name: 'guests/names', run: () => names(world) },
  { name: 'guests/house rules', run: () => house(world) },
  { name: 'guests/hosts', run: () => hosts(world) },
  { name: 'guests/talk and watch', run: () => talk(world) },
  { name: 'guests/muted everywhere', run: () => muted(world) },
];
