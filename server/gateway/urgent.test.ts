import { describe, expect, it } from 'vitest';
import { createBudget, type Place } from './budget.ts';
import { settled, TestTime } from './testing/time.ts';
import { UrgentShares } from './urgent.ts';

const MINUTE = 60_000;
const STEP_MS = 50;

/** Two minutes in which one address asks without end, somebody reads and trades, and a price is kept fresh. */
async function busy(limit: { rps: number; windowSeconds: number }, greedy: Partial<Place>, everyMs: number) {
  const time = new TestTime();
  const budget = createBudget({ ...limit, timing: time });
  const none = { refreshes: 0, reads: 0, sent: 0, refused: 0, slowestSentMs: 0 };
  const seen = { ...none };
  const ask = async (place: Place): Promise<number | undefined> => {
    const began = time.now();
    try {
      const leave = await budget.enter(place);
      time.after(100, () => leave());
      return time.now() - began;
    } catch {
      return undefined;
    }
  };
  let isOver = false;
  const keepFresh = async (): Promise<void> => {
    while (!isOver) {
      const waited = await ask({ priority: 3, caller: '', waitMs: 30_000, isRefresh: true });
      if (waited !== undefined) seen.refreshes += 1;
    }
  };
  const read = async (): Promise<void> => {
    const waited = await ask({ priority: 2, caller: 'reader', waitMs: 7_000 });
    if (waited === undefined) seen.refused += 1;
    else seen.reads += 1;
  };
  const send = async (): Promise<void> => {
    const waited = await ask({ priority: 0, caller: 'trader', waitMs: 12_000, sends: true });
    seen.sent += 1;
    seen.slowestSentMs = Math.max(seen.slowestSentMs, waited ?? Number.POSITIVE_INFINITY);
  };
  void keepFresh();
  for (let at = 0; at < 4 * MINUTE; at += STEP_MS) {
    // Until then it is spent what was saved before.
    if (at === 2 * MINUTE) Object.assign(seen, none);
    if (at % everyMs === 0) void ask({ priority: 1, caller: 'greedy', waitMs: 7_000, ...greedy });
    if (at % 5_000 === 0) void read();
    if (at % 10_000 === 0) void send();
    await time.pass(STEP_MS);
  }
  isOver = true;
  budget.close();
  await settled();
  return seen;
}

describe.each([
  ['what orders have become', { priority: 1 }],
  ['orders to be built', { priority: 0, waitMs: 12_000 }],
  ['something signed to be sent', { priority: 0, waitMs: 12_000, sends: true }],
] as const)('one address that asks for %s without end', (_, greedy) => {
  it.each([
    ['sixty a minute', { rps: 1, windowSeconds: 60 }, 1_000, 4],
    ['sixty a minute, twenty times a second', { rps: 1, windowSeconds: 60 }, 50, 4],
    ['ten a second', { rps: 10, windowSeconds: 1 }, 50, 200],
  ] as const)(
    'at %s leaves others their answers, and prices theirs',
    async (_limit, limit, everyMs, fresh) => {
      const { refreshes, reads, refused, sent, slowestSentMs } = await busy(limit, greedy, everyMs);
      expect({ refused, sent }).toEqual({ refused: 0, sent: 12 });
      expect(reads).toBeGreaterThanOrEqual(23);
      expect(slowestSentMs).toBeLessThan(500);
      expect(refreshes).toBeGreaterThanOrEqual(fresh);
    },
  );
});

describe('what is urgent of one caller', () => {
  const place = (given: Partial<Place> = {}): Place => ({
    priority: 1,
    caller: 'a',
    waitMs: 7_000,
    ...given,
  });
  const urgentOf = (shares: UrgentShares, now: number, given?: Partial<Place>): number =>
    Array.from({ length: 100 }, () => shares.isMore(place(given), now)).filter((isMore) => !isMore).length;

  it('is a quarter of a window, and a third of it where what is signed is sent', () => {
    const shares = new UrgentShares(1, 60_000);
    expect(urgentOf(shares, 0)).toBe(15);
    // Whatever else he has asked, some of what he signs is left to send.
    expect(urgentOf(shares, 0, { priority: 0 })).toBe(0);
    expect(urgentOf(shares, 0, { priority: 0, sends: true })).toBe(5);
    expect(urgentOf(shares, 0, { caller: 'b', priority: 0, sends: true })).toBe(20);
    expect(shares.within(0)).toBe(40);
    expect(urgentOf(shares, 59_999)).toBe(0);
    expect(urgentOf(shares, 60_000)).toBe(15);
    expect(shares.within(60_000)).toBe(15);
  });

  it('is something signed whatever else was asked, however small the budget', () => {
    for (const rps of [1 / 60, 0.25, 1]) {
      const shares = new UrgentShares(rps, 1_000);
      expect(urgentOf(shares, 0)).toBeGreaterThan(1);
      expect(shares.isMore(place({ priority: 0, sends: true }), 0)).toBe(false);
    }
  });

  it('is all of what this machine itself asks', () => {
    const shares = new UrgentShares(1, 60_000);
    expect(urgentOf(shares, 0, { caller: '127.0.0.1' })).toBe(100);
    expect(shares.within(0)).toBe(100);
  });

  it('is not counted of what is not urgent', () => {
    const shares = new UrgentShares(1, 60_000);
    expect(urgentOf(shares, 0, { priority: 2 })).toBe(100);
    expect(shares.within(0)).toBe(0);
  });
});

it('lets a caller with a long line wait no less than one who comes for a single answer', async () => {
  const time = new TestTime();
  const budget = createBudget({ rps: 1, timing: time });
  const ask = (place: Partial<Place>): Promise<number | undefined> =>
    budget.enter({ priority: 2, caller: 'greedy', waitMs: 7_000, ...place }).then(
      (leave) => {
        leave();
        return time.now();
      },
      () => undefined,
    );
  for (let at = 0; at < 20_000; at += 250) {
    void ask({});
    await time.pass(250);
  }
  const began = time.now();
  const answered = ask({ priority: 3, caller: 'modest' });
  for (let at = 0; at < 7_000; at += 250) {
    void ask({});
    await time.pass(250);
  }
  expect(((await answered) ?? Number.POSITIVE_INFINITY) - began).toBeLessThanOrEqual(4_000);
  budget.close();
});
