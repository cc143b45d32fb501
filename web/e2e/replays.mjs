// replays.mjs - a match looked at again: by its link, as a dropped file, as a chosen file.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Person, assert, deal, here, table } from './lib.mjs';
import { inspect } from './measure.mjs';
import { serve } from './scene.mjs';

const SHORT = { numbers: '3333000000', draw_twos: 0, skips: 0, reverses: 0, wilds: 4, wild_fours: 0, hand_size: 3, scoring: 'quick' };

/** A match of a few moves; its key and its file. */
async function played({ browser, server }) {
  const ana = await Person.come(browser, 'Ana');
  await table(ana, [], { url: server.url, rules: 'oficial', options: SHORT, bots: 1 });
  await deal(ana, [ana]);
  await ana.robot(6);
  await ana.over();
  const key = (await ana.at('to-replay').getAttribute('href')).replace('/r/', '');
  await ana.leave();
  return { key, file: await (await fetch(`${server.url}/m/${key}`)).text() };
}

const at = async (person) => Number(await person.at('replay-range').inputValue());
const faces = (person, seat) => person.at(`replay-seat-${seat}`).locator('svg.card:not(.of-back)');

/** Step, jump, one seat's eyes, advice. */
async function walk(person) {
  await person.at('step-on').click();
  assert((await at(person)) === 1, 'a step on');
  const said = await person.at('replay-said').textContent();
  await person.at('step-on').click();
  await person.at('step-back').click();
  assert((await at(person)) === 1 && (await person.at('replay-said').textContent()) === said, 'and back to the same words');
  const last = Number(await person.at('replay-range').getAttribute('max'));
  await person.at('replay-range').fill(String(last - 1));
  assert((await at(person)) === last - 1, 'a jump');
  assert((await faces(person, 0).count()) > 0 && (await faces(person, 1).count()) > 0, 'all hands');
  await person.at('replay-eyes').selectOption('1');
  assert((await faces(person, 0).count()) === 0 && (await faces(person, 1).count()) > 0, 'one hand');
  await person.at('replay-eyes').selectOption('all');
  await person.at('replay-range').fill('1');
  await person.at('replay-advise').check();
  await person.page.waitForFunction(() => !/…/.test(document.querySelector('[data-testid="advice"]')?.textContent ?? '…'));
}

async function link({ browser, server }, { key }) {
  const beto = await Person.come(browser, 'Beto', { locale: 'es-ES', colorScheme: 'dark', viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  await beto.page.goto(`${server.url}/r/${key}`);
  await beto.at('replay-screen').waitFor();
  await beto.page.locator('[data-testid="fair"].right').waitFor();
  assert((await beto.at('replay-said').locator('p').evaluateAll((all) => all.filter((el) => el.checkVisibility()).length)) <= 3, 'the deal is not a wall of words');
  assert((await beto.at('replay-seat-1').locator('.bot-face').count()) === 1, 'a bot has a face');
  assert(!/puntos?/.test(await beto.at('replay-seat-1').textContent()), 'no points where the first without cards wins');
  await walk(beto);
  await inspect(beto, 'replay');
  await beto.at('coach-run').click();
  await beto.at('coach').locator('table').waitFor();
  assert((await beto.at('coach').locator('tbody tr').count()) === 2, 'luck and skill of both');
  await inspect(beto, 'luck and skill');
  beto.clean();
  await beto.leave();
}

/** Dropped anywhere on the page, and chosen; and a file that is none. */
async function files({ browser, server }, { file }) {
  const caro = await Person.come(browser, 'Caro', { locale: 'es-ES', viewport: { width: 320, height: 568 } });
  const path = join(server.folder, 'kept.mazo');
  writeFileSync(path, file);
  const drop = (text, where) => caro.page.evaluate(([bytes, target]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], 'kept.mazo'));
    const goesOn = document.querySelector(target).dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    if (goesOn) throw new Error('the browser would leave the page for the file');
  }, [text, where]);
  await caro.page.goto(`${server.url}/#replay`);
  await caro.at('replay-page').waitFor();
  await drop('no match at all\n', '.drop');
  await caro.page.getByRole('alert').waitFor();
  await inspect(caro, 'not a match file');
  await drop(file, 'h1'); // a little beside
  await caro.at('replay-screen').waitFor();
  await caro.page.locator('[data-testid="fair"].right').waitFor();
  await caro.page.evaluate(() => scrollTo(0, 0));
  const covered = await caro.page.evaluate(() => {
    const { bottom } = document.querySelector('.replay-bar').getBoundingClientRect();
    return [...document.querySelectorAll('.replay-hands li')].some((li) => li.getBoundingClientRect().top < bottom);
  });
  assert(!covered, 'no hand lies under the controls');
  await inspect(caro, 'replay');

  await caro.page.goto(server.url);
  await caro.at('replay').click();
  const chooser = caro.page.waitForEvent('filechooser');
  await caro.page.locator('.drop').click();
  await (await chooser).setFiles(path);
  await caro.at('replay-screen').waitFor();
  await walk(caro);
  caro.clean();
  await caro.leave();
}

