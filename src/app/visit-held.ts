import { ONE_USD } from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import type { QueryClient } from '@tanstack/react-query';
import { positionKeys } from '@/api/positions.queries.ts';
import { isHeld, positionState } from '@/domain/portfolio.ts';
import type { NotedMarket } from '@/state/visit.ts';
import { useWalletStore } from '@/wallet/index.ts';
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
      price: mark === null ? null : String(position.isYes ? mark : ONE_USD - mark),
      open: positionState(position).phase === 'open',
      at,
      why: 'held',
    },
  ];
}

/** What the connected wallet holds, from the answers the tab has: those of one that was connected before are still there. */
export function heldIn(client: QueryClient, seen: ReadonlyMap<string, Seen>): Held {
  const { pubkey } = useWalletStore.getState();
  const read = pubkey ? client.getQueryState<Position[]>(positionKeys.of(pubkey)) : undefined;
  if (!pubkey || !read?.data) return { markets: [], claims: undefined };
  const { data: positions, dataUpdatedAt: at } = read;
  return {
    markets: positions
      .filter((one) => isHeld(positionState(one).phase))
      .flatMap((one) => heldMarket(one, at, seen)),
    claims: {
      owner: pubkey,
      positions: positions.filter((one) => one.claimable).map(({ pubkey: key }) => key),
      at,
    },
  };
}
