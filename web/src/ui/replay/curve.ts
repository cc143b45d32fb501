/*
 * curve.ts - a curve of chances: where it is drawn, and where it turns.
 */

/** The chances of one seat; empty where nothing is known yet. */
export const chancesOf = (chances: readonly number[][], seat: number): number[] => chances.map((all) => all[seat] ?? 0);

/** Its path, from the left as far as it is known, in a box as wide as there are commands, and 1 high. */
export function pathOf(chances: readonly number[]): string {
  return chances.map((chance, n) => `${n ? 'L' : 'M'}${n} ${(1 - chance).toFixed(3)}`).join('');
}

export interface Turn {
  /** The command that did it. */
  n: number;
  change: number;
}

/** Less is noise, or of no interest. */
const LEAST = 0.1;

/** Where it turned most; in their order. */
export function turnsOf(chances: readonly number[], most: number): Turn[] {
  const turns = chances.slice(1).map((chance, i) => ({ n: i + 1, change: chance - chances[i]! }));
  return turns
    .filter(({ change }) => Math.abs(change) >= LEAST)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, most)
    .sort((a, b) => a.n - b.n);
}
