/*
 * online.ts - sits this browser down at a table of the server, and keeps it there.
 */
import { signal } from '@preact/signals';
import { Game } from './game.js';
import { listen, socket } from './me.js';

export const lostTable = signal<string | null>(null);

/** Joins a table; the function that comes back leaves it. */
export function joinTable(code: string): { game: Game; close: () => void } {
  const game = new Game(code, false, socket);
  const join = (): void => {
    socket.send({
      type: 'join',
      table: code,
      ...(game.match > 0 && game.n >= 0 ? { match: game.match, since: game.n } : {}),
    });
  };
  lostTable.value = null;
  const stop = listen((message) => {
    if (message.type === 'error' && message.error === 'no_table') lostTable.value = message.message;
    game.hear(message);
    if (message.type === 'table' && message.table === code) addSalt(game);
  });
  const open = socket.state.peek() === 'open';
  socket.onwelcome = join;
  socket.serve(code);
  if (open && socket.state.peek() === 'open') join();
  return {
    game,
    close: () => {
      stop();
      socket.onwelcome = () => {};
      socket.send({ type: 'leave', table: code });
    },
  };
}

/** Our part of the shuffle: nobody, not even the server, picks the cards alone. */
function addSalt(game: Game): void {
  const table = game.table.peek();
  if (!table || table.status === 'playing' || table.you === null) return;
  const seat = table.seats.find((s) => s.seat === table.you);
  const done = `${table.commitment}:${table.match}`;
  if (seat?.sits !== 'person' || seat.salt || salted === done) return;
  salted = done;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const salt = [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');
  socket.send({ type: 'salt', table: game.code, salt });
}

let salted = '';
