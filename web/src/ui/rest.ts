/*
 * rest.ts - what a first game does without. They come together in a file of their own: more
 * files would be larger and slower than one.
 */
import spanish from 'mazo:es-later';
import { learn } from '../i18n.js';

learn(spanish);

export { Day } from './pages/Day.js';
export { Devices } from './pages/Devices.js';
export { Host } from './pages/Host.js';
export { Learn } from './pages/Learn.js';
export { Me } from './pages/Me.js';
export { Quick } from './pages/Quick.js';
export { RecordPage } from './pages/Record.js';
export { ReplayPage } from './pages/ReplayPage.js';
export { Settings } from './pages/Settings.js';
export { Tables } from './pages/Tables.js';
export { TablePage } from './pages/TablePage.js';
export { Drama } from './table/Drama.js';
export { Emotes } from './table/Emotes.js';
export { Jackpot, RuleOut } from './table/Jackpot.js';
export { Lever } from './table/Lever.js';
export { Panels } from './table/panels.js';
export { RoundEnd } from './table/RoundEnd.js';
export { Write } from './table/Write.js';
