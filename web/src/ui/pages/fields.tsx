/*
 * fields.tsx - parts of the forms for tables, settings and identity.
 */
import { useSignal } from '@preact/signals';
import { t } from '../../i18n.js';
import { nameProblem } from '../../state/me.js';
import { chosenLang, theme } from '../../state/prefs.js';
import { Link, Segments } from '../bits.js';

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

/** The way to one's other devices. */
export function DevicesLink() {
  return (
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
