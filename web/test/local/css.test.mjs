// css.test.mjs - what lies over what has a name, in one list; and what moves costs no painting.
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

/** What the compositor moves by itself, frame by frame. */
const FREE = /^(transform|translate|scale|rotate|opacity|filter)$/;

test('animations move only what needs no painting', () => {
  const bare = sheets.flatMap(([name, css]) => [...css.matchAll(/@keyframes ([\w-]+) \{([^]*?)\n\}/g)].flatMap(([, keyframes, body]) =>
    [...body.matchAll(/^ +([\w-]+):/gm)].filter(([, property]) => !FREE.test(property)).map(([, property]) => `${name}: ${keyframes}: ${property}`)));
  assert.deepEqual(bare, ['motion.css: drain: stroke-dashoffset'], 'but the clock, which goes in steps');
});

test('so do transitions at the table', () => {
  const table = sheets.filter(([name]) => !/^(base|forms|home|lobby|pages|record)\.css$/.test(name));
  const bare = table.flatMap(([name, css]) => [...css.matchAll(/transition:([^;]*);/g)].flatMap(([, list]) =>
    list.split(',').map((one) => one.trim().split(/\s/)[0]).filter((property) => !/^[\d.]/.test(property) && !FREE.test(property)).map((property) => `${name}: ${property}`)));
  assert.deepEqual(bare, []);
});
