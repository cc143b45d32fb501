// breaks.mjs - what must not disturb a match: reloads, lost answers, cut wires, a killed server.
import { Person, Server, Wire, assert, deal, matchFile, table } from './lib.mjs';
import { sameMoves } from './matches.mjs';

/** The browser itself complains about these; everything else is a fault. */
const BROKEN = /WebSocket connection|ERR_CONNECTION_|ERR_EMPTY_RESPONSE|ERR_INTERNET_DISCONNECTED/;
async function sitDown({ browser, long }, server, wire = null) {
  const ana = await Person.come(browser, 'Ana');
  const beto = await Person.come(browser, 'Beto');
  beto.url = wire?.url;
  await table(ana, [beto], { url: server.url, rules: 'duelo', options: { target: long ? 300 : 50 } });
  await deal(ana, [ana, beto]);
  return [ana, beto];
}

async function finish(people, allowed) {
  await Promise.all(people.map((p) => p.over()));
  for (const person of people) {
    await person.told();
    person.clean(allowed);
  }
  return matchFile(people[0]);
}

const times = ({ long }) => (long ? 8 : 2);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function reload(world) {
  const people = await sitDown(world, world.server);
  await Promise.all(people.map((p, i) => p.robot(3 + i)));
  for (let i = 0; i < times(world); i++) {
    const person = people[i % 2];
    await person.reaches((await person.number()) + 4);
    if (await person.at('match-over').count()) break;
    await person.rest();
    await pause(200); // its last tap is answered
    const before = await person.number();
    await person.page.reload();
    await person.at('table').waitFor();
    assert((await person.number()) >= before, 'the match is where it was');
    await person.robot(20 + i);
  }
  const file = await finish(people);
  people.forEach((person, seat) => sameMoves(file, seat, person));
  await Promise.all(people.map((p) => p.leave()));
}

/** Answers get lost, then the wire is cut: taps are sent again and count once. */
async function cut(world) {
  const wire = await new Wire(world.server).open();
  const people = await sitDown(world, world.server, wire);
  const [ana, beto] = people;
  await Promise.all(people.map((p, i) => p.robot(5 + i)));
  for (let i = 0; i < times(world); i++) {
    await beto.reaches((await beto.number()) + 5);
    if (await beto.at('match-over').count()) break;
    wire.deaf = true;
    await pause(400);
    wire.cut();
    await beto.at('net-state').waitFor();
    await pause(300);
    wire.mend();
    await beto.at('net-state').waitFor({ state: 'detached' });
  }
  const file = await finish(people, BROKEN);
  sameMoves(file, 0, ana);
  sameMoves(file, 1, beto);
  wire.close();
  await Promise.all(people.map((p) => p.leave()));
}

/** Flight mode: the page says so, and plays on afterwards. */
async function flight(world) {
  const wire = await new Wire(world.server).open();
  const people = await sitDown(world, world.server, wire);
  const beto = people[1];
  await beto.context.setOffline(true);
  wire.cut();
  await beto.at('net-state').waitFor();
  await beto.context.setOffline(false);
  wire.mend();
  await Promise.all(people.map((p, i) => p.robot(9 + i)));
  await beto.reaches((await beto.number()) + 6);
  people.forEach((person) => person.clean(BROKEN));
  wire.close();
  await Promise.all(people.map((p) => p.leave()));
}

async function killed(world) {
  const server = await new Server(world.mazo).start();
  const people = await sitDown(world, server);
  await Promise.all(people.map((p, i) => p.robot(11 + i)));
  for (let i = 0; i < times(world); i++) {
    await people[0].reaches((await people[0].number()) + 5);
    if (await people[0].at('match-over').count()) break;
    const before = Math.max(...people.flatMap((p) => p.numbers.map((m) => m.n)));
    await server.kill();
    for (const person of people) await person.at('net-state').waitFor();
    await server.start();
    for (const person of people) await person.at('net-state').waitFor({ state: 'detached' });
    await people[0].reaches(before);
  }
  const file = await finish(people, BROKEN);
  people.forEach((person, seat) => sameMoves(file, seat, person));
  await Promise.all(people.map((p) => p.leave()));
  await server.stop();
}

export default (world) => [
  { name: 'breaks/reload in mid-match', run: () => reload(world) },
  { name: 'breaks/answers lost and wire cut', run: () => cut(world) },
  { name: 'breaks/flight mode', run: () => flight(world) },
  { name: 'breaks/server killed', run: () => killed(world) },
];
