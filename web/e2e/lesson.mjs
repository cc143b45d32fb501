// lesson.mjs - the lesson: the whole of it on a phone, with mistakes on the way; by keyboard; and its
// words beside the table, not over it, on every screen.
import { Person, assert } from './lib.mjs';
import { inspect, still } from './measure.mjs';

/** What a learner touches in each step. */
const STEPS = [['card-R3'], ['card-G7'], ['card-BS'], ['card-GR'], ['card-Y+2'], ['draw', 'card-R5'], ['card-W', 'color-B'],
  ['card-W+4', 'color-G'], ['challenge', 'card-G3'], ['uno', 'card-G4'], ['catch'], ['card-R7']];

const reached = (person, step) => person.page.locator(`[data-testid="lesson"][data-step="${step}"]`).waitFor();
const says = (person, text) => person.at('lesson-text').filter({ hasText: text }).waitFor();

/** Nothing of the lesson lies over a card, and it can all be read. */
async function beside(person, screen) {
  await still(person.page);
  const wrong = await person.page.evaluate(() => {
    const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
    const lesson = box('.lesson');
    const over = ['.seats', '.discards', '.draw-pile', '.ask', '.hand', '.actions'].filter((s) => box(s)?.height && box(s).top < lesson.bottom - 1);
    const text = document.querySelector('.lesson-text');
    return text.scrollHeight > text.clientHeight + 1 ? [...over, 'its own end'] : over;
  });
  assert(wrong.length === 0, `${screen}: the lesson lies over ${wrong}`);
}

/** In Spanish on a phone, from the start page to a game. */
async function whole({ browser, server }) {
  const ana = await Person.come(browser, 'Ana', { viewport: { width: 360, height: 640 }, locale: 'es-ES', hasTouch: true, isMobile: true });
  await ana.keep('offline', { chosen: { rules: 'sin-reversa', options: {} }, seats: 4, level: 'normal', clock: 0 });
  await ana.page.goto(server.url);
  await ana.at('learn').filter({ hasText: 'Aprende a jugar' }).tap();
  for (const [i, touches] of STEPS.entries()) {
    await reached(ana, i + 1);
    assert((await ana.at('lesson-count').textContent()) === `${i + 1} de 12`, `it says which step this is: ${i + 1}`);
    await beside(ana, `step ${i + 1}`);
    if (i === 0) {
      await ana.at('card-G9').tap({ force: true }); // the table would not take it
      await says(ana, '9 verde no encaja: el color es rojo y el número es 7');
      await ana.at('draw').tap(); // the table would, the lesson does not
      await says(ana, 'Eso también vale, pero antes prueba esto. Te toca, y encima hay un 7 rojo.');
      await beside(ana, 'a wrong card');
      assert((await ana.page.locator('.hand-card').count()) === 4, 'nothing was drawn');
    }
    if (STEPS[i][0] === 'uno') {
      await ana.at('card-G4').tap();
      await says(ana, 'Primero di UNO');
    }
    for (const id of touches) await ana.at(id).tap();
    await ana.at('onward').waitFor();
    await beside(ana, `the end of step ${i + 1}`);
    await inspect(ana, `lesson-${i + 1}`);
    await ana.at('onward').tap();
  }
  await ana.at('learnt').filter({ hasText: '¡Ya sabes jugar!' }).waitFor();
  await ana.at('lesson-differs').filter({ hasText: 'La lección usa el modo «Oficial».' }).waitFor();
  await ana.at('lesson-differs').filter({ hasText: 'No hay Cambio de sentido.' }).waitFor(); // her next table is of sin-reversa
  await ana.at('name').fill('Lola');
  await ana.at('play-after').tap();
  await ana.at('table').waitFor();
  assert((await ana.page.evaluate(() => JSON.parse(localStorage.getItem('mazo.name')))) === 'Lola', 'her name is known');
  await ana.at('open-rules').waitFor(); // a game, not another step
  ana.clean();
  await ana.leave();
}

/** Back, skip, come again, leave; and a step by keyboard. */
async function around({ browser, server }) {
  const ana = await Person.come(browser, 'Ana', { viewport: { width: 1280, height: 800 } });
  await ana.page.goto(`${server.url}/#learn`);
  await reached(ana, 1);
  assert(await ana.at('step-before').isDisabled(), 'there is nothing before the first step');
  await ana.page.locator('.hand-card:focus').waitFor();
  await says(ana, 'Tap or click the card.');
  await ana.page.keyboard.press('ArrowRight');
  await says(ana, 'Go to the card with the arrow keys and press Enter.'); // to who uses them
  await ana.page.keyboard.press('Home');
  await ana.page.keyboard.press('Enter'); // the red 3 is the first card
  await ana.page.locator('[data-testid="onward"]:focus').waitFor();
  await ana.page.keyboard.down('Enter');
  for (let i = 0; i < 8; i++) await ana.page.keyboard.down('Enter'); // held: one step, and no card
  await ana.page.keyboard.up('Enter');
  await reached(ana, 2);
  await ana.page.locator('.hand-card:focus').waitFor();
  await ana.at('skip-step').click();
  await reached(ana, 3);
  await ana.page.reload();
  await reached(ana, 3);
  await ana.at('step-before').click();
  await reached(ana, 2);
  await says(ana, 'the same number fits too');
  await ana.at('leave-lesson').click();
  await ana.at('home').waitFor();
  ana.clean();
  await ana.leave();
}

/** The longest texts, on every screen, in both languages and themes. */
async function sizes({ browser, server }) {
  for (const [width, height, locale, colorScheme] of [[360, 640, 'es-MX', 'dark'], [390, 844, 'es-MX', 'light'], [820, 1180, 'es-ES', 'dark'],
    [1280, 800, 'es-ES', 'light'], [844, 390, 'es-MX', 'light']]) {
    const ana = await Person.come(browser, `${width} px`, { viewport: { width, height }, locale, colorScheme });
    for (const step of [8, 9]) {
      await ana.page.goto(`${server.url}/#learn/${step}`);
      await ana.page.reload();
      await reached(ana, step);
      await beside(ana, `step ${step} at ${width} px`);
      await inspect(ana, `lesson-${step}`);
    }
    await ana.at('challenge').click();
    await ana.at('ask-shown').waitFor();
    await beside(ana, `a hand shown at ${width} px`);
    ana.clean();
    await ana.leave();
  }
}

export default (world) => [
  { name: 'lesson/whole, in Spanish on a phone', run: () => whole(world) },
  { name: 'lesson/back, skip, leave', run: () => around(world) },
  { name: 'lesson/every size', run: () => sizes(world) },
];
