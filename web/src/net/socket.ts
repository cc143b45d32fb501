/*
 * socket.ts - the connection to `mazo serve` that never gives up.
 *
 * It says hello, comes back by itself after every break, and sends again what was not answered: with
 * the same id, so that it counts once. What is sent while there is no connection waits. A server whose
 * store fails is asked again too, and the token is kept: only bad_token means that nobody is known by it; then
 * it is set aside, and the server makes a new player.
 */
import { signal } from '@preact/signals';
import type { ClientMessage, Connection, Lang, ServerMessage, WelcomeMessage } from '../local/api.js';
import { Views, type ChangesMessage } from './changes.js';

export type SocketState = 'off' | 'connecting' | 'open' | 'broken';

interface Waiting {
  message: ClientMessage;
  /** Written to some socket already. */
  sent: boolean;
  answer?: (message: ServerMessage) => void;
}

export interface Identity {
  token(): string | null;
  setToken(token: string): void;
  /** The server does not know this token. */
  unknown(token: string): void;
  name(): string;
  /** The server refuses that name. */
  badName(why: string): void;
  lang(): Lang;
}

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8000;
const PING_MS = 20_000;
const SILENCE_MS = 32_000;
/** Answers come within this time, or we ask whether anybody is there; */
const ANSWER_MS = 2500;
/** and if nobody answers in this time, the connection is dead. */
const DOUBT_MS = 4000;

/** Messages that are harmless when they arrive twice. A lost table or chat line is not resent. */
const AGAIN = new Set([
  'do',
  'sit',
  'stand',
  'commit',
  'salt',
  'seat',
  'rules',
  'start',
  'name',
  'mute',
  'subscribe',
  'unsubscribe',
  'rematch',
  'tables',
  'mine',
  'history',
  'best',
  'day',
  'player',
]);

let counter = 0;

