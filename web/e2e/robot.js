// robot.js - runs inside the page and plays like a person who touches things: it reads what stands
// on the screen, and touches only what a finger could reach. It knows nothing of the game's code.
(() => {
  const TICK_MS = 40;
  const PATIENCE_MS = 2000; // for an answer, before the same thing is touched again
  const COVERED_MS = 20000; // something that stays covered for so long is a fault of the page

  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const one = (id, root = document) => root.querySelector(`[data-testid="${id}"]`);
  const usable = (el) => el && !el.disabled && el.getAttribute('aria-disabled') !== 'true';

  /** Would a finger on some point of it touch it? */
  function touchable(el) {
    el.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const box = el.getBoundingClientRect();
    for (let i = 1; i < 8; i++) {
      for (let k = 1; k < 8; k++) {
        const hit = document.elementFromPoint(box.left + (box.width * i) / 8, box.top + (box.height * k) / 8);
        if (hit && (hit === el || el.contains(hit))) return true;
      }
    }
    return false;
  }

  const robot = { timer: 0, seed: 1, touches: 0, problems: [], seen: {}, wrote: false, least: 0 };

  function random(n) {
    robot.seed = (Math.imul(robot.seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((robot.seed / 2 ** 32) * n);
  }

  const pick = (list) => list[random(list.length)];

  function touch(el, what) {
    const now = performance.now();
    if (!touchable(el)) {
      robot.covered ??= { what, since: now };
      if (robot.covered.what !== what) robot.covered = { what, since: now };
      else if (now - robot.covered.since > COVERED_MS) {
        robot.problems.push(`covered: ${what}`);
        robot.covered.since = now;
      }
      return;
    }
    robot.covered = null;
    robot.touches++;
    robot.seen[what] = (robot.seen[what] ?? 0) + 1;
    robot.last = { at: now, state: state() };
    el.click();
  }

  /** Changes whenever there is something new to decide. */
  function state() {
    const asks = all('.asks > [data-testid]').map((el) => el.dataset.testid).join();
    return `${one('felt')?.dataset.n} ${asks} ${all('.hand-card[aria-pressed="true"]').length} ${robot.drafted} ${!!one('pull')}`;
  }

  /** One rule card of our own: an effect more, and words. */
  function write(form) {
    const done = one('write-done');
    if (!done) return;
    const own = one('how-1-own', form);
    if (!robot.wrote && own && !own.checked) return void own.click();
    const effects = one('add-effect', form);
    if (!robot.wrote && effects) {
      robot.wrote = true;
      robot.drafted = 1;
      effects.value = pick([...effects.options].slice(1)).value;
      effects.dispatchEvent(new Event('change', { bubbles: true }));
      return;
    }
    if (usable(done)) touch(done, 'write');
  }

  function answer(ask) {
    const buttons = all('button', ask).filter(usable);
    switch (ask.dataset.testid) {
      case 'ask-wild':
      case 'ask-color':
        return touch(pick(buttons.filter((b) => /^color-/.test(b.dataset.testid ?? ''))), ask.dataset.testid);
      case 'ask-risk':
      case 'ask-choose':
        return touch(pick(buttons), ask.dataset.testid);
      case 'ask-shown':
        return touch(buttons[0], 'ask-shown');
      case 'ask-throw': {
        const ready = one('throw');
        const cards = all('.hand-card[aria-pressed="false"]');
        if (usable(ready) && (cards.length === 0 || random(3) > 0)) return touch(ready, 'throw');
        return cards.length ? touch(pick(cards), 'pick') : undefined;
      }
      default:
        return undefined;
    }
  }

  function play() {
    const pull = one('pull');
    if (usable(pull)) return touch(pull, 'pull');
    const uno = one('uno');
    const moment = one('felt')?.dataset.n;
    if (usable(uno) && uno.classList.contains('hot') && robot.uno !== moment) {
      robot.uno = moment;
      return touch(uno, 'uno');
    }
    const caught = one('catch');
    if (usable(caught) && caught.classList.contains('hot') && robot.caught !== moment) {
      robot.caught = moment;
      return touch(caught, 'catch');
    }
    const cards = all('.hand-card.can').filter(usable);
    const offers = ['challenge', 'accept', 'keep', 'pass', 'done'].map((id) => one(id)).filter(usable);
    const draw = one('draw');
    if (cards.length && random(offers.length + 3) < 3) return touch(pick(cards), 'card');
    if (offers.length) {
      const offer = pick(offers);
      return touch(offer, offer.dataset.testid);
    }
    if (cards.length) return touch(pick(cards), 'card');
    if (usable(draw)) return touch(random(2) && one('draw-pile') ? one('draw-pile') : draw, 'draw');
    return undefined;
  }

  function tick() {
    if (!one('table')) return;
    if (robot.last && robot.last.state === state() && performance.now() - robot.last.at < PATIENCE_MS) return;
    const vote = pick(['vote-yes', 'vote-no', 'admit'].map((id) => one(id)).filter(usable));
    if (vote) return touch(vote, 'vote');
    const form = one('write');
    if (form) return write(form);
    const next = one('next');
    if (usable(next)) return touch(next, 'next');
    if (one('match-over')) return;
    const ask = all('.asks > [data-testid]').find((el) => !['ask-vote', 'ask-dare', 'ask-run', 'ask-challenge', 'lever-stage'].includes(el.dataset.testid));
    if (ask) return answer(ask);
    play();
  }

  robot.start = (seed) => {
    robot.stop();
    robot.seed = seed;
    robot.timer = setInterval(tick, TICK_MS);
  };
  robot.stop = () => clearInterval(robot.timer);
  robot.tick = tick;
  window.robot = robot;

  // Notices and bubbles go by themselves, sooner than a busy machine may look.
  const known = new WeakSet();
  window.passed = [];
  new MutationObserver(() => {
    for (const el of all('.notice, .bubble')) {
      if (!known.has(el)) window.passed.push({ where: el.closest('[data-testid]').dataset.testid, text: el.textContent + (el.querySelector('[data-face]')?.dataset.face ?? '') });
      known.add(el);
    }
  }).observe(document, { subtree: true, childList: true });
})();
