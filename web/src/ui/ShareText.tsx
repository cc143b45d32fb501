/*
 * ShareText.tsx - a few words to share or to copy.
 */
import { useSignal } from '@preact/signals';
import { t } from '../i18n.js';
import { Button } from './controls.js';
import { Icon } from './icons.js';

const COPIED_MS = 2000;

/** Into the clipboard, also where a page without TLS has none of its own. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
}

export function ShareText({ text }: { text: string }) {
  const copied = useSignal(false);
  const copy = async (): Promise<void> => {
    await copyText(text);
    copied.value = true;
    setTimeout(() => (copied.value = false), COPIED_MS);
  };
  const shares = 'share' in navigator;
  return (
    <div class="row wrap">
      {shares ? (
        <Button class="main" testid="share-text" onClick={() => void navigator.share({ text }).catch(() => {})}>
          <Icon name="share" /> {t('Share')}
        </Button>
      ) : null}
      <Button class={shares ? '' : 'main'} testid="copy-text" onClick={() => void copy()}>
        <Icon name="copy" /> {copied.value ? t('Copied') : t('Copy')}
      </Button>
      <span class="unseen" role="status">
        {copied.value ? t('Copied') : ''}
      </span>
    </div>
  );
}
