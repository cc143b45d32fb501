/*
 * RulesDoor.tsx - a button that opens rules in words, wherever rules are chosen or looked at.
 */
import { useSignal } from '@preact/signals';
import { t } from '../i18n.js';
import type { RuleSet } from '../local/api.js';
import { Button, Panel } from './controls.js';
import { Icon } from './icons.js';
import { RulesInWords } from './RulesInWords.js';

export function RulesDoor({ rules }: { rules: RuleSet }) {
  const open = useSignal(false);
  return (
    <>
      <Button class="quiet wide" testid="open-rules" onClick={() => (open.value = true)}>
        <Icon name="book" /> {t('The rules of this table')}
      </Button>
      {open.value ? (
        <Panel title={t('The rules of this table')} onClose={() => (open.value = false)} testid="rules" side>
          <RulesInWords rules={rules} />
        </Panel>
      ) : null}
    </>
  );
}
