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

export default (world) => [{ name: 'host/notice', run: () => notice(world) }];
