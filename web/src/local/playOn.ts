/*
 * playOn.ts - a new match from a position of another: its commands so far, the person at one seat
 * and bots at the others, with the same cards to come. The original match stays as it is.
 */
import { playedOnTable, type Replay } from './api.js';
import type { MatchStore, StoredMatch } from './matchStore.js';
import { BOT_NAMES } from './messages.js';
import { newCode } from './room.js';

interface RosterSeat {
  name: string;
  sits: string;
  bot?: string;
}

/** The seats: bots stay, and a bot of the same name plays for a person. */
function seatsFor(replay: Replay, seat: number, name: string): RosterSeat[] {
  return replay.players.map((player, i) => {
    if (i === seat) return { name, sits: 'person', bot: 'normal' };
    const same = player.name.toLowerCase() === name.toLowerCase();
    return { name: player.name && !same ? player.name : BOT_NAMES[i]!, sits: 'bot', bot: player.bot || 'normal' };
  });
}

/** Saves it, and returns the code of its table. `commands` of the file `text` have been carried out,
 * where the replay stands. */
export async function playOn(store: MatchStore, text: string, replay: Replay, seat: number, name: string, title: string): Promise<string> {
  const [first = '', ...rest] = text.split('\n').filter((line) => line.trim());
  const { fair: _, ...opening } = JSON.parse(first) as Record<string, unknown>;
  const commands = replay.at;
  const seats = seatsFor(replay, seat, name);
  const lines = [JSON.stringify({ ...opening, table: { seats } }), ...rest.slice(0, commands)];
  const table = playedOnTable(newCode());
  const view = replay.view(seat);
  const match: StoredMatch = {
    key: `${table}-1`,
    table,
    match: 1,
    rules: replay.rules,
    seats: seats.length,
    names: seats.map((one) => one.name),
    at: Date.now(),
    commands,
    over: false,
    scores: view.scores,
    winners: [],
    you: seat,
    your_turn: view.turn === seat,
    setup: {
      title,
      rules: replay.rules,
      options: replay.options,
      clock: 0,
      seats: seats.map((one) => (one.sits === 'person' ? { sits: 'person' } : { sits: 'bot', bot: one.bot, name: one.name })),
    },
  };
  await store.keep(match, lines.map((line, n) => ({ n, text: `${line}\n` })));
  return table;
}
