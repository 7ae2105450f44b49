import type { HistoryRow, OrderRow, PositionRow } from '../writer/commit.store.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';

/** Where a record comes from: its transaction, and the keeper when it was the keeper's. */
export interface Origin {
  signature: string;
  slot: number;
  timestamp: number;
  /** Empty when the owner's own transaction did it. */
  keeper: string;
}

const NOTHING = {
  filledContracts: 0n,
  contractsSettled: 0n,
  avgFillPrice: 0n,
  totalCost: 0n,
  fee: null,
  grossProceeds: 0n,
  netProceeds: 0n,
  transfer: null,
  realized: null,
  realizedBeforeFees: null,
  payout: 0n,
} satisfies Partial<HistoryRow>;

type Said = Omit<HistoryRow, keyof Origin | 'id' | keyof typeof NOTHING>;

/** All that a record has: one that is given its fields one by one takes twenty times the room of one that changes them. */
const BLANK: HistoryRow = {
  ...NOTHING,
  ...{ id: 0n, eventType: 'order_created', signature: '', slot: 0, timestamp: 0, keeper: '' },
  ...{ orderPubkey: '', positionPubkey: '', marketId: '', eventId: '', owner: '', externalOrderId: '' },
  ...{ orderId: '', isBuy: false, isYes: false, contracts: 0n, limitPrice: 0n, deposit: 0n },
};

/** Reference of an order at the venue. */
export const venueOrderId = (seq: bigint): string => `PX-${seq}`;

function write(uow: UnitOfWork, origin: Origin, said: Said, amounts: Partial<HistoryRow>): HistoryRow {
  const id = uow.next('event');
  const row: HistoryRow = { ...BLANK, ...origin, ...said, ...amounts, id };
  uow.put('historyEvents', id.toString(), row);
  return row;
}

/** Writes a record about an order. */
export const recordOrder = (
  uow: UnitOfWork,
  eventType: HistoryRow['eventType'],
  order: OrderRow,
  origin: Origin,
  amounts: Partial<HistoryRow> = {},
): HistoryRow =>
  write(
    uow,
    origin,
    {
      eventType,
      orderPubkey: order.pubkey,
      positionPubkey: order.position,
      marketId: order.marketId,
      eventId: order.eventId,
      owner: order.owner,
      externalOrderId: order.externalOrderId,
      orderId: venueOrderId(order.seq),
      isBuy: order.isBuy,
      isYes: order.isYes,
      contracts: order.contracts,
      limitPrice: order.limitPrice,
      deposit: order.deposit,
    },
    amounts,
  );

/** Writes a record about a position that no single order stands for. */
export const recordPosition = (
  uow: UnitOfWork,
  eventType: HistoryRow['eventType'],
  position: Pick<PositionRow, 'pubkey' | 'marketId' | 'eventId' | 'owner' | 'isYes' | 'contracts'>,
  origin: Origin,
  amounts: Partial<HistoryRow> = {},
): HistoryRow =>
  write(
    uow,
    origin,
    {
      eventType,
      orderPubkey: '',
      positionPubkey: position.pubkey,
      marketId: position.marketId,
      eventId: position.eventId,
      owner: position.owner,
      externalOrderId: '',
      orderId: '',
      isBuy: false,
      isYes: position.isYes,
      contracts: position.contracts,
      limitPrice: 0n,
      deposit: 0n,
    },
    amounts,
  );
