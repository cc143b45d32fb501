/*
 * main.tsx - begins.
 */
import { render } from 'preact';
import { App } from './app.js';
import { unlockSound } from './fx/sound.js';
import { takeIdentity } from './state/me.js';
import { applyPrefs } from './state/prefs.js';
import { followAddress } from './state/route.js';
import './css/base.css';
import './css/cards.css';
import './css/table.css';
import './css/pages.css';

takeIdentity();
applyPrefs();
followAddress();
unlockSound();
render(<App />, document.getElementById('app')!);

if ('serviceWorker' in navigator && location.protocol !== 'file:') {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {}));
}
