/*
 * Page.tsx - the frame of every page but the start page and the table.
 */
import type { ComponentChildren } from 'preact';
import { t } from '../i18n.js';
import { go } from '../state/route.js';
import { IconButton, Link } from './controls.js';
import { usePage } from './LiveRegions.js';
import { Logo } from './Logo.js';

export function Page({
  title,
  children,
  testid,
  wide,
}: {
  title: string;
  children: ComponentChildren;
  testid: string;
  wide?: boolean;
}) {
  const head = usePage(title);
  return (
    <main class={`page ${wide ? '' : 'narrow'}`} data-testid={testid}>
      <header class="page-head">
        <IconButton icon="back" label={t('Home')} testid="back" onClick={() => go('/')} />
        <h1 tabIndex={-1} ref={head}>
          {title}
        </h1>
      </header>
      {children}
    </main>
  );
}

/** Until a table of this page is there; or why it will not be, and the way `back`. */
export function Opening({ problem, back, to }: { problem: string | null; back: string; to: string }) {
  return (
    <main class="page narrow center" data-testid="loading">
      <Logo />
      {problem ? (
        <>
          <p class="bad" role="alert">
            {problem}
          </p>
          <Link class="button main" to={to}>
            {back}
          </Link>
        </>
      ) : (
        <p class="hint" role="status">
          {t('One moment…')}
        </p>
      )}
    </main>
  );
}
