/*
 * panels.tsx - what opens over the table: log, rules in words, menu, a player.
 */
import { useSignal } from '@preact/signals';
import { cardName } from '../../game/cards.js';
import { teamName } from '../../game/ranking.js';
import { t, tn } from '../../i18n.js';
import type { Seat } from '../../local/api.js';
import { pointsText, ruleDoes, ruleInForce, ruleText, sentences, withoutPoints } from '../../state/game.js';
import { lessMotion, shortcuts, sound } from '../../state/prefs.js';
import { go } from '../../state/route.js';
import { originOf } from '../../state/whatIf.js';
import { Button, Panel, Question, Switch } from '../controls.js';
import { levelTitle } from '../bots.js';
import { Card } from '../Card.js';
import { Icon } from '../icons.js';
import { Invite } from '../Invite.js';
import { LangPicker, ThemePicker } from '../pages/fields.js';
import { ReplayGame } from '../replay/ReplayGame.js';
import { Review, SeatOfReplay } from '../replay/Review.js';
import { PushSwitch } from '../PushSwitch.js';
import { LONG_TURN_S } from '../../state/push.js';
import { RulesInWords } from '../RulesInWords.js';
import { Chat } from './Chat.js';
import { isHost, openPanel, removeFromTable, useGame } from './context.js';
import { Watchers } from './Watchers.js';
import { SitDown } from './SitDown.js';
import { KeyList } from './KeyList.js';

const close = (): void => void (openPanel.value = null);

function Log() {
  const game = useGame();
  const entries = [...game.log.value].reverse();
  return (
    <Panel title={t('What happened')} onClose={close} testid="log" side>
      <ol class="log-lines" role="list" reversed>
        {entries.map((entry) =>
          sentences(entry)
            .reverse()
            .map((line, i) => <li key={`${entry.n}.${i}`}>{line}</li>),
        )}
      </ol>
    </Panel>
  );
}

