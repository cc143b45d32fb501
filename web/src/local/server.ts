/*
 * server.ts - the table in this page, as a connection like the one to `mazo serve`.
 *
 * One person plays against bots, by the same C code and with the same messages as at a server
 * (docs/protocol.md). Every accepted command is kept before it is told, so that a match goes on
 * after a reload. Anyone who leaves finds the match as it was: nobody plays on without the person.
 *
 * Messages, timers and thoughts are jobs that run one after the other.
 */
import { sideOf } from '../game/ranking.js';
import type {
  ClientMessage,
  Command,
  EventMessage,
  GameEvent,
  KeptMatch,
  Lang,
  LocalConnection,
  MyTable,
  Refusal,
  ServerMessage,
  View,
} from './api.js';
import { dayOf } from './api.js';
import { Thinker } from './thinker.js';
import { type Engine, Instance, langOf } from './engine.js';
import { PLAYER, Room, seatFor } from './room.js';
import { openMatchStore, type MatchStore, type StoredLine, type StoredMatch } from './matchStore.js';

/** The clock of the page; tests have another. */
export interface Clock {
  now(): number;
  set(job: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}

export interface LocalOptions {
  /** Translates our English into the reader's language: t of i18n.ts. */
  say?: (english: string) => string;
  store?: MatchStore;
  /** `quick`: bots do not ponder; `none`: and nobody has time to say UNO late, for tests. */
  pace?: 'human' | 'quick' | 'none';
  clock?: Clock;
}

/** Marks a text for the catalogue; `say` translates it. */
const N = (english: string): string => english;

const BAD_BOT = N('A seat is open, closed, or a bot such as hard:cautious');
const THINK_APART = 2;
const PACE = { none: 0, human: 1, quick: 4 };
const MISSED_MOST = 100;
const TICKS_MOST = 50;
const TIMER_MOST = 2 ** 31 - 1;

const pageClock: Clock = {
  now: () => performance.now(),
  set: (job, ms) => setTimeout(job, ms),
  clear: (timer) => clearTimeout(timer as number),
};

/** What the module reports about an accepted command, or about the present state. */
export interface Seen {
  n: number;
  events: GameEvent[];
  now: { view: View; legal: Command[] };
  ends_in: number | null;
  away: boolean[];
}

interface Told {
  line: string;
  command: Command;
  seen: Seen;
}

type Of<T extends ClientMessage['type']> = Extract<ClientMessage, { type: T }>;

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

class LocalServer implements LocalConnection {
  onmessage: (message: ServerMessage) => void = () => {};
  onproblem: (problem: 'not_stored') => void = () => {};

  private name = 'Player';
  private lang: Lang = 'en';
  private room: Room | null = null;
  private told: Told[] = [];
  /** Events since the match was opened here, for rejoining. */
  private past: EventMessage[] = [];
  /** Commands by the id of the message that brought them. */
  private ids = new Map<string, number>();
  /** Commands that wait for the end of a grace, by kind. */
  private waiting = new Map<string, string>();
  private jobs: Promise<void> = Promise.resolve();
  private timer: unknown = null;
  /** Changes with the match here: work begun for the last one is dropped. */
  private era = 0;
  private unlock: () => void = () => {};
  /** Is this instance of the whole module? */
  private suits = false;
  private readonly thinker: Thinker;
  private readonly clock: Clock;

  constructor(
    private readonly engine: Engine,
    private instance: Instance,
    private readonly store: MatchStore,
    private readonly options: LocalOptions,
    private readonly makeInstance: (module: WebAssembly.Module) => Promise<Instance>,
    hear: (server: (line: string, text: string) => void) => void,
  ) {
    this.thinker = new Thinker(engine);
    this.clock = options.clock ?? pageClock;
    hear((line, text) => this.told.push({ line, command: JSON.parse(line) as Command, seen: JSON.parse(text) as Seen }));
  }

  // ---- the connection ----

  send(message: ClientMessage): void {
    this.job(() => this.answer(message), message.id);
  }

