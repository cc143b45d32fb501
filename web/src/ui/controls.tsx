/*
 * controls.tsx - small parts that every screen uses.
 */
import { signal } from '@preact/signals';
import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n.js';
import { follow, placed } from '../state/route.js';
import { Icon, type IconName } from './icons.js';

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { testid?: string };

export function Button({ class: name = '', testid, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} class={`button ${String(name)}`} data-testid={testid} {...rest} />;
}

export function IconButton({
  icon,
  label,
  testid,
  badge,
  ...rest
}: { icon: IconName; label: string; badge?: number } & Omit<ButtonProps, 'icon' | 'label'>) {
  const count = badge ? (badge > 9 ? '9+' : `${badge}`) : '';
  return (
    <button type="button" class="icon-button" aria-label={count ? `${label} (${count})` : undefined} title={label} data-testid={testid} {...rest}>
      <Icon name={icon} />
      {count ? <span class="badge" data-count={count} aria-hidden={true} /> : null}
    </button>
  );
}

export function Link({
  to,
  class: name = '',
  testid,
  children,
}: {
  to: string;
  class?: string;
  testid?: string;
  children: ComponentChildren;
}) {
  return (
    <a href={placed(to)} class={name} onClick={follow} data-testid={testid}>
      {children}
    </a>
  );
}

/** A fingerprint of 64 hex digits, in groups that people can compare. */
export function Fingerprint({ value }: { value: string }) {
  return (
    <code class="fingerprint" data-testid="fingerprint" data-value={value}>
      {(value.match(/.{1,8}/g) ?? []).join(' ')}
    </code>
  );
}

export function Switch({
  checked,
  onChange,
  label,
  hint,
  testid,
}: {
  checked: boolean;
  onChange: (on: boolean) => void;
  label: string;
  hint?: string;
  testid?: string;
}) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        data-testid={testid}
        onChange={(e) => onChange(e.currentTarget.checked)}
      />
      <span class="words">
        {label}
        {hint ? <span class="hint block">{hint}</span> : null}
      </span>
    </label>
  );
}

export function Segments<T extends string | number>({
  name,
  value,
  options,
  onChange,
  label,
}: {
  name: string;
  value: T;
  options: readonly { value: T; text: ComponentChildren }[];
  onChange: (value: T) => void;
  label: string;
}) {
  return (
    <fieldset class="segments" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            data-testid={`${name}-${option.value}`}
            onChange={() => onChange(option.value)}
          />
          <span>{option.text}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function Stepper({
  value,
  least,
  most,
  step = 1,
  onChange,
  label,
  testid,
  show,
}: {
  value: number;
  least: number;
  most: number;
  step?: number;
  onChange: (value: number) => void;
  label: string;
  testid?: string;
  show?: (value: number) => string;
}) {
  const set = (next: number) => onChange(Math.max(least, Math.min(most, next)));
  return (
    <div class="stepper" role="group" aria-label={label} data-testid={testid}>
      <button
        type="button"
        class="button small"
        aria-label={t('{what}: fewer', { what: label })}
        disabled={value <= least}
        onClick={() => set(value - step)}
      >
        <Icon name="minus" />
      </button>
      <output>{show ? show(value) : value}</output>
      <button
        type="button"
        class="button small"
        aria-label={t('{what}: more', { what: label })}
        disabled={value >= most}
        onClick={() => set(value + step)}
      >
        <Icon name="plus" />
      </button>
    </div>
  );
}

/** Asks before something that cannot be undone with a touch. */
export function Question({
  text,
  yes,
  testid,
  onYes,
  onEver,
  onNo,
}: {
  text: string;
  yes: string;
  testid: string;
  onYes: () => void;
  /** Removes somebody who is not to come back. */
  onEver?: () => void;
  onNo: () => void;
}) {
  return (
    <div class="question" role="group" aria-label={text}>
      <p>{text}</p>
      <Button class="wide warn" testid={`${testid}-yes`} onClick={onYes}>
        {yes}
      </Button>
      {onEver ? (
        <Button class="wide warn" testid={`${testid}-ever`} onClick={onEver}>
          {t('Remove for good')}
        </Button>
      ) : null}
      <Button class="wide" testid={`${testid}-no`} data-autofocus onClick={onNo}>
        {t('Cancel')}
      </Button>
    </div>
  );
}

const MOMENT_MS = 500;
const asked = new WeakMap<Element, number>();

/** For a moment the keyboard does not answer what is asked in this box. */
export const asksNow = (box: Element): void => void asked.set(box, performance.now());

/** Enter and Space act once, however long they are held, and on nothing that has come under them just now. */
for (const type of ['keydown', 'keyup'] as const)
  document.addEventListener(
    type,
    (e) => {
      const on = e.target instanceof Element && /^(Enter| )$/.test(e.key) && e.target.closest('a, button');
      if (!on || on.closest('.stepper')) return;
      const since = asked.get(on.closest('.ask') ?? on) ?? -MOMENT_MS;
      if (e.repeat || performance.now() - since < MOMENT_MS) e.preventDefault();
    },
    true,
  );

/** The keyboard was used last, and not a finger or a mouse. */
export const byKeys = signal(false);
document.addEventListener('keydown', (e) => void (byKeys.value ||= /^(Tab|Arrow|Enter| )/.test(e.key)), true);
document.addEventListener('pointerdown', () => void (byKeys.value = false), true);

/** What Escape closes: the last that was opened comes first. */
const open: { current: () => void }[] = [];

document.addEventListener('keydown', (e) => {
  const last = open[open.length - 1];
  if (e.key !== 'Escape' || e.defaultPrevented || !last) return;
  e.preventDefault();
  last.current();
});

/** Calls back on Escape. */
export function useEscape(close: () => void): void {
  const now = useRef(close);
  now.current = close;
  useLayoutEffect(() => {
    open.push(now);
    return () => void open.splice(open.indexOf(now), 1);
  }, []);
}

/**
 * A panel over the table. It never covers the bar with UNO and Catch, so it does not trap anybody:
 * focus goes in when it opens and back when it closes.
 */
export function Panel({
  title,
  onClose,
  children,
  testid,
  side,
}: {
  title: string;
  onClose?: () => void;
  children: ComponentChildren;
  testid?: string;
  side?: boolean;
}) {
  const box = useRef<HTMLElement>(null);
  // Before the next key: an effect after the picture would take the focus from where the player has gone since.
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    box.current?.querySelector<HTMLElement>('[data-autofocus], h2')?.focus();
    return () => {
      const back = before?.isConnected && before !== document.body ? before : document.querySelector<HTMLElement>('.hand [tabindex="0"]');
      back?.focus();
    };
  }, []);
  useEscape(() => onClose?.());
  return (
    <section class={`panel ${side ? 'side' : ''}`} role="dialog" aria-label={title} data-testid={testid} ref={box}>
      <header class="panel-head">
        <h2 tabIndex={-1}>{title}</h2>
        {onClose ? <IconButton icon="close" label={t('Close')} onClick={onClose} testid="close-panel" /> : null}
      </header>
      <div class="panel-body" tabIndex={0} role="group" aria-label={title}>
        {children}
      </div>
    </section>
  );
}
