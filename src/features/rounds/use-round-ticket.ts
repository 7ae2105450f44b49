import type { ProviderDescriptor } from '@contract/config.ts';
import type { EventId, Pubkey } from '@contract/ids.ts';
import {
  CENT,
  type MicroContracts,
  minBig,
  ONE_USD,
  toDecimalText,
  ZERO_CONTRACTS,
} from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import { useCallback, useEffect, useReducer, useState } from 'react';
import { eventKeys, useRenewEvent } from '@/api/events.queries.ts';
import { EVENT_POLL_MS } from '@/api/poll.ts';
import { usePositions } from '@/api/positions.queries.ts';
import { useRegionRefused } from '@/api/region.ts';
import { useTradingStatus } from '@/api/trading-status.queries.ts';
import { useConfig } from '@/config.ts';
import { partOf } from '@/domain/quote.ts';
import { pressedMid } from '@/domain/receipt.ts';
import { isTradable, marketOf, mostToSpend, quotedMid, type RoundSide } from '@/domain/round-quote.ts';
import type { Round } from '@/domain/rounds.ts';
import { useFreshness } from '@/lib/freshness.ts';
import { useSend } from '@/orders/form.ts';
import { walletState } from '@/orders/preflight.ts';
import { swapIntent } from '@/orders/swap-intent.ts';
import { orderTerms } from '@/orders/terms.ts';
import { quickAmountsPreference, quickLabels, slippagePreference } from '@/state/preferences.ts';
import { useTypedHere } from '@/state/shown-forms.ts';
import { useStored } from '@/state/stored.ts';
import type { Waiting } from '@/tx/types.ts';
import { orderKey, useOneUnderWay } from '@/tx/under-way.ts';
import { useTx } from '@/tx/use-tx.ts';
import type { NoticeText } from '@/ui/notice-box.tsx';
import { openConnect, useBalances, useOwner, useSigner } from '@/wallet/index.ts';
import {
  newRoundTicket,
  type RoundAction,
  type RoundSummary,
  type RoundTicketState,
  roundTicketReducer,
  summariseRound,
} from './round-ticket.ts';
import { clockOf, noticeOf, SIDE_NAMES } from './rounds-labels.ts';

export interface RoundTicketController {
  summary: RoundSummary;
  round: Round;
  provider: ProviderDescriptor;
  usdc: bigint | undefined;
  /** Undefined while positions are not known. */
  held: MicroContracts | undefined;
  frozen: boolean;
  /** What was sent could still land: until then it stays frozen. */
  waiting: Waiting | null;
  notice: RoundTicketState['notice'];
  setAction: (action: RoundAction) => void;
  setAmount: (text: string) => void;
  /** Share of the holding as text. */
  shareText: (bps: bigint) => string;
  /** Amounts of the settings: what their buttons say, and what each fills in; undefined while it cannot be known. */
  quick: readonly { label: string; text: string | undefined }[];
  sellAll: (position: Position) => void;
  submit: () => void;
}

interface Options {
  round: Round;
  side: RoundSide;
  provider: ProviderDescriptor;
  now: number;
  asOf: number | undefined;
  /** Whether the page turns to the next round by itself. */
  following: boolean;
}

/** Milliseconds in which a press may still be meant for the round before. */
const TURN_MS = 2_000;

/** Whether the page has only just turned to this round by itself. To one that the reader has chosen it has not. */
function useJustTurned(eventId: EventId, following: boolean): boolean {
  const followed = following ? eventId : null;
  const [known, setKnown] = useState(followed);
  const isTurn = known !== null && followed !== null && known !== followed;
  if (!isTurn && known !== followed) setKnown(followed);
  useEffect(() => {
    if (!isTurn) return;
    const timer = setTimeout(() => setKnown(followed), TURN_MS);
    return () => clearTimeout(timer);
  }, [isTurn, followed]);
  return isTurn;
}

