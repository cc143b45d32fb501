/*
 * Lobby.tsx - a table before the match. A guest types a name and sits down; the host invites,
 * chooses rules and seats, and deals.
 */
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t, tn } from '../../i18n.js';
import { teamName, teamTint } from '../../game/ranking.js';
import type { Seat, TableMessage, TableWishes } from '../../local/api.js';
import { whyAgain, type Game } from '../../state/game.js';
import { go } from '../../state/route.js';
import { Button, Fingerprint, IconButton, Panel, Question, Stepper, Switch } from '../controls.js';
import { levelTitle, LEVELS, STYLES } from '../bots.js';
import { usePage, usePeople } from '../LiveRegions.js';
import { Icon } from '../icons.js';
import { Invite } from '../Invite.js';
import { Logo } from '../Logo.js';
import { PushSwitch } from '../PushSwitch.js';
import { RulesDoor } from '../RulesDoor.js';
import { RulesForm, mostSeats, problemOf, rulesTitle, withRules, type Chosen } from '../RulesForm.js';
import { Avatar, Bubbles } from '../table/Seats.js';
import { GameContext, isHeir, isHost, openPanel, removeFromTable, stageOf, takeOver } from '../table/context.js';
import { Score } from '../table/Evening.js';
import { SitDown } from '../table/SitDown.js';
import { NoticeLine } from '../table/Notice.js';
import { NetState } from '../table/TableScreen.js';
import { Panels } from '../table/panels.js';
import { ClockPicker, clockName, howLong, LengthPicker, TitleField } from './fields.js';
import { BotsFill, Countdown, QuickTable } from './QuickTable.js';

function SeatSetter({ game, seat, programs }: { game: Game; seat: Seat; programs: string[] }) {
  const now = seat.sits === 'bot' ? seat.bot : seat.sits === 'program' ? `program:${seat.name}` : seat.sits;
  const set = (to: string): void => game.send({ type: 'seat', table: game.code, seat: seat.seat, to });
  const listed = new Set(LEVELS.map((l) => l.id));
  return (
    <select
      class="select seat-setter"
      aria-label={t('Seat {n}', { n: seat.seat + 1 })}
      value={now}
      data-testid={`set-seat-${seat.seat}`}
      onChange={(e) => set(e.currentTarget.value)}
    >
      <option value="open">{t('for a friend')}</option>
      {LEVELS.map((l) => (
        <option key={l.id} value={l.id}>
          {t('bot: {level}', { level: levelTitle(l.id) })}
        </option>
      ))}
      <optgroup label={t('Bots with character')}>
        {STYLES.filter((s) => s.id).map((s) => (
          <option key={s.id} value={`hard:${s.id}`}>
            {levelTitle(`hard:${s.id}`)}
          </option>
        ))}
      </optgroup>
      {programs.map((p) => (
        <option key={p} value={`program:${p}`}>
          {p}
        </option>
      ))}
      {seat.sits === 'bot' && !listed.has(seat.bot) && !/^hard:/.test(seat.bot) ? (
        <option value={seat.bot}>{seat.bot}</option>
      ) : null}
      <option value="closed">{t('nobody')}</option>
    </select>
  );
}

/** What the host is asked before it happens. */
interface Asked {
  what: 'kick' | 'host';
  seat: number;
  name: string;
}

/** Where a seat will be once the cards are dealt: closed ones are left out. Null: no teams, or they cannot be made. */
function teamOf(table: TableMessage, seat: Seat): { seat: number; of: number } | null {
  const open = table.seats.filter((s) => s.sits !== 'closed');
  const at = open.indexOf(seat);
  return table.options.teams && at >= 0 && open.length > 3 && open.length % 2 === 0 ? { seat: at, of: open.length } : null;
}

const SWAP_NOT = -2;
const SWAP_FIRST = -1;

