import { type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request whose client wants to speak WebSocket on the connection it came on. */
export interface Upgrade {
  readonly socket: Socket;
  /** What the client has sent behind its request. */
  readonly head: Buffer;
  /** Hears when the server closes. @returns what forgets it again. */
  onClose(end: () => void): () => void;
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>();

/** What a request asks for beside an answer; undefined for an ordinary one. */
export const upgradeOf = (req: IncomingMessage): Upgrade | undefined => upgrades.get(req);

/** Until a connection that was not upgraded has taken its answer. */
const REFUSAL_MS = 5_000;
const UPGRADE_HEADERS = new Set(['upgrade', 'http2-settings']);

/** The request as it came, without the wish for another protocol. */
function plainHead({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    const value = rawHeaders[at + 1] ?? '';
    const lower = name.toLowerCase();
    if (UPGRADE_HEADERS.has(lower)) continue;
    if (lower !== 'connection') {
      lines.push(`${name}: ${value}`);
      continue;
    }
    const kept = value.split(',').filter((token) => {
      const option = token.trim().toLowerCase();
      return option !== '' && !UPGRADE_HEADERS.has(option);
    });
    if (kept.length > 0) lines.push(`${name}: ${kept.join(',')}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/**
 * Sends requests that ask for WebSocket through `listener` like every other: whoever accepts one finds it by
 * `upgradeOf`, and whoever refuses answers it. A wish for any other protocol is ignored, which HTTP allows: some
 * clients ask for HTTP/2 with every request.
 */
export function routeUpgrades(server: Server, listener: RequestListener): { close(): void; cut(): void } {
  const ends = new Set<() => void>();
  const open = new Set<Socket>();

  server.on('upgrade', (req: IncomingMessage, socket: Socket, head: Buffer) => {
    const res = new ServerResponse(req);
    res.shouldKeepAlive = false;
    try {
      res.assignSocket(socket);
    } catch {
      // An answer to a request before it is still on its way: no client may ask for this then.
      socket.destroy();
      return;
    }
    if (req.headers.upgrade?.trim().toLowerCase() !== 'websocket') {
      res.detachSocket(socket);
      socket.unshift(Buffer.concat([Buffer.from(plainHead(req), 'latin1'), head]));
      server.emit('connection', socket);
      return;
    }
    // From here on the server looks after this connection no more.
    socket.on('error', () => socket.destroy());
    const late = setTimeout(() => socket.destroy(), REFUSAL_MS);
    open.add(socket);
    socket.once('close', () => {
      clearTimeout(late);
      open.delete(socket);
    });
    res.once('finish', () => socket.destroySoon());
    upgrades.set(req, {
      socket,
      head,
      onClose: (end) => {
        clearTimeout(late);
        ends.add(end);
        return () => ends.delete(end);
      },
    });
    listener(req, res);
  });

  return {
    close: () => {
      for (const end of [...ends]) end();
    },
    cut: () => {
      for (const socket of open) socket.destroy();
    },
  };
}
