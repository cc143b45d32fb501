// What is still to happen on a stage: in its order, hurried, called off.
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const { outputFiles } = await esbuild.build({
  entryPoints: [join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'src', 'fx', 'timeline.ts')],
  bundle: true,
  write: false,
  format: 'esm',
});
const { Timeline } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);

const HOUR = 3_600_000;

/** An animation that only notes what is done to it. */
function animation() {
  const one = { done: '' };
  one.finished = new Promise((resolve, reject) => {
    one.finish = () => resolve((one.done ||= 'finished'));
    one.cancel = () => reject(new Error((one.done ||= 'cancelled')));
  });
  return one;
}

test('jobs happen in their time', async () => {
  const line = new Timeline();
  const seen = [];
  await new Promise((resolve) => {
    line.at(20, () => resolve(seen.push('second')));
    line.at(1, () => seen.push('first'));
  });
  assert.deepEqual(seen, ['first', 'second']);
  assert.equal(line.busy, false);
});

test('hurried: in their order, each once; what is there to be read stays', async () => {
  const line = new Timeline();
  const seen = [];
  const card = animation();
  const landed = line.moves(card);
  line.at(2 * HOUR, () => seen.push('second'));
  line.at(HOUR, () => {
    seen.push('first');
    line.at(HOUR, () => seen.push('of the first'));
  });
  line.at(HOUR, () => seen.push('a bubble goes'), true);
  line.hurry();
  await landed;
  assert.equal(card.done, 'finished');
  assert.deepEqual(seen, ['first', 'second']);
  assert.equal(line.busy, true);
  line.hurry();
  line.hurry();
  assert.deepEqual(seen, ['first', 'second', 'of the first']);
  assert.equal(line.busy, false);
  line.cancel();
});

test('called off: one job by itself, the rest with the table', async () => {
  const line = new Timeline();
  const seen = [];
  const card = animation();
  const landed = line.moves(card);
  const callOff = line.at(HOUR, () => seen.push('one'));
  line.at(HOUR, () => seen.push('two'));
  callOff();
  line.cancel();
  line.hurry();
  await landed;
  assert.equal(card.done, 'cancelled');
  assert.deepEqual(seen, []);
  assert.equal(line.busy, false);
});
