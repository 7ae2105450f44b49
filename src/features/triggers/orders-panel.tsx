import { TRIGGER_ORDERS_POLL_MS } from '@/api/poll.ts';
import { useSignedIn } from '@/api/trigger-token.ts';
import { useTriggerOrders } from '@/api/triggers.queries.ts';
import { Age } from '@/ui/age.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Panel, PanelHeader } from '@/ui/panel.tsx';
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs.tsx';
import { useOwner } from '@/wallet/index.ts';
import { ACTIVE_ORDERS, OpenOrders } from './orders-open.tsx';
import { PastOrders } from './orders-past.tsx';
import type { OrdersTab } from './search-params.ts';
import type { TokenOf } from './triggers-labels.ts';

interface Props {
  tab: OrdersTab;
  onTab: (tab: OrdersTab) => void;
  tokenOf: TokenOf;
}

/** The orders of the connected wallet: those that wait, and those that have ended. */
export function OrdersPanel({ tab, onTab, tokenOf }: Props) {
  const owner = useOwner();
  const signedIn = useSignedIn(owner);
  const active = useTriggerOrders(signedIn, ACTIVE_ORDERS);
  return (
    <Panel aria-label="Trigger orders">
      <Tabs value={tab} onValueChange={(value) => onTab(value === 'past' ? 'past' : 'open')}>
        <PanelHeader>
          <TabList aria-label="Which orders">
            <Tab value="open" count={owner ? active.data?.pagination.total : undefined}>
              Open orders
            </Tab>
            <Tab value="past">Past orders</Tab>
          </TabList>
          {signedIn !== undefined && tab === 'open' && (
            <Age
              fetchedAt={active.dataUpdatedAt || undefined}
              intervalMs={TRIGGER_ORDERS_POLL_MS}
              className="ml-auto"
            />
          )}
        </PanelHeader>
        {owner === null ? (
          <TabPanel value={tab}>
            <EmptyState title="Connect a wallet to see its orders">
              Trigger orders are shown only to the wallet they belong to.
            </EmptyState>
          </TabPanel>
        ) : (
          <>
            <TabPanel value="open">
              <OpenOrders owner={owner} tokenOf={tokenOf} />
            </TabPanel>
            <TabPanel value="past">
              <PastOrders owner={owner} tokenOf={tokenOf} />
            </TabPanel>
          </>
        )}
      </Tabs>
    </Panel>
  );
}
