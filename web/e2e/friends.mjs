// friends.mjs - what people read and press around a match: the forms, the waiting room, who plays for who, votes,
// slow lines, browsers that save nothing, and pages older than the server.
import { Person, Server, Wire, assert, comes, deal, table, until } from './lib.mjs';
import { inspect } from './measure.mjs';
import { scene, seat, serve } from './scene.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const SPANISH = { ...PHONE, locale: 'es-ES', colorScheme: 'dark' };
const BROKEN = /WebSocket connection|ERR_CONNECTION_|ERR_EMPTY_RESPONSE/;

const text = async (locator) => (await locator.innerText()).trim();
const gone = (locator) => locator.waitFor({ state: 'detached' });

async function end(people, allowed) {
  for (const person of people) {
    person.clean(allowed);
    await person.leave();
  }
}

// ---- forms ----

/** A sheet for two is for two, and looking at it changes nothing else; what begins stays in sight. */
async function forms({ browser, server }) {
  const ana = await Person.come(browser, 'Ana', SPANISH);
  const count = () => ana.at('seats').locator('output').textContent();
  const inSight = () => ana.page.evaluate(() => {
    const button = document.querySelector('.sticky button');
    const box = button.getBoundingClientRect();
    return box.bottom <= innerHeight && button.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
  });
  for (const page of ['offline', 'host']) {
    await ana.page.goto(`${server.url}/#${page}`);
    assert((await count()) === '4', `${page}: four at first`);
    await ana.at('sheet-duelo').check({ force: true });
    assert((await count()) === '2', `${page}: a duel is for two`);
    assert(/^2 jugadores · Duelo( \+ una ronda)?$/.test(await text(ana.at('summary'))), `${page}: and the summary says so`);
    await ana.at('sheet-oficial').check({ force: true });
    assert((await count()) === '4', `${page}: and four again`);
    await ana.at('seats').locator('button').last().click();
    await ana.at('sheet-duelo').check({ force: true });
    await ana.at('sheet-penas').check({ force: true });
    assert((await count()) === '5', `${page}: as many as were picked by hand`);
    await ana.page.getByTestId('house-rules').locator('summary').first().click();
    await ana.at('rule-jump_in').check({ force: true });
    await ana.at('advanced-rules').locator('summary').click();
    await ana.page.evaluate(() => scrollTo(0, 0));
    assert(await inSight(), `${page}: in sight at the top of a long form`);
    await ana.page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    assert(await inSight(), `${page}: and in the middle`);
    assert(/^5 jugadores · Penas \+ \S/.test(await text(ana.at('summary'))), await text(ana.at('summary')));
    await inspect(ana, page);
  }
  await ana.at('sheet-duelo').check({ force: true });
  await ana.at('name').fill('Ana');
  await ana.at('create').click();
  await ana.at('lobby-seat-1').waitFor();
  assert((await ana.at('lobby-seat-2').count()) === 0, 'a table for two has two seats');
  await end([ana]);
}

/** The waiting room grows, gets a name and goes public; who finds it in the list knows what it is. */
async function lobby({ browser, mazo }) {
  const server = await new Server(mazo).start();
  const ana = await Person.come(browser, 'Ana', PHONE);
  const beto = await Person.come(browser, 'Beto', SPANISH);
  const code = await table(ana, [beto], { url: server.url, rules: 'oficial', seats: 2, clock: 86400 });
  await ana.at('lobby-seats').locator('button').last().click();
  await beto.at('lobby-seat-2').waitFor();
  await ana.at('sheet-duelo').check({ force: true });
  await gone(beto.at('lobby-seat-2'));
  await ana.at('sheet-oficial').check({ force: true });
  await beto.at('lobby-seat-2').waitFor(); // three again, and nobody lost a seat
  assert(await beto.at('stand').count(), 'Beto sits');
  await beto.at('length').getByText('hasta que alguien tenga 500 puntos').waitFor(); // this takes an evening,
  await ana.page.getByRole('radio', { name: 'one round' }).check({ force: true });
  await beto.at('length').getByText('Dos o tres minutos').waitFor(); // and that does not
  await ana.at('lobby-title').fill('Los jueves');
  await ana.at('lobby-title').press('Enter');
  await beto.page.getByRole('heading', { name: 'Los jueves' }).waitFor();
  await ana.at('lobby-public').check({ force: true });
  await inspect(ana, 'lobby of a host');
  const caro = await Person.come(browser, 'Caro', SPANISH);
  await caro.page.goto(`${server.url}/#tables`);
  const row = caro.page.locator(`a[href="/t/${code}"]`);
  await row.waitFor();
  const said = await text(row);
  for (const part of ['Los jueves', 'Oficial', 'un día por turno', '1 asiento libre', 'Ana']) assert(said.includes(part), `${part} in: ${said}`);
  await beto.page.goto(server.url); // not here now
  await ana.page.getByText('1 person here').waitFor();
  await end([ana, beto, caro]);
  await server.stop();
}

