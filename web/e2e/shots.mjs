// shots.mjs - pictures of every moment at the table, for anyone who changes how it looks. Nothing is
// played: a server made of a few lines says what each scene needs.
//
//     node web/e2e/shots.mjs FOLDER [--jpeg] [SCENE | THEME | WIDTH]...
//
// SHOTS_LANG=es-ES for Spanish. Those of the manifest: `--jpeg light 1280 390 showcase`, as table-wide.jpg and table-narrow.jpg in web/public.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { here, launch } from './lib.mjs';
import { HAND, NAMES, bot, scene, seat, serve } from './scene.mjs';

const FULL = [...HAND, 'R1', 'R1', 'R8', 'G6', 'G9', 'B1', 'B2', 'B2', 'BS', 'Y1', 'Y4', 'Y+2', 'Y8', 'W'];

const PLAY = ['R0', 'R5', 'RS'].map((card) => ({ do: 'play', card })).concat({ do: 'draw' });
const mine = (phase, view, legal, more) => scene(4, { view: { phase, ...view }, legal: legal ?? [{ do: 'done' }], ...more });
const UNIT = { rules: 'jackpot', top: 'RJ', dispenser_count: 6, rule_cards: [] };
const OUT = { ...UNIT, actor: 0, purpose: 'effect', rest: { purpose: 5, effect: 1, lever: 0, rule_card_count: 7, rules_seen: 1 } };
const card = (text, effect) => ({ number: 0, text, effects: [effect] });
const CARD = { text: 'Everybody passes two cards to the right', effects: ['give 2 right'] };
const played = [{ event: 'played', seat: 3, card: 'R7' }];
const over = {
  hand: [], turn: 1, round_winner: 1, sizes: [3, 0, 5, 9], scores: [120, 343, 88, 0],
};
const COUNT = [{ event: 'won', seat: 1 }, { event: 'counted', seat: 0, cards: ['R5', 'W', 'G+2'], points: 75 },
  { event: 'counted', seat: 2, cards: ['B1', 'B2', 'YS', 'Y9', 'R0'], points: 32 },
  { event: 'counted', seat: 3, cards: ['R1', 'R2', 'R3', 'G4', 'G5', 'G6', 'B7', 'W+4', 'W'], points: 128 }, { event: 'scored', seat: 1, points: 235 }];
const open = { status: 'open', seats: [seat(0), seat(1), { seat: 2, sits: 'open' }, bot(3), { seat: 4, sits: 'closed' }] };

const MATCH = readFileSync(join(here, '../../tests/terminal/matches/oficial.mazo'), 'utf8');