  close(): void {
    this.job(async () => {
      this.quit();
      this.thinker.close();
    });
  }

  async matches(): Promise<KeptMatch[]> {
    return this.store.matches();
  }

  async file(key: string): Promise<string | null> {
    const lines = await this.store.lines(key);
    return lines.length > 0 ? lines.map((line) => line.text).join('') : null;
  }

  async forget(key: string): Promise<void> {
    await this.store.forget(key);
  }

  /** Runs jobs one by one. An error in the module ends the match here, not in the store. */
  private job(run: () => Promise<void>, id?: string): void {
    this.jobs = this.jobs.then(run).catch((error: unknown) => {
      console.error(error);
      this.quit();
      this.refuse(id, 'no_table', N('Something went wrong here; the match is saved, open it again'));
    });
  }

  // ---- answers ----

  private say(english: string): string {
    return this.options.say?.(english) ?? english;
  }

  private emit(message: ServerMessage): void {
    this.onmessage(message);
  }

  private refuse(id: string | undefined, error: string, english: string): void {
    this.emit({ type: 'error', ...(id ? { id } : {}), error, message: this.say(english) });
  }

  private refuseFor(id: string | undefined, refusal: Refusal): void {
    this.emit({ type: 'error', ...(id ? { id } : {}), ...refusal });
  }

  private emitTable(id?: string): void {
    if (this.room) this.emit(this.room.message(this.name, id));
  }

  private async answer(message: ClientMessage): Promise<void> {
    const id = message.id;
    switch (message.type) {
      case 'hello':
      case 'name':
        return this.welcome(message);
      case 'ping':
        return this.emit({ type: 'pong', ...(id ? { id } : {}) });
      case 'tables':
        return this.emit({ type: 'tables', ...(id ? { id } : {}), tables: [] });
      case 'best':
        return this.emit({ type: 'best', ...(id ? { id } : {}), players: [] });
      case 'history':
        return this.history(message);
      case 'player':
        return this.emit({ type: 'player', ...(id ? { id } : {}), player: PLAYER, name: this.name, rating: 1500, matches: 0, wins: 0 });
      case 'lend': // there is one person in this page, and no other device
      case 'take':
      case 'quick':
      case 'day':
      case 'played':
      case 'subscribe':
      case 'unsubscribe':
      case 'mine':
        return this.refuse(id, 'unknown_type', N('There is no message of this type'));
      case 'create':
        return this.create(message);
      case 'join':
        return this.join(message);
      default:
        return this.answerAtTable(message);
    }
  }

  /** Messages about the table that is open here. */
  private async answerAtTable(message: Exclude<Extract<ClientMessage, { table: string }>, { type: 'join' }>): Promise<void> {
    const room = this.room;
    const id = message.id;
    if (!room || room.table !== message.table) return this.refuse(id, 'no_table', N('There is no such table'));
    switch (message.type) {
      case 'leave':
        this.quit();
        return this.emit({ type: 'left', ...(id ? { id } : {}), table: message.table });
      case 'do':
        return this.command(message, room);
      case 'chat':
        return this.emit({ type: 'chat', table: room.table, player: PLAYER, name: this.name, seat: room.you, text: message.text, at: Date.now() });
      case 'react':
        return this.emit({ type: 'reaction', table: room.table, player: PLAYER, name: this.name, seat: room.you, face: message.face });
      case 'mute':
      case 'again': // no need to wait for others
        return this.emitTable(id);
      case 'kick':
      case 'remove':
      case 'readmit':
      case 'host':
      case 'stand':
        return this.refuse(id, 'no_seat', N('There is nobody else at this table'));
      default:
        return this.prepare(message, room);
    }
  }

