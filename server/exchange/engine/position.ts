import {
  divFloor,
  MICRO,
  type MicroContracts,
  type MicroUsd,
  microContracts,
  microUsd,
  minBig,
} from '@contract/money.ts';
import { costOfSold, drawPayoutOf, type Fees, payoutOf } from '@contract/pricing.ts';

/** How a market ended, for the positions in it. */
export type Outcome = 'yes' | 'no' | 'draw' | 'cancelled';

export type PositionStatus =
  | 'open'
  | 'failed'
  | 'sold'
  | 'won'
  | 'claimed'
  | 'lost'
  | 'refundable'
  | 'refunded';

/**
 * The money of a position. `totalCost` is what the held contracts cost, fees included, so that realised PnL = net
 * proceeds − cost, and the sum over a position's life is its cash flow. `entryNotional` leaves the fees out: the
 * average entry price comes from it.
 */
export interface PositionMoney {
  isYes: boolean;
  status: PositionStatus;
  contracts: bigint;
  locked: bigint;
  totalCost: bigint;
  entryNotional: bigint;
  feesPaid: bigint;
  integratorFees: bigint;
  realized: bigint;
  payout: bigint;
  claimedUsd: bigint;
  boughtContracts: bigint;
  boughtNotional: bigint;
  soldContracts: bigint;
  soldNotional: bigint;
}

export const EMPTY_MONEY = {
  status: 'open',
  contracts: 0n,
  locked: 0n,
  totalCost: 0n,
  entryNotional: 0n,
  feesPaid: 0n,
  integratorFees: 0n,
  realized: 0n,
  payout: 0n,
  claimedUsd: 0n,
  boughtContracts: 0n,
  boughtNotional: 0n,
  soldContracts: 0n,
  soldNotional: 0n,
} as const satisfies Omit<PositionMoney, 'isYes'>;

export interface FilledQuantity {
  contracts: bigint;
  /** Sum over levels, fees not included. */
  notional: bigint;
  fees: Fees;
}

/** Adds bought contracts at average cost. */
export function applyBuy<P extends PositionMoney>(position: P, fill: FilledQuantity): P {
  return {
    ...position,
    status: 'open',
    contracts: position.contracts + fill.contracts,
    totalCost: position.totalCost + fill.notional + fill.fees.total,
    entryNotional: position.entryNotional + fill.notional,
    feesPaid: position.feesPaid + fill.fees.total,
    integratorFees: position.integratorFees + fill.fees.integrator,
    boughtContracts: position.boughtContracts + fill.contracts,
    boughtNotional: position.boughtNotional + fill.notional,
  };
}

/** What a sale brings after its fees, which never take more than the proceeds. */
export function saleFees({ notional, fees }: Omit<FilledQuantity, 'contracts'>) {
  const fee = minBig<bigint>(fees.total, notional);
  return {
    fee: microUsd(fee),
    integrator: microUsd(minBig<bigint>(fees.integrator, fee)),
    net: microUsd(notional - fee),
  };
}

/** What a sale is worth to its owner. */
export interface SaleMoney {
  net: MicroUsd;
  fee: MicroUsd;
  costSold: MicroUsd;
  realized: MicroUsd;
}
export function saleMoney(position: PositionMoney, fill: FilledQuantity): SaleMoney {
  const { net, fee } = saleFees(fill);
  const costSold = costOfSold(microUsd(position.totalCost), held(position), microContracts(fill.contracts));
  return { net, fee, costSold, realized: microUsd(net - costSold) };
}

const held = (position: PositionMoney): MicroContracts => microContracts(position.contracts);

/** Takes sold contracts out at average cost; `unlocked` is what the whole order had reserved. */
export function applySell<P extends PositionMoney>(position: P, fill: FilledQuantity, unlocked: bigint): P {
  const { fee, costSold, realized } = saleMoney(position, fill);
  const contracts = position.contracts - fill.contracts;
  const entrySold = costOfSold(
    microUsd(position.entryNotional),
    held(position),
    microContracts(fill.contracts),
  );
  return {
    ...position,
    status: contracts === 0n ? 'sold' : position.status,
    contracts,
    locked: position.locked - unlocked,
    totalCost: position.totalCost - costSold,
    entryNotional: position.entryNotional - entrySold,
    feesPaid: position.feesPaid + fee,
    integratorFees: position.integratorFees + saleFees(fill).integrator,
    realized: position.realized + realized,
    soldContracts: position.soldContracts + fill.contracts,
    soldNotional: position.soldNotional + fill.notional,
  };
}

/** What the contracts of one side are worth once the market has ended. */
export function payoutFor(position: PositionMoney, outcome: Outcome): MicroUsd {
  switch (outcome) {
    case 'cancelled':
      return microUsd(position.totalCost);
    case 'draw':
      return drawPayoutOf(held(position));
    default:
      return (outcome === 'yes') === position.isYes ? payoutOf(held(position)) : microUsd(0n);
  }
}

/** Settles a position: winners, draws and cancelled markets become claimable, the rest is lost at once. */
export function applySettlement<P extends PositionMoney>(position: P, outcome: Outcome): P {
  const payout = payoutFor(position, outcome);
  if (outcome === 'cancelled') return { ...position, status: 'refundable', payout };
  if (payout > 0n) return { ...position, status: 'won', payout };
  return { ...position, status: 'lost', payout, realized: position.realized - position.totalCost };
}

/** Pays a claimable position out. The contracts stay on record as what was settled. */
export function applyClaim<P extends PositionMoney>(position: P): P {
  return {
    ...position,
    status: position.status === 'refundable' ? 'refunded' : 'claimed',
    claimedUsd: position.payout,
    realized: position.realized + position.payout - position.totalCost,
  };
}

export const isClaimable = (position: Pick<PositionMoney, 'status'>): boolean =>
  position.status === 'won' || position.status === 'refundable';

/** Average entry price of the held contracts, fees left out, rounded down; 0 when none are held. */
export const entryPrice = (notional: bigint, contracts: bigint): MicroUsd =>
  microUsd(contracts === 0n ? 0n : divFloor(notional * MICRO, contracts));
