// Rules, cards and rule cards in words: one source, two languages.
import assert from 'node:assert/strict';
import test from 'node:test';
import { scene, whole } from '../../e2e/scene.mjs';
import { spanish } from '../../catalogue.mjs';
import { learnWords, newEngine, wasmBytes } from './load.mjs';

const engine = await newEngine(null);

test('the matrix has every row with its values', () => {
  const en = engine.matrix('en');
  const es = engine.matrix('es');
  assert.deepEqual(en.sheets, ['sin-reversa', 'duelo', 'oficial', 'penas', 'jackpot']);
  assert.equal(en.rows.length, es.rows.length);
  assert.equal(engine.matrix('en'), en, 'asked once');
  for (const [i, row] of en.rows.entries()) {
    assert.equal(row.values.length, 5);
    assert.ok(en.groups[row.group]);
    assert.ok(row.sentence && es.rows[i].sentence);
    if (row.type === 'choice') {
      assert.ok(row.choices.length > 1);
      for (const value of row.values) assert.ok(row.choices.some((choice) => choice.word === value));
    }
    for (const [sheet, value] of row.values.entries()) {
      const checked = engine.check({ rules: en.sheets[sheet], options: { [row.name]: value } }, 'en');
      assert.deepEqual(checked.options, {}, `${row.name} of ${en.sheets[sheet]} is what it is`);
    }
  }
  assert.ok(en.rows.some((row, i) => row.sentence !== es.rows[i].sentence));
});

test('rules in words, and why some cannot be played', () => {
  const said = engine.inWords({ rules: 'oficial', options: { stacking: true } }, 'es');
  assert.ok(said.title);
  assert.ok(said.groups.length > 3 && said.groups.every((group) => group.title));
  assert.ok(said.seats.includes(4));
  const refusal = engine.inWords({ rules: 'oficial', seats: 3, options: { teams: true } }, 'es');
  assert.equal(refusal.error, 'bad_rules');
  assert.ok(refusal.message);
  assert.equal(engine.readRuleset('base = duelo\nhand_size = 5\n', 'en').options.hand_size, 5);
  assert.match(engine.readRuleset('\nhand_siz = 5\n', 'en').message, /Line 2/);
});

test('Spain and America name the cards their own way, in every instance', async () => {
  const skip = (one, lang) => JSON.stringify(one.inWords({ rules: 'oficial' }, lang)).match(/(?:Salta|Pierde turno): el/)[0];
  const bluff = (one, lang) => JSON.stringify(one.inWords({ rules: 'oficial' }, lang)).match(/es un (?:farol|blof)/)[0];
  assert.equal(skip(engine, 'es-ES'), 'Salta: el', 'the common words, until its own have come');
  for (const [lang, name] of [['es-ES', 'es_ES'], ['es-419', 'es_419']]) {
    const { first, later } = spanish(name, new Set(), wasmBytes);
    learnWords(lang, first);
    skip(engine, lang);
    learnWords(lang, { ...first, ...later }); // more of them come later
  }
  for (const one of [engine, await newEngine(null)]) {
    assert.deepEqual(['es', 'es-ES', 'es-419', 'es'].map((lang) => skip(one, lang)), ['Salta: el', 'Pierde turno: el', 'Salta: el', 'Salta: el']);
    assert.deepEqual(['es', 'es-ES', 'es-419', 'es'].map((lang) => bluff(one, lang)), ['es un farol', 'es un farol', 'es un blof', 'es un farol']);
    assert.equal(one.cardName('RR', 'es-ES'), 'Cambio de sentido rojo');
    assert.equal(one.cardName('RR', 'es-419'), one.cardName('RR', 'es'));
    assert.match(one.cardName('RR', 'es'), /Reversa/);
    for (const lang of ['es-ES', 'es-419']) {
      const ideas = (which) => one.kit(which).ideas.map((idea) => idea.text);
      assert.deepEqual(ideas(lang), ideas('es'), 'a written idea is known again in the other Spanish');
    }
  }
});

test('cards and rule cards', () => {
  assert.equal(engine.cardName('R5', 'en'), 'red 5');
  assert.equal(engine.cardName('R5', 'es'), '5 rojo');
  assert.equal(engine.colorName('B', 'es'), 'azul');
  const kit = engine.kit('es');
  assert.equal(kit.ideas.length, 8);
  for (const idea of kit.ideas) {
    assert.ok(idea.text && idea.says);
    assert.deepEqual(engine.sayEffects(idea.effects, 'es'), { says: idea.says });
  }
  for (const effect of kit.effects) {
    const words = { n: '2', w: 'most', t: 'Canta' };
    const text = [effect.name, ...[...effect.takes].map((letter) => words[letter])].join(' ');
    assert.ok('says' in engine.sayEffects([text], 'en'), text);
  }
  assert.equal(engine.sayEffects(['fly 3'], 'en').error, 'bad_rule_cards');
  assert.equal(engine.sayEffects([], 'en').error, 'bad_rule_cards');
});

test('UNO with two cards and four to draw: the reason holds', () => {
  const struck = { phase: 'struck', hand: ['R5', 'B7'], sizes: [2, 4, 4, 4], top: 'W+4', color: 'G', pending: 4, striker: 3, challengeable: true,
    discards: ['G7', 'W+4'], draw_count: 96 };
  const { view } = scene(4, { view: struck }).messages[1];
  const why = (lang) => engine.why(view, { do: 'uno' }, { lang, names: [], seat: 0 }).message;
  assert.match(why('en'), /two cards in hand when you may play one/);
  assert.match(why('es'), /dos cartas en la mano cuando puedes jugar una/);
});

test('what is asked, and what can be answered, is told as the terminals tell it', () => {
  const struck = { phase: 'struck', top: 'W+4', color: 'R', pending: 4, striker: 3, rest: { color_before: 1 } };
  const names = ['Ana', 'Luis', 'Eva', 'Leo'];
  const asked = (view, legal, lang = 'en', marked = 0) => engine.asked(whole(scene(4, { view }).messages[1].view), legal, marked, { lang, names, seat: null });
  const ask = asked(struck, [{ do: 'accept' }, { do: 'challenge' }]);
  assert.deepEqual(ask.options, [{ do: 'accept', label: 'Accept 4 cards' }, { do: 'challenge', label: 'Challenge' }]);
  assert.equal(ask.sentence, 'Draw 4 cards, or challenge. If Leo had a green card, they draw 4; if not, you draw 6.');
  assert.equal(asked({ turn: 1 }, [], 'es').title, 'Le toca a Luis');
  assert.equal(asked({ phase: 'throw' }, [], 'es', 1).options[0].label, 'Tirar 1 carta');
  const vote = asked({ turn: 1, vote: { accuser: 1, accused: 2, voted: [], yes: [] } }, [{ do: 'vote', yes: true }, { do: 'vote', yes: false }]);
  assert.deepEqual(vote.options, [{ do: 'vote', yes: true, label: 'Guilty' }, { do: 'vote', yes: false, label: 'Innocent' }]);
  assert.equal(vote.vote, 'Luis accuses Eva of making suggestions');
  assert.equal(engine.asked({}, [], 0, { lang: 'en', names, seat: null }), null);
});

test('hostile questions are answered too', () => {
  const reader = { lang: 'en', names: [], seat: 0 };
  assert.deepEqual(engine.tell([{ event: 'nonsense' }], reader), ['']);
  assert.deepEqual(engine.tell([], reader), []);
  assert.equal(engine.why({}, { do: 'draw' }, reader).misplay, false);
  assert.ok(engine.check({ rules: '\u0000' }, 'en').error);
});
