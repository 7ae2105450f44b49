import type { Tradable } from '../../e2e/markets.ts';
import { Trader } from '../../e2e/trader.ts';

const WALLETS = 50;
const DOLLARS = 5;

export interface Traffic {
  /** Milliseconds of building, of executing until filled, and of both. */
  readonly create: number[];
  readonly execute: number[];
  readonly whole: number[];
  /** Positions that were not there before. */
  readonly opened: Set<string>;
  /** How often each refusal came, by what it said. */
  readonly refused: Map<string, number>;
  seconds: number;
}

export const noTraffic = (): Traffic => ({
  create: [],
  execute: [],
  whole: [],
  opened: new Set(),
  refused: new Map(),
  seconds: 0,
});

/** Wallets with money, on a running server. */
export async function fundedTraders(url: string): Promise<Trader[]> {
  const traders = Array.from({ length: WALLETS }, () => new Trader(url));
  await Promise.all(traders.map((trader) => trader.faucet()));
  return traders;
}

/** Each wallet buys again as soon as its last order is filled, until `isOver` says so. */
export async function trade(
  traders: readonly Trader[],
  markets: readonly Tradable[],
  isOver: () => boolean,
  into: Traffic,
): Promise<void> {
  const began = performance.now();
  let turn = 0;
  const refuse = (why: string): void => {
    into.refused.set(why, (into.refused.get(why) ?? 0) + 1);
  };
  await Promise.all(
    traders.map(async (trader) => {
      while (!isOver()) {
        const at = turn++;
        const marketId = markets[at % markets.length]?.marketId ?? '';
        const isYes = at % 2 === 0;
        const start = performance.now();
        const built = await trader.build({ isBuy: true, isYes, marketId, depositAmount: `${DOLLARS}000000` });
        const middle = performance.now();
        const { transaction, order } = built.body;
        if (built.status !== 200 || !transaction) {
          refuse(`create ${built.status} ${(built.body as { code?: string }).code ?? ''}`);
          continue;
        }
        const signed = trader.sign(transaction);
        const sent = performance.now();
        const done = await trader.execute(signed);
        const end = performance.now();
        if (done.body.status !== 'Success') {
          refuse(`execute ${done.status} ${done.body.error ?? ''}`);
          continue;
        }
        into.create.push(middle - start);
        into.execute.push(end - sent);
        into.whole.push(middle - start + (end - sent));
        into.opened.add(order.positionPubkey);
      }
    }),
  );
  into.seconds += (performance.now() - began) / 1_000;
}
