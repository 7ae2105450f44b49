import type { Pubkey } from '@contract/ids.ts';
import { useEffect } from 'react';
import { toAppError } from '@/api/app-error.ts';
import { TRIGGER_ORDERS_POLL_MS } from '@/api/poll.ts';
import { useTokenPrices } from '@/api/prices.queries.ts';
import { useSignedIn } from '@/api/trigger-token.ts';
import { ACTIVE_ORDERS, useTriggerOrders } from '@/api/triggers.queries.ts';
import { useUpdatePriceOrder } from '@/api/triggers.writes.ts';
import { cx } from '@/lib/cx.ts';
import { Age } from '@/ui/age.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Panel, PanelHeader } from '@/ui/panel.tsx';
import { QueryBody } from '@/ui/query-body.tsx';
import { TableSkeleton } from '@/ui/table-skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs.tsx';
import { useOwner, useSigner } from '@/wallet/index.ts';
import type { OrderDrafts } from './orders-drafts.ts';
import { OpenOrdersTable, type SaveChange } from './orders-open.view.tsx';
import { PastOrders } from './orders-past.tsx';
import type { OrdersTab } from './search-params.ts';
import { type TokenOf, unseenTitle } from './triggers-labels.ts';
import { useWithdrawals } from './use-withdrawals.ts';

interface OpenProps {
  /** The connected wallet, signed in or not. */
  owner: Pubkey;
  tokenOf: TokenOf;
  drafts: OrderDrafts;
}

/** The open orders of a wallet. They stay in view, and a change half made with them, while it signs in again. */
const OpenOrders = (props: OpenProps) => <OpenOrdersOf key={props.owner} {...props} />;

function OpenOrdersOf({ owner, tokenOf, drafts }: OpenProps) {
  const update = useUpdatePriceOrder(owner);
  const signedIn = useSignedIn(owner);
  const signer = useSigner();
  const query = useTriggerOrders(signedIn, ACTIVE_ORDERS);
  const prices = useTokenPrices(query.data?.orders.map(({ triggerMint }) => triggerMint) ?? []);
  const { busy, waiting, begun, blocked, start, forget } = useWithdrawals(owner, signer, tokenOf);
  const { data, dataUpdatedAt, isPlaceholderData } = query;

  const over =
    data && !isPlaceholderData
      ? begun.filter(({ id }) => !busy.has(id) && !data.orders.some((order) => order.id === id))
      : [];
  const ended = over.map(({ id }) => id).join(',');
  // With each answer that is without them: whether one has ended may not have been known the last time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is another one each time
  useEffect(() => {
    if (ended !== '') void forget(ended.split(','));
  }, [ended, dataUpdatedAt]);

  const save: SaveChange = async (order, change) => {
    try {
      await update(order.id, change);
      return null;
    } catch (cause) {
      return toAppError(cause).message;
    }
  };

  if (!data && !signedIn) {
    return begun.length > 0 ? (
      <EmptyState
        compact
        title={
          begun.length === 1
            ? 'A cancellation is not finished'
            : `${begun.length} cancellations are not finished`
        }
      >
        {begun.map(({ title }) => title).join(' · ')}. What is left of it is safe in your vault: sign in to
        withdraw it.
      </EmptyState>
    ) : (
      <EmptyState compact title={unseenTitle('your orders', signer ? 'signed-out' : 'cannot-sign')}>
        Trigger orders are shown only to the wallet they belong to.
      </EmptyState>
    );
  }
  return (
    <QueryBody
      query={query}
      what="orders"
      intervalMs={TRIGGER_ORDERS_POLL_MS}
      skeleton={<TableSkeleton what="orders" />}
    >
      {({ orders, pagination }) =>
        orders.length === 0 ? (
          <EmptyState compact title="No open orders">
            An order you place waits here until its price is reached, and can be changed or cancelled
            meanwhile.
          </EmptyState>
        ) : (
          <>
            <OpenOrdersTable
              orders={orders}
              prices={prices}
              tokenOf={tokenOf}
              blocked={signedIn ? blocked : 'Sign in again first'}
              busy={busy}
              waiting={waiting}
              begun={new Set(begun.map(({ id }) => id))}
              drafts={drafts}
              onWithdraw={start}
              onSave={save}
            />
            {pagination.total > orders.length && (
              <p role="status" className="border-line border-t px-3 py-2 text-center text-muted text-xs">
                The newest {orders.length} of {pagination.total} open orders
              </p>
            )}
          </>
        )
      }
    </QueryBody>
  );
}

interface Props {
  tab: OrdersTab;
  onTab: (tab: OrdersTab) => void;
  tokenOf: TokenOf;
  drafts: OrderDrafts;
  className?: string | undefined;
}

const ORDERS = 'trigger-orders';
/** Leaves the focus to the orders, once they are in view. */
export const focusOrders = (): void => document.getElementById(ORDERS)?.focus({ preventScroll: true });

/** The orders of the connected wallet: those that wait, and those that have ended. */
export function OrdersPanel({ tab, onTab, tokenOf, drafts, className }: Props) {
  const owner = useOwner();
  const signedIn = useSignedIn(owner);
  const active = useTriggerOrders(signedIn, ACTIVE_ORDERS);
  return (
    <Panel id={ORDERS} tabIndex={-1} aria-label="Trigger orders" className={cx('outline-none', className)}>
      <Tabs value={tab} onValueChange={(value) => onTab(value === 'past' ? 'past' : 'open')}>
        <PanelHeader>
          <TabList aria-label="Which orders" selected={tab}>
            <Tab value="open" count={owner ? active.data?.pagination.total : undefined}>
              Open orders
            </Tab>
            <Tab value="past">Past orders</Tab>
          </TabList>
          {signedIn !== undefined && tab === 'open' && (
            <Age
              asOf={active.dataUpdatedAt || undefined}
              intervalMs={TRIGGER_ORDERS_POLL_MS}
              className="ml-auto"
            />
          )}
        </PanelHeader>
        {owner === null ? (
          <TabPanel value={tab}>
            <EmptyState compact title={unseenTitle('your orders', 'no-wallet')}>
              Trigger orders are shown only to the wallet they belong to.
            </EmptyState>
          </TabPanel>
        ) : (
          <>
            <TabPanel value="open">
              <OpenOrders owner={owner} tokenOf={tokenOf} drafts={drafts} />
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
