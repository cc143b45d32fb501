/*
 * Notice.tsx - short sentences that go by themselves: refusals, hints; and words across the table.
 */
import { useEffect } from 'preact/hooks';
import { Face } from '../faces.js';
import { useGame, useStage } from './context.js';

export function NoticeLine() {
  const game = useGame();
  const notice = game.notice.value;
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(
      () => {
        if (game.notice.peek() === notice) game.notice.value = null;
      },
      2400 + notice.text.length * 45,
    );
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <div class="notice-place" role="status" data-testid="notice">
      {notice ? (
        <button
          type="button"
          key={notice.at}
          class={`notice ${notice.kind}`}
          onClick={() => (game.notice.value = null)}
        >
          <span>{notice.text}</span>
          {notice.face ? <Face face={notice.face} /> : null}
        </button>
      ) : null}
    </div>
  );
}

export function Banner() {
  const now = useStage().banner.value;
  return now ? (
    <div
      class={`banner ${now.kind}`}
      key={now.at}
      style={{ animationDuration: `${now.ms}ms` }}
      aria-hidden={true}
      data-testid="banner"
    >
      {now.text}
      {now.more ? <small>{now.more}</small> : null}
    </div>
  ) : null;
}
