/*
 * Card.tsx - a card as a picture. Anyone who shows it gives it a name for screen readers.
 *
 * Large in the middle the value, of one size on all cards, on the shape of the color; both again in the
 * corner, one below the other, where they are seen while other cards lie over the rest.
 */
import type { ComponentChildren } from 'preact';
import { COLORS, colorOf, valueOf } from '../game/cards.js';
import type { Card as CardText, Color } from '../local/api.js';
import { LINES } from './glyphs.js';
import { ShapePath } from './shapes.js';

const move = (x: number, y: number, scale: number, turn = 0): string =>
  `translate(${x} ${y})${turn ? ` rotate(${turn})` : ''} scale(${scale})`;

function Line({ d }: { d: string }) {
  return <path class="line" d={d} />;
}

/** A small card around 0 0; on it, seen also where the next lies over it, its shape. */
function Small({ at, color }: { at: string; color: Color }) {
  return (
    <g transform={at}>
      <rect class="small" x="-20" y="-30" width="40" height="60" rx="6" />
      <g class={`ink-${color}`} transform="translate(-16.500 -26) scale(.19)">
        <ShapePath color={color} />
      </g>
    </g>
  );
}

/** The machine with its lever: in its windows shapes, or nothing. */
function Machine({ shapes = [] }: { shapes?: Color[] }) {
  return (
    <>
      <path class="line thin" d="M66 62H77V24" />
      <circle cx="77" cy="19" r="9" />
      <path d="M-8 30Q-8 14 8 14H48Q64 14 64 30V78H-8Z" />
      {[2, 28, 54].map((x, i) => (
        <g key={x}>
          <rect class="window-of" x={x - 10} y="33" width="20" height="30" rx="4" />
          {shapes[i] ? (
            <g class={`ink-${shapes[i]}`} transform={`translate(${x - 8} 40) scale(.16)`}>
              <ShapePath color={shapes[i]} />
            </g>
          ) : null}
        </g>
      ))}
      <rect x="-14" y="76" width="84" height="9" rx="4.500" />
    </>
  );
}

/** Turned around it would be the other. */
const isUnderlined = (value: string): boolean => value === '6' || value === '9';

/** A value in the box of the numerals; in the middle of a card with its color. */
function Mark({ value, color }: { value: string; color?: Color }) {
  switch (value) {
    case 'R': // around, and around again
      return (
        <>
          <path class="line" d="M-1 40A31 31 0 0 1 52 23M61 50A31 31 0 0 1 8 67" />
          <path d="M65 4 62 39 34 17ZM-5 86-2 51 26 73Z" />
        </>
      );
    case 'J':
      return color ? <Machine shapes={[color, color, color]} /> : <Line d={LINES.J!} />;
    case '+2':
      return color ? (
        <>
          <Small at={move(13, 39, 1.15, -15)} color={color} />
          <Small at={move(49, 51, 1.15, 9)} color={color} />
        </>
      ) : (
        <Drawn n="2" />
      );
    case '+4':
      return <Drawn n="4" />;
    default:
      return (
        <>
          <Line d={LINES[value]!} />
          {isUnderlined(value) ? <path class="line under" d="M15 102H45" /> : null}
        </>
      );
  }
}

/** +2, +4: narrower, so that the corner has room. */
function Drawn({ n }: { n: string }) {
  return (
    <>
      <g transform="translate(-10 17) scale(.6)">
        <Line d={LINES['+']!} />
      </g>
      <g transform="translate(25 0) scale(.92 1)">
        <Line d={LINES[n]!} />
      </g>
    </>
  );
}

const corner = (value: string): string => (value === 'W+4' ? '+4' : value === 'WJ' ? 'J' : value);

function Corners({ children }: { children: ComponentChildren }) {
  return (
    <>
      <g class="corner">{children}</g>
      <g class="corner" transform="rotate(180 50 75)">
        {children}
      </g>
    </>
  );
}

/** Where the shape is: each about as heavy as the others, the value in its middle. */
const EMBLEM: Record<Color, string> = {
  R: move(8, 33, 0.84),
  B: move(10, 35, 0.8),
  G: move(3, 24, 0.94),
  Y: move(5, 27, 0.9),
};