  /** Messages before or after a match. */
  private async prepare(message: Of<'sit' | 'commit' | 'salt' | 'seat' | 'swap' | 'rules' | 'start' | 'rematch'>, room: Room): Promise<void> {
    const id = message.id;
    if (room.status === 'playing') return this.refuse(id, 'running', N('The match is running'));
    switch (message.type) {
      case 'sit':
        return this.sit(message, room);
      case 'seat':
        return this.setSeat(message, room);
      case 'swap':
        return room.swap(message.seat, message.with) ? this.emitTable(id) : this.refuse(id, 'no_seat', N('There is no such seat'));
      case 'rules': {
        const refusal = room.setRules(message, this.engine, this.lang);
        return refusal ? this.refuseFor(id, refusal) : this.emitTable(id);
      }
      case 'start':
        return this.start(message, room);
      case 'rematch':
        return this.rematch(message, room);
      default:
        room.salted = true; // there is nobody to cheat
        return this.emitTable(id);
    }
  }

  // ---- who one is ----

  private async welcome(message: Of<'hello' | 'name'>): Promise<void> {
    const id = message.id;
    this.name = message.name?.trim() || this.name;
    if (message.type === 'hello' && message.lang) {
      this.lang = langOf(message.lang) ?? 'en';
      this.instance.c.table_speak(this.instance.numberOf(this.lang));
    }
    const unfinished = (await this.store.matches()).filter((match) => !match.over);
    this.emit({
      type: 'welcome',
      ...(id ? { id } : {}),
      version: 1,
      server: 'mazo',
      player: PLAYER,
      name: this.name,
      lang: this.lang,
      token: 'local',
      tables: unfinished.map(
        (match): MyTable => ({ table: match.table, title: match.setup.title, seat: match.you, status: 'playing', your_turn: match.your_turn }),
      ),
    });
    if (message.type === 'name') this.emitTable();
  }

  private async history(message: Of<'history'>): Promise<void> {
    const before = message.before ?? Infinity;
    const over = (await this.store.matches()).filter((match) => match.over && match.at < before);
    this.emit({
      type: 'history',
      ...(message.id ? { id: message.id } : {}),
      matches: over.slice(0, 50).map((match) => ({
        key: match.key,
        rules: match.rules,
        at: match.at,
        seats: match.seats,
        points: match.scores[match.you] ?? 0,
        won: match.winners.includes(match.you),
        rating: 0,
      })),
    });
  }

  // ---- setting up a table ----

  private async create(message: Of<'create'>): Promise<void> {
    const room = new Room();
    room.seats = [{ sits: 'person' }];
    const refusal = room.setRules({ ...message, seats: message.seats ?? seatsOf(message, this.engine, this.lang) }, this.engine, this.lang);
    if (refusal) return this.refuseFor(message.id, refusal);
    for (const [i, bot] of (message.bots ?? []).slice(0, room.seats.length - 1).entries()) {
      const seat = seatFor(bot);
      if (!seat) return this.refuse(message.id, 'bad_bot', BAD_BOT);
      room.seats[room.seats.length - 1 - i] = seat;
    }
    this.quit();
    this.room = room;
    this.emitTable(message.id);
  }

  private sit(message: Of<'sit'>, room: Room): void {
    const to = message.seat ?? room.you;
    const taken = room.seats[to]?.sits;
    if (taken !== 'person' && taken !== 'open') return this.refuse(message.id, 'seat_taken', N('This seat is not free'));
    room.seats[room.you] = { sits: 'open' };
    room.seats[to] = { sits: 'person' };
    this.emitTable(message.id);
  }

  private setSeat(message: Of<'seat'>, room: Room): void {
    const seat = room.seats[message.seat];
    if (!seat || seat.sits === 'person') {
      return this.refuse(message.id, 'no_seat', N('There is no such seat, or somebody sits there'));
    }
    const next = seatFor(message.to);
    if (!next) return this.refuse(message.id, 'bad_bot', BAD_BOT);
    room.seats[message.seat] = next;
    this.emitTable(message.id);
  }

  // ---- matches ----

  private get how(): number {
    return THINK_APART | PACE[this.options.pace ?? 'human'];
  }

  private now(): number {
    return Math.max(0, Math.floor(this.clock.now()));
  }

