import { describe, expect, it } from 'vitest';
import type { Fetched } from '../server/gateway/answer-store.ts';
import { createBudget } from '../server/gateway/budget.ts';
import { createCache } from '../server/gateway/cache.ts';
import { TestTime } from '../server/gateway/testing/time.ts';
import { mostWithin } from './lib/counting-upstream.ts';
import { median } from './lib/load.ts';
import { PAGE_RPS, pagePolls } from './lib/open-pages.ts';

/* bench/gateway-load.bench.ts over simulated time: the same pages before budget and cache, minutes in a moment. */
const RPS = 5;
const CLIENTS = 500;
const MARKETS = 50;
const STEP_MS = 100;
const LATENCY_MS = 80;
const WARM_MS = 30_000;

/** So many open pages, spread over `markets`, for `ms`. */
async function browse({ pages, markets, ms }: { pages: number; markets: number; ms: number }) {
  const time = new TestTime();
  const budget = createBudget({ rps: RPS, timing: time });
  const arrivals: number[] = [];
  const cache = createCache({
    timing: time,
    enter: budget.enter,
    send: () =>
      new Promise<Fetched>((resolve) => {
        const told = time.now();
        arrivals.push(told);
        const body = Buffer.from(String(told));
        time.after(LATENCY_MS, () =>
          resolve({ status: 200, body, ageMs: 0, cameAt: time.now(), headers: {} }),
        );
      }),
    failed: () => undefined,
    refreshRps: () => budget.state().refreshRps,
  });
  /** Of each page, when its book and its event were told. */
  const shown = Array.from({ length: pages }, () => new Map<string, number>());
  const polls = shown.flatMap((told, index) =>
    pagePolls(index % markets).map((poll, nth) => ({
      ...poll,
      told,
      caller: `client ${index}`,
      due: time.now() + ((index * 37 + nth * 211) % poll.everyMs),
    })),
  );
  const ages = { getOrderbook: [] as number[], getEvent: [] as number[] };
  const begin = time.now();
  while (time.now() < begin + ms) {
    for (const poll of polls) {
      if (poll.due > time.now()) continue;
      poll.due += poll.everyMs;
      const question = { id: poll.id, given: { params: poll.params, query: {}, body: undefined } };
      cache.read(poll.path, question, { caller: poll.caller, requestId: '' }).then(
        ({ body }) => poll.told.set(poll.id, Number(body)),
        () => undefined,
      );
    }
    await time.pass(STEP_MS);
    if (time.now() - begin < WARM_MS || (time.now() - begin) % 1_000 !== 0) continue;
    for (const told of shown) {
      for (const id of ['getOrderbook', 'getEvent'] as const) {
        const at = told.get(id);
        // A page that shows no price yet shows nothing old; but all of them have to get theirs.
        ages[id].push(at === undefined ? Number.POSITIVE_INFINITY : time.now() - at);
      }
    }
  }
  cache.close();
  budget.close();
  return { arrivals, ages };
}

describe('many desks on one key', () => {
  it('never send the platform more than its budget, and see prices that are as young as it allows', async () => {
    const { arrivals, ages } = await browse({ pages: CLIENTS, markets: MARKETS, ms: 90_000 });
    expect(mostWithin(arrivals, 1_000)).toBeLessThanOrEqual(RPS);
    for (const [price, list] of Object.entries(ages)) {
      expect(median(list), price).toBeLessThan((MARKETS / RPS) * 1.5 * 1_000);
      expect(
        list.reduce((most, age) => Math.max(most, age), 0),
        `${price}: none is forgotten`,
      ).toBeLessThan((MARKETS / RPS) * 6 * 1_000);
    }
  });

  it('cost the platform no more than one while all look at the same', async () => {
    const seconds = 40;
    const { arrivals } = await browse({ pages: 200, markets: 1, ms: seconds * 1_000 });
    expect(arrivals.length).toBeLessThanOrEqual(Math.ceil(PAGE_RPS * seconds));
  });
});
