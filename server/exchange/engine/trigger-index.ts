/** What an open order waits for, on the price of one mint (units of 10^-12 USD). */
export interface Watch {
  id: string;
  mint: string;
  /** Fires at or above this price. */
  above: bigint | null;
  /** Fires at or below this price. */
  below: bigint | null;
  /** `below` follows the highest price seen, `above` the lowest; `mark` is that price. */
  trailing: { condition: 'above' | 'below'; bps: number; mark: bigint } | null;
}

/** An order whose price was reached, and which of its two sides it was. */
export interface Fired {
  id: string;
  side: 'above' | 'below';
}

interface Level {
  price: bigint;
  id: string;
}
interface Trail {
  id: string;
  condition: 'above' | 'below';
  bps: bigint;
  mark: bigint;
  trigger: bigint;
}
interface Side {
  above: Level[];
  below: Level[];
  trails: Map<string, Trail>;
}

const BPS = 10_000n;

/**
 * Price at which a trailing order fires, given the best price seen. Rounded so that it is reached no later than the
 * exact one.
 */
export function trailingTrigger(condition: 'above' | 'below', mark: bigint, bps: bigint): bigint {
  if (condition === 'below') return (mark * (BPS - bps) + BPS - 1n) / BPS;
  return (mark * (BPS + bps)) / BPS;
}

/** The mark after a price was seen: it only ever moves in the user's favour. */
export const nextMark = (condition: 'above' | 'below', mark: bigint, price: bigint): bigint =>
  condition === 'below' ? (price > mark ? price : mark) : price < mark ? price : mark;

function see(trail: Trail, price: bigint): void {
  const mark = nextMark(trail.condition, trail.mark, price);
  if (mark === trail.mark) return;
  trail.mark = mark;
  trail.trigger = trailingTrigger(trail.condition, mark, trail.bps);
}

/** First index whose level comes after `price` in an ascending (or, reversed, descending) list. */
function placeOf(levels: readonly Level[], price: bigint, ascending: boolean): number {
  let low = 0;
  let high = levels.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = levels[middle]?.price ?? 0n;
    if (ascending ? at <= price : at >= price) low = middle + 1;
    else high = middle;
  }
  return low;
}

function take(levels: Level[], price: bigint, id: string, ascending: boolean): void {
  for (let at = placeOf(levels, price, ascending) - 1; levels[at]?.price === price; at--) {
    if (levels[at]?.id !== id) continue;
    levels.splice(at, 1);
    return;
  }
}

/**
 * Open orders by mint, sorted by their price: a tick looks at the orders it fires and at one more on each side.
 * Trailing orders are looked at one by one, as every new best price moves them all.
 */
export class TriggerIndex {
  private readonly sides = new Map<string, Side>();
  private readonly watches = new Map<string, Watch>();

  get size(): number {
    return this.watches.size;
  }

  /** Mints that any order waits for. */
  mints(): IterableIterator<string> {
    return this.sides.keys();
  }

  add(watch: Watch): void {
    this.remove(watch.id);
    this.watches.set(watch.id, watch);
    const side = this.sideOf(watch.mint);
    const { id, above, below, trailing } = watch;
    if (above !== null) side.above.splice(placeOf(side.above, above, true), 0, { price: above, id });
    if (below !== null) side.below.splice(placeOf(side.below, below, false), 0, { price: below, id });
    if (trailing !== null) {
      const bps = BigInt(trailing.bps);
      const { condition, mark } = trailing;
      side.trails.set(id, { id, condition, bps, mark, trigger: trailingTrigger(condition, mark, bps) });
    }
  }

  remove(id: string): void {
    const watch = this.watches.get(id);
    if (!watch) return;
    this.watches.delete(id);
    const side = this.sideOf(watch.mint);
    if (watch.above !== null) take(side.above, watch.above, id, true);
    if (watch.below !== null) take(side.below, watch.below, id, false);
    side.trails.delete(id);
    if (side.above.length + side.below.length + side.trails.size === 0) this.sides.delete(watch.mint);
  }

  /** Best price a trailing order has seen; undefined for any other. */
  markOf(id: string): bigint | undefined {
    const watch = this.watches.get(id);
    return watch && this.sides.get(watch.mint)?.trails.get(id)?.mark;
  }

  /** Whether an order fires on this side at this price. */
  isDue({ id, side }: Fired, price: bigint): boolean {
    const watch = this.watches.get(id);
    if (!watch) return false;
    const trail = this.sides.get(watch.mint)?.trails.get(id);
    const at = trail ? (trail.condition === side ? trail.trigger : null) : watch[side];
    if (at === null) return false;
    return side === 'above' ? price >= at : price <= at;
  }

  /** Trailing orders that wait for the price of a mint. */
  trailing(mint: string): string[] {
    return [...(this.sides.get(mint)?.trails.keys() ?? [])];
  }

  /** Looks at one price for orders that wait for a fixed one alone, and names those that fire. Removes none. */
  reached(mint: string, price: bigint): Fired[] {
    const fired: Fired[] = [];
    const { above = [], below = [] } = this.sides.get(mint) ?? {};
    for (const { price: at, id } of above) {
      if (at > price) break;
      fired.push({ id, side: 'above' });
    }
    for (const { price: at, id } of below) {
      if (at < price) break;
      fired.push({ id, side: 'below' });
    }
    return fired;
  }

  /** Looks at one price: moves the marks of trailing orders, and names every order that fires. Removes none. */
  tick(mint: string, price: bigint): Fired[] {
    const fired = this.reached(mint, price);
    for (const trail of this.sides.get(mint)?.trails.values() ?? []) {
      if (trail.condition === 'below' ? price <= trail.trigger : price >= trail.trigger) {
        fired.push({ id: trail.id, side: trail.condition });
        continue;
      }
      see(trail, price);
    }
    return fired;
  }

  /** Moves the mark of a trailing order by a price that it has seen before, and fires nothing. */
  remind(id: string, price: bigint): void {
    const watch = this.watches.get(id);
    const trail = watch && this.sides.get(watch.mint)?.trails.get(id);
    if (trail) see(trail, price);
  }

  private sideOf(mint: string): Side {
    const known = this.sides.get(mint);
    if (known) return known;
    const made: Side = { above: [], below: [], trails: new Map() };
    this.sides.set(mint, made);
    return made;
  }
}
