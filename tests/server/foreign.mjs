// foreign.mjs - Node's `ws` as a client of our server: node foreign.mjs PORT. Says what it saw.
import { once } from 'node:events';
import { createRequire } from 'node:module';

const WebSocket = createRequire(process.argv[3])('ws');
const port = process.argv[2];

function open(options = {}, protocols = []) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, protocols, options);
    socket.once('open', () => resolve(socket));
    socket.once('error', reject);
  });
}

function must(fine, what) {
  if (!fine) throw new Error(what);
}

async function echoes() {
  const socket = await open({}, ['mazo.v1']);
  must(socket.protocol === 'mazo.v1' && socket.extensions === '', 'protocol');
  for (const length of [0, 1, 125, 126, 127, 4096, 16384]) {
    const text = 'é'.repeat(length / 2) + (length % 2 ? 'x' : '');
    socket.send(text);
    const [data, binary] = await once(socket, 'message');
    must(!binary && data.toString() === text, `echo of ${length}`);
  }
  socket.send('one ', { fin: false });
  socket.ping('between');
  must((await once(socket, 'pong'))[0].toString() === 'between', 'pong');
  socket.send('two', { fin: true });
  must((await once(socket, 'message'))[0].toString() === 'one two', 'pieces');
  socket.close(4321, 'adiós');
  must((await once(socket, 'close'))[0] === 4321, 'close');
}

async function closes(send, code) {
  const socket = await open();
  send(socket);
  const [found] = await once(socket, 'close');
  must(found === code, `closed with ${found}, not ${code}`);
}

async function many() {
  const sockets = await Promise.all(Array.from({ length: 50 }, () => open()));
  await Promise.all(sockets.map(async (socket, i) => {
    socket.send(`I am ${i}`);
    must((await once(socket, 'message'))[0].toString() === `I am ${i}`, 'mixed up');
    socket.terminate();
  }));
}

async function refused(options, status) {
  try {
    await open(options);
  } catch (error) {
    must(error.message.includes(String(status)), error.message);
    return;
  }
  must(false, 'was let in');
}

await echoes();
await closes((socket) => socket.send('/close 4001'), 4001);
await closes((socket) => socket.send(Buffer.from([1, 2])), 1003);
await closes((socket) => socket.send('x'.repeat(16385)), 1009);
await many();
await refused({ origin: 'http://evil.example' }, 403);
await refused({ protocolVersion: 8 }, 426);
console.log('fine');