/** The host lets two seats change places. */
function SwapButton({ game, seat, swaps }: { game: Game; seat: Seat; swaps: Signal<number> }) {
  const first = swaps.value === seat.seat;
  const choose = (): void => {
    if (swaps.value === SWAP_FIRST) swaps.value = seat.seat;
    else if (first) swaps.value = SWAP_FIRST;
    else {
      game.send({ type: 'swap', table: game.code, seat: swaps.value, with: seat.seat });
      swaps.value = SWAP_NOT;
    }
  };
  return (
    <Button class={first ? 'main small' : 'quiet small'} aria-pressed={first} testid={`swap-${seat.seat}`} onClick={choose}>
      {first || swaps.value === SWAP_FIRST ? t('Swap') : t('With this one')}
    </Button>
  );
}

function SeatRow({
  game,
  table,
  seat,
  host,
  swaps,
  onAsk,
}: {
  game: Game;
  table: TableMessage;
  seat: Seat;
  host: boolean;
  swaps: Signal<number>;
  onAsk: (asked: Asked) => void;
}) {
  const mine = seat.seat === table.you;
  const name = 'name' in seat ? seat.name : '';
  const team = teamOf(table, seat);
  const swapping = host && swaps.value !== SWAP_NOT;
  return (
    <li class={`lobby-seat ${seat.sits} ${mine ? 'mine' : ''}`} data-testid={`lobby-seat-${seat.seat}`}>
      {seat.sits === 'open' || seat.sits === 'closed' ? (
        <span class="avatar empty" aria-hidden={true}>
          {seat.sits === 'closed' ? <Icon name="close" /> : null}
        </span>
      ) : (
        <Avatar seat={seat} name={name} />
      )}
      <span class="lobby-name">
        {seat.sits === 'open' ? t('free') : seat.sits === 'closed' ? t('nobody') : name}
        {seat.sits === 'person' && seat.player === table.host ? (
          <span class="pill host-pill">
            <Icon name="crown" /> {t('host')}
          </span>
        ) : null}
        {mine ? <span class="pill">{t('you')}</span> : null}
        {team ? <b class={`team ${teamTint(team.seat, team.of)}`}>{t('Team {x}', { x: teamName(team.seat, team.of) })}</b> : null}
        {seat.sits === 'bot' && !host ? <span class="hint"> {levelTitle(seat.bot)}</span> : null}
        {seat.sits === 'person' && !seat.here ? <span class="hint"> {t('away')}</span> : null}
      </span>
      <Bubbles seat={seat.seat} />
      {swapping ? <SwapButton game={game} seat={seat} swaps={swaps} /> : null}
      {seat.sits === 'open' && !host && table.you !== null ? (
        <Button
          class="quiet small sit-here"
          aria-label={`${t('Sit here')}: ${t('Seat {n}', { n: seat.seat + 1 })}`}
          testid={`sit-${seat.seat}`}
          onClick={() => game.send({ type: 'sit', table: game.code, seat: seat.seat })}
        >
          {t('Sit here')}
        </Button>
      ) : null}
      {host && !swapping && seat.sits !== 'person' ? <SeatSetter game={game} seat={seat} programs={table.programs} /> : null}
      {host && !swapping && seat.sits === 'person' && !mine ? (
        <>
          <Button
            class="quiet small make-host"
            aria-label={`${t('Make host')}: ${name}`}
            testid={`make-host-${seat.seat}`}
            onClick={() => onAsk({ what: 'host', seat: seat.seat, name })}
          >
            <Icon name="crown" /> {t('Make host')}
          </Button>
          <IconButton
            icon="door"
            label={t('Remove {name}', { name })}
            testid={`kick-${seat.seat}`}
            onClick={() => onAsk({ what: 'kick', seat: seat.seat, name })}
          />
        </>
      ) : null}
    </li>
  );
}

function AskHost({ game, asked: { what, seat, name }, onClose }: { game: Game; asked: Asked; onClose: () => void }) {
  const kick = what === 'kick';
  const label = kick ? t('Remove {name}', { name }) : t('Hand the table over to {name}', { name });
  return (
    <Panel title={label} onClose={onClose} testid="ask-host">
      <Question
        text={
          kick
            ? t('Remove {name}? The link still works: {name} can come back.', { name })
            : t('{name} will choose the rules and deal; you will not.', { name })
        }
        yes={label}
        testid={what}
        onYes={() => {
          onClose();
          game.send({ type: what, table: game.code, seat });
        }}
        onEver={kick ? () => (onClose(), removeFromTable(game, seat)) : undefined}
        onNo={onClose}
      />
    </Panel>
  );
}

