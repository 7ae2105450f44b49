import type { ProviderDescriptor } from '@contract/config.ts';
import { opposite, type Side, sideOf } from '@contract/ids.ts';
import {
  CENT,
  type MicroContracts,
  type MicroUsd,
  microUsd,
  minBig,
  ONE_USD,
  toDecimalText,
  ZERO_CONTRACTS,
} from '@contract/money.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { Position } from '@contract/prediction/position.ts';
import { MIN_ORDER } from '@contract/pricing.ts';
import { useMemo, useReducer, useState } from 'react';
import { bookIdOf, useBook } from '@/api/orderbook.queries.ts';
import { useOrders } from '@/api/orders.queries.ts';
import { BOOK_POLL_MS } from '@/api/poll.ts';
import { usePositions } from '@/api/positions.queries.ts';
import { useRegionRefused } from '@/api/region.ts';
import { useTradingStatus } from '@/api/trading-status.queries.ts';
import { hasRpc, useConfig } from '@/config.ts';
import { type LadderRow, midPrice, sideBook } from '@/domain/book.ts';
import { clampPrice, partOf } from '@/domain/quote.ts';
import { pressedMid } from '@/domain/receipt.ts';
import { useFreshness } from '@/lib/freshness.ts';
import { walletState } from '@/orders/preflight.ts';
import { freeOf } from '@/orders/reserved.ts';
import {
  ladderClickPreference,
  quickAmountsPreference,
  quickLabels,
  slippagePreference,
} from '@/state/preferences.ts';
import { useTypedHere } from '@/state/shown-forms.ts';
import { useStored } from '@/state/stored.ts';
import { SELL_LABELS } from '@/state/ticket-keys.ts';
import type { Waiting } from '@/tx/types.ts';
import { orderKey, useOneUnderWay } from '@/tx/under-way.ts';
import { openConnect, useBalances, useOwner, useSigner } from '@/wallet/index.ts';
import { clickSize } from './click-size.ts';
import { hasOneSide } from './sides.ts';
import { type TicketEvent, ticketReducer } from './ticket.reducer.ts';
import { summarise } from './ticket.summary.ts';
import { sideLabel, winPhrase } from './ticket-labels.ts';
import { newTicket, type TicketSummary, targetOf } from './ticket-state.ts';
import { useSubmitOrder } from './use-submit-order.ts';

type Holding = Pick<Position, 'pubkey' | 'marketId' | 'isYes' | 'contractsMicro'>;

interface Options {
  market: Market | undefined;
  /** Name of what wins: "France". */
  outcome: string;
  side: Side;
  onSide: (side: Side) => void;
}

/** The ticket of the open market: what it shows, and what can be done to it. */
export interface TicketController {
  summary: TicketSummary;
  outcome: string;
  /** "If France wins". */
  winPhrase: string;
  oneSided: boolean;
  /** Best prices to buy and to sell each side, from the market's quote. */
  prices: Record<Side, MicroUsd | null>;
  sellPrices: Record<Side, MicroUsd | null>;
  usdc: bigint | undefined;
  /** Whether there is a chain to simulate with before anything is signed. */
  canSimulate: boolean;
  /** Undefined while positions are not known. */
  held: MicroContracts | undefined;
  /** What of it open sales have not reserved; undefined while open orders are not known either. */
  free: MicroContracts | undefined;
  position: Position | undefined;
  frozen: boolean;
  /** What was sent on this market could still land: until then nothing else is. */
  waiting: Waiting | null;
  notice: ReturnType<typeof ticketReducer>['notice'];
  dispatch: (event: TicketEvent) => void;
  setSide: (side: Side) => void;
  setAmount: (text: string) => void;
  setCap: (text: string | null) => void;
  /** Amount by number: dollars when buying, a share of what is free when selling; 4 is everything. */
  preset: (index: number) => void;
  /** What those amounts are called. */
  labels: readonly string[];
  /** "Trade up to here", from a row of the ladder of one side; says on which side the ticket then stands. */
  pick: (row: LadderRow, ladderSide: Side) => Side;
  /** Fills in a sale of what is free of a position, to whose market and side the page then has to turn. */
  sellOf: (position: Holding) => void;
  submit: () => void;
}

