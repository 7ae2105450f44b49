import type { Pubkey } from '@contract/ids.ts';
import { MICRO, maxBig, microContracts, microUsd, toDecimalText } from '@contract/money.ts';
import type { HistoryEvent, PositionHistory } from '@contract/prediction/history.ts';
import { averagePrice } from '@contract/pricing.ts';

/*
 * The second version of the history lists positions with their records, the first only records. Where there is only
 * the first, the positions are made from its records, so that whoever reads them sees no difference.
 */

const NUMBER = /^\d+$/;
/** Records of one second follow each other by id; where ids are no numbers, as they came from oldest to newest. */
export function oldestFirst<R extends Pick<HistoryEvent, 'id' | 'timestamp'>>(records: readonly R[]): R[] {
  return [...records].sort((a, b) => {
    if (a.timestamp !== b.timestamp) return a.timestamp - b.timestamp;
    if (!NUMBER.test(a.id) || !NUMBER.test(b.id)) return 0;
    const [left, right] = [BigInt(a.id), BigInt(b.id)];
    return left < right ? -1 : left > right ? 1 : 0;
  });
}

/** What records of one position have in common, also where the service names no position. */
export const positionKeyOf = ({
  positionPubkey,
  marketId,
  isYes,
}: Pick<HistoryEvent, 'positionPubkey' | 'marketId' | 'isYes'>): string =>
  positionPubkey || `${marketId} ${isYes}`;

interface Sums {
  bought: bigint;
  paid: bigint;
  sold: bigint;
  brought: bigint;
  /** Null once a fill does not say what its fee was. */
  fees: bigint | null;
  /** Null once a record that realises something does not say how much. */
  realised: bigint | null;
}

const isSale = ({ eventType, isBuy }: HistoryEvent): boolean => eventType === 'order_filled' && !isBuy;
/** What tells the result of a position, or follows from it. */
export const isResult = ({ eventType, contractsSettledMicro }: HistoryEvent): boolean =>
  eventType === 'payout_claimed' ||
  eventType === 'position_lost' ||
  (eventType === 'position_updated' && contractsSettledMicro > 0n);

function sumsOf(events: readonly HistoryEvent[]): Sums {
  const sums: Sums = { bought: 0n, paid: 0n, sold: 0n, brought: 0n, fees: 0n, realised: 0n };
  for (const event of events) {
    if (event.eventType === 'order_filled') {
      if (event.isBuy) {
        sums.bought += event.filledContractsMicro;
        sums.paid += event.totalCostUsd;
      } else {
        sums.sold += event.filledContractsMicro;
        sums.brought += event.grossProceedsUsd;
      }
      sums.fees = sums.fees === null || event.feeUsd === null ? null : sums.fees + event.feeUsd;
    }
    const silent =
      event.realizedPnl === null &&
      (isSale(event) || event.eventType === 'payout_claimed' || event.eventType === 'position_lost');
    if (silent) sums.realised = null;
    else if (sums.realised !== null) sums.realised += event.realizedPnl ?? 0n;
  }
  return sums;
}

function statusOf(
  events: readonly HistoryEvent[],
  { bought, sold }: Sums,
  result: HistoryEvent | undefined,
): PositionHistory['status'] {
  switch (result?.eventType) {
    case 'payout_claimed':
      return /^cancell?ed$/i.test(result.marketMetadata.status) ? 'refunded' : 'claimed';
    case 'position_lost':
      return 'lost';
    case 'position_updated':
      return 'won';
    default:
  }
  if (bought > 0n) return bought > sold ? 'open' : 'sold';
  const orders = (type: HistoryEvent['eventType']) =>
    events.filter(({ eventType }) => eventType === type).length;
  const ended = Math.max(orders('order_failed'), orders('order_closed'));
  return ended > 0 && ended >= orders('order_created') ? 'failed' : 'open';
}

const priceOf = (amount: bigint, contracts: bigint) =>
  contracts === 0n ? null : averagePrice(microUsd(amount), microContracts(contracts));

function positionOf(records: readonly HistoryEvent[]): PositionHistory | undefined {
  const events = oldestFirst(records);
  const [first] = events;
  const last = events.at(-1);
  if (!first || !last) return undefined;
  const sums = sumsOf(events);
  const result = events.findLast(isResult);
  const status = statusOf(events, sums, result);
  const total = maxBig(sums.bought, result?.contractsSettledMicro ?? 0n);
  const running = status === 'open' || status === 'won';
  return {
    positionPubkey: positionKeyOf(first) as Pubkey,
    ownerPubkey: first.ownerPubkey,
    marketId: first.marketId,
    isYes: first.isYes,
    status,
    entryPriceUsd: priceOf(sums.paid, sums.bought),
    exitPriceUsd: result
      ? priceOf(result.payoutAmountUsd, result.contractsSettledMicro)
      : status === 'sold'
        ? priceOf(sums.brought, sums.sold)
        : null,
    totalContracts: total / MICRO,
    totalContractsMicro: microContracts(total),
    totalContractsDecimal: toDecimalText(total),
    realizedPnlUsd: sums.realised === null ? null : microUsd(sums.realised),
    feesPaidUsd: sums.fees === null ? null : microUsd(sums.fees),
    openedAt: first.timestamp,
    closedAt: running ? null : last.timestamp,
    marketMetadata: last.marketMetadata,
    eventMetadata: last.eventMetadata,
    events: [...events],
  };
}

/** Positions of single records in any order, each with its records, most recently changed first. */
export function positionsOf(records: readonly HistoryEvent[]): PositionHistory[] {
  const groups = new Map<string, HistoryEvent[]>();
  for (const record of records) {
    const key = positionKeyOf(record);
    const group = groups.get(key);
    if (group) group.push(record);
    else groups.set(key, [record]);
  }
  const changed = (row: PositionHistory): number => row.events.at(-1)?.timestamp ?? 0;
  return [...groups.values()]
    .flatMap((group) => positionOf(group) ?? [])
    .sort((a, b) => changed(b) - changed(a) || (a.positionPubkey < b.positionPubkey ? -1 : 1));
}
