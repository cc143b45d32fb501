// pages.mjs - the pages around the table: what they offer first, what they say, what they keep.
import { Person, assert, deal, table } from './lib.mjs';
import { inspect, still } from './measure.mjs';
import { bot, scene, seat, serve } from './scene.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const DARK = { locale: 'es-ES', colorScheme: 'dark' };

/** The rules people ask for come first; what changes nothing cannot be touched. */
async function houseRules({ browser, server }) {
  const ana = await Person.come(browser, 'Ana', { ...PHONE, ...DARK });
  await ana.page.goto(`${server.url}/#host`);
  await ana.page.locator('link[rel="manifest"][href="/mazo-es.webmanifest"]').waitFor({ state: 'attached' });
  await ana.at('house-rules').locator('> summary').click();
  await ana.at('rule-stacking').waitFor();
  const shown = await ana.at('house-rules').locator('[data-testid^="rule-"]').evaluateAll((all) => all.filter((el) => el.checkVisibility()).map((el) => el.dataset.testid));
  const popular = ['stacking', 'seven_zero', 'jump_in', 'draw_until_playable', 'must_play'].map((name) => `rule-${name}`);
  assert(JSON.stringify(shown) === JSON.stringify(popular), `five switches first: ${shown}`);
  await inspect(ana, 'house rules');
  await ana.at('advanced-rules').locator('> summary').click();
  assert(await ana.at('rule-numbers').isVisible(), 'the deck is under Advanced');
  assert(await ana.at('rule-target_is').isDisabled(), 'what reaching the target means is for own hands only');
  const more = ana.at('rule-target').locator('button').last();
  assert(await more.isEnabled(), 'points end the match');
  await ana.at('rule-scoring').selectOption('quick');
  await more.and(ana.page.locator(':disabled')).waitFor();
  await ana.at('rule-scoring').selectOption('hands');
  await ana.at('rule-target_is').and(ana.page.locator(':enabled')).waitFor();
  // What a list cuts off stands below it.
  const meaning = await ana.at('rule-scoring').locator('option:checked').textContent();
  assert((await ana.at('rule-scoring').locator('xpath=following-sibling::span').textContent()) === meaning, `the whole choice: ${meaning}`);
  await inspect(ana, 'advanced rules');
  // A switch that is off has no filling, in the dark too.
  const filled = (id) => ana.at(id).evaluate((el) => getComputedStyle(el).backgroundColor !== 'rgba(0, 0, 0, 0)');
  assert(!(await filled('rule-stacking')), 'off is hollow');
  await ana.at('rule-stacking').check();
  await ana.page.waitForFunction(() => getComputedStyle(document.querySelector('[data-testid="rule-stacking"]')).backgroundColor !== 'rgba(0, 0, 0, 0)');
  ana.clean();
  await ana.leave();
}

/** Bots have names, the name is asked once, and a match that was left waits on the start page. */
async function solo({ browser, server }) {
  const ana = await Person.come(browser, 'Luis', PHONE);
  await ana.keep('offline', { chosen: { rules: 'duelo', options: {} }, seats: 3, level: 'easy', clock: 0 });
  await ana.page.goto(`${server.url}/#offline`);
  await ana.at('name').fill('Luis');
  await ana.at('deal').click();
  await ana.at('table').waitFor();
  const names = await ana.page.locator('.seat-name').allTextContents();
  assert(names.join() === 'Andrés,Carmen', `two bots, and not a second Luis: ${names}`);
  assert((await ana.page.locator('.seat .bot-face').count()) === 2, 'with faces');
  await ana.at('open-menu').click();
  await ana.at('leave').click();
  await ana.at('resume').waitFor();
  await inspect(ana, 'home with a match');
  await ana.at('me').click();
  await ana.at('solo-matches').locator('a').first().waitFor();
  await inspect(ana, 'your matches, alone');
  await ana.at('back').click();
  await ana.at('resume').click();
  await ana.at('table').waitFor();
  await ana.page.goto(`${server.url}/#offline`);
  await ana.at('deal').waitFor();
  assert((await ana.at('name').count()) === 0, 'the name is asked once');
  ana.clean();
  await ana.leave();
}