  /** Only the whole module has what strong bots have learnt. If it cannot be loaded they play by the
   * policy of playouts. */
  private async suit(room: Room): Promise<void> {
    if (this.suits || !room.seats.some((seat) => /^(hard|expert)/.test(seat.bot ?? ''))) return;
    const module = await this.engine.whole().catch(() => null);
    if (!module) return;
    if (module !== this.engine.module) this.instance = await this.makeInstance(module);
    this.suits = true;
  }

  /** Opens or resumes a match in the module; nothing of the last one is left. */
  private async open(text: string, room: Room, begin: 'table_begin' | 'table_resume' | 'daily_begin'): Promise<Refusal | null> {
    await this.suit(room);
    const [low, high] = crypto.getRandomValues(new Uint32Array(2)) as unknown as [number, number];
    this.era++;
    this.past = [];
    this.ids.clear();
    this.waiting.clear();
    this.told = [];
    const size = this.instance.give(text);
    const how = [this.instance.numberOf(this.lang), this.how] as const;
    const written =
      begin === 'daily_begin'
        ? this.instance.c.daily_begin(size, ...how, this.now())
        : this.instance.c[begin](size, ...how, room.you, low, high, this.now());
    const answer = this.instance.answer<Refusal | { kept: number }>(written);
    return answer && 'error' in answer ? answer : null;
  }

  private async start(message: Of<'start'>, room: Room): Promise<void> {
    if (room.status === 'over') return this.refuse(message.id, 'running', N('The match is over: ask for a rematch first'));
    const match = room.match + 1;
    const key = `${room.table}-${match}`;
    if (!(await this.lock(key))) return this.refuse(message.id, 'busy', N('This match is open in another window'));
    const before = room.seats;
    room.settle();
    const refusal = room.day
      ? await this.open(`${room.day} ${this.name}`, room, 'daily_begin')
      : await this.open(room.opening(this.name, hex(crypto.getRandomValues(new Uint8Array(32)))), room, 'table_begin');
    if (refusal) {
      room.seats = before;
      return this.refuseFor(message.id, refusal);
    }
    Object.assign(room, { match, key, status: 'playing', n: 0, away: false });
    if (!this.store.lasting) this.onproblem('not_stored');
    this.emitTable(message.id);
    await this.goOn(room);
  }

  private rematch(message: Of<'rematch'>, room: Room): void {
    if (room.status !== 'over') return this.refuse(message.id, 'not_running', N('There is no finished match'));
    Object.assign(room, { status: 'open', n: 0, away: false });
    this.emitTable(message.id);
  }

  /** Rejoins the table here, or opens one from the store. */
  private async join(message: Of<'join'>): Promise<void> {
    if (this.room?.table !== message.table && !(await this.takeUp(message))) return;
    const room = this.room!;
    if (room.status === 'open' && room.day) return this.start({ type: 'start', table: room.table, id: message.id }, room);
    if (room.status !== 'playing') {
      this.emitTable(message.id);
      if (room.status === 'over') this.emitView(room);
      return;
    }
    this.instance.c.table_leave(room.you, 0, this.now());
    room.away = false;
    this.emitTable(message.id);
    const since = message.match === room.match ? message.since : undefined;
    const missed = this.past.filter((event) => event.n > (since ?? Infinity));
    if (since === undefined || room.n - since !== missed.length || missed.length > MISSED_MOST) this.emitView(room);
    else for (const event of missed) this.emit(event);
    await this.goOn(room);
  }

  private async takeUp(message: Of<'join'>): Promise<boolean> {
    const kept = (await this.store.matches()).find((match) => match.table === message.table || match.key === message.table);
    const lines = kept ? await this.store.lines(kept.key) : [];
    if (!kept && this.setDay(message.table)) return true;
    if (!kept || lines.length === 0) {
      this.refuse(message.id, 'no_table', N('This match was not saved.'));
      return false;
    }
    this.quit();
    if (!(await this.lock(kept.key))) {
      this.refuse(message.id, 'busy', N('This match is open in another window'));
      return false;
    }
    const room = Object.assign(new Room(kept.table), kept.setup, { match: kept.match, key: kept.key, n: kept.commands });
    room.status = kept.over ? 'over' : 'playing';
    const refusal = await this.open(lines.map((line) => line.text).join(''), room, 'table_resume');
    if (refusal) {
      this.refuseFor(message.id, refusal);
      return false;
    }
    for (const line of lines) if (line.id) this.ids.set(line.id, line.n);
    this.room = room;
    return true;
  }

