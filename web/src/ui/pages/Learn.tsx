/*
 * Learn.tsx - the lesson: the real table, and above it what to do and what has happened.
 */
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { t } from '../../i18n.js';
import type { LessonHow, LessonNow } from '../../local/lesson.js';
import type { Game } from '../../state/game.js';
import { loadWords, words } from '../../state/engine.js';
import { Lesson } from '../../state/lesson.js';
import { rename } from '../../state/me.js';
import { lang, myName, shortcuts } from '../../state/prefs.js';
import { go, placed } from '../../state/route.js';
import { byKeys, IconButton, Link } from '../controls.js';
import { usePage } from '../LiveRegions.js';
import { Icon } from '../icons.js';
import { Logo } from '../Logo.js';
import { Opening } from '../Page.js';
import { onward } from '../table/context.js';
import { TableScreen } from '../table/TableScreen.js';
import { NameField } from './fields.js';
import { offlineWishes } from './Offline.js';
import { rulesTitle, SHEET, sheetTitle } from '../RulesForm.js';

/** How it is done here; the lesson says what. */
function inPage(how: LessonHow): string {
  if (byKeys.value && how === 'card') return t('Go to the card with the arrow keys and press Enter.');
  const key = byKeys.value && shortcuts.value ? { draw: 'D', challenge: 'C', uno: 'U', catch: 'X' }[how as string] : '';
  if (key) return how === 'uno' ? t('Press {key}, then Enter on the card.', { key }) : t('Press {key}.', { key });
  switch (how) {
    case 'card':
      return t('Tap or click the card.');
    case 'draw':
      return t('Press {button}, or the pile.', { button: t('Draw') });
    case 'challenge':
      return t('Press {button}.', { button: t('Challenge') });
    case 'uno':
      return t('Press {button}, then the card.', { button: t('UNO!') });
    case 'catch':
      return t('Press {button}.', { button: t('Catch') });
    default:
      return '';
  }
}

const BUTTONS = /^(draw|challenge|uno|catch)$/;

function Teacher({ now, game, goTo }: { now: LessonNow; game: Game; goTo: (step: number) => void }) {
  const { step, of, title, text, how, over } = now;
  usePage(t('Learn to play')); // the cards have the focus
  // Why a card does not fit is said here too: a notice would lie over the table.
  const answer = game.notice.value?.text ?? now.answer;
  return (
    <header class="lesson" data-testid="lesson" data-step={step + 1}>
      <div class="lesson-head">
        <IconButton icon="close" label={t('Leave the lesson')} testid="leave-lesson" onClick={() => go('/')} />
        <h1>
          <small data-testid="lesson-count">{t('{n} of {of}', { n: step + 1, of })}</small> {title}
        </h1>
        <IconButton
          icon="prev"
          label={t('Previous step')}
          testid="step-before"
          disabled={step === 0}
          onClick={() => goTo(step - 1)}
        />
        <IconButton
          icon="next"
          label={over ? t('Next step') : t('Skip this step')}
          testid="skip-step"
          onClick={() => goTo(step + 1)}
        />
      </div>
      <p class={`lesson-text ${over ? 'over' : ''}`} role="status" data-testid="lesson-text">
        {answer ? <b>{answer}</b> : null} {over ? <Icon name="check" /> : null} {text} {inPage(how)}
      </p>
    </header>
  );
}

/** A button at the end of a step, where the thumb is; then what the next step is about has the focus. */
function useOnward(now: LessonNow | null, goTo: (step: number) => void): void {
  const over = now?.over ?? false;
  useEffect(() => {
    if (now && over) onward.value = { label: t('Next'), go: () => goTo(now.step + 1) };
    return () => void (onward.value = null);
  }, [over, now?.step]);
  useEffect(() => {
    const to = over ? '[data-testid="onward"]' : BUTTONS.test(now?.how ?? '') ? `[data-testid="${now!.how}"]` : '.hand [tabindex="0"]';
    const frame = requestAnimationFrame(() => document.querySelector<HTMLElement>(to)?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, [over, now?.step]);
}

/** By which sheet the lesson was played, and what differs at the table that comes next. */
function Differences() {
  useEffect(() => void loadWords(), []);
  const { chosen, seats } = offlineWishes.value;
  const said = words.value?.inWords({ ...chosen, seats }, lang.value);
  const differs = said && !('error' in said) ? said.lesson : '';
  return (
    <p data-testid="lesson-differs">
      {t('The lesson used the sheet {sheet}.', { sheet: sheetTitle(SHEET) })}{' '}
      {differs ? t('At your next table, {sheet}, this is different: {what}', { sheet: rulesTitle(chosen, seats), what: differs }) : null}{' '}
      {t('The book at the top of a table opens its rules. Good luck!')}
    </p>
  );
}

function Learnt() {
  const head = usePage(t('Learn to play'));
  const nameless = useMemo(() => !myName.peek().trim(), []);
  return (
    <main class="page narrow center" data-testid="learnt">
      <Logo />
      <h1 tabIndex={-1} ref={head}>
        {t('Now you can play')}
      </h1>
      <Differences />
      {nameless ? <NameField value={myName.value} onInput={(name) => void rename(name)} /> : null}
      <Link class="button main big wide" to="/#play" testid="play-after">
        <Icon name="play" /> {t('Play a match now')}
      </Link>
      <Link class="button big wide" to="/" testid="home-after">
        {t('Home')}
      </Link>
    </main>
  );
}

function Lessons({ lesson, first }: { lesson: Lesson; first: number }) {
  const ended = useSignal(false);
  const now = lesson.now.value;
  const game = lesson.game.value;
  const goTo = (step: number): void => {
    const of = lesson.now.peek()?.of ?? Infinity;
    ended.value = step >= of;
    if (ended.value) return;
    lesson.begin(step);
    history.replaceState(null, '', placed(`/#learn/${step + 1}`)); // a reload comes back to it
  };
  useEffect(() => goTo(first), []);
  useOnward(now, goTo);
  if (ended.value) return <Learnt />;
  return now && game ? <TableScreen game={game} head={<Teacher now={now} game={game} goTo={goTo} />} /> : null;
}

export function Learn({ step }: { step: number }) {
  const lesson: Signal<Lesson | null> = useSignal(null);
  const problem = useSignal(false);
  useEffect(() => {
    Lesson.open().then(
      (opened) => (lesson.value = opened),
      () => (problem.value = true),
    );
  }, []);
  if (lesson.value) return <Lessons lesson={lesson.value} first={step} />;
  return <Opening problem={problem.value ? t('The game could not be loaded. Try again with a connection.') : null} back={t('Home')} to="/" />;
}
