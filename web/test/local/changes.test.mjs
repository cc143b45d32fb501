// Whole views from what has changed: the cases of tests/client/changes.json, which the terminal passes too; and gaps.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const { outputFiles } = await esbuild.build({
  absWorkingDir: join(here, '..', '..', 'src'),
  entryPoints: ['net/changes.ts'],
  bundle: true,
  write: false,
  format: 'esm',
});
const { Views } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);

const message = (type, n, rest, match = 1) => ({ type, table: 'KZTRAB', match, n, events: [], ...rest });

for (const one of JSON.parse(readFileSync(join(here, '..', '..', '..', 'tests', 'client', 'changes.json'), 'utf8'))) {
  test(one.case, () => {
    const views = new Views();
    const was = structuredClone(one.was);
    views.complete(message('view', 4, { view: was }));
    const { view } = views.complete(message('event', 5, { changes: one.changes, gone: one.gone }));
    assert.deepEqual(view, one.is);
    assert.deepEqual(was, one.was, 'what was before stays as it was');
  });
}

test('changes that do not follow what we have are not taken', () => {
  const views = new Views();
  assert.equal(views.complete(message('event', 0, { changes: {} })), null, 'nothing before it');
  views.complete(message('view', 4, { view: { turn: 0 } }));
  assert.equal(views.complete(message('event', 6, { changes: { turn: 1 } })), null, 'one is missing');
  assert.equal(views.complete(message('event', 4, { changes: { turn: 1 } })), null, 'we have that one');
  assert.equal(views.complete(message('event', 5, { changes: { turn: 1 } }, 2)), null, 'of another match');
  assert.deepEqual(views.complete(message('event', 5, { changes: { turn: 1 } })).view, { turn: 1 });
  assert.deepEqual(views.complete(message('event', 6, { changes: {} })).view, { turn: 1 }, 'and the next');
});
