import type { Pubkey } from '@contract/ids.ts';
import type { Order } from '@contract/prediction/order.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { isOpenOrder, useOrdersList } from '@/api/orders.queries.ts';
import { ORDERS_POLL_MS } from '@/api/poll.ts';
import { hiddenOrderColumns } from '@/state/portfolio-columns.ts';
import { useStored } from '@/state/stored.ts';
import { Button } from '@/ui/button.tsx';
import type { Picking } from '@/ui/pick-box.tsx';
import { QueryBody, type QueryView } from '@/ui/query-body.tsx';
import { TableSkeleton } from '@/ui/table-skeleton.tsx';
import { useFocusOnLeaving } from '@/ui/use-focus-on-leaving.ts';
import type { WalletSigner } from '@/wallet/index.ts';
import { LoadMore } from './load-more.view.tsx';
import { OrdersTable } from './orders-table.view.tsx';
import { arrangeOrders, isApart } from './portfolio-rows.ts';
import { cancelItem } from './queue/intents.ts';
import { usePortfolioQueue } from './queue/queue-panel.tsx';
import { useCancels } from './queue/row-actions.ts';
import type { PortfolioSearch } from './search-params.ts';

interface Props extends Picking {
  /** The newest orders, polled. */
  query: QueryView<Order[]>;
  owner: Pubkey;
  signer: WalletSigner | null;
  search: PortfolioSearch;
  onSearch: (search: PortfolioSearch) => void;
  onReceipt: (order: Order) => void;
}

/** What can be done about many at once; it goes once there is nothing. */
const AboutMany = ({ children }: { children: ReactNode }) => (
  <div ref={useFocusOnLeaving()} className="flex justify-end border-line border-b px-3 py-2">
    {children}
  </div>
);

/** Orders of the wallet: the newest are polled, older ones come page by page. */
export function OrdersPanel(props: Props) {
  const { query, owner, signer, search, onSearch, isPicked, onPick, onReceipt } = props;
  const cancels = useCancels(owner, signer);
  const { blocked, start } = usePortfolioQueue(owner, signer);
  const without = useStored(hiddenOrderColumns);
  const list = useOrdersList(owner);
  const { data: listed, isFetching, isRefetchError, refetch } = list;
  const pages = listed?.pages ?? [];
  const openKeys = useRef<ReadonlySet<Pubkey>>(new Set());
  const ended = useRef(new Set<Pubkey>());
  /** The poll that the pages were last read again for, as they did not reach it: a lagging copy is not asked at once. */
  const joined = useRef<readonly Order[]>(undefined);
  // What is open is polled, and the pages tell of it as it was when they came.
  useEffect(() => {
    const open = new Set(query.data?.filter(isOpenOrder).map(({ pubkey }) => pubkey));
    for (const key of openKeys.current) if (!open.has(key)) ended.current.add(key);
    openKeys.current = open;
    // A page that is on its way may be of before, and asks for no other one: they are looked at once it has come. What
    // could not be read again is asked for again by itself, until a further page has come instead.
    if (isFetching || isRefetchError) return;
    const told = ended.current;
    ended.current = new Set();
    const isOutdated = listed?.pages.some(({ data }) =>
      data.some((order) => isOpenOrder(order) && told.has(order.pubkey)),
    );
    const isBehind =
      listed !== undefined &&
      query.data !== undefined &&
      query.data !== joined.current &&
      isApart(
        query.data,
        listed.pages.flatMap(({ data }) => data),
      );
    if (!isOutdated && !isBehind) return;
    joined.current = query.data;
    void refetch({ cancelRefetch: false }).then(({ isRefetchError: hasFailed }) => {
      if (hasFailed) ended.current = new Set([...ended.current, ...told]);
    });
  }, [query.data, listed, isFetching, isRefetchError, refetch]);
  return (
    <QueryBody
      query={query}
      what="orders"
      intervalMs={ORDERS_POLL_MS}
      skeleton={<TableSkeleton what="orders" />}
    >
      {(recent) => {
        const orders = arrangeOrders(
          recent,
          pages.flatMap((page) => page.data),
        );
        // What was selected stays so when it ends: the button under the pointer never turns to all the others.
        const picked = orders.filter(({ pubkey }) => isPicked(pubkey));
        // Under way already: a second cancellation of it brings nothing, and costs its fee.
        const about = (picked.length > 0 ? picked : orders).filter(
          (order) => isOpenOrder(order) && !cancels.busy.has(order.pubkey),
        );
        const unpick = () =>
          onPick(
            picked.map(({ pubkey }) => pubkey),
            false,
          );
        return (
          <>
            {(picked.length > 0 || about.length > 1) && (
              <AboutMany>
                {about.length === 0 ? (
                  <Button
                    size="sm"
                    title="What was selected has ended, or is being cancelled"
                    onClick={unpick}
                  >
                    Clear selection
                  </Button>
                ) : (
                  <Button
                    size="sm"
                    disabled={blocked !== null}
                    title={blocked ?? 'One transaction per order; every deposit comes back'}
                    onClick={() => {
                      start('cancel', about.map(cancelItem));
                      unpick();
                    }}
                  >
                    Cancel {picked.length > 0 ? 'selected' : 'all'} {about.length}
                  </Button>
                )}
              </AboutMany>
            )}
            <OrdersTable
              orders={orders}
              isOpen={isOpenOrder}
              blocked={cancels.blocked}
              cancelling={cancels.busy}
              waiting={cancels.waiting}
              without={without}
              sort={search.orders}
              onSort={(sort) => onSearch({ ...search, orders: sort })}
              isPicked={isPicked}
              onPick={onPick}
              onCancel={cancels.cancel}
              onReceipt={onReceipt}
            />
            <LoadMore
              shown={orders.length}
              total={pages.at(-1)?.pagination.total}
              hasMore={list.hasNextPage}
              loading={list.isFetchingNextPage}
              failed={list.isFetchNextPageError}
              onMore={() => void list.fetchNextPage()}
            />
          </>
        );
      }}
    </QueryBody>
  );
}
