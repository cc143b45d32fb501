/*
 * Settings.tsx - language, theme, sound, movement, keys, name; and taking oneself along.
 */
import { useSignal } from '@preact/signals';
import { t } from '../../i18n.js';
import { identityLink, rename } from '../../state/me.js';
import { lessMotion, myName, shortcuts, sound } from '../../state/prefs.js';
import { Button, Switch } from '../bits.js';
import { QrCode, ShareButtons } from '../Invite.js';
import { Page } from '../Page.js';
import { LangPicker, ThemePicker } from './fields.js';
import { NameField } from './Lobby.js';

function OtherDevice() {
  const shown = useSignal(false);
  const link = identityLink();
  if (!link) return null;
  return (
    <section class="block">
      <h2>{t('Continue on another device')}</h2>
      <p class="hint">{t('Whoever opens this link is you: your seats, your matches. Don\'t show it to anybody else.')}</p>
      {shown.value ? (
        <div class="invite">
          <QrCode text={link} label={t('QR code of the link')} />
          <div class="invite-words">
            <input
              class="input"
              readOnly
              value={link}
              aria-label={t('Link to this player')}
              onFocus={(e) => e.currentTarget.select()}
              data-testid="identity-link"
            />
            <ShareButtons url={link} title="Mazo" />
          </div>
        </div>
      ) : (
        <Button class="quiet" testid="show-identity" onClick={() => (shown.value = true)}>
          {t('Show the link')}
        </Button>
      )}
    </section>
  );
}

export function Settings() {
  return (
    <Page title={t('Settings')} testid="settings-page">
      <div class="stack">
        <NameField value={myName.value} onInput={(name) => rename(name)} />
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
          <Switch
            checked={shortcuts.value}
            onChange={(on) => (shortcuts.value = on)}
            label={t('Single-letter keys')}
            hint={t('D draws, U says UNO; ? at the table shows them all.')}
          />
        </div>
        <OtherDevice />
      </div>
    </Page>
  );
}