/** Spain and America name the cards their own way, in the page's own words and in the engine's: by the browser or by
 * choice, which is kept, and without a network too. */
async function spanishTwice({ browser, server }) {
  const WORDS = {
    'es-ES': ['Sin Cambio de sentido, se acumulan', 'Pierde turno: el siguiente', 'Comodín Roba Cuatro'],
    'es-419': ['Sin Reversa, se acumulan', 'toma dos cartas', 'es un blof'],
    es: ['Sin Reversa, se acumulan', 'Salta: el siguiente', 'es un farol'],
    en: ['No Reverse, draw cards', 'Skip: the next', 'that is a bluff'],
  };
  const reads = async (ana, lang) => {
    const [sheet, ...rules] = WORDS[lang];
    await ana.page.goto(`${server.url}/#offline`);
    await ana.page.locator(`html[lang="${lang}"]`).waitFor();
    await ana.page.locator('.sheet', { hasText: sheet }).waitFor();
    await ana.at('open-rules').click();
    for (const text of rules) await ana.at('rules').filter({ hasText: text }).waitFor();
    await ana.at('close-panel').click();
  };
  for (const [locale, lang] of [['es-MX', 'es-419'], ['es', 'es'], ['es-ES', 'es-ES']]) {
    const ana = await Person.come(browser, 'Ana', { ...PHONE, locale });
    const fetched = [];
    ana.page.on('request', (request) => fetched.push(...(/\/(es-\w+)\./.exec(request.url())?.slice(1) ?? [])));
    await reads(ana, lang);
    assert(fetched.join() === (lang === 'es' ? '' : lang), `no words but one's own: ${fetched}`);
    if (locale === 'es-ES') {
      await ana.page.evaluate(() => navigator.serviceWorker.ready);
      await ana.context.setOffline(true);
      await ana.page.goto(`${server.url}/#settings`);
      for (const chosen of ['es-419', 'es', 'en']) {
        await ana.at(`lang-${chosen}`).click();
        await ana.page.locator(`html[lang="${chosen}"]`).waitFor();
        await ana.page.goto(`${server.url}/#offline`);
        await ana.page.reload();
        await reads(ana, chosen);
        await ana.page.goto(`${server.url}/#settings`);
      }
    } else {
      await ana.page.goto(`${server.url}/#settings`);
      await inspect(ana, `settings, ${locale}`);
    }
    ana.clean(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    await ana.leave();
  }
}

/** A deck and a table that are chosen are seen at once, and after a reload. */
async function chooses(ana) {
  const look = () => ana.page.locator('.table-sample').evaluate((el) => [getComputedStyle(el).backgroundImage, getComputedStyle(el.querySelector('.of-R .paper')).fill].join());
  const [before, looks] = [await look(), new Set()];
  for (const [deck, felt] of [['bold', 'wood'], ['night', 'stars']]) {
    await ana.at(`deck-${deck}`).check();
    await ana.at(`felt-${felt}`).check();
    looks.add(await look());
    await inspect(ana, `settings, ${deck}`);
  }
  assert(looks.size === 2 && !looks.has(before), 'three decks on three tables');
  await ana.page.reload();
  await ana.page.locator('[data-deck="night"] .table-sample').waitFor();
  assert(looks.has(await look()), 'kept');
}

/** Alone: a finished match says its place and points; nobody is asked to hug a bot; the choices of Settings
 * stand side by side; wilds can be seen among the rules in the dark. */
async function alone({ browser, server }) {
  const ana = await Person.come(browser, 'Ana', { viewport: { width: 360, height: 640 }, hasTouch: true, locale: 'es-ES', colorScheme: 'dark' });
  await ana.keep('offline', { chosen: { rules: 'jackpot', options: { target: 50, hand_size: 3 } }, seats: 2, level: 'easy', clock: 0 });
  await ana.keep('quick-bots', true);
  await ana.page.goto(`${server.url}/#play`);
  await ana.at('draft-1').locator('.idea').first().waitFor();
  const ideas = await ana.at('draft-1').locator('.idea').allTextContents();
  assert(ideas.length === 5 && !ideas.some((idea) => /abrazo|Choca|Cacarea/.test(idea)), `no dares: ${ideas}`);
  await ana.robot(3);
  await ana.over();
  await ana.at('to-start').click();
  await ana.at('me').click();
  const kept = ana.at('solo-matches').locator('a').first();
  await kept.filter({ hasText: /puesto [12] de 2 · \d+ puntos?/ }).waitFor();
  assert((await ana.at('solo-matches').locator('h2').count()) === 1, 'the other list has its heading outside');
  await inspect(ana, 'your matches, one over');
  await ana.page.goto(`${server.url}/#settings`);
  await ana.at('theme-dark').waitFor();
  const tops = await ana.page.locator('.segments:has(> :nth-child(3):last-child)').evaluateAll((all) => all.map((one) => [...one.children].map((el) => el.getBoundingClientRect().top)));
  assert(tops.length > 0 && tops.every((row) => row.every((top) => top === row[0])), `in one row: ${JSON.stringify(tops)}`);
  await inspect(ana, 'settings, narrow');
  await chooses(ana);
  await ana.page.goto(`${server.url}/#offline`);
  await ana.at('open-rules').click();
  const wild = ana.at('rules').locator('[data-card="W"]').first();
  await wild.waitFor();
  assert((await wild.evaluate((el) => getComputedStyle(el).boxShadow)) !== 'none', 'a wild has an edge in the dark');
  await inspect(ana, 'rules in the dark');
  ana.clean();
  await ana.leave();
}

/** Anyone who closes the page is said to be away, in a word. */
async function absent({ browser, server }) {
  const ana = await Person.come(browser, 'Ana', PHONE);
  const beto = await Person.come(browser, 'Beto');
  await table(ana, [beto], { url: server.url, options: {} });
  await deal(ana, [ana, beto]);
  await beto.leave();
  await ana.at('seat-1').locator('.seat-away').waitFor();
  await inspect(ana, 'absent');
  ana.clean();
  await ana.leave();
}

/** On a small phone a newcomer sees where to learn, and who has tables whose turn it is, without scrolling. */
async function fold({ browser }) {
  for (const tables of [[], [{ table: 'ABCDEF', title: '', seat: 0, status: 'playing', your_turn: true }]]) {
    const ana = await Person.come(browser, 'Ana', { viewport: { width: 360, height: 640 }, hasTouch: true, locale: 'es-MX', serviceWorkers: 'block' });
    await ana.keep('token', 'x'.repeat(24));
    await serve(ana.context, {}, { messages: [], tables });
    await ana.page.goto('http://localhost/');
    const wanted = tables.length ? ana.page.getByText('te toca') : ana.at('learn');
    await wanted.waitFor();
    const { y, height } = await wanted.boundingBox();
    assert(y + height <= 640, `${await wanted.textContent()} ends at ${y + height}`);
    ana.clean(/Service Worker/);
    await ana.leave();
  }
}

/** Small things: calls beside the hand on a wide screen, no keys on a phone, the chat typed at the bottom. */
async function small({ browser, server }) {
  const wide = await Person.come(browser, 'Ana', { viewport: { width: 1280, height: 800 } });
  await wide.page.goto(`${server.url}/#play`);
  await wide.at('table').waitFor();
  const [uno, caught] = await Promise.all(['uno', 'catch'].map((id) => wide.at(id).boundingBox()));
  assert(caught.x - uno.x < 760, `UNO and Catch are near each other: ${caught.x - uno.x} px`);
  const manifest = await (await fetch(`${server.url}/mazo-es.webmanifest`)).json();
  assert(manifest.lang === 'es' && /amigos/.test(manifest.description), 'a manifest in Spanish');
  await table(wide, [], { url: server.url, bots: 1 });
  await wide.at('open-chat').click();
  await still(wide.page);
  const input = await wide.at('chat-input').boundingBox();
  const panel = await wide.at('chat').boundingBox();
  assert(panel.y + panel.height - input.y - input.height < 60, 'one types at the bottom');
  await inspect(wide, 'chat on a wide screen');
  wide.clean();
  await wide.leave();

  const beto = await Person.come(browser, 'Beto', { ...PHONE, isMobile: true });
  await table(beto, [], { url: server.url, bots: 1 });
  await deal(beto, [beto]);
  await beto.at('open-menu').click();
  await beto.at('leave').waitFor();
  assert(!(await beto.at('open-keys').isVisible()), 'a phone has no keys');
  beto.clean();
  await beto.leave();
}

/** What a messenger reads of a link: what it leads to, and a picture at a whole address. */
async function previews({ server }) {
  const told = async (path, headers) => {
    const html = await (await fetch(`${server.url}${path}`, { headers })).text();
    const of = (name) => new RegExp(`og:${name}" content="([^"]*)"`).exec(html)[1];
    return { title: of('title'), image: of('image') };
  };
  assert((await told('/')).title === 'Mazo', 'the game');
  const table = await told('/t/ABCDEF');
  assert(/a table is waiting/.test(table.title) && table.image === `${server.url}/icon-512.png`, JSON.stringify(table));
  assert((await fetch(table.image)).headers.get('content-type') === 'image/png', 'the picture is there');
  const match = await told('/r/KEY', { 'X-Forwarded-Proto': 'https' });
  assert(/watch this match/.test(match.title) && match.image.startsWith('https://127.0.0.1'), JSON.stringify(match));
}

const meet = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** A tablet has a table of its own: players round it, large cards, the log below, panels that cover nothing. */
async function tablet({ browser, server }) {
  for (const [viewport, more] of [[{ width: 820, height: 1180 }, {}], [{ width: 1180, height: 820 }, DARK], [{ width: 768, height: 1024 }, DARK]]) {
    const ana = await Person.come(browser, 'Ana', { viewport, hasTouch: true, ...more });
    await table(ana, [], { url: server.url, rules: 'oficial', options: { target: 5000 }, bots: 5 });
    const [first, second] = await ana.page.locator('.columns > .block').evaluateAll((all) => all.map((el) => el.getBoundingClientRect().top));
    assert(first === second, 'the lobby has columns');
    await inspect(ana, 'lobby on a tablet');
    await deal(ana, [ana]);
    await ana.at('hand').waitFor();
    await still(ana.page);
    const seats = await ana.page.locator('.seat').evaluateAll((all) => all.map((el) => el.getBoundingClientRect().top));
    assert(seats[0] - seats[2] > 60 && seats[4] - seats[2] > 60, `players sit round the table: ${seats}`);
    assert((await ana.page.locator('.hand-card').first().boundingBox()).width > 100, 'large cards');
    await inspect(ana, 'tablet');
    for (const panel of ['chat', 'rules']) {
      await ana.at(`open-${panel}`).click();
      await still(ana.page);
      const [box, hand, pile] = await Promise.all([panel, 'hand', 'draw-pile'].map((id) => ana.at(id).boundingBox()));
      assert(!meet(box, hand) && !meet(box, pile), `${panel} covers neither the hand nor the piles`);
      await inspect(ana, `${panel} on a tablet`);
      await ana.at('close-panel').click();
    }
    if (viewport.width < viewport.height) {
      await ana.at('recent').click();
      await ana.at('log').waitFor();
    }
    ana.clean();
    await ana.leave();
  }
}

/** Of these elements: the names that do not stand in one line. */
const broken = (person, selector) => person.page.locator(selector).evaluateAll((list) => list.flatMap((el) => {
  const range = document.createRange();
  const [text] = el.childNodes;
  range.selectNode(text);
  return range.getClientRects().length > 1 || el.scrollWidth > el.clientWidth + 1 ? [text.data] : [];
}));

/** On the smallest phones a name of nine letters stands whole in its line. */
async function narrow({ browser }) {
  const seats = [seat(0), { seat: 1, sits: 'open' }, bot(3), { seat: 3, sits: 'closed' }].map((one, i) => ({ ...one, seat: i }));
  const best = ['Ana', 'Cleopatra'].map((name, i) => ({ player: `p${i}`, name, rating: 1604, matches: 40, wins: 14 }));
  for (const width of [360, 390]) {
    const ana = await Person.come(browser, 'Ana', { ...PHONE, ...DARK, viewport: { width, height: 640 }, serviceWorkers: 'block' });
    await serve(ana.context, {}, { messages: [scene(4, { table: { status: 'open', seats } }).messages[0]], answers: { history: { matches: [] }, best: { players: best } } });
    await ana.page.goto('http://localhost/t/ABCDEF');
    await ana.at('set-seat-3').waitFor();
    assert((await broken(ana, '.lobby-name')).length === 0, `${width}: ${await broken(ana, '.lobby-name')}`);
    await inspect(ana, 'lobby, narrow');
    await ana.page.goto('http://localhost/#me');
    await ana.page.locator('.best b').first().waitFor();
    assert((await broken(ana, '.best b')).length === 0, `${width}: ${await broken(ana, '.best b')}`);
    await inspect(ana, 'the best, narrow');
    ana.clean(/Service Worker registration blocked/);
    await ana.leave();
  }
}

/** Matches beyond the first fifty; and who presses "Join" without a code reads what is missing. */
async function older({ browser }) {
  const matches = Array.from({ length: 51 }, (_, i) => ({ key: `K${i}`, rules: 'oficial', at: 1000 - i, seats: 2, points: 1, won: false }));
  const ana = await Person.come(browser, 'Ana', { ...PHONE, ...DARK, serviceWorkers: 'block' });
  await serve(ana.context, {}, { messages: [], answers: { history: ({ before = 2000 }) => ({ matches: matches.filter(({ at }) => at < before).slice(0, 50) }), best: { players: [] } } });
  await ana.page.goto('http://localhost/');
  await ana.at('join').click();
  await ana.page.getByRole('alert').filter({ hasText: 'Escribe primero el código de una mesa' }).waitFor();
  await inspect(ana, 'no code');
  await ana.at('code').fill('ABC');
  assert((await ana.page.getByRole('alert').count()) === 0, 'now there is one');
  await ana.page.goto('http://localhost/#me');
  await ana.at('older').click();
  await ana.page.locator('a[href="/r/K50"]').waitFor();
  assert((await ana.page.locator('a[href^="/r/"]').count()) === 51 && (await ana.at('older').count()) === 0, 'each once, and there are no more');
  await inspect(ana, 'older matches');
  ana.clean(/Service Worker registration blocked/);
  await ana.leave();
}

export default (world) => [
  { name: 'pages/older', run: () => older(world) },
  { name: 'pages/narrow', run: () => narrow(world) },
  { name: 'pages/previews', run: () => previews(world) },
  { name: 'pages/tablet', run: () => tablet(world) },
  { name: 'pages/house rules', run: () => houseRules(world) },
  { name: 'pages/small', run: () => small(world) },
  { name: 'pages/fold', run: () => fold(world) },
  { name: 'pages/solo', run: () => solo(world) },
  { name: 'pages/spanish twice', run: () => spanishTwice(world) },
  { name: 'pages/alone', run: () => alone(world) },
  { name: 'pages/absent', run: () => absent(world) },
];
