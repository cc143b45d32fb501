/*
 * ReplayPage.tsx - a match looked at again: by link, from this browser, or a file dropped here.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../i18n.js';
import { BadMatch, type Replay } from '../../local/api.js';
import { openReplay } from '../../local/replay.js';
import { engine } from '../../state/engine.js';
import { keptFile } from '../../state/local.js';
import { lang } from '../../state/prefs.js';
import { go } from '../../state/route.js';
import { Page } from '../Page.js';
import { ReplayScreen } from '../replay/ReplayScreen.js';

const MOST_BYTES = 20_000_000;

/** "/r/KEY" comes from the server, "#replay/KEY" from this browser. */
export async function fileOf(key: string, local: boolean): Promise<string | null> {
  if (local) return keptFile(key);
  const response = await fetch(`/m/${key}`);
  return response.ok ? response.text() : null;
}

export function ReplayPage({ match, local, at }: { match: string | null; local: boolean; at: number }) {
  const replay = useSignal<Replay | null>(null);
  const problem = useSignal('');
  const over = useSignal(false);

  async function open(text: string | null): Promise<void> {
    problem.value = '';
    if (text === null) {
      problem.value = t('Match not found, or still being played.');
      return;
    }
    try {
      replay.value = await openReplay(await engine(), text, lang.value);
    } catch (error) {
      problem.value =
        error instanceof BadMatch
          ? t('Line {n}: {message}', { n: error.line, message: error.message })
          : t('This file cannot be read.');
    }
  }

  async function read(file: File | undefined): Promise<void> {
    if (!file) return;
    await open(file.size > MOST_BYTES ? '' : await file.text());
  }

  useEffect(() => {
    if (match) fileOf(match, local).then(open, () => (problem.value = t('No connection.')));
    return () => replay.value?.close();
  }, [match]);

  // A file dropped beside the frame is meant for it: else the browser would leave the page.
  useEffect(() => {
    const drag = (e: DragEvent): void => {
      e.preventDefault();
      over.value = true;
    };
    const leave = (): void => void (over.value = false);
    const drop = (e: DragEvent): void => {
      e.preventDefault();
      over.value = false;
      void read(e.dataTransfer?.files[0]);
    };
    document.addEventListener('dragover', drag);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', drag);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, []);

  if (replay.value)
    return (
      <ReplayScreen replay={replay.value} match={local ? null : match} at={at} onClose={() => go('/')} />
    );
  return (
    <Page title={t('Replay')} testid="replay-page">
      <label class={`drop ${over.value ? 'over' : ''}`}>
        <input
          type="file"
          class="unseen"
          data-testid="match-file"
          onChange={(e) => void read(e.currentTarget.files?.[0])}
        />
        <span>{match && !problem.value ? t('One moment…') : t('Drop a match file here, or tap to choose one.')}</span>
      </label>
      {problem.value ? (
        <p class="bad" role="alert">
          {problem.value}
        </p>
      ) : null}
    </Page>
  );
}
