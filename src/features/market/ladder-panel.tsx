import type { Side } from '@contract/ids.ts';
import { formatCents } from '@contract/money.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { Orderbook } from '@contract/prediction/orderbook.ts';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { toast } from 'sonner';
import { bookIdOf, useBook } from '@/api/orderbook.queries.ts';
import { isOpenOrder } from '@/api/orders.queries.ts';
import { BOOK_POLL_MS } from '@/api/poll.ts';
import { useConfig } from '@/config.ts';
import {
  buildLadder,
  GROUPINGS,
  type Grouping,
  type Ladder,
  type LadderRow,
  naturalGrouping,
  type OwnOrder,
  ownRowId,
} from '@/domain/book.ts';
import { useFreshness } from '@/lib/freshness.ts';
import { Age } from '@/ui/age.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Select } from '@/ui/field.tsx';
import { Panel, PanelHeader, PanelTitle } from '@/ui/panel.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { LoadingNote, Skeleton } from '@/ui/skeleton.tsx';
import { LadderView } from './ladder.view.tsx';
import { type OrderCancels, OwnOrders } from './own-orders.view.tsx';

const groupingOptions = () => GROUPINGS.map((step) => ({ value: String(step), label: formatCents(step) }));
const groupingOf = (text: string): Grouping => GROUPINGS.find((step) => String(step) === text) ?? 10_000n;

/** An order as the ladder marks it; null without a limit of its own. */
function ownOrder(order: Order): OwnOrder | null {
  const { isYes, isBuy } = order;
  const limit = isBuy ? order.maxBuyPriceUsd : order.minSellPriceUsd;
  return limit === null ? null : { isYes, isBuy, limit };
}

/** The ladder of a book, built on the one before, so that unchanged rows stay the same objects. */
function useLadder(
  book: Orderbook | null | undefined,
  side: Side,
  grouping: Grouping,
  own: readonly OwnOrder[],
): Ladder {
  const last = useRef<Ladder>(undefined);
  return useMemo(() => {
    const next = buildLadder(book ?? null, side, grouping, last.current, own);
    last.current = next;
    return next;
  }, [book, side, grouping, own]);
}

function LadderSkeleton() {
  return (
    <div className="flex flex-1 flex-col gap-[5px] px-3 py-2">
      <LoadingNote what="the order book" />
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'].map((key) => (
        <Skeleton key={key} className="h-4 w-full" />
      ))}
    </div>
  );
}

interface Props {
  market: Market;
  /** Side of the page: the ladder follows each turn of it, and may be switched to the other until the next. */
  side: Side;
  oneSided: boolean;
  orders: readonly Order[];
  /** Says which side of the page the level leads to. */
  onPick: (row: LadderRow, side: Side) => Side;
  cancels: OrderCancels;
  className?: string;
}

export function LadderPanel({ market, side, oneSided, orders, onPick, cancels, className }: Props) {
  const config = useConfig();
  const query = useBook(bookIdOf(market, config.providers));
  const { error } = query;
  const freshness = useFreshness(query.dataUpdatedAt, BOOK_POLL_MS);
  /** The side switched to here, and that of the page beside which it is shown. */
  const [own, setOwn] = useState<{ shown: Side; beside: Side }>();
  const [turnedTo, setTurnedTo] = useState(side);
  if (turnedTo !== side) {
    setTurnedTo(side);
    if (own?.beside !== side) setOwn(undefined);
  }
  const [chosen, setChosen] = useState<Grouping>();
  const shown = oneSided ? 'yes' : (own?.shown ?? side);
  const natural = useMemo(() => naturalGrouping(query.data ?? null), [query.data]);
  const grouping = chosen ?? natural;
  const resting = useMemo(
    () => orders.filter((order) => isOpenOrder(order) && order.marketId === market.marketId),
    [orders, market.marketId],
  );
  const marked = useMemo(() => resting.flatMap((order) => ownOrder(order) ?? []), [resting]);
  const ladder = useLadder(query.data, shown, grouping, marked);
  const provider = config.providers.find(({ wire }) => wire === market.provider);
  const leftTrading = error?.code === 'ORDERBOOK_BAD_STATUS';

  const body = () => {
    if (provider && !provider.hasLadder)
      return (
        <EmptyState
          title="No order book here"
          action={
            provider.settles === 'itself' && (
              <Link
                to="/rounds"
                search={{ round: market.eventId }}
                className="rounded-xs text-accent underline-offset-2 hover:underline"
              >
                Open the round
              </Link>
            )
          }
        >
          This provider fills orders without an order book.
        </EmptyState>
      );
    if (market.status !== 'open' || leftTrading)
      return (
        <EmptyState title="Market closed">
          Its order book is gone. Positions settle with the result.
        </EmptyState>
      );
    if (query.data === undefined) {
      return error ? (
        <ErrorState
          title="Couldn’t load the order book"
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          error={error}
        >
          {error.message}
        </ErrorState>
      ) : (
        <LadderSkeleton />
      );
    }
    return (
      <LadderView
        ladder={ladder}
        stale={freshness === 'stale' || error !== null}
        age={<Age asOf={query.dataUpdatedAt} intervalMs={BOOK_POLL_MS} />}
        own={<OwnOrders orders={resting} cancels={cancels} />}
        onCancelAt={(row) => {
          for (const order of resting) {
            const rests = ownOrder(order);
            const here = rests && ownRowId(rests, ladder.side, ladder.grouping) === row.id;
            if (!here || cancels.busy.has(order.pubkey)) continue;
            if (cancels.blocked === null) cancels.cancel(order);
            // A key has no title to read why it does nothing.
            else toast(cancels.blocked, { id: 'cancel-blocked' });
          }
        }}
        onPick={(row, on) => {
          // The bid side may lead the ticket to the other side; the ladder under the pointer stays.
          setOwn({ shown: on, beside: onPick(row, on) });
        }}
      />
    );
  };

  return (
    <Panel aria-label="Order book" className={className}>
      <PanelHeader>
        <PanelTitle>Order book</PanelTitle>
        <span className="ml-auto flex items-center gap-1.5">
          {!oneSided && (
            <Segmented<Side>
              look="plain"
              label="Side of the order book"
              value={shown}
              onChange={(next) => setOwn({ shown: next, beside: side })}
              options={[
                { value: 'yes', label: 'Yes' },
                { value: 'no', label: 'No' },
              ]}
            />
          )}
          <Select
            label="Price step"
            value={String(grouping)}
            options={groupingOptions()}
            onChange={(text) => setChosen(groupingOf(text))}
            className="num"
          />
        </span>
      </PanelHeader>
      {body()}
    </Panel>
  );
}
