import type { AppConfig } from '@contract/config.ts';
import {
  orderAddress,
  outcomeAddress,
  positionAddress,
  vaultAddress,
} from '@contract/transactions/addresses.ts';
import type { Derive, Mint } from '@contract/transactions/instruction.ts';
import {
  type OwnerTransaction,
  ownerTransaction,
  type PlatformAddresses,
} from '@contract/transactions/owner-transactions.ts';
import { PROGRAMS } from '@contract/transactions/programs.ts';
import { type OwnerTerms, priceOrderDigest } from '@contract/transactions/terms.ts';
import { createPriceOrderBody, termsOfPriceOrder } from '@contract/triggers/order.ts';
import type { CreateTriggerOrder } from '@/api/triggers.writes.ts';
import { paperConfig } from '@/config.ts';

/*
 * The transaction that follows from what was shown, for every intent: what the exchange has built is compared with it
 * byte by byte. Only what tells two equal requests apart (an id, a number) is taken from the answer.
 */

/** All that transactions of the paper exchange follow from, besides their terms. */
export interface Deriver {
  derive: Derive;
  platform: PlatformAddresses;
  /** Pays where the exchange sponsors a transaction. */
  sponsor: string;
  escrow: string;
  vaults: string;
  mints: AppConfig['mints'];
}

/** What the configuration says a transaction follows from; null on a live platform, whose programs are not ours. */
export async function loadDeriver(): Promise<Deriver | null> {
  const config = paperConfig();
  if (!config?.chain) return null;
  const { chain, mints } = config;
  const { authority, sponsor, vault, fees, parlays, mintAuthority, escrow, vaults } = chain;
  if (!authority || !sponsor || !vault || !fees || !parlays || !mintAuthority || !escrow || !vaults)
    return null;
  const { derive } = await import('@/tx/derive.ts');
  return {
    derive,
    platform: { authority, vault, fees, parlays, mintAuthority },
    sponsor,
    escrow,
    vaults,
    mints,
  };
}

export const CASH_DECIMALS = 6;
const cash = (address: string): Mint => ({ address, decimals: CASH_DECIMALS, program: PROGRAMS.token });

/**
 * What an answer may call an order, a parlay or a request. The memo that the owner signs carries it: anything longer,
 * or with other signs in it, could be a text of its own.
 */
const NAME = /^[\w-]{1,64}$/;
const namesIn = (terms: OwnerTerms): readonly (string | null)[] => [
  'externalOrderId' in terms ? terms.externalOrderId : null,
  'parlayId' in terms ? terms.parlayId : null,
  'requestId' in terms ? terms.requestId : null,
  'order' in terms ? terms.order : null,
];

/** Null where a name that the answer gives is none. */
const of = ({ derive, platform }: Deriver, terms: OwnerTerms): OwnerTransaction | null =>
  namesIn(terms).every((name) => name === null || NAME.test(name))
    ? ownerTransaction(terms, platform, derive)
    : null;

interface Traded {
  owner: string;
  marketId: string;
  isYes: boolean;
  /** What is paid, or paid out, in. */
  mint: string;
}

const orderTerms = (deriver: Deriver, { owner, marketId, isYes, mint }: Traded, externalOrderId: string) => ({
  owner,
  payer: owner,
  externalOrderId,
  marketId,
  position: positionAddress(owner, marketId, isYes, deriver.derive),
  isYes,
  mint: cash(mint),
  integrator: null,
  integratorBps: 0,
});

/** Owns the escrow of an order. */
const orderOf = ({ escrow, derive }: Deriver, externalOrderId: string): string =>
  orderAddress(escrow, externalOrderId, derive);

/** A purchase for a sum. `limit`: of the answer, which must be no looser than the one shown. */
export const derivedBuy = (
  deriver: Deriver,
  shown: Traded & { deposit: bigint },
  built: { externalOrderId: string; limit: bigint },
): OwnerTransaction | null =>
  of(deriver, {
    ...orderTerms(deriver, shown, built.externalOrderId),
    intent: 'buy',
    order: orderOf(deriver, built.externalOrderId),
    deposit: shown.deposit,
    contracts: null,
    limit: built.limit,
  });

/** A sale of exactly so many contracts. */
export const derivedSale = (
  deriver: Deriver,
  shown: Traded & { contracts: bigint },
  built: { externalOrderId: string; limit: bigint },
): OwnerTransaction | null =>
  of(deriver, {
    ...orderTerms(deriver, shown, built.externalOrderId),
    intent: 'sell',
    order: orderOf(deriver, built.externalOrderId),
    contracts: shown.contracts,
    limit: built.limit,
  });

/** A swap of a round. Its figures are those of the answer, which have been judged against what was shown. */
export const derivedSwap = (
  deriver: Deriver,
  shown: Omit<Traded, 'isYes'> & { isBuy: boolean },
  built: { externalOrderId: string; contracts: bigint; notional: bigint; fee: bigint; limit: bigint },
): OwnerTransaction | null => {
  const { externalOrderId, contracts, notional, limit } = built;
  const outcome = {
    address: outcomeAddress(deriver.escrow, shown.marketId, deriver.derive),
    decimals: CASH_DECIMALS,
    program: PROGRAMS.token2022,
  };
  return of(deriver, {
    ...orderTerms(deriver, { ...shown, isYes: true }, externalOrderId),
    intent: shown.isBuy ? 'swap-buy' : 'swap-sell',
    outcome,
    contracts,
    notional,
    // A sale never costs more than it brings.
    fee: !shown.isBuy && built.fee > notional ? notional : built.fee,
    limit,
  });
};

