/*
 * Asks.tsx - what the table asks of the reader: a color, a player, cards to throw, a dare, a vote,
 * a risky card; and a hand that a challenge has turned over.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { turnOverMs } from '../../fx/wishes.js';
import { cardName, COLORS, colorName, colorOf, isNumber } from '../../game/cards.js';
import { choices, offers, playCommand } from '../../game/options.js';
import { t } from '../../i18n.js';
import type { Card as CardText, Color, RuleCard, Seat, View } from '../../local/api.js';
import { ruleDoes, ruleInForce, ruleText, type Game } from '../../state/game.js';
import { asksNow, Button, IconButton, useEscape } from '../controls.js';
import { Card } from '../Card.js';
import { later } from '../later.js';
import { Shape } from '../shapes.js';
import { useSecondsUntil } from './Clock.js';
import { leverAsked, nameWild, riskAsked, useGame, useStage, wildAsked } from './context.js';

/** A question with buttons takes the focus from the cards to its title, where Enter means nothing, and gives it
 * back; who writes in the chat keeps it. */
function useAskFocus() {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => asksNow(box.current!), []);
  // Before the next key, as for a panel (controls.tsx).
  useLayoutEffect(() => {
    const ask = box.current!;
    const before = document.activeElement;
    if (before && before !== document.body && !before.closest('.hand, .actions, .piles')) return undefined;
    if (ask.querySelector('button')) ask.querySelector('h2')!.focus({ preventScroll: true });
    return () => {
      const now = document.activeElement;
      if (!now || now === document.body || ask.contains(now))
        document.querySelector<HTMLElement>('.hand [tabindex="0"]')?.focus({ preventScroll: true });
    };
  }, []);
  return box;
}

interface AskProps {
  title: string;
  children?: ComponentChildren;
  testid: string;
  /** A button beside the title. */
  aside?: ComponentChildren;
}

