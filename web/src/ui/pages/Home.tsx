/*
 * Home.tsx - the start page: play at once, open a table, come to one, look at a match.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t, tn } from '../../i18n.js';
import { dayOf, dayTable, type KeptMatch } from '../../local/api.js';
import { today } from '../../state/day.js';
import { words } from '../../state/engine.js';
import { brought, codeIn } from '../../state/devices.js';
import { turnHere } from '../../state/announce.js';
import { kept } from '../../state/storage.js';
import { install } from '../../state/install.js';
import { keptMatches } from '../../state/local.js';
import { followTables, myTables, socket, trouble } from '../../state/me.js';
import { askToTell, canTell, tellsTurns } from '../../state/turns.js';
import { alone, go } from '../../state/route.js';
import { Button, Link } from '../controls.js';
import { Back, Card } from '../Card.js';
import { usePage } from '../LiveRegions.js';
import { Icon } from '../icons.js';
import { Logo } from '../Logo.js';
import { sheetTitle } from '../RulesForm.js';
import { standingText } from './Offline.js';

function Fan() {
  return (
    <div class="home-fan" aria-hidden={true}>
      <div>
        <Card card="R7" />
      </div>
      <div>
        <Card card="B+2" />
      </div>
      <div>
        <Card card="W+4" />
      </div>
      <div>
        <Card card="GS" />
      </div>
      <div>
        <Card card="Y3" />
      </div>
      <div class="fan-back">
        <Back />
      </div>
    </div>
  );
}

function MyTables() {
  const list = myTables.value;
  if (list.length === 0) return null;
  return (
    <section class="block" aria-label={t('Your tables')}>
      <h2>{t('Your tables')}</h2>
      <ul class="tables" role="list">
        {list.map((table) => (
          <li key={table.table}>
            <Link class="table-link" to={`/t/${table.table}`} testid={`my-${table.table}`}>
              <b>{table.title || table.table}</b>
              {table.your_turn ? <span class="pill hot">{t('your turn')}</span> : null}
              <span class="hint">
                {table.status === 'playing'
                  ? t('playing')
                  : table.status === 'open'
                    ? t('waiting for players')
                    : table.status === 'stopped'
                      ? t('cannot be continued')
                      : t('over')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {canTell() && !tellsTurns.value && list.some((table) => table.status === 'playing') ? (
        <Button class="quiet wide" testid="tell-turns" onClick={() => void askToTell()}>
          <Icon name="bell" /> {t('Tell me when it is my turn')}
        </Button>
      ) : null}
    </section>
  );
}

/** The match against bots that was left last. */
function Resume({ solo }: { solo: readonly KeptMatch[] }) {
  const last = solo.find((m) => !m.over && !dayOf(m.table));
  return last ? (
    <Link class="button big wide" to={`/#play/${last.key}`} testid="resume">
      <Icon name="play" /> {t('Resume')} · {sheetTitle(last.rules)}, {tn('{n} player', '{n} players', last.seats)}
    </Link>
  ) : null;
}

/** What the deal of the day is today, or how it went. */
function DayDoor({ solo }: { solo: readonly KeptMatch[] }) {
  const date = today();
  const mine = solo.filter((m) => m.table === dayTable(date));
  const first = mine[mine.length - 1];
  const deal = words.value?.daily(date);
  const names = deal?.table.seats.flatMap((seat) => (seat.sits === 'bot' ? [seat.name] : [])).join(', ');
  const what = first?.over ? standingText(first) : first ? t('continue') : deal ? `${sheetTitle(deal.rules)} · ${names}` : '';
  return (
    <Link class="table-link day-door" to="/#day" testid="day">
      <Icon name="day" />
      <b>{deal ? t('Deal of the day {n}', { n: deal.number }) : t('Deal of the day')}</b>
      {first?.over ? <Icon name="check" /> : <span class="pill hot">{t('today')}</span>}
      <span class="hint" key={what}>
        {what}
      </span>
    </Link>
  );
}

