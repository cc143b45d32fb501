/*
 * stage.ts - what the events of a match look and sound like: flights, bubbles, sounds. Every table has a stage of its own.
 *
 * The table shows the new state at once; the stage measures where cards were before and lets
 * pictures of them fly to where they are now. Who taps never waits for a picture.
 */
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { colorName, colorOf } from '../game/cards.js';
import { N, t } from '../i18n.js';
import type { Color, Command, Face, GameEvent, RuleCard, TableMessage, View } from '../local/api.js';
import type { ChatLine, Notice } from '../state/game.js';
import { speak } from '../state/announce.js';
import { still } from '../state/prefs.js';
import { faceName } from '../ui/faces.js';
import { Drama, isOver } from './drama.js';
import { burst, FLIGHT_MS, Flights } from './flight.js';
import { play, type SoundName } from './sound.js';
import { Timeline } from './timeline.js';
import { countOf, isBlow, isPenalty, launch, STEP_MS, type Wish, turnOverMs, wishesFor } from './wishes.js';

/** Its meaning for the reader. */
type Tone = 'good' | 'bad' | 'info';

export interface Bubble {
  id: number;
  seat: number;
  text: string;
  /** A hit is a number that counts up. */
  kind: 'uno' | 'caught' | 'note' | 'hit' | 'face' | 'chat';
}

/** The game whose events are shown: played or replayed. */
export interface Played {
  readonly you: ReadonlySignal<number | null>;
  readonly view: Signal<View | null>;
  readonly table: ReadonlySignal<TableMessage | null>;
  readonly myTurn: ReadonlySignal<boolean>;
  /** The color under the last Wild Draw Four. */
  readonly under: Color | null;
  /** Events from before there was a stage. */
  missed: GameEvent[];
  /** Called with the events and the view before them; `apply` shows the table after them. */
  onevents: (events: GameEvent[], before: View | null, apply: () => void) => void;
  onreaction: (seat: number | null, face: string, name: string) => void;
  onchat: (line: ChatLine) => void;
  onrefused: (command: Command | undefined, message: string) => void;
  say(text: string, kind?: Notice['kind'], face?: string): void;
  /** See Game: while the reel turns. */
  hold(view: View): void;
  goOn(): void;
  catchUp(): void;
}

const VERDICT_MS = 3600;
/** The duration of the reel in jackpot.css. */
const REEL_MS = 1300;
const READ_MS = 4000;
/** Time to read the result of the reel; a touch goes on at once. */
const FACE_MS = 1200;
/** The end of a round is shown once its last card has landed. */
const LAST_CARD_MS = 1000;

export const FACE_NAMES: Record<Face, string> = {
  any: N('any player'),
  right: N('on the right'),
  left: N('on the left'),
  each: N('everybody'),
  colors: N('one of each color'),
  four: N('draw four'),
};

/** The table when the lever is pulled: the card is on the pile, nothing else is known. */
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

/** What was landed with a blow sounds like a card here. */
const WHY_DRAWN: Partial<Record<string, SoundName>> = {
  wild_four: 'strike',
  stack: 'strike',
  challenge: 'strike',
  uno: 'strike',
  spinner: 'strike',
};

const FRAMES_MOST = 30;

let next = 0;

export class Stage {
  readonly line = new Timeline();
  readonly air = new Flights(this.line);
  readonly drama: Drama;
  readonly bubbles = signal<Bubble[]>([]);
  /** The last spin of the unit; `at` tells spins apart. */
  readonly spin = signal<{ face: Face; at: number } | null>(null);
  /** The reel is turning: the result is not known yet. */
  readonly spinning = signal(false);
  /** The rule card that came out last. */
  readonly ruleCard = signal<{ seat: number; card: RuleCard; at: number } | null>(null);
  /** A word across the table. */
  readonly banner = signal<{ text: string; more: string; kind: Tone; ms: number; at: number } | null>(null);
  /** Something has happened here, so the parts of a table besides its cards are needed. */
  readonly begun = signal(false);
  /** The last card of the round is in the air. */
  private readonly lands = signal(false);
  /** The round has ended, and its last card has landed. */
  readonly over = computed(() => isOver(this.game.view.value) && !this.lands.value);
  /** The result, for when the reel has stopped. */
  private brings: (() => void) | null = null;

  constructor(readonly game: Played) {
    this.drama = new Drama(game, this.line, this.air, (seat, text, kind) => this.bubble(seat, text, kind));
  }

  // ---- on and off ----

