/*
 * RulesForm.tsx - choosing a sheet and house rules. The form is the rule matrix of the engine:
 * each row with its sentence.
 */
import { useEffect } from 'preact/hooks';
import { N, t } from '../i18n.js';
import type { OptionValue, Options, RuleMatrix, RuleRow } from '../local/api.js';
import { loadWords, words } from '../state/engine.js';
import { lang } from '../state/prefs.js';
import { Stepper, Switch } from './bits.js';

export interface Chosen {
  rules: string;
  options: Options;
}

export const SHEETS: { id: string; title: string; about: string }[] = [
  { id: 'oficial', title: N('Official'), about: N('The sheet of today: 112 cards, bluff and challenge.') },
  { id: 'duelo', title: N('Duel'), about: N('The classic game, at its best for two.') },
  { id: 'sin-reversa', title: N('No Reverse'), about: N('With stacking, and the last one loses.') },
  { id: 'penas', title: N('Penalties'), about: N('The strict table: every mistake costs cards.') },
  { id: 'jackpot', title: N('Jackpot'), about: N('Lever, spinner and rule cards that you write.') },
];

export const sheetTitle = (id: string): string => {
  const sheet = SHEETS.find((s) => s.id === id);
  return sheet ? t(sheet.title) : id;
};

/** Rows that have a place of their own on the page. */
const ELSEWHERE = new Set(['seats', 'seats_max', 'turn_clock']);

export function SheetPicker({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  return (
    <fieldset class="sheets">
      <legend class="label">{t('Rule sheet')}</legend>
      {SHEETS.map((sheet) => (
        <label key={sheet.id} class="sheet">
          <input
            type="radio"
            name="sheet"
            checked={value === sheet.id}
            data-testid={`sheet-${sheet.id}`}
            onChange={() => onChange(sheet.id)}
          />
          <span>
            <b>{t(sheet.title)}</b>
            <span class="hint">{t(sheet.about)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const first = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function Row({
  row,
  value,
  changed,
  onChange,
}: {
  row: RuleRow;
  value: OptionValue;
  changed: boolean;
  onChange: (value: OptionValue) => void;
}) {
  const testid = `rule-${row.name}`;
  const label = first(row.sentence);
  const body = () => {
    switch (row.type) {
      case 'flag':
        return <Switch checked={value === true || value === 'yes'} onChange={onChange} label={label} testid={testid} />;
      case 'number':
        return (
          <div class="rule-number">
            <span class="words">{label}</span>
            <Stepper
              label={label}
              value={Number(value)}
              least={row.least}
              most={row.most}
              step={row.most > 500 ? 50 : 1}
              onChange={onChange}
              testid={testid}
            />
          </div>
        );
      case 'choice':
        return (
          <label class="field">
            <span>{label}</span>
            <select
              class="select"
              value={String(value)}
              data-testid={testid}
              onChange={(e) => onChange(e.currentTarget.value)}
            >
              {row.choices.map((c) => (
                <option key={c.word} value={c.word}>
                  {c.meaning}
                </option>
              ))}
            </select>
          </label>
        );
      case 'copies':
        return (
          <label class="field">
            <span>{label}</span>
            <input
              class="input"
              value={String(value)}
              inputMode="numeric"
              pattern="[0-7]{10}"
              maxLength={10}
              data-testid={testid}
              onChange={(e) => /^[0-7]{10}$/.test(e.currentTarget.value) && onChange(e.currentTarget.value)}
            />
          </label>
        );
    }
  };
  return <div class={`rule-row ${changed ? 'changed' : ''}`}>{body()}</div>;
}

const same = (a: OptionValue | undefined, b: OptionValue | undefined): boolean => String(a) === String(b);

function House({
  matrix,
  chosen,
  onChange,
}: {
  matrix: RuleMatrix;
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
}) {
  const sheet = Math.max(0, matrix.sheets.indexOf(chosen.rules));
  const set = (row: RuleRow, value: OptionValue): void => {
    const options = { ...chosen.options };
    if (same(value, row.values[sheet])) delete options[row.name];
    else options[row.name] = value;
    onChange({ ...chosen, options });
  };
  return (
    <>
      {matrix.groups.map((title, group) => {
        const rows = matrix.rows.filter((row) => row.group === group && !ELSEWHERE.has(row.name));
        return rows.length === 0 ? null : (
          <fieldset key={title} class="rule-group">
            <legend>{first(title)}</legend>
            {rows.map((row) => (
              <Row
                key={row.name}
                row={row}
                value={chosen.options[row.name] ?? row.values[sheet]!}
                changed={row.name in chosen.options}
                onChange={(value) => set(row, value)}
              />
            ))}
          </fieldset>
        );
      })}
    </>
  );
}

/** What is wrong with the rules, in a sentence; '' when nothing is. */
export function problemOf(chosen: Chosen, seats: number): string {
  const said = words.value?.inWords({ ...chosen, seats }, lang.value);
  return said && 'error' in said ? said.message : '';
}

export function RulesForm({
  chosen,
  seats,
  onChange,
}: {
  chosen: Chosen;
  seats: number;
  onChange: (chosen: Chosen) => void;
}) {
  useEffect(() => void loadWords(), []);
  const matrix = words.value?.matrix(lang.value);
  const changes = Object.keys(chosen.options).filter((name) => !ELSEWHERE.has(name)).length;
  const problem = problemOf(chosen, seats);
  return (
    <>
      <SheetPicker value={chosen.rules} onChange={(rules) => onChange({ rules, options: {} })} />
      <details class="house" data-testid="house-rules">
        <summary class="button quiet wide">
          {t('House rules')} {changes > 0 ? <span class="pill">{changes}</span> : null}
        </summary>
        {matrix ? (
          <House matrix={matrix} chosen={chosen} onChange={onChange} />
        ) : (
          <p class="hint">{t('One moment…')}</p>
        )}
      </details>
      {problem ? (
        <p class="bad" role="alert">
          {problem}
        </p>
      ) : null}
    </>
  );
}
