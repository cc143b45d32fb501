/*
 * Logo.tsx - the name, with the four shapes.
 */
import { ShapePath } from './shapes.js';

export function Logo({ small }: { small?: boolean }) {
  return (
    <div class={`logo ${small ? 'small' : ''}`}>
      <svg viewBox="0 0 250 60" aria-hidden={true}>
        <g class="ink-R" transform="translate(2 8) scale(.46)">
          <ShapePath color="R" />
        </g>
        <g class="ink-B" transform="translate(67 8) scale(.46)">
          <ShapePath color="B" />
        </g>
        <g class="ink-G" transform="translate(132 8) scale(.46)">
          <ShapePath color="G" />
        </g>
        <g class="ink-Y" transform="translate(197 6) scale(.48)">
          <ShapePath color="Y" />
        </g>
      </svg>
      <span class="wordmark">Mazo</span>
    </div>
  );
}
