import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { Position } from '@contract/prediction/position.ts';
import { type ReactNode, useState } from 'react';
import { isOpenOrder, useOrders } from '@/api/orders.queries.ts';
import { ORDERS_POLL_MS, POSITIONS_POLL_MS } from '@/api/poll.ts';
import { usePositions } from '@/api/positions.queries.ts';
import { cx } from '@/lib/cx.ts';
import { useRulesState } from '@/state/rules-memory.ts';
import { Panel, PanelHeader, PanelTitle } from '@/ui/panel.tsx';
import { QueryBody, type QueryView } from '@/ui/query-body.tsx';
import { TableSkeleton } from '@/ui/table-skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs.tsx';
import { useOwner } from '@/wallet/index.ts';
import { outcomeName } from './market-groups.ts';
import { MarketRules } from './market-rules.tsx';
import { OrdersTable } from './orders-table.view.tsx';
import { PositionsTable } from './positions-table.view.tsx';

interface Props {
  event: PredictionEvent;
  market: Market;
  connected: boolean;
  positions: readonly Position[];
  orders: readonly Order[];
  /** Trades of the open market; drawn only while they are looked at. */
  trades: ReactNode;
  /** Positions and orders beside each other; trades and rules have places of their own then. */
  wide: boolean;
  onClosePosition: (position: Position) => void;
  className?: string;
}

const CHANGED = <span className="ml-1.5 font-normal text-warn text-xs">changed</span>;

interface BesideProps {
  title: string;
  count?: number;
  note?: ReactNode;
  children: ReactNode;
}

/** One of the panels that stand beside each other where there is room. */
const Beside = ({ title, count = 0, note, children }: BesideProps) => (
  <Panel aria-label={title}>
    <PanelHeader>
      <PanelTitle>
        {title}
        {count > 0 && <span className="num ml-1.5 font-normal text-faint">{count}</span>}
        {note}
      </PanelTitle>
    </PanelHeader>
    <div className="scroll-thin min-h-0 flex-1 overflow-y-auto">{children}</div>
  </Panel>
);

/** The rules where there is room for a panel of their own. */
export function RulesPanel({ event, market }: Pick<Props, 'event' | 'market'>) {
  const changed = useRulesState(event, market).before !== null;
  return (
    <Beside title="Rules" note={changed && CHANGED}>
      <MarketRules event={event} market={market} outcome={outcomeName(market)} />
    </Beside>
  );
}

interface OnceKnownProps {
  query: QueryView<unknown>;
  what: 'positions' | 'orders';
  intervalMs: number;
  children: ReactNode;
}
/** That the viewer has none is said once that is known. */
const OnceKnown = ({ what, children, ...rest }: OnceKnownProps) => (
  <QueryBody what={what} skeleton={<TableSkeleton what={what} />} {...rest}>
    {() => children}
  </QueryBody>
);

/** Everything about the viewer in this event, its trades and its rules. */
export function Activity({
  event,
  market,
  connected,
  positions,
  orders,
  trades,
  wide,
  onClosePosition,
  className,
}: Props) {
  const owner = useOwner() ?? undefined;
  const positionsQuery = usePositions(owner);
  const ordersQuery = useOrders(owner);
  // Until the viewer chooses: what they hold, else how the market is decided.
  const [chosen, setChosen] = useState<string>();
  const shown = chosen ?? (positions.length > 0 ? 'positions' : 'rules');
  /** A press on the one that is shown is a choice as well: it stays when what is held comes. */
  const tab = (value: string) => ({ value, onClick: () => setChosen(value) });
  const nameOf = (one: Position | Order): string => {
    const known = event.markets.find(({ marketId }) => marketId === one.marketId);
    return known ? outcomeName(known) : one.marketMetadata.title;
  };
  const open = orders.filter(isOpenOrder).length;
  const changed = useRulesState(event, market).before !== null;
  const ownPositions = (
    <PositionsTable positions={positions} connected={connected} nameOf={nameOf} onClose={onClosePosition} />
  );
  const ownOrders = <OrdersTable orders={orders} connected={connected} nameOf={nameOf} />;
  const held = connected ? (
    <OnceKnown query={positionsQuery} what="positions" intervalMs={POSITIONS_POLL_MS}>
      {ownPositions}
    </OnceKnown>
  ) : (
    ownPositions
  );
  const placed = connected ? (
    <OnceKnown query={ordersQuery} what="orders" intervalMs={ORDERS_POLL_MS}>
      {ownOrders}
    </OnceKnown>
  ) : (
    ownOrders
  );
  const rules = <MarketRules event={event} market={market} outcome={outcomeName(market)} />;
  if (wide)
    return (
      <div className={cx('grid grid-cols-2 gap-3', className)}>
        <Beside title="Positions" count={positions.length}>
          {held}
        </Beside>
        <Beside title="Orders" count={open}>
          {placed}
        </Beside>
      </div>
    );
  return (
    <Panel aria-label="Activity" className={className}>
      <Tabs
        value={shown}
        onValueChange={setChosen}
        className="scroll-thin flex min-h-0 flex-1 flex-col overflow-y-auto"
      >
        <div className="sticky top-0 z-10 flex min-h-11 shrink-0 items-center border-line border-b bg-panel px-3">
          <TabList aria-label="Activity" selected={shown}>
            <Tab {...tab('positions')} count={positions.length || undefined}>
              Positions
            </Tab>
            <Tab {...tab('orders')} count={open || undefined}>
              Orders
            </Tab>
            <Tab {...tab('trades')}>Trades</Tab>
            <Tab {...tab('rules')}>
              Rules
              {changed && CHANGED}
            </Tab>
          </TabList>
        </div>
        <TabPanel value="positions">{held}</TabPanel>
        <TabPanel value="orders">{placed}</TabPanel>
        <TabPanel value="trades">{trades}</TabPanel>
        <TabPanel value="rules">{rules}</TabPanel>
      </Tabs>
    </Panel>
  );
}
