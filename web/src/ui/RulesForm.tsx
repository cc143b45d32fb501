/*
 * RulesForm.tsx - choosing a sheet and house rules. The form is the rule matrix of the engine:
 * each row with its sentence.
 */
import { useEffect } from 'preact/hooks';
import sheets from 'mazo:sheets';
import { N, t } from '../i18n.js';
import type { OptionValue, Options, RuleMatrix, RuleRow } from '../local/api.js';
import { loadWords, words } from '../state/engine.js';
import { lang } from '../state/prefs.js';
import { Stepper, Switch } from './controls.js';

export interface Chosen {
  rules: string;
  options: Options;
}

/** What is played where nobody chooses. */
export const SHEET = 'oficial';

/** The rule sheets of the engine; the one most people know comes first. */
const SHEETS = [...sheets].sort((a, b) => Number(b.id === SHEET) - Number(a.id === SHEET));

/** What a form for a new table remembers. */
export interface Wishes {
  chosen: Chosen;
  seats: number;
  /** Picked by hand: a sheet that is made for two does not change it. */
  wanted?: number;
}

export const SEATS = 4;
const ownSeats = (id: string): number | null => sheets.find((s) => s.id === id)?.seats ?? null;

/** The seats of a table that changes to this sheet. */
export const seatsFor = (id: string, wanted: number): number => Math.min(ownSeats(id) ?? wanted, mostSeats(id));

/** The form with these rules in place of the last: their own number of seats, or the one picked by hand. */
export function withRules<T extends Wishes>(form: T, chosen: Chosen): T {
  if (chosen.rules === form.chosen.rules) return { ...form, chosen };
  const wanted = form.wanted ?? (ownSeats(form.chosen.rules) ? SEATS : form.seats);
  return { ...form, chosen, wanted, seats: seatsFor(chosen.rules, wanted) };
}

export const mostSeats = (id: string): number => sheets.find((s) => s.id === id)?.most ?? 10;

export const sheetTitle = (id: string): string => {
  const sheet = SHEETS.find((s) => s.id === id);
  return sheet ? t(sheet.title) : id;
};

/** "Official + stacking, 7-0", once the words are there. */
export function rulesTitle({ rules, options = {} }: { rules: string; options?: Options }, seats: number): string {
  const house = words.value?.house({ rules, options, seats }, lang.value);
  return house ? `${sheetTitle(rules)} + ${house}` : sheetTitle(rules);
}

/** What a rule is as chosen, or by the sheet; undefined until the words are there. */
export function valueOf({ rules, options }: Chosen, name: string): OptionValue | undefined {
  const matrix = words.value?.matrix(lang.value);
  return options[name] ?? matrix?.rows.find((row) => row.name === name)?.values[matrix.sheets.indexOf(rules)];
}

/** The house rules that most tables ask for, under the names people use. */
const POPULAR: { name: string; title: string }[] = [
  { name: 'stacking', title: N('Stacking +2 and +4') },
  { name: 'seven_zero', title: N('Seven-zero (7-0)') },
  { name: 'jump_in', title: N('Jump-in') },
  { name: 'draw_until_playable', title: N('Draw until you can play') },
  { name: 'must_play', title: N('Forced play') },
];
const isPopular = (row: RuleRow): boolean => POPULAR.some((p) => p.name === row.name);

/** Rows that change nothing, as the other rows stand. */
const POINTLESS: Record<string, (value: (name: string) => string) => boolean> = {
  target: (value) => value('scoring') === 'quick',
  target_is: (value) => value('scoring') !== 'hands',
  last_card_draws: (value) => value('scoring') === 'quick',
  uno_until: (value) => value('uno_penalty') === '0',
  uno_late: (value) => value('uno_penalty') === '0',
  wild_four: (value) => value('wild_fours') === '0',
  first_wild_four: (value) => value('wild_fours') === '0',
  no_bluffing: (value) => value('wild_fours') === '0' || value('wild_four') === 'always',
  draw: (value) => isOn(value('must_play')),
  rule_cards: (value) => value('jackpots') === '0' && value('wild_jackpots') === '0',
};
const isOn = (value: OptionValue): boolean => value === true || value === 'yes' || value === 'true';

