/*
 * Invite.tsx - the link of a table: to share, to copy, to scan.
 */
import { useSignal } from '@preact/signals';
import { t } from '../i18n.js';
import { Button } from './controls.js';
import { Icon } from './icons.js';

export function ShareButtons({ url, title }: { url: string; title: string }) {
  const copied = useSignal(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
    } catch {
      const field = document.querySelector<HTMLInputElement>('.invite input');
      field?.select();
      document.execCommand('copy');
    }
    copied.value = true;
    setTimeout(() => (copied.value = false), 2000);
  };
  const share = (): void => void navigator.share({ title, url }).catch(() => {});
  return (
    <div class="row wrap">
      {'share' in navigator ? (
        <Button class="main" testid="share-link" onClick={share}>
          <Icon name="share" /> {t('Share')}
        </Button>
      ) : null}
      <Button class={'share' in navigator ? '' : 'main'} testid="copy-link" onClick={() => void copy()}>
        <Icon name="copy" /> {copied.value ? t('Copied') : t('Copy the link')}
      </Button>
      <span class="unseen" role="status">
        {copied.value ? t('Copied') : ''}
      </span>
    </div>
  );
}

export function Invite({ code }: { code: string }) {
  const url = `${location.origin}/t/${code}`;
  return (
    <div class="invite">
      <img class="qr" src={`/qr/${code}.svg`} alt={t('QR code of the link')} />
      <div class="invite-words">
        <p class="code" aria-label={t('Code {code}', { code: [...code].join(' ') })}>
          {code}
        </p>
        <input
          class="input"
          readOnly
          value={url}
          aria-label={t('Link to this table')}
          onFocus={(e) => e.currentTarget.select()}
          data-testid="invite-link"
        />
        <ShareButtons url={url} title="Mazo" />
      </div>
    </div>
  );
}
