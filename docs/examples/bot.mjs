#!/usr/bin/env node
// A bot for Mazo in JavaScript. It gets rid of dear cards first and keeps its wilds.
//
//     mazo bot check 'cmd:node docs/examples/bot.mjs'
import { createInterface } from 'node:readline';

const points = (card) => (card.startsWith('W') ? 50 : /\d$/.test(card) && !card.includes('+') ? Number(card.slice(-1)) : 20);

/** The higher the better. */
function worth(command, view) {
  switch (command.do) {
    case 'catch':
      return 1000;
    case 'play': {
      const wild = command.card.startsWith('W');
      const saysUno = command.uno || view.hand.length !== 2;
      const held = view.hand.filter((card) => card[0] === (command.color ?? command.card[0])).length;
      return 100 + (wild ? held : 10 + points(command.card)) + (saysUno ? 500 : 0);
    }
    case 'color':
      return 50 + view.hand.filter((card) => card[0] === command.color).length;
    default:
      return command.do === 'draw' || command.do === 'keep' ? 0 : 10;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { view, legal } = JSON.parse(line);
  const worths = legal.map((command) => worth(command, view));
  const best = worths.indexOf(Math.max(...worths)); // an answer may be a place in the list
  const idle = view.turn !== view.seat && !['catch', 'play', 'write'].includes(legal[best].do);
  console.log(idle ? '{"do":"wait"}' : String(best));
}
