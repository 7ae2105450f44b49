import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Purpose } from './purpose.ts';

/** Why a process is not let in yet. */
export type Waiting = 'another process writes' | 'the database does not answer';

export interface LockOptions {
  /** Called whenever the reason changes. */
  readonly onWait: (reason: Waiting) => void;
  /** Gives up waiting. */
  readonly signal: AbortSignal;
  /**
   * For who has served before: a standby, whose line to the database holds, is let go first, and a database that does
   * not answer is waited for, as it is anyway once it has answered.
   */
  readonly again: boolean;
}

export interface WriterLock {
  /** Aborted at once when the connection that holds the lock is gone: another process may hold it by now. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

const POLL_MS = 400;
const COURTESY_MS = 2 * POLL_MS;
const CONNECT_TIMEOUT_MS = 5_000;
const HEARTBEAT_MS = 2_000;
const SILENCE_MS = 4_000;
/** For whoever waits for the lock; who holds it judges by the silence above. */
const ANSWER_TIMEOUT_MS = 2 * SILENCE_MS;
const RELEASE_TIMEOUT_MS = 1_000;

/**
 * For whoever waits or holds: both ask much more often, but one turn of a writer that reads back its memory may be long.
 */
const IDLE_MS = 20_000;

/**
 * Lets the database notice that the machine of the writer is gone, within ten seconds, and that its process stands still,
 * whose connection would live on for as long as its machine does.
 */
const SESSION = `set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3;
  set idle_session_timeout = ${IDLE_MS}`;
/** What a writer before may have left behind: its commit that still runs would hold up the first of ours. */
const END_THE_FORMER = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = $1 and datname = current_database() and usename = current_user and pid <> pg_backend_pid()`;

/** A connection that can be cut without asking the database, which may be out of reach. */
interface Line {
  readonly client: pg.Client;
  cut(): void;
}

async function connect(url: string, name: string): Promise<Line> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    stream: () => socket,
    application_name: `${name} lock`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
  });
  // Without a listener a connection that breaks would end the process; what breaks is noticed below.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(SESSION);
    return { client, cut: () => socket.destroy() };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function isTaken({ client }: Line, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    lock,
  ]);
  return rows[0]?.locked === true;
}

/** A connection that has the lock. @throws what the database said when it has never answered. */
async function acquire(
  url: string,
  { onWait, signal, again }: LockOptions,
  { lock, name }: Purpose,
): Promise<Line> {
  let said: Waiting | undefined;
  let answered = again;
  const wait = async (reason: Waiting): Promise<void> => {
    if (reason !== said) onWait(reason);
    said = reason;
    await pause(POLL_MS, undefined, { signal });
  };
  if (again) await pause(COURTESY_MS, undefined, { signal });
  for (;;) {
    let line: Line | undefined;
    try {
      line = await connect(url, name);
      answered = true;
      while (!(await isTaken(line, lock))) await wait('another process writes');
      await line.client.query(END_THE_FORMER, [name]);
      return line;
    } catch (error) {
      line?.cut();
      signal.throwIfAborted();
      if (!answered) throw error;
      await wait('the database does not answer');
    }
  }
}

/** Tells once when a connection has ended, failed, or been silent for too long. */
function watch(client: pg.Client, onLost: () => void): () => void {
  let beating = false;
  const beat = async (): Promise<void> => {
    if (beating) return;
    beating = true;
    // An answer that arrived while this process was busy is read before the verdict.
    const silence = setTimeout(() => setImmediate(() => beating && onLost()), SILENCE_MS);
    try {
      await client.query('select 1');
      beating = false;
    } catch {
      onLost();
    } finally {
      clearTimeout(silence);
    }
  };
  const timer = setInterval(beat, HEARTBEAT_MS);
  timer.unref();
  client.once('error', onLost);
  client.once('end', onLost);
  return () => {
    clearInterval(timer);
    client.off('error', onLost);
    client.off('end', onLost);
  };
}

/**
 * Waits until this process is the one that writes the database, and holds that by an advisory lock of a connection
 * of its own: the database gives it free when that connection ends, however its process ended.
 * @throws what the database said when it has never answered; the reason of `signal` when that gives up.
 */
export async function takeWriterLock(
  url: string,
  options: LockOptions,
  purpose: Purpose,
): Promise<WriterLock> {
  const { client, cut } = await acquire(url, options, purpose);
  const lost = new AbortController();
  let released = false;
  const unwatch = watch(client, () => {
    if (released) return;
    lost.abort();
    cut();
  });
  return {
    lost: lost.signal,
    release: async () => {
      released = true;
      unwatch();
      if (lost.signal.aborted) return;
      const ended = client.end().catch(() => undefined);
      await Promise.race([ended, pause(RELEASE_TIMEOUT_MS, undefined, { ref: false })]);
      cut();
    },
  };
}
