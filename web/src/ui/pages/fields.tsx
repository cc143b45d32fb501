/*
 * fields.tsx - parts of the forms for tables.
 */
import { t } from '../../i18n.js';

const CLOCKS = [0, 15, 30, 60, 120, 86400];

export function ClockPicker({ value, onChange }: { value: number; onChange: (seconds: number) => void }) {
  const list = CLOCKS.includes(value) ? CLOCKS : [...CLOCKS, value].sort((a, b) => a - b);
  const name = (seconds: number): string =>
    seconds === 0 ? t('no clock') : seconds >= 86400 ? t('a day a turn') : t('{n} s a turn', { n: seconds });
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
            {name(seconds)}
          </option>
        ))}
      </select>
    </label>
  );
}
