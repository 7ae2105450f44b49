import type { Book, Level } from './model.ts';

type Side = 'yes' | 'no';

/** What a fill took from one level, and when: instant and requote. */
interface Bite {
  t: number;
  epoch: number;
  key: string;
  size: bigint;
}

/** What is missing of a level, and the requote in which it was last hit. */
interface Gap {
  epoch: number;
  size: bigint;
}

interface Eaten {
  /** As of the last bite. */
  now: Map<string, Gap>;
  /** Oldest first. */
  bites: Bite[];
}

/** Makers come back at the second requote after they were hit. */
const GONE_FOR = 2;
const MOST_MARKETS = 4096;
/** Bites of a market that are remembered, so that its past can be told: half of them go at once. */
const MOST_BITES = 1_000;
/** Of all markets together, some 120 bytes each: those of the market that was hit longest ago go first. */
const MOST_BITES_IN_ALL = 50_000;

const isFelt = (gap: Gap | undefined, epoch: number): gap is Gap =>
  gap !== undefined && epoch < gap.epoch + GONE_FOR;

function add(gaps: Map<string, Gap>, { key, epoch, size }: Bite): void {
  const before = gaps.get(key);
  gaps.set(key, { epoch, size: size + (isFelt(before, epoch) ? before.size : 0n) });
}

const rest = (levels: readonly Level[], side: Side, gaps: Map<string, Gap>): Level[] =>
  levels.flatMap((level) => {
    const taken = gaps.get(`${side}${level.price}`)?.size;
    if (taken === undefined) return [level];
    return taken >= level.size ? [] : [{ price: level.price, size: level.size - taken }];
  });

/** What users took from the simulated books, level by level, kept until the makers quote again; as of any instant. */
export function createEaten() {
  /** The one that was hit longest ago first. */
  const markets = new Map<string, Eaten>();
  let kept = 0;

  /** Forgets bites of a market but its last so many. */
  function forget({ bites }: Eaten, last: number): void {
    kept -= bites.splice(0, Math.max(0, bites.length - last)).length;
  }

  /** The last bite of a market stays: before it the book was whole, as far as is remembered. */
  function forgetOldest(): void {
    for (const eaten of markets.values()) {
      if (kept <= MOST_BITES_IN_ALL) return;
      forget(eaten, 1);
    }
  }

  /** Gaps felt at an instant within a requote; undefined where the book is whole. */
  function gapsAt(marketId: string, epoch: number, t: number): Map<string, Gap> | undefined {
    const eaten = markets.get(marketId);
    if (eaten === undefined) return undefined;
    let gaps = eaten.now;
    if (t < (eaten.bites.at(-1)?.t ?? 0)) {
      gaps = new Map();
      for (const bite of eaten.bites) if (bite.t <= t) add(gaps, bite);
    }
    const felt = [...gaps].filter(([, gap]) => isFelt(gap, epoch));
    return felt.length === 0 ? undefined : new Map(felt);
  }

  return {
    has: (marketId: string, epoch: number, t: number): boolean => gapsAt(marketId, epoch, t) !== undefined,
    /** @returns how to take it back, the last first. */
    take(marketId: string, side: Side, fills: readonly Level[], epoch: number, t: number): () => void {
      if (fills.length === 0) return () => undefined;
      const known = markets.get(marketId);
      if (known === undefined && markets.size >= MOST_MARKETS) {
        const [oldest] = markets;
        if (oldest !== undefined) {
          forget(oldest[1], 0);
          markets.delete(oldest[0]);
        }
      }
      const eaten: Eaten = known ?? { now: new Map(), bites: [] };
      markets.delete(marketId);
      markets.set(marketId, eaten);
      for (const [key, gap] of eaten.now) if (!isFelt(gap, epoch)) eaten.now.delete(key);
      const before = new Map(eaten.now);
      const bites = fills.map(({ price, size }): Bite => ({ t, epoch, key: `${side}${price}`, size }));
      for (const bite of bites) add(eaten.now, bite);
      eaten.bites.push(...bites);
      kept += bites.length;
      if (eaten.bites.length > MOST_BITES) forget(eaten, MOST_BITES / 2);
      forgetOldest();
      return () => {
        const others = eaten.bites.filter((bite) => !bites.includes(bite));
        kept -= eaten.bites.length - others.length;
        eaten.bites = others;
        eaten.now = before;
      };
    },
    apply(marketId: string, book: Book, epoch: number, t: number): Book {
      const gaps = gapsAt(marketId, epoch, t);
      return gaps === undefined ? book : { yes: rest(book.yes, 'yes', gaps), no: rest(book.no, 'no', gaps) };
    },
  };
}