/** The pages around the table; `answers` are the server's, by the type of the question. */
function pages() {
  const listed = (table, title, more) => ({ table, title, rules: 'oficial', status: 'open', seats: 4, free: 2, people: 2, watchers: 0, ...more });
  const own = [{ table: 'ABCDEF', title: 'Friday at Cleopatra’s', status: 'playing', your_turn: true }, { table: 'XYZ234', title: '', status: 'open', your_turn: false }, { table: 'GHJKLM', title: '', status: 'stopped', your_turn: false }];
  const past = ['oficial', 'jackpot', 'duelo', 'penas'].map((rules, i) => ({ key: `K${i}`, rules, at: 1794700000000 - i * 90000000, seats: 4 - (i % 3), points: 503 - i * 111, won: i % 2 === 0, rating: 1510 }));
  const best = NAMES.slice(0, 5).map((name, i) => ({ player: `p${i}`, name, rating: 1604 - 31 * i, matches: 40 - 7 * i, wins: 14 - 2 * i }));
  const kept = ['Berta', '', 'W'.repeat(24)].map((name, i) => ({ token: `t${i}`, player: '', name, at: 1794700000000 - i * 90000000, unknown: i === 1 }));
  const page = (path, wait, more) => ({ path, wait, messages: [], touch: [], ...more });
  const match = MATCH.replace('"sits":"bot"', '"sits":"person"');
  return {
    home: page('/', 'home'),
    'home again': page('/', 'home', { tables: own, keep: { token: 'x'.repeat(24) } }),
    lesson: page('/#learn/9', 'lesson'),
    solo: page('/#offline', 'offline'),
    'solo rules': page('/#offline', 'offline', { open: ['house-rules'] }),
    'solo advanced': page('/#offline', 'offline', { open: ['house-rules', 'advanced-rules'] }),
    host: page('/#host', 'host', { keep: { name: '"Ana"' } }),
    'host rules': page('/#host', 'host', { open: ['house-rules'] }),
    tables: page('/#tables', 'tables', { answers: { tables: { tables: [listed('ABCDEF', 'Friday at Cleopatra’s'), listed('XYZ234', '', { rules: 'jackpot', status: 'playing', free: 0 })] } } }),
    'no tables': page('/#tables', 'tables', { answers: { tables: { tables: [] } } }),
    me: page('/#me', 'me-page', { answers: { history: { matches: past }, best: { players: best } } }),
    settings: page('/#settings', 'settings-page', { keep: { token: 'x'.repeat(24) } }),
    devices: page('/#devices', 'devices-page', { keep: { token: 'x'.repeat(24), name: '"Ana"', others: JSON.stringify(kept) }, answers: { lend: { type: 'lent', code: 'KZTRMWAB', ends_in: 272000 } },
      touch: ['lend'], settled: '[data-testid="lent"]' }),
    'devices asked': page('/#code=KZTRMWAB', 'become', { keep: { token: 'x'.repeat(24), name: '"Ana"' }, answers: { take: { type: 'identity', player: 'p7', name: 'Vera' } } }),
    'no table': page('/t/NOSUCH', 'no-table', { answers: { join: { type: 'error', error: 'no_table', message: 'There is no such table.' } } }),
    full: page('/t/ABCDEF', 'not-now', { answers: { join: { type: 'error', error: 'full', message: 'This server is full: try again later.' } } }),
    stopped: page('/t/ABCDEF', 'stopped', { answers: { join: { type: 'error', table: 'ABCDEF', error: 'stopped', why: 'bad_match', key: 'K1', rematch: true,
      message: 'This match cannot be continued. Line 12 of its file is damaged: the game does not match the file: its hash is 0123456789abcdef, the file says fedcba9876543210. The file is kept.' } } }),
    'replay page': page('/#replay', 'replay-page'),
    replay: page('/r/K1', 'replay-screen', { match, touch: Array(12).fill('step-on') }),
    'wide names again': page('/r/K1', 'replay-screen', { match: match.replace(/"name":"(.)[^"]*"/g, (_, first) => `"name":"${first}${'W'.repeat(23)}"`),
      touch: [...Array(12).fill('step-on'), 'open-review'], settled: '[data-testid="coach"] table' }),
    coach: page('/r/K1', 'replay-screen', { match, touch: [...Array(12).fill('step-on'), 'open-review'], settled: '[data-testid="coach"] table' }),
  };
}

const GREEN = ['G3', 'G8', 'G+2', 'B7'].map((card) => ({ do: 'play', card })).concat({ do: 'play', card: 'W', color: 'R' }, { do: 'draw' });

/** Everybody says the same at once, one word without a blank in it. */
const LINE = 'I shall have to think about that for a while, because Donaudampfschifffahrtsgesellschaft is a hard word to say aloud.';
const chatting = (players) => scene(players, { legal: PLAY, events: played, said: NAMES.slice(0, players).map((name, s) => (
  { type: 'chat', table: 'ABCDEF', player: `p${s}`, name, seat: s, text: LINE.slice(0, 55 + 30 * (s % 3)), at: 1 })) });
/** The widest names there can be. */
const WIDE = [0, 1, 2, 3].map((i) => seat(i, { name: 'W'.repeat(23) + i }));

