/*
 * stage.ts - what the events of a match look and sound like: flights, bubbles, sounds.
 *
 * The table shows the new state at once; the stage measures where cards were before and lets
 * pictures of them fly to where they are now. Who taps never waits for a picture.
 */
import { batch, signal } from '@preact/signals';
import { colorName, colorOf } from '../game/cards.js';
import { N, t } from '../i18n.js';
import type { Card, Face, GameEvent, RuleCard, View } from '../local/api.js';
import type { Game } from '../state/game.js';
import { speak } from '../state/ears.js';
import { still } from '../state/prefs.js';
import { faceName } from '../ui/faces.js';
import { anchor, boxOf, burst, fly, settled } from './flight.js';
import { play, type SoundName } from './sound.js';

/** What it is for the reader. */
type Tone = 'good' | 'bad' | 'info';

export interface Bubble {
  id: number;
  seat: number;
  text: string;
  kind: 'uno' | 'caught' | 'note' | 'face' | 'chat';
}

export const bubbles = signal<Bubble[]>([]);
/** The last spin of the unit; `at` tells spins apart. */
export const spin = signal<{ face: Face; at: number } | null>(null);
/** The reel turns: nobody knows yet what comes. */
export const spinning = signal(false);
/** The rule card that came out last. */
export const ruleCard = signal<{ seat: number; card: RuleCard; at: number } | null>(null);
/** A word across the table. */
export const banner = signal<{ text: string; more: string; kind: Tone; ms: number; at: number } | null>(null);

let nextBubble = 0;

export function bubble(seat: number, text: string, kind: Bubble['kind'], ms = 1700): void {
  const id = nextBubble++;
  bubbles.value = [...bubbles.value.filter((b) => b.seat !== seat || b.kind !== kind), { id, seat, text, kind }];
  setTimeout(() => (bubbles.value = bubbles.value.filter((b) => b.id !== id)), ms);
}

/** A reaction of a player, or of somebody who watches. */
export function showFace(game: Game, seat: number | null, face: string, name: string): void {
  if (seat !== game.you.peek()) speak(`${name}: ${faceName(face)}`);
  if (seat === null) game.say(`${name}: `, 'info', face);
  else bubble(seat, face, 'face', 2400);
}

export function announce(text: string, kind: Tone, more = '', ms = 1900): void {
  const at = performance.now();
  banner.value = { text, more, kind, ms, at };
  setTimeout(() => banner.value?.at === at && (banner.value = null), ms);
}

const VERDICT_MS = 3600;

/** Who has challenged reads it above the hand that is turned over; the others across the table. */
function tellVerdict(bluff: boolean, accused: number, events: GameEvent[], game: Game): void {
  const you = game.you.peek();
  const challenger = events.some((e) => e.event === 'challenged' && e.seat === you);
  const tone = you === accused ? (bluff ? 'bad' : 'good') : challenger ? (bluff ? 'good' : 'bad') : 'info';
  play(tone === 'bad' ? 'wrong' : 'ding');
  if (challenger) return;
  const color = game.under ? t('The color was {color}', { color: colorName(game.under) }) : '';
  announce(bluff ? t('It was a bluff!') : t('No bluff!'), tone, color, VERDICT_MS);
}

/** As long as the reel of motion.css takes. */
const REEL_MS = 1300;
const READ_MS = 4000;

function turnReel(face: Face): void {
  const at = performance.now();
  spin.value = { face, at };
  ruleCard.value = null;
  if (still.peek()) return;
  spinning.value = true;
  setTimeout(() => spin.peek()?.at === at && stopReel(), REEL_MS);
}

/** What the reel brings, once it has stopped. */
let brings: (() => void) | null = null;

function stopReel(): void {
  spinning.value = false;
  const next = brings;
  brings = null;
  next?.();
}

/** The table as the lever is pulled: the card lies on the pile, and no more is known. */
function pulled(before: View, events: GameEvent[]): View {
  const view = { ...before, sizes: [...before.sizes] };
  for (const e of events) {
    if (e.event === 'played') {
      const at = e.seat === view.seat ? view.hand.indexOf(e.card) : -1;
      view.hand = view.hand.filter((_, i) => i !== at);
      view.sizes[e.seat]!--;
      view.top = e.card;
      view.color = e.color ?? colorOf(e.card) ?? view.color;
      view.discard_count++;
    }
    if (e.event === 'spun') Object.assign(view, { turn: e.seat, phase: 'play' });
  }
  return view;
}