function Rules() {
  const game = useGame();
  const table = game.table.value;
  const view = game.view.value;
  const rules = view?.rules ?? table?.rules;
  const written = view?.rule_cards ?? [];
  return (
    <Panel title={t('The rules of this table')} onClose={close} testid="rules" side>
      {written.length > 0 ? (
        <section class="rules-words">
          <h3>{t('Rule cards you know')}</h3>
          <ul role="list">
            {written.map((c, i) => (
              <li key={i}>
                {ruleText(c)} <small>{ruleDoes(c)}</small>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <RulesInWords rules={{ rules, options: view?.options ?? table?.options, seats: view?.sizes.length }} />
    </Panel>
  );
}

function Keys() {
  const replayed = useGame() instanceof ReplayGame;
  return (
    <Panel title={t('Keys')} onClose={close} testid="keys" side>
      <KeyList replayed={replayed} />
      <Switch checked={shortcuts.value} onChange={(on) => (shortcuts.value = on)} label={t('Keys on')} />
    </Panel>
  );
}

/** A bot takes over for who leaves while others play, and the match waits where only bots are left: as room_has_company() in
 * the server. Turns of hours wait too. */
function Leave() {
  const game = useGame();
  const table = game.table.value;
  const asking = useSignal(false);
  const playing = table?.status === 'playing' && table.you !== null;
  const others = !!table?.seats.some((s) => s.sits === 'person' && s.here && s.seat !== table.you);
  const bot = playing && others && table.clock < LONG_TURN_S;
  const leave = (): void => {
    close();
    go('/');
  };
  if (asking.value)
    return (
      <Question
        text={t('A bot plays for you until you come back.')}
        yes={t('Leave the table')}
        testid="leave"
        onYes={leave}
        onNo={() => (asking.value = false)}
      />
    );
  return (
    <Button class="wide warn" testid="leave" onClick={() => (bot && !game.local ? (asking.value = true) : leave())}>
      <Icon name="door" />{' '}
      {game.local ? t('Leave; the match is saved') : playing && !others ? t('Leave; the match waits for you') : t('Leave the table')}
    </Button>
  );
}

function Menu() {
  const game = useGame();
  const from = game.local ? originOf(game.code) : undefined;
  return (
    <Panel title={game.local ? t('Against bots') : t('Table {code}', { code: game.code })} onClose={close} testid="menu" side>
      <div class="row">
        <Button class="quiet wide" onClick={() => (openPanel.value = { panel: 'log' })}>
          <Icon name="list" /> {t('What happened')}
        </Button>
        {game.local ? null : (
          <Button class="quiet wide" testid="open-share" onClick={() => (openPanel.value = { panel: 'share' })}>
            <Icon name="share" /> {t('Invite')}
          </Button>
        )}
      </div>
      {from ? (
        <Button
          class="wide"
          testid="menu-to-replay"
          onClick={() => {
            close();
            go(from);
          }}
        >
          <Icon name="eye" /> {t('Back to the replay')}
        </Button>
      ) : null}
      <Leave />
      <Switch checked={sound.value} onChange={(on) => (sound.value = on)} label={t('Sounds')} />
      <Switch checked={lessMotion.value} onChange={(on) => (lessMotion.value = on)} label={t('Less movement')} />
      <PushSwitch game={game} />
      <LangPicker />
      <ThemePicker />
      <Button class="quiet wide needs-keys" testid="open-keys" onClick={() => (openPanel.value = { panel: 'keys' })}>
        {t('Keys')}
      </Button>
    </Panel>
  );
}

/** Is the player there, and who plays if not? */
function presence(seat: Seat | undefined): string {
  if (seat?.sits !== 'person') return '';
  if (seat.away) return seat.left ? t('Has left: a bot plays.') : t('Does not answer: a bot plays.');
  return seat.here ? '' : t('Not connected. No bot plays yet.');
}

/** A player: what is known of the hand, and what can be done about him. */
function SeatPanel({ seat }: { seat: number }) {
  const game = useGame();
  const view = game.view.value!;
  const table = game.table.value;
  const who = table?.seats.find((s) => s.seat === seat);
  const known = view.others.find((o) => o.seat === seat);
  const host = isHost(game) && !game.local;
  const accuse =
    Number(ruleInForce(view, 'suggestion') ?? 0) > 0 && view.seat !== null && !view.vote && who?.sits === 'person';
  const person = who?.sits === 'person' ? who : null;
  const muted = person ? game.isMuted(person.player) : false;
  const asking = useSignal<'kick' | 'host' | null>(null);
  const act = (run: () => void) => () => {
    close();
    run();
  };
  return (
    <Panel title={game.names.value[seat] ?? ''} onClose={close} testid="seat-panel" side>
      <p>
        {tn('{n} card', '{n} cards', view.sizes[seat] ?? 0)}
        {withoutPoints(view) ? '' : ` · ${tn('{n} point', '{n} points', view.scores[seat] ?? 0)}`}
        {view.options.teams ? ` · ${pointsText(view, seat) || t('Team {x}', { x: teamName(seat, view.sizes.length) })}` : ''}
        {who?.sits === 'bot' ? ` · ${levelTitle(who.bot)}` : ''}
        {view.dealer === seat && view.round > 0 ? ` · ${t('dealer')}` : ''}
      </p>
      {presence(who) ? <p data-testid="presence">{presence(who)}</p> : null}
      {known?.shown.length ? (
        <>
          <p class="hint">{t('Known to hold:')}</p>
          <div class="shown-hand" role="img" aria-label={known.shown.map(cardName).join(', ')}>
            {known.shown.map((c, i) => (
              <div key={i}>
                <Card card={c} />
              </div>
            ))}
          </div>
        </>
      ) : null}
      {who?.sits === 'bot' && who.gives && view.seat === null && table?.status === 'playing' ? (
        <>
          <p class="hint">{t('Sit down here and you take over the hand and the points of this bot.')}</p>
          <SitDown game={game} seat={seat} onDone={close} />
        </>
      ) : null}
      {accuse ? (
        <Button class="wide" testid="accuse" onClick={act(() => game.do({ do: 'accuse', who: seat }))}>
          <Icon name="flag" /> {t('Accuse of telling others what to play')}
        </Button>
      ) : null}
      {person && !game.local ? (
        <Button class="wide quiet" testid="mute" onClick={act(() => game.mute(person.player, !muted))}>
          <Icon name={muted ? 'sound' : 'mute'} /> {muted ? t('Unmute') : t('Mute')}
        </Button>
      ) : null}
      {host && person ? (
        asking.value ? (
          <Question
            text={
              asking.value === 'kick'
                ? t('Remove {name}? A bot takes over the cards and points.', { name: person.name })
                : t('{name} will choose the rules and deal; you will not.', { name: person.name })
            }
            yes={asking.value === 'kick' ? t('Remove {name}', { name: person.name }) : t('Hand the table over')}
            testid={asking.value}
            onYes={act(() => game.send({ type: asking.peek()!, table: game.code, seat }))}
            onEver={asking.value === 'kick' ? act(() => removeFromTable(game, seat)) : undefined}
            onNo={() => (asking.value = null)}
          />
        ) : (
          <>
            <Button class="wide quiet" testid="make-host" onClick={() => (asking.value = 'host')}>
              <Icon name="crown" /> {t('Hand the table over')}
            </Button>
            <Button class="wide warn" testid="kick" onClick={() => (asking.value = 'kick')}>
              <Icon name="door" /> {t('Remove {name}', { name: person.name })}
            </Button>
          </>
        )
      ) : null}
      {host && who?.sits === 'bot' && who.kicked ? (
        <Button
          class="wide"
          testid="readmit"
          onClick={act(() => game.send({ type: 'readmit', table: game.code, seat }))}
        >
          <Icon name="people" /> {t('Give the seat back to {name}', { name: who.kicked })}
        </Button>
      ) : null}
    </Panel>
  );
}

export function Panels() {
  const open = openPanel.value;
  const game = useGame();
  switch (open?.panel) {
    case 'chat':
      return <Chat />;
    case 'watchers':
      return <Watchers />;
    case 'log':
      return <Log />;
    case 'rules':
      return <Rules />;
    case 'menu':
      return <Menu />;
    case 'keys':
      return <Keys />;
    case 'seat':
      return game instanceof ReplayGame ? <SeatOfReplay seat={open.seat} onClose={close} /> : <SeatPanel seat={open.seat} />;
    case 'review':
      return <Review onClose={close} />;
    case 'share':
      return (
        <Panel title={t('Invite')} onClose={close} testid="share" side>
          <Invite code={game.code} />
        </Panel>
      );
    default:
      return null;
  }
}
