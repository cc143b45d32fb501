// devices.mjs - who one is: no address changes it, a code and a click do, and the way back.
import { Person, assert, become, deal, lendCode, table } from './lib.mjs';
import { inspect } from './measure.mjs';

const token = (person) => person.page.evaluate(() => localStorage.getItem('mazo.token'));
const others = (person) => person.page.evaluate(() => JSON.parse(localStorage.getItem('mazo.others') ?? '[]'));
const same = (found, wanted, what) => assert(JSON.stringify(found) === JSON.stringify(wanted), `${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);

/** Somebody the server knows by name. */
async function known(browser, url, name, options) {
  const person = await Person.come(browser, name, options);
  await person.page.goto(`${url}/#me`);
  await person.page.waitForFunction(() => localStorage.getItem('mazo.token'));
  await person.page.goto(`${url}/#settings`);
  await person.at('name').fill(name);
  return person;
}

/** By an address, as from outside: not from another page of ours. */
async function arrive(person, address) {
  await person.page.goto(new URL('/robots.txt', address).href);
  await person.page.goto(address);
}

async function leave(...people) {
  for (const person of people) {
    person.clean();
    await person.leave();
  }
}

/** The token of another player in the link of a table: the guest stays who she is, and sits down as that. */
async function invitation({ browser, server }) {
  const vera = await known(browser, server.url, 'Vera'); // Mallory's second self
  const mallory = await Person.come(browser, 'Mallory');
  const guest = await known(browser, server.url, 'Ana');
  const code = await table(mallory, [], { url: server.url, seats: 2 });
  const mine = await token(guest);
  for (const secret of [`me=${await token(vera)}`, 'me=', `me=${'A'.repeat(20)}`, `code=${await lendCode(vera, server.url)}`]) {
    await arrive(guest, `${server.url}/t/${code}#${secret}`);
    await guest.at('sit').waitFor();
    same(new URL(guest.page.url()).hash, '', 'nothing is left in the address');
    same([await token(guest), await others(guest)], [mine, []], 'still Ana');
  }
  // The same address typed into the page that is open.
  await guest.page.evaluate((t) => { location.hash = `#me=${t}`; }, await token(vera));
  await guest.page.waitForFunction(() => location.hash === '');
  same(await token(guest), mine, 'still Ana');
  same(await guest.at('name').inputValue(), 'Ana', 'her name');
  await guest.at('sit').click();
  await guest.at('stand').waitFor();
  await deal(mallory, [mallory, guest]);
  await vera.page.goto(`${server.url}/t/${code}`);
  await vera.at('table').waitFor();
  assert((await vera.page.locator('.hand-card').count()) === 0, 'Vera watches, and sees no hand');
  await leave(vera, mallory, guest);
}

/** Old links with a token: on the start page they lead to the question, or to a sentence. */
async function oldLinks({ browser, server }) {
  const vera = await known(browser, server.url, 'Vera');
  const ana = await known(browser, server.url, 'Ana');
  const mine = await token(ana);
  for (const made of ['A'.repeat(43), 'x', '', '%00']) {
    await arrive(ana, `${server.url}/#me=${made}`);
    await ana.at('devices-said').getByText('does not know').waitFor();
    same(new URL(ana.page.url()).hash, '#devices', 'no token in the address');
    same([await token(ana), await others(ana)], [mine, []], 'nothing has changed');
  }
  const link = `${server.url}/#me=${await token(vera)}`;
  await ana.page.goto(link);
  await ana.at('become').getByText('Continue here as Vera?').waitFor();
  await ana.at('who-here').getByText('On this device you are Ana.').waitFor();
  same(await token(ana), mine, 'not before the click');
  await ana.at('become-no').click();
  await ana.at('devices-said').getByText('Nothing has changed').waitFor();
  same([await token(ana), await others(ana)], [mine, []], 'declined');
  await arrive(ana, link);
  await ana.at('become-yes').click();
  await ana.at('who').getByText('On this device you are Vera.').waitFor();
  same(await token(ana), await token(vera), 'Vera now');
  same((await others(ana)).map((o) => [o.name, o.token]), [['Ana', mine]], 'Ana is kept');
  assert(!(await ana.page.content()).includes(mine), 'no token in the page');
  await leave(vera, ana);
}

