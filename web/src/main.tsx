/*
 * main.tsx - begins.
 */
import { render } from 'preact';
import { App } from './app.js';
import { unlockSound } from './fx/sound.js';
import { loadWords } from './state/engine.js';
import { readAddress } from './state/devices.js';
import { applyPrefs } from './state/prefs.js';
import { followAddress, route } from './state/route.js';
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
followAddress();
unlockSound();
// Every page but the first needs the engine at once; from that one it is a touch away.
if (route.value.page !== 'home') void loadWords();
else addEventListener('load', () => void setTimeout(() => void loadWords(), 300));
render(<App />, document.getElementById('app')!);

if ('serviceWorker' in navigator && location.protocol !== 'file:') {
  const register = async (): Promise<unknown> => navigator.serviceWorker.register('/sw.js'); // may be forbidden
  addEventListener('load', () => void register().catch(() => {}));
}
