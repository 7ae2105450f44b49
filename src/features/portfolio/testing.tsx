import { type AppConfig, appConfig, DEFAULT_BASES } from '@contract/config.ts';
import type { EventId, MarketId, Pubkey } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import {
  type HistoryEvent,
  historyEvent,
  type PositionHistory,
  positionHistory,
} from '@contract/prediction/history.ts';
import { type Order, order } from '@contract/prediction/order.ts';
import { type Position, position } from '@contract/prediction/position.ts';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { setConfig } from '@/config.ts';

/* Records for tests, read through the contract like real answers. */

export const OWNER = 'So11111111111111111111111111111111111111112' as Pubkey;
export const POSITION = 'Vote111111111111111111111111111111111111111' as Pubkey;
export const ORDER = 'Stake11111111111111111111111111111111111111' as Pubkey;
export const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' as Pubkey;
export const STABLECOIN = 'SysvarC1ock11111111111111111111111111111111' as Pubkey;
export const MARKET = 'market-1' as MarketId;
const EVENT = 'event-1' as EventId;

const names = {
  eventMetadata: { eventId: EVENT, title: 'France vs. Senegal' },
  marketMetadata: {
    marketId: MARKET,
    eventId: EVENT,
    provider: 'provider_a',
    title: 'France',
    status: 'open',
  },
};

/** 120.5 contracts at 59.2¢ that cost 71.336 USD, marked at 68¢. */
const openPosition: Position = position.parse({
  pubkey: POSITION,
  owner: OWNER,
  ownerPubkey: OWNER,
  market: 'm',
  marketId: MARKET,
  marketIdHash: 'h',
  isYes: true,
  contracts: '120',
  contractsMicro: '120500000',
  contractsDecimal: '120.5',
  totalCostUsd: '71336000',
  sizeUsd: '71336000',
  valueUsd: '81940000',
  avgPriceUsd: '592000',
  markPriceUsd: '680000',
  sellPriceUsd: '675000',
  pnlUsd: '10604000',
  pnlUsdPercent: 14.9,
  pnlUsdAfterFees: '9180000',
  pnlUsdAfterFeesPercent: 12.9,
  openOrders: 0,
  feesPaidUsd: '2040000',
  integratorFeeUsd: '0',
  realizedPnlUsd: 0,
  claimed: false,
  claimedUsd: '0',
  openedAt: 1_790_000_000,
  updatedAt: 1_790_000_000,
  claimableAt: null,
  payoutUsd: '120500000',
  bump: 255,
  eventId: EVENT,
  ...names,
  settlementDate: null,
  claimable: false,
});

type Changes = Partial<Omit<Position, 'marketMetadata'>> & { status?: string; result?: string | null };
export const aPosition = ({ status, result, ...changes }: Changes = {}): Position => ({
  ...openPosition,
  ...changes,
  marketMetadata: {
    ...openPosition.marketMetadata,
    ...(status === undefined ? {} : { status }),
    ...(result === undefined ? {} : { result }),
  },
});

const closedMarket = {
  valueUsd: null,
  markPriceUsd: null,
  sellPriceUsd: null,
  pnlUsd: null,
  pnlUsdPercent: null,
  pnlUsdAfterFees: null,
  pnlUsdAfterFeesPercent: null,
};
export const anAwaiting = (changes: Changes = {}): Position =>
  aPosition({ ...closedMarket, status: 'closed', ...changes });
/** Won: pays 120.50 USD. */
export const aClaimable = (changes: Changes = {}): Position =>
  aPosition({
    ...closedMarket,
    status: 'closed',
    result: 'yes',
    claimable: true,
    claimableAt: 1_790_000_000,
    payoutUsd: microUsd(120_500_000n),
    ...changes,
  });