function Colored({ color, value }: { color: Color; value: string }) {
  return (
    <>
      <g transform={EMBLEM[color]}>
        <g class="emblem">
          <ShapePath color={color} />
        </g>
      </g>
      <g transform={move(29, 43.500, 0.7)}>
        <g class="value">
          <Mark value={value} color={color} />
        </g>
      </g>
      <Corners>
        <g transform={/[SR]/.test(value) ? move(11.500, 11, 0.22) : value === '+2' ? move(11.500, 8.500, 0.27) : move(9, 8.500, 0.27)}>
          <Mark value={value} />
        </g>
        <g transform={move(9.500, isUnderlined(value) ? 39 : 35, 0.16)}>
          <g class="suit">
            <ShapePath color={color} />
          </g>
        </g>
      </Corners>
    </>
  );
}

/** All four shapes around 50 50. */
function Four({ apart = 53 }: { apart?: number }) {
  return (
    <>
      {(['R', 'B', 'G', 'Y'] as const).map((color, i) => (
        <g key={color} class={`ink-${color}`} transform={`translate(${i % 2 ? apart : -apart} ${i > 1 ? apart : -apart})`}>
          <ShapePath color={color} />
        </g>
      ))}
    </>
  );
}

function Wild({ value }: { value: string }) {
  return (
    <>
      {value === 'W' ? (
        <g class="four" transform={move(30.500, 55.500, 0.39)}>
          <Four apart={54} />
        </g>
      ) : value === 'W+4' ? (
        <g class="hand-of">
          {COLORS.map((color, i) => (
            <Small key={color} at={`rotate(${18 * i - 27} 50 116) translate(50 74) scale(.78)`} color={color} />
          ))}
        </g>
      ) : (
        <g class="machine-of" transform={move(28, 42, 0.72)}>
          <Machine shapes={['R', 'G', 'B']} />
        </g>
      )}
      <Corners>
        {value === 'W' ? null : (
          <g transform={move(value === 'WJ' ? 9 : 11.500, 8.500, 0.27)}>
            <Mark value={corner(value)} />
          </g>
        )}
        <g class="four" transform={value === 'W' ? move(14, 14, 0.11) : move(13, 41, 0.09)}>
          <Four />
        </g>
      </Corners>
    </>
  );
}

function Frame({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <svg class={`card ${name}`} viewBox="0 0 100 150" aria-hidden={true} focusable="false">
      <rect class="rim" x=".5" y=".5" width="99" height="149" rx="12" />
      <rect class="paper" x="4.500" y="4.500" width="91" height="141" rx="8.500" />
      {children}
    </svg>
  );
}

export function Card({ card }: { card: CardText }) {
  const color = colorOf(card);
  const value = valueOf(card);
  return <Frame name={`of-${color ?? 'W'}`}>{color ? <Colored color={color} value={value} /> : <Wild value={value} />}</Frame>;
}

export function Back() {
  return (
    <Frame name="of-back">
      <path class="lattice" d="M4 37 37 4M4 75 75 4M4 113 96 21M16 146 96 59M54 146 96 97M92 146 96 135M63 4 96 37M25 4 96 75M4 21 96 113M4 59 84 146M4 97 46 146M4 135 8 146" />
      <circle class="medal" cx="50" cy="75" r="33" />
      <g class="mark" transform={move(36, 54.500, 0.46)}>
        <Line d={LINES.M!} />
      </g>
      <g transform={move(50, 75, 1)}>
        <g class="ink-R" transform={move(-6, -31, 0.12)}><ShapePath color="R" /></g>
        <g class="ink-B" transform={move(19, -6, 0.12)}><ShapePath color="B" /></g>
        <g class="ink-G" transform={move(-31, -6, 0.12)}><ShapePath color="G" /></g>
        <g class="ink-Y" transform={move(-6, 19, 0.12)}><ShapePath color="Y" /></g>
      </g>
    </Frame>
  );
}
