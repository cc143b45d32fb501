// evening.mjs - an evening among friends: one match after another, and who has won how many.
import { Person, Server, assert, deal, table } from './lib.mjs';
import { inspect } from './measure.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'es-ES', colorScheme: 'dark' };
const SHORT = { options: { target: 50, hand_size: 2 }, rules: 'oficial' };

/** A guest asks for another match, the host sees who, and deals at once: the result stays in sight until the cards come. */
async function rematch({ browser, server }) {
  const ana = await Person.come(browser, 'Ana');
  const beto = await Person.come(browser, 'Beto', PHONE);
  await table(ana, [beto], { url: server.url, ...SHORT });
  assert((await ana.at('evening').count()) === 0, 'nobody has won yet');
  await deal(ana, [ana, beto]);
  await Promise.all([ana.robot(1), beto.robot(2)]);
  for (const person of [ana, beto]) {
    await person.over();
    await person.rest();
    await person.at('evening').waitFor();
  }
  assert((await beto.at('again').count()) + (await beto.at('rematch').count()) === 0, 'only the host deals');
  await beto.at('ask-again').click();
  await ana.at('askers').getByText('Beto wants another match.').waitFor();
  await inspect(ana, 'host after the match');
  await inspect(beto, 'guest after the match');
  if (process.env.SHOTS) for (const p of [ana, beto]) await p.page.screenshot({ path: `${process.env.SHOTS}/over-${p.name}.png` });
  for (const person of [ana, beto]) await person.page.evaluate(() => {
    window.lobbies = 0;
    new MutationObserver(() => void (window.lobbies += document.querySelectorAll('[data-testid="lobby"]').length)).observe(document.body, { subtree: true, childList: true });
  });
  await ana.at('again').click();
  for (const person of [ana, beto]) {
    await person.page.waitForFunction(() => Number(document.querySelector('[data-testid="felt"]')?.dataset.n ?? -1) >= 0 && !document.querySelector('[data-testid="match-over"]'));
    assert((await person.page.evaluate(() => window.lobbies)) === 0, `${person.name} saw the waiting room`);
    if (process.env.SHOTS) await person.page.screenshot({ path: `${process.env.SHOTS}/dealt-${person.name}.png` });
  }
  await Promise.all([ana.robot(3), beto.robot(4)]);
  for (const person of [ana, beto]) await person.over();
  const score = async (person) => [...await person.at('evening').locator('b').allInnerTexts()].reduce((sum, n) => sum + Number(n), 0);
  assert((await score(ana)) === 2 && (await score(beto)) === 2, 'two matches, two wins');
  await ana.at('rematch').click(); // to change the table
  await ana.at('start').waitFor();
  assert((await score(ana)) === 2, 'the waiting room shows it too');
  if (process.env.SHOTS) for (const p of [ana, beto]) await p.page.screenshot({ path: `${process.env.SHOTS}/lobby-${p.name}.png`, fullPage: true });
  // Both matches moved the rating, and the record draws how.
  await beto.page.goto(`${server.url}/#record`);
  const rating = await beto.at('rating').textContent();
  const [now, first, last, least, most] = rating.match(/\d{3,4}/g).map(Number);
  assert(/últimas 2 partidas/.test(rating) && now === last && least === Math.min(first, last) && most === Math.max(first, last), rating);
  assert(/^M0 [01]\.000L1 [01]\.000$/.test(await beto.at('rating').locator('path').getAttribute('d')), 'a line from one to the other');
  await inspect(beto, 'the record, with a rating');
  if (process.env.SHOTS) await beto.page.screenshot({ path: `${process.env.SHOTS}/rating.png`, fullPage: true });
  for (const person of [ana, beto]) {
    person.clean();
    await person.leave();
  }
}

/** Two strangers press one button, and are asked nothing; a third comes by the table's address when the cards are dealt, and takes over from a bot;
 * so does a fourth who presses the button then. */
