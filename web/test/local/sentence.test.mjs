// A sentence ends in one full stop.
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const { outputFiles } = await esbuild.build({
  absWorkingDir: join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'src'),
  entryPoints: ['game/sentence.ts'],
  bundle: true,
  write: false,
  format: 'esm',
});
const { ended } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);

test('a sentence ends in one full stop', () => {
  for (const [text, wanted] of [
    ['You draw a card', 'You draw a card.'],
    ['A rule card comes out for you: "Draw until you hold 7 cards."', 'A rule card comes out for you: "Draw until you hold 7 cards."'],
    ['A rule card comes out for you: "Hop"', 'A rule card comes out for you: "Hop".'],
    ['Sale una carta de regla para ti: «Salta»', 'Sale una carta de regla para ti: «Salta»'],
    ['You say UNO!', 'You say UNO!'],
  ])
    assert.equal(ended(text), wanted);
});
