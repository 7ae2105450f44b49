import type { MarketId, Pubkey } from '@contract/ids.ts';
import { microContracts, microUsd, tokenAmount } from '@contract/money.ts';
import type { OrderQuote } from '@contract/prediction/order.ts';
import { positionAddress } from '@contract/transactions/addresses.ts';
import { memo } from '@contract/transactions/instruction.ts';
import { type OwnerTransaction, ownerTransaction } from '@contract/transactions/owner-transactions.ts';
import type { OwnerTerms } from '@contract/transactions/terms.ts';
import * as expected from '../../src/orders/expectation.ts';
import type { PurchaseTerms, SaleTerms } from '../../src/orders/terms.ts';
import { derive } from '../../src/tx/derive.ts';
import type { Expectation } from '../../src/tx/types.ts';
import * as is from './parties.ts';

/** What the owner has asked for, and the one transaction that it may be signed with. */
export interface Case {
  name: string;
  /** Null for the proof of who is there, which is judged by a check of its own. */
  terms: OwnerTerms | null;
  honest: OwnerTransaction;
  /** What the desk expects of it, from what was shown. */
  expectation: Expectation;
}

const MARKET = 'MK-1' as MarketId;
const ID = 'ext-1';
const LIMIT = 690_000n;
const NOTHING_SHOWN = { average: microUsd(0n), cap: microUsd(LIMIT), fee: microUsd(0n) };
const position = positionAddress(is.OWNER, MARKET, true, derive) as Pubkey;
const party = { owner: is.OWNER, payer: is.OWNER };
const usdc = is.USDC.address as Pubkey;

const order = {
  ...party,
  externalOrderId: ID,
  marketId: MARKET,
  position,
  isYes: true,
  mint: is.USDC,
  integrator: null,
  integratorBps: 0,
  limit: LIMIT,
};
const traded = {
  ...NOTHING_SHOWN,
  owner: is.OWNER,
  marketId: MARKET,
  side: 'yes',
  position,
  mint: usdc,
  contracts: microContracts(70_000_000n),
} as const;
const purchase: PurchaseTerms = {
  ...traded,
  action: 'buy',
  deposit: microUsd(50_000_000n),
  spent: microUsd(50_000_000n),
  byQuantity: false,
};
const sale: SaleTerms = { ...traded, action: 'sell', position, net: microUsd(47_000_000n) };

const ofTerms = (name: string, terms: OwnerTerms, expectation: Expectation): Case => ({
  name,
  terms,
  honest: ownerTransaction(terms, is.PLATFORM, derive),
  expectation,
});

const NOTIONAL = 48_000_000n;
const FEE = 1_000_000n;
const swap = {
  ...order,
  outcome: is.OUTCOME,
  contracts: traded.contracts,
  notional: NOTIONAL,
  fee: FEE,
};
const swapExpected = (shown: PurchaseTerms | SaleTerms): Expectation =>
  expected.swapExpectation({
    order: shown,
    outcomeMint: is.OUTCOME_MINT,
    usdc,
    takers: { cost: is.VAULT, fees: is.FEES },
    built: {
      contractsMicro: traded.contracts,
      orderCostUsd: microUsd(NOTIONAL),
      estimatedTotalFeeUsd: microUsd(FEE),
      externalOrderId: ID,
    } satisfies Partial<OrderQuote>,
    accountOf: (owner, address, program = is.USDC.program) => is.accountOf(owner, { address, program }),
  });

const PARLAY_PAYOUT = microUsd(40_000_000n);
function parlay(name: string, mint: typeof is.USDC, receiver: Pubkey): Case {
  const legMarketIds = ['MK-1', 'MK-2'] as MarketId[];
  const stake = microUsd(10_000_000n);
  return ofTerms(
    name,
    {
      intent: 'parlay',
      owner: is.OWNER,
      payer: is.SPONSOR,
      parlayId: 'PY-1',
      nonce: 4n,
      position: positionAddress(is.OWNER, 'PY-1', true, derive),
      legMarketIds,
      mint,
      locked: is.STABLECOIN,
      stake,
      payout: PARLAY_PAYOUT,
    },
    expected.parlayExpectation({
      owner: is.OWNER,
      mint: mint.address as Pubkey,
      legMarketIds,
      offered: PARLAY_PAYOUT,
      stake,
      parlayId: 'PY-1',
      destination: is.accountOf(receiver, mint),
      sponsor: is.SPONSOR,
    }),
  );
}

function deposit(name: string, mint: typeof is.USDC, amount: bigint): Case {
  const isNative = mint === is.SOL;
  return ofTerms(
    name,
    {
      intent: 'deposit',
      ...party,
      requestId: 'request-1',
      vault: is.WALLET_VAULT,
      mint,
      isNative,
      amount,
      outputMint: usdc,
      order: derive.digest('the order'),
    },
    expected.depositExpectation({
      owner: is.OWNER,
      mint: mint.address as Pubkey,
      decimals: mint.decimals,
      amount: tokenAmount(amount),
      isNative,
      vault: is.WALLET_VAULT,
      destination: isNative ? is.WALLET_VAULT : is.accountOf(is.WALLET_VAULT, mint),
      request: 'request-1',
    }),
  );
}

