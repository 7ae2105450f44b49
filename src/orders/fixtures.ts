import { appConfig, DEFAULT_BASES } from '@contract/config.ts';
import { type MarketId, marketId, type Pubkey, pubkey } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import type { OrderQuote } from '@contract/prediction/order.ts';
import type { SideBook } from '@/domain/book.ts';
import { type BuyQuote, quoteBuy, quoteSell, type SellQuote } from '@/domain/quote.ts';
import type { CancelTerms, ClaimTerms, OrderTerms } from './terms.ts';

/* Shared by the tests of this room. */
const key = (text: string): Pubkey => pubkey.parse(text);
export const OWNER = key('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T');
export const USDC = key('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
export const STABLECOIN = key('SysvarC1ock11111111111111111111111111111111');
export const POSITION = key('Vote111111111111111111111111111111111111111');
export const ORDER = key('Stake11111111111111111111111111111111111111');
export const ESCROW = key('So11111111111111111111111111111111111111112');
export const STRANGER = key('Config1111111111111111111111111111111111111');
export const MARKET: MarketId = marketId.parse('MK-1');
export const MINTS = { usdc: USDC, stablecoin: STABLECOIN };

/** Addresses that a paper exchange has to name, for its transactions to be derived. */
export const CHAIN = [
  'authority',
  'sponsor',
  'vault',
  'fees',
  'parlays',
  'mintAuthority',
  'escrow',
  'vaults',
] as const;
export const paperConfig = (keyOf: () => string) =>
  appConfig.parse({
    mode: 'paper',
    providers: [],
    mints: { ...MINTS, sol: ESCROW },
    explorer: null,
    bases: DEFAULT_BASES,
    trigger: { enabled: true },
    paper: { faucet: true, speed: 1 },
    chain: Object.fromEntries(CHAIN.map((name) => [name, keyOf()])),
  });

const level = (price: bigint, contracts: bigint) => ({
  price: microUsd(price),
  size: microContracts(contracts * 1_000_000n),
});
export const BOOK: SideBook = {
  asks: [level(685_000n, 100n), level(690_000n, 5_000n)],
  bids: [level(675_000n, 100n), level(670_000n, 700n)],
};

export const subject = { owner: OWNER, marketId: MARKET, side: 'yes', position: POSITION } as const;

export function buying(dollars = 50n): BuyQuote {
  const quote = quoteBuy(BOOK, { by: 'money', deposit: microUsd(dollars * 1_000_000n) });
  if (quote.action === 'none') throw new Error('the book has asks');
  return quote;
}
export function selling(contracts = 12_000_000n): SellQuote {
  const quote = quoteSell(BOOK, microContracts(contracts));
  if (quote.action === 'none') throw new Error('the book has bids');
  return quote;
}

/** The answer of an honest service to terms, as shown; with changes. */
export const answerTo = (terms: OrderTerms, change: Partial<OrderQuote> = {}): OrderQuote => ({
  orderPubkey: ORDER,
  orderAtaPubkey: terms.action === 'buy' ? ESCROW : null,
  userPubkey: terms.owner,
  marketId: terms.marketId,
  marketIdHash: '',
  positionPubkey: terms.position ?? POSITION,
  isBuy: terms.action === 'buy',
  isYes: terms.side === 'yes',
  contracts: 0n,
  contractsMicro: terms.contracts,
  contractsDecimal: '',
  newContracts: 0n,
  newContractsMicro: microContracts(0n),
  newContractsDecimal: '',
  maxBuyPriceUsd: terms.action === 'buy' ? terms.cap : null,
  minSellPriceUsd: terms.action === 'sell' ? terms.cap : null,
  externalOrderId: 'ext-1',
  orderCostUsd: microUsd(terms.action === 'buy' ? terms.spent - terms.fee : terms.net + terms.fee),
  newAvgPriceUsd: microUsd(0n),
  newSizeUsd: microUsd(0n),
  newPayoutUsd: microUsd(0n),
  payoutUsd: microUsd(0n),
  estimatedProtocolFeeUsd: microUsd(0n),
  estimatedVenueFeeUsd: terms.fee,
  estimatedIntegratorFeeUsd: microUsd(0n),
  estimatedTotalFeeUsd: terms.fee,
  ...change,
});

/** Figures of an answer: so many micro-contracts at such an average, and a fee of its own. */
export const at = (contracts: bigint, price: bigint, fee?: bigint): Partial<OrderQuote> => ({
  contractsMicro: microContracts(contracts),
  orderCostUsd: microUsd((contracts * price) / 1_000_000n),
  ...(fee === undefined ? {} : { estimatedTotalFeeUsd: microUsd(fee) }),
});

/** 120.5 contracts that have won. */
export const CLAIM: ClaimTerms = {
  owner: OWNER,
  position: POSITION,
  side: 'yes',
  markets: ['m'],
  contracts: microContracts(120_500_000n),
  payout: microUsd(120_500_000n),
  mint: null,
  usual: USDC,
  mints: MINTS,
};
/** A purchase that waits. */
export const CANCEL: CancelTerms = {
  owner: OWNER,
  order: ORDER,
  externalOrderId: 'abc',
  position: POSITION,
  markets: [MARKET, 'hash'],
  isBuy: true,
  deposit: microUsd(6_500_000n),
  mints: MINTS,
};
