/*
 * RulesInWords.tsx - the rules of a table, sentence by sentence.
 */
import { useEffect } from 'preact/hooks';
import { t } from '../i18n.js';
import type { RuleSet } from '../local/api.js';
import { loadWords, words } from '../state/engine.js';
import { lang, wordsOfPages } from '../state/prefs.js';
import { sheetTitle } from './RulesForm.js';
import { ToldItem } from './Told.js';

export function RulesInWords({ rules }: { rules: RuleSet }) {
  useEffect(() => void (loadWords(), wordsOfPages()), []);
  const said = words.value?.inWords(rules, lang.value);
  if (!said) return <p class="hint">{t('One moment…')}</p>;
  if ('error' in said) return <p class="bad">{said.message}</p>;
  const house = words.value!.house(rules, lang.value);
  const title = said.title.replace(` + ${house}`, '');
  return (
    <div class="rules-words">
      <h3>{rules.rules ? title.replace(/^[\w-]+/, sheetTitle(rules.rules)) : title}</h3>
      {house ? (
        <ul role="list" class="switched-on" aria-label={t('House rules')} data-testid="switched-on">
          {house.split(', ').map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      ) : null}
      {said.groups.map((group) => (
        <section key={group.title}>
          <h4>{group.title}</h4>
          <ul role="list">
            {group.sentences.map((s) => (
              <ToldItem key={s} text={s} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
