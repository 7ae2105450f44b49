import { TestFeed } from '../rounds/testing/rounds.ts';
import { expectAllSettled, expectBooksAgree, expectConserved } from './books.ts';
import { Harness } from './exchange.ts';
import { Life } from './life.ts';
import { LifeUniverse } from './life-universe.ts';

type OpenDatabase = Parameters<typeof Harness.open>[0] & { close(): Promise<void> };

const FORGET_SECONDS = 20;
const FILL_DELAY_MS = 3_000;
const AUDIT_EVERY = 25;
const BOOKS_EVERY = 250;
/** What must have happened in a life for it to prove anything. */
const NEEDED = [
  ...['buy', 'sell', 'cancel', 'parlay', 'freeParlay', 'swapBuy', 'swapSell', 'roundOrder', 'claim'],
  ...['claimParlay', 'resolve', 'resolveRound', 'pass', 'faucet', 'restart'],
];

/**
 * Lives random lives on the real exchange, audited on the way and at their end.
 * @returns what has never happened in any of them, and what the exchange complained of
 * @throws when a unit is missing or two figures disagree; the message names seed and step
 */
export async function liveThrough(
  open: () => Promise<OpenDatabase>,
  seeds: readonly number[],
  actions: number,
): Promise<unknown[]> {
  const happened = new Set<string>();
  const complaints: unknown[] = [];
  for (const seed of seeds) {
    const { done, log } = await liveOnce(await open(), seed, actions);
    for (const name of done.keys()) happened.add(name);
    complaints.push(...log);
  }
  return [...NEEDED.filter((name) => !happened.has(name)), ...complaints];
}

async function liveOnce(database: OpenDatabase, seed: number, actions: number) {
  const feed = new TestFeed();
  const h = await Harness.openOn(database, new LifeUniverse(), {
    feed,
    fillDelayMs: FILL_DELAY_MS,
    // What nobody names leaves memory all the time, and comes back.
    forgetSeconds: FORGET_SECONDS,
  });
  const life = await Life.begin(h, (t, usd) => feed.set(t, usd), seed);
  const { players } = life;
  for (let step = 1; step <= actions; step++) {
    const name = await life.step();
    try {
      if (step % AUDIT_EVERY === 0) await expectConserved(h, players);
      if (step % BOOKS_EVERY === 0) {
        await life.settle();
        await expectBooksAgree(h, players);
      }
    } catch (cause) {
      throw new Error(`seed ${seed}, step ${step} (${name})`, { cause });
    }
  }
  await life.end();
  await expectConserved(h, players);
  await expectAllSettled(h, players);
  await database.close();
  return { done: life.done, log: h.log };
}
