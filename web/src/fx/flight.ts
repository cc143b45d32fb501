/*
 * flight.ts - cards that fly: pictures on a layer above the table, moved by transforms alone.
 */
import { h, render } from 'preact';
import type { Card as CardText } from '../local/api.js';
import { Back, Card } from '../ui/Card.js';
import { still } from '../state/prefs.js';
import type { Timeline } from './timeline.js';

let layer: HTMLElement | null = null;

function onLayer(): HTMLElement {
  if (!layer?.isConnected) {
    layer = document.createElement('div');
    layer.className = 'flights';
    layer.setAttribute('aria-hidden', 'true');
    document.body.append(layer);
  }
  return layer;
}

export interface Flight {
  /** null: its back. */
  card: CardText | null;
  from: DOMRect;
  to: DOMRect;
  delay: number;
  /** Hidden until the card arrives. */
  target?: HTMLElement | null;
  turns?: boolean;
}

export const FLIGHT_MS = 430;

/** In its middle, and no larger than it: a seat may be wide and low. */
const place = (rect: DOMRect, width: number, height: number): string =>
  `translate(${rect.left + rect.width / 2 - width / 2}px, ${rect.top + rect.height / 2 - height / 2}px) scale(${Math.max(0.2, Math.min(rect.width / width, rect.height / height))})`;

/** Cards flying to it: it becomes visible when the last has landed. */
const coming = new WeakMap<HTMLElement, number>();

function hide(target: HTMLElement, more: number): void {
  const n = (coming.get(target) ?? 0) + more;
  coming.set(target, n);
  target.style.visibility = n > 0 ? 'hidden' : '';
}

/** The air above one table: where everything is, and what flies. */
export class Flights {
  /** The table's element; nothing is found before it exists. */
  root: HTMLElement | null = null;

  constructor(private readonly line: Timeline) {}

  find(selector: string): HTMLElement | null {
    return this.root?.querySelector<HTMLElement>(selector) ?? null;
  }

  all(selector: string): HTMLElement[] {
    return [...(this.root?.querySelectorAll<HTMLElement>(selector) ?? [])];
  }

  /** An element of the table: seats, piles and cards carry data-anchor. */
  anchor(name: string): HTMLElement | null {
    return this.find(`[data-anchor="${name}"]`);
  }

  /** Its current position. */
  box(name: string): DOMRect {
    return this.anchor(name)?.getBoundingClientRect() ?? new DOMRect();
  }

  /** Lets a card fly; resolves when it has landed. */
  async fly({ card, from, to, delay, target, turns }: Flight): Promise<void> {
    if (still.value || document.hidden || !to.width || !from.width) return;
    const width = 80;
    const height = 120;
    const element = document.createElement('div');
    element.className = 'flight';
    element.style.opacity = '0'; // hidden until its turn
    render(h(card ? Card : Back, { card: card ?? '' }), element);
    onLayer().append(element);
    if (target) hide(target, 1);
    const tilt = turns ? 200 : (Math.random() - 0.5) * 30;
    const animation = element.animate(
      [
        { transform: `${place(from, width, height)} rotate(${tilt}deg)`, opacity: 0.4, offset: 0 },
        { opacity: 1, offset: 0.2 },
        { transform: `${place(to, width, height)} rotate(0deg)`, opacity: 1, offset: 1 },
      ],
      { duration: FLIGHT_MS, delay, easing: 'cubic-bezier(.2,.75,.25,1)', fill: 'forwards' },
    );
    await this.line.moves(animation);
    if (target) hide(target, -1);
    render(null, element);
    element.remove();
  }
}

/** Its final position: the piles may still be moving back after a question. */
export function settled(element: HTMLElement): DOMRect {
  const now = element.getBoundingClientRect();
  const piles = element.closest<HTMLElement>('.piles');
  if (!piles) return now;
  const from = piles.getBoundingClientRect();
  const middle = piles.parentElement!.getBoundingClientRect();
  const scale = Number(piles.style.scale || 1);
  const up = parseFloat(piles.style.translate.split(' ')[1] ?? '0');
  const left = middle.left + piles.offsetLeft + (piles.offsetWidth * (1 - scale)) / 2;
  const top = middle.top + piles.offsetTop + up + (piles.offsetHeight * (1 - scale)) / 2;
  const grows = (piles.offsetWidth * scale) / from.width;
  const at = (x: number, before: number, after: number): number => after + (x - before) * grows;
  return new DOMRect(at(now.left, from.left, left), at(now.top, from.top, top), now.width * grows, now.height * grows);
}

/** A burst of the four shapes for the winner. */
export function burst(): void {
  if (still.value || document.hidden) return;
  const colors = ['--red', '--green', '--blue', '--yellow'];
  for (let i = 0; i < 44; i++) {
    const bit = document.createElement('i');
    bit.className = `confetti k${i % 4}`;
    bit.style.setProperty('background', `var(${colors[i % 4]})`);
    onLayer().append(bit);
    const x = innerWidth * (0.2 + 0.6 * Math.random());
    const drift = (Math.random() - 0.5) * 260;
    bit
      .animate(
        [
          { transform: `translate(${x}px, ${innerHeight * 0.45}px) rotate(0)`, opacity: 1 },
          {
            transform: `translate(${x + drift}px, ${innerHeight * (0.05 + 0.2 * Math.random())}px) rotate(${drift}deg)`,
            opacity: 1,
            offset: 0.35,
            easing: 'ease-in',
          },
          { transform: `translate(${x + drift * 1.5}px, ${innerHeight + 30}px) rotate(${drift * 3}deg)`, opacity: 0.8 },
        ],
        { duration: 1800 + Math.random() * 900, delay: Math.random() * 250, easing: 'ease-out', fill: 'both' },
      )
      .finished.then(
        () => bit.remove(),
        () => bit.remove(),
      );
  }
}
