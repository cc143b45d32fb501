/*
 * ReplayGame.tsx - a match file as a game that the table can show: it goes forward as a match does, and anywhere else at once.
 */
import { batch, computed, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { t } from '../../i18n.js';
import type { Advice, Card, CoachReport, Command, EventMessage, GameEvent, Replay, Seat, TableMessage } from '../../local/api.js';
import { Game, sentences } from '../../state/game.js';
import { openMatchStore } from '../../local/matchStore.js';
import { playOn } from '../../local/playOn.js';
import { speak } from '../../state/announce.js';
import { lang, myName } from '../../state/prefs.js';
import { keptSignal } from '../../state/storage.js';
import { stageOf } from '../table/context.js';
import { OpenHand } from './OpenHand.js';

export type Eyes = number | 'all';

const CODE = 'replay';
/** What has been said before a place is read again: these many commands. */
const PAST = 12;
const STEP_MS = 950;
const COACH_PLAYOUTS = 800;

/** How fast it plays, as a factor. */
export const SPEEDS = [0.5, 1, 2, 4] as const;
export const speed = keptSignal<number>('replay-speed', 1);

/** Which seat was the reader's: the only person, or the one with the reader's name. */
export function ownSeat({ players }: Replay): number | null {
  const people = players.flatMap((p, seat) => (p.sits === 'person' ? [seat] : []));
  const found = people.length === 1 ? people[0] : people.find((seat) => players[seat]!.name === myName.value.trim());
  return found ?? null;
}

export const namesOf = ({ players }: Replay): string[] => players.map((p, i) => p.name || t('Seat {n}', { n: i + 1 }));

function seatOf(replay: Replay, name: string, seat: number): Seat {
  const { sits, bot } = replay.players[seat]!;
  if (sits === 'person') return { seat, sits, name, player: `${seat}`, here: true, away: false, salt: true };
  return sits === 'bot' ? { seat, sits, name, bot } : { seat, sits, name };
}

function tableOf(replay: Replay): TableMessage {
  return {
    type: 'table', table: CODE, title: '', rules: replay.rules, options: replay.options, clock: 0, public: false, status: 'playing',
    host: '', you: null, seats: namesOf(replay).map((name, seat) => seatOf(replay, name, seat)), watchers: 0, commitment: '',
    match: 1, n: 0, key: null, programs: [],
  };
}

/** What happens in it wants to be seen to its end before the next. */
function readingMs(events: GameEvent[]): number {
  const longer: Partial<Record<GameEvent['event'], number>> = {
    dealt: 150, drew: 250, spun: 1700, verdict: 2400, caught: 900, uno: 500, won: 2200, match_over: 2200, rule_card: 1600, dared: 1600, threw: 500,
  };
  return STEP_MS + events.reduce((sum, e) => sum + (longer[e.event] ?? 0), 0);
}

export class ReplayGame extends Game {
  /** How many commands have been carried out. */
  readonly at = signal(0);
  readonly playing = signal(false);
  readonly eyes = signal<Eyes>('all');
  /** All hands, where they lie open. */
  readonly hands = signal<Card[][]>([]);
  /** Of the commands that have been looked at so far: how likely everybody is to win. */
  readonly chances = signal<readonly number[][]>([]);
  /** What the coach says, once it has been asked, and how far it is. */
  readonly report = signal<CoachReport | null>(null);
  readonly part = signal<{ n: number; all: number } | null>(null);
  /** The reader's. */
  readonly me: number | null;
  /** Whose chances are shown: the reader's, or the winner's. */
  readonly subject = computed(() => (this.eyes.value === 'all' ? (this.me ?? this.winner) : this.eyes.value));
  private readonly winner: number;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly stop = new AbortController();

  constructor(
    readonly replay: Replay,
    /** At the server; null: it is a file, or of this browser. */
    readonly key: string | null,
    at: number,
  ) {
    super(CODE, false, { send: () => {}, request: () => new Promise(() => {}) });
    this.me = ownSeat(replay);
    replay.go(replay.length);
    this.winner = replay.view(null).match_winners[0] ?? 0;
    this.table.value = tableOf(replay);
    this.go(at);
    void this.lookAhead();
  }

  close(): void {
    this.pause();
    this.stop.abort();
    this.replay.close();
  }

  // ---- what cannot be done here ----

  override do(): void {
    this.say('', 'bad');
  }

  override why(): ReturnType<Game['why']> {
    return null;
  }

  override say(text: string, kind: 'info' | 'bad' | 'good' = 'info', face?: string): void {
    super.say(kind === 'bad' ? t('This has been played. “Play on from here” lets you play.') : text, kind === 'bad' ? 'info' : kind, face);
  }

  tell(text: string): void {
    super.say(text, 'bad');
  }

  override openHand(seat: number): ComponentChildren {
    const open = this.eyes.value === 'all' && this.hands.value[seat];
    return open ? <OpenHand cards={open} /> : null;
  }

  // ---- where it stands ----

  private message(n: number): EventMessage {
    const eyes = this.eyes.peek();
    const { replay } = this;
    replay.go(n);
    const view = replay.view(eyes === 'all' ? this.me : eyes);
    return { type: 'event', table: CODE, match: 1, n, events: replay.events(eyes), view, legal: [], ends_in: null };
  }

  private look(n: number): void {
    this.at.value = n;
    this.hands.value = this.replay.hands();
  }

  /** Nothing that was still on its way is seen. */
  private clear(): void {
    const stage = stageOf(this);
    const { root } = stage.air;
    stage.close();
    stage.air.root = root;
  }

  /** Anywhere, at once, with what was said on the way. */
  go(to: number): void {
    const n = Math.max(0, Math.min(this.replay.length, Math.round(to)));
    const past: EventMessage[] = [];
    for (let i = Math.max(0, n - PAST); i <= n; i++) past.push(this.message(i));
    this.clear();
    batch(() => {
      this.log.value = [];
      this.shown.value = null;
      this.notice.value = null;
      this.match = 0;
      this.n = -1;
      this.hear({ ...past[past.length - 1]!, type: 'view' });
      for (const message of past) this.hear(message);
      this.look(n);
    });
    if (this.playing.peek()) this.wait(past[past.length - 1]!.events);
  }

  /** The next command, as it is seen at a table. */
  step(): void {
    const n = this.at.peek() + 1;
    if (n > this.replay.length) return this.pause();
    stageOf(this).hurry(true);
    const message = this.message(n);
    batch(() => {
      this.hear(message);
      this.look(n);
    });
    if (n === this.replay.length) this.pause();
    else if (this.playing.peek()) this.wait(message.events);
  }

  seeAs(eyes: Eyes): void {
    this.eyes.value = eyes;
    this.go(this.at.peek());
  }

  /** To the beginning of the next round, or of this one and then the one before. */
  round(by: 1 | -1): void {
    const { rounds, length } = this.replay;
    const at = this.at.peek();
    this.go(by > 0 ? (rounds.find((n) => n > at) ?? length) : ([...rounds].reverse().find((n) => n < at) ?? 0));
  }

  // ---- by itself ----

  private wait(events: GameEvent[]): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.step(), readingMs(events) / speed.peek());
  }

  play(): void {
    this.playing.value = true;
    if (this.at.peek() === this.replay.length) this.go(0);
    else this.step();
  }

  pause(): void {
    clearTimeout(this.timer);
    this.playing.value = false;
  }

  toggle(): void {
    if (this.playing.peek()) this.pause();
    else this.play();
  }

  /** Whose seat one plays on from: the one looked from, the reader's, or who is in turn. */
  get seatToPlay(): number {
    const eyes = this.eyes.peek();
    return eyes === 'all' ? (this.me ?? this.view.peek()!.turn) : eyes;
  }

  /** A match of this browser begins here; the answer is its table. */
  async playOn(): Promise<string> {
    this.pause();
    const n = this.at.peek();
    this.replay.go(n);
    const name = myName.peek().trim() || t('Player');
    return playOn(await openMatchStore(), this.replay.text, this.replay, this.seatToPlay, name, t('Played on from move {n}', { n }));
  }

  // ---- what could have come ----

  /** In a worker; the page hears of it a few times a second. */
  private async lookAhead(): Promise<void> {
    const known: number[][] = [];
    let told = 0;
    const tell = (): void => void (this.chances.value = [...known]);
    await this.replay
      .chances({
        signal: this.stop.signal,
        onchance: (command, chance) => {
          known[command] = chance;
          if (performance.now() - told < 200) return;
          told = performance.now();
          tell();
        },
      })
      .catch(() => {});
    tell();
  }

  async beginReview(): Promise<void> {
    if (this.report.peek() || this.part.peek()) return;
    this.part.value = { n: 0, all: 0 };
    this.report.value = await this.replay
      .coach({ playouts: COACH_PLAYOUTS, lang: lang.peek(), signal: this.stop.signal, onprogress: (n, all) => (this.part.value = { n, all }) })
      .catch(() => null);
    this.part.value = null;
    if (this.report.peek()) speak(t('The review is ready.'));
  }

  /** What an expert would do here; null: there is nothing to decide. */
  async advise(): Promise<Advice | null> {
    this.replay.go(this.at.peek());
    return this.replay.advise();
  }

  private readAt<T>(n: number, read: () => T): T {
    const back = this.replay.at;
    this.replay.go(n);
    const found = read();
    this.replay.go(back);
    return found;
  }

  /** What happened there, in sentences. */
  said(n: number): string[] {
    const events = this.readAt(n, () => this.replay.events('all'));
    return sentences({ n, events, names: this.names.peek(), seat: this.me });
  }

  /** What was done there, and whether who did it drew for it. */
  doneAt(n: number): { command: Command | null; drew: boolean } {
    return this.readAt(n, () => {
      const command = this.replay.command();
      return { command, drew: this.replay.events('all').some((e) => e.event === 'drew' && e.seat === command?.seat) };
    });
  }

  /** Before what was done there, so that it can be seen. */
  visit(n: number): void {
    this.pause();
    this.go(n - 1);
  }
}
