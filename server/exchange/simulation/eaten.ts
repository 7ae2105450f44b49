import type { Book, Level } from './model.ts';

interface Bite {
  /** Requote in which the level was last hit. */
  epoch: number;
  size: bigint;
}

/** Makers come back at the second requote after they were hit. */
const GONE_FOR = 2;
const MOST_MARKETS = 4096;

/** What users took from the simulated books, level by level, kept until the makers quote again. */
export function createEaten() {
  const markets = new Map<string, Map<string, Bite>>();

  /** Bites still felt in a requote; forgotten ones are dropped on the way. */
  const current = (marketId: string, epoch: number): Map<string, Bite> | undefined => {
    const bites = markets.get(marketId);
    if (bites === undefined) return undefined;
    for (const [key, bite] of bites) if (epoch >= bite.epoch + GONE_FOR) bites.delete(key);
    if (bites.size > 0) return bites;
    markets.delete(marketId);
    return undefined;
  };
  const rest = (levels: readonly Level[], side: 'yes' | 'no', bites: Map<string, Bite>): Level[] =>
    levels.flatMap((level) => {
      const taken = bites.get(`${side}${level.price}`)?.size;
      if (taken === undefined) return [level];
      return taken >= level.size ? [] : [{ price: level.price, size: level.size - taken }];
    });

  return {
    has: (marketId: string, epoch: number): boolean => current(marketId, epoch) !== undefined,
    take(marketId: string, side: 'yes' | 'no', fills: readonly Level[], epoch: number): void {
      if (markets.size >= MOST_MARKETS) {
        const [oldest] = markets.keys();
        if (oldest !== undefined) markets.delete(oldest);
      }
      const bites = current(marketId, epoch) ?? new Map<string, Bite>();
      for (const fill of fills) {
        const key = `${side}${fill.price}`;
        bites.set(key, { epoch, size: (bites.get(key)?.size ?? 0n) + fill.size });
      }
      markets.set(marketId, bites);
    },
    apply(marketId: string, book: Book, epoch: number): Book {
      const bites = current(marketId, epoch);
      return bites === undefined
        ? book
        : { yes: rest(book.yes, 'yes', bites), no: rest(book.no, 'no', bites) };
    },
  };
}
