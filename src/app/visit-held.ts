import type { Position } from '@contract/prediction/position.ts';
import type { QueryClient } from '@tanstack/react-query';
import { positionKeys } from '@/api/positions.queries.ts';
import { isHeld, positionState } from '@/domain/portfolio.ts';
import type { NotedClaims, NotedMarket } from '@/state/visit.ts';
import { type Held, noted, type Seen } from './visit-recorder.ts';

/** A position as its market: the event itself may never have been asked for. */
function heldMarket(position: Position, at: number, seen: ReadonlyMap<string, Seen>): NotedMarket[] {
  const known = seen.get(position.eventId);
  const found = known ? noted(known, position.marketId, 'held') : [];
  if (found.length > 0) return found;
  const mark = position.markPriceUsd;
  return [
    {
      eventId: position.eventId,
      marketId: position.marketId,
      eventTitle: position.eventMetadata.title || position.marketMetadata.title,
      label: position.marketMetadata.title,
      price: mark === null ? null : String(position.isYes ? mark : 1_000_000n - mark),
      open: positionState(position).phase === 'open',
      at,
      why: 'held',
    },
  ];
}

/** What the wallet of this tab holds, from the answers the tab has. */
export function heldIn(client: QueryClient, seen: ReadonlyMap<string, Seen>): Held {
  const markets: NotedMarket[] = [];
  let claims: NotedClaims | undefined;
  for (const { state } of client.getQueryCache().findAll({ queryKey: positionKeys.all })) {
    const positions = state.data as Position[] | undefined;
    if (!positions) continue;
    claims = {
      positions: positions.filter((one) => one.claimable).map(({ pubkey }) => pubkey),
      at: state.dataUpdatedAt,
    };
    for (const position of positions) {
      if (isHeld(positionState(position).phase))
        markets.push(...heldMarket(position, state.dataUpdatedAt, seen));
    }
  }
  return { markets, claims };
}
