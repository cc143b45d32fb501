/*
 * Bars.tsx - a line over every page until somebody has read it: from those who run the server, of a newer
 * client, of a browser that saves nothing. One at a time.
 */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { t } from '../i18n.js';
import { keepsNoMatch, keepsNothing } from '../state/storage.js';
import { serverNotice, socket } from '../state/me.js';
import { route } from '../state/route.js';
import { outdated } from '../state/version.js';
import { Button, IconButton } from './controls.js';

function Bar({ testid, onClose, children }: { testid: string; onClose?: () => void; children: ComponentChildren }) {
  return (
    <div class="server-notice" role="alert" data-testid={testid}>
      {children}
      {onClose ? <IconButton icon="close" label={t('Close')} testid="close-notice" onClick={onClose} /> : null}
    </div>
  );
}

/** Has been read here; a reload shows it again. */
const read = signal(false);

/** What is lost with this page; '' when nothing is. */
function atRisk(): string {
  const { page } = route.value;
  if (page === 'table' && keepsNothing.value)
    return t('This browser saves nothing: if you close or reload this page, you lose your seat.');
  if (page === 'local' && keepsNoMatch.value)
    return t('This browser saves nothing: the match is lost when you close the page.');
  return '';
}

export function Bars() {
  const text = serverNotice.value;
  const risk = atRisk();
  if (text)
    return (
      <Bar testid="server-notice" onClose={() => (serverNotice.value = null)}>
        <p>
          <b>{t('Message from the server:')}</b> <span>{text}</span>
        </p>
      </Bar>
    );
  if (socket.tooOld.value || (outdated.value && !risk))
    return (
      <Bar testid="new-version" onClose={socket.tooOld.value ? undefined : () => (outdated.value = false)}>
        <p>{t('There is a new version of Mazo.')}</p>
        <Button class="small" testid="reload" onClick={() => location.reload()}>
          {t('Reload')}
        </Button>
      </Bar>
    );
  if (risk && !read.value)
    return (
      <Bar testid="unsaved" onClose={() => (read.value = true)}>
        <p>{risk}</p>
      </Bar>
    );
  return null;
}
