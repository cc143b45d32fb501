/*
 * SitDown.tsx - a guest's whole form: a name and a button.
 */
import { useSignal } from '@preact/signals';
import { t } from '../../i18n.js';
import type { Game } from '../../state/game.js';
import { rename } from '../../state/me.js';
import { myName } from '../../state/prefs.js';
import { Button } from '../controls.js';
import { named, NameField } from '../pages/fields.js';

/** `seat`: of the bot to take over from; without it any free seat will do. */
export function SitDown({ game, seat, onDone }: { game: Game; seat?: number; onDone?: () => void }) {
  const name = useSignal(myName.value);
  const ready = name.value.trim().length > 0;
  const sit = async (event: Event): Promise<void> => {
    if (!named(event, name.value) || !(await rename(name.value.trim(), true))) return;
    game.send({ type: 'sit', table: game.code, ...(seat === undefined ? {} : { seat }) });
    onDone?.();
  };
  return (
    <form class="sit" onSubmit={(e) => void sit(e)}>
      <NameField value={name.value} onInput={(v) => (name.value = v)} />
      <Button class="main big wide" type="submit" testid="sit">
        {!ready ? t('Type your name first') : seat === undefined ? t('Sit down') : t('Play on here')}
      </Button>
    </form>
  );
}
