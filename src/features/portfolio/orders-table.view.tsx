import { formatContracts, formatUsd } from '@contract/money.ts';
import type { Order } from '@contract/prediction/order.ts';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { ORDER_COLUMN_NAMES } from '@/domain/column-names.ts';
import { heldText } from '@/domain/held-name.ts';
import { type Sort, type SortValue, sortRows } from '@/domain/sort-rows.ts';
import { cx } from '@/lib/cx.ts';
import { useStillOrder } from '@/lib/use-still-order.ts';
import type { OrderColumnChoice } from '@/state/portfolio-columns.ts';
import { ButtonClock, waitingTitle } from '@/tx/landing-clock.tsx';
import type { Waiting } from '@/tx/types.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { PassingButton } from '@/ui/passing-button.tsx';
import { PickBox, type Picking } from '@/ui/pick-box.tsx';
import { Pill } from '@/ui/pill.tsx';
import { Absent, Price } from '@/ui/price.tsx';
import { ActionTh, Table, Td, Th, Tr } from '@/ui/table.tsx';
import { When } from '@/ui/when.tsx';
import { BrowseMarkets } from './browse-markets.view.tsx';
import { MarketLabel } from './market-label.view.tsx';
import { orderStatusLabel } from './portfolio-labels.ts';
import { limitOf, tradedOf } from './portfolio-rows.ts';
import type { OrderColumn } from './search-params.ts';
import { type SortColumn, SortHeads } from './sort-heads.tsx';

interface Props extends Picking {
  orders: readonly Order[];
  isOpen: (order: Order) => boolean;
  /** Why nothing can be signed now; null when it can. */
  blocked: string | null;
  cancelling: ReadonlySet<string>;
  /** Those of them that were sent and could still land. */
  waiting: ReadonlyMap<string, Waiting>;
  /** Columns the reader has left out. */
  without: readonly OrderColumnChoice[];
  sort: Sort<OrderColumn> | undefined;
  onSort: (sort: Sort<OrderColumn> | undefined) => void;
  onCancel: (order: Order) => void;
  /** Opens what an order was quoted at beside what it was filled at. */
  onReceipt: (order: Order) => void;
}
interface RowProps {
  order: Order;
  open: boolean;
  /** It was open, and is on no list any more: it holds its place for a while. */
  hasEnded: boolean;
  blocked: string | null;
  busy: boolean;
  /** It was sent and could still land: until then it stays under way. */
  waiting: Waiting | undefined;
  without: readonly OrderColumnChoice[];
  /** Whether it is selected; undefined where there is nothing to select. */
  picked: boolean | undefined;
  onPick: (on: boolean) => void;
  onCancel: () => void;
  onReceipt: () => void;
}

const NOTHING_FILLED = 'Nothing has been filled';

function Filled({ order }: { order: Order }) {
  if (order.filledContractsMicro === 0n) return <Absent reason={NOTHING_FILLED} />;
  const partly = order.filledContractsMicro < order.contractsMicro;
  return (
    <span title={partly ? `of ${formatContracts(order.contractsMicro)} ordered` : undefined}>
      {formatContracts(order.filledContractsMicro)}
      <span className="text-muted"> @ </span>
      <Price value={order.avgFillPriceUsd === 0n ? null : order.avgFillPriceUsd} fine flash={false} />
    </span>
  );
}

/** The size ordered, of an order that is open and of which nothing was filled. */
const orderedOf = ({ sizeUsd }: Order, open: boolean) => (open && sizeUsd > 0n ? sizeUsd : null);

