// fair.mjs - the fair shuffle: promised in the lobby, and compared with the promise afterwards.
import { Person, assert, deal, matchFile, table } from './lib.mjs';

const verdict = async (person) => {
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
  const { commitment, salts } = (await matchFile(ana))[0].fair;
  assert(commitment === shown, 'what was promised is in the file');
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

export default (world) => [{ name: 'fair/promised in the lobby, checked in the replay', run: () => promised(world) }];
