import { setTimeout as pause } from 'node:timers/promises';
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

/** One whole trade, of the next market in turn. @returns whether it went through */
async function buy(
  trader: Trader,
  markets: readonly Tradable[],
  turn: number,
  into: Traffic,
): Promise<boolean> {
  const refuse = (why: string): boolean => {
    into.refused.set(why, (into.refused.get(why) ?? 0) + 1);
    return false;
  };
  const marketId = markets[turn % markets.length]?.marketId ?? '';
  const isYes = turn % 2 === 0;
  const start = performance.now();
  const built = await trader.build({ isBuy: true, isYes, marketId, depositAmount: `${DOLLARS}000000` });
  const middle = performance.now();
  const { transaction, order } = built.body;
  if (built.status !== 200 || !transaction) {
    return refuse(`create ${built.status} ${(built.body as { code?: string }).code ?? ''}`);
  }
  const signed = trader.sign(transaction);
  const sent = performance.now();
  const done = await trader.execute(signed);
  const end = performance.now();
  if (done.body.status !== 'Success') return refuse(`execute ${done.status} ${done.body.error ?? ''}`);
  into.create.push(middle - start);
  into.execute.push(end - sent);
  into.whole.push(middle - start + (end - sent));
  into.opened.add(order.positionPubkey);
  return true;
}

/** Each wallet buys again as soon as its last order is filled, until `isOver` says so: how much goes through. */
export async function trade(
  traders: readonly Trader[],
  markets: readonly Tradable[],
  isOver: () => boolean,
  into: Traffic,
): Promise<void> {
  const began = performance.now();
  let turn = 0;
  await Promise.all(
    traders.map(async (trader) => {
      while (!isOver()) await buy(trader, markets, turn++, into);
    }),
  );
  into.seconds += (performance.now() - began) / 1_000;
}

/**
 * The wallets start `rate` trades a second between them, evenly, whether or not those before are through, until `isOver`
 * says so: what a trader waits.
 * @returns milliseconds of each from when it was due, so that what a late start adds is counted
 */
export async function tradeAtRate(
  traders: readonly Trader[],
  markets: readonly Tradable[],
  rate: number,
  isOver: () => boolean,
  into: Traffic,
): Promise<number[]> {
  const began = performance.now();
  const fromDue: number[] = [];
  const started: Promise<void>[] = [];
  for (let turn = 0; !isOver(); turn++) {
    const due = began + (turn / rate) * 1_000;
    await pause(Math.max(0, due - performance.now()));
    const trader = traders[turn % traders.length];
    if (!trader) continue;
    started.push(
      buy(trader, markets, turn, into).then((filled) => {
        if (filled) fromDue.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(started);
  into.seconds += (performance.now() - began) / 1_000;
  return fromDue;
}