const SCENES = {
  showcase: scene(4, { legal: GREEN, ends_in: 22000, events: [{ event: 'played', seat: 3, card: 'G7' }],
    view: { hand: ['R5', 'RS', 'G3', 'G8', 'G+2', 'B7', 'Y9', 'W'], top: 'G7', color: 'G', sizes: [8, 4, 1, 6], uno: [false, false, true, false] } }),
  'two players': scene(2, { legal: PLAY, events: played }),
  'four players': scene(4, { legal: PLAY, events: played, ends_in: 22000, table: { title: 'Friday at Cleopatra’s', watchers: 3 } }),
  'eight players': scene(8, { view: { turn: 4 }, events: played, ends_in: 9000 }),
  'ten players': scene(10, { view: { turn: 7, direction: -1, hand: HAND }, events: played }),
  ...Object.fromEntries([2, 3, 4, 7, 8, 10].map((n) => [`${n} talk`, chatting(n)])),
  'wide names': scene(4, { legal: PLAY, table: { seats: WIDE }, events: [{ event: 'played', seat: 3, card: 'W+4', color: 'B' }, { event: 'skipped', seat: 1 }] }),
  'full hand': scene(4, { view: { hand: FULL }, legal: PLAY, events: played }),
  replaced: scene(4, { table: { seats: [seat(0, { away: true }), seat(1), bot(2), seat(3)] }, events: played }),
  debt: mine('struck', { top: 'R+2', pending: 6, striker: 3, challengeable: false }, [{ do: 'accept' }, { do: 'play', card: 'G+2' }]),
  challenge: mine('struck', { top: 'W+4', color: 'G', pending: 4, striker: 3, challengeable: true }, [{ do: 'accept' }, { do: 'challenge' }]),
  drawn: mine('drawn', { drawn: 'R5' }, [{ do: 'play', card: 'R5' }, { do: 'keep' }]),
  uno: scene(4, { view: { hand: ['R5', 'R0'], catchable: [2], sizes: [2, 4, 1, 1], uno: [false, false, false, true] }, legal: PLAY, events: [{ event: 'uno', seat: 3 }] }),
  watching: scene(4, { view: { seat: null, turn: 2, hand: [] }, events: played }),
  wild: scene(4, { legal: [...PLAY, { do: 'play', card: 'W', color: 'R' }], view: { hand: HAND }, touch: [], events: played }),
  color: mine('color', { top: 'W', color: null }, [{ do: 'color', color: 'R' }]),
  choose: mine('choose', { purpose: 'seven' }, [1, 2, 3].map((who) => ({ do: 'choose', who }))),
  'choose of eight': scene(8, { view: { phase: 'choose', purpose: 'seven' }, legal: [1, 2, 3, 4, 5, 6, 7].map((who) => ({ do: 'choose', who })) }),
  throw: mine('throw', { ...OUT, owed: 4, rule_card: card('Throw cards until you hold 2.', 'discard_to 2') }, [{ do: 'throw', cards: [] }]),
  dare: mine('dare', { ...OUT, rule_card: card('Sing the song of your country', 'dare Sing the song of your country') }),
  run: mine('run', { ...OUT, run_draws: 2, rule_card: card('Play as many cards as you can.', 'run') }, [...PLAY, { do: 'done' }]),
  vote: mine('play', { rules: 'penas', vote: { accuser: 2, accused: 1, voted: [2], yes: [2] } }, PLAY),
  accused: mine('choose', { rules: 'penas', purpose: 'seven', vote: { accuser: 2, accused: 0, voted: [2, 3], yes: [2] } }, [1, 2, 3].map((who) => ({ do: 'choose', who }))),
  shown: mine('play', { top: 'W+4' }, PLAY, { events: [{ event: 'challenged', seat: 0, who: 3 }, { event: 'shown', seat: 3, who: 0, cards: ['R3', 'R8', 'G1', 'G+2', 'B4', 'Y0', 'YS', 'W'] }, { event: 'verdict', seat: 0, yes: true }] }),
  risk: scene(4, { view: { rules: 'penas', hand: HAND }, legal: PLAY, touch: ['card-G3'] }),
  'does not fit': scene(4, { view: { hand: HAND }, legal: PLAY, touch: ['card-G3'] }),
  jackpot: scene(4, { view: UNIT, legal: PLAY, events: [{ event: 'played', seat: 3, card: 'RJ' }, { event: 'spun', seat: 3, face: 'each' }, { event: 'rule_card', seat: 3, rule_card: CARD }] }),
  'jackpot choose': mine('choose', { ...OUT, rule_card: card('Give two cards to a player that you choose', 'give 2 chosen'), color: 'Y' }, [0, 1, 2, 3].map((who) => ({ do: 'choose', who }))),
  write: scene(4, { view: { ...UNIT, phase: 'write', written: [2], rule_cards_each: 2, round: 0, hand: [], top: null, color: null }, legal: [{ do: 'write', cards: [] }] }),
  chat: scene(4, { legal: PLAY, touch: ['open-chat'], more: [['Ana', 0, 'Good luck!'], ['Beto', 1, 'The same to you, and to everybody at this table. No mercy.'], ['Didier', 3, 'Ha']].map(([name, s, text]) => ({ type: 'chat', table: 'ABCDEF', player: `p${s}`, name, seat: s, text, at: 1 })) }),
  rules: scene(4, { legal: PLAY, touch: ['open-rules'] }),
  menu: scene(4, { legal: PLAY, touch: ['open-menu'] }),
  share: scene(4, { legal: PLAY, touch: ['open-menu', 'open-share'] }),
  log: scene(4, { legal: PLAY, touch: ['ticker'], events: [...played, { event: 'drew', seat: 1, for: 'turn', count: 1 }, { event: 'reversed', direction: -1 }] }),
  player: scene(4, { legal: PLAY, view: { others: [{ seat: 1, shown: ['R3', 'W'], declined: [], since: 0 }] }, touch: ['seat-1'] }),
  emotes: { ...scene(4, { legal: PLAY, events: played }), keep: { emotes: 'true' } },
  'emotes closed': scene(10, { legal: PLAY, events: played }),
  'round over': scene(4, { view: { ...over, phase: 'round_over' }, legal: [{ do: 'next' }], events: COUNT }),
  'match over': { ...scene(4, { view: { ...over, phase: 'match_over', match_winners: [1] }, table: { status: 'over' }, events: [...COUNT, { event: 'match_over' }] }), match: MATCH },
  'match over of teams': { ...scene(4, { view: { ...over, phase: 'match_over', options: { teams: true }, scores: [47, 510, 445, 10], match_winners: [1, 3] }, table: { status: 'over' }, events: [...COUNT, { event: 'match_over' }] }), match: MATCH },
  'match over of two': { ...scene(2, { view: { ...over, phase: 'match_over', sizes: [3, 0], scores: [120, 510], match_winners: [0], round_winner: 0 }, table: { status: 'over' }, events: [COUNT[1], { event: 'match_over' }] }), match: MATCH },
  'match over of teams, one round': { ...scene(4, { view: { ...over, phase: 'match_over', options: { teams: true, scoring: 'quick' }, round_winner: 2, sizes: [5, 8, 0, 2], scores: [0, 0, 0, 0], match_winners: [0, 2] }, table: { status: 'over' }, events: [{ event: 'won', seat: 2 }, { event: 'match_over' }] }), match: MATCH },
  'match over of ten': scene(10, { view: { ...over, phase: 'match_over', match_winners: [1], sizes: Array(10).fill(2), scores: [120, 343, 88, 0, 7, 12, 99, 200, 301, 4] }, table: { status: 'over' }, events: COUNT }),
  'lobby of the host': { messages: [scene(4, { table: open }).messages[0]], touch: [] },
  'lobby of a guest': { messages: [scene(4, { table: { ...open, host: 'p1' } }).messages[0]], touch: [] },
  'lobby of a stranger': { messages: [scene(4, { table: { ...open, host: 'p1', you: null, seats: [seat(1), { seat: 1, sits: 'open' }] } }).messages[0]], touch: [] },
  ...pages(),
};
SCENES.wild.touch = ['card-W'];