  /** The table exists now: shows events from now on, and a deal that came before. */
  open(root: HTMLElement): void {
    const { game } = this;
    this.air.root = root;
    if (game.missed.some((e) => e.event === 'dealt')) this.launchSoon(this.perform(game.missed));
    game.missed = [];
    game.onevents = (events, before, apply) => this.show(events, before, apply);
    game.onreaction = (seat, face, name) => {
      this.react(seat, face, name);
      play('pop');
    };
    game.onchat = (line) => {
      const others = line.seat !== null && line.seat !== game.you.peek();
      if (others && this.over.peek()) game.say(`${line.name}: ${line.text}`); // the seats are not shown
      else if (line.seat !== null) this.bubble(line.seat, line.text, 'chat', 3500);
      play('pop');
    };
    game.onrefused = () => play('wrong');
  }

  /** The table goes away: drops whatever was still to be shown. */
  close(): void {
    this.line.cancel();
    this.stopReel();
    this.line.cancel();
    this.game.catchUp();
    batch(() => {
      this.bubbles.value = [];
      this.spin.value = null;
      this.ruleCard.value = null;
      this.banner.value = null;
      this.lands.value = false;
    });
    this.drama.clear();
    this.air.root = null;
  }

  /** Finishes everything that is moving; a reel only where that cannot give away its result. */
  hurry(reel = false): void {
    this.line.hurry();
    if (reel && this.spinning.peek()) this.stopReel();
  }

  // ---- what is said ----

  bubble(seat: number, text: string, kind: Bubble['kind'], ms = 1700): void {
    const id = next++;
    this.bubbles.value = [...this.bubbles.value.filter((b) => b.seat !== seat || b.kind !== kind), { id, seat, text, kind }];
    this.line.at(ms, () => (this.bubbles.value = this.bubbles.value.filter((b) => b.id !== id)), true);
  }

  /** A reaction from a player or a spectator. */
  react(seat: number | null, face: string, name: string): void {
    if (seat !== this.game.you.peek()) speak(`${name}: ${faceName(face)}`);
    if (seat === null || this.over.peek()) this.game.say(`${name}: `, 'info', face);
    else this.bubble(seat, face, 'face', 2400);
  }

  private callUno(seat: number, delay: number): void {
    this.bubble(seat, t('UNO!'), 'uno');
    this.drama.look('uno', seat);
    play('uno', delay);
  }

  announce(text: string, kind: Tone, more = '', ms = 1900): void {
    const at = next++;
    this.banner.value = { text, more, kind, ms, at };
    this.line.at(ms, () => this.banner.value?.at === at && (this.banner.value = null), true);
  }

  /** The challenger reads it above the shown hand; the others across the table. */
  private tellVerdict(bluff: boolean, accused: number, events: GameEvent[], delay: number): void {
    const you = this.game.you.peek();
    const challenger = events.some((e) => e.event === 'challenged' && e.seat === you);
    const tone = you === accused ? (bluff ? 'bad' : 'good') : challenger ? (bluff ? 'good' : 'bad') : 'info';
    play(tone === 'bad' ? 'wrong' : 'ding', delay);
    if (challenger) return;
    const color = this.game.under ? t('The color was {color}', { color: colorName(this.game.under) }) : '';
    this.announce(bluff ? t('It was a bluff!') : t('No bluff!'), tone, color, VERDICT_MS);
  }

  // ---- the reel ----

  private turnReel(face: Face): void {
    const at = next++;
    this.spin.value = { face, at };
    this.ruleCard.value = null;
    if (still.peek()) return;
    this.spinning.value = true;
    this.line.at(REEL_MS, () => this.spin.peek()?.at === at && this.spinning.peek() && this.stopReel(), true);
  }

  private stopReel(): void {
    this.spinning.value = false;
    const { brings } = this;
    this.brings = null;
    brings?.();
  }

  /** The game goes on: the rule card goes once it can have been read. */
  private putAway(): void {
    const out = this.ruleCard.peek();
    if (!out) return;
    const rest = Math.max(0, out.at + READ_MS - performance.now());
    this.line.at(rest, () => this.ruleCard.peek() === out && (this.ruleCard.value = null), true);
  }

  // ---- what happens ----

