// run.mjs - the browser client in a real browser, against the real server. Prints TAP.
//
//     node run.mjs MAZO [--long] [CASE]...     (three cases at once)
import { Server, launch, missing, run } from './lib.mjs';

const [mazo, ...rest] = process.argv.slice(2);
const long = rest.includes('--long');
const wanted = rest.filter((word) => !word.startsWith('--'));

const reason = missing();
if (reason) {
  console.log(`1..0 # SKIP ${reason}`);
  process.exit(0);
}

const world = { mazo, long, browser: await launch(), server: await new Server(mazo).start() };
const files = ['speed', 'matches', 'breaks', 'people', 'devices', 'guests', 'friends', 'pages', 'returns', 'asks', 'felt', 'keys', 'ears', 'replays', 'alone', 'lesson', 'fair', 'host', 'audit'];
const cases = [];
for (const file of files) cases.push(...(await import(`./${file}.mjs`)).default(world));
const failed = await run(cases.filter((c) => long || !c.long), wanted);
await world.browser.close();
await world.server.stop();
process.exit(failed ? 1 : 0);
