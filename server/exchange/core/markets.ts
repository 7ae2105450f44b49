import { createHash } from 'node:crypto';
import type { EventMetadataWire } from '@contract/prediction/event.ts';
import type { MarketMetadataWire } from '@contract/prediction/market.ts';
import { notFound } from '../../common/errors.ts';
import type { Outcome } from '../engine/position.ts';
import { NotInMemoryError } from '../ledger/not-in-memory.ts';
import { beginText, eventMetadataWire, marketMetadataWire } from '../market-data/wire.ts';
import type { MarketModel, MarketState } from '../simulation/model.ts';
import type { Universe } from '../simulation/universe.ts';
import type { ExchangeState } from '../writer/state.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';

const hashes = new Map<string, string>();
/** The hashed id of a market: the SHA-256 of its canonical id, in hex. */
export function marketIdHash(marketId: string): string {
  const known = hashes.get(marketId);
  if (known !== undefined) return known;
  const hash = createHash('sha256').update(marketId).digest('hex');
  if (hashes.size > 50_000) hashes.clear();
  hashes.set(marketId, hash);
  return hash;
}

/** How a market ended; null while nobody knows. */
export function outcomeOf({ status, result }: MarketState): Outcome | null {
  return status === 'cancelled' ? 'cancelled' : result;
}

export interface Metadata {
  eventMetadata: EventMetadataWire;
  marketMetadata: MarketMetadataWire;
}

/** What was kept while an event named an empty picture, and its begin in ISO 8601, in the form of today. */
function asSentNow({ eventMetadata, marketMetadata }: Metadata): Metadata {
  const { imageUrl, beginAt, ...event } = eventMetadata;
  const begin = typeof beginAt === 'string' && /\D/.test(beginAt) ? Date.parse(beginAt) / 1_000 : undefined;
  return {
    eventMetadata: {
      ...event,
      ...(imageUrl && { imageUrl }),
      beginAt: begin === undefined ? (beginAt ?? null) : beginText(begin),
    },
    marketMetadata,
  };
}

/** Finds markets by their canonical or hashed id, and says what they look like. */
export interface MarketDirectory {
  /** @throws ServiceError `not-found` naming `marketId`. */
  find(id: string, t: number): MarketModel;
  /**
   * The canonical id behind a canonical or hashed one; text that is neither comes back as it is.
   * @throws NotInMemoryError where only the database can say.
   */
  canonical(id: string, t: number): string;
  /** For many: @throws NotInMemoryError naming all of these ids whose canonical one only the database can say. */
  requireNamed(ids: readonly string[], t: number): void;
  /** Whether the market can be traded at this instant. */
  isOpen(marketId: string, t: number): boolean;
  /**
   * Metadata as of `t`; what is no longer listed reads as it did when it was first traded.
   * @throws NotInMemoryError where only the database can say.
   */
  metadata(marketId: string, eventId: string, t: number): Metadata;
  /** For lists: @throws NotInMemoryError naming all of these markets whose metadata memory does not have. */
  require(marketIds: readonly string[], t: number): void;
  /** Keeps what a market looks like now, unless it was kept before. */
  keep(uow: UnitOfWork, marketId: string, t: number): void;
}

const HASH = /^[0-9a-f]{64}$/;

export function createMarketDirectory(
  universe: Universe,
  state: Pick<ExchangeState, 'markets' | 'steered'>,
): MarketDirectory {
  /** Of the markets that were listed when one was last looked for; a market that has gone is kept once it was traded. */
  const byHash = new Map<string, string>();
  let scanned: readonly unknown[] | undefined;
  const memo = new Map<string, Metadata>();
  /** The second and the count of the test control's doings that the memo is of. */
  let memoOf = { second: Number.NaN, steered: 0 };

  /** The market that is listed under a hashed id. */
  function listedUnder(id: string, t: number): string | undefined {
    const events = universe.list(t);
    if (!byHash.has(id) && scanned !== events) {
      scanned = events;
      byHash.clear();
      for (const event of events)
        for (const { marketId } of event.markets) byHash.set(marketIdHash(marketId), marketId);
    }
    return byHash.get(id);
  }

  function current(marketId: string, t: number): Metadata | undefined {
    const market = universe.market(marketId, t);
    const event = market && universe.event(market.eventId, t);
    if (!market || !event) return undefined;
    const isActive = event.markets.some((one) => universe.state(one.marketId, t).resolveAt === null);
    return {
      eventMetadata: eventMetadataWire(event, { t, isLive: universe.isLive(event, t), isActive }),
      marketMetadata: marketMetadataWire(market, universe.state(marketId, t)),
    };
  }

  /** What a market looks like as far as it takes no look at what was kept. */
  function listed(marketId: string, t: number): Metadata | undefined {
    const second = Math.floor(t);
    const { steered } = state;
    if (memoOf.second !== second || memoOf.steered !== steered) {
      memo.clear();
      memoOf = { second, steered };
    }
    const known = memo.get(marketId) ?? current(marketId, t);
    if (known) memo.set(marketId, known);
    return known;
  }

  const canonical = (id: string, t: number): string =>
    HASH.test(id) ? (listedUnder(id, t) ?? state.markets.get(id)?.marketId ?? id) : id;

  return {
    canonical,
    requireNamed: (ids, t) =>
      state.markets.require(ids.filter((id) => HASH.test(id) && listedUnder(id, t) === undefined)),
    find(id, t) {
      const market = universe.market(canonical(id, t), t);
      if (!market) throw notFound(`there is no market ${id}`, 'marketId');
      return market;
    },
    isOpen: (marketId, t) =>
      universe.market(marketId, t) !== undefined && universe.state(marketId, t).status === 'open',
    metadata(marketId, eventId, t) {
      const known = listed(marketId, t);
      if (known) return known;
      const kept = state.markets.get(marketId)?.snapshot as Metadata | undefined;
      const found = (kept && asSentNow(kept)) ?? {
        eventMetadata: { eventId },
        marketMetadata: { marketId, eventId },
      };
      memo.set(marketId, found);
      return found;
    },
    require(marketIds, t) {
      const others = [...new Set(marketIds)].filter((marketId) => listed(marketId, t) === undefined);
      const missing = state.markets.unknown(others);
      if (missing.length > 0) throw new NotInMemoryError('markets', missing);
    },
    keep(uow, marketId, t) {
      if (state.markets.has(marketId)) return;
      const snapshot = current(marketId, t);
      if (snapshot) uow.put('markets', marketId, { marketId, snapshot });
    },
  };
}
