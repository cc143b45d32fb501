/*
 * rest.ts - the pages that a first game does without. They come together in a file of their own: more
 * files would be larger and slower than one.
 */
export { Devices } from './pages/Devices.js';
export { Learn } from './pages/Learn.js';
export { ReplayPage } from './pages/ReplayPage.js';