for (const [deck, felt] of [['night', 'stars'], ['bold', 'wood']]) {
  SCENES[`${deck} deck`] = { ...SCENES.showcase, keep: { deck: JSON.stringify(deck), felt: JSON.stringify(felt) } };
}

const SIZES = [[320, 568], [360, 640], [390, 844], [820, 1180], [1180, 820], [1280, 800], [844, 390]];

async function picture(browser, name, theme, [width, height]) {
  const scene = SCENES[name];
  const context = await browser.newContext({
    viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce', serviceWorkers: 'block', locale: process.env.SHOTS_LANG ?? 'en-GB',
  });
  const talk = {};
  await serve(context, talk, scene);
  await context.addInitScript((keep) => Object.entries(keep).forEach(([k, v]) => localStorage.setItem(`mazo.${k}`, v)), scene.keep ?? {});
  const page = await context.newPage();
  page.on('pageerror', (error) => console.log(`${name}: ${error}`));
  await page.goto(`http://localhost${scene.path ?? '/t/ABCDEF'}`);
  await page.locator(scene.wait ? `[data-testid="${scene.wait}"]` : '[data-testid="table"], [data-testid="lobby"]').waitFor();
  await page.waitForTimeout(800); // the engine has come: a card can say why
  for (const id of scene.touch) await page.locator(`[data-testid="${id}"] .seat-button, button[data-testid="${id}"]`).first().dispatchEvent('click');
  for (const id of scene.open ?? []) await page.locator(`[data-testid="${id}"] > summary`).click();
  if (scene.settled) await page.locator(scene.settled).waitFor({ timeout: 120_000 });
  await page.mouse.move(0, 0);
  if (scene.said) talk.on(scene.said); // the last: what is said goes after some seconds
  await page.waitForTimeout(150);
  const path = join(folder, `${name.replaceAll(' ', '-')}-${theme}-${width}`);
  if (jpeg) await page.screenshot({ path: `${path}.jpg`, type: 'jpeg', quality: 84 });
  else await page.screenshot({ path: `${path}.png`, fullPage: !!scene.path });
  await context.close();
}

const [folder, ...words] = process.argv.slice(2).filter((word) => word !== '--jpeg');
const jpeg = process.argv.includes('--jpeg');
const wanted = (list, name = String) => (list.some((x) => words.includes(name(x))) ? list.filter((x) => words.includes(name(x))) : list);
mkdirSync(folder, { recursive: true });
const browser = await launch();
const jobs = wanted(['light', 'dark']).flatMap((theme) => (
  wanted(SIZES, ([width]) => String(width)).flatMap((size) => wanted(Object.keys(SCENES)).map((name) => [name, theme, size]))));
/** Three at a time: most of the time is waiting. */
const worker = async () => {
  for (let job = jobs.shift(); job; job = jobs.shift()) await picture(browser, ...job).catch((error) => console.log(`${job}: ${error}`));
};
await Promise.all([worker(), worker(), worker()]);
await browser.close();
