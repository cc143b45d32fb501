/*
 * ranking.ts - the order of players. The engine ranks the sides of a match (src/say/ranking.h):
 * seats, or partners together. This is what pages need of it.
 */
import type { Side, View } from '../local/api.js';

type Table = Pick<View, 'sizes' | 'options'>;
type Ranked = Table & Pick<View, 'scores' | 'phase' | 'match_winners' | 'round_winner'>;

/** Partners sit opposite each other; null: nobody plays in teams. */
export function partnerOf(view: Table, seat: number): number | null {
  const seats = view.sizes.length;
  return view.options.teams ? (seat + seats / 2) % seats : null;
}

/** The letter of a team. */
export const teamName = (seat: number, seats: number): string => String.fromCharCode(65 + (seat % (seats / 2)));

/** Their colors, beside the letter. */
export const teamTint = (seat: number, seats: number): string => `tint-${seat % (seats / 2)}`;

/** The points that count toward the target: a seat's, or both partners'. */
export const pointsOf = (view: Table & Pick<View, 'scores'>, seat: number): number =>
  [seat, partnerOf(view, seat)].reduce<number>((sum, s) => sum + (s === null ? 0 : (view.scores[s] ?? 0)), 0);

/** A side, and what is shown of it. */
export interface Standing extends Side {
  /** Shared with others. */
  tied: boolean;
  /** Won the match or round that has ended. An aborted match has no winner. */
  won: boolean;
  /** The letter of a team; null: everybody plays alone. */
  team: string | null;
}

/** Has this seat won the match, or else the round? */
export const hasWon = (view: Pick<Ranked, 'phase' | 'match_winners' | 'round_winner'>, seat: number): boolean =>
  view.phase === 'match_over' ? view.match_winners.includes(seat) : view.phase === 'round_over' && view.round_winner === seat;

/** The sides, best first, as `sides` of the engine has them; as they sit, without places, until it is there. */
export function standings(view: Ranked, sides: readonly Side[] = []): Standing[] {
  const seated = view.scores.map((points, seat) => ({ seats: [seat], place: 0, points, cards: view.sizes[seat] ?? 0 }));
  const list = sides.length ? sides : seated;
  return list.map((side) => ({
    ...side,
    tied: side.place > 0 && list.filter((other) => other.place === side.place).length > 1,
    won: side.seats.some((seat) => hasWon(view, seat)),
    team: view.options.teams ? teamName(side.seats[0]!, view.sizes.length) : null,
  }));
}

export const sideOf = <S extends Side>(sides: readonly S[], seat: number): S | undefined => sides.find((side) => side.seats.includes(seat));

const STEPS = 3;

/** The podium, best first: the first three places, with ties as far as there is room. Empty if all
 * share one place. */
export function podium(list: readonly Standing[]): Standing[] {
  const places = new Set(list.map((side) => side.place));
  return places.size < 2 ? [] : list.filter((side) => side.place <= STEPS).slice(0, STEPS);
}
