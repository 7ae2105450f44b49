import type { Connection } from '@solana/web3.js';

/**
 * Ends the socket of a client of the chain. It has no way of its own to be closed: with a subscription left, or before
 * it has noticed that none is, it would come again for ever, to a server that is gone.
 */
export function endConnection(connection: Connection): void {
  Reflect.set(connection, '_subscriptionsByHash', {});
  const socket = Reflect.get(connection, '_rpcWebSocket');
  socket.setAutoReconnect(false);
  socket.close();
}