  private hearAndSay(event: GameEvent, events: GameEvent[], delay: number): void {
    const you = this.game.you.peek();
    const { drama } = this;
    switch (event.event) {
      case 'dealt':
        if (event.seat === (you ?? 0)) play('deal', delay);
        break;
      case 'played':
        play('card', delay);
        this.putAway();
        if (isBlow(event.card)) drama.land(delay);
        if (event.uno) this.callUno(event.seat, delay + 120);
        break;
      case 'threw':
      case 'discarded':
        play('card', delay);
        break;
      case 'drew':
        play(WHY_DRAWN[event.for] ?? 'draw', delay);
        if (isPenalty(event)) drama.strike(event.seat, countOf(event), delay);
        else this.bubble(event.seat, `+${countOf(event)}`, 'note');
        break;
      case 'uno':
        this.callUno(event.seat, 0);
        break;
      case 'caught':
        this.bubble(event.who, t('Caught!'), 'caught', 2200);
        drama.look('caught', event.who, event.seat);
        play('caught');
        break;
      case 'skipped':
        if (still.peek()) this.bubble(event.seat, event.seat === this.game.you.peek() ? t('you lose the turn') : t('skipped'), 'note');
        drama.block(event.seat, delay);
        play('skip', delay);
        break;
      case 'passed':
      case 'kept':
        this.bubble(event.seat, t('passes'), 'note', 1100);
        break;
      case 'reversed':
        if (!still.peek()) drama.turned.value++;
        play('reverse', delay);
        break;
      case 'jumped_in':
        this.bubble(event.seat, t('jumps in!'), 'caught');
        break;
      case 'misplayed':
        this.bubble(event.seat, t('wrong card'), 'caught');
        play('wrong');
        break;
      case 'verdict':
        this.tellVerdict(event.yes, event.seat, events, delay);
        break;
      case 'spun':
        this.turnReel(event.face);
        play('lever');
        play('reel', 250);
        break;
      case 'rule_card':
      case 'dared':
        this.ruleCard.value = { seat: event.seat, card: event.rule_card, at: performance.now() };
        play('ding');
        break;
      case 'won':
        if (event.seat === you) burst();
        drama.ends(event.seat);
        play(event.seat === you ? 'win' : 'lose', 300);
        break;
      case 'match_over':
        play('fanfare', LAST_CARD_MS);
        break;
      case 'blocked':
        this.announce(t('Nobody can move: dealt again'), 'info');
        break;
      default:
        break;
    }
  }

  /** Announces events by text and sound; returns the flights. */
  private perform(events: GameEvent[]): Wish[] {
    const you = this.game.you.peek();
    const wishes: Wish[] = [];
    let step = 0;
    for (const event of events) {
      if (event.event === 'turned') step = Math.max(step, ...wishes.map((w) => w.step)); // once all have their cards
      if (event.event === 'shown' && event.cards) step += turnOverMs(event.cards.length) / STEP_MS; // the proof follows then
      const more = wishesFor(event, this.air, you, step, wishes.length === 0);
      wishes.push(...more);
      this.hearAndSay(event, events, step * STEP_MS);
      if (more.length && event.event !== 'dealt') step += 1.2;
    }
    return wishes;
  }

  /** Launches once the table is rendered: before a deal it does not exist yet. */
  private launchSoon(wishes: Wish[], frames = FRAMES_MOST): void {
    if (wishes.length === 0) return;
    requestAnimationFrame(() => {
      const waits = frames > 0 && wishes.some((w) => w.source && !w.from.width && !this.air.box(w.source).width);
      if (waits) this.launchSoon(wishes, frames - 1);
      else launch(wishes, this.air);
    });
  }

  /** Shows events; `apply` shows the table after them. The result of a lever is shown when the reel
   * has stopped. */
  show(events: GameEvent[], before: View | null, apply: () => void): void {
    const { game } = this;
    const pull = before && !still.peek() ? events.findIndex((e) => e.event === 'spun') + 1 : 0;
    const now = pull ? events.slice(0, pull) : events;
    const wishes = this.perform(now);
    const wasMine = before !== null && before.turn === game.you.peek();
    batch(() => {
      apply();
      if (before && pull) game.hold(pulled(before, now));
      if (before && !isOver(before) && isOver(game.view.peek())) this.end();
    });
    this.launchSoon(wishes);
    this.begun.value = true;
    const lands = wishes.find((w) => w.to === 'top');
    this.drama.spread(before, now, lands ? lands.step * STEP_MS + FLIGHT_MS : 0);
    this.drama.watchThought();
    if (!pull && game.myTurn.peek() && !wasMine) play('turn', 250);
    if (pull)
      this.brings = () => {
        this.show(events.slice(pull), game.view.peek(), () => game.goOn());
        if (!this.brings) this.line.at(FACE_MS, () => game.catchUp());
      };
  }

  private end(): void {
    this.lands.value = !still.peek();
    this.line.at(LAST_CARD_MS, () => (this.lands.value = false));
  }
}
