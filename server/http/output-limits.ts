import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Traffic } from './traffic.ts';

/** How much of what clients have asked for may wait until they take it. */
export interface OutputLimits {
  /** Requests of one connection that wait for the answer before them. */
  readonly maxWaiting: number;
  /** Bytes of answers that clients have not taken, of all connections. */
  readonly maxUnsent: number;
  /** Milliseconds that a client has for an answer, and bytes a second that it has to take beyond them. */
  readonly takeTimeout: number;
  readonly takeRate: number;
}

export const OUTPUT_LIMITS: OutputLimits = {
  maxWaiting: 100,
  maxUnsent: 128 * 1024 * 1024,
  takeTimeout: 30_000,
  takeRate: 16 * 1024,
};

/** Bytes that clients of sockets have not taken, of all sockets. */
export const MAX_UNREAD = 128 * 1024 * 1024;

/** Answers that have left us and that their clients have not taken; those that hold the most are cut first. */
class Unsent {
  /** Bytes of each connection when they were last measured. */
  private readonly held = new Map<Socket, number>();

  constructor(
    private readonly limits: OutputLimits,
    private readonly traffic: Traffic,
  ) {}

  /** Looks after an answer whose last byte was written. */
  watch(socket: Socket, res: ServerResponse): void {
    const bytes = socket.writableLength;
    if (bytes === 0) return;
    const { takeTimeout, takeRate } = this.limits;
    const tooSlow = setTimeout(() => this.cut(socket), takeTimeout + (bytes / takeRate) * 1_000);
    this.set(socket, bytes);
    res.once('close', () => {
      clearTimeout(tooSlow);
      this.set(socket, 0);
    });
    if (this.traffic.bytesUnsent > this.limits.maxUnsent) this.cutWorst();
  }

  private set(socket: Socket, bytes: number): void {
    this.traffic.bytesUnsent += bytes - (this.held.get(socket) ?? 0);
    if (bytes > 0) this.held.set(socket, bytes);
    else this.held.delete(socket);
  }

  private cut(socket: Socket): void {
    this.traffic.cutConnections += 1;
    this.set(socket, 0);
    socket.destroy();
  }

  private cutWorst(): void {
    for (const socket of [...this.held.keys()]) this.set(socket, socket.writableLength);
    for (const [socket] of [...this.held].sort(([, a], [, b]) => b - a)) {
      if (this.traffic.bytesUnsent <= this.limits.maxUnsent) return;
      this.cut(socket);
    }
  }
}

/** A request, and what answers it. */
export type Asked = readonly [req: IncomingMessage, res: ServerResponse];

/**
 * Hands the requests of a connection to the listener one at a time: the next when the answer before it has been taken.
 * Answers leave in that order anyway, and whoever asks without reading fills no memory but that of one answer.
 */
export function limitOutput(
  listener: RequestListener,
  traffic: Traffic,
  limits: OutputLimits,
): RequestListener {
  const waitingOf = new WeakMap<Socket, Asked[]>();
  const unsent = new Unsent(limits, traffic);

  function begin(req: IncomingMessage, res: ServerResponse, socket: Socket): void {
    res.once('prefinish', () => unsent.watch(socket, res));
    res.once('close', () => {
      const next = waitingOf.get(socket)?.shift();
      if (next && socket.writable) begin(...next, socket);
      else waitingOf.delete(socket);
    });
    listener(req, res);
  }

  return (req, res) => {
    const { socket } = req;
    // It has been told already that nothing more is answered here, and asks again elsewhere.
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const waiting = waitingOf.get(socket);
    if (!waiting) {
      waitingOf.set(socket, []);
      begin(req, res, socket);
    } else if (waiting.length < limits.maxWaiting) {
      waiting.push([req, res]);
    } else {
      traffic.cutConnections += 1;
      socket.destroy();
    }
  };
}
