import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A platform that counts: when each request came, and of which kind. Its prices say when they were told. */
export interface CountingUpstream {
  /** Without a slash at the end. */
  readonly url: string;
  /** Unix milliseconds at which requests came, in order. */
  arrivals(): Promise<readonly number[]>;
  stop(): void;
}

export const eventIdOf = (market: number): string => `EV-LOAD-${market}`;
export const marketIdOf = (market: number): string => `MK-LOAD-${market}`;

/** What the platform says of an address now; `stamp`, Unix milliseconds, travels as a volume. */
export function countedAnswer(path: string, stamp: number): unknown {
  const [, , , resource = '', id = ''] = path.split('/');
  const market = Number(id.split('-')[2] ?? 0);
  const listed = {
    provider: 'provider_a',
    marketId: marketIdOf(market),
    eventId: eventIdOf(market),
    status: 'open',
    result: null,
    title: 'Yes',
    pricing: { buyYesPriceUsd: 520_000, sellYesPriceUsd: 510_000, volume: stamp },
  };
  if (resource === 'trading-status') return { trading_active: true };
  if (resource === 'trades') return { data: [] };
  if (resource === 'markets') return listed;
  if (resource === 'events') {
    const flags = { isActive: true, isLive: false, category: 'politics' };
    return { eventId: eventIdOf(market), ...flags, volumeUsd: '1000000', markets: [listed] };
  }
  // A quantity is a number that nobody rounds.
  return { yes: [[51, stamp]], no: [[48, stamp]], yes_dollars: [['0.5100', stamp]], no_dollars: [] };
}

/** Starts it in a process of its own: one that is busy with something else notes arrivals late, and several at once. */
export async function startCountingUpstream(): Promise<CountingUpstream> {
  const child = fork(fileURLToPath(new URL('./counting-server.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  const [url] = (await once(child, 'message')) as [string];
  return {
    url,
    arrivals: async () => {
      const told = once(child, 'message');
      child.send('arrivals');
      const [arrivals] = (await told) as [number[]];
      return arrivals;
    },
    stop: () => child.kill(),
  };
}

/** The most of sorted instants that lie within any span of `ms`. */
export function mostWithin(instants: readonly number[], ms: number): number {
  let most = 0;
  let from = 0;
  for (const [to, instant] of instants.entries()) {
    while ((instants[from] ?? instant) <= instant - ms) from += 1;
    most = Math.max(most, to - from + 1);
  }
  return most;
}
