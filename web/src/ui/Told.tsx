/*
 * Told.tsx - a sentence of the rules. A card between braces, {R7}, is drawn; the words behind it
 * say the same, so screen readers miss nothing.
 */
import { Card } from './Card.js';

const MARK = /\{([RGBY](?:\d|S|R|\+2|J)|W(?:\+4|J)?)\}/;

export function Told({ text }: { text: string }) {
  return (
    <>
      {text.split(MARK).map((part, i) =>
        i % 2 === 0 ? (
          part
        ) : (
          <span key={i} class="told-card" data-card={part}>
            <Card card={part} />
          </span>
        ),
      )}
    </>
  );
}

/** One of a list of sentences; "- …" is a point below the one before. */
export function ToldItem({ text }: { text: string }) {
  const inner = text.startsWith('- ');
  return (
    <li class={inner ? 'inner' : ''}>
      <Told text={inner ? text.slice(2) : text} />
    </li>
  );
}
