/*
 * Write.tsx - writing rule cards before the match (J1): one of the eight ideas, or words of one's own,
 * with effects put together by touch.
 */
import { useComputed, useSignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { N, t } from '../../i18n.js';
import type { Idea, RuleCard, RuleCardKit } from '../../local/api.js';
import { loadWords, words } from '../../state/engine.js';
import { lang } from '../../state/prefs.js';
import { keptSignal } from '../../state/storage.js';
import { Button, IconButton, Segments, Stepper } from '../controls.js';
import { Icon } from '../icons.js';
import { ReplayGame } from '../replay/ReplayGame.js';
import { RuleCardText } from './Asks.js';
import { drafted, isSent, useGame } from './context.js';

const WHO: Record<string, string> = {
  most: N('who has the most cards'),
  fewest: N('who has the fewest cards'),
  left: N('on the left'),
  right: N('on the right'),
  chosen: N('a player you choose'),
};

/** An effect as words of the notation: "take 2 most". */
function Effect({
  text,
  kit,
  onChange,
  onRemove,
}: {
  text: string;
  kit: RuleCardKit;
  onChange: (text: string) => void;
  onRemove: () => void;
}) {
  const name = text.split(' ')[0]!;
  const info = kit.effects.find((e) => e.name === name)!;
  const rest = text.slice(name.length + 1);
  const parts = rest.split(' ');
  const n = Number(parts[0]) || 1;
  const who = info.takes.includes('w') ? (parts[info.takes.indexOf('w')] ?? 'most') : '';
  const make = (number: number, other: string): string =>
    [name, info.takes.includes('n') ? String(number) : '', other].filter(Boolean).join(' ');
  return (
    <li class="effect">
      <div class="effect-head">
        <b>{info.title}</b>
        <IconButton icon="trash" label={t('Remove')} onClick={onRemove} />
      </div>
      {info.takes.includes('n') ? (
        <Stepper
          label={t('How many')}
          value={n}
          least={name === 'discard_to' ? 0 : 1}
          most={kit.most_n}
          onChange={(v) => onChange(make(v, who))}
        />
      ) : null}
      {info.takes.includes('w') ? (
        <select
          class="select"
          aria-label={t('Who')}
          value={who}
          onChange={(e) => onChange(make(n, e.currentTarget.value))}
        >
          {kit.others.map((other) => (
            <option key={other} value={other}>
              {t(WHO[other] ?? other)}
            </option>
          ))}
        </select>
      ) : null}
      {info.takes.includes('t') ? (
        <input
          class="input"
          maxLength={kit.most_dare}
          value={rest}
          aria-label={t('What to do')}
          placeholder={t('What to do')}
          onInput={(e) => onChange(`${name} ${e.currentTarget.value}`)}
        />
      ) : null}
    </li>
  );
}

function firstOf(kit: RuleCardKit, name: string): string {
  const takes = kit.effects.find((e) => e.name === name)!.takes;
  return [
    name,
    takes.includes('n') ? '2' : '',
    takes.includes('w') ? 'most' : '',
    takes.includes('t') ? t('Sing a song.') : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Words and no effect: a dare, as in the terminal. */
const dareOf = (text: string | undefined): string[] => (text?.trim() ? [`dare ${text.trim()}`] : []);

function Composer({ card, kit }: { card: Signal<RuleCard>; kit: RuleCardKit }) {
  const { effects, text } = card.value;
  const isDare = effects.join() === dareOf(text).join();
  const shown = isDare ? [] : effects;
  const change = (next: string[]): void => void (card.value = { text, effects: next.length ? next : dareOf(text) });
  const write = (typed: string): void => void (card.value = { text: typed || undefined, effects: isDare ? dareOf(typed) : effects });
  const said = words.value!.sayEffects(effects, lang.value);
  const dare = isDare && 'says' in said;
  return (
    <div class="composer">
      <label class="field">
        <span class="label">{t('Words on the card')}</span>
        <input
          class="input"
          maxLength={kit.most_text}
          value={text ?? ''}
          data-testid="rule-words"
          placeholder={'says' in said ? said.says : ''}
          onInput={(e) => write(e.currentTarget.value)}
        />
      </label>
      <ol class="effects" role="list">
        {shown.map((text, i) => (
          <Effect
            key={i}
            text={text}
            kit={kit}
            onChange={(next) => change(shown.map((e, k) => (k === i ? next : e)))}
            onRemove={() => change(shown.filter((_, k) => k !== i))}
          />
        ))}
      </ol>
      {shown.length < kit.most_effects ? (
        <select
          class="select"
          aria-label={t('Add an effect')}
          value=""
          data-testid="add-effect"
          onChange={(e) => {
            if (e.currentTarget.value) change([...shown, firstOf(kit, e.currentTarget.value)]);
            e.currentTarget.value = '';
          }}
        >
          <option value="">{shown.length ? t('…and then') : t('What happens?')}</option>
          {kit.effects.map((e) => (
            <option key={e.name} value={e.name}>
              {e.title}
            </option>
          ))}
        </select>
      ) : null}
      <p class={effects.length === 0 || 'says' in said ? 'hint' : 'bad'} data-testid="rule-does">
        {effects.length === 0
          ? t('Write what to do, or choose what happens.')
          : dare
            ? t('The player who gets it does what it says.')
            : 'says' in said
              ? said.says
              : said.message}
      </p>
    </div>
  );
}

/** What one has written last; an idea by its number, which is the same in every language. */
interface Kept {
  idea: number;
  card: RuleCard;
}

const lastWritten = keptSignal<Kept[]>('written', []);

const isIdea = (idea: Idea | undefined, card: RuleCard): boolean => idea?.effects.join() === card.effects.join();

const keepCard = (card: RuleCard, kit: RuleCardKit): Kept => ({ idea: kit.ideas.findIndex((one) => one.text === card.text && isIdea(one, card)), card });

function keptCard({ idea, card }: Kept, kit: RuleCardKit): RuleCard {
  const same = kit.ideas[idea];
  return same && isIdea(same, card) ? { text: same.text, effects: same.effects } : card;
}

/** Who is alone with bots has nobody to hug. */
const offered = (ideas: Idea[], alone: boolean): Idea[] => ideas.filter((i) => !alone || !i.effects.some((e) => e.startsWith('dare')));

function Draft({ card, kit, number, of }: { card: Signal<RuleCard>; kit: RuleCardKit; number: number; of: number }) {
  const own = card.peek().effects.length > 0 && !kit.ideas.some((idea) => idea.text === card.peek().text);
  const how = useSignal<'idea' | 'own'>(own ? 'own' : 'idea');
  const ideas = offered(kit.ideas, useGame().local);
  /** What the other choice had; one's own card begins empty. */
  const other = useRef<RuleCard>(own ? ideas[0]! : { effects: [] });
  return (
    <section class="draft" aria-label={t('Rule card {i} of {n}', { i: number, n: of })} data-testid={`draft-${number}`}>
      <header class="row">
        <h3>{t('Rule card {i} of {n}', { i: number, n: of })}</h3>
        <Segments
          name={`how-${number}`}
          label={t('How')}
          value={how.value}
          onChange={(v) => {
            how.value = v;
            [card.value, other.current] = [other.current, card.value];
          }}
          options={[
            { value: 'idea', text: t('Ideas') },
            {
              value: 'own',
              text: (
                <>
                  <Icon name="pencil" /> {t('My own')}
                </>
              ),
            },
          ]}
        />
      </header>
      {how.value === 'idea' ? (
        <fieldset class="ideas" aria-label={t('Ideas')}>
          {ideas.map((idea) => {
            const on = card.value.text === idea.text && card.value.effects.join() === idea.effects.join();
            return (
              <label key={idea.text} class={`idea ${on ? 'on' : ''}`}>
                <input
                  type="radio"
                  name={`idea-${number}`}
                  checked={on}
                  onChange={() => (card.value = { text: idea.text, effects: idea.effects })}
                />
                {idea.text}
              </label>
            );
          })}
        </fieldset>
      ) : (
        <Composer card={card} kit={kit} />
      )}
    </section>
  );
}

/** After writing: who has not, and what I wrote. */
function Written() {
  const game = useGame();
  const view = game.view.value!;
  const missing = view.sizes.flatMap((_, seat) => ((view.written ?? []).includes(seat) ? [] : [game.names.value[seat]]));
  const own = view.seat === null ? [] : (view.rule_cards ?? []);
  return (
    <>
      <p data-testid="still-writing">{t('Still writing: {names}', { names: missing.join(', ') })}</p>
      {own.length > 0 ? (
        <>
          <h3>{t('You wrote:')}</h3>
          <ul class="written" data-testid="wrote">
            {own.map((card, i) => (
              <li key={i}>
                <RuleCardText card={card} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

export function Write() {
  const game = useGame();
  const view = game.view.value!;
  const each = view.rule_cards_each ?? 0;
  const kit = useComputed(() => words.value?.kit(lang.value));
  const drafts = useSignal<Signal<RuleCard>[]>([]);
  const a = useSignal<RuleCard>({ effects: [] });
  const b = useSignal<RuleCard>({ effects: [] });
  const c = useSignal<RuleCard>({ effects: [] });
  const d = useSignal<RuleCard>({ effects: [] });
  useEffect(() => void loadWords(), []);
  useEffect(() => {
    if (!kit.value) return;
    const all = [a, b, c, d].slice(0, each);
    all.forEach((draft, i) => {
      const ideas = offered(kit.value!.ideas, game.local);
      const idea = ideas[((view.seat ?? 0) * each + i) % ideas.length]!;
      if (!drafts.value.length) draft.value = { text: idea.text, effects: idea.effects };
    });
    drafts.value = all;
  }, [kit.value, each]);
  const done = view.seat === null || (view.written ?? []).includes(view.seat) || game instanceof ReplayGame;
  const cards = drafts.value.map((draft) => draft.value);
  const right =
    cards.length === each &&
    cards.every((card) => {
      const said = words.value?.sayEffects(card.effects, lang.value);
      return card.effects.length > 0 && said && 'says' in said;
    });
  const sending = isSent(game, 'write');
  useEffect(() => {
    if (sending && kit.value) lastWritten.value = cards.map((card) => keepCard(card, kit.value!));
  }, [sending]);
  const again = useSignal(0);
  const repeat = (): void => {
    drafts.value.forEach((draft, i) => {
      const kept = lastWritten.value[i];
      if (kept) draft.value = keptCard(kept, kit.value!);
    });
    again.value++;
  };
  // The button that hands them in stands in the bar, always in sight.
  useEffect(() => {
    drafted.value = right && !done ? cards : null;
  });
  useEffect(() => () => void (drafted.value = null), []);
  return (
    <section class="write" data-testid="write">
      <h2>{done ? t('The rule cards') : t('Write the rule cards')}</h2>
      {done ? (
        <Written />
      ) : (
        <>
          <p class="hint">{t('The player who pulls the lever may get one of them. Others do not see what you write.')}</p>
          {kit.value && lastWritten.value.length > 0 && !sending ? (
            <Button class="quiet wide" testid="write-again" onClick={repeat}>
              {t('The same as last time')}
            </Button>
          ) : null}
          {kit.value ? (
            drafts.value.map((draft, i) => <Draft key={`${i} ${again.value}`} card={draft} kit={kit.value!} number={i + 1} of={each} />)
          ) : (
            <p class="hint">{t('One moment…')}</p>
          )}
        </>
      )}
    </section>
  );
}
