/*
 * app.tsx - from the address to the screen. Pages that a first game does without come when they
 * are opened.
 */
import { Home } from './ui/pages/Home.js';
import { LocalPage } from './ui/pages/LocalPage.js';
import { Offline } from './ui/pages/Offline.js';
import { Ears } from './ui/Ears.js';
import { later } from './ui/later.js';
import { route } from './state/route.js';
import { Bars } from './ui/Bars.js';

const Devices = later(() => import('./ui/rest.js').then((m) => m.Devices));
const Host = later(() => import('./ui/rest.js').then((m) => m.Host));
const Learn = later(() => import('./ui/rest.js').then((m) => m.Learn));
const Me = later(() => import('./ui/rest.js').then((m) => m.Me));
const ReplayPage = later(() => import('./ui/rest.js').then((m) => m.ReplayPage));
const Settings = later(() => import('./ui/rest.js').then((m) => m.Settings));
const TablePage = later(() => import('./ui/rest.js').then((m) => m.TablePage));
const Tables = later(() => import('./ui/rest.js').then((m) => m.Tables));

function Screen() {
  const now = route.value;
  switch (now.page) {
    case 'table':
      return <TablePage key={now.code} code={now.code} />;
    case 'local':
      return <LocalPage match={now.key} />;
    case 'learn':
      return <Learn step={now.step} />;
    case 'offline':
      return <Offline />;
    case 'replay':
      return <ReplayPage key={now.key} match={now.key} local={now.local} />;
    case 'host':
      return <Host />;
    case 'tables':
      return <Tables />;
    case 'settings':
      return <Settings />;
    case 'devices':
      return <Devices />;
    case 'me':
      return <Me />;
    default:
      return <Home />;
  }
}

export function App() {
  return (
    <>
      <Screen />
      <Bars />
      <Ears />
    </>
  );
}
