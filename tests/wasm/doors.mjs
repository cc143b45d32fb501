// doors.mjs - the module plays the same game as the program: NATIVE WASM
//
// Both are driven by the same calls, and everything that they answer must be the same bytes:
// lines with their hashes, views, events, sentences, refusals. So snprintf, the JSON reader and the
// other stand-ins of src/wasm are compared with the real ones. Prints TAP.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { sheets } from '../../web/sheets.mjs';

const [nativePath, wasmPath] = process.argv.slice(2);
const SHEETS = sheets.map((sheet) => sheet.id);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

// ---- the two ----

/** The module: every call gives a list of [kind, text]. */
function openWasm(module) {
  let told = [];
  let c = null;
  const text = (at, size) => decoder.decode(new Uint8Array(c.memory.buffer, at, size));
  const instance = new WebAssembly.Instance(module, {
    page: {
      heard: (line, lineSize, at, size) => told.push(['line', text(line, lineSize)], ['heard', text(at, size)]),
      coached: (at, size) => told.push(['coached', text(at, size)]),
    },
  });
  c = instance.exports;
  const answersNumber = new Set(['table_tick', 'table_due', 'replay_next']);
  return {
    c,
    async call(name, input, ...numbers) {
      told = [];
      if (input !== null) {
        const bytes = typeof input === 'string' ? encoder.encode(input) : input;
        const at = c.in(bytes.length);
        new Uint8Array(c.memory.buffer, at, bytes.length).set(bytes);
        numbers.unshift(bytes.length);
      }
      let result = c[name](...numbers) ?? 0;
      let size = answersNumber.has(name) ? 0 : result;
      if (name === 'replay_next' && result < 0) [size, result] = [-result, -1];
      told.push(['out', text(c.out(), size)], ['done', String(answersNumber.has(name) ? result : 0)]);
      return told;
    },
  };
}

function openNative(path) {
  const child = spawn(path, { stdio: ['pipe', 'pipe', 'inherit'] });
  let left = Buffer.alloc(0);
  let told = [];
  let answer = null;
  child.stdout.on('data', (data) => {
    left = Buffer.concat([left, data]);
    for (;;) {
      const end = left.indexOf(10);
      if (end < 0) return;
      const [kind, number] = left.toString('latin1', 0, end).split(' ');
      if (kind === 'done') {
        left = left.subarray(end + 1);
        const all = [...told, ['done', number]];
        told = [];
        answer(all);
        continue;
      }
      const size = Number(number);
      if (left.length < end + 1 + size + 1) return;
      told.push([kind, left.toString('utf8', end + 1, end + 1 + size)]);
      left = left.subarray(end + 1 + size + 1);
    }
  });
  child.on('exit', (code) => answer?.([['exit', String(code)]]));
  return {
    close: () => child.stdin.end(),
    call(name, input, ...numbers) {
      return new Promise((resolve) => {
        answer = resolve;
        const bytes = input === null ? null : Buffer.from(input);
        child.stdin.write(`${name} ${bytes ? 1 : 0} ${bytes?.length ?? 0} ${numbers.join(' ')}\n`);
        if (bytes) child.stdin.write(Buffer.concat([bytes, Buffer.from('\n')]));
      });
    },
  };
}

// ---- TAP ----

let number = 0;
let failed = false;
function ok(truth, name, note = '') {
  number++;
  failed ||= !truth;
  console.log(`${truth ? 'ok' : 'not ok'} ${number} - ${name}`);
  if (!truth && note) console.log(note.replace(/^/gm, '# '));
}

class Differs extends Error {}

const wasm = openWasm(new WebAssembly.Module(readFileSync(wasmPath)));
const native = openNative(nativePath);

/** The same call to both; what the native one says, once they agree. */
async function both(name, input, ...numbers) {
  const [a, b] = [await wasm.call(name, input, ...numbers), await native.call(name, input, ...numbers)];
  const [x, y] = [JSON.stringify(a), JSON.stringify(b)];
  if (x !== y) {
    const at = [...x].findIndex((letter, i) => letter !== y[i]);
    throw new Differs(`${name} ${String(input).slice(0, 300)} ${numbers}\nwasm:   …${x.slice(at - 60, at + 200)}\nnative: …${y.slice(at - 60, at + 200)}`);
  }
  return b;
}

