/*
 * ReplayScreen.tsx - a match as it was, on the table on which it was played.
 */
import { useEffect, useMemo } from 'preact/hooks';
import type { Replay } from '../../local/api.js';
import { judge } from '../../state/shuffle.js';
import { openPanel } from '../table/context.js';
import { TableScreen } from '../table/TableScreen.js';
import { Foot, Head } from './ReplayBars.js';
import { ReplayGame } from './ReplayGame.js';

/** `match`: its key at the server; null when it is a file or of this browser. `at`: the move to begin at. */
export function ReplayScreen({ replay, match, at, onClose }: { replay: Replay; match: string | null; at: number; onClose: () => void }) {
  const game = useMemo(() => new ReplayGame(replay, match, at), [replay]);
  useEffect(() => () => game.close(), [game]);
  useEffect(() => {
    // What is wrong with the shuffle is not to be missed.
    replay.verify().then(
      (check) => void (/broken|wrong/.test(judge(match, check).fairness) && (openPanel.value = { panel: 'review' })),
      () => {},
    );
  }, [replay]);
  return (
    <div class="replaying" data-testid="replay-screen">
      <TableScreen game={game} head={<Head game={game} onClose={onClose} />} foot={<Foot game={game} />} />
    </div>
  );
}
