/*
 * KeyList.tsx - what each key does at the table (keys.ts).
 */
import { N, t } from '../../i18n.js';

const KEYS: [string, string][] = [
  ['← → Home End', N('go through your cards')],
  ['Enter', N('play the card')],
  ['H', N('to your cards')],
  ['D', N('draw')],
  ['K', N('keep the drawn card, or pass')],
  ['A', N('accept: draw the cards due')],
  ['C', N('challenge')],
  ['U', N('say UNO')],
  ['X', N('catch')],
  ['1 2 3 4', N('red, green, blue, yellow')],
  ['P', N('pull the lever')],
  ['T', N('throw the cards picked, or done')],
  ['N', N('next round')],
  ['Y N', N('vote guilty or innocent')],
  ['S', N('read out the table')],
  ['L', N('the log')],
  ['R', N('the rules')],
  ['/', N('the chat')],
  ['O', N('the menu')],
  ['M', N('sounds on or off')],
  ['Esc', N('close, or not this card')],
  ['?', N('these keys')],
];

/** Of a replay: ReplayBars.tsx. */
const REPLAY_KEYS: [string, string][] = [
  ['← →', N('step back, step forward')],
  ['␣', N('play, pause')],
  ['Page ↑ ↓', N('previous round, next round')],
  ['Home End', N('beginning, end')],
  ...KEYS.filter(([key]) => /^([SLRM?]|Esc)$/.test(key)),
];

export function KeyList({ replayed = false }: { replayed?: boolean }) {
  return (
    <dl class="keys">
      {(replayed ? REPLAY_KEYS : KEYS).map(([key, what]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{t(what)}</dd>
        </div>
      ))}
    </dl>
  );
}
