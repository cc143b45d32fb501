// pages.mjs - the pages around the table: what they offer first, what they say, what they keep.
import { Person, assert } from './lib.mjs';
import { inspect } from './measure.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const DARK = { locale: 'es-ES', colorScheme: 'dark' };

/** The rules people ask for come first; what changes nothing cannot be touched. */
async function houseRules({ browser, server }) {
  const ana = await Person.come(browser, 'Ana', { ...PHONE, ...DARK });
  await ana.page.goto(`${server.url}/#host`);
  await ana.at('house-rules').locator('> summary').click();
  await ana.at('rule-stacking').waitFor();
  const shown = await ana.at('house-rules').locator('[data-testid^="rule-"]').evaluateAll((all) => all.filter((el) => el.checkVisibility()).map((el) => el.dataset.testid));
  const popular = ['stacking', 'seven_zero', 'jump_in', 'draw_until_playable', 'must_play'].map((name) => `rule-${name}`);
  assert(JSON.stringify(shown) === JSON.stringify(popular), `five switches first: ${shown}`);
  await inspect(ana, 'house rules');
  await ana.at('advanced-rules').locator('> summary').click();
  assert(await ana.at('rule-numbers').isVisible(), 'the deck is under Advanced');
  assert(await ana.at('rule-target_is').isDisabled(), 'what reaching the target means is for own hands only');
  const more = ana.at('rule-target').locator('button').last();
  assert(await more.isEnabled(), 'points end the match');
  await ana.at('rule-scoring').selectOption('quick');
  await more.and(ana.page.locator(':disabled')).waitFor();
  await ana.at('rule-scoring').selectOption('hands');
  await ana.at('rule-target_is').and(ana.page.locator(':enabled')).waitFor();
  await inspect(ana, 'advanced rules');
  // A switch that is off has no filling, in the dark too.
  const filled = (id) => ana.at(id).evaluate((el) => getComputedStyle(el).backgroundColor !== 'rgba(0, 0, 0, 0)');
  assert(!(await filled('rule-stacking')), 'off is hollow');
  await ana.at('rule-stacking').check();
  await ana.page.waitForFunction(() => getComputedStyle(document.querySelector('[data-testid="rule-stacking"]')).backgroundColor !== 'rgba(0, 0, 0, 0)');
  ana.clean();
  await ana.leave();
}

export default (world) => [{ name: 'pages/house rules', run: () => houseRules(world) }];
