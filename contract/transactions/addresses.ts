import type { Derive } from './instruction.ts';

/*
 * Addresses that follow from the platform's configured keys and from what they are for, so that nobody has to take an
 * answer's word for them.
 */

type Child = Pick<Derive, 'child'>;
type Digest = Pick<Derive, 'digest'>;

/** Labels of the keys that follow from a root. */
export const orderLabel = (externalOrderId: string): string => `order:${externalOrderId}`;
export const outcomeLabel = (marketId: string): string => `outcome:${marketId}`;
export const vaultLabel = (wallet: string): string => `vault:${wallet}`;

/** Owns the escrow of one order. `escrow`: the platform's public root key for orders and outcome tokens. */
export const orderAddress = (escrow: string, externalOrderId: string, { child }: Child): string =>
  child(escrow, orderLabel(externalOrderId));

/** The outcome token of one market of a round. */
export const outcomeAddress = (escrow: string, marketId: string, { child }: Child): string =>
  child(escrow, outcomeLabel(marketId));

/** A wallet's vault for orders that wait for a price. `vaults`: the platform's public root key for vaults. */
export const vaultAddress = (vaults: string, wallet: string, { child }: Child): string =>
  child(vaults, vaultLabel(wallet));

/** Names a market; nobody holds its key. */
export const marketAddress = (marketId: string, { digest }: Digest): string =>
  digest(['evenline', 'market', marketId].join('\u0000'));

/** Names an owner's position on one side of a market; nobody holds its key. */
export const positionAddress = (
  owner: string,
  marketId: string,
  isYes: boolean,
  { digest }: Digest,
): string => digest(['evenline', 'position', owner, marketId, isYes ? 'yes' : 'no'].join('\u0000'));
