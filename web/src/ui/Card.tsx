/*
 * Card.tsx - a card as a picture. Anyone who shows it gives it a name for screen readers.
 *
 * The face is one flat color with the color's shape large in the middle and the value on it;
 * the corner has both small, so that an overlapped card can still be read.
 */
import type { ComponentChildren } from 'preact';
import { colorOf, valueOf } from '../game/cards.js';
import type { Card as CardText, Color } from '../local/api.js';
import { ShapePath } from './shapes.js';

/** Symbols of cards without a number, in a box of 100 by 100, drawn with the current color. */
function Symbol({ value }: { value: string }) {
  switch (value) {
    case 'S': // a leap over the next one
      return (
        <g fill="none" stroke="currentColor" stroke-width="14" stroke-linecap="round" stroke-linejoin="round">
          <path d="M10 62C14 14 74 10 86 54M62 50 87 60 96 34" />
          <circle cx="48" cy="76" r="15" fill="currentColor" stroke="none" />
        </g>
      );
    case 'R': // there and back
      return (
        <g fill="none" stroke="currentColor" stroke-width="14" stroke-linecap="round" stroke-linejoin="round">
          <path d="M12 36H78M58 14 80 36 58 58" transform="translate(4 -6)" />
          <path d="M88 36H22M42 14 20 36 42 58" transform="translate(-4 36)" />
        </g>
      );
    case 'J': // the unit with its lever
      return (
        <g fill="none" stroke="currentColor" stroke-width="10" stroke-linejoin="round" stroke-linecap="round">
          <rect x="6" y="28" width="66" height="52" rx="9" />
          <path d="M28 30V78M50 30V78" stroke-width="7" />
          <path d="M74 58H90V26" />
          <circle cx="90" cy="16" r="7" fill="currentColor" />
        </g>
      );
    default:
      return (
        <text
          x="50"
          y="54"
          text-anchor="middle"
          dominant-baseline="central"
          font-size={value.length > 1 ? 74 : 92}
          fill="currentColor"
        >
          {value}
        </text>
      );
  }
}

const corner = (value: string) => (value === 'W+4' ? '+4' : value === 'WJ' ? 'J' : value);

function Corner({ value, color }: { value: string; color: Color | null }) {
  return (
    <g class="corner">
      <g transform="translate(6 7) scale(.32)">
        <Symbol value={corner(value)} />
      </g>
      {color ? (
        <g transform="translate(46 13) scale(.2)">
          <ShapePath color={color} />
        </g>
      ) : null}
    </g>
  );
}

/* Where the value sits on each shape: a triangle and a star hold it lower and smaller. */
const MIDDLE: Record<Color, { shape: string; value: string }> = {
  R: { shape: 'translate(14 39) scale(.72)', value: 'translate(25 50) scale(.5)' },
  B: { shape: 'translate(16 41) scale(.68)', value: 'translate(25 50) scale(.5)' },
  G: { shape: 'translate(9 31) scale(.82)', value: 'translate(31 61) scale(.38)' },
  Y: { shape: 'translate(8 30) scale(.84)', value: 'translate(32 58) scale(.36)' },
};

function Colored({ color, value }: { color: Color; value: string }) {
  return (
    <>
      <g class="emblem" transform={MIDDLE[color].shape}>
        <ShapePath color={color} />
      </g>
      <g class="value" transform={MIDDLE[color].value}>
        <Symbol value={value} />
      </g>
    </>
  );
}

function Wild({ value }: { value: string }) {
  const four = (
    <>
      <g class="ink-R" transform="translate(17 42) scale(.31)">
        <ShapePath color="R" />
      </g>
      <g class="ink-B" transform="translate(52 42) scale(.31)">
        <ShapePath color="B" />
      </g>
      <g class="ink-G" transform="translate(17 79) scale(.31)">
        <ShapePath color="G" />
      </g>
      <g class="ink-Y" transform="translate(52 78) scale(.31)">
        <ShapePath color="Y" />
      </g>
    </>
  );
  if (value === 'W') return four;
  return (
    <>
      {four}
      <circle class="hub" cx="50" cy="76" r="19" />
      <g class="value" transform="translate(34.5 60.5) scale(.31)">
        <Symbol value={corner(value)} />
      </g>
    </>
  );
}

function Frame({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <svg class={`card ${name}`} viewBox="0 0 100 150" aria-hidden={true} focusable="false">
      <rect class="paper" x="1" y="1" width="98" height="148" rx="13" />
      {children}
      <rect class="edge" x="1" y="1" width="98" height="148" rx="13" />
    </svg>
  );
}

export function Card({ card }: { card: CardText }) {
  const color = colorOf(card);
  const value = valueOf(card);
  return (
    <Frame name={color ? `of-${color}` : 'of-W'}>
      {color ? <Colored color={color} value={value} /> : <Wild value={value} />}
      {value === 'W' ? null : (
        <>
          <Corner value={value} color={color} />
          <g transform="rotate(180 50 75)">
            <Corner value={value} color={color} />
          </g>
        </>
      )}
      {value === 'W' ? (
        <>
          <g class="corner" transform="translate(7 8) scale(.13)">
            <FourSmall />
          </g>
          <g class="corner" transform="rotate(180 50 75) translate(7 8) scale(.13)">
            <FourSmall />
          </g>
        </>
      ) : null}
    </Frame>
  );
}

function FourSmall() {
  return (
    <>
      <g class="ink-R">
        <ShapePath color="R" />
      </g>
      <g class="ink-B" transform="translate(115 0)">
        <ShapePath color="B" />
      </g>
      <g class="ink-G" transform="translate(0 115)">
        <ShapePath color="G" />
      </g>
      <g class="ink-Y" transform="translate(115 112)">
        <ShapePath color="Y" />
      </g>
    </>
  );
}

export function Back() {
  return (
    <Frame name="of-back">
      <rect class="inner" x="9" y="9" width="82" height="132" rx="8" />
      <g class="ink-R" transform="translate(37 22) scale(.26)">
        <ShapePath color="R" />
      </g>
      <g class="ink-B" transform="translate(64 62) scale(.26)">
        <ShapePath color="B" />
      </g>
      <g class="ink-Y" transform="translate(37 101) scale(.26)">
        <ShapePath color="Y" />
      </g>
      <g class="ink-G" transform="translate(10 62) scale(.26)">
        <ShapePath color="G" />
      </g>
      <text class="mark" x="50" y="76" text-anchor="middle" dominant-baseline="central" font-size="24">
        M
      </text>
    </Frame>
  );
}
