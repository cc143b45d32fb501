/*
 * Chat.tsx - what people at a table say to each other, their reactions, and who is muted.
 */
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { PHRASES } from '../../game/phrases.gen.js';
import { t } from '../../i18n.js';
import { quickPhrases } from '../../state/game.js';
import { player, rename } from '../../state/me.js';
import { myName } from '../../state/prefs.js';
import { Button, IconButton, Panel, Question } from '../controls.js';
import { Face, FACES } from '../faces.js';
import { Icon } from '../icons.js';
import { NameField } from '../pages/fields.js';
import { isHost, openPanel, useGame } from './context.js';

export function Faces() {
  const game = useGame();
  return (
    <div class="faces" role="group" aria-label={t('Reactions')}>
      {FACES.map((face) => (
        <button
          key={face}
          type="button"
          class="face"
          data-testid={`face-${face}`}
          onClick={() => game.send({ type: 'react', table: game.code, face })}
        >
          <Face face={face} />
        </button>
      ))}
    </div>
  );
}

Object.assign(quickPhrases, PHRASES);

/** Said with one touch; each reads them in their own language. */
function Phrases({ onSay }: { onSay: (text: string, phrase: string) => void }) {
  return (
    <div class="phrases" role="group" aria-label={t('Quick phrases')}>
      {Object.entries(PHRASES).map(([id, words]) => (
        <Button key={id} class="quiet small" testid={`phrase-${id}`} onClick={() => onSay(t(words), id)}>
          {t(words)}
        </Button>
      ))}
    </div>
  );
}

/** Who only watches, or talks from there, can be sent away for good. */
export function AskRemove({ asked }: { asked: Signal<{ id: string; name: string } | null> }) {
  const game = useGame();
  return asked.value ? (
    <Question
      text={t('Remove {name}? They can neither come back nor watch.', { name: asked.value.name })}
      yes={t('Remove for good')}
      testid="remove"
      onYes={() => {
        game.send({ type: 'remove', table: game.code, player: asked.peek()!.id });
        asked.value = null;
      }}
      onNo={() => (asked.value = null)}
    />
  ) : null;
}

/** Who has spoken here can be muted; the host can also remove who only watches. */
function Speakers() {
  const game = useGame();
  const asked = useSignal<{ id: string; name: string } | null>(null);
  const seated = (id: string): boolean => !!game.table.value?.seats.some((s) => s.sits === 'person' && s.player === id);
  const names = new Map(game.chat.value.filter((l) => l.player !== player.value).map((l) => [l.player, l.name]));
  return names.size === 0 ? null : (
    <div class="row wrap" role="group" aria-label={t('Mute')}>
      {[...names].map(([id, name]) => {
        const muted = game.isMuted(id);
        return (
          <Button
            key={id}
            class="quiet small"
            testid={`mute-${name}`}
            aria-label={muted ? t('Unmute {name}', { name }) : t('Mute {name}', { name })}
            onClick={() => game.mute(id, !muted)}
          >
            <Icon name={muted ? 'mute' : 'sound'} /> {name}
          </Button>
        );
      })}
      {[...names].map(([id, name]) =>
        isHost(game) && !seated(id) ? (
          <IconButton
            key={id}
            icon="door"
            label={t('Remove {name}', { name })}
            testid={`remove-${name}`}
            onClick={() => (asked.value = { id, name })}
          />
        ) : null,
      )}
      <AskRemove asked={asked} />
    </div>
  );
}

export function Chat() {
  const game = useGame();
  const text = useSignal('');
  const end = useRef<HTMLLIElement>(null);
  const lines = game.chat.value;
  useEffect(() => {
    game.unread.value = 0;
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [lines.length]);
  // Who watches may have no name yet.
  const nameless = useMemo(() => !myName.peek().trim(), []);
  const name = useSignal('');
  const say = async (words: string, phrase?: string): Promise<void> => {
    if (!words || (nameless && !(name.value.trim() && (await rename(name.value, true))))) return;
    game.send({ type: 'chat', table: game.code, text: words, ...(phrase ? { phrase } : {}) });
    if (!phrase) text.value = '';
  };
  return (
    <Panel title={t('Chat')} onClose={() => (openPanel.value = null)} testid="chat" side>
      <ul class="chat-lines" role="list" tabIndex={0}>
        {lines.length === 0 ? <li class="hint">{t('Nobody has said anything yet.')}</li> : null}
        {lines.map((line, i) => (
          <li key={i} class={line.player === player.value ? 'mine' : ''}>
            <b>{line.name}</b> {line.text}
          </li>
        ))}
        <li ref={end} aria-hidden={true} />
      </ul>
      <Speakers />
      <Faces />
      <Phrases onSay={(words, phrase) => void say(words, phrase)} />
      {nameless ? <NameField value={name.value} onInput={(v) => (name.value = v)} /> : null}
      <form
        class="row"
        onSubmit={(e) => {
          e.preventDefault();
          void say(text.value.trim());
        }}
      >
        <input
          class="input"
          data-autofocus
          maxLength={140}
          value={text.value}
          aria-label={t('Say something')}
          placeholder={t('Say something')}
          onInput={(e) => (text.value = e.currentTarget.value)}
          data-testid="chat-input"
        />
        <Button class="main" type="submit" aria-label={t('Send')}>
          <Icon name="plane" />
        </Button>
      </form>
    </Panel>
  );
}