/** Cost or proceeds of what was filled; while nothing was, the size ordered. */
function Amount({ order, open }: { order: Order; open: boolean }) {
  const traded = tradedOf(order);
  // What is paid is rounded up wherever it is told, what is received down.
  const rounding = order.isBuy ? 'up' : 'down';
  if (traded !== null) {
    return (
      <span title={order.isBuy ? 'Cost, before fees' : 'Proceeds, before fees'}>
        {formatUsd(traded, rounding)}
      </span>
    );
  }
  const ordered = orderedOf(order, open);
  if (ordered !== null) {
    return (
      <span className="text-muted" title="Size ordered, not filled yet">
        {formatUsd(ordered, rounding)}
      </span>
    );
  }
  return <Absent reason={NOTHING_FILLED} />;
}

function OrderRow(props: RowProps) {
  const { order, open, hasEnded, blocked, busy, waiting, without, picked, onPick, onCancel, onReceipt } =
    props;
  const shows = (column: OrderColumnChoice) => !without.includes(column);
  const limit = limitOf(order);
  const { text, tone } = orderStatusLabel(order);
  const status = hasEnded ? <Pill>Ended</Pill> : <Pill tone={tone}>{text}</Pill>;
  const untold = <Absent reason="What was filled in the end is not known" />;
  const amount = hasEnded ? untold : <Amount order={order} open={open} />;
  return (
    <Tr
      className={cx('md:h-[43px]', hasEnded && 'stale')}
      data-testid="order"
      data-status={hasEnded ? 'ended' : order.status}
    >
      {picked !== undefined && (
        <Td align="left" className="w-px pr-0 max-md:pl-2.5 max-md:align-top">
          {open && (
            <PickBox
              label={`Select ${order.isBuy ? 'purchase' : 'sale'} of ${heldText(order)}`}
              checked={picked}
              onChange={onPick}
            />
          )}
        </Td>
      )}
      <Td align="left" className="w-full max-w-0 3xl:w-2/5 max-md:align-top">
        <MarketLabel
          subject={order}
          note={
            <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 md:hidden">
              <span className="text-muted text-xs">{order.isBuy ? 'Buy' : 'Sell'}</span>
              {status}
              <When seconds={order.createdAt} />
            </span>
          }
        />
      </Td>
      <Td align="left" from="md">
        {order.isBuy ? 'Buy' : 'Sell'}
      </Td>
      <Td align="left" from="md">
        {status}
      </Td>
      {shows('contracts') && (
        <Td num from="lg">
          {order.contractsMicro > 0n ? (
            formatContracts(order.contractsMicro)
          ) : (
            <Absent reason="Market order in dollars: known once filled" />
          )}
        </Td>
      )}
      <Td num className="max-md:align-top">
        {hasEnded ? untold : <Filled order={order} />}
        <span className="block text-xs md:hidden">{amount}</span>
      </Td>
      {shows('limit') && (
        <Td num from="xl">
          {limit === null ? (
            <Absent reason="No limit of its own" />
          ) : (
            <span
              title={order.isBuy ? 'Nothing is bought above this price' : 'Nothing is sold below this price'}
            >
              {order.isBuy ? '≤' : '≥'} <Price value={limit} fine flash={false} />
            </span>
          )}
        </Td>
      )}
      {shows('amount') && (
        <Td num from="md">
          {amount}
        </Td>
      )}
      {shows('placed') && (
        <Td from="lg">
          <When seconds={order.createdAt} />
        </Td>
      )}
      <Td className="pr-2 max-md:align-top">
        {open ? (
          <PassingButton
            size="sm"
            busy={busy}
            disabled={blocked !== null}
            title={waiting ? waitingTitle(waiting) : (blocked ?? 'Cancels the order and returns its deposit')}
            onClick={onCancel}
            aria-label={`Cancel ${order.isBuy ? 'purchase' : 'sale'} of ${heldText(order)}`}
          >
            <ButtonClock waiting={waiting}>Cancel</ButtonClock>
          </PassingButton>
        ) : order.filledContractsMicro > 0n && !hasEnded ? (
          <IconButton
            size="sm"
            icon={ReceiptText}
            label={`Receipt of ${order.isBuy ? 'purchase' : 'sale'}: ${heldText(order)}`}
            onClick={onReceipt}
          />
        ) : (
          <span className="sr-only">No action</span>
        )}
      </Td>
    </Tr>
  );
}

