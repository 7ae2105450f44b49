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

/** A feed that can be set. */
export interface SteeredFeed extends PriceFeed, Steerable {
  /** Price at `t` without what is set within that very second: nothing that happens from `t` on changes it. */
  opening(t: number): bigint;
  /** Grows whenever a price is set. */
  version(): number;
}

/** Rounded down to nothing, a price would have no logarithm: chances that are made of it could not be quoted. */
const LEAST = 1n;

interface Mark extends PriceMark {
  price: bigint;
}

/** A feed that can be set. Past prices stay what they were, so that rounds that are over keep their result. */
export function createSteeredFeed(base: PriceFeed): SteeredFeed {
  let marks: Mark[] = [];
  let version = 0;

  function steered(raw: bigint, isInForce: (mark: Mark) => boolean): bigint {
    const mark = marks.findLast(isInForce);
    const from = mark && base.price(mark.at);
    if (!mark || !from) return raw;
    const moved = (raw * mark.price) / from;
    return moved > 0n ? moved : LEAST;
  }

  function steer(usd: string, t: number): boolean {
    const price = parseDecimal(usd);
    if (price === null || price <= 0n) return false;
    const at = Math.floor(t);
    marks = [...marks.filter((mark) => mark.at !== at), { usd, at, price }];
    version += 1;
    return true;
  }

  return {
    sigma: base.sigma,
    price: (t) => steered(base.price(t), ({ at }) => at <= t),
    close: (t) => steered(base.close(t), ({ at }) => at <= t),
    opening: (t) => steered(base.price(t), ({ at }) => at < Math.floor(t)),
    version: () => version,
    steer,
    marks: () => marks.map(({ usd, at }) => ({ usd, at })),
    load(stored) {
      marks = [];
      version += 1;
      for (const { usd, at } of stored) steer(usd, at);
    },
  };
}
