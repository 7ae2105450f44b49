import { NOW } from '../../../testing/stub-app.ts';
import type { PriceFeed } from '../../simulation/feeds/feed.ts';
import { roundMarketId } from '../../simulation/rounds-d/round-id.ts';
import { Harness, type HarnessOptions } from '../../testing/exchange.ts';

const DOLLAR = 1_000_000n;

/** Prices that a test sets: each holds from its instant on. */
export class TestFeed implements PriceFeed {
  readonly sigma = 0.00008;
  private readonly ticks: { from: number; price: bigint }[] = [{ from: 0, price: 65_000n * DOLLAR }];
  price = (t: number): bigint => this.ticks.findLast(({ from }) => from <= t)?.price ?? DOLLAR;
  close = this.price;
  /** `usd` from `t` on, whatever was set for later. */
  set(t: number, usd: bigint): void {
    this.ticks.push({ from: t, price: usd * DOLLAR });
    this.ticks.sort((a, b) => a.from - b.from);
  }
}

/** Begins at the very instant the harness does. */
export const ROUND = NOW;
export const CLOSE = NOW + 900;
export const UP = roundMarketId(ROUND, 'up');
export const DOWN = roundMarketId(ROUND, 'down');

/** An exchange with rounds whose prices a test decides. */
export async function openRounds(
  database: Parameters<typeof Harness.open>[0],
  options: HarnessOptions = {},
): Promise<{ h: Harness; feed: TestFeed }> {
  const feed = new TestFeed();
  return { h: await Harness.open(database, { feed, ...options }), feed };
}

/** The token of a round's market as something held; nothing is. */
export function outcomesOf({ exchange }: Pick<Harness, 'exchange'>, marketId: string) {
  const { outcome } = exchange.universe.market(marketId, exchange.clock.now()) ?? {};
  return { mint: outcome?.mint ?? '', amount: 0n };
}
