/*
 * RoundEnd.tsx - the end of a round or of the match.
 */
import { useEffect, useRef } from 'preact/hooks';
import { offers } from '../../game/options.js';
import { t } from '../../i18n.js';
import { sideOf, type Standing } from '../../game/ranking.js';
import { type Game, ruleInForce, titleOf } from '../../state/game.js';
import { Faces } from './Chat.js';
import { onward, openPanel, stageOf, useGame } from './context.js';
import { MatchButtons, Podium, TurningPoints } from './MatchEnd.js';
import { Result, standingsOf, useCounting } from './Result.js';

/** Enter goes on at once; Space first ends what still moves. Buttons and fields keep both. */
function useOnward(game: Game): void {
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      const on = event.target instanceof Element ? event.target : null;
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || openPanel.value) return;
      if (on?.closest('a, button, input, textarea, select, summary') || game.view.peek()?.phase !== 'round_over') return;
      if (event.key !== 'Enter' && !(event.key === ' ' && !stageOf(game).line.busy)) return;
      event.preventDefault();
      if (onward.value) onward.value.go();
      else if (offers(game.legal.peek(), 'next')) game.do({ do: 'next' });
    };
    document.addEventListener('keydown', key, true); // before Space has ended it
    return () => document.removeEventListener('keydown', key, true);
  }, [game]);
}

/** What decides, where the figures below do not say it by themselves. */
function whyWon(game: Game, sides: Standing[]): string {
  const view = game.view.value!;
  const scoring = ruleInForce(view, 'scoring');
  const target = Number(ruleInForce(view, 'target') ?? 0);
  const over = view.phase === 'match_over';
  const teams = sides.some((side) => side.team);
  if (scoring === 'quick') {
    if (!over || !teams || view.round_winner === null) return '';
    const name = game.names.value[view.round_winner] ?? '';
    return view.round_winner === view.seat ? t('You were the first without cards.') : t('{name} was the first without cards.', { name });
  }
  const low = scoring === 'hands' ? t('The lowest score is the best.') : '';
  return `${low} ${target && (!over || teams) ? t('The match goes to {n} points.', { n: target }) : ''}`.trim();
}

export function RoundEnd() {
  const game = useGame();
  const view = game.view.value!;
  useOnward(game);
  // A refusal of a moment ago is out of date.
  useEffect(() => void (game.notice.value = null), [view.phase]);
  const head = useRef<HTMLHeadingElement>(null);
  // The cards have gone, and with them the focus; with the next ones it comes back.
  useEffect(() => {
    const lost = (): boolean => document.activeElement === document.body;
    if (lost()) head.current!.focus({ preventScroll: true });
    return () =>
      void requestAnimationFrame(() => {
        if (lost()) document.querySelector<HTMLElement>('.hand [tabindex="0"]')?.focus({ preventScroll: true });
      });
  }, [view.phase]);
  const counting = useCounting();
  const sides = standingsOf(view);
  const title = titleOf(view, game.names.value, view.seat);
  const over = view.phase === 'match_over';
  const mine = sideOf(sides, view.seat ?? -1);
  const why = whyWon(game, sides);
  return (
    <section class={`round-end ${over ? 'match-end' : ''}`} data-testid={over ? 'match-over' : 'round-over'} aria-label={title}>
      <h2 tabIndex={-1} ref={head}>
        {title}
      </h2>
      {over ? <Podium sides={sides} /> : null}
      {over && mine?.place && sides.some((side) => side.place !== mine.place) ? (
        <p class="own-place" data-testid="own-place">
          {mine.team
            ? t('Your team\'s place: {place} of {of}', { place: mine.place, of: sides.length })
            : t('Your place: {place} of {of}', { place: mine.place, of: sides.length })}
        </p>
      ) : null}
      {why ? <p class="hint">{why}</p> : null}
      {over ? <TurningPoints /> : null}
      {over ? <MatchButtons /> : null}
      <Result sides={sides} counting={counting} />
      {game.local ? null : <Faces />}
    </section>
  );
}
