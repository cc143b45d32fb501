/*
 * Quick.tsx - play now: nothing is asked. The server seats one where people wait, or at a table that fills up.
 */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../i18n.js';
import { nameProblem, rename, socket, trouble } from '../../state/me.js';
import { goToOpened, underway } from '../../state/online.js';
import { myName } from '../../state/prefs.js';
import { route } from '../../state/route.js';
import { Button, Link } from '../controls.js';
import { Page } from '../Page.js';
import { SHEET } from '../RulesForm.js';
import { NameField } from './fields.js';

export function Quick() {
  const busy = useSignal(true);
  const problem = useSignal('');
  const look = async (): Promise<void> => {
    const from = route.peek();
    busy.value = true;
    problem.value = '';
    if (await rename(myName.value.trim(), true)) {
      let answer = await socket.request({ type: 'quick', rules: SHEET, elsewhere: true });
      if (answer.type === 'elsewhere') {
        socket.serve(answer.table);
        answer = await socket.request({ type: 'quick', rules: SHEET });
      }
      if (answer.type === 'table') {
        underway.code = answer.status === 'playing' ? answer.table : '';
        return void goToOpened(answer.table, from);
      }
      problem.value = 'message' in answer && answer.message ? answer.message : t('That did not work. Try again.');
    }
    busy.value = false;
  };
  useEffect(() => {
    socket.open();
    void look();
  }, []);
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
            e.preventDefault();
            void look();
          }}
        >
          {nameProblem.value ? <NameField value={myName.value} onInput={(v) => (myName.value = v)} /> : null}
          {problem.value ? (
            <p class="bad" role="alert" data-testid="quick-problem">
              {problem.value}
            </p>
          ) : null}
          <Button class="main big wide" type="submit" testid="look">
            {t('Try again')}
          </Button>
        </form>
      )}
      <Link class="button quiet" to="/#offline" testid="bots-instead">
        {t('Against bots')}
      </Link>
    </Page>
  );
}
