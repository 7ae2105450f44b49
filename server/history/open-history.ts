import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Gauge } from '../common/gauge.ts';
import type { Log } from '../common/log.ts';
import type { Handlers } from '../common/operation.ts';
import { openDatabase } from '../db/open.ts';
import { openPostgresReader } from '../db/postgres.ts';
import { OWNER_ONLY_FOLDER } from '../db/private.ts';
import { HISTORY } from '../db/purpose.ts';
import { historyHandlers } from './answers.ts';
import { createRecorder, type Recorder } from './recorder.ts';

export interface HistoryOptions {
  /** The history lies in a folder of its own in it. */
  readonly dataDir: string;
  /** PostgreSQL instead, where one of several processes records and all read. */
  readonly databaseUrl: string | undefined;
  readonly migrationsDir: string;
  /** Megabytes that it may take on the disk. */
  readonly maxMegabytes: number;
  /** The mint of an asset by its symbol. */
  readonly mintOf: (symbol: string) => string | undefined;
  readonly log: Log;
}

export interface History {
  /** Takes note of the prices of an answer. Never waits, never throws. */
  readonly see: Recorder['see'];
  /** Whether it is this process that records. */
  readonly isRecording: () => boolean;
  readonly handlers: Handlers;
  readonly gauges: readonly Gauge[];
  /** Ends within seconds. */
  close(): Promise<void>;
}

const MB = 1024 * 1024;

/**
 * Starts to record the prices of public answers. The database is opened beside everything else: until it is open, and
 * whenever it is away, what is seen waits for it, and nothing else does.
 */
export function openHistory(options: HistoryOptions): History {
  const { dataDir, databaseUrl, migrationsDir, maxMegabytes, mintOf, log } = options;
  const folder = join(dataDir, 'history');
  const isOwn = databaseUrl === undefined;
  let again = false;
  const recorder = createRecorder({
    open: async (onWait, signal) => {
      if (isOwn) mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
      // A database that does not answer at the first start is as good as one that does not later: it is waited for.
      const lock = { onWait, signal, again };
      const database = await openDatabase({
        dataDir: folder,
        databaseUrl,
        migrationsDir,
        lock,
        log,
        purpose: HISTORY,
      });
      again = true;
      return { ...database, isOwn };
    },
    maxBytes: maxMegabytes * MB,
    log,
  });
  const reader = databaseUrl === undefined ? undefined : openPostgresReader(databaseUrl, HISTORY);
  return {
    see: recorder.see,
    isRecording: () => recorder.database() !== undefined,
    handlers: historyHandlers({
      db: () => (reader ?? recorder.database())?.db,
      mintOf,
      now: Date.now,
    }),
    gauges: recorder.gauges,
    close: async () => {
      await Promise.all([recorder.close(), reader?.close()]);
    },
  };
}
