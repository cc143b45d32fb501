/*
 * app.tsx - from the address to the screen.
 */
import { Home } from './ui/pages/Home.js';
import { Host } from './ui/pages/Host.js';
import { Me } from './ui/pages/Me.js';
import { Settings } from './ui/pages/Settings.js';
import { TablePage } from './ui/pages/TablePage.js';
import { Tables } from './ui/pages/Tables.js';
import { route } from './state/route.js';

export function App() {
  const now = route.value;
  switch (now.page) {
    case 'table':
      return <TablePage key={now.code} code={now.code} />;
    case 'host':
      return <Host />;
    case 'tables':
      return <Tables />;
    case 'settings':
      return <Settings />;
    case 'me':
      return <Me />;
    default:
      return <Home />;
  }
}
