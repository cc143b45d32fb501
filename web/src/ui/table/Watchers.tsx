/*
 * Watchers.tsx - who watches: their names, and what can be done about them.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t, tn } from '../../i18n.js';
import { player, rename } from '../../state/me.js';
import { myName } from '../../state/prefs.js';
import { Button, IconButton, Panel } from '../controls.js';
import { Icon } from '../icons.js';
import { NameField } from '../pages/fields.js';
import { AskRemove } from './Chat.js';
import { isHost, openPanel, useGame } from './context.js';

/** The others see who watches. */
function OwnName() {
  const name = useSignal(myName.value);
  const changed = name.value.trim() !== '' && name.value.trim() !== myName.value;
  return (
    <form
      class="sit"
      onSubmit={(e) => {
        e.preventDefault();
        if (changed) void rename(name.value.trim(), true);
      }}
    >
      <NameField value={name.value} onInput={(v) => (name.value = v)} />
      <Button class="main" type="submit" disabled={!changed} testid="save-name">
        {t('Watch under this name')}
      </Button>
    </form>
  );
}

export function Watchers() {
  const game = useGame();
  const asked = useSignal<{ id: string; name: string } | null>(null);
  const table = game.table.value!;
  const list = table.watching ?? [];
  const watches = table.you === null;
  const watched = useRef(watches);
  // Who has sat down has done here what there was to do.
  useEffect(() => {
    if (watched.current && !watches) openPanel.value = null;
  }, [watches]);
  return (
    <Panel
      title={tn('{n} spectator', '{n} spectators', table.watchers)}
      onClose={() => (openPanel.value = null)}
      testid="watchers-panel"
      side
    >
      {list.length === 0 && table.watchers > 0 ? <p class="hint">{t('Too many to name them all.')}</p> : null}
      <ul class="watching" role="list">
        {list.map(({ player: id, name }) => (
          <li key={id} data-testid={`watches-${name}`}>
            <Icon name="eye" /> <b>{name}</b>
            {id === player.value ? <span class="pill">{t('you')}</span> : null}
            {id !== player.value ? (
              <IconButton
                icon={game.isMuted(id) ? 'mute' : 'sound'}
                label={game.isMuted(id) ? t('Unmute {name}', { name }) : t('Mute {name}', { name })}
                onClick={() => game.mute(id, !game.isMuted(id))}
              />
            ) : null}
            {isHost(game) && id !== player.value ? (
              <IconButton
                icon="door"
                label={t('Remove {name}', { name })}
                testid={`remove-${name}`}
                onClick={() => (asked.value = { id, name })}
              />
            ) : null}
          </li>
        ))}
      </ul>
      <AskRemove asked={asked} />
      {watches ? <OwnName /> : null}
    </Panel>
  );
}
