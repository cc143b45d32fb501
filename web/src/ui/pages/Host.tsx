/*
 * Host.tsx - opening a table for friends: name, sheet, seats; the rest can be changed at the table.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../i18n.js';
import type { ServerMessage, TableWishes } from '../../local/api.js';
import { rename, socket, trouble } from '../../state/me.js';
import { keptSignal } from '../../state/storage.js';
import { myName } from '../../state/prefs.js';
import { goToOpened } from '../../state/online.js';
import { route } from '../../state/route.js';
import { Stepper, Switch } from '../controls.js';
import { Page } from '../Page.js';
import { RulesDoor } from '../RulesDoor.js';
import { RulesForm, SEATS, SHEET, mostSeats, problemOf, withRules, type Wishes } from '../RulesForm.js';
import { BeginBar, ClockPicker, LengthPicker, named, NameField, TitleField } from './fields.js';

const wishes = keptSignal<Wishes & { bots: number; clock: number }>('host', {
  chosen: { rules: SHEET, options: {} },
  seats: SEATS,
  bots: 0,
  clock: 0,
});

/** Opens a table as the form was left. */
export function openTable(more: TableWishes = {}): Promise<ServerMessage> {
  const { chosen, seats, bots, clock } = wishes.value;
  return socket.request({
    type: 'create',
    ...chosen,
    seats: Math.min(seats, mostSeats(chosen.rules)),
    bots: Array.from({ length: Math.min(bots, seats - 1) }, () => 'hard'),
    clock,
    ...more,
  });
}

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
  const ready = !busy.value && !problemOf(chosen, seats);
  const create = async (event: Event): Promise<void> => {
    if (!named(event, name.value) || !ready) return;
    const from = route.peek();
    busy.value = true;
    error.value = '';
    if (!(await rename(name.value.trim(), true))) {
      busy.value = false;
      return;
    }
    const answer = await openTable({ public: open.value, ...(title.value.trim() ? { title: title.value.trim() } : {}) });
    busy.value = false;
    if (answer.type === 'table') goToOpened(answer.table, from);
    else error.value = 'message' in answer && answer.message ? answer.message : t('That did not work. Try again.');
  };
  return (
    <Page title={t('A table for friends')} testid="host">
      <form class="stack" onSubmit={(e) => void create(e)}>
        <NameField value={name.value} onInput={(v) => (name.value = v)} />
        <RulesForm
          chosen={chosen}
          seats={seats}
          onChange={(next) => {
            const form = withRules(wishes.value, next);
            wishes.value = { ...form, bots: Math.min(bots, form.seats - 1) };
          }}
        />
        <LengthPicker chosen={chosen} onChange={(next) => set({ chosen: next })} />
        <RulesDoor rules={{ ...chosen, seats }} />
        <div class="field inline">
          <span class="label">{t('Seats')}</span>
          <Stepper
            label={t('Seats')}
            value={seats}
            least={2}
            most={most}
            onChange={(v) => set({ seats: v, wanted: v, bots: Math.min(bots, v - 1) })}
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
        {open.value ? <TitleField value={title.value} onChange={(v) => (title.value = v)} testid="title" /> : null}
        <BeginBar chosen={chosen} seats={seats} ready={ready} problem={error.value || trouble()} testid="create">
          {name.value.trim() ? t('Open the table') : t('Type your name first')}
        </BeginBar>
      </form>
    </Page>
  );
}
