/*
 * PushSwitch.tsx - to be told of our turn while no page is open, where turns last hours.
 */
import { useEffect } from 'preact/hooks';
import { t } from '../i18n.js';
import type { Game } from '../state/game.js';
import { pushKey } from '../state/me.js';
import { askPush, canPush, pushAsked, pushes, pushFailed, renewPush } from '../state/push.js';
import { Switch } from './controls.js';

export function PushSwitch({ game }: { game: Game }) {
  const shown = !game.local && canPush(game.table.value);
  const key = pushKey.value;
  useEffect(() => {
    if (shown) void renewPush().catch(() => {});
  }, [shown, key]);
  if (!shown && !pushFailed.value) return null;
  return (
    <Switch
      checked={pushAsked.value ?? pushes.value}
      onChange={askPush}
      label={t('Tell me even when this page is closed')}
      hint={
        pushFailed.value
          ? t('This browser does not allow it.')
          : t('The message goes through the service of your browser, which cannot read it.')
      }
      testid="push"
    />
  );
}
