/*
 * ReplayScreen.tsx - a match step by step: all hands or one seat's, what happened in words, what a
 * strong bot would have done, luck and skill, and whether the shuffle was fair.
 */
import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { cardName, colorName, isWild, sorted } from '../../game/cards.js';
import { N, t, tn } from '../../i18n.js';
import type { Advice, Command, FairCheck, Replay } from '../../local/api.js';
import { loadWords, words } from '../../state/engine.js';
import { withoutPoints } from '../../state/game.js';
import { lang } from '../../state/prefs.js';
import { judge, type Fairness } from '../../state/promise.js';
import { Fingerprint, IconButton } from '../bits.js';
import { BotFace } from '../bots.js';
import { Back, Card } from '../Card.js';
import { usePage } from '../Ears.js';
import { Icon } from '../icons.js';
import { Shape } from '../shapes.js';
import { rulesTitle } from '../RulesForm.js';
import { initial, Team } from '../table/Seats.js';
import { ShareButtons } from '../Invite.js';
import { Coach, ownSeat } from './Coach.js';

const PLAY_MS = 900;
/** More sentences about the deal than these are a wall. */
const MOST_SAID = 3;

const DOINGS: Record<string, string> = {
  draw: N('draw'),
  keep: N('keep the card'),
  accept: N('accept and draw'),
  challenge: N('challenge'),
  uno: N('say UNO'),
  done: N('end it'),
  pass: N('pass'),
  next: N('next round'),
  admit: N('admit it'),
  write: N('write rule cards'),
};

/** A command in a few words. */
export function commandText(command: Command, names: string[]): string {
  switch (command.do) {
    case 'play': {
      const card =
        command.color && command.card[0] === 'W'
          ? t('{card}, color {color}', { card: cardName(command.card), color: colorName(command.color) })
          : cardName(command.card);
      return command.uno ? t('{card}, saying UNO', { card }) : card;
    }
    case 'color':
      return colorName(command.color);
    case 'choose':
    case 'catch':
    case 'accuse':
      return names[command.who] ?? '';
    case 'throw':
      return command.cards.map(cardName).join(', ') || t('throw nothing');
    case 'vote':
      return command.yes ? t('yes') : t('no');
    default:
      return t(DOINGS[command.do] ?? command.do);
  }
}

const VERDICTS: Record<Fairness, { icon: 'check' | 'close' | 'hand'; text: string }> = {
  kept: { icon: 'check', text: N('Fair shuffle: nobody could choose these cards, not even the host. Your random numbers are in it.') },
  older: { icon: 'hand', text: N('The secret is the one promised before the deal. By this older rule, a host who also played could still have chosen the cards.') },
  right: { icon: 'check', text: N('The shuffle agrees with itself. Only a player who was at the table can check more.') },
  broken: { icon: 'close', text: N('This is not the shuffle that was promised before the deal!') },
  wrong: { icon: 'close', text: N('The shuffle does not fit its own fingerprint!') },
  none: { icon: 'hand', text: N('This match has no fair shuffle to check.') },
};

function FairShuffle({ replay, match }: { replay: Replay; match: string | null }) {
  const check = useSignal<FairCheck | null>(null);
  useEffect(
    () =>
      void replay.verify().then(
        (c) => (check.value = c),
        () => {},
      ),
    [replay],
  );
  if (!check.value) return null;
  const { fairness, again } = judge(match, check.value);
  const { icon, text } = VERDICTS[fairness];
  return (
    <>
      <p class={`fair ${fairness}`} data-testid="fair">
        <Icon name={icon} />
        {t(text)}
        {again ? ` ${tn('The deal started over once before.', 'The deal started over {n} times before.', again)}` : null}
      </p>
      {check.value.fair === 'none' ? null : <Fingerprint value={check.value.commitment} />}
    </>
  );
}

