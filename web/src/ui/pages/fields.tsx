/*
 * fields.tsx - parts of the forms for tables, settings and identity.
 */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { t, tn } from '../../i18n.js';
import { nameProblem } from '../../state/me.js';
import { chosenLang, theme } from '../../state/prefs.js';
import { alone } from '../../state/route.js';
import { Button, Link, Segments } from '../controls.js';
import { oneRound, rulesTitle, valueOf, type Chosen } from '../RulesForm.js';

const CLOCKS = [0, 15, 30, 60, 120, 86400];

export const clockName = (seconds: number): string =>
  seconds === 0 ? t('no clock') : seconds >= 86400 ? t('a day per turn') : t('{n} s per turn', { n: seconds });

export function ClockPicker({ value, onChange }: { value: number; onChange: (seconds: number) => void }) {
  const list = CLOCKS.includes(value) ? CLOCKS : [...CLOCKS, value].sort((a, b) => a - b);
  return (
    <label class="field">
      <span class="label">{t('Clock')}</span>
      <select
        class="select"
        value={String(value)}
        data-testid="clock"
        onChange={(e) => onChange(Number(e.currentTarget.value))}
      >
        {list.map((seconds) => (
          <option key={seconds} value={seconds}>
            {clockName(seconds)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What a match comes to, and how long it takes. */
export function howLong(chosen: Chosen): string {
  const n = valueOf(chosen, 'target');
  return oneRound(chosen)
    ? t('Two or three minutes: the first to run out of cards wins.')
    : n
      ? t('Ten to thirty minutes, until somebody has {n} points.', { n: String(n) })
      : t('Ten to thirty minutes.');
}

/** One round, or rounds up to the points. */
export function LengthPicker({ chosen, onChange }: { chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  const { scoring: _, ...rest } = chosen.options;
  const one = oneRound(chosen);
  return (
    <div class="field">
      <span class="label">{t('How long?')}</span>
      <Segments
        name="length"
        label={t('How long?')}
        value={one ? 'round' : 'match'}
        onChange={(v) => onChange({ ...chosen, options: v === 'round' ? { ...rest, scoring: 'quick' } : rest })}
        options={[
          { value: 'round', text: t('one round') },
          { value: 'match', text: t('several rounds') },
        ]}
      />
      <span class="hint steady" key={String(one)}>
        {howLong(chosen)}
      </span>
    </div>
  );
}

/** The button that begins, with what it begins; both stay in sight below a long form. */
export function BeginBar({
  chosen,
  seats,
  ready,
  problem,
  testid,
  children,
}: {
  chosen: Chosen;
  seats: number;
  ready: boolean;
  /** Why it did not work. */
  problem?: string | null;
  testid: string;
  children: ComponentChildren;
}) {
  const summary = `${tn('{n} player', '{n} players', seats)} · ${rulesTitle(chosen, seats)}`;
  return (
    <div class="sticky">
      {problem ? (
        <p class="bad" role="alert" data-testid="host-problem">
          {problem}
        </p>
      ) : (
        <p class="summary" key={summary} data-testid="summary">
          {summary}
        </p>
      )}
      <Button class="main big wide" type="submit" disabled={!ready} testid={testid}>
        {children}
      </Button>
    </div>
  );
}

export function LangPicker() {
  return (
    <div class="field">
      <span class="label">{t('Language')}</span>
      <Segments
        name="lang"
        label={t('Language')}
        value={chosenLang.value}
        onChange={(v) => (chosenLang.value = v)}
        options={[
          { value: 'auto', text: t('same as the browser') },
          { value: 'es', text: 'Español' },
          { value: 'es-ES', text: 'Español de España' },
          { value: 'es-419', text: 'Español de América' },
          { value: 'en', text: 'English' },
        ]}
      />
    </div>
  );
}

export function ThemePicker() {
  return (
    <div class="field">
      <span class="label">{t('Light or dark')}</span>
      <Segments
        name="theme"
        label={t('Light or dark')}
        value={theme.value}
        onChange={(v) => (theme.value = v)}
        options={[
          { value: 'auto', text: t('same as the device') },
          { value: 'light', text: t('light') },
          { value: 'dark', text: t('dark') },
        ]}
      />
    </div>
  );
}

/** What a table is called. */
export function TitleField({ value, onChange, testid }: { value: string; onChange: (title: string) => void; testid: string }) {
  return (
    <label class="field">
      <span class="label">{t('What is it called?')}</span>
      <input
        class="input"
        maxLength={40}
        value={value}
        data-testid={testid}
        onChange={(e) => onChange(e.currentTarget.value)}
      />
    </label>
  );
}

/** The way to one's other devices. */
export function DevicesLink() {
  return alone ? null : (
    <Link class="table-link" to="/#devices" testid="devices">
      <b>{t('Your devices')}</b>
      <span class="hint">{t('continue on another one, or come from one')}</span>
    </Link>
  );
}

const NAME_BYTES = 47;

/** As much of it as a name may have, in whole characters. */
function fitting(name: string): string {
  const letters = [...name];
  while (new TextEncoder().encode(letters.join('')).length > NAME_BYTES) letters.pop();
  return letters.join('');
}

/** Whether a form may be sent; without a name it leads to the field. */
export function named(event: Event, name: string): boolean {
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  if (!name.trim()) (form.elements.namedItem('name') as HTMLInputElement).focus();
  return name.trim() !== '';
}

export function NameField({ value, onInput }: { value: string; onInput: (name: string) => void }) {
  const cut = useSignal(false);
  const typed = (input: HTMLInputElement): void => {
    const name = fitting(input.value);
    cut.value = name !== input.value;
    if (cut.value) input.value = name;
    onInput(name);
  };
  const problem = cut.value ? t('A name cannot be longer') : nameProblem.value;
  return (
    <label class="field">
      <span class="label">{t('Your name')}</span>
      <input
        class="input big"
        name="name"
        autocomplete="nickname"
        value={value}
        enterkeyhint="go"
        data-testid="name"
        onInput={(e) => typed(e.currentTarget)}
      />
      {problem ? (
        <span class="bad" role="alert" data-testid="name-problem">
          {problem}
        </span>
      ) : null}
    </label>
  );
}
