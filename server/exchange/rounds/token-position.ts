import { microContracts, microUsd } from '@contract/money.ts';
import { costOfSold } from '@contract/pricing.ts';
import type { PositionMoney } from '../engine/position.ts';

/** Adds contracts that came as tokens from elsewhere: they cost this position nothing. */
export function applyReceived<P extends PositionMoney>(position: P, contracts: bigint): P {
  return {
    ...position,
    status: 'open',
    contracts: position.contracts + contracts,
    boughtContracts: position.boughtContracts + contracts,
  };
}

/** Takes out contracts whose tokens were given away: what they cost is realised as a loss. */
function applyGone<P extends PositionMoney>(position: P, contracts: bigint): P {
  const held = microContracts(position.contracts);
  const gone = microContracts(contracts);
  const cost = costOfSold(microUsd(position.totalCost), held, gone);
  const entry = costOfSold(microUsd(position.entryNotional), held, gone);
  return {
    ...position,
    contracts: position.contracts - contracts,
    totalCost: position.totalCost - cost,
    entryNotional: position.entryNotional - entry,
    realized: position.realized - cost,
  };
}

/** The position as the ledger has it: `tokens` is all that its owner holds. */
export function reconcile<P extends PositionMoney>(position: P, tokens: bigint): P {
  if (tokens > position.contracts) return applyReceived(position, tokens - position.contracts);
  return tokens < position.contracts ? applyGone(position, position.contracts - tokens) : position;
}
