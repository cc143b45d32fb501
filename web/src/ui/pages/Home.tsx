/*
 * Home.tsx - the start page: play at once, open a table, come to one, look at a match.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t, tn } from '../../i18n.js';
import type { KeptMatch } from '../../local/api.js';
import { brought, codeIn } from '../../state/devices.js';
import { turnHere } from '../../state/ears.js';
import { kept } from '../../state/keep.js';
import { keptMatches } from '../../state/local.js';
import { followTables, myTables, socket, trouble } from '../../state/me.js';
import { alone, go } from '../../state/route.js';
import { Button, Link } from '../bits.js';
import { Back, Card } from '../Card.js';
import { usePage } from '../Ears.js';
import { Icon } from '../icons.js';
import { Logo } from '../Logo.js';
import { sheetTitle } from '../RulesForm.js';

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
    </section>
  );
}

/** The match against bots that was left last. */
function Resume() {
  const last = useSignal<KeptMatch | null>(null);
  useEffect(
    () =>
      void keptMatches().then(
        (list) => (last.value = list.find((m) => !m.over) ?? null),
        () => {},
      ),
    [],
  );
  return last.value ? (
    <Link class="button big wide" to={`/#play/${last.value.key}`} testid="resume">
      <Icon name="play" /> {t('Resume')} · {sheetTitle(last.value.rules)},{' '}
      {tn('{n} player', '{n} players', last.value.seats)}
    </Link>
  ) : null;
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
  const head = usePage('');
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
        <Link class="button main big wide" to="/#offline" testid="play-now">
          <Icon name="play" /> {t('Play now')}
        </Link>
        <Resume />
        {alone ? null : (
          <Link class="button big wide" to="/#host" testid="open-table">
            <Icon name="people" /> {t('A table for friends')}
          </Link>
        )}
        {alone ? null : <JoinByCode />}
        {!online ? (
          <p class="hint" role="status">
            {socket.unread.value || socket.banned.value ? trouble() : t('No server here: you can play against bots.')}
          </p>
        ) : null}
        <MyTables />
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
          <Link to="/#settings" testid="settings">
            <Icon name="gear" /> {t('Settings')}
          </Link>
        </nav>
      </div>
    </main>
  );
}