// ---- who is there ----

/** Not connected is one thing, and a bot that plays another: on the seat, by ear, and in the result. */
async function away({ browser }) {
  const states = [[{ here: false }, 'ausente', /ausente/, 'Sin conexión. Todavía no juega ningún bot.'],
    [{ away: true }, 'bot', /, juega un bot/, 'No contesta: juega un bot.'],
    [{ here: false, away: true, left: true }, 'bot', /ausente, juega un bot/, 'Se ha ido: juega un bot.'],
    [{}, null, /^((?!ausente|juega un bot).)*$/, null]];
  for (const [more, tag, heard, told] of states) {
    const ana = await look(browser, scene(2, { table: { seats: [seat(0), seat(1, more)] } }));
    const chip = ana.at('seat-1');
    const tags = await chip.locator('.seat-away').allTextContents();
    assert(tags.join() === (tag ?? ''), `${JSON.stringify(more)}: ${tags}`);
    const unseen = await chip.locator('.unseen').textContent();
    assert(heard.test(unseen) && /juega un bot/.test(unseen) === !!more.away, `${JSON.stringify(more)} sounds: ${unseen}`);
    await chip.locator('.seat-button').click();
    await ana.at('seat-panel').waitFor();
    assert((await ana.at('presence').allTextContents()).join() === (told ?? ''), `${JSON.stringify(more)}: what the panel says`);
    await inspect(ana, 'seat panel');
    await done(ana);
  }
  const view = { phase: 'match_over', match_winners: [1], round_winner: 1, hand: [], sizes: [3, 0], scores: [20, 501] };
  const ana = await look(browser, scene(2, { view, table: { status: 'over', seats: [seat(0), seat(1, { here: false, away: true, left: true })] }, events: [{ event: 'won', seat: 1 }] }));
  await ana.at('rank-1').getByText('jugó un bot').waitFor();
  assert(!/jugó un bot/.test(await text(ana.at('rank-0'))), 'Ana played herself');
  await inspect(ana, 'result');
  await done(ana);
}

/** What adds up to a low score is shown at once: halfway up the ranking would look wrong. */
async function low({ browser }) {
  const view = { rules: 'sin-reversa', phase: 'round_over', hand: [], round_winner: 1, sizes: [3, 0], scores: [75, 0] };
  const events = [{ event: 'won', seat: 1 }, { event: 'counted', seat: 0, cards: ['R5'], points: 70 }, { event: 'scored', seat: 0, points: 70 }];
  const ana = await look(browser, scene(2, { view, events, legal: [{ do: 'next' }] }), { ...SPANISH, reducedMotion: 'no-preference' });
  await ana.page.locator('.round-end .hint').waitFor(); // the engine has said how the sheet counts
  assert((await ana.at('rank-0').locator('.points').textContent()) === '75', await ana.at('rank-0').innerText());
  await done(ana);
}

/** The clock has run out for somebody: the others read why cards move. */
async function clock({ browser }) {
  const moment = scene(2, { table: { seats: [seat(0), seat(1)] } });
  const ana = await look(browser, moment);
  ana.say({ ...moment.messages[0], seats: [seat(0), seat(1, { away: true })] });
  await ana.passed('notice', 'Beto no ha contestado a tiempo: juega un bot.');
  await done(ana);
}

/** A phone has no keys to set. */
async function phone({ browser, server }) {
  const ana = await Person.come(browser, 'Ana', { ...SPANISH, isMobile: true });
  await ana.page.goto(`${server.url}/#settings`);
  await ana.at('settings-page').waitFor();
  assert(!(await ana.page.getByText('Teclas de una letra').isVisible()), 'no keys');
  await end([ana]);
}

