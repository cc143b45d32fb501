/*
 * Review.tsx - a match looked over: luck and skill in words, the reader's moments, everybody's chances, the fair shuffle.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { cardName, sorted } from '../../game/cards.js';
import { N, t, tn } from '../../i18n.js';
import type { Advice, FairCheck } from '../../local/api.js';
import { loadWords } from '../../state/engine.js';
import { sound } from '../../state/prefs.js';
import { judge, type Fairness } from '../../state/shuffle.js';
import { Card } from '../Card.js';
import { Button, Fingerprint, Panel, Switch } from '../controls.js';
import { Icon } from '../icons.js';
import { ShareButtons } from '../Invite.js';
import { openPanel } from '../table/context.js';
import { Coach } from './Coach.js';
import { commandText, percent } from './commands.js';
import { chancesOf, pathOf } from './curve.js';
import { useReplay } from './ReplayBars.js';
import type { ReplayGame } from './ReplayGame.js';

const VERDICTS: Record<Fairness, { icon: 'check' | 'close' | 'hand'; text: string }> = {
  kept: { icon: 'check', text: N('Fair shuffle: nobody could choose these cards, not even the host. Your random numbers are in it.') },
  older: { icon: 'hand', text: N('The secret is the one promised before the deal. By this older rule, a host who also played could still have chosen the cards.') },
  right: { icon: 'check', text: N('The shuffle agrees with itself. Only a player who was at the table can check more.') },
  broken: { icon: 'close', text: N('This is not the shuffle that was promised before the deal!') },
  wrong: { icon: 'close', text: N('The shuffle does not fit its own fingerprint!') },
  none: { icon: 'hand', text: N('This match has no fair shuffle to check.') },
};

function FairShuffle({ game }: { game: ReplayGame }) {
  const check = useSignal<FairCheck | null>(null);
  useEffect(() => {
    game.replay.verify().then(
      (c) => (check.value = c),
      () => {},
    );
  }, [game]);
  if (!check.value) return null;
  const { fairness, again } = judge(game.key, check.value);
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

/** Everybody's chance to win: a small curve and where it is now. */
function Chances({ game }: { game: ReplayGame }) {
  const { chances, at, replay, names } = game;
  const known = chances.value;
  const now = known[at.value];
  return (
    <section class="chances">
      <h3>{t('Chance to win, to someone who sees all hands')}</h3>
      <ul role="list" data-testid="chances">
        {names.value.map((name, seat) => (
          <li key={seat}>
            <span class="chance-name">{name}</span>
            <svg viewBox={`0 0 ${Math.max(1, replay.length)} 1`} preserveAspectRatio="none" aria-hidden={true}>
              <path class="curve" d={pathOf(chancesOf(known, seat))} />
              <path class="here" d={`M${at.value} 0V1`} />
            </svg>
            <b>{now ? percent(now[seat] ?? 0) : '…'}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What an expert would do in this place, where that is asked. */
function Expert({ game }: { game: ReplayGame }) {
  const on = useSignal(false);
  const advice = useSignal<Advice | null | undefined>(undefined);
  const at = game.at.value;
  const names = game.names.value;
  useEffect(() => {
    advice.value = undefined;
    if (!on.value || at >= game.replay.length) return undefined;
    let stale = false;
    const timer = setTimeout(
      () =>
        void game.advise().then(
          (a) => void (stale || (advice.value = a)),
          () => {},
        ),
      150,
    );
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [game, at, on.value]);
  const { value } = advice;
  return (
    <>
      <Switch checked={on.value} onChange={(now) => (on.value = now)} label={t('What would an expert do?')} testid="replay-advise" />
      {on.value && at < game.replay.length ? (
        <p class="advice" role="status" data-testid="advice">
          {value === undefined
            ? t('thinks…')
            : value === null
              ? t('There is nothing to decide here.')
              : value.agree
                ? t('The same: {what}.', { what: commandText(value.best, names) })
                : t('{best}; the player chose: {done}.', { best: commandText(value.best, names), done: commandText(value.done, names) })}
        </p>
      ) : null}
    </>
  );
}

export function Review({ onClose }: { onClose: () => void }) {
  const game = useReplay();
  const link = game.key && `${location.origin}/r/${game.key}`;
  useEffect(() => void loadWords(), []);
  return (
    <Panel title={t('Review of the match')} onClose={onClose} testid="review" side>
      <Coach game={game} />
      <Expert game={game} />
      <Chances game={game} />
      <FairShuffle game={game} />
      {link ? (
        <div class="invite-words">
          <input class="input" readOnly value={link} aria-label={t('Link to this match')} />
          <ShareButtons url={link} title="Mazo" />
        </div>
      ) : null}
      <Button class="quiet wide" testid="open-rules" onClick={() => (openPanel.value = { panel: 'rules' })}>
        <Icon name="book" /> {t('The rules of this table')}
      </Button>
      <Button class="quiet wide needs-keys" testid="open-keys" onClick={() => (openPanel.value = { panel: 'keys' })}>
        {t('Keys')}
      </Button>
      <Switch checked={sound.value} onChange={(on) => (sound.value = on)} label={t('Sounds')} />
    </Panel>
  );
}

/** A player of a match that has been played: the cards, large; and the table as it was seen from there. */
export function SeatOfReplay({ seat, onClose }: { seat: number; onClose: () => void }) {
  const game = useReplay();
  const name = game.names.value[seat] ?? '';
  const eyes = game.eyes.value;
  const open = eyes === 'all' || eyes === seat;
  const cards = sorted(game.hands.value[seat] ?? []);
  return (
    <Panel title={name} onClose={onClose} testid="seat-panel">
      {open && cards.length ? (
        <div class="shown-hand" role="img" aria-label={cards.map(cardName).join(', ')} >
          {cards.map((card, i) => (
            <div key={i}>
              <Card card={card} />
            </div>
          ))}
        </div>
      ) : (
        <p>{tn('{n} card', '{n} cards', cards.length)}</p>
      )}
      <Button
        class="wide"
        testid="see-as"
        onClick={() => {
          game.seeAs(eyes === seat ? 'all' : seat);
          onClose();
        }}
      >
        <Icon name="eye" /> {eyes === seat ? t('Show all hands') : t('See it as {name} did', { name })}
      </Button>
    </Panel>
  );
}
