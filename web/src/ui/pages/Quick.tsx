/*
 * Quick.tsx - play now: people who wait come first, and bots take the seats that stay free. Who has a name is
 * on the way at once; `choose` asks for other rules first.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../i18n.js';
import { rename, socket, trouble } from '../../state/me.js';
import { underway } from '../../state/online.js';
import { myName } from '../../state/prefs.js';
import { go } from '../../state/route.js';
import { keptSignal } from '../../state/storage.js';
import { Button, Link } from '../controls.js';
import { Page } from '../Page.js';
import { SHEET, SheetPicker } from '../RulesForm.js';
import { named, NameField } from './fields.js';

const sheet = keptSignal('quick', SHEET);

export function Quick({ choose }: { choose: boolean }) {
  const name = useSignal(myName.value);
  const busy = useSignal(!choose && name.peek().trim() !== '');
  const problem = useSignal('');
  const look = async (): Promise<void> => {
    busy.value = true;
    problem.value = '';
    if (await rename(name.value.trim(), true)) {
      let answer = await socket.request({ type: 'quick', rules: sheet.value, elsewhere: true });
      if (answer.type === 'elsewhere') {
        socket.serve(answer.table);
        answer = await socket.request({ type: 'quick', rules: sheet.value });
      }
      if (answer.type === 'table') {
        underway.code = answer.status === 'playing' ? answer.table : '';
        return go(`/t/${answer.table}`, true);
      }
      problem.value = 'message' in answer && answer.message ? answer.message : t('That did not work. Try again.');
    }
    busy.value = false;
  };
  useEffect(() => {
    socket.open();
    if (busy.peek()) void look();
  }, []);
  const ready = name.value.trim() !== '';
  return (
    <Page title={t('Play now')} testid="quick-page">
      {busy.value ? (
        <p class="hint" role="status">
          {trouble() ?? t('Looking for people who want to play…')}
        </p>
      ) : (
        <form
          class="stack"
          onSubmit={(e) => {
            if (named(e, name.value)) void look();
          }}
        >
          <NameField value={name.value} onInput={(v) => (name.value = v)} />
          <SheetPicker value={sheet.value} onChange={(id) => (sheet.value = id)} />
          <p class="hint">
            {t('You play with people who want to play now. Bots take the seats that stay free, and people can take over from them.')}
          </p>
          <div class="sticky">
            {problem.value ? (
              <p class="bad" role="alert" data-testid="quick-problem">
                {problem.value}
              </p>
            ) : null}
            <Button class="main big wide" type="submit" testid="look">
              {ready ? t('Play now') : t('Type your name first')}
            </Button>
          </div>
        </form>
      )}
      <Link class="button quiet" to="/#offline" testid="bots-instead">
        {t('Against bots')}
      </Link>
    </Page>
  );
}
