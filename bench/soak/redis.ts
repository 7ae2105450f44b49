import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../server/testing/boot.ts';

/** A Redis of a run's own, which it may kill; nothing of it is kept. */
export interface Redis {
  readonly url: string;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts it again on its port; resolves when it takes connections. */
  start(): Promise<void>;
}

const START_TIMEOUT_MS = 10_000;
const RETRY_MS = 50;

const takesConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });

/** @throws Error when it does not start. */
export async function startRedis(program: string): Promise<Redis> {
  const port = await freePort();
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    server = spawn(program, settings, { stdio: 'ignore' });
    const until = performance.now() + START_TIMEOUT_MS;
    while (!(await takesConnections(port))) {
      if (performance.now() > until) throw new Error('Redis does not start');
      await pause(RETRY_MS);
    }
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    async end(signal) {
      if (!server || server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'exit');
      server.kill(signal);
      await ended;
    },
  };
}
