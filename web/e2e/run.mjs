// run.mjs - the browser client in a real browser, against the real server. Prints TAP.
//
//     node run.mjs MAZO [--long] [--firefox] [FILE|CASE]...    a file with all its cases (returns), or cases by a part of their names
//     node run.mjs --list                                      the files; tests/web/meson.build has a test for each
//     node run.mjs MAZO webkit                                 the smoke test in WebKitGTK
import { Server, launch, missing, run } from './lib.mjs';
import * as webkit from './webkit.mjs';

const files = ['alone', 'asks', 'audit', 'breaks', 'devices', 'drama', 'ears', 'evening', 'fair', 'felt', 'friends', 'guests', 'host', 'keys', 'lesson',
  'matches', 'pages', 'people', 'record', 'replays', 'returns', 'site', 'speed'];
const [mazo, ...rest] = process.argv.slice(2);
if (mazo === '--list') {
  console.log(files.join('\n'));
  process.exit(0);
}
const long = rest.includes('--long');
const firefox = rest.includes('--firefox');
const wanted = rest.filter((word) => !word.startsWith('--'));

const inWebkit = wanted.join() === 'webkit';
const reason = inWebkit ? webkit.missing() : missing(firefox);
if (reason) {
  console.log(`1..0 # SKIP ${reason}`);
  process.exit(0);
}

const world = { mazo, long, browser: inWebkit ? null : await launch(firefox), server: await new Server(mazo).start() };
const cases = inWebkit ? webkit.default(world) : [];
for (const file of inWebkit ? [] : files) {
  for (const one of (await import(`./${file}.mjs`)).default(world)) {
    const named = wanted.length === 0 || wanted.some((word) => (files.includes(word) ? word === file : one.name.includes(word)));
    if (named && (long || !one.long)) cases.push(one);
  }
}
const failed = await run(cases, long ? 2 ** 31 - 1 : undefined);
await world.browser?.close();
await world.server.stop();
process.exit(failed || !cases.length ? 1 : 0);