/** The ticket of the round on show. */
export function useRoundTicket({
  round,
  side,
  provider,
  now,
  asOf,
  following,
}: Options): RoundTicketController {
  const [state, dispatch] = useReducer(roundTicketReducer, newRoundTicket);
  const { eventId } = round.event;
  const owner = useOwner();
  const shown = `${owner} ${eventId}`;
  const [turnedTo, setTurnedTo] = useState(shown);
  if (turnedTo !== shown) {
    setTurnedTo(shown);
    dispatch({ type: 'round' });
  }
  const { mints, chain } = useConfig();
  const signer = useSigner();
  const balances = useBalances();
  const trading = useTradingStatus();
  const positions = usePositions(owner ?? undefined);
  const slippage = useStored(slippagePreference);
  const quick = useStored(quickAmountsPreference);
  const freshness = useFreshness(asOf, EVENT_POLL_MS);
  const { run } = useTx(signer);
  const send = useSend<RoundSummary, NoticeText>({ run, dispatch });
  const renewEvent = useRenewEvent();

  const market = marketOf(round, side);
  const marketId = market?.marketId ?? '';
  const position = positions.data?.find((one) => one.marketId === marketId && one.contractsMicro > 0n);
  const held = positions.data && (position?.contractsMicro ?? ZERO_CONTRACTS);
  const usdc = balances.data?.usdc;
  const window = `${clockOf(round.beginAt)}–${clockOf(round.closeAt)}`;
  const underWay = useOneUnderWay(owner && market ? orderKey(owner, market.marketId) : undefined);
  const justTurned = useJustTurned(eventId, following);
  const live = summariseRound(state, {
    market,
    side,
    provider,
    tradable: isTradable(round, side, now),
    underWay: underWay !== undefined,
    fresh: freshness === 'fresh' || freshness === 'ageing',
    turnedTo: justTurned ? window : null,
    wallet: walletState(owner, signer),
    regionRefused: useRegionRefused(),
    tradingActive: trading.data,
    usdc,
    lamports: balances.data?.lamports,
    held,
    slippageBps: BigInt(slippage),
  });

  useTypedHere(state.submitted !== null || live.amountText !== '');

  const most = usdc === undefined ? undefined : toDecimalText(mostToSpend(usdc, provider.maxOrderUsd));
  /** Undefined where no order may be of that amount, or a part of the balance is not known. */
  const quickText = (index: number): string | undefined => {
    const amount = quick[quick.unit][index];
    if (amount === undefined) return most;
    if (quick.unit === 'usd') {
      const usd = BigInt(amount) * ONE_USD;
      const { minOrderUsd: least, maxOrderUsd } = provider;
      return usd < least || (maxOrderUsd !== null && usd > maxOrderUsd) ? undefined : String(amount);
    }
    if (usdc === undefined) return undefined;
    const part = ((usdc * BigInt(amount)) / 100n / CENT) * CENT;
    return toDecimalText(provider.maxOrderUsd === null ? part : minBig<bigint>(part, provider.maxOrderUsd));
  };
  const setAmount = useCallback((text: string) => dispatch({ type: 'amount', marketId, text }), [marketId]);
  const submit = () => {
    if (live.button.kind === 'connect') return openConnect();
    if (live.button.kind !== 'submit' || !market || !signer || !live.quote || state.submitted) return;
    // The market is the side: its contracts are all YES.
    const subject = {
      owner: signer.pubkey,
      marketId: market.marketId,
      side: 'yes',
      position: position?.pubkey ?? null,
    } as const;
    const order = orderTerms(live.quote, subject, { mint: mints.usdc, byQuantity: false });
    if (!order) return;
    const terms = {
      order,
      outcomeMint: (market.outcomeMint ?? null) as Pubkey | null,
      usdc: mints.usdc,
      takers: { cost: chain?.vault ?? null, fees: chain?.fees ?? null },
    };
    const title = `${live.action === 'buy' ? 'Buy' : 'Sell'} ${SIDE_NAMES[side]} · ${window}`;
    const mid = pressedMid(quotedMid(market), asOf);
    const labels = { title, what: SIDE_NAMES[side], invalidates: [eventKeys.all], mid };
    void send(
      { summary: live, turn: state.turn },
      (refused) =>
        swapIntent(terms, labels, (error) => {
          refused(noticeOf(error, order.action));
          // Most are refused because the price has moved: the next press shall not come before the new one is shown.
          void renewEvent(eventId);
        }),
      orderKey(signer.pubkey, market.marketId),
    );
  };

  return {
    summary: state.submitted ?? live,
    round,
    provider,
    usdc,
    held,
    frozen: state.submitted !== null,
    waiting: underWay ?? null,
    notice: state.notice,
    setAction: (action) => dispatch({ type: 'action', action }),
    setAmount,
    shareText: (bps) => toDecimalText(partOf(held ?? ZERO_CONTRACTS, bps)),
    quick: quickLabels(quick).map((label, index) => ({ label, text: quickText(index) })),
    sellAll: (sold) => {
      // The page follows: while an order is under way on this round, the ticket would take nothing for the other one.
      if (sold.eventId !== eventId) dispatch({ type: 'round' });
      dispatch({ type: 'sell', marketId: sold.marketId, text: toDecimalText(sold.contractsMicro) });
    },
    submit,
  };
}