async function look(browser, moment, options = SPANISH) {
  const person = await Person.come(browser, 'Ana', { serviceWorkers: 'block', ...options });
  const talk = {};
  await serve(person.context, talk, moment);
  person.say = (...lines) => talk.on(lines);
  await person.page.goto('http://localhost/t/ABCDEF');
  await person.at('table').waitFor();
  return person;
}

const done = (person) => end([person], /Service Worker registration blocked/);

/** A vote has a clock and a count, and its outcome says how it came about. */
async function vote({ browser, mazo }) {
  const server = await new Server(mazo, '--vote', 20).start();
  const people = await Promise.all(['Ana', 'Beto', 'Caro', 'Dora'].map((name, i) => Person.come(browser, name, i ? PHONE : SPANISH)));
  const [ana, beto, caro, dora] = people;
  await table(ana, [beto, caro, dora], { url: server.url, rules: 'penas', options: { target: 5000 } });
  await deal(ana, people);
  await ana.at('seat-1').locator('.seat-button').click();
  await ana.at('accuse').click();
  for (const person of people) await person.at('ask-vote').waitFor();
  assert(/^1 de 3 votos · (1\d|20) s$/.test(await text(ana.at('votes'))), await text(ana.at('votes')));
  await beto.page.reload(); // who comes back in the middle has the clock too
  await beto.at('votes').getByText(/1 of 3 votes · \d+ s/).waitFor();
  await caro.at('vote-no').click();
  await dora.at('votes').getByText('2 of 3 votes').waitFor();
  await dora.at('vote-no').click();
  await gone(ana.at('ask-vote'));
  await ana.at('ticker').getByText('Culpable: 1; inocente: 2. Hacen falta dos, y mayoría').waitFor();
  await end(people);
  await server.stop();
}

// ---- slow lines ----

/** On a line of 400 ms each way: a touch shows at once, and what the page says by itself is nobody's fault. */
async function slow({ browser, mazo }) {
  const server = await new Server(mazo).start();
  const wire = await new Wire(server).open();
  const ana = await Person.come(browser, 'Ana', PHONE);
  const beto = await Person.come(browser, 'Beto', PHONE);
  const code = await table(ana, [], { url: server.url, rules: 'oficial', seats: 2, options: { target: 5000, numbers: '0000000000', draw_twos: 0, skips: 0, reverses: 0, wilds: 0, wild_fours: 0, jackpots: 0, numbers: '2222222222' } });
  await beto.page.goto(`${wire.url}/t/${code}`);
  await beto.at('name').fill('Beto');
  wire.delay = 400;
  await beto.at('sit').click();
  await ana.at('lobby-seat-1').getByText('Beto').waitFor();
  await ana.at('start').click(); // before Beto's part of the shuffle has come
  await beto.at('table').waitFor();
  await beto.at('open-chat').click();
  await beto.at('chat-input').fill('Hola');
  await beto.page.keyboard.press('Enter');
  await beto.at('chat').getByText('Hola').waitFor(); // an answer to it would have come before
  await beto.at('close-panel').click();
  const said = await beto.page.evaluate(() => window.passed.filter((one) => one.where === 'notice').map((one) => one.text));
  assert(said.length === 0, `nothing was refused: ${said}`);
  const offer = '[data-testid="draw"]:not([aria-busy="true"])';
  const may = async () => (await beto.page.locator(offer).count()) > 0 || void (await ana.page.evaluate(() => window.robot.tick()));
  await comes(may, () => 'Beto cannot draw');
  const n = await beto.number();
  wire.delay = 2500; // no answer before we have looked
  await beto.at('draw').click();
  await beto.page.locator('[data-testid="draw"][aria-busy="true"]').waitFor(); // the button shows it at once
  await beto.page.locator('.draw-pile[aria-busy="true"]').waitFor(); // and so does the pile
  assert((await beto.number()) === n, 'long before the answer');
  await beto.reaches(n + 1);
  await beto.page.locator('.draw-pile[aria-busy="false"]').waitFor();
  wire.close();
  await end([ana, beto], BROKEN);
  await server.stop();
}