function Ask({ title, children, testid, aside }: AskProps) {
  const game = useGame();
  const box = useAskFocus();
  // An old notice would jump out of the way, and back.
  useLayoutEffect(() => {
    const clear = (): void => void (game.notice.value = null);
    clear();
    return clear;
  }, []);
  return (
    <section class="ask" aria-label={title} data-testid={testid} ref={box}>
      <header class="ask-head">
        <h2 tabIndex={-1}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

function ColorButtons({ onPick }: { onPick: (color: Color) => void }) {
  return (
    <div class="color-buttons">
      {COLORS.map((color) => (
        <button
          key={color}
          type="button"
          class={`color-button back-${color}`}
          data-testid={`color-${color}`}
          onClick={() => onPick(color)}
        >
          <Shape color={color} />
          <span>{colorName(color)}</span>
        </button>
      ))}
    </div>
  );
}

function WildColor() {
  const game = useGame();
  const card = wildAsked.value!;
  useEscape(() => (wildAsked.value = null));
  return (
    <Ask
      title={t('Which color?')}
      testid="ask-wild"
      aside={
        <Button class="quiet small" testid="not-this-card" onClick={() => (wildAsked.value = null)}>
          {t('Cancel')}
        </Button>
      }
    >
      <ColorButtons
        onPick={(color) => {
          nameWild(game, card, color);
        }}
      />
    </Ask>
  );
}

function Risk() {
  const game = useGame();
  const { card, message } = riskAsked.value!;
  const close = (): void => void (riskAsked.value = null);
  useEscape(close);
  return (
    <Ask title={t('Play it anyway?')} testid="ask-risk">
      <p>{message}</p>
      <div class="row">
        <Button class="quiet" onClick={close}>
          {t('No')}
        </Button>
        <Button
          class="warn"
          onClick={() => {
            close();
            game.do(playCommand(card, 'R'));
          }}
        >
          {t('Play it')}
        </Button>
      </div>
    </Ask>
  );
}

/** A rule card as it reads, and what it does where that is not the same. */
export function RuleCardText({ card }: { card: RuleCard }) {
  const does = ruleDoes(card);
  return (
    <div class="rule-card">
      <p class="rule-text">{ruleText(card)}</p>
      {does ? <p class="rule-says">{does}</p> : null}
    </div>
  );
}

function WhoButtons() {
  const game = useGame();
  const view = game.view.value!;
  // As they sit, from the reader's left; the reader comes last.
  const place = (seat: number): number => (seat - (view.seat ?? 0) - 1 + view.sizes.length) % view.sizes.length;
  const seats = choices(game.legal.value).sort((a, b) => place(a) - place(b));
  return (
    <div class="row wrap">
      {seats.map((who) => (
        <Button key={who} testid={`choose-${who}`} onClick={() => game.do({ do: 'choose', who })}>
          {who === game.you.value ? t('Me') : game.names.value[who]}
        </Button>
      ))}
    </div>
  );
}

/** Moves of the hand need no question; what is won and lost by a challenge does, as the buttons do not say. */
function OwnTurnAsk({ view }: { view: View }) {
  const game = useGame();
  const { rule_card: card, phase } = view;
  const challenge = offers(game.legal.value, 'challenge');
  if (!challenge && /^(play|drawn|struck)$/.test(phase)) return null;
  return (
    <Ask title={game.ask.value?.sentence || t('Your turn')} testid={`ask-${challenge ? 'challenge' : phase}`}>
      {card && phase !== 'color' ? <RuleCardText card={card} /> : null}
      {phase === 'color' ? <ColorButtons onPick={(color) => game.do({ do: 'color', color })} /> : null}
      {phase === 'choose' ? <WhoButtons /> : null}
    </Ask>
  );
}

/** Bots do not vote, nor does who is away; who has, has. */
function votersOf(game: Game, vote: NonNullable<View['vote']>): number {
  const may = (s: Seat): boolean => s.sits === 'person' && !s.away && s.seat !== vote.accused;
  return game.seats.value.filter((s) => may(s) || vote.voted.includes(s.seat)).length;
}

/** What is left of the time to vote. */
function VoteSeconds() {
  const left = useSecondsUntil(useGame().voteEnds.value);
  return left === null ? null : <span role="timer">· {t('{n} s', { n: left })}</span>;
}

function Vote({ view }: { view: View }) {
  const game = useGame();
  const vote = view.vote!;
  const ask = game.ask.value;
  return (
    <Ask title={ask?.vote ?? ''} testid="ask-vote">
      <div class="row">
        {(ask?.options ?? []).map(({ do: what, yes, label }) =>
          what === 'vote' ? (
            <Button key={label} testid={yes ? 'vote-yes' : 'vote-no'} onClick={() => game.do({ do: 'vote', yes: !!yes })}>
              {label}
            </Button>
          ) : what === 'admit' ? (
            <Button key={label} class="warn" testid="admit" onClick={() => game.do({ do: 'admit' })}>
              {label}
            </Button>
          ) : null,
        )}
      </div>
      <p class="hint" data-testid="votes">
        {t('{n} of {of} votes', { n: vote.voted.length, of: votersOf(game, vote) })} <VoteSeconds />
      </p>
    </Ask>
  );
}

const paysText = ({ seat, n }: { seat: number; n: number }, game: Game): string =>
  seat === game.you.value ? t('You draw {n}.', { n }) : t('{name} draws {n}.', { name: game.names.value[seat] ?? '', n });

/** To read it, once all cards are turned over. */
const SHOWN_MS = 4500;

/** The game goes on meanwhile: it goes by itself unless the pointer rests on it, with the reader's next move, and when
 * it is the reader's turn. */
function Shown() {
  const game = useGame();
  const shown = game.shown.value!;
  const close = (): void => void (game.shown.value = null);
  const turned = turnOverMs(shown.cards.length);
  useEscape(close);
  useEffect(() => {
    const timer = setInterval(() => document.querySelector('[data-testid=ask-shown]:hover') || close(), SHOWN_MS + turned);
    return () => clearInterval(timer);
  }, [shown]);
  const numbers = ruleInForce(game.view.value!, 'wild_four') === 'no_number';
  const proves = (card: CardText): boolean => !!shown.color && colorOf(card) === shown.color && (!numbers || isNumber(card));
  return (
    <Ask
      title={t('{name}\'s hand: only you see it', { name: game.names.value[shown.seat] ?? '' })}
      testid="ask-shown"
      aside={<IconButton icon="close" label={t('Close')} testid="close-shown" onClick={close} />}
    >
      <p class={`verdict ${shown.bluff ? 'good' : 'bad'}`} style={{ animationDelay: `${turned}ms` }} data-testid="verdict">
        <b>{shown.bluff ? t('It was a bluff!') : t('No bluff!')}</b>{' '}
        {shown.color ? (
          <span>
            {t('The color was {color}', { color: colorName(shown.color) })} <Shape color={shown.color} />
          </span>
        ) : null}{' '}
        {shown.pays ? <b data-testid="pays">{paysText(shown.pays, game)}</b> : null}
      </p>
      <div class="shown-hand" role="img" aria-label={shown.cards.map(cardName).join(', ')} data-testid="shown-hand">
        {shown.cards.map((card, i) => (
          <div
            key={i}
            class={`turns-over ${proves(card) ? 'proof' : ''}`}
            style={{ animationDelay: `${(i * turned) / shown.cards.length}ms` }}
          >
            <Card card={card} />
          </div>
        ))}
      </div>
    </Ask>
  );
}

const Lever = later((m) => m.Lever, 'unseen');

const LEAST_SCALE = 0.6;
const ASKEW = 8; // px that the corner of a card on the pile stands out

const stay = (piles: HTMLElement): void => void (piles.style.translate = piles.style.scale = '');

/** Moves the piles up as far as the ask below lies over them, and makes them smaller where the seats above are in the
 * way; an ask beside them leaves them alone. */
function makeRoom(ask: HTMLElement, piles: HTMLElement): void {
  const middle = piles.parentElement!.getBoundingClientRect();
  const left = middle.left + piles.offsetLeft;
  const beside = (box: { left: number; right: number }): boolean => box.right <= left || box.left >= left + piles.offsetWidth;
  // Not the box of the ask: it is smaller while it comes.
  const around = ask.offsetParent!.getBoundingClientRect();
  const from = around.left + ask.offsetLeft;
  const top = around.top + ask.offsetTop - middle.top;
  const high = piles.offsetHeight;
  if (beside({ left: from, right: from + ask.offsetWidth }) || top >= piles.offsetTop + high) return stay(piles);
  let ceiling = 0;
  for (const seat of document.querySelectorAll('.seat')) {
    const box = seat.getBoundingClientRect();
    if (!beside(box)) ceiling = Math.max(ceiling, box.bottom - middle.top);
  }
  const room = top - ceiling - ASKEW;
  const scale = Math.min(1, Math.max(LEAST_SCALE, room / high));
  const up = ceiling + Math.max(room, high * scale) - (high * scale) / 2 - piles.offsetTop - high / 2;
  piles.style.translate = `0 ${Math.round(Math.min(0, up))}px`;
  piles.style.scale = scale.toFixed(2);
}

/** The piles move up, and shrink where they must, so that one sees what one is asked about; again
 * when the felt has another size: a phone is turned. */
function useRoom(asks: { current: HTMLElement | null }): void {
  const moved = useRef(false);
  useLayoutEffect(() => {
    const ask = asks.current?.firstElementChild as HTMLElement | null | undefined;
    const piles = document.querySelector<HTMLElement>('.piles');
    if (!piles || (!ask && !moved.current)) return undefined;
    moved.current = !!ask;
    if (!ask || ask.matches('.lever-stage')) return stay(piles);
    makeRoom(ask, piles);
    const observer = new ResizeObserver(() => makeRoom(ask, piles));
    for (const box of [piles.closest('.felt')!, piles.parentElement!, piles, ask]) observer.observe(box);
    return () => observer.disconnect();
  });
}

/** At most two at a time: a vote goes on beside everything else. */
export function Asks() {
  const game = useGame();
  const { spinning } = useStage();
  const view = game.view.value!;
  const box = useRef<HTMLDivElement>(null);
  useRoom(box);
  return (
    <div class="asks" ref={box}>
      {view.vote ? <Vote view={view} /> : null}
      {game.shown.value ? (
        <Shown />
      ) : riskAsked.value ? (
        <Risk />
      ) : wildAsked.value ? (
        <WildColor />
      ) : leverAsked.value || spinning.value ? (
        <Lever />
      ) : game.myTurn.value ? (
        <OwnTurnAsk key={view.phase} view={view} />
      ) : null}
    </div>
  );
}
