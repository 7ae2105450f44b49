import { type Pubkey, sideOf } from '@contract/ids.ts';
import type { MicroContracts } from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import { useEffect, useReducer, useRef } from 'react';
import { useBook } from '@/api/orderbook.queries.ts';
import { BOOK_POLL_MS } from '@/api/poll.ts';
import { useTradingStatus } from '@/api/trading-status.queries.ts';
import { useConfig } from '@/config.ts';
import { midPrice, sideBook } from '@/domain/book.ts';
import type { PositionState } from '@/domain/portfolio.ts';
import { pressedMid } from '@/domain/receipt.ts';
import { useFreshness } from '@/lib/freshness.ts';
import { formReducer, isSpent, notSending, type Sending, useSend } from '@/orders/form.ts';
import { walletState } from '@/orders/preflight.ts';
import { slippagePreference } from '@/state/preferences.ts';
import { useTypedHere } from '@/state/shown-forms.ts';
import { useStored } from '@/state/stored.ts';
import { orderKey, useOneUnderWay } from '@/tx/under-way.ts';
import { useTx } from '@/tx/use-tx.ts';
import { Age } from '@/ui/age.tsx';
import { useBalances, type WalletSigner } from '@/wallet/index.ts';
import { sellPosition } from '../queue/intents.ts';
import { CloseDialogView } from './close-dialog.view.tsx';
import { type BookView, type CloseAmount, type CloseSummary, closeSummary } from './close-form.ts';

/** What the dialog showed when its button was pressed. */
interface ShownClose {
  summary: CloseSummary;
  position: Position;
  free: MicroContracts | undefined;
}

/** What the user has chosen. */
interface CloseState extends Sending<ShownClose, never> {
  amount: CloseAmount;
  slippageBps: number;
}

type Edit = { type: 'amount'; amount: CloseAmount } | { type: 'slippage'; bps: number };
/** All of the position, at the slippage of the settings. */
const newClose = (slippageBps: number): CloseState => ({
  amount: { by: 'part', bps: 10_000n },
  slippageBps,
  ...notSending,
});

/** The dialog is frozen from submit to the end; it is closed by what has been spent, and so clears nothing. */
const closeReducer = formReducer<ShownClose, never, CloseState, Edit>({
  edit: (state, event) =>
    event.type === 'amount' ? { ...state, amount: event.amount } : { ...state, slippageBps: event.bps },
  cleared: (state) => state,
});

interface Props {
  position: Position;
  state: PositionState;
  /** What of it open sales have not reserved; undefined while that is not known. */
  free: MicroContracts | undefined;
  owner: Pubkey;
  signer: WalletSigner | null;
  onDone: () => void;
}

function useBookView({ position, state }: Pick<Props, 'position' | 'state'>): BookView & { asOf: number } {
  const { data, dataUpdatedAt: asOf, error } = useBook(position.marketId);
  const freshness = useFreshness(asOf > 0 ? asOf : undefined, BOOK_POLL_MS);
  if (state.phase !== 'open' || error?.code === 'ORDERBOOK_BAD_STATUS') return { state: 'closed', asOf };
  if (data === undefined) return { state: 'loading', asOf };
  if (freshness === 'stale') return { state: 'stale', asOf };
  return { state: 'ready', book: sideBook(data, sideOf(position.isYes)), asOf };
}

/** Closes all or part of a position at the live book. A rejection or a failure keeps the form. */
export function CloseDialog({ position, state, free, owner, signer, onDone }: Props) {
  const { mints } = useConfig();
  const preferredBps = useStored(slippagePreference);
  const [form, dispatch] = useReducer(closeReducer, preferredBps, newClose);
  const { run } = useTx(signer);
  const send = useSend<ShownClose, never>({ run, dispatch });
  const { amount, slippageBps, submitted } = form;
  useTypedHere(submitted !== null || amount.by === 'typed');
  const order = orderKey(owner, position.marketId);
  const underWay = useOneUnderWay(order);
  const { data: tradingActive } = useTradingStatus();
  const balances = useBalances();
  const { asOf, ...book } = useBookView({ position, state });
  const live = closeSummary({
    position,
    free,
    amount,
    book,
    slippageBps,
    underWay: underWay !== undefined,
    wallet: walletState(owner, signer),
    lamports: balances.data?.lamports,
    tradingActive,
  });
  const standing = useRef(false);
  useEffect(() => {
    standing.current = true;
    return () => {
      standing.current = false;
    };
  }, []);
  const submit = () => {
    const quote = live.close?.quote;
    if (!quote || live.problem) return;
    const shown = { summary: live, position, free };
    const mid = pressedMid(book.state === 'ready' ? midPrice(book.book) : null, asOf);
    void send(
      { summary: shown, turn: form.turn },
      () => sellPosition(quote, position, owner, mints, { mid }),
      order,
    ).then((outcome) => {
      // Dismissed meanwhile, it closes nothing: what stands open now is another one.
      if (standing.current && outcome && (isSpent(outcome) || outcome.result === 'not-filled')) onDone();
    });
  };
  return (
    <CloseDialogView
      position={submitted?.position ?? position}
      free={submitted ? submitted.free : free}
      amount={amount}
      summary={submitted?.summary ?? live}
      slippageBps={slippageBps}
      preferredBps={preferredBps}
      age={<Age asOf={asOf > 0 ? asOf : undefined} intervalMs={BOOK_POLL_MS} />}
      busy={submitted !== null}
      waiting={underWay ?? null}
      onAmount={(next) => dispatch({ type: 'amount', amount: next })}
      onSlippage={(bps) => dispatch({ type: 'slippage', bps })}
      onSubmit={submit}
      onDismiss={onDone}
    />
  );
}
