/*
 * faces.tsx - reactions, drawn by us: some systems draw emoji in one color, or not at all. The
 * signs themselves go over the wire.
 */
import { N, t } from '../i18n.js';

const EYES = <path d="M10 13v2M22 13v2" />;
const ROUND = <circle class="skin" cx="16" cy="16" r="13" />;

const DRAWN: Record<string, { name: string; picture: preact.JSX.Element }> = {
  '👏': {
    name: N('applause'),
    picture: (
      <>
        <path d="M8 5l1.500 3M13 3v3.500M3.500 9.500l3 1.500" />
        <path
          class="skin"
          d="M11 20l-3-6c-.8-1.800 1.200-2.800 2.200-1.200l2 3.200 2.600-6.500c.8-1.800 2.900-.9 2.400.9l-1 3.600 5-4.600c1.400-1.200 3 .5 1.900 1.800l1 .2c1.300.4 1.300 1.800.3 2.600l.8.8c.6.8.3 1.700-.4 2.200l.3 1.200c0 .8-.3 1.300-.9 1.800l-5.700 4.800c-2.800 2.200-6 1-7.500-2z"
        />
        <path d="M16.500 19l4.500-4M18.500 21.500l5-4.200" />
      </>
    ),
  },
  '😂': {
    name: N('laughter'),
    picture: (
      <>
        {ROUND}
        <path d="M8 13.500l2.500-2 2 2.500M24 13.500l-2.500-2-2 2.500" />
        <path class="mouth" d="M9 17.500h14c0 4.500-3 7-7 7s-7-2.500-7-7z" />
        <path class="tear" d="M6.500 16c-3 3-3.500 6-1 6.500s3-3 1-6.500zM25.500 16c3 3 3.500 6 1 6.500s-3-3-1-6.500z" />
      </>
    ),
  },
  '😮': {
    name: N('surprise'),
    picture: (
      <>
        {ROUND}
        {EYES}
        <path d="M8 9.500l3-1.500M24 9.500l-3-1.500" />
        <circle class="mouth" cx="16" cy="21.500" r="3.500" />
      </>
    ),
  },
  '😢': {
    name: N('sadness'),
    picture: (
      <>
        {ROUND}
        {EYES}
        <path d="M8 11l3.500-2M24 11l-3.500-2M11 23c2.500-2.500 7.500-2.500 10 0" />
        <path class="tear" d="M22.500 17c-2.600 3.500-2.800 6 0 6s2.600-2.500 0-6z" />
      </>
    ),
  },
  '😡': {
    name: N('anger'),
    picture: (
      <>
        <circle class="skin hot" cx="16" cy="16" r="13" />
        {EYES}
        <path d="M7.500 9.500l5 3M24.500 9.500l-5 3M11 23c2.500-2.500 7.500-2.500 10 0" />
      </>
    ),
  },
  '🎉': {
    name: N('party'),
    picture: (
      <>
        <path class="skin" d="M4 28l6-16 10 10z" />
        <path d="M8 18.500l5.500 5.500M17 12c-.5-3 1.500-4 .5-8M20 15c3-1 4 1 8-.500M19 13l5-5" />
        <circle class="ink-R" cx="11" cy="6" r="2" />
        <rect class="ink-B" x="25" y="19" width="4" height="4" />
        <path class="ink-G" d="M24 28l2.500-4.500 2.500 4.500z" />
        <circle class="ink-Y" cx="26.500" cy="5.500" r="2" />
      </>
    ),
  },
};

export const FACES = Object.keys(DRAWN);

export const faceName = (face: string): string => t(DRAWN[face]?.name ?? face);

export function Face({ face }: { face: string }) {
  const drawn = DRAWN[face];
  if (!drawn) return <>{face}</>;
  return (
    <svg class="drawn-face" viewBox="0 0 32 32" role="img" aria-label={faceName(face)} data-face={face}>
      {drawn.picture}
    </svg>
  );
}
