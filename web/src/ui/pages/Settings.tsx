/*
 * Settings.tsx - language, theme, sound, movement, keys, name; and the way to other devices.
 */
import { t } from '../../i18n.js';
import { rename } from '../../state/me.js';
import { lessMotion, myName, shortcuts, sound } from '../../state/prefs.js';
import { Switch } from '../bits.js';
import { Page } from '../Page.js';
import { DevicesLink, LangPicker, NameField, ThemePicker } from './fields.js';

export function Settings() {
  return (
    <Page title={t('Settings')} testid="settings-page">
      <div class="stack">
        <NameField value={myName.value} onInput={(name) => void rename(name)} />
        <LangPicker />
        <ThemePicker />
        <div>
          <Switch checked={sound.value} onChange={(on) => (sound.value = on)} label={t('Sounds')} />
          <Switch
            checked={lessMotion.value}
            onChange={(on) => (lessMotion.value = on)}
            label={t('Less movement')}
            hint={t('Cards do not fly.')}
          />
          <div class="needs-keys">
            <Switch
              checked={shortcuts.value}
              onChange={(on) => (shortcuts.value = on)}
              label={t('Single-letter keys')}
              hint={t('D draws, U says UNO; ? at the table shows them all.')}
            />
          </div>
        </div>
        <DevicesLink />
      </div>
    </Page>
  );
}
