/*
 * game.ts - one table as this browser knows it: seats, the view of the match, legal commands,
 * chat. It does not know whether the table is remote or in this page.
 */
import { batch, computed, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { colorName, colorOf } from '../game/cards.js';
import { pointsOf, teamName } from '../game/ranking.js';
import { t, tn } from '../i18n.js';
import type {
  Ask,
  Card,
  ClientMessage,
  Color,
  Command,
  EventMessage,
  GameEvent,
  OptionValue,
  RuleCard,
  Seat,
  ServerMessage,
  TableMessage,
  View,
  ViewMessage,
  Words,
} from '../local/api.js';
import { newId } from '../net/socket.js';
import { wordless, words } from './engine.js';
import { lang, mutedBefore, mutedPlayers } from './prefs.js';

export interface LogEntry {
  n: number;
  events: GameEvent[];
  names: string[];
  seat: number | null;
  /** For a challenge: the color that the hand was judged by. */
  color?: Color | null;
  /** For a finished vote. */
  votes?: { yes: number; no: number };
  /** Not a move: the clock of this seat ran out. */
  late?: number;
}

export interface ChatLine {
  player: string;
  name: string;
  seat: number | null;
  text: string;
  phrase?: string;
  at: number;
}

export interface ShownHand {
  seat: number;
  cards: Card[];
  /** Why the hand was shown; the color is null if we came too late to know it. */
  bluff: boolean;
  color: Color | null;
  /** Who draws because of it, and how many. */
  pays: { seat: number; n: number } | null;
}

/** A short sentence that goes away by itself. */
export interface Notice {
  text: string;
  kind: 'info' | 'bad' | 'good';
  at: number;
  /** A reaction, drawn after the text. */
  face?: string;
}

/** A deal has started over: names whose salt was missing. */
export function whyAgain(table: TableMessage): string {
  const names = table.seats.flatMap((s) => (s.sits === 'person' && s.missed ? [s.name] : []));
  return names.length === 1
    ? t('{name} did not reveal their random numbers: the deal started over.', { name: names[0]! })
    : t('Some did not reveal their random numbers: {names}. The deal started over.', { names: names.join(', ') });
}

/** From phrases.gen.ts: they load with the page of a table. */
export const quickPhrases: Record<string, string> = {};

/** How messages reach the table. */
export interface Carrier {
  send(message: ClientMessage): void;
  request(message: ClientMessage): Promise<ServerMessage>;
}

const LOG_MOST = 400;
const CHAT_MOST = 200;
const PAST_MOST = 12;
const NOTICE_LEAST_MS = 400;

/** Commands that may come from anybody at any time. */
export const isCall = ({ do: what }: Pick<Command, 'do'>): boolean => /^(uno|catch|accuse|vote|admit)$/.test(what);

/** Cards picked to throw, in their order, as keys of the hand. */
export const picked = signal<string[]>([]);

/** The question when the words are missing. */
const bare = (legal: readonly Command[]): Ask => {
  const options = [...new Set(legal.map((c) => c.do))].filter((what) => what !== 'play').map((what) => ({ do: what, label: what }));
  return { title: '', sentence: '', options };
};

export class Game {
  readonly table = signal<TableMessage | null>(null);
  /** The next match is being dealt: until its cards come, the result of the last one stays visible. */
  readonly dealing = signal(false);
  readonly view = signal<View | null>(null);
  readonly legal = signal<Command[]>([]);
  /** The turn clock, in the time of performance.now(). */
  readonly clock = signal<{ from: number; until: number } | null>(null);
  /** When the vote ends, in the same time; null: none is open, or the server does not say. */
  readonly voteEnds = signal<number | null>(null);
  readonly log = signal<LogEntry[]>([]);
  readonly chat = signal<ChatLine[]>([]);
  readonly unread = signal(0);
  readonly notice = signal<Notice | null>(null);
  /** A hand shown to us by a challenge. */
  readonly shown = signal<ShownHand | null>(null);
  /** Pending commands, by id. */
  readonly sent = signal<ReadonlyMap<string, Command>>(new Map());
  /** For the stage: called before a view changes, because it needs the old sizes. */
  onevents: (events: GameEvent[], before: View | null, apply: () => void) => void = (events, _b, apply) => {
    this.missed = events;
    apply();
  };
  /** The last events from before there was a stage: the deal comes while the lobby is open. */
  missed: GameEvent[] = [];
  onreaction: (seat: number | null, face: string, name: string) => void = () => {};
  onchat: (line: ChatLine) => void = () => {};
  onrefused: (command: Command | undefined, message: string) => void = () => {};

  /** Ids of messages from the page itself: their refusal is not shown. */
  readonly quiet = new Set<string>();

  match = 0;
  n = -1;
  /** We stood up ourselves, and were not removed. */
  private stood = false;
  /** The color under the last Wild Draw Four. */
  under: Color | null = null;
  /** We asked for a fresh view after changing seats. */
  private asksView = false;
  /** The reel is turning: the table after it, and what has come since. */
  private held: { view: View; legal: Command[]; heard: ServerMessage[] } | null = null;

  readonly seats = computed<Seat[]>(() => this.table.value?.seats.filter((s) => s.sits !== 'closed') ?? []);
  readonly names = computed<string[]>(() => {
    const found: string[] = [];
    for (const seat of this.table.value?.seats ?? []) if ('name' in seat) found[seat.seat] = seat.name;
    return found;
  });
  readonly you = computed<number | null>(() => this.view.value?.seat ?? this.table.value?.you ?? null);
  /** A bot plays for us: we did not answer in time, or were away. */
  readonly replaced = computed<boolean>(() => {
    const table = this.table.value;
    const seat = table?.seats.find((s) => s.seat === table.you);
    return table?.status === 'playing' && seat?.sits === 'person' && seat.away;
  });
  /** What the table asks us, or who it is waiting for. */
  readonly ask = computed<Ask | null>(() => {
    const view = this.view.value;
    const reader = { lang: lang.value, names: this.names.value, seat: null };
    const said = view && words.value?.asked(view, this.legal.value, picked.value.length, reader);
    return said ?? (view && (words.value || wordless.value) ? bare(this.legal.value) : null);
  });
  readonly myTurn = computed(() => {
    const view = this.view.value;
    return (
      !!view &&
      view.seat !== null &&
      (view.phase === 'write' ? this.legal.value.some((c) => c.do === 'write') : view.turn === view.seat) &&
      !/_over$/.test(view.phase) &&
      this.legal.value.length > 0
    );
  });

  /** The open cards of a seat. */
  openHand?(seat: number): ComponentChildren;

  constructor(
    readonly code: string,
    readonly local: boolean,
    private readonly carrier: Carrier,
  ) {}

  // ---- what we say ----

  /** A second tap while the first is pending is not a second move; calls are always sent. */
  do(command: Command): void {
    if (!isCall(command) && [...this.sent.peek().values()].some((c) => !isCall(c))) return;
    if (!isCall(command)) this.shown.value = null;
    const id = newId();
    const sent = new Map(this.sent.value);
    sent.set(id, command);
    this.sent.value = sent;
    this.carrier.send({ type: 'do', id, table: this.code, command, ...(this.match ? { match: this.match } : {}) });
  }

  /** Touching the table brings the player back. */
  comeBack(): void {
    if (this.replaced.peek()) this.join();
  }

  /** Joins the table, on a new connection or again: from the last number seen. */
  join(): void {
    this.asksView = false;
    const since = this.match > 0 && this.n >= 0 ? { match: this.match, since: this.n } : {};
    this.carrier.send({ type: 'join', table: this.code, ...since });
  }

  send(message: ClientMessage): void {
    if (message.type === 'stand') this.stood = true;
    this.carrier.send(message);
  }

  isMuted(player: string): boolean {
    return mutedPlayers.value.includes(player) || mutedBefore.value.includes(player);
  }

  mute(player: string, on: boolean): void {
    if (!on) mutedBefore.value = mutedBefore.peek().filter((p) => p !== player);
    this.send({ type: 'mute', table: this.code, player, on });
  }

  request(message: ClientMessage): Promise<ServerMessage> {
    return this.carrier.request(message);
  }

  /** Why this is not possible now, if the engine can tell. */
  why(command: Command): ReturnType<Words['why']> {
    const view = this.view.peek();
    const reader = { lang: lang.value, names: this.names.peek(), seat: this.you.peek() };
    return (view && words.value?.why(view, command, reader)) ?? null;
  }

  say(text: string, kind: Notice['kind'] = 'info', face?: string): void {
    this.notice.value = { text, kind, at: Date.now(), face };
  }

  // ---- what we hear ----

  /** Shows this view, without legal commands, until `goOn`: what comes must not be known yet. */
  hold(view: View): void {
    const heard = this.held?.heard ?? [];
    this.held = { view: this.view.peek()!, legal: this.legal.peek(), heard };
    this.view.value = view;
    this.legal.value = [];
  }

  /** Shows the table as it is; `catchUp` handles what has come since. */
  goOn(): void {
    if (!this.held) return;
    this.view.value = this.held.view;
    this.legal.value = this.held.legal;
  }

  catchUp(): void {
    const heard = this.held?.heard ?? [];
    this.held = null;
    heard.forEach((message) => this.hear(message));
  }

  hear(message: ServerMessage): void {
    if ('table' in message && message.table !== this.code) return;
    if (this.held && (message.type === 'event' || message.type === 'view')) return void this.held.heard.push(message);
    switch (message.type) {
      case 'table':
        this.dealing.value = message.status === 'open' && !!message.opening && this.view.peek()?.phase === 'match_over';
        if (this.dealing.peek()) break;
        this.seated(this.table.peek(), message);
        this.table.value = message;
        if (message.status === 'open') this.forgetMatch();
        else this.nameLog();
        break;
      case 'view': {
        const missed = message.match !== this.match || message.n > this.n;
        if (missed) this.under = null;
        this.see(message);
        this.askPast(missed);
        break;
      }
      case 'event':
        if (message.match === this.match && message.n <= this.n) {
          this.recall(message.events, message.n);
          break;
        }
        this.happened(message.events, message, () => this.see(message));
        break;
      case 'done':
        this.answered(message.id);
        if (message.message) this.say(message.message, 'bad');
        break;
      case 'waits':
        this.answered(message.id);
        this.say(message.message);
        break;
      case 'refused': {
        const command = this.answered(message.id);
        if (command?.do === 'next') break; // somebody has gone on already
        this.say(this.faster(command) || message.message, 'bad');
        this.onrefused(command, message.message);
        break;
      }
      case 'error':
        if (message.id) this.answered(message.id);
        if (message.id && this.quiet.delete(message.id)) break;
        if (message.message && !/^(salted|stopped|no_player|bad_name)$/.test(message.error)) this.say(message.message, 'bad');
        break;
      case 'chat':
        this.heardChat(message);
        break;
      case 'reaction':
        if (!this.isMuted(message.player)) this.onreaction(message.seat, message.face, message.name);
        break;
      default:
        break;
    }
  }

  private seated(before: TableMessage | null, now: TableMessage): void {
    for (const was of before?.seats ?? []) {
      const is = now.seats[was.seat];
      if (was.sits !== 'person' || !is || !('kicked' in is)) continue;
      if (was.seat !== before?.you) this.say(t('{name} was removed.', { name: was.name }));
      else this.say(t('You were removed. You can watch.'), 'bad');
      this.stood = true;
    }
    if (before && before.you !== null && now.you === null && !this.stood) {
      this.say(t('You no longer have a seat here. You can watch.'), 'bad');
    }
    const given = before?.seats.find((s) => s.sits === 'bot' && s.gives && now.seats[s.seat]?.sits === 'person');
    const comes = given && now.seats[given.seat];
    if (given?.sits === 'bot' && comes?.sits === 'person' && now.status === 'playing') {
      if (comes.seat === now.you) this.say(t('You take over from {bot}.', { bot: given.name }), 'good');
      else this.say(t('{name} takes over from {bot}.', { name: comes.name, bot: given.name }));
    } else if (before && before.you === null && now.you !== null && now.status === 'playing') {
      this.say(t('You have your seat back.'), 'good');
    }
    this.stood = false;
    this.lookFromSeat(now);
    const waits = (table: TableMessage | null): string[] =>
      (table?.seats ?? []).flatMap((s) => (s.sits === 'program' && s.waits ? [s.name] : []));
    const name = waits(now).find((n) => !waits(before).includes(n));
    if (name) this.say(t('No place is free for {name}: a bot plays until there is one.', { name }));
    const slow = now.status === 'playing' && now.seats.find((s) => isSlow(s) && !isSlow(before?.seats[s.seat]) && before?.match === now.match);
    if (slow && 'name' in slow && slow.seat !== now.you) this.say(t('{name} did not answer in time: a bot plays.', { name: slow.name }));
    if (slow) this.logLate(slow.seat, now.n);
    if ((now.again ?? 0) > (before?.again ?? 0)) this.say(whyAgain(now), 'bad');
  }

  /** Logged before the clock's action for the player, if that was announced. */
  private logLate(late: number, n: number): void {
    const log = this.log.peek();
    const at = log.length - Number(log.at(-1)?.n === n);
    this.log.value = [...log.slice(0, at), { ...this.entry([], n - 0.5), late }, ...log.slice(at)];
  }

  /** Kicked, readmitted, seated, perhaps while there was no connection: what we see is not what can be
   * seen from here. The view from here comes at once, and not after the next move. */
  private lookFromSeat(now: TableMessage): void {
    const view = this.view.peek();
    if (!view || this.asksView || now.status !== 'playing' || now.match !== this.match || now.you === view.seat) return;
    this.asksView = true;
    this.carrier.send({ type: 'join', table: this.code });
  }

  /** Two players caught the same one: who was first. */
  private faster(command: Command | undefined): string {
    if (command?.do !== 'catch') return '';
    const last = this.log.peek().flatMap((entry) => entry.events).slice(-PAST_MOST);
    const caught = last.find((e) => e.event === 'caught' && e.who === command.who && e.seat !== this.you.peek());
    return caught && 'seat' in caught ? t('{name} was faster.', { name: this.names.peek()[caught.seat] ?? '' }) : '';
  }

  private see({ view, legal, ends_in: endsIn, vote_ends_in: voteEndsIn, match, n }: ViewMessage | EventMessage): void {
    const now = performance.now();
    const before = this.clock.peek();
    batch(() => {
      if (match !== this.match) this.log.value = this.log.value.filter((e) => e.n === n);
      this.match = match;
      this.n = n;
      this.asksView = false;
      this.view.value = view;
      this.legal.value = legal;
      this.voteEnds.value = view.vote && voteEndsIn !== undefined ? now + voteEndsIn : null;
      if (endsIn === null) this.clock.value = null;
      else {
        const until = now + endsIn;
        const same = before && Math.abs(before.until - until) < 700;
        this.clock.value = same ? before : { from: now, until };
      }
    });
  }

  /** After joining a running match, a reload or a long absence, ask what happened last. */
  private askPast(missed: boolean): void {
    if (!missed || this.log.peek().some((e) => e.n === this.n) || this.n < 1) return;
    this.carrier.send({ type: 'join', table: this.code, match: this.match, since: Math.max(0, this.n - PAST_MOST) });
  }

  private entry(events: GameEvent[], n: number): LogEntry {
    return { n, events, names: this.names.peek(), seat: this.you.peek() };
  }

  private recall(events: GameEvent[], n: number): void {
    const log = this.log.peek();
    if (log.some((e) => e.n === n)) return;
    const entry = this.entry(events, n);
    const whole = [...log, entry].sort((a, b) => a.n - b.n);
    if (events.some((e) => e.event === 'verdict')) entry.color = colorUnder(whole.filter((e) => e.n < n));
    this.log.value = whole;
  }

  private happened(events: GameEvent[], { match, n }: EventMessage, apply: () => void): void {
    const before = match === this.match ? this.view.peek() : null; // not the end of the last match
    const open = this.shown.peek();
    const waited = !this.myTurn.peek();
    const entry = this.entry(events, n);
    const judged = events.some((e) => e.event === 'verdict');
    const bluff = events.some((e) => e.event === 'verdict' && e.yes);
    if (judged) this.under ??= colorUnder(this.log.peek());
    if (judged) entry.color = this.under;
    entry.votes = votesOf(before, events);
    for (const event of events) {
      if (event.event === 'played' && event.card === 'W+4') this.under = before?.color ?? null;
      if (event.event === 'shown' && event.cards && event.who === this.you.peek()) {
        this.shown.value = { seat: event.seat, cards: event.cards, bluff, color: this.under, pays: paysFor(events) };
      }
    }
    // A refusal for an earlier top card is out of date.
    const notice = this.notice.peek();
    if (notice?.kind === 'bad' && Date.now() - notice.at > NOTICE_LEAST_MS) this.notice.value = null;
    this.onevents(events, before, () =>
      batch(() => {
        apply();
        this.log.value = [...this.log.peek().slice(-LOG_MOST), entry];
      }),
    );
    if (open && this.shown.peek() === open && waited && this.myTurn.peek()) this.shown.value = null;
  }

  /** The deal comes before the bots on free seats have names. */
  private nameLog(): void {
    const names = this.names.peek();
    const whole = (list: string[]): number => list.filter(Boolean).length;
    const log = this.log.peek();
    if (log.some((e) => whole(e.names) < whole(names))) {
      this.log.value = log.map((e) => (whole(e.names) < whole(names) ? { ...e, names } : e));
    }
  }

  private answered(id: string): Command | undefined {
    const command = this.sent.peek().get(id);
    if (command) {
      const sent = new Map(this.sent.peek());
      sent.delete(id);
      this.sent.value = sent;
    }
    return command;
  }

  private heardChat(line: ChatLine): void {
    if (this.isMuted(line.player)) return;
    const phrase = quickPhrases[line.phrase ?? ''];
    if (phrase) line = { ...line, text: t(phrase) };
    this.chat.value = [...this.chat.peek().slice(-CHAT_MOST), line];
    this.unread.value++;
    this.onchat(line);
  }

  private forgetMatch(): void {
    batch(() => {
      this.held = null;
      this.view.value = null;
      this.legal.value = [];
      this.clock.value = null;
      this.log.value = [];
      this.shown.value = null;
      this.n = -1;
      this.match = 0;
    });
  }
}

function paysFor(events: GameEvent[]): ShownHand['pays'] {
  const drew = events.find((e) => e.event === 'drew' && e.for === 'challenge');
  return drew?.event === 'drew' ? { seat: drew.seat, n: drew.cards?.length ?? drew.count ?? 0 } : null;
}

/** A person who is here, but whose clock ran out. */
const isSlow = (seat: Seat | undefined): boolean => seat?.sits === 'person' && seat.here && seat.away;

/** The result of a vote: earlier votes, and the last one. */
function votesOf(before: View | null, events: GameEvent[]): LogEntry['votes'] {
  if (!before?.vote || !events.some((e) => e.event === 'convicted' || e.event === 'acquitted')) return undefined;
  const cast = events.flatMap((e) => (e.event === 'voted' ? [e.yes] : []));
  const yes = before.vote.yes.length + cast.filter(Boolean).length;
  return { yes, no: before.vote.voted.length + cast.length - yes };
}

/** The color under the last Wild Draw Four, if we were not there when it was played. */
function colorUnder(log: LogEntry[]): Color | null {
  const events = log.flatMap((entry) => entry.events);
  const played = events.map((e) => e.event === 'played' && e.card === 'W+4').lastIndexOf(true);
  for (const event of events.slice(0, Math.max(0, played)).reverse()) {
    if (event.event === 'color') return event.color;
    if (event.event === 'played') return event.color ?? colorOf(event.card);
    if (event.event === 'turned') return colorOf(event.card);
    if (event.event === 'threw' || event.event === 'discarded') return null;
  }
  return null;
}

/** The value of a rule at this table: `options` has only differences from the sheet. */
export function ruleInForce(view: Pick<View, 'rules' | 'options'>, name: string): OptionValue | undefined {
  if (name in view.options) return view.options[name];
  const matrix = words.value?.matrix(lang.value);
  return matrix?.rows.find((row) => row.name === name)?.values[matrix.sheets.indexOf(view.rules)];
}

/** The first without cards wins: there are no points. */
export const withoutPoints = (view: Pick<View, 'rules' | 'options'>): boolean => ruleInForce(view, 'scoring') === 'quick';

/** The points of a seat or its team, and how far the match goes. */
export function pointsText(view: View, seat: number): string {
  const about = { n: pointsOf(view, seat), all: String(ruleInForce(view, 'target') ?? '') };
  if (withoutPoints(view)) return '';
  if (view.options.teams) return t('Team {x}: {n} of {all}', { ...about, x: teamName(seat, view.sizes.length) });
  return about.all ? t('{n} of {all} points', about) : tn('{n} point', '{n} points', about.n);
}

/** "Ana, Beto and Carla". */
export const listed = (names: string[]): string => new Intl.ListFormat(lang.value).format(names);

/** The winner, as a title and for screen readers. */
export function titleOf(view: View, names: string[], you: number | null): string {
  const nameOf = (seat: number): string => names[seat] ?? '';
  if (view.phase === 'match_over') {
    const list = view.match_winners;
    const others = list.filter((s) => s !== you).map(nameOf);
    if (list.length === 0) return t('The match is over');
    if (others.length === 0) return t('You win the match!');
    if (others.length < list.length) return t('You and {names} win the match!', { names: listed(others) });
    return tn('{names} wins the match', '{names} win the match', list.length, { names: listed(others) });
  }
  if (view.round_winner === null) return t('The round is blocked');
  return view.round_winner === you ? t('You win the round!') : t('{name} wins the round', { name: nameOf(view.round_winner) });
}

/** The sentences of an entry of the log. */
export function sentences(entry: LogEntry): string[] {
  const { late, names } = entry;
  if (late !== undefined)
    return [
      late === entry.seat
        ? t('You did not answer in time: a bot plays for you.')
        : t('{name} did not answer in time: a bot plays.', { name: names[late] ?? '' }),
    ];
  const said = words.value?.tell(entry.events, { lang: lang.value, names: entry.names, seat: entry.seat }) ?? [];
  const color = entry.color ? t('The color was {color}', { color: colorName(entry.color) }) : '';
  const more: Partial<Record<GameEvent['event'], string>> = {
    verdict: color,
    convicted: entry.votes && t('Guilty: {yes}, innocent: {no}', entry.votes),
    acquitted: entry.votes && t('Guilty: {yes}, innocent: {no}. It takes two, and a majority', entry.votes),
  };
  return said.flatMap((s, i) => [s, more[entry.events[i]!.event] ?? '']).filter(Boolean);
}

/** What a rule card does, in words. */
export function effectsInWords(card: RuleCard): string {
  const said = words.value?.sayEffects(card.effects, lang.value);
  return said && 'says' in said ? said.says : '';
}

/** A text as written; an idea of the sheet in the reader's language. */
export function asWritten(text: string): string {
  for (const other of ['en', 'es'] as const) {
    const idea = words.value?.kit(other).ideas.findIndex((one) => one.text === text) ?? -1;
    if (idea >= 0) return words.value!.kit(lang.value).ideas[idea]!.text;
  }
  return text;
}

/** The text of a rule card, or what it does if its writer left that to us. */
export const ruleText = (card: RuleCard): string =>
  card.text ? asWritten(card.text) : effectsInWords(card) || card.effects.join(', ');

/** Its effect, if the text does not say it, or ''. */
export function ruleDoes(card: RuleCard): string {
  const bare = (text: string): string => text.replace(/["«»“”.!¡]/g, '').trim();
  const says = effectsInWords(card);
  return bare(says) === bare(ruleText(card)) ? '' : says;
}