/** Rows that have a place of their own on the page. */
const ELSEWHERE = new Set(['seats', 'seats_max', 'turn_clock', 'teams']);

/** One round has a switch of its own: LengthPicker. */
export const oneRound = ({ options }: Chosen): boolean => options.scoring === 'quick';

const changes = (chosen: Chosen): number => Object.keys(chosen.options).filter((name) => !ELSEWHERE.has(name) && !(name === 'scoring' && oneRound(chosen))).length;

function SheetPicker({ value, onChange }: { value: string; onChange: (id: string) => void }) {
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

const ONE_LINE = 36;

function Row({
  row,
  title,
  value,
  changed,
  off,
  onChange,
}: {
  row: RuleRow;
  title?: string;
  value: OptionValue;
  changed: boolean;
  off: boolean;
  onChange: (value: OptionValue) => void;
}) {
  const testid = `rule-${row.name}`;
  const label = first(row.sentence);
  const body = () => {
    switch (row.type) {
      case 'flag':
        return (
          <Switch
            checked={isOn(value)}
            onChange={onChange}
            label={title ?? label}
            hint={title && label}
            testid={testid}
          />
        );
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
            {/* A list shows one line of it. */}
            <span class="hint" aria-hidden={true}>
              {row.choices.find((c) => c.word === value && c.meaning.length > ONE_LINE)?.meaning}
            </span>
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
  return (
    <fieldset class={`rule-row ${changed ? 'changed' : ''}`} disabled={off}>
      {body()}
      {off ? <p class="hint">{t('Has no effect with the other rules as they are.')}</p> : null}
    </fieldset>
  );
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
  // What the deck is made of comes last: few people count cards.
  const deck = matrix.rows.find((row) => row.type === 'copies')!.group;
  const order = [...matrix.groups.keys()].sort((a, b) => Number(a === deck) - Number(b === deck));
  const value = (row: RuleRow): OptionValue => chosen.options[row.name] ?? row.values[sheet]!;
  const named = (name: string): string => String(value(matrix.rows.find((row) => row.name === name)!));
  const show = (row: RuleRow, title?: string) => (
    <Row
      key={row.name}
      row={row}
      title={title}
      value={value(row)}
      changed={row.name in chosen.options}
      off={POINTLESS[row.name]?.(named) ?? false}
      onChange={(next) => set(row, next)}
    />
  );
  return (
    <>
      {POPULAR.map(({ name, title }) => show(matrix.rows.find((row) => row.name === name)!, t(title)))}
      <details class="house advanced" data-testid="advanced-rules">
        <summary class="button quiet wide">{t('Advanced')}</summary>
        {order.map((group) => {
          const rows = matrix.rows.filter((row) => row.group === group && !ELSEWHERE.has(row.name) && !isPopular(row));
          return rows.length === 0 ? null : (
            <fieldset key={group} class="rule-group">
              <legend>{first(matrix.groups[group]!)}</legend>
              {rows.map((row) => show(row))}
            </fieldset>
          );
        })}
      </details>
    </>
  );
}

/** Teams are chosen for a table, not by a sheet. */
function Teams({ chosen, seats, onChange }: { chosen: Chosen; seats: number; onChange: (chosen: Chosen) => void }) {
  const { teams, ...others } = chosen.options;
  const on = isOn(teams ?? false);
  return (
    <fieldset class="rule-row" disabled={!on && (seats < 4 || seats % 2 === 1)}>
      <Switch
        checked={on}
        onChange={(yes) => onChange({ ...chosen, options: yes ? { ...others, teams: true } : others })}
        label={t('In teams of two')}
        hint={t('For 4, 6, 8 or 10: partners sit opposite each other, and their points add up.')}
        testid="rule-teams"
      />
    </fieldset>
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
  const problem = problemOf(chosen, seats);
  return (
    <>
      <SheetPicker value={chosen.rules} onChange={(rules) => onChange({ rules, options: oneRound(chosen) ? { scoring: 'quick' } : {} })} />
      <Teams chosen={chosen} seats={seats} onChange={onChange} />
      <details class="house" data-testid="house-rules">
        <summary class="button quiet wide">
          {t('House rules')} {changes(chosen) > 0 ? <span class="pill">{changes(chosen)}</span> : null}
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
