/** The client of a socket, as who answers it sees it. */
export interface Peer {
  readonly address: string;
  /** Sends a message. A client that does not read what it was sent is cut, and hears nothing of the rest. */
  send(message: string | Uint8Array): void;
  /** Bytes that were sent and not taken. */
  readonly unread: () => number;
  /** Counts a message as so many requests more. @throws ServiceError `rate-limited` when the client has none to spare. */
  charge(more: number): void;
  /** Ends the connection: 1001 when this side goes away, 1011 when it cannot go on, 1013 when it has no room. */
  close(code: 1001 | 1011 | 1013, reason: string): void;
}

/** What answers one socket. Neither throws. */
export interface Session {
  /** A message of the client's. */
  heard(text: string): void;
  /** The connection is gone: nothing more is heard, and nothing that is sent arrives. */
  ended(): void;
}
