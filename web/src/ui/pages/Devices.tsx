/*
 * Devices.tsx - the same player on several devices: a code for another one, a code from another one, and
 * the players this one has been. Whatever makes this device somebody else is a click on a question
 * that names both.
 */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../i18n.js';
import { brought, codeIn, findByCode, findByToken, lend, takeBack, type Found, type FoundPlayer, type Lent } from '../../state/devices.js';
import { kept } from '../../state/storage.js';
import { player, selfKnown, socket } from '../../state/me.js';
import { forget, others, type Other } from '../../state/pastPlayers.js';
import { lang, myName } from '../../state/prefs.js';
import { Button, IconButton, Question } from '../controls.js';
import { ShareButtons } from '../Invite.js';
import { Page } from '../Page.js';

/** Who this device is now, as a sentence. */
function whoHere(): string {
  if (!kept('token')) return t('Nobody has played on this device yet.');
  const name = myName.value.trim();
  return name ? t('On this device you are {name}.', { name }) : t('On this device you play without a name.');
}

/** The question that names both. */
function Asked({ found, onYes, onNo }: { found: FoundPlayer; onYes: () => void; onNo: () => void }) {
  const head = useRef<HTMLHeadingElement>(null);
  const { name } = found.player;
  const mine = myName.value.trim();
  useEffect(() => head.current?.focus(), []);
  return (
    <section class="block asked" data-testid="become">
      <h2 ref={head} tabIndex={-1}>
        {t('Continue here as {name}?', { name })}
      </h2>
      <p data-testid="who-here">
        {whoHere()} {kept('token') && mine === name ? t('The other one is a different player with the same name.') : ''}
      </p>
      <p class="hint">
        {t('Only if the code or link is your own: if it is not, the person who sent it sees your cards and can play for you.')}
      </p>
      <Button class="main wide" testid="become-yes" onClick={onYes}>
        {t('Continue as {name}', { name })}
      </Button>
      <Button class="wide" testid="become-no" onClick={onNo}>
        {mine ? t('Stay {name}', { name: mine }) : t('Cancel')}
      </Button>
      {kept('token') ? <p class="hint">{t('Your current player is kept on this page, and you can go back.')}</p> : null}
    </section>
  );
}

/** What happened last, for all parts of the page. */
type Said = Signal<{ text: string; bad?: boolean }>;

function FromAnother({ said, found }: { said: Said; found: Signal<FoundPlayer | null> }) {
  const code = useSignal('');
  const busy = useSignal(false);
  const ready = codeIn(code.value) !== null;
  const look = async (question: Promise<Found>): Promise<void> => {
    busy.value = true;
    said.value = { text: '' };
    const [answer] = await Promise.all([question, selfKnown()]);
    busy.value = false;
    if (!('player' in answer)) said.value = { text: answer.problem, bad: true };
    else if (answer.player.token === kept('token') || answer.player.player === player.value)
      said.value = { text: t('On this device you are already {name}.', { name: answer.player.name }) };
    else found.value = answer;
  };
  const become = async (): Promise<void> => {
    const { player: who, take } = found.value!;
    found.value = null;
    const problem = await take();
    said.value = problem ? { text: problem, bad: true } : { text: t('You continue here as {name}.', { name: who.name }) };
    if (!problem) code.value = '';
  };
  const come = brought.value;
  useEffect(() => {
    if (!come) return;
    brought.value = null;
    found.value = null;
    if ('token' in come) {
      void look(findByToken(come.token));
    } else {
      code.value = come.code;
      const whole = codeIn(come.code);
      if (whole) void look(findByCode(whole));
    }
  }, [come]);
  if (found.value)
    return (
      <Asked
        key={found.value.player.player}
        found={found.value}
        onYes={() => void become()}
        onNo={() => {
          found.value = null;
          said.value = { text: t('Nothing has changed.') };
        }}
      />
    );
  return (
    <section class="block">
      <h2>{t('Already playing on another device?')}</h2>
      <p class="hint">{t('Make a code there, on this same page, and type it here.')}</p>
      <form
        class="row join"
        onSubmit={(e) => {
          e.preventDefault();
          const whole = codeIn(code.value);
          if (whole && !busy.value) void look(findByCode(whole));
        }}
      >
        <input
          class="input code-input"
          value={code.value}
          maxLength={12}
          autocapitalize="characters"
          autocomplete="off"
          spellcheck={false}
          aria-label={t('Code from the other device')}
          placeholder={t('Code')}
          data-testid="device-code"
          onInput={(e) => (code.value = e.currentTarget.value)}
        />
        <Button type="submit" disabled={!ready || busy.value} testid="device-look">
          {t('Continue')}
        </Button>
      </form>
    </section>
  );
}

function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The link as a picture. The code goes in a header: addresses end up in logs. */
function LentPicture({ code }: { code: string }) {
  const src = useSignal('');
  useEffect(() => {
    const made = fetch('/qr/code.svg', { headers: { 'X-Code': code } })
      .then((answer) => answer.blob())
      .then((picture) => (src.value = URL.createObjectURL(picture)));
    void made.catch(() => {}); // the code can be typed
    return () => URL.revokeObjectURL(src.peek());
  }, [code]);
  return <img class="qr" src={src.value || undefined} alt={t('QR code of the link')} />;
}

