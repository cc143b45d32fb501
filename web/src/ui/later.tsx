/*
 * later.tsx - a page, or a part of one, whose code comes when it is first opened.
 */
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n.js';
import { wordsOfPages } from '../state/prefs.js';
import { lookForNewer } from '../state/version.js';
import { Opening } from './Page.js';

type Rest = typeof import('./rest.js');

const rest = signal<Rest | null>(null);
const failed = signal(false);

let style: Promise<void> | null = null;

/** Their style is a file of its own, like their script; a deck or a table that was chosen is in it too. */
export const addStyle = (): Promise<void> =>
  (style ??= new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = REST_CSS;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      style = null;
      reject();
    };
    document.head.append(link);
  }));

let coming: Promise<void> | null = null;

function fetchRest(): void {
  failed.value = false;
  coming ??= Promise.all([import('./rest.js'), addStyle(), wordsOfPages()])
    .then(
      ([found]) => void (rest.value = found),
      () => {
        failed.value = true;
        void lookForNewer(); // a server with another client has these files no longer
      },
    )
    .finally(() => (coming = null));
}

/** `part`: of a page that is there already; `unseen`: it is only missed. */
export function later<Props extends object>(
  pick: (rest: Rest) => FunctionComponent<Props>,
  part: boolean | 'unseen' = false,
): FunctionComponent<Props> {
  return (props) => {
    useEffect(() => {
      if (!rest.peek()) fetchRest();
    }, []);
    if (rest.value) {
      const Page = pick(rest.value);
      return <Page {...props} />;
    }
    if (part === 'unseen') return null;
    const problem = failed.value ? t('No connection. Try again') : null;
    if (part) return <p class="hint" role="status">{problem ?? t('One moment…')}</p>;
    return <Opening problem={problem} back={t('Home')} to="/" />;
  };
}