/** The game goes on: the rule card goes once it can have been read. */
function putAway(): void {
  const out = ruleCard.peek();
  if (!out) return;
  const rest = Math.max(0, out.at + READ_MS - performance.now());
  setTimeout(() => ruleCard.peek() === out && (ruleCard.value = null), rest);
}

export function clearStage(): void {
  stopReel();
  bubbles.value = [];
  spin.value = null;
  ruleCard.value = null;
  banner.value = null;
}

/** Where a seat's cards come from and go to. */
const seatBox = (seat: number, you: number | null): DOMRect => boxOf(seat === you ? 'hand' : `seat-${seat}`);

interface Wish {
  card: Card | null;
  from: DOMRect;
  /** Measured anew where there was no table yet. */
  source?: string;
  to: string | DOMRect;
  /** A card that appears in your hand. */
  arrives?: Card;
  step: number;
  turns?: boolean;
}

const MOST_BACKS = 4;

/** The flights that an event asks for; sources are measured now, before the table changes. */
function wishesFor(event: GameEvent, you: number | null, step: number, first: boolean): Wish[] {
  const backs = (seat: number, from: DOMRect, cards: Card[] | undefined, count: number, source?: string): Wish[] =>
    Array.from({ length: Math.min(cards?.length ?? count, cards ? 20 : MOST_BACKS) }, (_, i) => ({
      card: cards?.[i] ?? null,
      from,
      source,
      to: seat === you && cards ? 'own' : seat === you ? 'hand' : `seat-${seat}`,
      arrives: seat === you ? cards?.[i] : undefined,
      step: step + i * 0.35,
    }));
  switch (event.event) {
    case 'played':
      return [{ card: event.card, from: ownCardBox(event.seat, event.card, you), to: 'top', step }];
    case 'threw':
    case 'discarded':
      return event.cards.map((card, i) => ({
        card,
        from: ownCardBox(event.seat, card, you),
        to: 'top',
        step: step + i * 0.5,
      }));
    case 'turned':
      return [{ card: event.card, from: boxOf('draw'), source: 'draw', to: 'top', step: step + (first ? 0 : 1), turns: true }];
    case 'drew':
      return backs(event.seat, boxOf('draw'), event.cards, event.count ?? 0);
    case 'dealt':
      return backs(event.seat, boxOf('draw'), event.cards, event.count ?? 0, 'draw');
    case 'gave':
      return backs(event.who, seatBox(event.seat, you), event.cards, event.count ?? 0);
    case 'took':
      return backs(event.seat, seatBox(event.who, you), event.cards, event.count ?? 0);
    case 'swapped':
      return [
        { card: null, from: seatBox(event.seat, you), to: seatBox(event.who, you), step },
        { card: null, from: seatBox(event.who, you), to: seatBox(event.seat, you), step },
      ];
    case 'recycled':
      return [0, 1, 2].map((i) => ({ card: null, from: boxOf('top'), to: 'draw', step: step + i * 0.3 }));
    default:
      return [];
  }
}

function ownCardBox(seat: number, card: Card, you: number | null): DOMRect {
  const own = seat === you ? document.querySelector(`.hand [data-card="${card}"]`) : null;
  return own?.getBoundingClientRect() ?? seatBox(seat, you);
}

function launch(wishes: Wish[]): void {
  const used = new Set<Element>();
  for (const wish of wishes) {
    let target: HTMLElement | null = null;
    if (wish.to === 'own') {
      const places = [...document.querySelectorAll<HTMLElement>(`.hand [data-card="${wish.arrives}"]`)].reverse();
      target = places.find((p) => !used.has(p)) ?? null;
      if (target) used.add(target);
    } else if (typeof wish.to === 'string') {
      target = anchor(wish.to);
    }
    const place = target ?? anchor('hand');
    const to = wish.to instanceof DOMRect ? wish.to : place && settled(place);
    const from = wish.from.width || !wish.source ? wish.from : boxOf(wish.source);
    const hides = wish.to === 'top' || wish.to === 'own' ? target : null;
    if (to)
      void fly({ card: wish.card, from, to, delay: wish.step * 160, target: hides, turns: wish.turns });
  }
}

const WHY_DRAWN: Partial<Record<string, SoundName>> = {
  turn: 'draw',
  draw_two: 'strike',
  wild_four: 'strike',
  stack: 'strike',
  challenge: 'strike',
  uno: 'strike',
  spinner: 'strike',
};