function useAdvice(replay: Replay, at: number, on: boolean): Advice | null | undefined {
  const advice = useSignal<Advice | null | undefined>(undefined);
  useEffect(() => {
    advice.value = undefined;
    if (!on || at >= replay.length) return undefined;
    let stale = false;
    const timer = setTimeout(
      () =>
        void replay.advise().then(
          (a) => {
            if (!stale) advice.value = a;
          },
          () => {},
        ),
      150,
    );
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [replay, at, on]);
  return advice.value;
}

/** At the end of a round or of the match: who stands where. */
function Standings({ replay, names }: { replay: Replay; names: string[] }) {
  useEffect(() => void loadWords(), []);
  const view = replay.view(null);
  const list = new Intl.ListFormat(lang.value);
  return (
    <ol class="standings" role="list" aria-label={t('Ranking')} data-testid="standings">
      {words.value?.ranking(view).map(({ seats, place, points, cards }) => (
        <li key={seats[0]}>
          <b>{place}.</b> {list.format(seats.map((seat) => names[seat]!))}{' '}
          {seats.some((seat) => view.match_winners.includes(seat)) ? <Icon name="crown" /> : null}
          <span>{withoutPoints(view) ? tn('{n} card', '{n} cards', cards) : tn('{n} point', '{n} points', points)}</span>
        </li>
      ))}
    </ol>
  );
}

/** `match`: its key at the server; null when it is a file or of this browser. */
export function ReplayScreen({
  replay,
  match,
  onClose,
}: {
  replay: Replay;
  match: string | null;
  onClose: () => void;
}) {
  const link = match && `${location.origin}/r/${match}`;
  const head = usePage(t('Replay'));
  const at = useSignal(0);
  const me = ownSeat(replay, replay.players.map((p) => p.name));
  const eyes = useSignal<number | 'all'>('all');
  const playing = useSignal(false);
  const advising = useSignal(false);
  const names = replay.players.map((p, i) => p.name || t('Seat {n}', { n: i + 1 }));
  const go = (n: number): void => {
    const to = Math.max(0, Math.min(replay.length, n));
    replay.go(to);
    at.value = to;
    if (to === replay.length) playing.value = false;
  };
  useEffect(() => {
    if (!playing.value) return undefined;
    const timer = setInterval(() => go(at.peek() + 1), PLAY_MS);
    return () => clearInterval(timer);
  }, [playing.value]);
  useEffect(() => {
    const key = (e: KeyboardEvent): void => {
      if (e.target instanceof Element && e.target.closest('input, select, textarea')) return;
      const to = { ArrowRight: at.peek() + 1, ArrowLeft: at.peek() - 1, Home: 0, End: replay.length }[e.key];
      if (to !== undefined) {
        e.preventDefault();
        go(to);
      }
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [replay]);

  const now = useComputed(() => {
    if (replay.at !== at.value) replay.go(at.value);
    return {
      state: replay.state(),
      said: replay.sentences(eyes.value, lang.value).filter(Boolean),
      next: at.value < replay.length,
    };
  });
  const { state, said } = now.value;
  const advice = useAdvice(replay, at.value, advising.value);
  return (
    <main class="replay" data-testid="replay-screen">
      <header class="page-head">
        <IconButton icon="back" label={t('Home')} onClick={onClose} />
        <h1 tabIndex={-1} ref={head}>
          {rulesTitle(replay, replay.seats)} · {tn('{n} player', '{n} players', replay.seats)}
        </h1>
      </header>
      <section class="replay-felt" aria-label={t('The table')}>
        <div class="replay-top">
          <div class={`replay-card ${state.top && isWild(state.top) ? `as-${state.color}` : ''}`}>{state.top ? <Card card={state.top} /> : <Back />}</div>
          <div>
            <p class="replay-round">
              {state.round ? t('Round {n}', { n: state.round }) : t('Before the first round')}{' '}
              {state.color ? (
                <>
                  · <Shape color={state.color} /> {colorName(state.color)}
                </>
              ) : null}{' '}
              {state.pending ? <b class="debt-small">+{state.pending}</b> : null}
            </p>
            <div class="replay-said" aria-live="polite" data-testid="replay-said">
              {at.value === 0 && said.length > MOST_SAID ? (
                <details>
                  <summary>{t('The match begins: {names}.', { names: names.join(', ') })}</summary>
                  {said.map((line, i) => (
                    <p key={i}>{line}</p>
                  ))}
                </details>
              ) : (
                said.map((line, i) => <p key={i}>{line}</p>)
              )}
            </div>
          </div>
        </div>
        <ul class="replay-hands" role="list">
          {state.hands.map((hand, seat) => (
            <li
              key={seat}
              class={state.turn === seat && !state.phase.endsWith('over') ? 'turn' : ''}
              data-testid={`replay-seat-${seat}`}
            >
              <span class={`avatar tint-${seat}`} aria-hidden={true}>
                {replay.players[seat]?.sits === 'person' ? initial(names[seat]!) : <BotFace name={names[seat]!} />}
              </span>
              <span class="replay-name">
                {replay.options.teams ? <Team seat={seat} of={replay.seats} /> : null}
                {names[seat]} {seat === me ? <span class="pill">{t('you')}</span> : null}{' '}
                {withoutPoints(replay) ? null : <span>{tn('{n} point', '{n} points', state.scores[seat] ?? 0)}</span>}
              </span>
              <span
                class="replay-cards"
                role="img"
                aria-label={
                  hand.length > 0 && (eyes.value === 'all' || eyes.value === seat)
                    ? sorted(hand).map(cardName).join(', ')
                    : tn('{n} card', '{n} cards', hand.length)
                }
              >
                {sorted(hand).map((card, i) => (
                  <span key={i} class="small-card">
                    {eyes.value === 'all' || eyes.value === seat ? <Card card={card} /> : <Back />}
                  </span>
                ))}
              </span>
            </li>
          ))}
        </ul>
        {state.phase.endsWith('over') ? <Standings replay={replay} names={names} /> : null}
      </section>
      <div class="replay-bar">
        <div class="replay-where">
          <input
            type="range"
            class="range"
            min={0}
            max={replay.length}
            value={at.value}
            aria-label={t('Move')}
            aria-valuetext={t('Move {i} of {n}', { i: at.value, n: replay.length })}
            data-testid="replay-range"
            onInput={(e) => go(Number(e.currentTarget.value))}
          />
          <span class="replay-at">
            {at.value} / {replay.length}
          </span>
        </div>
        <div class="row">
          <IconButton
            icon="prev"
            label={t('Previous round')}
            onClick={() => go([...replay.rounds].reverse().find((n) => n < at.value) ?? 0)}
          />
          <IconButton icon="back" label={t('Step back')} testid="step-back" onClick={() => go(at.value - 1)} />
          <IconButton
            icon={playing.value ? 'pause' : 'play'}
            label={playing.value ? t('Pause') : t('Play')}
            onClick={() => (playing.value = !playing.value)}
          />
          <span class="flip">
            <IconButton icon="back" label={t('Step forward')} testid="step-on" onClick={() => go(at.value + 1)} />
          </span>
          <IconButton
            icon="next"
            label={t('Next round')}
            onClick={() => go(replay.rounds.find((n) => n > at.value) ?? replay.length)}
          />
        </div>
      </div>
      <div class="replay-more">
        <div class="row wrap">
          <label class="inline-field">
            {t('Point of view')}
            <select
              class="select"
              value={String(eyes.value)}
              data-testid="replay-eyes"
              onChange={(e) => (eyes.value = e.currentTarget.value === 'all' ? 'all' : Number(e.currentTarget.value))}
            >
              <option value="all">{t('all hands')}</option>
              {names.map((name, seat) => (
                <option key={seat} value={seat}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label class="check">
            <input
              type="checkbox"
              checked={advising.value}
              data-testid="replay-advise"
              onChange={(e) => (advising.value = e.currentTarget.checked)}
            />{' '}
            {t('What would an expert do?')}
          </label>
        </div>
        {advising.value && at.value < replay.length ? (
          <p class="advice" role="status" data-testid="advice">
            {advice === undefined
              ? t('thinks…')
              : advice === null
                ? t('There is nothing to decide here.')
                : advice.agree
                  ? t('The same: {what}.', { what: commandText(advice.best, names) })
                  : t('{best}; the player chose: {done}.', {
                      best: commandText(advice.best, names),
                      done: commandText(advice.done, names),
                    })}
          </p>
        ) : null}
      </div>
      <FairShuffle replay={replay} match={match} />
      <Coach replay={replay} names={names} onGo={go} />
      {link ? (
        <div class="invite-words">
          <input class="input" readOnly value={link} aria-label={t('Link to this match')} />
          <ShareButtons url={link} title="Mazo" />
        </div>
      ) : null}
    </main>
  );
}
