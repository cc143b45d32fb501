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

const Devices = later((m) => m.Devices);
const Host = later((m) => m.Host);
const Learn = later((m) => m.Learn);
const Me = later((m) => m.Me);
const ReplayPage = later((m) => m.ReplayPage);
const Settings = later((m) => m.Settings);
const TablePage = later((m) => m.TablePage);
const Tables = later((m) => m.Tables);

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