function JoinByCode() {
  const code = useSignal('');
  const asked = useSignal(false);
  const ready = /^[A-Za-z0-9]{3,11}$/.test(code.value.trim());
  return (
    <>
      <form
        class="row join"
        onSubmit={(e) => {
          e.preventDefault();
          asked.value = !ready;
          const device = codeIn(code.value); // longer than those of tables
          if (device) brought.value = { code: device };
          if (ready) go(device ? '/#devices' : `/t/${code.value.trim().toUpperCase()}`);
        }}
      >
        <input
          class="input code-input"
          value={code.value}
          maxLength={11}
          autocapitalize="characters"
          autocomplete="off"
          spellcheck={false}
          aria-label={t('Code of a table')}
          placeholder={t('Code')}
          data-testid="code"
          onInput={(e) => (code.value = e.currentTarget.value)}
        />
        <Button type="submit" testid="join">
          {t('Join')}
        </Button>
      </form>
      {asked.value && !ready ? (
        <p class="bad" role="alert">
          {t('Type the code of a table first')}
        </p>
      ) : null}
    </>
  );
}

export function Home() {
  const online = socket.state.value !== 'broken' && !socket.unread.value && !socket.banned.value;
  const people = online && !alone;
  const head = usePage('');
  const solo = useSignal<KeptMatch[]>([]);
  useEffect(
    () =>
      void keptMatches().then(
        (list) => (solo.value = list),
        () => {},
      ),
    [],
  );
  useEffect(() => {
    if (alone) return undefined;
    // Who has been here before is told at once where to go on.
    if (kept('token')) socket.open();
    return followTables();
  }, []);
  const turn = myTables.value.some((table) => table.your_turn);
  useEffect(() => {
    turnHere.value = turn;
    return () => void (turnHere.value = false);
  }, [turn]);
  return (
    <main class="home" data-testid="home">
      <div class="home-hero">
        <Fan />
        <h1 tabIndex={-1} ref={head}>
          <Logo />
        </h1>
        <p class="tagline">{t('Four colors, one last card. With friends, or against fair bots.')}</p>
      </div>
      <div class="home-body">
        {people ? (
          <Link class="button main big wide" to="/#quick" testid="quick">
            <Icon name="play" /> {t('Play now')}
          </Link>
        ) : null}
        <Link class={`button big wide ${people ? '' : 'main'}`} to="/#offline" testid="play-now">
          <Icon name={people ? 'hand' : 'play'} /> {people ? t('Against bots') : t('Play now')}
        </Link>
        <Resume solo={solo.value} />
        <DayDoor solo={solo.value} />
        {alone ? null : (
          <Link class="button big wide" to="/#host" testid="open-table">
            <Icon name="people" /> {t('A table for friends')}
          </Link>
        )}
        <MyTables />
        {alone ? null : <JoinByCode />}
        {!online ? (
          <p class="hint" role="status">
            {socket.unread.value || socket.banned.value ? trouble() : t('No server here: you can play against bots.')}
          </p>
        ) : null}
        <nav class="home-links" aria-label={t('More')}>
          <Link to="/#learn" testid="learn">
            <Icon name="hand" /> {t('Learn to play')}
          </Link>
          {alone ? null : (
            <Link to="/#tables" testid="public-tables">
              <Icon name="list" /> {t('Public tables')}
            </Link>
          )}
          <Link to="/#replay" testid="replay">
            <Icon name="eye" /> {t('Replay')}
          </Link>
          {alone ? null : (
            <Link to="/#me" testid="me">
              <Icon name="crown" /> {t('Your matches')}
            </Link>
          )}
          <Link to="/#record" testid="record">
            <Icon name="star" /> {t('Your record')}
          </Link>
          <Link to="/#settings" testid="settings">
            <Icon name="gear" /> {t('Settings')}
          </Link>
        </nav>
        {install.value ? (
          <Button class="quiet wide" testid="install" onClick={install.value}>
            <Icon name="plus" /> {t('Install Mazo on this device')}
          </Button>
        ) : null}
      </div>
    </main>
  );
}