function HostRules({ game, table }: { game: Game; table: TableMessage }) {
  const { turn_clock: _clock, ...options } = table.options;
  const chosen: Chosen = { rules: table.rules, options };
  const seats = table.seats.length;
  const people = table.seats.filter((s) => s.sits === 'person').length;
  const closed = table.seats.filter((s) => s.sits === 'closed').length;
  const wanted = useSignal<number | undefined>(undefined);
  const set = (change: TableWishes): void => game.send({ type: 'rules', table: game.code, ...change });
  const change = (next: Chosen): void => {
    const form = withRules({ chosen, seats, wanted: wanted.value }, next);
    const same = next.rules === chosen.rules;
    const count = same ? seats : Math.max(people, form.seats);
    const problem = problemOf(next, same ? seats - closed : count);
    wanted.value = form.wanted;
    if (problem) game.say(problem, 'bad');
    else set({ ...next, seats: count, clock: table.clock });
  };
  return (
    <section class="block">
      <RulesForm chosen={chosen} seats={seats} onChange={change} />
      <LengthPicker chosen={chosen} onChange={change} />
      <RulesDoor rules={{ ...chosen, seats }} />
      <div class="field inline">
        <span class="label">{t('Seats')}</span>
        <Stepper
          label={t('Seats')}
          value={seats}
          least={Math.max(2, people)}
          most={mostSeats(table.rules)}
          onChange={(count) => {
            wanted.value = count;
            set({ seats: count });
          }}
          testid="lobby-seats"
        />
      </div>
      <ClockPicker value={table.clock} onChange={(clock) => set({ clock })} />
      <Switch
        checked={table.public}
        onChange={(on) => set({ public: on })}
        label={t('Public: anybody can find it')}
        testid="lobby-public"
      />
      <Switch
        checked={!!table.fill}
        onChange={(on) => set({ fill: on })}
        label={t('Fills up by itself: bots take the free seats, and people can take over from them')}
        testid="lobby-fill"
      />
      <TitleField value={table.title} onChange={(title) => set({ title })} testid="lobby-title" />
    </section>
  );
}

/** What the server promises before the deal, for anyone who wants to write it down. */
function Promised({ commitment }: { commitment: string }) {
  return (
    <details class="house">
      <summary class="button quiet wide" data-testid="fair-shuffle">
        <Icon name="hand" /> {t('Fair shuffle')}
      </summary>
      <p class="hint">
        {t(
          'The cards come from a secret of the server and from random numbers of every player. All are fixed before any is shown, so nobody can choose the cards, not even the host. This is the fingerprint of the secret; after the match, the replay checks everything.',
        )}
      </p>
      <Fingerprint value={commitment} />
    </details>
  );
}