/** A purchase of 10 contracts by deposit, not filled yet. */
const pendingOrder: Order = order.parse({
  pubkey: ORDER,
  owner: OWNER,
  ownerPubkey: OWNER,
  market: 'm',
  marketId: MARKET,
  marketIdHash: 'h',
  eventId: EVENT,
  position: POSITION,
  status: 'pending',
  isYes: true,
  isBuy: true,
  createdAt: 1_790_000_000,
  updatedAt: 1_790_000_000,
  contracts: '10',
  contractsMicro: '10000000',
  contractsDecimal: '10',
  maxFillPriceUsd: '620000',
  maxBuyPriceUsd: '620000',
  minSellPriceUsd: null,
  filledAt: 0,
  filledContracts: '0',
  filledContractsMicro: '0',
  filledContractsDecimal: '0',
  avgFillPriceUsd: '0',
  settled: false,
  orderId: 'PX-1',
  sizeUsd: '6500000',
  ...names,
  externalOrderId: 'x',
  bump: 255,
  orderType: 'market',
});
export const anOrder = (changes: Partial<Order> = {}): Order => ({ ...pendingOrder, ...changes });
export const aFilledOrder = (changes: Partial<Order> = {}): Order =>
  anOrder({
    status: 'filled',
    filledContractsMicro: microContracts(10_000_000n),
    avgFillPriceUsd: microUsd(600_000n),
    filledAt: 1_790_000_001,
    ...changes,
  });

const filledEvent: HistoryEvent = historyEvent.parse({
  id: 7,
  eventType: 'order_filled',
  signature: '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW',
  slot: '1',
  timestamp: 1_790_000_001,
  orderPubkey: ORDER,
  positionPubkey: POSITION,
  marketId: MARKET,
  ownerPubkey: OWNER,
  keeperPubkey: '',
  externalOrderId: 'x',
  orderId: 'PX-1',
  isBuy: true,
  isYes: true,
  contracts: '10',
  contractsMicro: '10000000',
  contractsDecimal: '10',
  filledContracts: '10',
  filledContractsMicro: '10000000',
  filledContractsDecimal: '10',
  contractsSettled: '0',
  contractsSettledMicro: '0',
  contractsSettledDecimal: '0',
  maxFillPriceUsd: '620000',
  avgFillPriceUsd: '600000',
  maxBuyPriceUsd: '620000',
  minSellPriceUsd: null,
  depositAmountUsd: '6500000',
  totalCostUsd: '6000000',
  feeUsd: '170000',
  grossProceedsUsd: '0',
  netProceedsUsd: '0',
  transferAmountToken: null,
  realizedPnl: null,
  realizedPnlBeforeFees: null,
  payoutAmountUsd: '0',
  eventId: EVENT,
  ...names,
});
export const anEvent = (changes: Partial<HistoryEvent> = {}): HistoryEvent => ({
  ...filledEvent,
  ...changes,
});

const soldHistory: PositionHistory = positionHistory.parse({
  positionPubkey: POSITION,
  ownerPubkey: OWNER,
  marketId: MARKET,
  isYes: true,
  status: 'sold',
  entryPriceUsd: '600000',
  exitPriceUsd: '700000',
  totalContracts: '10',
  totalContractsMicro: '10000000',
  totalContractsDecimal: '10',
  realizedPnlUsd: '660000',
  feesPaidUsd: '340000',
  openedAt: 1_790_000_000,
  closedAt: 1_790_003_600,
  ...names,
  events: [],
});
export const aHistory = (changes: Partial<PositionHistory> = {}): PositionHistory => ({
  ...soldHistory,
  ...changes,
});

const provider = (wire: string, settles: 'claim' | 'itself', hasLadder: boolean) => ({
  wire,
  label: wire,
  settles,
  depositMints: [USDC],
  minOrderUsd: '5000000',
  maxOrderUsd: null,
  hasLadder,
});
export const config: AppConfig = appConfig.parse({
  mode: 'paper',
  providers: [provider('provider_a', 'claim', true), provider('provider_d', 'itself', false)],
  mints: { usdc: USDC, stablecoin: STABLECOIN, sol: OWNER },
  explorer: { tx: 'https://explorer.example/tx/{signature}', address: 'https://explorer.example/{address}' },
  bases: DEFAULT_BASES,
  trigger: null,
  paper: { faucet: true, speed: 1 },
  chain: null,
});

/** Draws inside a router, for links, and the configuration; resolves once it is there. */
export async function draw(ui: ReactElement): Promise<void> {
  setConfig(config);
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <>
        <span data-testid="drawn" />
        {ui}
      </>
    ),
  });
  const event = createRoute({ getParentRoute: () => root, path: '/event/$eventId' });
  const router = createRouter({
    routeTree: root.addChildren([page, event]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  // The test's own small router stands in for the app's.
  render(<RouterProvider router={router as unknown as Parameters<typeof RouterProvider>[0]['router']} />);
  await screen.findByTestId('drawn');
}