function hearAndSay(event: GameEvent, events: GameEvent[], game: Game, delay: number): void {
  const you = game.you.peek();
  switch (event.event) {
    case 'dealt':
      if (event.seat === (you ?? 0)) play('deal', delay);
      break;
    case 'played':
      play('card', delay);
      putAway();
      if (event.uno) bubble(event.seat, t('UNO!'), 'uno');
      if (event.uno) play('uno', delay + 120);
      break;
    case 'threw':
    case 'discarded':
      play('card', delay);
      break;
    case 'drew':
      play(WHY_DRAWN[event.for] ?? 'draw', delay);
      bubble(event.seat, `+${event.cards?.length ?? event.count ?? 0}`, 'note');
      break;
    case 'uno':
      bubble(event.seat, t('UNO!'), 'uno');
      play('uno');
      break;
    case 'caught':
      bubble(event.who, t('Caught!'), 'caught', 2200);
      play('caught');
      break;
    case 'skipped':
      bubble(event.seat, t('skipped'), 'note');
      play('skip', delay);
      break;
    case 'passed':
    case 'kept':
      bubble(event.seat, t('passes'), 'note', 1100);
      break;
    case 'reversed':
      play('reverse', delay);
      break;
    case 'jumped_in':
      bubble(event.seat, t('jumps in!'), 'caught');
      break;
    case 'misplayed':
      bubble(event.seat, t('wrong card'), 'caught');
      play('wrong');
      break;
    case 'verdict':
      tellVerdict(event.yes, event.seat, events, game);
      break;
    case 'spun':
      turnReel(event.face);
      play('lever');
      play('reel', 250);
      break;
    case 'rule_card':
    case 'dared':
      ruleCard.value = { seat: event.seat, card: event.rule_card, at: performance.now() };
      play('ding');
      break;
    case 'won':
      if (event.seat === you) burst();
      play(event.seat === you ? 'win' : 'lose', 300);
      break;
    case 'blocked':
      announce(t('Nobody can move: dealt again'), 'info');
      break;
    default:
      break;
  }
}

export const FACE_NAMES: Record<Face, string> = {
  any: N('any player'),
  right: N('on the right'),
  left: N('on the left'),
  each: N('everybody'),
  colors: N('one of each color'),
  four: N('draw four'),
};

/** Says and sounds what happened; gives back what is to fly. */
function stage(events: GameEvent[], game: Game): Wish[] {
  const you = game.you.peek();
  const wishes: Wish[] = [];
  let step = 0;
  for (const event of events) {
    if (event.event === 'turned') step = Math.max(step, ...wishes.map((w) => w.step)); // once all have their cards
    const more = wishesFor(event, you, step, wishes.length === 0);
    wishes.push(...more);
    hearAndSay(event, events, game, step * 160);
    if (more.length && event.event !== 'dealt') step += 1.2;
  }
  return wishes;
}

const FRAMES_MOST = 30;

/** Launches once the table is laid: before a deal it is not there yet. */
function launchSoon(wishes: Wish[], frames = FRAMES_MOST): void {
  if (wishes.length === 0) return;
  requestAnimationFrame(() => {
    const waits = frames > 0 && wishes.some((w) => w.source && !w.from.width && !boxOf(w.source).width);
    if (waits) launchSoon(wishes, frames - 1);
    else launch(wishes);
  });
}

/** What happens after a pull of the lever is shown when the reel has stopped. */
function show(game: Game, events: GameEvent[], before: View | null, apply: () => void): void {
  const pull = before && !still.peek() ? events.findIndex((e) => e.event === 'spun') + 1 : 0;
  const now = pull ? events.slice(0, pull) : events;
  const wishes = stage(now, game);
  const wasMine = before !== null && before.turn === game.you.peek();
  batch(() => {
    apply();
    if (before && pull) game.hold(pulled(before, now));
  });
  launchSoon(wishes);
  if (!pull && game.myTurn.peek() && !wasMine) play('turn', 250);
  if (pull)
    brings = () => {
      show(game, events.slice(pull), game.view.peek(), () => game.goOn());
      if (!brings) game.catchUp();
    };
}

/** Connects a table with the stage. */
export function perform(game: Game): void {
  clearStage();
  if (game.missed.some((e) => e.event === 'dealt')) launchSoon(stage(game.missed, game));
  game.missed = [];
  game.onevents = (events, before, apply) => show(game, events, before, apply);
  game.onreaction = (seat, face, name) => {
    showFace(game, seat, face, name);
    play('pop');
  };
  game.onchat = (line) => {
    if (line.seat !== null) bubble(line.seat, line.text, 'chat', 3500);
    play('pop');
  };
  game.onrefused = () => play('wrong');
}
