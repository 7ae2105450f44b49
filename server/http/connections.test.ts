import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { expect, it, vi } from 'vitest';
import { isLoopback } from '../common/client-address.ts';
import { limitConnections, REFUSED_AT_ONCE } from './connections.ts';
import { Traffic } from './traffic.ts';

/** A server that may hold two connections of one sender, and connections to it from wherever a test says. */
function setup() {
  const server = new EventEmitter();
  const traffic = new Traffic();
  const limits = { maxConnections: 100, maxPerAddress: 2, exempt: isLoopback };
  limitConnections(server as Server, limits, traffic, () => undefined);
  const connect = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: vi.fn() });
    server.emit('connection', socket);
    return socket;
  };
  return { server, traffic, connect };
}

it.each([
  ['one address', ['203.0.113.9', '203.0.113.9', '203.0.113.9']],
  ['one network of IPv6, whose addresses are all of one line', ['2001:db8::1', '2001:db8::2', '2001:db8::3']],
  ['one address, however it is written', ['::ffff:203.0.113.9', '203.0.113.9', '::ffff:203.0.113.9']],
])('connections of %s are counted together', (_, addresses) => {
  const { traffic, connect } = setup();
  const [first] = addresses.map(connect);
  expect(traffic).toMatchObject({ connections: 2, refusedConnections: 1 });
  first?.emit('close');
  connect(addresses[2] ?? '');
  expect(traffic).toMatchObject({ connections: 2, refusedConnections: 1 });
});

it.each([
  ['several networks', ['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:0:3::1']],
  ['this machine', ['127.0.0.1', '127.0.0.1', '127.0.0.1']],
  ['this machine, within IPv6', ['::ffff:127.0.0.1', '::ffff:127.0.0.1', '::ffff:127.0.0.1']],
])('connections of %s are not held against one another', (_, addresses) => {
  const { traffic, connect } = setup();
  addresses.map(connect);
  expect(traffic).toMatchObject({ connections: 3, refusedConnections: 0 });
});

it('a connection whose request is read again is one connection', () => {
  const { server, traffic, connect } = setup();
  const socket = connect('203.0.113.9');
  server.emit('connection', socket);
  expect(traffic.connections).toBe(1);
  socket.emit('close');
  expect(traffic.connections).toBe(0);
});

it('of connections that are too many some are told so, and the rest is cut', () => {
  const { connect } = setup();
  for (let n = 0; n < 2; n++) connect('203.0.113.9');
  const told = Array.from({ length: REFUSED_AT_ONCE }, () => connect('203.0.113.9'));
  const cut = connect('203.0.113.9');
  expect(cut.destroy).toHaveBeenCalledTimes(1);
  for (const { destroy } of told) expect(destroy).not.toHaveBeenCalled();
  // Who was told goes, and the next one is told again.
  told[0]?.emit('close');
  expect(connect('203.0.113.9').destroy).not.toHaveBeenCalled();
  for (const socket of told) socket.emit('close');
});
