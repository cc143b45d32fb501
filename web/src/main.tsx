/*
 * main.tsx - starts the page.
 */
import { effect } from '@preact/signals';
import { render } from 'preact';
import { App } from './app.js';
import { unlockSound } from './fx/sound.js';
import { loadWords } from './state/engine.js';
import { readAddress } from './state/devices.js';
import { followInstall } from './state/install.js';
import { applyPrefs, deck, felt } from './state/prefs.js';
import { followAddress, route } from './state/route.js';
import { followTurns } from './state/turns.js';
import { addStyle } from './ui/later.js';
import './css/base.css';
import './css/cards.css';
import './css/table.css';
import './css/middle.css';
import './css/hand.css';
import './css/panels.css';
import './css/motion.css';
import './css/rooms.css';
import './css/pages.css';
import './css/home.css';
import './css/forms.css';

readAddress();
addEventListener('popstate', readAddress); // before the page follows it
applyPrefs();
effect(() => {
  if (deck.value !== 'classic' || felt.value !== 'cloth') addStyle().catch(() => {}); // without it they look like the first
});
followAddress();
unlockSound();
followTurns();
followInstall();
// Every page except the start page needs the engine at once; the start page loads it on a touch.
if (route.value.page !== 'home') void loadWords();
else addEventListener('load', () => void setTimeout(() => void loadWords(), 300));
render(<App />, document.getElementById('app')!);

if ('serviceWorker' in navigator && location.protocol !== 'file:') {
  const register = async (): Promise<unknown> => navigator.serviceWorker.register('/sw.js'); // may be forbidden
  addEventListener('load', () => void register().catch(() => {}));
}