/** A unique id on this server. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return `${[...bytes].map((b) => b.toString(36)).join('')}-${(counter++).toString(36)}`;
}

export class Socket implements Connection {
  readonly state = signal<SocketState>('off');
  /** The server's store fails: what could not be done (hello, or a join) is tried again until it can. */
  readonly unread = signal<'' | 'hello' | 'join'>('');
  /** Why the server has banned us, in its words; '': it has not. No retries then. */
  readonly banned = signal('');
  /** The server does not speak our version: only another page can talk to it. */
  readonly tooOld = signal(false);
  onmessage: (message: ServerMessage) => void = () => {};
  /** Called after every welcome, before queued messages are sent: to rejoin. */
  onwelcome: (welcome: WelcomeMessage) => void = () => {};

  private socket: WebSocket | null = null;
  private ready = false;
  /** As sent in the last hello. */
  private token: string | null = null;
  private waiting = new Map<string, Waiting>();
  private failures = 0;
  private retry = 0;
  private pulse = 0;
  private heard = 0;
  private views = new Views();
  private wanted = false;

  constructor(
    private readonly identity: Identity,
    /** The table's code, so that a proxy finds its server. */
    private code: string | null = null,
  ) {
    addEventListener('online', this.hurry);
    addEventListener('offline', this.doubt);
    document.addEventListener('visibilitychange', this.hurry);
  }

  open(): void {
    this.wanted = true;
    if (!this.socket) this.connect();
  }

  /** From now on, connect for this table. */
  serve(code: string | null): void {
    if (code === this.code && this.wanted) return;
    const moved = code !== null && code !== this.code;
    this.code = code ?? this.code;
    if (moved && this.socket) this.drop();
    this.open();
  }

  send(message: ClientMessage): void {
    void this.post(message);
  }

  /** Sends and gives the answer, whatever it is; answers go to `onmessage` too. */
  request(message: ClientMessage): Promise<ServerMessage> {
    return new Promise((resolve) => this.post(message, resolve));
  }

  /** Stops until something is wanted again. */
  private stop(): void {
    this.wanted = false;
    this.drop();
    this.state.value = 'off';
  }

  close(): void {
    this.stop();
    removeEventListener('online', this.hurry);
    removeEventListener('offline', this.doubt);
    document.removeEventListener('visibilitychange', this.hurry);
  }

  private post(message: ClientMessage, answer?: (message: ServerMessage) => void): void {
    const id = message.id ?? newId();
    const entry: Waiting = { message: { ...message, id }, sent: false, answer };
    this.waiting.set(id, entry);
    this.open();
    if (this.ready) this.write(entry);
  }

  private write(entry: Waiting): void {
    entry.sent = true;
    this.socket?.send(JSON.stringify(entry.message));
    const { type, id } = entry.message;
    if ((type === 'chat' || type === 'react' || type === 'leave') && !entry.answer) this.waiting.delete(id!);
    else setTimeout(() => this.waiting.get(id!) === entry && this.doubt(), ANSWER_MS);
  }

  /** Is anybody there? */
  private doubt = (): void => {
    const socket = this.socket;
    const since = Date.now();
    if (!this.ready || !socket) return;
    socket.send('{"type":"ping"}');
    setTimeout(() => socket === this.socket && this.heard < since && this.giveUp(), DOUBT_MS);
  };

  /** Treats the connection as dead, whatever the browser says. */
  private giveUp(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.lost(1006);
  }

  /** Says hello again: the language has changed. */
  greetAgain(): void {
    if (!this.ready) return;
    this.drop();
    this.connect();
  }

  /** Restarts as somebody else: pending messages were not theirs. */
  restart(): void {
    this.answerAll({ type: 'error', error: 'lost', message: '' });
    this.drop();
    if (this.wanted) this.connect();
  }

  /** Answers everything pending: nothing else will come. */
  private answerAll(answer: ServerMessage): void {
    const entries = [...this.waiting.values()];
    this.waiting.clear();
    for (const entry of entries) entry.answer?.(answer);
  }

  private connect(): void {
    clearTimeout(this.retry);
    this.state.value = this.failures > 0 ? 'broken' : 'connecting';
    const address = new URL(this.code ? `/ws/${this.code}` : '/ws', location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    this.socket = socket;
    this.ready = false;
    socket.onopen = () => this.hello();
    socket.onmessage = (event) => socket === this.socket && this.hear(String(event.data));
    socket.onclose = (event) => socket === this.socket && this.lost(event.code);
    this.heard = Date.now();
    clearInterval(this.pulse);
    this.pulse = window.setInterval(() => this.beat(), PING_MS / 4);
  }

  private hello(): void {
    const token = (this.token = this.identity.token());
    const name = this.identity.name();
    this.socket?.send(
      JSON.stringify({
        type: 'hello',
        version: 2,
        lang: this.identity.lang(),
        ...(token ? { token } : {}),
        ...(name ? { name } : {}),
      }),
    );
  }

  private hear(text: string): void {
    this.heard = Date.now();
    let heard: ServerMessage | ChangesMessage;
    try {
      heard = JSON.parse(text) as ServerMessage | ChangesMessage;
    } catch {
      return;
    }
    const message = this.views.complete(heard);
    if (!message) {
      if ('table' in heard) this.send({ type: 'join', table: heard.table as string });
      return;
    }
    if (message.type === 'error' && message.error === 'bad_token' && !this.ready) {
      if (this.token) this.identity.unknown(this.token);
      this.hello();
      return;
    }
    if (message.type === 'error' && message.error === 'bad_name' && !this.ready) {
      this.identity.badName(message.message);
      this.hello();
      return;
    }
    if (message.type === 'error' && message.error === 'banned') {
      this.banned.value = message.message;
      this.stop();
      this.onmessage(message);
      this.answerAll(message);
      return;
    }
    if (message.type === 'error' && message.error === 'bad_version') {
      this.tooOld.value = true;
      this.stop();
      return;
    }
    if (message.type === 'error' && this.putsOff(message.error, message.id)) return;
    if (message.type === 'table') this.works();
    if (message.type === 'welcome' && !this.ready) this.welcomed(message);
    this.onmessage(message);
    const id = 'id' in message ? message.id : undefined;
    if (id && message.type !== 'pong') {
      const entry = this.waiting.get(id);
      this.waiting.delete(id);
      entry?.answer?.(message);
    }
  }

  /** Disconnects, and returns after a growing pause. False: not for us to handle. */
  private putsOff(error: string, id?: string): boolean {
    const joins = this.waiting.get(id ?? '')?.message.type === 'join';
    if ((error !== 'store_failed' && error !== 'not_stored') || (this.ready && !joins)) return false;
    if (joins) this.waiting.delete(id!);
    this.unread.value = joins || this.unread.value === 'join' ? 'join' : 'hello';
    this.giveUp();
    return true;
  }

  private works(): void {
    this.failures = 0;
    this.unread.value = '';
  }

  private welcomed(welcome: WelcomeMessage): void {
    if (welcome.token) this.identity.setToken(welcome.token);
    this.ready = true;
    this.banned.value = '';
    if (this.unread.value !== 'join') this.works();
    this.state.value = 'open';
    for (const entry of this.waiting.values()) if (entry.message.type === 'leave') this.write(entry); // before we join again
    this.onwelcome(welcome);
    for (const [id, entry] of this.waiting) {
      if (!entry.sent || AGAIN.has(entry.message.type)) {
        this.write(entry);
      } else {
        this.waiting.delete(id);
        entry.answer?.({ type: 'error', error: 'lost', message: '' });
      }
    }
  }

  private lost(code: number): void {
    this.socket = null;
    this.ready = false;
    clearInterval(this.pulse);
    if (!this.wanted) return;
    this.failures++;
    this.state.value = 'broken';
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(this.failures - 1, 6));
    this.retry = window.setTimeout(
      () => this.connect(),
      wait * (0.7 + Math.random() * 0.6) + (code === 4029 ? 2000 : 0),
    );
  }

  /** The page is visible again, or the network is back: no need to wait. */
  private hurry = (): void => {
    if (!this.wanted || document.visibilityState === 'hidden') return;
    if (!this.socket) this.connect();
    else this.beat(true);
  };

  private beat(now = false): void {
    const silent = Date.now() - this.heard;
    if (silent > SILENCE_MS) {
      // The timers of a hidden page may come once in a minute: it has not asked yet.
      if (this.ready && document.visibilityState === 'hidden') this.doubt();
      else this.giveUp();
    } else if (this.ready && (now || silent > PING_MS)) {
      this.socket?.send('{"type":"ping"}');
    }
  }

  private drop(): void {
    clearTimeout(this.retry);
    clearInterval(this.pulse);
    const socket = this.socket;
    this.socket = null;
    this.ready = false;
    socket?.close(1000);
  }
}