/** The return of an order that waits. `escrowed`: all that its escrow holds; null for a sale, which has none. */
export const derivedCancel = (
  deriver: Deriver,
  shown: { owner: string; externalOrderId: string },
  escrowed: { mint: string; amount: bigint } | null,
): OwnerTransaction | null =>
  of(deriver, {
    intent: 'cancel',
    owner: shown.owner,
    payer: shown.owner,
    order: orderOf(deriver, shown.externalOrderId),
    escrow: escrowed && { mint: cash(escrowed.mint), amount: escrowed.amount, rentReceiver: shown.owner },
  });

/** A payout, of a position or of a parlay. */
export const derivedClaim = (
  deriver: Deriver,
  { owner, position, mint, payout }: { owner: string; position: string; mint: string; payout: bigint },
): OwnerTransaction | null =>
  of(deriver, { intent: 'claim', owner, payer: owner, position, mint: cash(mint), payout });

/** A paid parlay, whose fee the exchange pays. */
export const derivedParlay = (
  deriver: Deriver,
  shown: { owner: string; legMarketIds: readonly string[]; mint: string; stake: bigint },
  built: { parlayId: string; nonce: bigint; payout: bigint },
): OwnerTransaction | null =>
  of(deriver, {
    intent: 'parlay',
    owner: shown.owner,
    payer: deriver.sponsor,
    ...built,
    position: positionAddress(shown.owner, built.parlayId, true, deriver.derive),
    legMarketIds: shown.legMarketIds,
    mint: cash(shown.mint),
    locked: cash(deriver.mints.stablecoin),
    stake: shown.stake,
  });

const FREE_MEMO = /^evenline:free-parlays:(\d{1,20}):/;

/** The number that tells equal requests apart, from the memos of a built transaction; null where none holds it. */
export const freeParlaysNonce = (memos: readonly string[]): bigint | null => {
  const [found] = memos.flatMap((text) => FREE_MEMO.exec(text)?.[1] ?? []);
  return found === undefined ? null : BigInt(found);
};

/** The entry of free parlays: `fee` lamports each. */
export const derivedFreeParlays = (
  deriver: Deriver,
  shown: { owner: string; parlays: readonly (readonly string[])[]; fee: bigint },
  nonce: bigint,
): OwnerTransaction | null =>
  of(deriver, {
    intent: 'free-parlays',
    owner: shown.owner,
    parlays: shown.parlays,
    fee: shown.fee,
    nonce,
    recipient: deriver.platform.fees,
  });

interface Asset {
  mint: string;
  amount: bigint;
}
/** Token program and decimals of a mint, as the built transaction names them: see `mintIn`. */
type FactsOf = (mint: string) => { program: string; decimals: number } | null;

/** What a built transaction says of the mints it moves. */
export async function factsIn(transaction: string): Promise<FactsOf> {
  const { mintIn } = await import('@/tx/peek.ts');
  return (mint) => mintIn(transaction, mint);
}

export const NATIVE_DECIMALS = 9;
/** The mint of an asset; null for a token whose program nobody names. */
function mintOf({ mints }: Deriver, { mint }: Asset, factsOf: FactsOf): Mint | null {
  if (mint === mints.sol) return { address: mint, decimals: NATIVE_DECIMALS, program: PROGRAMS.token };
  const facts = factsOf(mint);
  return facts && { address: mint, ...facts };
}

/** A deposit into the wallet's own vault, for this very order and no other. `digest`: see `orderDigest`. */
export function derivedDeposit(
  deriver: Deriver,
  shown: Asset & { owner: string; outputMint: string; digest: string },
  requestId: string,
  factsOf: FactsOf,
): OwnerTransaction | null {
  const mint = mintOf(deriver, shown, factsOf);
  return (
    mint &&
    of(deriver, {
      intent: 'deposit',
      owner: shown.owner,
      payer: shown.owner,
      requestId,
      vault: vaultAddress(deriver.vaults, shown.owner, deriver.derive),
      mint,
      isNative: shown.mint === deriver.mints.sol,
      amount: shown.amount,
      outputMint: shown.outputMint,
      order: shown.digest,
    })
  );
}

/** What a deposit names the order by that it is for: a digest of its terms as the exchange reads them. */
export const orderDigest = (
  { derive }: Deriver,
  order: Omit<CreateTriggerOrder, 'depositRequestId' | 'depositSignedTx'>,
): string => {
  const body = createPriceOrderBody.parse({ ...order, depositRequestId: '-', depositSignedTx: '-' });
  return priceOrderDigest(termsOfPriceOrder(body), derive);
};

/** What an order has left in the wallet's vault comes back. */
export function derivedWithdrawal(
  deriver: Deriver,
  shown: { owner: string; order: string; assets: readonly Asset[] },
  requestId: string,
  factsOf: FactsOf,
): OwnerTransaction | null {
  const assets = shown.assets.flatMap((asset) => {
    const mint = mintOf(deriver, asset, factsOf);
    return mint ? [{ mint, isNative: asset.mint === deriver.mints.sol, amount: asset.amount }] : [];
  });
  if (assets.length < shown.assets.length) return null;
  return of(deriver, {
    intent: 'withdrawal',
    owner: shown.owner,
    payer: shown.owner,
    order: shown.order,
    requestId,
    vault: vaultAddress(deriver.vaults, shown.owner, deriver.derive),
    assets,
    rentReceiver: null,
  });
}
