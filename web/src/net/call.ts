/*
 * call.ts - a short connection for a question or two beside the lasting one: who owns a token, a
 * code for another device. It gives up where socket.ts reconnects.
 */
import type { ClientMessage, ServerMessage } from '../local/api.js';

const PATIENCE_MS = 10_000;

export class Call {
  /** Messages that are not answers. */
  onmessage: (message: ServerMessage) => void = () => {};

  private readonly socket: WebSocket;
  private readonly opened: Promise<void>;
  private answers = new Map<string, (message: ServerMessage) => void>();
  private count = 0;

  /** `place`: letters after /ws/, so that a proxy finds the server. */
  constructor(place?: string) {
    const address = new URL(place ? `/ws/${place}` : '/ws', location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    this.socket = new WebSocket(address);
    this.opened = new Promise((resolve) => (this.socket.onopen = () => resolve()));
    this.socket.onmessage = (event) => this.hear(String(event.data));
    this.socket.onclose = () => this.answers.forEach((_, id) => this.lost(id));
  }

  /** The answer; `error` `lost` when there is none. */
  ask(message: ClientMessage): Promise<ServerMessage> {
    const id = `q${this.count++}`;
    return new Promise((resolve) => {
      this.answers.set(id, resolve);
      setTimeout(() => this.lost(id), PATIENCE_MS);
      if (this.socket.readyState > WebSocket.OPEN) this.lost(id);
      void this.opened.then(() => this.socket.send(JSON.stringify({ ...message, id })));
    });
  }

  close(): void {
    this.socket.close(1000);
  }

  private hear(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    const id = 'id' in message ? message.id : undefined;
    if (id && this.answers.has(id)) this.answer(id, message);
    else this.onmessage(message);
  }

  private lost(id: string): void {
    this.answer(id, { type: 'error', error: 'lost', message: '' });
  }

  private answer(id: string, message: ServerMessage): void {
    this.answers.get(id)?.(message);
    this.answers.delete(id);
  }
}

/** One question on a connection of its own. */
export async function askOnce(message: ClientMessage, place?: string): Promise<ServerMessage> {
  const call = new Call(place);
  const answer = await call.ask(message);
  call.close();
  return answer;
}
