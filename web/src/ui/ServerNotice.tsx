/*
 * ServerNotice.tsx - a line from those who run the server, over every page until somebody has read it.
 */
import { t } from '../i18n.js';
import { serverNotice } from '../state/me.js';
import { IconButton } from './bits.js';

export function ServerNotice() {
  const text = serverNotice.value;
  if (!text) return null;
  return (
    <div class="server-notice" role="alert" data-testid="server-notice">
      <p>
        <b>{t('Message from the server:')}</b> <span>{text}</span>
      </p>
      <IconButton icon="close" label={t('Close')} testid="close-notice" onClick={() => (serverNotice.value = null)} />
    </div>
  );
}
