import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Begin, Watched } from './stream-watchers.ts';

/** Desks that watch over the stream, in a process of their own; resolves when all are connected. */
export async function startWatchers(begin: Begin) {
  const child = fork(fileURLToPath(new URL('./stream-watchers.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  child.send(begin);
  await once(child, 'message');
  return {
    /** Says that an address changes now. */
    changed: (address: string) => child.send({ address, at: performance.timeOrigin + performance.now() }),
    /** What they have seen since it was last asked for. */
    told: async (): Promise<Watched> => {
      const told = once(child, 'message');
      child.send('tell');
      return ((await told) as [Watched])[0];
    },
    stop: () => child.kill(),
  };
}