async function check(name, run) {
  try {
    const note = await run();
    ok(true, note ? `${name}: ${note}` : name);
  } catch (error) {
    if (!(error instanceof Differs)) throw error;
    ok(false, name, error.message);
  }
}

const last = (told, kind) => told.findLast((one) => one[0] === kind)?.[1] ?? '';

// ---- matches ----

/** Small dice of our own, so that every run asks the same. */
function dice(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

function seats(count, bots) {
  return Array.from({ length: count }, (_, i) =>
    i === 0 ? { name: 'Ana Ñandú', sits: 'person', bot: 'normal' } : { name: `Bot ${i + 1}`, sits: 'bot', bot: bots[i % bots.length] });
}

/** A match in which seat 0 does anything it may (and now and then what it may not). */
async function playMatch(sheet, seed, bots, commands) {
  const count = sheet === 'duelo' ? 2 : 4;
  const opening = { do: 'new', rules: sheet, players: count, seed, table: { seats: seats(count, bots) } };
  return playOn(await both('table_begin', JSON.stringify(opening), seed % 2, 1, 0, seed, 77, 1000), dice(seed), commands);
}

async function playOn(told, roll, commands) {
  let now = 1000;
  const lines = [];
  const keep = () => { for (const [kind, text] of told) if (kind === 'line') lines.push(text); };
  keep();
  let seen = JSON.parse(last(told, 'heard'));
  while (lines.length < commands && seen.now.view.phase !== 'match_over') {
    told = await both('table_due', null);
    const due = Number(last(told, 'done'));
    const mine = seen.now.legal;
    if (mine.length > 0 && (due < 0 || roll(3) === 0)) {
      const wild = roll(12) === 0;
      const command = wild ? { do: 'play', seat: 0, card: 'R7' } : mine[roll(mine.length)];
      now += roll(400);
      told = await both('table_do', JSON.stringify(command), now);
    } else if (due >= 0) {
      now = Math.max(now, due);
      told = await both('table_tick', null, now);
    } else {
      told = await both('table_do', '{"do":"next"}', now);
    }
    keep();
    const heard = last(told, 'heard');
    seen = heard ? JSON.parse(heard) : JSON.parse(last(await both('table_now', null), 'out'));
  }
  return lines.join('');
}

const files = new Map();
for (const sheet of SHEETS) {
  await check(`a match of ${sheet} is the same in both`, async () => {
    const file = await playMatch(sheet, SHEETS.indexOf(sheet) + 11, ['hard', 'normal:bluffing', 'easy'], 900);
    files.set(sheet, file);
    return `${file.split('\n').length - 1} lines`;
  });
}
await check('experts search alike, and add up the same doubles', async () => {
  for (const sheet of ['oficial', 'jackpot', 'penas']) await playMatch(sheet, 5, ['expert@300', 'expert:cautious@200'], 120);
});

await check('matches are taken up again alike, whole or cut', async () => {
  for (const file of files.values()) {
    for (const text of [file, file.slice(0, -40), file.slice(0, file.length >> 1), file.replace('"hash":"', '"hash":"0')]) {
      await both('table_resume', text, 1, 1, 0, 9, 9, 5000);
      await both('table_now', null);
    }
  }
});

// ---- the lesson ----

await check('the lesson is the same in both, whatever the learner does', async () => {
  let steps = 0;
  for (const lang of [0, 1]) {
    for (let step = 0, of = 1; step < of; step++) {
      await both('lesson_begin', null, step, lang, 1000);
      let now = JSON.parse(last(await both('lesson_now', null, lang), 'out'));
      of = now.of;
      for (let tries = 0; !now.over && tries < 20; tries++) {
        const { legal } = JSON.parse(last(await both('table_now', null), 'out')).now;
        for (const command of [{ do: 'play', seat: 0, card: 'R0' }, { do: 'nonsense' }, { do: 'uno', seat: 0 }, ...legal]) {
          await both('lesson_do', JSON.stringify(command), 2000);
        }
        now = JSON.parse(last(await both('lesson_now', null, lang), 'out'));
      }
      if (!now.over) throw new Differs(`step ${step + 1} cannot be done: ${now.text}`);
      steps++;
    }
  }
  await both('lesson_begin', null, -1, 0, 0);
  await both('lesson_begin', null, 99, 0, 0);
  return `${steps} steps`;
});

// ---- replays ----

await check('replays show the same to everybody', async () => {
  let steps = 0;
  for (const file of files.values()) {
    await both('replay_begin', file, 1);
    await both('replay_head', null);
    for (let i = 0; last(await both('replay_next', null), 'done') === '1'; i++, steps++) {
      await both('replay_show', null, (i % 4) - 2, i % 2);
      await both('replay_where', null);
    }
  }
  return `${steps} steps`;
});

await check('the deal of the day and the record are the same', async () => {
  const records = [];
  for (const day of ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22']) {
    await both('daily', `${day} Ana Ñandú`);
    const file = await playOn(await both('daily_begin', `${day} Ana Ñandú`, 1, 1, 1000), dice(7), Infinity);
    await both('record_read', file.slice(0, -40), -1);
    const record = JSON.parse(last(await both('record_read', file, -1), 'out'));
    if (record.day !== day || record.players[0].name !== 'Ana Ñandú') throw new Differs(JSON.stringify(record));
    records.push({ ...record, at: records.length + 1, online: day.endsWith('1') });
    await both('record_share', JSON.stringify({ record, streak: records.length }));
  }
  await both('record_read', files.get('duelo'), 0);
  for (const text of ['', '{}', '{"records":[{}]}', JSON.stringify({ today: '2026-11-22', records })]) {
    await both('record_totals', text, 0);
    await both('record_share', text);
  }
  const totals = JSON.parse(last(await both('record_totals', JSON.stringify({ today: '2026-11-22', records }), 1), 'out'));
  if (totals.daily_streak !== 5 || totals.all.matches !== 5) throw new Differs(JSON.stringify(totals));
  for (const day of ['', '2026', '2026-02-30', '2026-11-18x']) {
    await both('daily', day);
    await both('daily_begin', day, 0, 0, 0);
  }
});

await check('the coach says the same', async () => {
  const file = files.get('duelo').split('\n').slice(0, 60).join('\n') + '\n';
  await both('replay_chances', file, 20);
  await both('replay_coach', file, 100, -1, 1);
  for (const command of [1, 2, 7, 20, 59]) await both('replay_advise', file, command, 200);
});

// ---- words ----

await check('words are the same in both languages', async () => {
  for (const lang of [0, 1]) {
    for (const name of ['words_matrix', 'words_cards', 'words_kit']) {
      await both(name, null, lang);
    }
    for (const sheet of SHEETS) await both('words_rules', JSON.stringify({ do: 'new', rules: sheet }), lang);
    await both('words_rules', JSON.stringify({ do: 'new', rules: 'oficial', options: { stacking: true, target: 200, teams: true } }), lang);
    for (const options of [{}, { scoring: 'quick' }, { seven_zero: true, wilds: 3 }, { staking: true }]) {
      await both('words_house', JSON.stringify({ do: 'new', rules: 'sin-reversa', options }), lang);
    }
    await both('words_rules', JSON.stringify({ do: 'new', rules: 'oficial', players: 3, options: { teams: true } }), lang);
    await both('words_rules', JSON.stringify({ do: 'new', rules: 'ofical' }), lang);
    await both('words_rules', JSON.stringify({ do: 'new', rules: 'oficial', options: { staking: true } }), lang);
    for (const text of ['base = duelo\nhand_size = 5 ; few\n', 'hand_size = 99', '[x]\n', 'stacking: yes # so\n', 'nonsense\n', 'base = duelo\nbase = penas', '= 3', 'target ==5', 'hand_size=5;x']) {
      await both('words_ruleset', text, lang);
    }
    for (const effects of [['draw 2'], ['take 1 most', 'skip'], ['dare Canta'], ['nonsense'], [], ['draw 99']]) {
      await both('words_effects', JSON.stringify({ effects }), lang);
    }
  }
});

await check('events and refusals are told alike', async () => {
  const names = ['Ana', 'Beto', 'Caro', 'Dani'];
  const moments = [];
  for (const file of files.values()) {
    await both('replay_begin', file, 0);
    for (let i = 0; last(await both('replay_next', null), 'done') === '1'; i++) {
      if (i % 5 === 0) moments.push(JSON.parse(last(await both('replay_show', null, 0, 0), 'out')));
    }
  }
  for (const [i, { events, now }] of moments.entries()) {
    await both('words_tell', JSON.stringify({ events, names, seat: 0 }), i % 2);
    await both('words_ranking', JSON.stringify(now.view), i % 2);
    await both('words_ask', JSON.stringify({ ...now, names, marked: i % 3 }), i % 2);
    for (const card of ['R7', 'W+4', 'B+2', 'WJ']) {
      const command = { do: 'play', seat: 0, card, color: 'G' };
      await both('words_why', `${JSON.stringify({ view: now.view, names })}\n${JSON.stringify(command)}`, i % 2);
    }
  }
  return `${moments.length} moments`;
});

// ---- what nobody should send ----

/** Where in a damaged line jansson stops, and for what of several reasons, is its own affair. */
async function alike(name, input, ...numbers) {
  const plain = (told) => JSON.stringify(told).replace(/(no es|is not) (JSON válido|UTF-8 válido|valid JSON|valid UTF-8) \(byte \d+\)/g, 'damaged');
  const [a, b] = [plain(await wasm.call(name, input, ...numbers)), plain(await native.call(name, input, ...numbers))];
  if (a !== b) throw new Differs(`${name} ${JSON.stringify(String(input)).slice(0, 300)}\nwasm:   ${a}\nnative: ${b}`);
}

await check('nonsense is refused alike', async () => {
  const lines = [
    '', ' ', '{', '}', '[]', '[1,2', '{"do"}', '{"do":}', '{"do":"draw",}', '{"do":"draw","seat":0}x',
    '{"do":"draw","do":"keep"}', '{"do":"draw","seat":00}', '{"do":"draw","seat":-0}', '{"do":"draw","seat":1.5}',
    '{"do":"draw","seat":1e2}', '{"do":"draw","seat":9223372036854775807}', '{"do":"draw","seat":9223372036854775808}',
    '{"do":"draw","seat":-9223372036854775808}', '{"do":"draw","seat":-9223372036854775809}', '{"do":"\\u0064raw","seat":0}',
    '{"do":"dr\\u0000aw"}', '{"do":"\\ud800"}', '{"do":"\\ud83d\\ude00"}', '{"do":"\\ud83dx"}', '{"do":"\\udc00"}', '{"do":"\\x"}',
    '{"do":"a\tb"}', '{"do":"\\n\\t\\"\\\\\\/\\b\\f\\r"}', '{"do":"éñ€😀"}', '{"do":null}', 'null', 'true', '"draw"', '17',
    '{"do":"play","seat":0,"card":"R7","x":{"y":[{"z":[[],{}]}]}}', `${'['.repeat(100)}${']'.repeat(100)}`, '{"a":[1,]}', '{"a" : 1 , "do" : "state"}',
    '{"do":"play","seat":0,"card":"Ñ7"}', '{"do":"catch","seat":0,"who":"x"}', '{"do":"throw","seat":0,"cards":["R7","Q"]}', '{"do":"new","rules":"oficial"}',
    `{"do":"draw","seat":0,"note":"${'x'.repeat(70000)}"}`,
  ];
  const roll = dice(4);
  const good = '{"do":"play","seat":0,"card":"W+4","color":"G","uno":true,"rule_cards":[{"text":"ñ","effects":["draw 2"]}]}';
  for (let i = 0; i < 400; i++) { // one byte changed, doubled or gone
    const bytes = Buffer.from(good);
    const at = roll(bytes.length);
    const change = [Buffer.from([roll(256)]), Buffer.from([bytes[at], bytes[at]]), Buffer.alloc(0)][roll(3)];
    lines.push(Buffer.concat([bytes.subarray(0, at), change, bytes.subarray(at + 1)]));
  }
  await both('table_begin', JSON.stringify({ do: 'new', rules: 'oficial', seed: 1, table: { seats: seats(4, ['easy']) } }), 0, 1, 0, 1, 1, 0);
  for (const line of lines) {
    await alike('table_do', line, 0);
    await alike('words_rules', line, 1);
    await alike('replay_begin', line, 1);
  }
  return `${lines.length} lines`;
});

native.close();
console.log(`1..${number}`);
process.exit(failed ? 1 : 0);
