import { parseDecimal } from './decimal.ts';
import type { PriceFeed } from './feed.ts';

/** A price that was set: dollars as decimal text, from this simulated Unix second on. */
export interface PriceMark {
  usd: string;
  at: number;
}

/** What the test control can set the price of. */
export interface Steerable {
  /** Sets the price as of the second of `t`; later ones move as the feed itself does. False: not a price it can have. */
  steer(usd: string, t: number): boolean;
  marks(): readonly PriceMark[];
  load(marks: readonly PriceMark[]): void;
}

interface Mark extends PriceMark {
  price: bigint;
}

/** A feed that can be set. Past prices stay what they were, so that rounds that are over keep their result. */
export function createSteeredFeed(base: PriceFeed): PriceFeed & Steerable {
  let marks: Mark[] = [];

  function steered(raw: bigint, t: number): bigint {
    const mark = marks.findLast(({ at }) => at <= t);
    const from = mark && base.price(mark.at);
    return mark && from ? (raw * mark.price) / from : raw;
  }

  function steer(usd: string, t: number): boolean {
    const price = parseDecimal(usd);
    if (price === null || price <= 0n) return false;
    const at = Math.floor(t);
    marks = [...marks.filter((mark) => mark.at !== at), { usd, at, price }];
    return true;
  }

  return {
    sigma: base.sigma,
    price: (t) => steered(base.price(t), t),
    close: (t) => steered(base.close(t), t),
    steer,
    marks: () => marks.map(({ usd, at }) => ({ usd, at })),
    load(stored) {
      marks = [];
      for (const { usd, at } of stored) steer(usd, at);
    },
  };
}
