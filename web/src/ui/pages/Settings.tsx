/*
 * Settings.tsx - language, theme, sound, movement, keys, name; and the way to other devices.
 */
import { play, type SoundName } from '../../fx/sound.js';
import { N, t } from '../../i18n.js';
import { rename } from '../../state/me.js';
import { deck, felt, lessMotion, myName, shortcuts, sound, soundSets, type Deck, type Felt, type SoundSet } from '../../state/prefs.js';
import { askToTell, canTell, tellsTurns } from '../../state/turns.js';
import { Back, Card } from '../Card.js';
import { Segments, Switch } from '../controls.js';
import { Page } from '../Page.js';
import { DevicesLink, LangPicker, NameField, ThemePicker } from './fields.js';

const DECKS: Record<Deck, string> = { classic: N('classic'), bold: N('high contrast'), night: N('night') };
const FELTS: Record<Felt, string> = { cloth: N('cloth'), wood: N('wood'), stars: N('starry sky') };
const SAMPLE = ['R7', 'G+2', 'B9', 'YS', 'W'];

function DeckPicker() {
  return (
    <div class="field">
      <span class="label">{t('Cards')}</span>
      <Segments
        name="deck"
        label={t('Cards')}
        value={deck.value}
        onChange={(v) => (deck.value = v)}
        options={(Object.keys(DECKS) as Deck[]).map((value) => ({
          value,
          text: (
            <span class="choice">
              <span class="deck-of" data-deck={value}>
                <Card card="R7" />
                <Card card="YS" />
                <Card card="W+4" />
              </span>
              {t(DECKS[value])}
            </span>
          ),
        }))}
      />
    </div>
  );
}

function FeltPicker() {
  return (
    <div class="field">
      <span class="label">{t('Table')}</span>
      <Segments
        name="felt"
        label={t('Table')}
        value={felt.value}
        onChange={(v) => (felt.value = v)}
        options={(Object.keys(FELTS) as Felt[]).map((value) => ({
          value,
          text: (
            <span class="choice">
              <span class="felt-of" data-felt={value} />
              {t(FELTS[value])}
            </span>
          ),
        }))}
      />
      <div class="table-sample on-felt" aria-hidden={true}>
        <div>
          <Back />
        </div>
        {SAMPLE.map((card) => (
          <div key={card}>
            <Card card={card} />
          </div>
        ))}
      </div>
    </div>
  );
}

const SOUNDS: { set: SoundSet; title: string; sample: SoundName }[] = [
  { set: 'cards', title: N('Cards'), sample: 'card' },
  { set: 'turn', title: N('Your turn, and what does not fit'), sample: 'turn' },
  { set: 'drama', title: N('Great moments'), sample: 'uno' },
  { set: 'people', title: N('Chat and reactions'), sample: 'pop' },
];

/** Sounds that are muted apart; who switches one on hears it. */
function SoundPicker() {
  return (
    <div class="within" role="group" aria-label={t('Sounds')}>
      {SOUNDS.map(({ set, title, sample }) => (
        <Switch
          key={set}
          checked={soundSets.value[set] !== false}
          onChange={(on) => {
            soundSets.value = { ...soundSets.value, [set]: on };
            if (on) play(sample);
          }}
          label={t(title)}
          testid={`sound-${set}`}
        />
      ))}
    </div>
  );
}

export function Settings() {
  return (
    <Page title={t('Settings')} testid="settings-page">
      <div class="stack">
        <NameField value={myName.value} onInput={(name) => void rename(name)} />
        <LangPicker />
        <ThemePicker />
        <DeckPicker />
        <FeltPicker />
        <div>
          <Switch checked={sound.value} onChange={(on) => (sound.value = on)} label={t('Sounds')} />
          {sound.value ? <SoundPicker /> : null}
          {canTell() ? (
            <Switch
              checked={tellsTurns.value}
              onChange={(on) => (on ? void askToTell() : (tellsTurns.value = false))}
              label={t('Tell me when it is my turn')}
              hint={t('With a notification, while this page is open and you look at something else.')}
              testid="tell-turns"
            />
          ) : null}
          <Switch
            checked={lessMotion.value}
            onChange={(on) => (lessMotion.value = on)}
            label={t('Less movement')}
            hint={t('Cards do not fly.')}
          />
          <div class="needs-keys">
            <Switch
              checked={shortcuts.value}
              onChange={(on) => (shortcuts.value = on)}
              label={t('Single-letter keys')}
              hint={t('D draws, U says UNO; ? at the table shows them all.')}
            />
          </div>
        </div>
        <DevicesLink />
      </div>
    </Page>
  );
}