/** A code: the question names both, a refusal costs nothing, it works once; and the way back. */
async function code({ browser, server }) {
  const ana = await known(browser, server.url, 'Ana');
  const tablet = await known(browser, server.url, 'Berta', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const at = await table(ana, [], { url: server.url, seats: 2 });
  const [anas, bertas] = [await token(ana), await token(tablet)];
  const link = await lendCode(ana, server.url, true);
  await inspect(ana, 'a code');
  await tablet.page.goto(link);
  await tablet.at('become').getByText('Continue here as Ana?').waitFor();
  await tablet.at('who-here').getByText('On this device you are Berta.').waitFor();
  same(new URL(tablet.page.url()).hash, '#devices', 'the code is out of the address');
  await inspect(tablet, 'the question');
  await tablet.at('become-no').click();
  same([await token(tablet), await others(tablet)], [bertas, []], 'declined');
  await arrive(tablet, link);
  await tablet.at('become-yes').click();
  await tablet.at('who').getByText('On this device you are Ana.').waitFor();
  await ana.at('devices-said').getByText('The code was used').waitFor();
  same(await token(tablet), anas, 'Ana on both');
  await inspect(tablet, 'somebody kept');
  await tablet.at('back').click();
  await tablet.at(`my-${at}`).waitFor(); // her table

  await arrive(tablet, link);
  await tablet.at('devices-said').getByText('already used').waitFor();
  same(await token(tablet), anas, 'still Ana');

  await tablet.at('take-back').click();
  await tablet.at('who').getByText('On this device you are Berta.').waitFor();
  same([await token(tablet), (await others(tablet)).map((o) => [o.name, o.token])], [bertas, [['Ana', anas]]], 'Berta again, Ana kept');
  await tablet.page.reload();
  await tablet.at('who').getByText('On this device you are Berta.').waitFor();
  await tablet.at('forget').click();
  await tablet.at('forget-no').click();
  await tablet.at('forget').click();
  await tablet.at('forget-yes').click();
  await tablet.at('others').waitFor({ state: 'detached' });
  same([await token(tablet), await others(tablet)], [bertas, []], 'Ana is forgotten here');
  await leave(ana, tablet);
}

/** Typed on a device where nobody has played, as people type; the other device shows its own code. */
async function typed({ browser, server }) {
  const ana = await known(browser, server.url, 'Ana');
  const made = await lendCode(ana, server.url);
  const fresh = await Person.come(browser, 'Ana');
  await fresh.page.goto(server.url);
  await fresh.at('code').fill(`${made.slice(0, 4)}${made.slice(4).toLowerCase()}`);
  await fresh.at('join').click(); // the field for codes of tables knows them, too
  await fresh.at('become').getByText('Continue here as Ana?').waitFor();
  await fresh.at('who-here').getByText('Nobody has played on this device yet.').waitFor();
  await fresh.at('become-no').click();
  same(await token(fresh), null, 'nobody yet');
  await fresh.at('device-code').fill(` ${made.slice(0, 4).toLowerCase()}-${made.slice(4)}`);
  await fresh.at('device-look').click();
  await become(fresh);
  same([await token(fresh), await others(fresh)], [await token(ana), []], 'Ana, and nobody was before');
  // One's own code is no question.
  await fresh.page.goto(`${server.url}/#code=${await lendCode(fresh, server.url)}`);
  await fresh.at('devices-said').getByText('you are already Ana').waitFor();
  await leave(ana, fresh);
}

/** A server that does not know the token: it is kept, and is good again when the server knows it. */
async function unknownToken({ browser, server }) {
  const ana = await known(browser, server.url, 'Ana');
  const lost = `Z${'q'.repeat(42)}`;
  const real = await token(ana);
  await ana.page.evaluate((t) => localStorage.setItem('mazo.token', t), lost);
  await ana.page.goto(`${server.url}/#devices`);
  await ana.page.reload();
  await ana.at('other').getByText('not known to this server').waitFor();
  await ana.page.waitForFunction((t) => ![null, t].includes(localStorage.getItem('mazo.token')), lost);
  const made = await token(ana);
  same((await others(ana)).map((o) => [o.name, o.token]), [['Ana', lost]], 'kept');
  await ana.at('take-back').click();
  await ana.at('devices-said').getByText('does not know that player').waitFor();
  same([await token(ana), (await others(ana)).length], [made, 1], 'tried, and nothing has changed');
  // The server of before is back.
  await ana.page.evaluate(([from, to]) => localStorage.setItem('mazo.others', localStorage.getItem('mazo.others').replace(from, to)), [lost, real]);
  await ana.page.reload();
  await ana.at('take-back').click();
  await ana.at('devices-said').getByText('You continue here as Ana').waitFor();
  same([await token(ana), (await others(ana)).map((o) => o.token)], [real, [made]], 'as before');
  // The list is bounded, and the last one is never the one that goes.
  await ana.page.evaluate((t) => {
    localStorage.setItem('mazo.others', JSON.stringify(Array.from({ length: 12 }, (_, i) => ({ token: `old${i}`, player: '', name: `Old ${i}`, at: 1 }))));
    localStorage.setItem('mazo.token', t);
  }, lost);
  await ana.page.reload();
  await ana.at('other').getByText('not known to this server').waitFor();
  const list = (await others(ana)).map((o) => o.token);
  same([list.length, list[0], list[11]], [12, lost, 'old10'], 'twelve');
  await leave(ana);
}

/** Another window of the same browser goes along, and does not give its old name to the new player. */
async function windows({ browser, server }) {
  const ana = await known(browser, server.url, 'Ana');
  const berta = await known(browser, server.url, 'Berta');
  const second = await berta.context.newPage();
  berta.watch(second);
  await second.goto(`${server.url}/#devices`);
  await second.getByTestId('who').getByText('On this device you are Berta.').waitFor();
  await berta.page.goto(`${server.url}/#code=${await lendCode(ana, server.url)}`);
  await become(berta);
  await second.getByTestId('who').getByText('On this device you are Ana.').waitFor();
  await second.getByTestId('others').getByText('Berta').waitFor();
  await ana.page.goto(`${server.url}/#devices`);
  await ana.page.reload();
  await ana.at('who').getByText('On this device you are Ana.').waitFor();
  await leave(ana, berta);
}

export default (world) => [
  { name: 'devices/an invitation changes nobody', run: () => invitation(world) },
  { name: 'devices/old links', run: () => oldLinks(world) },
  { name: 'devices/moving by a code', run: () => code(world) },
  { name: 'devices/a typed code', run: () => typed(world) },
  { name: 'devices/an unknown token', run: () => unknownToken(world) },
  { name: 'devices/two windows', run: () => windows(world) },
];