/** A name that the server refuses opens no table, also where it was typed before there was a connection. */
async function badName({ browser, mazo }) {
  const server = await new Server(mazo).start();
  const wire = await new Wire(server).open();
  const ana = await Person.come(browser, 'Ana', PHONE);
  await ana.page.goto(`${wire.url}/#host`);
  await ana.at('create').waitFor();
  wire.cut();
  await ana.page.getByText('No connection').waitFor();
  await ana.at('name').fill('\u202eanA');
  await ana.at('create').click();
  wire.mend();
  await ana.at('name-problem').waitFor();
  assert((await ana.at('lobby').count()) === 0 && (await ana.at('host').count()) === 1, 'no table under another name');
  await ana.at('name').fill('Ana');
  await ana.at('create').click();
  await ana.at('lobby-seat-0').getByText('Ana').waitFor();
  wire.close();
  await end([ana], BROKEN);
  await server.stop();
}

/** Who watches without a name gives one before the first word. */
async function nameless({ browser, server }) {
  const ana = await Person.come(browser, 'Ana', PHONE);
  const caro = await Person.come(browser, 'Caro', PHONE);
  const code = await table(ana, [], { url: server.url, seats: 2 });
  await deal(ana, [ana]);
  await caro.page.goto(`${server.url}/t/${code}`);
  await caro.at('table').waitFor();
  await caro.at('open-chat').click();
  await caro.at('chat-input').fill('Hello');
  await caro.at('chat-input').press('Enter');
  await caro.at('name').fill('Caro');
  await caro.at('chat-input').press('Enter');
  await ana.at('open-chat').click();
  await ana.at('chat').locator('.chat-lines').getByText('Hello').waitFor();
  assert(/Caro\s*Hello/.test(await text(ana.at('chat'))), await text(ana.at('chat')));
  await end([ana, caro]);
}

/** The host of a public table gets rid of people: one who sits, and one who only watches and talks. */
async function removed({ browser, server }) {
  const people = await Promise.all(['Ana', 'Beto', 'Caro'].map((name, i) => Person.come(browser, name, i ? SPANISH : PHONE)));
  const [ana, beto, caro] = people;
  const code = await table(ana, [beto], { url: server.url, seats: 3 });
  await caro.keep('name', 'Caro');
  await caro.page.goto(`${server.url}/t/${code}`);
  await caro.at('open-chat').click();
  await caro.at('chat-input').fill('Boo');
  await caro.at('chat-input').press('Enter');
  await ana.at('open-chat').click();
  await ana.at('remove-Caro').click();
  await inspect(ana, 'remove a spectator?');
  await ana.at('remove-yes').click();
  await caro.at('no-table').getByText('El anfitrión te ha echado de esta mesa').waitFor();
  await inspect(caro, 'removed');
  await caro.page.reload();
  await caro.at('no-table').waitFor();
  await ana.at('close-panel').click();
  await ana.at('kick-1').click();
  await ana.at('kick-ever').click();
  await beto.at('no-table').waitFor();
  await ana.at('lobby-seat-1').getByText('free').waitFor();
  await end(people);
}

// ---- rule cards ----

/** A table in two languages: ideas are read in the reader's, and who has written sees who has not. */
async function written({ browser, server }) {
  const ana = await Person.come(browser, 'Ana', { ...PHONE });
  const beto = await Person.come(browser, 'Beto', SPANISH);
  await table(ana, [beto], { url: server.url, rules: 'jackpot', options: { target: 5000 } });
  await deal(ana, [ana, beto]);
  assert((await ana.at('write-again').count()) === 0, 'she has never written any');
  await ana.at('how-1-own').check({ force: true });
  await ana.at('rule-words').fill('Take a bow');
  await ana.at('write-done').click();
  await ana.at('still-writing').getByText('Still writing: Beto').waitFor();
  assert((await ana.at('wrote').locator('li').count()) === 4, 'and what she wrote herself');
  await inspect(ana, 'after writing');
  const english = (await ana.at('wrote').locator('.rule-text').allTextContents()).sort();
  await ana.at('open-menu').click();
  await ana.at('lang-es').click({ force: true });
  await ana.page.locator('html[lang="es"]').waitFor();
  await ana.at('close-panel').click();
  const mine = (all) => all.filter((one) => !one.includes('Take a bow'));
  const spanish = (await ana.at('wrote').locator('.rule-text').allTextContents()).sort();
  assert(mine(english).every((one) => !spanish.includes(one)), `${english} became ${spanish}`);
  await ana.at('open-rules').click();
  await ana.page.locator('[data-testid="rules"] li', { hasText: spanish[0] }).first().waitFor();
  await ana.at('close-panel').click();
  await beto.at('write-done').click();
  await beto.page.locator('.left-count').waitFor();
  for (const person of [ana, beto]) await person.robot(3);
  for (const person of [ana, beto]) await person.reaches(40);
  await table(ana, [], { url: server.url, rules: 'jackpot', seats: 2 });
  await deal(ana, []);
  await ana.at('write-again').click(); // in Spanish by now
  await inspect(ana, 'the rule cards of the last match');
  await ana.at('write-done').click();
  await ana.at('open-rules').click();
  for (const one of spanish) await ana.page.locator('[data-testid="rules"] .rules-words li', { hasText: one }).first().waitFor();
  await end([ana, beto]);
}

