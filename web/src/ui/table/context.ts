/*
 * context.ts - the table that the parts of the table screen show, and what is open on it.
 */
import { signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { isWild, valueOf } from '../../game/cards.js';
import { playCommand } from '../../game/options.js';
import type { Card, Color, Command, RuleCard } from '../../local/api.js';
import { Stage } from '../../fx/stage.js';
import { type Game, picked } from '../../state/game.js';
import { player } from '../../state/me.js';

export const GameContext = createContext<Game | null>(null);

export function useGame(): Game {
  const game = useContext(GameContext);
  if (!game) throw new Error('no table here');
  return game;
}

const stages = new WeakMap<Game, Stage>();

/** Where a game is seen and heard: one for each, so that a page can hold several tables. */
export function stageOf(game: Game): Stage {
  const stage = stages.get(game) ?? new Stage(game);
  stages.set(game, stage);
  return stage;
}

export const useStage = (): Stage => stageOf(useGame());

export const isHost = (game: Game): boolean => game.local || game.table.value?.host === player.value;

/** The host sits here but is gone: anyone who sits here too may take the table over. */
export const isHeir = (game: Game): boolean => {
  const table = game.table.value;
  if (!table || table.you === null || isHost(game)) return false;
  return table.seats.some((s) => s.sits === 'person' && s.player === table.host && !s.here);
};

export const takeOver = (game: Game): void => {
  const seat = game.table.value?.you;
  if (seat !== null && seat !== undefined) game.send({ type: 'host', table: game.code, seat });
};

/** Who sits there is sent away for good. */
export function removeFromTable(game: Game, seat: number): void {
  const who = game.table.value?.seats.find((s) => s.seat === seat);
  if (who?.sits === 'person') game.send({ type: 'remove', table: game.code, player: who.player });
}

/** Has this been said, and not been answered yet? */
export const isSent = (game: Game, what: Command['do']): boolean =>
  [...game.sent.value.values()].some((command) => command.do === what);

export type OpenPanel =
  { panel: 'chat' | 'log' | 'rules' | 'menu' | 'share' | 'keys' | 'watchers' | 'review' } | { panel: 'seat'; seat: number } | null;

export const openPanel = signal<OpenPanel>(null);

/** A wild that waits for its color. */
export const wildAsked = signal<Card | null>(null);
/** A Jackpot card, with its color where it is wild, that waits for the lever to be pulled. */
export const leverAsked = signal<{ card: Card; color?: Color } | null>(null);
/** A card that would cost something (P2): play it all the same? */
export const riskAsked = signal<{ card: Card; message: string } | null>(null);

/** The rule cards that are written and ready. */
export const drafted = signal<RuleCard[] | null>(null);

/** In the lesson: the step is done, and this goes on. */
export const onward = signal<{ label: string; go: () => void } | null>(null);

export function pullLever(game: Game): void {
  const asked = leverAsked.value;
  leverAsked.value = null;
  if (asked) game.do(playCommand(asked.card, asked.color));
}

/** Plays a card that fits, once it has what it needs: a color, a hand on the lever. */
export function playHeld(game: Game, card: Card): void {
  if (leverAsked.value?.card === card) return pullLever(game);
  leverAsked.value = null;
  if (isWild(card)) wildAsked.value = wildAsked.value === card ? null : card;
  else if (valueOf(card) === 'J' && game.view.value?.phase !== 'run') leverAsked.value = { card };
  else game.do({ do: 'play', card });
}

/** A wild has its color: a Wild Jackpot still wants the lever. */
export function nameWild(game: Game, card: Card, color: Color): void {
  wildAsked.value = null;
  if (card === 'WJ' && game.view.value?.phase !== 'run') leverAsked.value = { card, color };
  else game.do(playCommand(card, color));
}

export function closeAsks(): void {
  wildAsked.value = null;
  riskAsked.value = null;
  leverAsked.value = null;
  picked.value = [];
}