function withdrawal(name: string, mint: typeof is.USDC, amount: bigint): Case {
  return ofTerms(
    name,
    {
      intent: 'withdrawal',
      ...party,
      order: 'order-1',
      requestId: 'request-1',
      vault: is.WALLET_VAULT,
      assets: [{ mint, isNative: mint === is.SOL, amount }],
      rentReceiver: null,
    },
    expected.withdrawalExpectation({
      owner: is.OWNER,
      order: 'order-1',
      assets: [{ mint: mint.address as Pubkey, amount: tokenAmount(amount) }],
      native: is.SOL.address as Pubkey,
    }),
  );
}

const PAYOUT = 70_000_000n;
const ESCROWED = 50_000_000n;
const ENTRY_FEE = 5_000_000n;
const LEGS: MarketId[][] = [
  ['MK-1', 'MK-2'],
  ['MK-3', 'MK-4'],
] as MarketId[][];
const mints = { usdc, stablecoin: is.STABLECOIN.address as Pubkey };
const back = (isBuy: boolean) => ({
  ...expected.cancelExpectation({
    owner: is.OWNER,
    order: is.WAITING,
    externalOrderId: ID,
    position,
    markets: [MARKET],
    isBuy,
    deposit: isBuy ? microUsd(ESCROWED) : null,
    mints,
    paidIn: usdc,
    escrowed: isBuy ? ESCROWED : 0n,
  }),
  memoIncludes: is.WAITING,
});

/** Text of a sign-in, as the desk expects it. */
export const SIGN_IN_TEXT = 'evenline.example wants you to sign in\nNonce: 0123456789abcdef';

/** Every intent of the desk. */
export const CASES: readonly Case[] = [
  ofTerms(
    'buy',
    { ...order, intent: 'buy', order: is.ORDER, deposit: purchase.deposit, contracts: null },
    expected.orderExpectation({
      ...purchase,
      orderPubkey: is.ORDER,
      escrow: is.accountOf(is.ORDER, is.USDC),
    }),
  ),
  ofTerms(
    'sell',
    { ...order, intent: 'sell', order: is.ORDER, contracts: traded.contracts },
    expected.orderExpectation({ ...sale, orderPubkey: is.ORDER, escrow: null }),
  ),
  ofTerms(
    'cancel a purchase',
    {
      ...party,
      intent: 'cancel',
      order: is.WAITING,
      escrow: { mint: is.USDC, amount: ESCROWED, rentReceiver: is.OWNER },
    },
    back(true),
  ),
  ofTerms('cancel a sale', { ...party, intent: 'cancel', order: is.WAITING, escrow: null }, back(false)),
  ofTerms(
    'claim',
    { ...party, intent: 'claim', position, mint: is.USDC, payout: PAYOUT },
    expected.claimExpectation({
      owner: is.OWNER,
      position,
      side: 'yes',
      markets: [MARKET],
      contracts: microContracts(PAYOUT),
      payout: microUsd(PAYOUT),
      mint: usdc,
      usual: usdc,
      mints,
      paidIn: usdc,
      pays: PAYOUT,
    }),
  ),
  ofTerms('swap-buy', { ...swap, intent: 'swap-buy' }, swapExpected(purchase)),
  ofTerms('swap-sell', { ...swap, intent: 'swap-sell' }, swapExpected(sale)),
  parlay('parlay by USDC', is.USDC, is.VAULT),
  parlay('parlay by stablecoin', is.STABLECOIN, is.PARLAYS),
  ofTerms(
    'free parlays',
    {
      intent: 'free-parlays',
      owner: is.OWNER,
      nonce: 7n,
      parlays: LEGS,
      fee: ENTRY_FEE,
      recipient: is.FEES,
    },
    expected.freeParlaysExpectation({
      owner: is.OWNER,
      parlays: LEGS.map((legMarketIds) => ({ legMarketIds, offered: microUsd(1_000_000n) })),
      fee: ENTRY_FEE,
      recipient: is.FEES,
    }),
  ),
  deposit('deposit of tokens', is.COIN, 900_000n),
  deposit('deposit of SOL', is.SOL, 500_000_000n),
  withdrawal('withdrawal of tokens', is.COIN_2022, 700_000n),
  withdrawal('withdrawal of SOL', is.SOL, 300_000_000n),
  {
    name: 'sign-in',
    terms: null,
    honest: { payer: is.OWNER, instructions: [memo(SIGN_IN_TEXT, [is.OWNER])] },
    expectation: {
      owner: is.OWNER,
      feePayer: is.OWNER,
      pays: [],
      receives: [],
      maxLamports: 0n,
      memoIncludes: SIGN_IN_TEXT,
    },
  },
];
