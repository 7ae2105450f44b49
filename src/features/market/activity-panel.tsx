import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { Position } from '@contract/prediction/position.ts';
import { type ReactNode, useState } from 'react';
import { isOpenOrder } from '@/api/orders.queries.ts';
import { useRulesState } from '@/state/rules-memory.ts';
import { Panel } from '@/ui/panel.tsx';
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs.tsx';
import { outcomeName } from './market-groups.ts';
import { OrdersTable } from './orders-table.view.tsx';
import { PositionsTable } from './positions-table.view.tsx';
import { RulesPanel } from './rules-panel.tsx';

interface Props {
  event: PredictionEvent;
  market: Market;
  connected: boolean;
  positions: readonly Position[];
  orders: readonly Order[];
  /** Trades of the open market; drawn only while they are looked at. */
  trades: ReactNode;
  onClosePosition: (position: Position) => void;
  className?: string;
}

/** Everything about the viewer in this event, its trades and its rules. */
export function Activity({
  event,
  market,
  connected,
  positions,
  orders,
  trades,
  onClosePosition,
  className,
}: Props) {
  // Until the viewer chooses: what they hold, else how the market is decided.
  const [chosen, setChosen] = useState<string>();
  const shown = chosen ?? (positions.length > 0 ? 'positions' : 'rules');
  const nameOf = (one: Position | Order): string => {
    const known = event.markets.find(({ marketId }) => marketId === one.marketId);
    return known ? outcomeName(known) : one.marketMetadata.title;
  };
  const open = orders.filter(isOpenOrder).length;
  const changed = useRulesState(event, market).before !== null;
  return (
    <Panel aria-label="Activity" className={className}>
      <Tabs
        value={shown}
        onValueChange={setChosen}
        className="scroll-thin flex min-h-0 flex-1 flex-col overflow-y-auto"
      >
        <div className="sticky top-0 z-10 flex min-h-11 shrink-0 items-center border-line border-b bg-panel px-3">
          <TabList aria-label="Activity">
            <Tab value="positions" count={positions.length || undefined}>
              Positions
            </Tab>
            <Tab value="orders" count={open || undefined}>
              Orders
            </Tab>
            <Tab value="trades">Trades</Tab>
            <Tab value="rules">
              Rules
              {changed && <span className="ml-1.5 text-warn text-xs">changed</span>}
            </Tab>
          </TabList>
        </div>
        <TabPanel value="positions">
          <PositionsTable
            positions={positions}
            connected={connected}
            nameOf={nameOf}
            onClose={onClosePosition}
          />
        </TabPanel>
        <TabPanel value="orders">
          <OrdersTable orders={orders} connected={connected} nameOf={nameOf} />
        </TabPanel>
        <TabPanel value="trades">{trades}</TabPanel>
        <TabPanel value="rules">
          <RulesPanel event={event} market={market} outcome={outcomeName(market)} />
        </TabPanel>
      </Tabs>
    </Panel>
  );
}
