// host.mjs - the person who runs the server (`mazo host`), as players see it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Person, Server, assert, deal, table } from './lib.mjs';
import { inspect } from './measure.mjs';

const SMALL = { viewport: { width: 320, height: 568 }, hasTouch: true };
const SPANISH = { locale: 'es-ES', colorScheme: 'dark' };

function host(server, ...words) {
  const done = spawnSync(server.mazo, ['host', '--store', join(server.folder, 'games.db'), '--lang', 'en', ...words], { encoding: 'utf8' });
  assert(done.status === 0, `mazo host ${words.join(' ')}: ${done.stderr}`);
  return done.stdout;
}

/** A message lies over the table, the waiting room and the start page until it is closed; a new one comes again. */
async function notice({ browser, mazo }) {
  const server = await new Server(mazo).start();
  const ana = await Person.come(browser, 'Ana', SMALL);
  const beto = await Person.come(browser, 'Beto', SPANISH);
  await table(ana, [beto], { url: server.url, seats: 2 });
  host(server, 'say', 'Paramos a las diez, gracias a todos por venir esta noche');
  await ana.at('server-notice').getByText('Message from the server: Paramos a las diez').waitFor();
  await inspect(ana, 'lobby');
  await beto.at('server-notice').getByText('Mensaje del servidor: Paramos a las diez').waitFor();
  await deal(ana, [ana, beto]);
  await inspect(beto, 'table');
  for (const person of [ana, beto]) {
    await person.at('close-notice').click();
    await person.at('server-notice').waitFor({ state: 'detached' });
  }
  host(server, 'say', '<b>Second</b>');
  await beto.at('server-notice').getByText('<b>Second</b>').waitFor(); // as text
  for (const person of [ana, beto]) {
    person.clean();
    await person.leave();
  }
  await server.stop();
}

/** The key of somebody at a table. */
function keyOf(server, name) {
  const tables = host(server, '--json', 'tables').trim().split('\n').map((line) => JSON.parse(line));
  return tables.flatMap((one) => one.people).find((one) => one.name === name).player;
}

const PHONE = { ...SPANISH, viewport: { width: 390, height: 844 }, hasTouch: true };

/** Out in the middle of a match, and at the door afterwards: the page says why, does not knock again by itself, and bots still play. */
async function banned({ browser, mazo }) {
  const server = await new Server(mazo).start();
  const ana = await Person.come(browser, 'Ana');
  const beto = await Person.come(browser, 'Beto', PHONE);
  await beto.page.clock.install();
  let knocks = 0;
  beto.page.on('websocket', () => knocks++);
  const code = await table(ana, [beto], { url: server.url, seats: 2 });
  await deal(ana, [ana, beto]);
  const key = keyOf(server, 'Beto');
  const before = knocks;
  host(server, 'ban', '--for', '2h', '--why', 'Insultos', key);
  const why = /No puedes entrar en este servidor hasta el .* \(UTC\)\. Motivo: Insultos/;
  await beto.at('no-table').getByText(why).waitFor();
  await inspect(beto, 'banned');
  await beto.page.clock.fastForward(60_000);
  assert(knocks === before, 'a banned browser does not come back by itself');
  await ana.at('seat-1').filter({ hasNotText: 'Beto' }).waitFor(); // a bot plays on
  await beto.page.reload();
  await beto.at('no-table').getByText(why).waitFor();
  await beto.page.goto(`${server.url}/#host`);
  await beto.at('create').click();
  const problem = await beto.at('host-problem').getByText(why).boundingBox();
  assert(problem.y + problem.height < 844, 'why no table opens is in sight');
  await beto.page.locator('[data-testid="create"]:enabled').waitFor(); // and can be tried again
  await beto.page.goto(`${server.url}/#tables`);
  await beto.at('tables').getByText(why).waitFor();
  await beto.page.goto(`${server.url}/`);
  await beto.at('home').getByText(why).waitFor();
  await inspect(beto, 'home');
  host(server, 'unban', key);
  await beto.page.goto(`${server.url}/t/${code}`);
  await beto.at('table').waitFor(); // to watch: a bot has the seat
  host(server, 'ban', keyOf(server, 'Ana'));
  await ana.at('no-table').getByText('You are banned from this server.').waitFor();
  for (const person of [ana, beto]) {
    person.clean();
    await person.leave();
  }
  await server.stop();
}

/** In the waiting room and in a match: the page says it, also to those who come later, and the table is gone from the start page. */
async function closed({ browser, mazo }) {
  const server = await new Server(mazo).start();
  const ana = await Person.come(browser, 'Ana');
  const beto = await Person.come(browser, 'Beto', PHONE);
  const sentence = { [ana.name]: 'This table was closed by the people who run the server', [beto.name]: 'Quienes llevan el servidor han cerrado esta mesa' };
  for (const dealt of [false, true]) {
    const code = await table(ana, [beto], { url: server.url, seats: 2 });
    if (dealt) await deal(ana, [ana, beto]);
    host(server, 'close', code);
    for (const person of [ana, beto]) {
      await person.at('no-table').getByText(sentence[person.name]).waitFor();
      await inspect(person, 'closed');
      await person.page.reload();
      await person.at('no-table').getByText(sentence[person.name]).waitFor();
    }
    await beto.at('no-table').getByText('Inicio').click();
    await beto.at('home').waitFor();
    assert((await beto.page.getByText(code).count()) === 0, 'the start page does not list it');
  }
  for (const person of [ana, beto]) {
    person.clean();
    await person.leave();
  }
  await server.stop();
}

export default (world) => [
  { name: 'host/notice', run: () => notice(world) },
  { name: 'host/banned', run: () => banned(world) },
  { name: 'host/closed', run: () => closed(world) },
];
