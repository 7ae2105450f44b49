import type { MarketId, Side } from '@contract/ids.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { Position } from '@contract/prediction/position.ts';
import { verdictOf } from './events.ts';

/** The sides that are held, by market. */
export type HeldSides = ReadonlyMap<MarketId, ReadonlySet<Side>>;

export function heldSides(positions: readonly Pick<Position, 'marketId' | 'isYes'>[]): HeldSides {
  const held = new Map<MarketId, Set<Side>>();
  for (const { marketId, isYes } of positions) {
    held.set(marketId, (held.get(marketId) ?? new Set<Side>()).add(isYes ? 'yes' : 'no'));
  }
  return held;
}

/** How a market ended for what is held of it; neither good nor bad for who holds nothing, or both sides. */
export function toneFor(
  market: Pick<Market, 'status' | 'result'>,
  held: ReadonlySet<Side> | undefined,
): 'yes' | 'no' | 'neutral' {
  const [side] = held ?? [];
  const verdict = held?.size === 1 && side ? verdictOf(market, side) : null;
  return verdict === 'won' ? 'yes' : verdict === 'lost' ? 'no' : 'neutral';
}