async function replays(world) {
  const match = await played(world);
  await link(world, match);
  await files(world, match);
}

/** The coach tells the reader's own mistakes first, in words. */
async function coach({ browser }) {
  const match = readFileSync(join(here, '../../tests/terminal/matches/coach.mazo'), 'utf8');
  for (const [locale, title, you] of [['en-GB', /Your costly/, /^You: .*\. Better: .* points of winning chance/], ['es-ES', /Tus decisiones/, /^Tú: .*\. Mejor: .* puntos de probabilidad/]]) {
    const ana = await Person.come(browser, 'Ana', { locale, serviceWorkers: 'block', viewport: { width: 390, height: 844 } });
    await serve(ana.context, {}, { messages: [], match });
    await ana.page.goto('http://localhost/r/K1');
    await ana.page.locator('.replay-hands .pill').getByText(/^(you|tú)$/).waitFor(); // the only person
    assert(/^(Replay|Repetición) · Mazo$/.test(await ana.page.title()), await ana.page.title());
    for (let i = 0; i < 400 && !(await ana.page.locator('.replay-card .of-W').count()); i++) await ana.at('step-on').click();
    assert(/as-[RGBY]/.test(await ana.page.locator('.replay-card').getAttribute('class')), 'a wild has the color that was named');
    await ana.at('coach-run').click();
    await ana.at('coach').locator('table').waitFor();
    await ana.page.locator('[data-testid="coach"] h2:focus').waitFor(); // where the results are
    await ana.at('live').getByText(/ready|listo/).waitFor();
    const titles = await ana.at('coach').locator('h3').allTextContents();
    assert(title.test(titles[0]), `mine first: ${titles}`);
    const first = await ana.at('coach').locator('.worst').first().locator('li').first().textContent();
    assert(you.test(first) && !/\b[RGBY][0-9SR]\b|W\+4/.test(first), `in words: ${first}`);
    const other = await ana.at('coach').locator('.worst').last().locator('li').first().textContent();
    assert(/^Beto (played|jugó) /.test(other), `a sentence: ${other}`);
    await inspect(ana, 'coach, mine first');
    await ana.leave();
  }
}

/** Where the coach is, in words; and no figure without its error. */
async function figures({ browser }) {
  const match = readFileSync(join(here, '../../tests/sim/matches/random.mazo'), 'utf8');
  const ana = await Person.come(browser, 'Ana', { locale: 'en-GB', serviceWorkers: 'block', viewport: { width: 390, height: 844 } });
  await serve(ana.context, {}, { messages: [], match });
  await ana.page.goto('http://localhost/r/K1');
  await ana.at('coach-run').click();
  await ana.at('coach-at').filter({ hasText: /^Looking at move \d+ of 55$/ }).waitFor();
  await ana.at('coach').locator('table').waitFor();
  const rows = await ana.at('coach').locator('tbody tr').all();
  assert(rows.length === 4, `${rows.length} players`);
  for (const row of rows) {
    const cells = await row.locator('td').allTextContents();
    for (const cell of cells.slice(0, 2)) assert(/^(–|[+−][\d.]+% ± [\d.]+)$/.test(cell), `a figure and its error: ${cell}`);
    assert(/^\d+ of \d+$/.test(cells[2]), `a count: ${cells[2]}`);
  }
  await inspect(ana, 'figures of the coach');
  await ana.leave();
}

export default (world) => [
  { name: 'replays/figures', run: () => figures(world) },
  { name: 'replays/link and file', run: () => replays(world) },
  { name: 'replays/coach', run: () => coach(world) },
];