const SELL_PRESETS = [1_000n, 2_500n, 5_000n, 7_500n] as const;
const ALL = 10_000n;

function pricesOf(market: Market | undefined, action: 'buy' | 'sell'): Record<Side, MicroUsd | null> {
  const pricing = market?.status === 'open' ? market.pricing : null;
  if (!pricing) return { yes: null, no: null };
  return action === 'buy'
    ? { yes: pricing.buyYesPriceUsd, no: pricing.buyNoPriceUsd }
    : { yes: pricing.sellYesPriceUsd, no: pricing.sellNoPriceUsd };
}

const marketState = (
  market: Market | undefined,
  provider: ProviderDescriptor | undefined,
): 'open' | 'closed' | 'read-only' => {
  if (market?.status !== 'open' || market.tradable === false) return 'closed';
  return provider ? 'open' : 'read-only';
};

export function useTicket({ market, outcome, side: pageSide, onSide }: Options): TicketController {
  const [state, dispatch] = useReducer(ticketReducer, newTicket);
  const owner = useOwner();
  const shown = `${owner} ${market?.marketId}`;
  const [turnedTo, setTurnedTo] = useState(shown);
  if (market && turnedTo !== shown) {
    setTurnedTo(shown);
    dispatch({ type: 'market' });
  }
  const underWay = useOneUnderWay(owner && market ? orderKey(owner, market.marketId) : undefined);
  // What is frozen is of one side, whichever the page shows meanwhile.
  const side = state.submitted?.side ?? pageSide;
  const config = useConfig();
  const book = useBook(bookIdOf(market, config.providers));
  const freshness = useFreshness(book.dataUpdatedAt, BOOK_POLL_MS);
  const signer = useSigner();
  const balances = useBalances();
  const trading = useTradingStatus();
  const positions = usePositions(owner ?? undefined);
  const orders = useOrders(owner ?? undefined);
  const slippage = useStored(slippagePreference);
  const quick = useStored(quickAmountsPreference);
  const ladderClick = useStored(ladderClickPreference);

  const provider = config.providers.find(({ wire }) => wire === market?.provider);
  const oneSided = hasOneSide(market);
  const position = positions.data?.find(
    (held) =>
      held.marketId === market?.marketId && held.isYes === (side === 'yes') && held.contractsMicro > 0n,
  );
  const held = positions.data && (position?.contractsMicro ?? ZERO_CONTRACTS);
  const free = position ? freeOf(position, orders) : held;
  /** Empty where there are none, and while nobody knows of any: nothing is filled in that may be reserved. */
  const contractsText = (contracts: MicroContracts | undefined) =>
    contracts ? toDecimalText(contracts) : '';
  const levels = useMemo(
    () => (book.data === undefined ? undefined : sideBook(book.data, side)),
    [book.data, side],
  );
  const target = targetOf(market?.marketId ?? '', side);
  const live = summarise(state, {
    target,
    side,
    sideLabel: sideLabel(market, side),
    market: marketState(market, provider),
    underWay: underWay !== undefined,
    book: levels,
    bookFresh: freshness === 'fresh' || freshness === 'ageing',
    wallet: walletState(owner, signer),
    regionRefused: useRegionRefused(),
    tradingActive: trading.data,
    usdc: balances.data?.usdc,
    lamports: balances.data?.lamports,
    held,
    free,
    slippageBps: BigInt(slippage),
    minOrder: provider?.minOrderUsd ?? MIN_ORDER,
    maxOrder: provider?.maxOrderUsd ?? null,
  });
  const submitOrder = useSubmitOrder(signer, dispatch);
  useTypedHere(state.submitted !== null || live.amountText !== '' || live.ownCap !== undefined);

  /** A part of the balance in basis points, within what one order may be; undefined while it is not known. */
  const spending = (bps: bigint): string | undefined => {
    const balance = balances.data?.usdc;
    if (balance === undefined) return undefined;
    const part = bps === ALL ? balance : ((balance * bps) / ALL / CENT) * CENT;
    const most = provider?.maxOrderUsd ?? undefined;
    return toDecimalText(most === undefined ? part : minBig<bigint>(part, most));
  };
  const buyPreset = (index: number): string | undefined => {
    const amount = quick[quick.unit][index];
    if (amount === undefined) return spending(ALL);
    return quick.unit === 'usd' ? String(amount) : spending(BigInt(amount) * 100n);
  };
  const setAmount = (text: string) => dispatch({ type: 'amount', target, text });
  // A key reaches them while their buttons are off: what was typed then stays.
  const preset = (index: number) => {
    if (state.action === 'buy') {
      const text = buyPreset(index);
      if (text !== undefined) dispatch({ type: 'mode', mode: 'money', text });
    } else if (free) setAmount(toDecimalText(partOf(free, SELL_PRESETS[index] ?? ALL)));
  };
  const pick = (row: LadderRow, ladderSide: Side): Side => {
    // The page is turned to no other side under an order that may come back to be edited.
    if (!market || state.submitted !== null) return pageSide;
    const fill = (action: 'buy' | 'sell', on: Side, contracts: MicroContracts, cap: bigint) => {
      dispatch({
        type: 'pick',
        target: targetOf(market.marketId, on),
        action,
        contracts: contractsText(contracts),
        cap: toDecimalText(clampPrice(cap), 4),
      });
      if (on !== side) onSide(on);
      return on;
    };
    const holding = positions.data?.find(
      (one) => one.marketId === market.marketId && one.isYes === (ladderSide === 'yes'),
    );
    const across = microUsd(ONE_USD - row.price);
    if (row.kind === 'ask') return fill('buy', ladderSide, clickSize(row, row.price, ladderClick), row.price);
    if (holding && holding.contractsMicro > 0n)
      return fill(
        'sell',
        ladderSide,
        minBig(freeOf(holding, orders) ?? ZERO_CONTRACTS, clickSize(row, row.price, ladderClick)),
        row.price,
      );
    if (oneSided) return side;
    return fill('buy', opposite(ladderSide), clickSize(row, across, ladderClick), across);
  };

  return {
    summary: state.submitted ?? live,
    outcome,
    winPhrase: winPhrase(market, outcome, side),
    oneSided,
    canSimulate: hasRpc(),
    prices: pricesOf(market, 'buy'),
    sellPrices: pricesOf(market, 'sell'),
    usdc: balances.data?.usdc,
    held,
    free,
    position,
    frozen: state.submitted !== null,
    waiting: underWay ?? null,
    notice: state.notice,
    dispatch,
    setSide: (next) => {
      if (state.submitted === null && next !== side && !(oneSided && next === 'no')) onSide(next);
    },
    setAmount,
    setCap: (text) => dispatch({ type: 'cap', target, text }),
    preset,
    labels: state.action === 'buy' ? quickLabels(quick) : SELL_LABELS,
    pick,
    sellOf: (sold) => {
      const { marketId } = sold;
      const on = sideOf(sold.isYes);
      // The page follows: while an order is under way here, the ticket would take nothing for what it turns to.
      if (marketId !== market?.marketId || on !== side) dispatch({ type: 'market' });
      dispatch({ type: 'action', action: 'sell' });
      dispatch({ type: 'amount', target: targetOf(marketId, on), text: contractsText(freeOf(sold, orders)) });
    },
    submit: () => {
      if (live.button.kind === 'connect') openConnect();
      else if (live.button.kind === 'submit' && market && signer && live.quote && state.submitted === null) {
        submitOrder(
          { summary: live, turn: state.turn },
          {
            owner: signer.pubkey,
            marketId: market.marketId,
            side,
            mint: (state.action === 'sell' ? position?.settlementMint : null) ?? config.mints.usdc,
            position: position?.pubkey ?? null,
            mid: pressedMid(levels ? midPrice(levels) : null, book.dataUpdatedAt),
            title: `${state.action === 'buy' ? 'Buy' : 'Sell'} ${sideLabel(market, side)} · ${outcome}`,
          },
        );
      }
    },
  };
}