/** One is one, and two are two. */
async function one({ browser }) {
  const view = { rules: 'jackpot', dispenser_count: 1, rule_cards: [], scores: [1, 2], draw_count: 1, sizes: [7, 1] };
  for (const [options, card, mine, theirs, pile] of [[SPANISH, '1 carta de regla', '1 de 500 puntos', /1 carta, .*2 puntos/, 'Mazo, 1 carta.'], [PHONE, '1 rule card', '1 of 500 points', /1 card, .*2 points/, 'Draw pile, 1 card.']]) {
    const ana = await look(browser, scene(2, { view }), options);
    assert((await text(ana.page.locator('.left-count'))) === card, await text(ana.page.locator('.left-count')));
    assert((await text(ana.page.locator('.own-score'))) === mine, await text(ana.page.locator('.own-score')));
    assert(theirs.test(await ana.at('seat-1').locator('.unseen').textContent()), 'at the other seat');
    assert((await ana.at('draw-pile').locator('.unseen').textContent()) === pile, 'the pile');
    await done(ana);
  }
  const solo = await Person.come(browser, 'Ana', { serviceWorkers: 'block', ...PHONE });
  await serve(solo.context, {}, { messages: [] });
  await solo.page.goto('http://localhost/#offline');
  await solo.at('offline').waitFor();
  await solo.page.evaluate(() => new Promise((resolve) => {
    indexedDB.open('mazo').onsuccess = ({ target: { result } }) => {
      const kept = result.transaction('matches', 'readwrite');
      kept.objectStore('matches').put({ key: 'ONE', rules: 'oficial', options: {}, seats: 2, at: 1, over: true, winners: [1], you: 0, standing: { place: 2, of: 2, points: 1 } });
      kept.oncomplete = resolve;
    };
  }));
  await solo.page.reload();
  await solo.at('kept-ONE').filter({ hasText: /place 2 of 2 · 1 point$/ }).waitFor();
  await done(solo);
}

// ---- storage ----

const NO_DATABASE = 'Object.defineProperty(window, "indexedDB", { get() { throw new Error("denied"); } });';
const NO_STORAGE = `${NO_DATABASE}
  for (const [of, name] of [[window, 'localStorage'], [window, 'sessionStorage'], [window, 'caches'], [Navigator.prototype, 'serviceWorker']])
    Object.defineProperty(of, name, { get() { throw new Error('denied'); } });`;

/** A browser that saves nothing says so at once: against bots, and at a table of the server. */
async function unsaved({ browser, server }) {
  const ana = await Person.come(browser, 'Ana', SPANISH);
  await ana.context.addInitScript(NO_DATABASE);
  await ana.page.goto(`${server.url}/#offline`);
  await ana.at('deal').click();
  await ana.at('table').waitFor();
  await ana.at('unsaved').getByText('Este navegador no guarda nada: la partida se pierde').waitFor();
  await inspect(ana, 'not saved');
  await ana.at('close-notice').click();
  await gone(ana.at('unsaved'));
  await ana.page.reload();
  await ana.page.getByText('Esta partida no se guardó.').waitFor();
  const beto = await Person.come(browser, 'Beto', PHONE);
  const code = await table(beto, [], { url: server.url, seats: 2 });
  const caro = new Person();
  Object.assign(caro, { name: 'Caro', faults: [], context: await browser.newContext({ ...PHONE, locale: 'en-GB', reducedMotion: 'reduce' }) });
  caro.context.setDefaultTimeout(60_000);
  await caro.context.addInitScript(NO_STORAGE);
  caro.page = await caro.context.newPage();
  caro.page.on('pageerror', (error) => caro.faults.push(String(error.stack)));
  await caro.page.goto(`${server.url}/t/${code}`);
  await caro.at('unsaved').getByText('you lose your seat').waitFor();
  await caro.at('name').fill('Caro');
  await caro.at('sit').click();
  await beto.at('lobby-seat-1').getByText('Caro').waitFor();
  assert((await beto.at('unsaved').count()) === 0, 'who has storage reads nothing of it');
  await end([ana, beto, caro]);
}