function Workshop({ game }: { game: Game }) {
  const table = game.table.value!;
  const host = isHost(game);
  const people = table.seats.filter((s) => s.sits === 'person' && s.here).length;
  const open = table.seats.filter((s) => s.sits === 'open').length;
  const invited = table.you === null && open > 0; // who comes by the link is offered a seat, and nothing else
  const watchers = invited ? 0 : table.watchers;
  // Its last match cannot be shown.
  const over = table.status === 'over';
  const asked = useSignal<Asked | null>(null);
  const title = table.title || t('Table {code}', { code: table.table });
  const head = usePage(title);
  usePeople(game);
  const swaps = useSignal(SWAP_NOT);
  return (
    <main class="page lobby" data-testid="lobby">
      <header class="page-head">
        <IconButton icon="back" label={t('Home')} onClick={() => go('/')} />
        <Logo small />
        <IconButton
          icon="chat"
          label={t('Chat')}
          badge={game.unread.value}
          testid="open-chat"
          onClick={() => (openPanel.value = { panel: 'chat' })}
        />
      </header>
      <NetState />
      <div class="columns">
        <section class="block">
          <h1 tabIndex={-1} ref={head}>
            {title}
          </h1>
          <p class="hint">
            <span data-testid="rules-title">{rulesTitle(table, table.seats.length)}</span>
            {table.clock ? ` · ${clockName(table.clock)}` : ''} ·{' '}
            {tn('{n} person here', '{n} people here', people)}{' '}
            {watchers > 0 ? (
              <Button class="quiet small" testid="watchers" onClick={() => (openPanel.value = { panel: 'watchers' })}>
                <Icon name="eye" /> {tn('{n} spectator', '{n} spectators', watchers)}
              </Button>
            ) : null}
          </p>
          <p class="hint" data-testid="length">
            {howLong(table)}
          </p>
          <Score table={table} />
          {table.you !== null ? null : invited ? (
            <SitDown game={game} />
          ) : (
            <p class="hint" data-testid="full">
              {t('All seats are taken. You can watch.')}
            </p>
          )}
          <ul class="lobby-seats" role="list">
            {table.seats.map((seat) => (
              <SeatRow key={seat.seat} game={game} table={table} seat={seat} host={host} swaps={swaps} onAsk={(a) => (asked.value = a)} />
            ))}
          </ul>
          {table.options.teams ? (
            <p class="hint" data-testid="teams-said">
              {t('Partners sit opposite each other.')}
            </p>
          ) : null}
          {host ? (
            <Button
              class="quiet small"
              testid="swap"
              aria-pressed={swaps.value !== SWAP_NOT}
              onClick={() => (swaps.value = swaps.value === SWAP_NOT ? SWAP_FIRST : SWAP_NOT)}
            >
              {swaps.value === SWAP_NOT ? t('Change places') : t('Leave the places as they are')}
            </Button>
          ) : null}
          {host ? (
            <>
              <Button
                class="main big wide"
                testid="start"
                disabled={!!table.opening}
                onClick={() => game.send({ type: over ? 'rematch' : 'start', table: game.code })}
              >
                <Icon name="play" /> {over ? t('Play again') : t('Deal')}
              </Button>
              {open > 0 && !table.fill ? <p class="hint center-text">{t('Bots take the free seats.')}</p> : null}
            </>
          ) : isHeir(game) ? (
            <Button class="main wide" testid="take-over" onClick={() => takeOver(game)}>
              {t('The host has left: take over the table')}
            </Button>
          ) : table.you !== null && !table.opening && !table.fill ? (
            <p class="waiting-host" role="status">
              {t('You have a seat. The host will deal soon.')}
            </p>
          ) : null}
          <Countdown table={table} />
          {table.fill ? <BotsFill /> : null}
          {table.again ? (
            <p class="waiting-host" data-testid="started-over">
              {whyAgain(table)}
            </p>
          ) : null}
          <PushSwitch game={game} />
          {table.you !== null && !host ? (
            <Button class="quiet" testid="stand" onClick={() => game.send({ type: 'stand', table: game.code })}>
              {t('Leave the seat')}
            </Button>
          ) : null}
        </section>
        {invited ? null : (
          <section class="block invite-block">
            <h2>{t('Invite friends')}</h2>
            <Invite code={table.table} />
            {table.commitment ? <Promised commitment={table.commitment} /> : null}
          </section>
        )}
        {host ? (
          <HostRules game={game} table={table} />
        ) : (
          <section class="block">
            <RulesDoor rules={{ rules: table.rules, options: table.options, seats: table.seats.length }} />
          </section>
        )}
      </div>
      {asked.value ? <AskHost game={game} asked={asked.value} onClose={() => (asked.value = null)} /> : null}
      <Panels />
    </main>
  );
}

/** Among friends, or for who changes the table; strangers who wait to play see less. */
export function Lobby({ game }: { game: Game }) {
  const table = game.table.value!;
  useEffect(() => {
    game.onreaction = (seat, face, name) => stageOf(game).react(seat, face, name);
    return () => void (openPanel.value = null);
  }, [game]);
  return (
    <GameContext.Provider value={game}>
      {table.fill && table.public ? <QuickTable game={game} /> : <Workshop game={game} />}
      <NoticeLine />
    </GameContext.Provider>
  );
}
