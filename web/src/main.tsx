/*
 * main.tsx - begins.
 */
import { render } from 'preact';
import { App } from './app.js';
import { unlockSound } from './fx/sound.js';
import { loadWords } from './state/engine.js';
import { takeIdentity } from './state/me.js';
import { applyPrefs } from './state/prefs.js';
import { followAddress, route } from './state/route.js';
import './css/base.css';
import './css/cards.css';
import './css/table.css';
import './css/pages.css';

takeIdentity();
applyPrefs();
followAddress();
unlockSound();
// Every other page needs the engine soon.
if (route.value.page !== 'home') void loadWords();
render(<App />, document.getElementById('app')!);

if ('serviceWorker' in navigator && location.protocol !== 'file:') {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {}));
}