// ---- versions ----

/** The server comes back with another client: open pages are told, and a reload loses nothing. */
async function newer({ browser, mazo }) {
  const server = await new Server(mazo).start();
  const ana = await Person.come(browser, 'Ana', { ...SPANISH, serviceWorkers: 'block' });
  await table(ana, [], { url: server.url, seats: 2, options: { target: 5000 } });
  await deal(ana, [ana]);
  const looked = ana.page.waitForResponse(/sw\.js/);
  await server.kill();
  await server.start();
  await looked;
  await gone(ana.at('net-state'));
  assert((await ana.at('new-version').count()) === 0, 'the same client is not a new one');
  await ana.context.route(/\/sw\.js$/, async (route) => {
    const answer = await route.fetch();
    return route.fulfill({ response: answer, body: (await answer.text()).replaceAll(/main\.\w+\.js/g, 'main.AAAAAAAA.js') });
  });
  await server.kill();
  await server.start();
  await ana.at('new-version').getByText('Hay una versión nueva de Mazo.').waitFor();
  await inspect(ana, 'new version');
  const before = await ana.number();
  await ana.at('reload').click();
  await gone(ana.at('new-version'));
  await ana.at('hand').waitFor();
  assert((await ana.number()) >= before, 'the match is where it was');
  await end([ana], new RegExp(`${BROKEN.source}|Service Worker registration blocked`));
  await server.stop();
}

/** A page of before opens another one, whose code the server has no longer: it is told why. */
async function older({ browser, server }) {
  const ana = await Person.come(browser, 'Ana', { ...SPANISH, serviceWorkers: 'block' });
  await ana.page.goto(server.url);
  await ana.at('quick').waitFor();
  await ana.context.route(/\/sw\.js$/, async (route) => {
    const answer = await route.fetch();
    return route.fulfill({ response: answer, body: (await answer.text()).replaceAll(/main\.\w+\.js/g, 'main.AAAAAAAA.js') });
  });
  await ana.context.route(/\/rest\.\w+\.js$/, (route) => route.fulfill({ status: 404 }));
  await ana.page.evaluate(() => void (location.hash = '#settings'));
  await ana.at('new-version').getByText('Hay una versión nueva de Mazo.').waitFor();
  await ana.context.unrouteAll();
  await ana.at('reload').click();
  await ana.page.getByRole('heading', { name: 'Ajustes' }).waitFor();
  await end([ana], /Failed to load resource|Service Worker registration blocked/);
}

/** The server no longer speaks the page's protocol: it offers a reload, not protocol words. */
async function tooOld({ browser, server }) {
  const ana = await Person.come(browser, 'Ana', { ...SPANISH, serviceWorkers: 'block' });
  const code = await table(ana, [], { url: server.url, seats: 2 });
  let version = 9;
  await ana.context.routeWebSocket(/\/ws/, (socket) => {
    const far = socket.connectToServer();
    socket.onMessage((message) => far.send(String(message).replace('"version":2', `"version":${version}`)));
  });
  await ana.page.goto(`${server.url}/t/${code}`);
  await ana.at('new-version').getByText('Hay una versión nueva de Mazo.').waitFor();
  assert(!/protocolo/.test(await text(ana.page.locator('body'))), await text(ana.page.locator('body')));
  await inspect(ana, 'too old');
  version = 2;
  await ana.at('reload').click();
  await ana.at('lobby').waitFor();
  assert((await ana.at('new-version').count()) === 0, 'all is well');
  await end([ana], /Service Worker registration blocked/);
}

export default (world) => Object.entries({ forms, lobby, away, low, clock, phone, vote, slow, badName, nameless, removed, written, one, unsaved, newer, older, tooOld })
  .map(([name, test]) => ({ name: `friends/${name}`, run: () => test(world) }));
