/*
 * turningPoints.ts - the memorable moments of a match: the best round, the hardest blow, a catch,
 * a bluff that was challenged.
 */
import type { GameEvent, Replay, View } from '../local/api.js';
import { partnerOf } from './ranking.js';

export interface TurningPoint {
  kind: 'comeback' | 'swing' | 'blow' | 'bluff' | 'caught' | 'held' | 'rounds' | 'moves';
  /** The seats it is about; empty: all. */
  seats: number[];
  n: number;
  /** Its round; 0: the whole match. */
  round: number;
  /** The command of the match file that shows it. */
  at: number;
}

/** Smaller ones are not mentioned. */
const LEAST = { comeback: 50, swing: 1, blow: 4, bluff: 1, caught: 1, held: 1, rounds: 1, moves: 1 };

const SLICE_MS = 8;

type Score = Pick<View, 'sizes' | 'options' | 'scores'>;

const countOf = (e: { cards?: unknown[]; count?: number }): number => e.cards?.length ?? e.count ?? 0;

const sideOf = (view: Score, seat: number): number[] => {
  const partner = partnerOf(view, seat);
  return partner === null ? [seat] : [seat, partner].sort((a, b) => a - b);
};

const sum = (view: Score, seats: readonly number[]): number => seats.reduce((n, seat) => n + (view.scores[seat] ?? 0), 0);

/** Follows a match, one command after the other. */
export class Story {
  private readonly best = new Map<TurningPoint['kind'], TurningPoint>();
  private readonly counts = new Map<string, TurningPoint>();
  /** How far behind each seat was at the end of a round. */
  private readonly behind = new Map<number, TurningPoint>();
  private moves = 0;
  private rounds = 0;

  /** The events of command `at`, and the table after it as everybody sees it. `few`: the low score
   * wins. */
  add(events: readonly GameEvent[], view: View, at: number, few: boolean): void {
    this.moves++;
    const where = { round: view.round, at };
    let winner: number | null = null;
    for (const e of events) {
      if (e.event === 'drew' && /^(draw_two|wild_four|stack|challenge)$/.test(e.for)) this.most({ kind: 'blow', seats: [e.seat], n: countOf(e), ...where });
      else if (e.event === 'caught') this.count({ kind: 'caught', seats: [e.seat], n: 1, ...where });
      else if (e.event === 'verdict' && e.yes) this.seenThrough(events, where);
      else if (e.event === 'scored') this.most({ kind: 'swing', seats: [e.seat], n: e.points, ...where });
      else if (e.event === 'won') winner = e.seat;
    }
    view.sizes.forEach((n, seat) => this.most({ kind: 'held', seats: [seat], n, ...where }));
    if (winner !== null || events.some((e) => e.event === 'blocked')) this.endRound(view, winner, where, few);
  }

  /** The greatest first, at most `most`. */
  top(view: View, most: number): TurningPoint[] {
    const won = this.behind.get(view.match_winners[0] ?? -1);
    const counted = (kind: TurningPoint['kind']): TurningPoint | undefined =>
      [...this.counts.values()].filter((one) => one.kind === kind).sort((a, b) => b.n - a.n)[0];
    const rounds = this.rounds > 1 ? counted('rounds') : undefined;
    const list = [
      won && { ...won, seats: [...view.match_winners] },
      this.best.get('swing'),
      this.best.get('blow'),
      counted('bluff'),
      counted('caught'),
      this.best.get('held'),
      rounds,
      { kind: 'moves', seats: [], n: this.moves, round: 0, at: 0 } as TurningPoint,
    ];
    return list.filter((one): one is TurningPoint => !!one && one.n >= LEAST[one.kind]).slice(0, most);
  }

  private seenThrough(events: readonly GameEvent[], where: { round: number; at: number }): void {
    const by = events.find((e) => e.event === 'challenged');
    if (by?.event === 'challenged') this.count({ kind: 'bluff', seats: [by.seat], n: 1, ...where });
  }

  private endRound(view: View, winner: number | null, where: { round: number; at: number }, few: boolean): void {
    this.rounds++;
    if (winner !== null) this.count({ kind: 'rounds', seats: [winner], n: 1, ...where });
    if (view.phase === 'match_over') return;
    const sides = view.scores.map((_, seat) => sideOf(view, seat));
    for (const [seat, side] of sides.entries()) {
      const others = sides.filter((other) => !other.includes(seat)).map((other) => sum(view, other));
      const n = others.length ? (few ? sum(view, side) - Math.min(...others) : Math.max(...others) - sum(view, side)) : 0;
      if (n > (this.behind.get(seat)?.n ?? 0)) this.behind.set(seat, { kind: 'comeback', seats: side, n, ...where });
    }
  }

  private most(one: TurningPoint): void {
    if (one.n > (this.best.get(one.kind)?.n ?? 0)) this.best.set(one.kind, one);
  }

  private count(one: TurningPoint): void {
    const key = `${one.kind} ${one.seats}`;
    const before = this.counts.get(key);
    this.counts.set(key, before ? { ...before, n: before.n + 1, round: 0 } : one);
  }
}

/** For a whole match, in small steps, so that the page stays responsive. */
export async function turningPoints(replay: Replay, few: boolean, most: number): Promise<TurningPoint[]> {
  const story = new Story();
  let slice = performance.now();
  for (let n = 1; n <= replay.length; n++) {
    replay.go(n);
    story.add(replay.events(null), replay.view(null), n, few);
    if (performance.now() - slice < SLICE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    slice = performance.now();
  }
  return story.top(replay.view(null), most);
}
