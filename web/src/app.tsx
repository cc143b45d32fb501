/*
 * app.tsx - shows the screen for the address. Pages that a first game does not need are loaded
 * when they are opened.
 */
import { Home } from './ui/pages/Home.js';
import { LocalPage } from './ui/pages/LocalPage.js';
import { Offline } from './ui/pages/Offline.js';
import { LiveRegions } from './ui/LiveRegions.js';
import { later } from './ui/later.js';
import { route } from './state/route.js';
import { Bars } from './ui/Bars.js';

const Day = later((m) => m.Day);
const Devices = later((m) => m.Devices);
const Host = later((m) => m.Host);
const Learn = later((m) => m.Learn);
const Me = later((m) => m.Me);
const Quick = later((m) => m.Quick);
const RecordPage = later((m) => m.RecordPage);
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
      return <ReplayPage key={now.key} match={now.key} local={now.local} at={now.at} />;
    case 'host':
      return <Host />;
    case 'tables':
      return <Tables />;
    case 'quick':
      return <Quick />;
    case 'settings':
      return <Settings />;
    case 'devices':
      return <Devices />;
    case 'day':
      return <Day key={now.date} date={now.date} />;
    case 'record':
      return <RecordPage />;
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
      <LiveRegions />
    </>
  );
}
