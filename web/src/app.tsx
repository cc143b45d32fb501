/*
 * app.tsx - from the address to the screen.
 */
import { Devices } from './ui/pages/Devices.js';
import { Home } from './ui/pages/Home.js';
import { Host } from './ui/pages/Host.js';
import { Learn } from './ui/pages/Learn.js';
import { LocalPage } from './ui/pages/LocalPage.js';
import { Me } from './ui/pages/Me.js';
import { Offline } from './ui/pages/Offline.js';
import { ReplayPage } from './ui/pages/ReplayPage.js';
import { Settings } from './ui/pages/Settings.js';
import { TablePage } from './ui/pages/TablePage.js';
import { Tables } from './ui/pages/Tables.js';
import { route } from './state/route.js';

export function App() {
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
