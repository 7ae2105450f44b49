import type { Log } from './common/log.ts';

/** What the process gives whatever it starts. */
export interface Starting {
  /** Folder of the built browser app. */
  readonly clientDir: string;
  readonly migrationsDir: string;
  /** Migrations of the history that a gateway records. */
  readonly historyMigrationsDir: string;
  readonly log: Log;
  /** Ends the process: what cannot be gone on from. */
  readonly fatal: (error: unknown) => void;
  /** One line for the person who looks on, once it has started. */
  readonly say: (line: string) => void;
}

/** A server that runs. */
export interface Started {
  /** Address to open in a browser. */
  readonly url: string;
  /** Why it does not serve yet, when it has to wait for another process. */
  readonly standsBy?: string | undefined;
  /** Ends it all in order. */
  readonly stop: () => Promise<void>;
}

/** Requests that run may finish; together with the last writes this stays well below ten seconds. */
export const GRACE_MS = 4_000;

/** Failures that say in one line what a person who starts the server can act on; the rest is a fault of ours. */
const PLAIN = new Set(['EnvError', 'LockedError', 'DiskFullError', 'ListenError', 'VaultKeyError']);

export const isPlain = (error: unknown): error is Error => error instanceof Error && PLAIN.has(error.name);
