// The cards of a hand on every screen: none is cut off, none larger than with fewer cards.
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const { outputFiles } = await esbuild.build({
  absWorkingDir: join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'src'),
  entryPoints: ['ui/table/fan.ts'],
  bundle: true,
  write: false,
  format: 'esm',
});
const { layOut, leastHeight } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);

const MOST = 30;
const TAP = 44;
// The hand's own width, and its height in the style sheets.
const HANDS = { '320x568': [320, 199], '360x640': [360, 217], '390x844': [390, 240], '844x390': [844, 104], '820x1180': [820, 250], '1280x800': [1000, 200] };

for (const [screen, [wide, high]] of Object.entries(HANDS)) {
  const width = wide - 20;
  const hand = (n) => {
    const height = Math.max(high, leastHeight(n, width));
    return { height, ...layOut(n, width, height), room: height };
  };

  test(`${screen}: never larger than with fewer cards`, () => {
    const sizes = Array.from({ length: MOST }, (_, i) => hand(i + 1).card);
    sizes.forEach((card, i) => assert.ok(i === 0 || card <= sizes[i - 1], `${i + 1} cards: ${sizes}`));
    assert.ok(sizes[0] > sizes[MOST - 1], `${sizes}`);
  });

  test(`${screen}: no card is cut off`, () => {
    for (let n = 1; n <= MOST; n++) {
      const { card, places, room } = hand(n);
      for (const { x, y, turn } of places) {
        const [sin, cos] = [Math.sin, Math.cos].map((f) => f(Math.abs(turn * Math.PI) / 180));
        const [half, long] = [(card * cos + card * 1.5 * sin) / 2, (card * sin + card * 1.5 * cos) / 2];
        assert.ok(y + card * 0.75 + long <= room + 0.01, `${n} cards: ${y + card * 0.75 + long} of ${room}`);
        assert.ok(y + card * 0.75 - long >= 0, `${n} cards: above`);
        assert.ok(x + card / 2 - half >= -10 && x + card / 2 + half <= width + 10, `${n} cards: aside`);
      }
    }
  });

  test(`${screen}: each has a strip to touch`, () => {
    for (let n = 2; n <= MOST; n++) {
      const { places } = hand(n);
      places.slice(1).forEach(({ x, y }, i) => {
        const sameRow = x > places[i].x;
        assert.ok(sameRow ? x - places[i].x >= TAP - 0.01 : y - places[i].y >= TAP - 0.01, `${n} cards, card ${i + 1}`);
      });
    }
  });
}

test('between these screens too: never larger than with fewer cards', () => {
  for (let width = 280; width <= 1000; width += 20) {
    for (let high = 100; high <= 250; high += 10) {
      let before = Infinity;
      for (let n = 1; n <= 25; n++) {
        const { card } = layOut(n, width, Math.max(high, leastHeight(n, width)));
        assert.ok(card <= before, `${width}x${high}: ${n} cards are ${card} wide, ${n - 1} were ${before}`);
        before = card;
      }
    }
  }
});
