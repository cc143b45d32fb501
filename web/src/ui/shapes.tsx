/*
 * shapes.tsx - every color has its shape: red circle, green triangle, blue square, yellow star.
 * All fit a box of 100 by 100.
 */
import type { Color } from '../local/api.js';

const STAR = (() => {
  const points: string[] = [];
  for (let i = 0; i < 10; i++) {
    const radius = i % 2 === 0 ? 53 : 27;
    const angle = (Math.PI * i) / 5 - Math.PI / 2;
    points.push(`${(50 + radius * Math.cos(angle)).toFixed(1)} ${(54 + radius * Math.sin(angle)).toFixed(1)}`);
  }
  return `M${points.join('L')}Z`;
})();

export function ShapePath({ color }: { color: Color }) {
  switch (color) {
    case 'R':
      return <circle cx="50" cy="50" r="44" />;
    case 'B':
      return <rect x="9" y="9" width="82" height="82" rx="10" />;
    case 'G':
      return <path d="M50 7 96 89H4Z" stroke-linejoin="round" />;
    case 'Y':
      return <path d={STAR} stroke-linejoin="round" />;
  }
}

/** A shape on its own, in its color. */
export function Shape({ color, label }: { color: Color; label?: string }) {
  return (
    <svg
      class={`shape ink-${color}`}
      viewBox="0 0 100 100"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <ShapePath color={color} />
    </svg>
  );
}

/** All four, for what is of any color. */
export function FourShapes() {
  return (
    <svg class="shape" viewBox="0 0 220 220" aria-hidden={true}>
      <g class="ink-R">
        <ShapePath color="R" />
      </g>
      <g class="ink-B" transform="translate(120 0)">
        <ShapePath color="B" />
      </g>
      <g class="ink-G" transform="translate(0 120)">
        <ShapePath color="G" />
      </g>
      <g class="ink-Y" transform="translate(120 120)">
        <ShapePath color="Y" />
      </g>
    </svg>
  );
}
