/*
 * dayTable.ts - the table of the day on this server: everybody's results, and handing in one's own
 * match.
 */
import type { DayMessage, ServerMessage } from '../local/api.js';
import { keptFile } from './local.js';
import { socket } from './me.js';

/** Size of a part as JSON, so that its message is not too long. */
const PART_BYTES = 7000;

const encoder = new TextEncoder();

function partsOf(text: string): string[] {
  const parts: string[] = [];
  let left = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const bytes = encoder.encode(JSON.stringify(line)).length;
    if (bytes > left) {
      parts.push('');
      left = PART_BYTES;
    }
    parts[parts.length - 1] += line;
    left -= bytes;
  }
  return parts;
}

/** Asks for the table; null: this server keeps none, or we are offline. */
export async function askDay(day: string): Promise<DayMessage | null> {
  const answer = await socket.request({ type: 'day', day });
  return answer.type === 'day' ? answer : null;
}

/** Hands in the match with this key, from this browser. Returns the table, or why not. */
export async function handIn(key: string): Promise<ServerMessage> {
  const parts = partsOf((await keptFile(key)) ?? '');
  let answer: ServerMessage = { type: 'error', error: 'no_match', message: '' };
  for (const [part, text] of parts.entries()) {
    answer = await socket.request({ type: 'played', part, of: parts.length, text });
    if (answer.type !== 'part') break;
  }
  return answer;
}
