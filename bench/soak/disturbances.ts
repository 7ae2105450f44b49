import { setTimeout as pause } from 'node:timers/promises';
import type { Site } from './site.ts';

/** Something that breaks, stays broken for a while, and is repaired as whoever looks after it would. */
export interface Disturbance {
  readonly name: string;
  strike(): Promise<void>;
  readonly forMs: number;
  repair(): Promise<void>;
}

const AWAY_MS = 2_000;
const FULL_MS = 5_000;
/** How long an operating system takes to start again what was killed. */
const AT_ONCE_MS = 300;

/** All that happens in a run, each as often as it happens. */
export function disturbancesOf(site: Site, random: () => number): Disturbance[] {
  const { cluster, disk, redis, exchanges, gateways, balancer } = site;
  const either = Math.floor(random() * 2);
  const gateway = gateways[either === 0 ? 0 : 1];
  let writer = exchanges[0];
  const restartRedis = (name: string, signal: 'SIGTERM' | 'SIGKILL'): Disturbance => ({
    name,
    strike: () => redis.end(signal),
    forMs: AWAY_MS,
    repair: redis.start,
  });
  const killPostgres = (forMs: number): Disturbance => ({
    name: 'PostgreSQL killed',
    strike: () => cluster.crash('SIGKILL'),
    forMs,
    repair: cluster.start,
  });
  return [
    restartRedis('Redis restarted', 'SIGTERM'),
    restartRedis('Redis killed', 'SIGKILL'),
    killPostgres(AT_ONCE_MS),
    killPostgres(AWAY_MS),
    {
      name: `gateway ${either + 1} killed`,
      strike: gateway.kill9,
      forMs: AT_ONCE_MS,
      repair: gateway.restart,
    },
    {
      name: 'the exchange that writes killed',
      strike: async () => {
        writer = exchanges[balancer.chosen === 0 ? 0 : 1];
        await writer.kill9();
      },
      forMs: AT_ONCE_MS,
      repair: () => writer.restart(),
    },
    ...(disk
      ? [
          {
            name: 'disk of PostgreSQL filled',
            strike: async () => disk.fill(),
            forMs: FULL_MS,
            repair: async () => {
              disk.free();
              // It may have ended over it.
              await cluster.start();
            },
          },
        ]
      : []),
  ];
}

/** In an order and at moments that follow from `random`: milliseconds from the beginning, spread over `totalMs`. */
export function timetable<T>(
  all: readonly T[],
  totalMs: number,
  random: () => number,
): { atMs: number; what: T }[] {
  const left = [...all];
  const slot = totalMs / (all.length + 0.5);
  return all.flatMap((_, index) => {
    const [what] = left.splice(Math.floor(random() * left.length), 1);
    return what === undefined ? [] : [{ atMs: slot * (index + 0.25 + 0.5 * random()), what }];
  });
}

/** @returns milliseconds until `check` has nothing to complain of. @throws Error with its complaint after `patienceMs`. */
export async function untilReady(
  check: () => Promise<string | undefined>,
  patienceMs: number,
  from = performance.now(),
): Promise<number> {
  for (;;) {
    const complaint = await check();
    const tookMs = performance.now() - from;
    if (complaint === undefined) return tookMs;
    if (tookMs > patienceMs) throw new Error(complaint);
    await pause(50);
  }
}
