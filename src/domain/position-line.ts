import { type MicroContracts, type MicroUsd, microUsd, ONE_USD } from '@contract/money.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import type { Position } from '@contract/prediction/position.ts';
import { breakEven, saleAt } from '@contract/pricing.ts';
import type { MadeFill } from './drawn-line.ts';
import { positionKeyOf } from './position-history.ts';

/** A tenth of a cent: no venue quotes finer. */
const TICK = 1_000n;

/**
 * The lowest bid at which a sale of all of it brings back what it has cost, the fees of both in; null where no price
 * does, and where nothing is held.
 */
export function breakEvenBid(contracts: MicroContracts, cost: MicroUsd): MicroUsd | null {
  const before = breakEven(cost, contracts);
  if (before === null) return null;
  // Nobody bids a dollar for what pays one.
  for (let bid = ((before + TICK - 1n) / TICK) * TICK; bid < ONE_USD; bid += TICK) {
    if (saleAt(contracts, microUsd(bid)) >= cost) return microUsd(bid);
  }
  return null;
}

/** What was traded of a position, in the price of its own side. */
export interface PositionFill extends MadeFill {
  /** Of its record. */
  id: HistoryEvent['id'];
  contracts: MicroContracts;
}

/** Fills of a position among the records of its owner, oldest first. */
export const fillsOfPosition = (
  records: readonly Pick<
    HistoryEvent,
    | 'id'
    | 'eventType'
    | 'timestamp'
    | 'positionPubkey'
    | 'marketId'
    | 'isYes'
    | 'isBuy'
    | 'avgFillPriceUsd'
    | 'filledContractsMicro'
  >[],
  { pubkey, marketId, isYes }: Pick<Position, 'pubkey' | 'marketId' | 'isYes'>,
): PositionFill[] =>
  records
    .filter(
      (record) =>
        record.eventType === 'order_filled' &&
        record.filledContractsMicro > 0n &&
        (positionKeyOf(record) === pubkey ||
          (record.positionPubkey === '' && record.marketId === marketId && record.isYes === isYes)),
    )
    .map(({ id, timestamp, avgFillPriceUsd, filledContractsMicro, isBuy }) => ({
      id,
      at: timestamp,
      price: avgFillPriceUsd,
      contracts: filledContractsMicro,
      isBuy,
    }))
    .sort((a, b) => a.at - b.at);
