// fair.mjs - the fair shuffle: promised in the lobby, and compared with the promise afterwards.
import { Person, Server, Wire, assert, comes, deal, matchFile, table } from './lib.mjs';

const verdict = async (person) => {
  await person.page.locator('[data-testid="fair"], [data-testid="open-review"]').first().waitFor();
  if (!(await person.at('fair').count())) await person.at('open-review').click(); // what is wrong opens by itself
  await person.at('fair').waitFor();
  return (await person.at('fair').getAttribute('class')).replace('fair ', '');
};

/** What this browser has kept of a match, with a part of it changed. */
const pretend = (person, part) => person.page.evaluate((changed) => {
  const kept = JSON.parse(localStorage.getItem('mazo.promises'));
  localStorage.setItem('mazo.promises', JSON.stringify([{ ...kept[0], ...changed }]));
}, part);

async function promised({ browser, server }) {
  const ana = await Person.come(browser, 'Ana');
  await table(ana, [], { url: server.url, bots: 1 });
  await ana.at('fair-shuffle').click();
  const shown = await ana.at('fingerprint').getAttribute('data-value');
  await deal(ana, [ana]);
  await ana.robot();
  await ana.over();
  const { rule, commitment, salts, hashes } = (await matchFile(ana))[0].fair;
  assert(commitment === shown, 'what was promised is in the file');
  assert(rule === 2 && hashes.length === salts.length && hashes[0] && salts[0], 'we committed to our digits, then opened them');
  const link = new URL(await ana.at('to-replay').getAttribute('href'), server.url).href;

  const open = async (person) => {
    await person.page.goto(server.url);
    await person.page.goto(link);
    return verdict(person);
  };
  assert((await open(ana)) === 'kept', 'the promise was kept');
  assert((await ana.at('fingerprint').getAttribute('data-value')) === shown, 'the fingerprint is shown');
  const mine = await ana.page.evaluate(() => JSON.parse(localStorage.getItem('mazo.promises'))[0]);
  assert(mine.salt && salts.includes(mine.salt), 'our own digits are in it');
  assert(/^[0-9a-f]{64}$/.test(mine.deal), 'the deal code was kept');
  await pretend(ana, { deal: mine.deal.replace(/^./, (c) => (c === '0' ? '1' : '0')) });
  assert((await open(ana)) === 'broken', 'another deal code is noticed');
  await pretend(ana, { deal: mine.deal, again: 2 });
  assert((await open(ana)) === 'kept', 'it is the deal code again');
  assert((await ana.at('fair').innerText()).includes('started over 2 times'), 'and how often it started over is said');
  await pretend(ana, { deal: undefined, again: undefined, commitment: shown });
  assert((await open(ana)) === 'right', 'without the deal code it proves less');
  await pretend(ana, { deal: mine.deal });
  await pretend(ana, { commitment: shown.replace(/^./, (c) => (c === '0' ? '1' : '0')) });
  assert((await open(ana)) === 'broken', 'another promise is noticed');
  await pretend(ana, { commitment: shown, salt: 'ab'.repeat(32) });
  assert((await open(ana)) === 'broken', 'digits that were left out are noticed');

  const beto = await Person.come(browser, 'Beto');
  assert((await open(beto)) === 'right', 'who was not there can only compare');
  ana.clean();
  beto.clean();
  await Promise.all([ana.leave(), beto.leave()]);
}

/** Beto's page has committed and hears nothing from then on: everybody is told, and the match begins without his digits. */
async function missing({ browser, mazo }) {
  const server = await new Server(mazo, '--open-within', 3).start();
  const wire = await new Wire(server).open();
  const ana = await Person.come(browser, 'Ana');
  const beto = await Person.come(browser, 'Beto');
  beto.url = wire.url;
  const tables = [];
  const hear = ana.heard.bind(ana);
  ana.heard = (message) => {
    if (message.type === 'table') tables.push(message);
    hear(message);
  };
  await table(ana, [beto], { url: server.url });
  await comes(() => tables.at(-1)?.seats.every((seat) => seat.hash), () => 'not everybody has promised random numbers');
  wire.deaf = true;
  await ana.at('start').click();
  await ana.at('opening').waitFor();
  assert((await ana.at('opening').innerText()).includes('Beto'), 'who is waited for is said');
  assert(await ana.at('start').isDisabled(), 'nothing can be changed now');
  await ana.at('started-over').waitFor();
  assert((await ana.at('started-over').innerText()).includes('Beto did not reveal'), 'and who did not come');
  await ana.at('table').waitFor();
  const first = tables.find((t) => t.opening?.deal);
  const last = tables.findLast((t) => t.opening?.deal);
  assert(first.commitment !== last.commitment && first.seats[0].hash !== last.seats[0].hash, 'all of it is new');
  assert(last.seats[1].hash === null && tables.at(-1).seats[1].missed === 1, 'without Beto');
  const kept = await ana.page.evaluate(() => JSON.parse(localStorage.getItem('mazo.promises'))[0]);
  assert(kept.again === 1 && kept.deal === last.opening.deal, 'we remember that it started over');
  wire.mend();
  wire.cut();
  wire.mend();
  await beto.at('table').waitFor();
  const late = await beto.page.evaluate(() => JSON.parse(localStorage.getItem('mazo.promises'))[0]);
  assert(!late.deal && !late.salt && late.commitment === last.commitment, 'Beto claims no part in it');
  ana.clean();
  await Promise.all([ana.leave(), beto.leave()]);
  wire.close();
  await server.stop();
}

export default (world) => [
  { name: 'fair/promised in the lobby, checked in the replay', run: () => promised(world) },
  { name: 'fair/a player who does not open is named', run: () => missing(world) },
];
