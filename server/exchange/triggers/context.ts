import { randomUUID } from 'node:crypto';
import type { TriggerEventWire } from '@contract/triggers/order.ts';
import { invalidParam } from '../../common/errors.ts';
import type { ExchangeContext } from '../core/context.ts';
import type { Priced } from '../engine/trigger-fill.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { type MintSpec, SOL } from '../ledger/mints.ts';
import { VAULT_RESERVE } from '../ledger/transactions/trigger-transactions.ts';
import type { TriggerOrderRow } from '../writer/commit.store.ts';
import type { Keyring } from './keyring.ts';
import type { PriceSource } from './prices.ts';
import type { TriggerOrdersStore } from './trigger-orders.store.ts';

/** What the operations of the trigger interface work with. */
export interface TriggerContext extends ExchangeContext {
  readonly prices: PriceSource;
  readonly keyring: Keyring;
  readonly store: ExchangeContext['store'] & { triggers: TriggerOrdersStore };
}

export const newRequestId = (): string => randomUUID();
/** Simulated Unix milliseconds, whole. */
export const nowMs = ({ clock }: Pick<ExchangeContext, 'clock'>): number => Math.floor(clock.now() * 1000);

/** A mint that is traded. @throws ServiceError `invalid` naming `field`. */
export function requireToken({ prices, clock }: TriggerContext, mint: string, field: string): MintSpec {
  const token = prices.token(mint, clock.now());
  if (!token) throw invalidParam(field, `${field} is no token that can be traded here`);
  return token.spec;
}

/** A mint of which an order holds something: whether or not it is traded today, it is on the ledger. */
export function heldMint({ prices, clock, ledger }: TriggerContext, mint: string): MintSpec {
  const token = prices.token(mint, clock.now());
  if (token) return token.spec;
  const decimals = ledger.decimalsOf(mint);
  const program = ledger.account(mint)?.owner;
  if (decimals === null || program === undefined) throw new Error(`${mint} is no mint`);
  return { address: mint, decimals, program };
}

/** Price and decimals of a mint now; null while its price is unknown. */
export function pricedNow({ prices, clock }: TriggerContext, spec: MintSpec): Priced | null {
  const price = prices.priceAt(spec.address, clock.now());
  return price === null || price <= 0n ? null : { price, decimals: spec.decimals };
}

/** Raw units an address holds of a mint: a vault's reserve of SOL is not counted. */
export function holdingOf({ ledger }: Pick<ExchangeContext, 'ledger'>, owner: string, mint: string): bigint {
  return mint === SOL.address ? ledger.lamports(owner) : (ledger.tokenBalance(owner, mint) ?? 0n);
}
export function vaultHolding(context: Pick<ExchangeContext, 'ledger'>, vault: string, mint: string): bigint {
  const held = holdingOf(context, vault, mint);
  if (mint !== SOL.address) return held;
  return held > VAULT_RESERVE ? held - VAULT_RESERVE : 0n;
}

/** Orders of the first version hold their deposit at an address of their own, which follows from their number. */
export const rateOrderKey = ({ id, seq }: Pick<TriggerOrderRow, 'id' | 'seq'>) => ({
  pubkey: id,
  externalOrderId: seq.toString(),
  seq: seq.toString(),
});

/** The key that moves an order's funds. */
export function signerOfOrder(context: TriggerContext, row: TriggerOrderRow): PlatformSigner {
  if (row.orderType === 'v1') return context.keys.order(rateOrderKey(row));
  const vault = context.state.triggers.vaults.get(row.owner);
  if (!vault) throw new Error(`order ${row.id} has no vault`);
  return context.keyring.open(vault);
}

/** One line of an order's story. */
export function eventOf(
  type: 'deposit' | 'fill' | 'withdrawal' | 'cancelled' | 'expired',
  timestamp: number,
  fields: Partial<Omit<TriggerEventWire, 'type' | 'timestamp'>> = {},
): TriggerEventWire {
  return {
    type,
    timestamp,
    txSignature: null,
    state: 'success',
    mint: null,
    amount: null,
    outputMint: null,
    outputAmount: null,
    orderContext: null,
    ...fields,
  };
}