async function quick({ browser, mazo }) {
  const server = await new Server(mazo, '--fill-after', 600).start();
  const ana = await Person.come(browser, 'Ana', { ...PHONE, locale: 'en-GB', colorScheme: 'light' });
  const [beto, caro, dora] = await Promise.all(['Beto', 'Caro', 'Dora'].map((name) => Person.come(browser, name, PHONE)));
  await ana.page.goto(server.url);
  await ana.at('quick').click();
  await ana.at('fills').getByText(/Dealing in \d+ s/).waitFor();
  for (const part of ['Official', '30 s per turn', 'until somebody has 500 points']) await ana.at('fills').getByText(part).waitFor();
  assert((await ana.page.locator('.invite, select').count()) === 0, 'no workshop for who wants to play now');
  await ana.at('change').click();
  await ana.at('invite-link').waitFor(); // who wants one has it, and no cards come meanwhile
  await ana.at('length').getByText('until somebody has 500 points').waitFor();
  await ana.at('lobby-fill').click();
  await ana.at('name').fill('Ana'); // typed while the seats fill
  await ana.at('name').press('Enter');
  await inspect(ana, 'waiting for strangers');
  const code = new URL(ana.page.url()).pathname.slice(3);
  await beto.keep('name', 'Beto');
  await beto.page.goto(server.url);
  await beto.at('quick').click(); // one touch
  await beto.at('fills').waitFor();
  await ana.at('lobby-seat-1').getByText('Beto').waitFor();
  await ana.at('lobby-seat-0').getByText('You').waitFor();
  await beto.at('lobby-seat-0').getByText('Ana').waitFor();
  await beto.at('leave').click();
  await beto.at('public-tables').click();
  await ana.at('lobby-seat-1').getByText('free').waitFor(); // strangers wait for somebody else
  await beto.page.getByText('3 asientos libres').waitFor();
  const row = await beto.page.locator(`a[href="/t/${code}"]`).innerText();
  for (const part of ['Oficial', '30 s por turno', '3 asientos libres', 'se llena sola', 'organiza Ana']) assert(row.includes(part), `${part} in: ${row}`);
  await inspect(beto, 'public tables');
  if (process.env.SHOTS) for (const p of [ana, beto]) await p.page.screenshot({ path: `${process.env.SHOTS}/quick-${p.name}.png`, fullPage: true });
  await beto.page.locator(`a[href="/t/${code}"]`).click();
  await beto.at('sit').click();
  await ana.at('lobby-seat-1').getByText('Beto').waitFor();
  await deal(ana, [ana, beto]);

  await caro.page.goto(`${server.url}/t/${code}`);
  await caro.at('play-along').click();
  await caro.at('name').fill('Caro');
  await inspect(caro, 'take over from a bot');
  if (process.env.SHOTS) await caro.page.screenshot({ path: `${process.env.SHOTS}/along-Caro.png` });
  await caro.at('sit').click();
  await caro.at('hand').waitFor();
  await ana.passed('notice', 'Caro takes over from');
  await caro.passed('notice', 'Sigues tú en lugar de');
  await dora.keep('name', 'Dora');
  await dora.page.goto(server.url);
  await dora.at('quick').click();
  await dora.at('hand').waitFor();
  await dora.passed('notice', 'La partida ya ha empezado');
  assert(new URL(dora.page.url()).pathname === `/t/${code}`, 'the match that has a bot to give');
  for (const person of [caro, dora]) await person.robot(3);
  await Promise.all([ana.robot(1), beto.robot(2)]);
  await caro.reaches((await caro.number()) + 6);
  for (const person of [ana, beto, caro, dora]) {
    person.clean();
    await person.leave();
  }
  await server.stop();
}

/** One touch, and each reads it in their own language. */
async function phrases({ browser, server }) {
  const ana = await Person.come(browser, 'Ana');
  const beto = await Person.come(browser, 'Beto', PHONE);
  await table(ana, [beto], { url: server.url, ...SHORT });
  await ana.at('open-chat').click();
  await ana.at('phrase-luck').click();
  await beto.at('open-chat').click();
  await beto.at('chat').locator('.chat-lines').getByText('¡Suerte!').waitFor();
  await beto.at('phrase-thanks').click();
  await ana.at('chat').locator('.chat-lines').getByText('Thanks!').waitFor();
  await inspect(beto, 'quick phrases');
  if (process.env.SHOTS) await beto.page.screenshot({ path: `${process.env.SHOTS}/phrases-Beto.png` });
  for (const person of [ana, beto]) {
    person.clean();
    await person.leave();
  }
}

/** A spectator has a name at the table, and the host can send away who has said nothing. */
async function watchers({ browser, server }) {
  const ana = await Person.come(browser, 'Ana');
  const caro = await Person.come(browser, 'Caro', PHONE);
  const code = await table(ana, [], { url: server.url, seats: 2 });
  await deal(ana, [ana]);
  await caro.page.goto(`${server.url}/t/${code}`);
  await caro.at('watchers').click();
  await caro.at('name').fill('Caro');
  await caro.at('save-name').click();
  await caro.at('watches-Caro').waitFor();
  await inspect(caro, 'who watches');
  if (process.env.SHOTS) await caro.page.screenshot({ path: `${process.env.SHOTS}/watchers-Caro.png` });
  await caro.page.setViewportSize({ width: 1280, height: 800 }); // where another panel can take its place
  await caro.at('open-chat').click();
  await caro.at('chat').waitFor();
  await ana.at('watchers').click();
  await ana.at('watches-Caro').waitFor();
  await ana.at('remove-Caro').click();
  await ana.at('remove-yes').click();
  await caro.at('no-table').getByText('El anfitrión te ha echado de esta mesa').waitFor();
  await ana.at('watchers-panel').getByText('0 spectators').waitFor();
  for (const person of [ana, caro]) {
    person.clean();
    await person.leave();
  }
}

export default (world) => [
  { name: 'evening/rematch', run: () => rematch(world) },
  { name: 'evening/phrases', run: () => phrases(world) },
  { name: 'evening/watchers', run: () => watchers(world) },
  { name: 'evening/play now', run: () => quick(world) },
];
