/*
 * Page.tsx - the frame of every page but the start page and the table.
 */
import type { ComponentChildren } from 'preact';
import { t } from '../i18n.js';
import { go } from '../state/route.js';
import { IconButton } from './bits.js';

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
  return (
    <main class={`page ${wide ? '' : 'narrow'}`} data-testid={testid}>
      <header class="page-head">
        <IconButton icon="back" label={t('To the start')} testid="back" onClick={() => go('/')} />
        <h1>{title}</h1>
      </header>
      {children}
    </main>
  );
}
