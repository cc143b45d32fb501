// The answer to `create` or `quick` comes when the page that asked may have been left.
import assert from 'node:assert/strict';
import test from 'node:test';
import { bundle } from './bundle.mjs';
import { line } from './line.mjs';

const nothing = () => {};
globalThis.window = { setTimeout, setInterval: nothing, scrollTo: nothing };
globalThis.addEventListener = globalThis.removeEventListener = nothing;
globalThis.location = new URL('http://localhost/#quick');
globalThis.document = { addEventListener: nothing, removeEventListener: nothing, visibilityState: 'visible', documentElement: { hasAttribute: () => false } };
globalThis.history = { pushState: move, replaceState: move };
function move(_state, _title, address) {
  globalThis.location = new URL(address, location);
}

const { followAddress, go, goToOpened, route, socket } = await bundle('state/online', 'state/route', 'state/me');

test('a table that was opened too late leads nobody away from another page', () => {
  followAddress();
  socket.open();
  line.onopen();
  line.onmessage({ data: '{"type":"welcome","version":2,"player":"k3","name":"Ana","lang":"en","tables":[]}' });
  line.said = [];
  const asked = route.peek();
  go('/#offline');
  assert.equal(goToOpened('KZTRAB', asked), false);
  assert.equal(route.peek().page, 'offline');
  assert.deepEqual(line.said.map(({ type, table }) => [type, table]), [['leave', 'KZTRAB']]);
  assert.equal(goToOpened('KZTRAB', route.peek()), true);
  assert.deepEqual(route.peek(), { page: 'table', code: 'KZTRAB' });
  assert.equal(line.said.length, 1);
});