  /** The table of the deal of a day, which is dealt anew. */
  private setDay(table: string): boolean {
    const deal = this.engine.daily(dayOf(table) ?? '', this.name);
    if (!deal) return false;
    this.quit();
    this.room = new Room(table);
    this.room.setDay(deal, `${this.say(N('Deal of the day'))} ${deal.number}`);
    return true;
  }

  private emitView(room: Room): void {
    const seen = this.instance.answer<Seen>(this.instance.c.table_now());
    if (!seen) return;
    this.emit({ type: 'view', table: room.table, match: room.match, n: room.n, view: seen.now.view, legal: seen.now.legal, ends_in: seen.ends_in });
  }

  /** Closes the match here; in the store it stays as it is. */
  private quit(): void {
    this.era++;
    this.clock.clear(this.timer);
    this.unlock();
    this.unlock = () => {};
    this.room = null;
  }

  /** One window at a time plays a match, as far as the browser can say. */
  private async lock(key: string): Promise<boolean> {
    this.unlock();
    this.unlock = () => {};
    const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
    if (!locks) return true;
    return new Promise((resolve) => {
      void locks.request(`mazo-${key}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock && new Promise<void>((release) => (this.unlock = release));
      });
    });
  }

  // ---- moves ----

  private async command(message: Of<'do'>, room: Room): Promise<void> {
    const { id, table } = message;
    if (!id) return this.refuse(id, 'bad_message', N('A command needs an id'));
    const known = this.ids.get(id);
    if (known !== undefined) return this.emit({ type: 'done', id, table, n: known });
    if (room.status !== 'playing' || (message.match ?? room.match) !== room.match) {
      return this.refuse(id, 'not_running', N('This match is not running'));
    }
    const command = { ...message.command, seat: room.you };
    const size = this.instance.give(JSON.stringify(command));
    const answer = this.instance.answer<Refusal & { answer: 'done' | 'waits' | 'refused' }>(
      this.instance.c.table_do(size, this.now()),
    )!;
    const own = this.told.find((one) => isBy(one.command, command));
    if (own) this.ids.set(id, own.seen.n);
    if (answer.answer === 'waits') this.waiting.set(command.do, id);
    await this.keepAndTell(room);
    if (answer.answer === 'done') {
      const text = answer.message ? { message: answer.message } : {};
      this.emit({ type: 'done', id, table, n: own?.seen.n ?? room.n, ...text });
    } else if (answer.answer === 'waits') {
      this.emit({ type: 'waits', id, table, message: answer.message });
    } else {
      this.emit({ type: 'refused', id, table, error: answer.error, message: answer.message });
    }
    await this.goOn(room);
  }

  /** Does what is due; then sets the next timer, or lets an expert think. */
  private async goOn(room: Room): Promise<void> {
    const { c } = this.instance;
    let ticks = 0;
    while (room.status === 'playing' && ticks < TICKS_MOST && c.table_tick(this.now())) ticks++;
    await this.keepAndTell(room);
    this.clock.clear(this.timer);
    if (this.room !== room || room.status !== 'playing') return;
    const era = this.era;
    if (c.thought_begin()) {
      const thought = this.instance.bytes(c.thought_at(), c.thought_size());
      void this.thinker.think(thought).then((done) => this.job(() => this.thoughtOut(room, era, done)));
    }
    const due = c.table_due();
    if (due >= 0) {
      const wait = Math.min(Math.max(0, due - this.now()), TIMER_MOST);
      this.timer = this.clock.set(() => this.job(() => this.tick(room, era)), wait);
    }
  }

  private async tick(room: Room, era: number): Promise<void> {
    if (era === this.era) await this.goOn(room);
  }

  private async thoughtOut(room: Room, era: number, thought: Uint8Array): Promise<void> {
    if (era !== this.era) return;
    this.instance.setBytes(this.instance.c.thought_at(), thought);
    this.instance.c.thought_end(this.now());
    await this.goOn(room);
  }

  /** Saves what the module has accepted, and then announces it. */
  private async keepAndTell(room: Room): Promise<void> {
    const told = this.told;
    if (told.length === 0) return;
    this.told = [];
    const lines = told.map((one) => this.lineOf(one, room));
    const latest = told[told.length - 1]!.seen;
    const over = latest.now.view.phase === 'match_over';
    try {
      await this.store.keep(this.record(room, latest), lines);
    } catch {
      this.onproblem('not_stored');
    }
    for (const { seen } of told) {
      const event: EventMessage = {
        type: 'event',
        table: room.table,
        match: room.match,
        n: seen.n,
        events: seen.events,
        view: seen.now.view,
        legal: seen.now.legal,
        ends_in: seen.ends_in,
      };
      room.n = seen.n;
      this.past.push(event);
      this.emit(event);
    }
    this.past.splice(0, this.past.length - MISSED_MOST);
    const away = latest.away[room.you] ?? false;
    if (over || away !== room.away) {
      room.away = away;
      room.status = over ? 'over' : room.status;
      this.emitTable();
    }
  }

  /** The line as it is kept, with the id that brought it. */
  private lineOf({ line, command, seen }: Told, room: Room): StoredLine {
    const waited = command.seat === room.you ? this.waiting.get(command.do) : undefined;
    if (waited) {
      this.waiting.delete(command.do);
      this.ids.set(waited, seen.n);
    }
    const id = waited ?? [...this.ids].find(([, n]) => n === seen.n)?.[0];
    return { n: seen.n, text: line, ...(id ? { id } : {}) };
  }

  private standing(view: View, seat: number): KeptMatch['standing'] {
    const sides = this.engine.ranking(view);
    const own = sideOf(sides, seat);
    const counts = sides.some((side) => side.points > 0);
    return own && { place: own.place, of: sides.length, points: counts ? own.points : null };
  }

  private record(room: Room, latest: Seen): StoredMatch {
    const { view } = latest.now;
    return {
      key: room.key,
      table: room.table,
      match: room.match,
      rules: room.rules,
      seats: room.seats.length,
      names: room.names(this.name),
      at: Date.now(),
      commands: latest.n,
      over: view.phase === 'match_over',
      scores: view.scores,
      winners: view.match_winners,
      ...(view.phase === 'match_over' ? { standing: this.standing(view, room.you) } : {}),
      you: room.you,
      your_turn: view.turn === room.you && view.phase !== 'round_over',
      setup: room.setup(),
    };
  }
}

/** Does this line of the file carry out that command? `next` has no seat there. */
function isBy(line: Command, given: Command): boolean {
  return line.do === given.do && (line.do === 'next' || line.seat === given.seat);
}

/** The number of seats if not given: as in the rules. */
function seatsOf(message: Of<'create'>, engine: Engine, lang: Lang): number {
  const base = message.ruleset ? engine.readRuleset(message.ruleset, lang) : engine.check({ rules: message.rules ?? 'oficial', options: message.options }, lang);
  return 'error' in base ? 4 : base.seats;
}

/** A table in this page. The first message is `hello`, as at a server. */
export async function openLocal(engine: Engine, options: LocalOptions = {}): Promise<LocalConnection> {
  let heard: (line: string, text: string) => void = () => {};
  const make = (module: WebAssembly.Module): Promise<Instance> => Instance.make(module, { heard: (line, text) => heard(line, text) });
  const instance = await make(engine.module);
  const store = options.store ?? (await openMatchStore());
  return new LocalServer(engine, instance, store, options, make, (hear) => (heard = hear));
}
