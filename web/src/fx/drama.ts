/*
 * drama.ts - the great moments of a match: who is hit, skipped or caught, the faces of bots, the
 * color that spreads. Nothing waits for them, and there are none with less movement.
 */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { isWild } from '../game/cards.js';
import type { Color, GameEvent, TableMessage, View } from '../local/api.js';
import { still } from '../state/prefs.js';
import { FLIGHT_MS, type Flights } from './flight.js';
import { play, vibrate } from './sound.js';
import type { Timeline } from './timeline.js';
import { blowStep, STEP_MS } from './wishes.js';

/** What a bot's face shows. */
export type Mood = 'struck' | 'uno' | 'caught' | 'winning' | 'thinking' | 'beaten';

/** A moment for the whole table. */
export interface Moment {
  kind: 'uno' | 'caught';
  seat: number;
  /** The seat that caught them. */
  by: number | null;
  at: number;
}

/** What the drama needs to know of a game. */
interface Watched {
  readonly you: ReadonlySignal<number | null>;
  readonly view: Signal<View | null>;
  readonly table: ReadonlySignal<TableMessage | null>;
}

/** How long a color takes to spread; then the table itself has it. */
const SPREAD_MS = 650;
const WASH_MS = 950;
const MOMENT_MS = 1300;
const BLOCKED_MS = 1400;
const MOOD_MS = 1100;
/** Faces that changed all the time would distract from the cards. */
const MOOD_EVERY_MS = 4000;
const THINKS_AFTER_MS = 1300;

export const isOver = (view: View | null): boolean => /_over$/.test(view?.phase ?? '');

/** The color over the whole table: that of a named wild. */
export const tint = (view: View | null): Color | null => (view?.top && isWild(view.top) && !isOver(view) ? view.color : null);

let next = 0;

export class Drama {
  /** A wild has landed here, and its color spreads from it over the table, which had another one. */
  readonly wash = signal<{ from: Color | null; x: number; y: number; wait: number; at: number } | null>(null);
  readonly moment = signal<Moment | null>(null);
  /** Seats that lose their turn. */
  readonly blocked = signal<readonly number[]>([]);
  /** How often the direction has changed. */
  readonly turned = signal(0);
  readonly moods = signal<ReadonlyMap<number, Mood>>(new Map());
  private lastMood = -Infinity;
  private thinks: () => void = () => {};

  constructor(
    private readonly game: Watched,
    private readonly line: Timeline,
    private readonly air: Flights,
    private readonly bubble: (seat: number, text: string, kind: 'note' | 'hit') => void,
  ) {}

  clear(): void {
    this.wash.value = null;
    this.moment.value = null;
    this.blocked.value = [];
    this.moods.value = new Map();
  }

  /** Shows a face for about a second; several at once only if it `matters`. */
  mood(seat: number, mood: Mood, matters = false): void {
    const now = performance.now();
    const is = this.game.table.peek()?.seats[seat];
    if (still.peek() || !(is?.sits === 'bot' || is?.sits === 'program') || (!matters && now - this.lastMood < MOOD_EVERY_MS)) return;
    this.lastMood = now;
    this.moods.value = new Map(this.moods.peek()).set(seat, mood);
    this.line.at(MOOD_MS, () => {
      if (this.moods.peek().get(seat) !== mood) return;
      const rest = new Map(this.moods.peek());
      rest.delete(seat);
      this.moods.value = rest;
    }, true);
  }

  /** Shows that a slow player is thinking. */
  watchThought(): void {
    this.thinks();
    const view = this.game.view.peek();
    if (!view || isOver(view) || view.turn === view.seat) return;
    this.thinks = this.line.at(THINKS_AFTER_MS, () => this.mood(view.turn, 'thinking'), true);
  }

  look(kind: Moment['kind'], seat: number, by: number | null = null): void {
    this.mood(seat, kind);
    if (still.peek()) return;
    const moment = { kind, seat, by, at: next++ };
    this.moment.value = moment;
    this.line.at(MOMENT_MS, () => this.moment.peek() === moment && (this.moment.value = null), true);
  }

  block(seat: number, delay: number): void {
    if (still.peek()) return;
    const without = (): number[] => this.blocked.peek().filter((s) => s !== seat);
    this.line.at(delay, () => {
      this.blocked.value = [...without(), seat];
      this.line.at(BLOCKED_MS, () => (this.blocked.value = without()), true);
    });
  }

  /** A card that makes somebody draw lands with a blow. */
  land(delay: number): void {
    play('blow', delay + FLIGHT_MS);
    const middle = this.air.find('.middle');
    if (still.peek() || document.hidden || !middle) return;
    const at = (x: number, y: number): Keyframe => ({ transform: `translate(${x}px, ${y}px)` });
    void this.line.moves(
      middle.animate([at(0, 0), at(-7, 4), at(6, -3), at(-4, 2), at(2, -1), at(0, 0)], { duration: 280, delay: delay + FLIGHT_MS }),
    );
  }

  /** Cards arrive one by one at the player who draws, and a number counts them. */
  strike(seat: number, count: number, delay: number): void {
    this.mood(seat, 'struck');
    if (still.peek() || count < 1) return this.bubble(seat, `+${count}`, 'note');
    const gap = STEP_MS * blowStep(count);
    for (let i = 0; i < count; i++) {
      this.line.at(delay + FLIGHT_MS + i * gap, () => {
        this.bubble(seat, `+${i + 1}`, 'hit');
        play('draw');
      });
    }
    if (seat === this.game.you.peek()) this.line.at(delay + FLIGHT_MS, () => vibrate([60, 40, 90]));
  }

  /** The color of a wild spreads from where it has landed. */
  spread(before: View | null, events: GameEvent[], wait: number): void {
    const from = tint(before);
    const color = tint(this.game.view.peek());
    const named = events.some((e) => e.event === 'color' || (e.event === 'played' && isWild(e.card)));
    const root = this.air.root?.getBoundingClientRect();
    if (!color || color === from || !named || !root || still.peek() || document.hidden) return;
    const top = this.air.box('top');
    const at = next++;
    this.wash.value = { from, x: top.left + top.width / 2 - root.left, y: top.top + top.height / 2 - root.top, wait, at };
    const same = (): boolean => this.wash.peek()?.at === at;
    this.line.at(wait + SPREAD_MS, () => same() && (this.wash.value = { ...this.wash.peek()!, from: color }));
    this.line.at(wait + WASH_MS, () => same() && (this.wash.value = null));
    play('wash', wait);
  }

  /** A round is won: each bot reacts in its own way. */
  ends(winner: number): void {
    for (const { seat } of this.game.table.peek()?.seats ?? []) this.mood(seat, seat === winner ? 'winning' : 'beaten', true);
  }
}
