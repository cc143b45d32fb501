/*
 * Host.tsx - opening a table for friends: name, sheet, seats; the rest can be changed at the table.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t, tn } from '../../i18n.js';
import { rename, socket, trouble } from '../../state/me.js';
import { keptSignal } from '../../state/keep.js';
import { myName } from '../../state/prefs.js';
import { go } from '../../state/route.js';
import { Button, Stepper, Switch } from '../bits.js';
import { Page } from '../Page.js';
import { RulesDoor } from '../RulesDoor.js';
import { RulesForm, SHEET, mostSeats, problemOf, type Chosen } from '../RulesForm.js';
import { ClockPicker, NameField } from './fields.js';

const wishes = keptSignal<{ chosen: Chosen; seats: number; bots: number; clock: number }>('host', {
  chosen: { rules: SHEET, options: {} },
  seats: 4,
  bots: 0,
  clock: 0,
});

export function Host() {
  const name = useSignal(myName.value);
  const open = useSignal(false);
  const title = useSignal('');
  const error = useSignal('');
  const busy = useSignal(false);
  useEffect(() => socket.open(), []);
  const { chosen, seats, bots, clock } = wishes.value;
  const set = (change: Partial<typeof wishes.value>): void => void (wishes.value = { ...wishes.value, ...change });
  const most = mostSeats(chosen.rules);
  const ready = name.value.trim() !== '' && !busy.value && !problemOf(chosen, seats);
  const create = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!ready) return;
    busy.value = true;
    error.value = '';
    if (!(await rename(name.value.trim()))) {
      busy.value = false;
      return;
    }
    const answer = await socket.request({
      type: 'create',
      ...chosen,
      seats: Math.min(seats, most),
      bots: Array.from({ length: Math.min(bots, seats - 1) }, () => 'hard'),
      clock,
      public: open.value,
      ...(title.value.trim() ? { title: title.value.trim() } : {}),
    });
    busy.value = false;
    if (answer.type === 'table') go(`/t/${answer.table}`, true);
    else error.value = 'message' in answer && answer.message ? answer.message : t('That did not work. Try again.');
  };
  return (
    <Page title={t('A table for friends')} testid="host">
      <form class="stack" onSubmit={(e) => void create(e)}>
        <NameField value={name.value} onInput={(v) => (name.value = v)} />
        <RulesForm
          chosen={chosen}
          seats={seats}
          onChange={(next) => set({ chosen: next, seats: Math.min(seats, mostSeats(next.rules)) })}
        />
        <RulesDoor rules={{ ...chosen, seats }} />
        <div class="field inline">
          <span class="label">{t('Seats')}</span>
          <Stepper
            label={t('Seats')}
            value={seats}
            least={2}
            most={most}
            onChange={(v) => set({ seats: v, bots: Math.min(bots, v - 1) })}
            testid="seats"
          />
        </div>
        <div class="field inline">
          <span class="label">{t('Bots among them')}</span>
          <Stepper
            label={t('Bots among them')}
            value={bots}
            least={0}
            most={seats - 1}
            onChange={(v) => set({ bots: v })}
            testid="bots"
          />
        </div>
        <ClockPicker value={clock} onChange={(v) => set({ clock: v })} />
        <Switch
          checked={open.value}
          onChange={(on) => (open.value = on)}
          label={t('Public: anybody can find it')}
          testid="public"
        />
        {open.value ? (
          <label class="field">
            <span class="label">{t('What is it called?')}</span>
            <input
              class="input"
              maxLength={40}
              value={title.value}
              onInput={(e) => (title.value = e.currentTarget.value)}
            />
          </label>
        ) : null}
        <div class="sticky">
          {error.value || trouble() ? (
            <p class={error.value ? 'bad' : 'hint'} role="alert" data-testid="host-problem">
              {error.value || trouble()}
            </p>
          ) : null}
          <Button class="main big wide" type="submit" disabled={!ready} testid="create">
            {name.value.trim() ? tn('Open the table', 'Open the table for {n}', seats) : t('Type your name first')}
          </Button>
        </div>
      </form>
    </Page>
  );
}
