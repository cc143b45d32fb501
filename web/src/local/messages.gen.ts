/*
 * messages.gen.ts - phases, reasons, commands, events, messages of clients and bots, from the lists in C.
 *
 * Generated, do not edit. Made by: tools/messages_ts.py --write
 */
import type { Card, Color, Command, Face, Options, RuleCard } from './messages.js';

export type Phase = 'write' | 'play' | 'drawn' | 'struck' | 'color' | 'choose' | 'throw' | 'run' | 'dare' | 'round_over' | 'match_over';

/** Why cards are drawn. */
export type Reason = 'turn' | 'draw_two' | 'wild_four' | 'stack' | 'challenge' | 'uno' | 'wrong_card' | 'suggestion' | 'spinner' | 'rule_card' | 'last_card';

export type CommandFields =
  | { do: 'play'; card: Card; color?: Color; uno?: boolean }
  | { do: 'draw' }
  | { do: 'keep' }
  | { do: 'accept' }
  | { do: 'challenge' }
  | { do: 'uno' }
  | { do: 'catch'; who: number }
  | { do: 'color'; color: Color }
  | { do: 'choose'; who: number }
  | { do: 'throw'; cards: Card[] }
  | { do: 'done' }
  | { do: 'write'; rule_cards: RuleCard[] }
  | { do: 'accuse'; who: number }
  | { do: 'admit' }
  | { do: 'vote'; yes: boolean }
  | { do: 'pass' }
  | { do: 'next' }
  | { do: 'tally' };

export type GameEvent =
  | { event: 'wrote'; seat: number; count: number }
  | { event: 'cut'; seat: number; card: Card }
  | { event: 'dealer'; seat: number; count: number }
  | { event: 'dealt'; seat: number; cards?: Card[]; count?: number }
  | { event: 'turned'; card: Card }
  | { event: 'returned'; card: Card }
  | { event: 'played'; seat: number; card: Card; color?: Color; uno?: true }
  | { event: 'jumped_in'; seat: number }
  | { event: 'drew'; seat: number; cards?: Card[]; count?: number; for: Reason }
  | { event: 'kept'; seat: number }
  | { event: 'passed'; seat: number }
  | { event: 'skipped'; seat: number }
  | { event: 'reversed'; direction: 1 | -1 }
  | { event: 'color'; seat: number; color: Color }
  | { event: 'struck'; seat: number; count: number }
  | { event: 'challenged'; seat: number; who: number }
  | { event: 'shown'; seat: number; who: number; cards?: Card[]; count?: number }
  | { event: 'verdict'; seat: number; yes: boolean }
  | { event: 'uno'; seat: number }
  | { event: 'caught'; seat: number; who: number }
  | { event: 'misplayed'; seat: number; card: Card; error: string }
  | { event: 'accused'; seat: number; who: number }
  | { event: 'admitted'; seat: number }
  | { event: 'voted'; seat: number; yes: boolean }
  | { event: 'convicted'; seat: number }
  | { event: 'acquitted'; seat: number }
  | { event: 'recycled'; count: number }
  | { event: 'spun'; seat: number; face: Face }
  | { event: 'chose'; seat: number; who: number }
  | { event: 'rule_card'; seat: number; rule_card: RuleCard }
  | { event: 'no_rule_card'; seat: number }
  | { event: 'refilled'; count: number }
  | { event: 'threw'; seat: number; cards: Card[] }
  | { event: 'discarded'; seat: number; cards: Card[] }
  | { event: 'gave'; seat: number; who: number; cards?: Card[]; count?: number }
  | { event: 'took'; seat: number; who: number; cards?: Card[]; count?: number }
  | { event: 'swapped'; seat: number; who: number }
  | { event: 'rotated'; direction: 1 | -1 }
  | { event: 'dared'; seat: number; rule_card: RuleCard }
  | { event: 'done'; seat: number }
  | { event: 'won'; seat: number }
  | { event: 'blocked' }
  | { event: 'counted'; seat: number; cards: Card[]; points: number }
  | { event: 'scored'; seat: number; points: number }
  | { event: 'match_over' };

/** What a client sends, without its `id`. */
export type ClientFields =
  | { type: 'hello'; version: number; token?: string; name?: string; lang?: string }
  | { type: 'name'; name: string }
  | { type: 'lend'; token: string }
  | { type: 'take'; code: string; look?: boolean }
  | { type: 'ping' }
  | { type: 'tables' }
  | { type: 'mine' }
  | { type: 'create'; rules?: string; ruleset?: string; options?: Options; seats?: number; bots?: string[]; clock?: number; public?: boolean; title?: string; fill?: boolean }
  | { type: 'quick'; rules?: string; elsewhere?: boolean }
  | { type: 'join'; table: string; match?: number; since?: number; past?: boolean }
  | { type: 'leave'; table: string }
  | { type: 'sit'; table: string; seat?: number }
  | { type: 'stand'; table: string }
  | { type: 'commit'; table: string; hash: string }
  | { type: 'salt'; table: string; salt: string }
  | { type: 'seat'; table: string; seat: number; to: string }
  | { type: 'swap'; table: string; seat: number; with: number }
  | { type: 'rules'; table: string; rules?: string; ruleset?: string; options?: Options; seats?: number; clock?: number; public?: boolean; title?: string; fill?: boolean }
  | { type: 'start'; table: string }
  | { type: 'do'; table: string; command: Command; match?: number }
  | { type: 'chat'; table: string; text: string; phrase?: string }
  | { type: 'react'; table: string; face: string }
  | { type: 'mute'; table: string; player: string; on: boolean }
  | { type: 'kick'; table: string; seat: number }
  | { type: 'remove'; table: string; player: string }
  | { type: 'readmit'; table: string; seat: number }
  | { type: 'host'; table: string; seat: number }
  | { type: 'rematch'; table: string; deal?: boolean }
  | { type: 'again'; table: string; on?: boolean }
  | { type: 'subscribe'; endpoint: string; key: string; secret: string }
  | { type: 'unsubscribe'; endpoint: string }
  | { type: 'history'; before?: number }
  | { type: 'player'; player: string }
  | { type: 'best' }
  | { type: 'day'; day: string }
  | { type: 'played'; part: number; of: number; text: string };

export const BOT_LEVELS = ['random', 'rule-v1', 'easy', 'normal', 'hard', 'expert', 'hard-1', 'expert-1'];
export const BOT_STYLES = ['plain', 'cautious', 'bluffing', 'vengeful'];
export const BOT_NAMES = ['Ana', 'Luis', 'Carmen', 'Diego', 'Lucía', 'Mateo', 'Sofía', 'Hugo', 'Elena', 'Pablo', 'Martina', 'Andrés', 'Julia', 'Marcos', 'Clara', 'Bruno', 'Irene', 'Nicolás', 'Vera', 'Óscar'];
