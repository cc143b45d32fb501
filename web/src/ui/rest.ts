/*
 * rest.ts - what a first game does without. They come together in a file of their own: more
 * files would be larger and slower than one.
 */
import spanish from 'mazo:es-later';
import { learn } from '../i18n.js';

learn(spanish);

export { Devices } from './pages/Devices.js';
export { Host } from './pages/Host.js';
export { Learn } from './pages/Learn.js';
export { Me } from './pages/Me.js';
export { ReplayPage } from './pages/ReplayPage.js';
export { Settings } from './pages/Settings.js';
export { Tables } from './pages/Tables.js';
export { TablePage } from './pages/TablePage.js';
export { Jackpot, RuleOut } from './table/Jackpot.js';
export { Panels } from './table/panels.js';
export { RoundEnd } from './table/RoundEnd.js';
export { Write } from './table/Write.js';
