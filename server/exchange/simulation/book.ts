import { chance, mix } from './hash.ts';
import type { Book, Level } from './model.ts';
import { clampProbability } from './odds.ts';

/** How a market's makers quote. */
export interface BookShape {
  seed: number;
  /** Micro-USD. */
  tick: number;
  /** Usual distance of the best prices, in ticks. */
  spread: number;
  /** Levels a side. */
  depth: number;
  /** Contracts on a middling level. */
  size: number;
  sides: 'both' | 'bids' | 'asks';
}

const ONE = 1_000_000;
const LOT = 10_000n;

/** Nature of a book: a few are wide, thin or one-sided, most are ordinary. */
export function bookShape(seed: number, tick: number, baseVolume: number): BookShape {
  const kind = chance(seed, 1);
  const wide = kind < 0.06;
  const thin = kind > 0.94;
  const side = chance(seed, 2);
  const popularity = Math.min(1, Math.max(0, (Math.log10(Math.max(baseVolume, 10)) - 3) / 3.5));
  const ordinary = 1 + Math.floor((1 - popularity) * 2.2 + 1.2 * chance(seed, 3));
  return {
    seed,
    tick,
    spread: wide ? 6 + Math.floor(7 * chance(seed, 4)) : Math.min(ordinary, 4),
    depth: thin ? 8 : 8 + Math.floor((0.4 + 0.6 * popularity) * 17 * (0.5 + 0.5 * chance(seed, 5))),
    size: (thin ? 25 : 60) * 10 ** (1.6 * popularity) * (0.6 + 0.8 * chance(seed, 6)),
    sides: side < 0.012 ? 'bids' : side < 0.024 ? 'asks' : 'both',
  };
}

/** Best YES bid and ask in micro-USD around a fair chance; null where nobody quotes. Never crossed. */
export function touch(
  shape: BookShape,
  fair: number,
  epoch: number,
): { bid: number | null; ask: number | null } {
  const { tick } = shape;
  const p = clampProbability(fair) * ONE;
  const room = Math.max(1, Math.floor(Math.min(p, ONE - p) / tick));
  const usual = shape.spread + (chance(shape.seed ^ 0x51ed270b, epoch) < 0.12 ? 1 : 0);
  const gap = Math.min(usual, Math.max(room, 1));
  const bid = Math.round((p - (gap * tick) / 2) / tick) * tick;
  const ask = bid + gap * tick;
  return {
    bid: bid < tick || bid > ONE - tick || shape.sides === 'asks' ? null : bid,
    ask: ask > ONE - tick || ask < tick || shape.sides === 'bids' ? null : ask,
  };
}

/** Sizes change level by level, each about every fourth epoch, as single makers move and not all at once. */
function levelSize(shape: BookShape, side: number, price: number, rank: number, epoch: number): bigint {
  const key = mix(shape.seed ^ side, price);
  const life = mix(key, Math.floor((epoch + (key & 3)) / 4));
  const contracts = shape.size * (0.35 + 1.3 * chance(life, 1)) * (1 + 0.22 * rank);
  return BigInt(Math.max(100, Math.round(contracts * 100))) * LOT;
}

/** Bids from the best down, returned ascending by price. */
function side(shape: BookShape, name: number, best: number | null, epoch: number): Level[] {
  if (best === null) return [];
  const levels: Level[] = [];
  let price = best;
  for (let rank = 0; rank < shape.depth && price >= shape.tick; rank += 1) {
    levels.push({ price: BigInt(price), size: levelSize(shape, name, price, rank, epoch) });
    price -= shape.tick * (chance(shape.seed ^ name, price) < 0.16 ? 2 : 1);
  }
  return levels.reverse();
}

/** The whole book of one epoch. */
export function makeBook(shape: BookShape, fair: number, epoch: number): Book {
  const { bid, ask } = touch(shape, fair, epoch);
  return { yes: side(shape, 1, bid, epoch), no: side(shape, 2, ask === null ? null : ONE - ask, epoch) };
}
