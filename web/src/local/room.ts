/*
 * room.ts - a table in this page, as the protocol describes it: seats, rules, messages.
 */
import { dayOf, type DailyDeal, type Options, type Refusal, type Seat, type TableMessage, type TableStatus, type TableWishes } from './api.js';
import { type Engine, isRefusal } from './engine.js';
import { BOT_LEVELS, BOT_NAMES, BOT_STYLES, type Lang } from './messages.js';
import type { Setup } from './matchStore.js';

export const PLAYER = 'you';

type RoomSeat = Setup['seats'][number];

const SEATS_MOST = 10;
function isBot(text: string): boolean {
  const [level = '', style = 'plain', ...more] = text.split(':');
  return BOT_LEVELS.includes(level) && BOT_STYLES.includes(style) && !more.length;
}

/** The seat a host wants: `open`, `closed` or a bot; null for anything else. */
export function seatFor(to: string): RoomSeat | null {
  return to === 'open' || to === 'closed' ? { sits: to } : isBot(to) ? { sits: 'bot', bot: to } : null;
}

/** Only letters that are not easily confused. */
export function newCode(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
  return [...crypto.getRandomValues(new Uint8Array(5))].map((byte) => letters[byte % letters.length]).join('');
}

export class Room {
  title = '';
  rules = 'oficial';
  options: Options = {};
  clock = 0;
  public = false;
  seats: RoomSeat[] = [];
  status: TableStatus = 'open';
  match = 0;
  n = 0;
  /** The key of the running match, or the last one. */
  key = '';
  /** Was the person away when the table last reported? */
  away = false;
  salted = false;

  constructor(readonly table: string = newCode()) {}

  /** The date of the deal of the day played here, or null. */
  get day(): string | null {
    return dayOf(this.table);
  }

  /** Sets the table for the deal of that day. */
  setDay(deal: DailyDeal, title: string): void {
    Object.assign(this, { title, rules: deal.rules, options: deal.options });
    this.seats = deal.table.seats.map((seat) => (seat.sits === 'person' ? { sits: 'person' } : { sits: 'bot', bot: seat.bot, name: seat.name }));
  }

  get you(): number {
    return this.seats.findIndex((seat) => seat.sits === 'person');
  }

  /** Sets the rules; returns what is wrong with them, or null. */
  setRules(wishes: TableWishes, engine: Engine, lang: Lang): Refusal | null {
    const own = { rules: this.rules, options: this.options };
    const sheet = { rules: wishes.rules!, options: { turn_clock: this.clock } }; // the clock is the host's choice
    const base = wishes.ruleset ? engine.readRuleset(wishes.ruleset, lang) : wishes.rules ? sheet : own;
    if (isRefusal(base)) return base;
    const options = { ...base.options, ...wishes.options };
    if (wishes.clock !== undefined) options.turn_clock = wishes.clock;
    const seats = wishes.seats ?? (this.seats.length || undefined);
    const checked = engine.check({ rules: base.rules, options, seats }, lang);
    if (isRefusal(checked)) return checked;
    this.rules = checked.rules;
    this.options = checked.options;
    this.clock = checked.clock;
    this.title = wishes.title ?? this.title;
    this.public = wishes.public ?? this.public;
    this.resize(checked.seats);
    return null;
  }

  /** Those at two seats change places. False: there is no such seat. */
  swap(one: number, other: number): boolean {
    const [a, b] = [this.seats[one], this.seats[other]];
    if (!a || !b) return false;
    this.seats[one] = b;
    this.seats[other] = a;
    return true;
  }

  /** The person moves when seats are removed. */
  private resize(count: number): void {
    if (count < this.seats.length) this.swap(0, this.you);
    this.seats.length = Math.min(this.seats.length, count, SEATS_MOST);
    while (this.seats.length < count) this.seats.push({ sits: 'open' });
  }

  /** Before the deal: open seats get bots, closed ones go. */
  settle(): void {
    this.seats = this.seats
      .filter((seat) => seat.sits !== 'closed')
      .map((seat) => (seat.sits === 'open' ? { sits: 'bot', bot: 'normal' } : seat));
  }

  /** The opening line of a match file. */
  opening(name: string, seed: string): string {
    const seats = this.seats.map((seat, i) =>
      seat.sits === 'person'
        ? { name, sits: 'person', bot: 'normal' }
        : { name: botName(i, name), sits: 'bot', bot: seat.bot },
    );
    return JSON.stringify({
      do: 'new',
      rules: this.rules,
      options: this.options,
      players: seats.length,
      seed,
      table: { seats },
    });
  }

  setup(): Setup {
    return { title: this.title, rules: this.rules, options: this.options, clock: this.clock, seats: this.seats };
  }

  names(name: string): string[] {
    return this.seats.map((seat, i) => (seat.sits === 'person' ? name : seat.name ?? botName(i, name)));
  }

  message(name: string, id?: string): TableMessage {
    return {
      type: 'table',
      ...(id ? { id } : {}),
      table: this.table,
      title: this.title,
      rules: this.rules,
      options: this.options,
      clock: this.clock,
      public: this.public,
      status: this.status,
      host: PLAYER,
      you: this.you,
      seats: this.seats.map((seat, i) => this.seatMessage(seat, i, name)),
      watchers: 0,
      commitment: '',
      match: this.match,
      n: this.n,
      key: this.status === 'over' ? this.key : null,
      programs: [],
    };
  }

  private seatMessage(seat: RoomSeat, i: number, name: string): Seat {
    if (seat.sits === 'person') {
      return { seat: i, sits: 'person', name, player: PLAYER, here: true, away: this.away, salt: this.salted };
    }
    return seat.sits === 'bot'
      ? { seat: i, sits: 'bot', name: seat.name ?? botName(i, name), bot: seat.bot ?? 'normal' }
      : { seat: i, sits: seat.sits };
  }
}

/** A name that nobody else at the table has. */
function botName(seat: number, person: string): string {
  const taken = BOT_NAMES[seat]!.toLowerCase() === person.toLowerCase();
  return BOT_NAMES[taken ? seat + SEATS_MOST : seat]!;
}