const COLUMNS: readonly SortColumn<OrderColumn>[] = [
  { column: 'market', name: ORDER_COLUMN_NAMES.market, align: 'left', text: true },
  { column: 'order', name: ORDER_COLUMN_NAMES.order, align: 'left', from: 'md', text: true },
  { column: 'status', name: ORDER_COLUMN_NAMES.status, align: 'left', from: 'md', text: true },
  { column: 'contracts', name: ORDER_COLUMN_NAMES.contracts, from: 'lg' },
  { column: 'filled', name: ORDER_COLUMN_NAMES.filled },
  { column: 'limit', name: ORDER_COLUMN_NAMES.limit, from: 'xl' },
  { column: 'amount', name: ORDER_COLUMN_NAMES.amount, from: 'md', title: 'Cost or proceeds, before fees' },
  { column: 'placed', name: ORDER_COLUMN_NAMES.placed, from: 'lg' },
];

/** What a sort by a column goes by: what the column shows. */
function sortValue(order: Order, open: boolean, column: OrderColumn): SortValue {
  switch (column) {
    case 'market':
      return heldText({ ...order, isYes: true });
    case 'order':
      return order.isBuy ? 'Buy' : 'Sell';
    case 'status':
      return orderStatusLabel(order).text;
    case 'contracts':
      return order.contractsMicro > 0n ? order.contractsMicro : null;
    case 'filled':
      return order.filledContractsMicro > 0n ? order.filledContractsMicro : null;
    case 'limit':
      return limitOf(order);
    case 'amount':
      return tradedOf(order) ?? orderedOf(order, open);
    case 'placed':
      return order.createdAt;
  }
}

export function OrdersTable(props: Props) {
  const { orders, isOpen, blocked, cancelling, waiting, without, sort } = props;
  const { onSort, isPicked, onPick, onCancel, onReceipt } = props;
  // Open ones and new ones stand first, and an old one that ends goes: it would take others under the pointer.
  const sorted = sortRows(orders, sort, (order, column) => sortValue(order, isOpen(order), column));
  const { places, holding } = useStillOrder(sorted, sort ?? '', ({ pubkey }) => pubkey);
  if (orders.length === 0) {
    return (
      <EmptyState title="No orders yet" action={<BrowseMarkets />}>
        Every order you place is listed here: open ones on top, where they can be cancelled.
      </EmptyState>
    );
  }
  // What has ended cannot be cancelled: there is a column of boxes while something can.
  const open = orders.filter(isOpen).map(({ pubkey }) => pubkey);
  return (
    <Table caption="Orders">
      <thead>
        <tr>
          {open.length > 0 && (
            <Th align="left" className="w-px pr-0 max-md:pl-2.5">
              <PickBox
                label="Select all open orders"
                checked={open.every(isPicked)}
                onChange={(on) => onPick(open, on)}
              />
            </Th>
          )}
          <SortHeads columns={COLUMNS} without={without} sort={sort} onSort={onSort} />
          <ActionTh />
        </tr>
      </thead>
      <tbody {...holding}>
        {places.map(({ row: order, isGone }) => (
          <OrderRow
            key={order.pubkey}
            order={order}
            open={!isGone && isOpen(order)}
            hasEnded={isGone && isOpen(order)}
            blocked={blocked}
            busy={cancelling.has(order.pubkey)}
            waiting={waiting.get(order.pubkey)}
            without={without}
            picked={open.length > 0 ? isPicked(order.pubkey) : undefined}
            onPick={(on) => onPick([order.pubkey], on)}
            onCancel={() => onCancel(order)}
            onReceipt={() => onReceipt(order)}
          />
        ))}
      </tbody>
    </Table>
  );
}