/** A code, large, with its link; and how long it works. */
function Shown({ lent, onNew }: { lent: Lent; onNew: () => void }) {
  const seconds = (): number => Math.max(0, Math.ceil((lent.until - Date.now()) / 1000));
  const left = useSignal(seconds());
  useEffect(() => {
    const timer = setInterval(() => (left.value = seconds()), 500);
    return () => clearInterval(timer);
  }, [lent]);
  if (left.value === 0)
    return (
      <>
        <p role="status">{t('This code has run out.')}</p>
        <Button testid="lend" onClick={onNew}>
          {t('Make a new code')}
        </Button>
      </>
    );
  const link = `${location.origin}/#code=${lent.code}`;
  return (
    <div class="invite lent" data-testid="lent">
      <LentPicture code={lent.code} />
      <div class="invite-words">
        <p class="code" aria-label={t('Code {code}', { code: [...lent.code].join(' ') })} data-testid="lent-code">
          {lent.code.slice(0, 4)} {lent.code.slice(4)}
        </p>
        <p class="hint">{t('It works once, for another {time}.', { time: minutes(left.value) })}</p>
        <input
          class="input"
          readOnly
          value={link}
          aria-label={t('Link with the code')}
          onFocus={(e) => e.currentTarget.select()}
          data-testid="lent-link"
        />
        <ShareButtons url={link} title="Mazo" />
      </div>
    </div>
  );
}

function ToAnother({ said }: { said: Said }) {
  const lent = useSignal<Lent | null>(null);
  const busy = useSignal(false);
  const end = useRef(() => {});
  useEffect(() => () => end.current(), []);
  const make = async (): Promise<void> => {
    busy.value = true;
    said.value = { text: '' };
    end.current();
    const made = await lend(() => {
      lent.value = null;
      said.value = { text: t('The code was used: you can go on there.') };
    });
    busy.value = false;
    if ('problem' in made) said.value = { text: made.problem, bad: true };
    else {
      lent.value = made.lent;
      end.current = made.end;
    }
  };
  return (
    <section class="block">
      <h2>{t('Continue on another device')}</h2>
      <p class="hint">
        {t('A code takes everything along: your seats and your matches. Don\'t show it to anybody else.')}
      </p>
      {lent.value ? (
        <Shown key={lent.value.code} lent={lent.value} onNew={() => void make()} />
      ) : (
        <Button class="wide" testid="lend" disabled={busy.value} onClick={() => void make()}>
          {t('Make a code')}
        </Button>
      )}
    </section>
  );
}

function OtherRow({ other, said }: { other: Other; said: Said }) {
  const asking = useSignal(false);
  const busy = useSignal(false);
  const name = other.name || t('Without a name');
  const back = async (): Promise<void> => {
    busy.value = true;
    const problem = await takeBack(other);
    busy.value = false;
    said.value = problem ? { text: problem, bad: true } : { text: t('You continue here as {name}.', { name }) };
  };
  const day = new Date(other.at).toLocaleDateString(lang.value, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  if (asking.value)
    return (
      <li class="other">
        <Question
          text={t('Forget {name} on this device? Seats, matches and rating are lost if no other device has them.', { name })}
          yes={t('Forget')}
          testid="forget"
          onYes={() => forget(other.token)}
          onNo={() => (asking.value = false)}
        />
      </li>
    );
  return (
    <li class="other" data-testid="other">
      <span class="other-words">
        <b>{name}</b>
        <span class="hint">
          {t('kept since {date}', { date: day })}
          {other.unknown ? ` · ${t('not known to this server')}` : ''}
        </span>
      </span>
      <span class="row">
        <Button class="small" testid="take-back" disabled={busy.value} onClick={() => void back()} aria-label={t('Take back {name}', { name })}>
          {t('Take back')}
        </Button>
        <IconButton icon="trash" label={t('Forget {name}', { name })} testid="forget" onClick={() => (asking.value = true)} />
      </span>
    </li>
  );
}

export function Devices() {
  const said = useSignal<{ text: string; bad?: boolean }>({ text: '' });
  const found = useSignal<FoundPlayer | null>(null);
  const asks = found.value !== null; // and shows nothing else
  const here = player.value !== null || kept('token') !== null;
  useEffect(() => {
    if (kept('token')) socket.open();
  }, []);
  return (
    <Page title={t('Your devices')} testid="devices-page">
      <div class="stack">
        {asks ? null : <p data-testid="who">{whoHere()}</p>}
        <p class={said.value.bad ? 'bad' : 'said'} role="status" data-testid="devices-said">
          {said.value.text}
        </p>
        <FromAnother said={said} found={found} />
        {here && !asks ? <ToAnother said={said} /> : null}
        {others.value.length > 0 && !asks ? (
          <section class="block" data-testid="others">
            <h2>{t('Players kept on this device')}</h2>
            <p class="hint">{t('If you take one back, your current player is kept in its place.')}</p>
            <ul class="others" role="list">
              {others.value.map((other) => (
                <OtherRow key={other.token} other={other} said={said} />
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </Page>
  );
}
