/*
 * later.tsx - a page, or a part of one, whose code comes when it is first opened.
 */
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n.js';
import { Opening } from './Page.js';

/** `part`: of a page that is there already. */
export function later<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  part = false,
): FunctionComponent<Props> {
  const page = signal<FunctionComponent<Props> | null>(null);
  const failed = signal(false);
  const fetchPage = (): void => {
    failed.value = false;
    load().then(
      (found) => (page.value = found),
      () => (failed.value = true),
    );
  };
  return (props) => {
    useEffect(() => {
      if (!page.peek()) fetchPage();
    }, []);
    const Page = page.value;
    if (Page) return <Page {...props} />;
    const problem = failed.value ? t('No connection. Try again') : null;
    if (part) return <p class="hint" role="status">{problem ?? t('One moment…')}</p>;
    return <Opening problem={problem} back={t('Home')} to="/" />;
  };
}
