/*
 * day.ts - the local date: the deal of the day changes at midnight, wherever the player is.
 */

/** "2026-11-18"; `shift` days after today. */
export function today(shift = 0): string {
  const now = new Date();
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + shift);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((n) => String(n).padStart(2, '0')).join('-');
}

/** A date of today() as a moment of that day. */
export const noonOf = (date: string): Date => new Date(`${date}T12:00:00`);

/** Minutes until the next day begins. */
export function minutesLeft(): number {
  const now = new Date();
  return Math.ceil((new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime()) / 60_000);
}
