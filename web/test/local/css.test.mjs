// css.test.mjs - what lies over what has a name, in one list.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

const folder = new URL('../../src/css/', import.meta.url);
const sheets = readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]);

test('layers of the page are named', () => {
  const bare = sheets.flatMap(([name, css]) => [...css.matchAll(/z-index: (\d+)/g)].filter(([, n]) => n > 3).map(([text]) => `${name}: ${text}`));
  assert.deepEqual(bare, []);
});

test('each name is in the list, and each in the list is used', () => {
  const all = sheets.map(([, css]) => css).join('');
  const listed = new Set([...all.matchAll(/(--over-\w+): \d+;/g)].map(([, name]) => name));
  const used = new Set([...all.matchAll(/z-index: var\((--over-\w+)\)/g)].map(([, name]) => name));
  assert.deepEqual([...used].sort(), [...listed].sort());
});
