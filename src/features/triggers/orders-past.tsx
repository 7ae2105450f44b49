import type { Pubkey } from '@contract/ids.ts';
import { useRef, useState } from 'react';
import { TRIGGER_ORDERS_POLL_MS } from '@/api/poll.ts';
import { useSignedIn } from '@/api/trigger-token.ts';
import { type TriggerHistory, useEndedOrders, useTriggerOrders } from '@/api/triggers.queries.ts';
import { formatCount } from '@/domain/token-text.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Select } from '@/ui/field.tsx';
import { QueryBody } from '@/ui/query-body.tsx';
import { TableSkeleton } from '@/ui/table-skeleton.tsx';
import { useSigner } from '@/wallet/index.ts';
import { PastOrdersTable, StrandedFunds } from './orders-past.view.tsx';
import { isStranded } from './orders-rows.ts';
import { symbolOf, type TokenOf, unseenTitle } from './triggers-labels.ts';
import { useWithdrawals } from './use-withdrawals.ts';

const PAGE = 20;

const SORTS = [
  { value: 'updated_at', label: 'Last changed' },
  { value: 'created_at', label: 'Placed' },
  { value: 'expires_at', label: 'Ends' },
] as const;
const DIRECTIONS = [
  { value: 'desc', label: 'Newest first' },
  { value: 'asc', label: 'Oldest first' },
] as const;

/** "21–40 of 45", of the page that is on show. */
const shownText = (page: TriggerHistory | undefined, total: number): string => {
  if (!page) return `${formatCount(total)} in all`;
  const { offset } = page.pagination;
  const [from, to] = [offset + 1, offset + page.orders.length].map((nth) =>
    formatCount(Math.min(nth, total)),
  );
  return `${from}–${to} of ${formatCount(total)}`;
};

interface Props {
  /** The connected wallet, signed in or not. */
  owner: Pubkey;
  tokenOf: TokenOf;
}

/** Orders of a wallet that have ended, those that left funds behind above all others. */
export const PastOrders = ({ owner, tokenOf }: Props) => (
  <OrdersOf key={owner} owner={owner} tokenOf={tokenOf} />
);

function OrdersOf({ owner, tokenOf }: Props) {
  const signedIn = useSignedIn(owner);
  const signer = useSigner();
  const { busy, waiting, blocked, start } = useWithdrawals(owner, signer, tokenOf);
  const [sort, setSort] = useState<(typeof SORTS)[number]['value']>('updated_at');
  const [dir, setDir] = useState<(typeof DIRECTIONS)[number]['value']>('desc');
  const [mint, setMint] = useState<Pubkey | null>(null);
  const [offset, setOffset] = useState(0);
  const [known, setKnown] = useState({ mint, total: 0 });
  const told = useRef<HTMLSpanElement>(null);
  const token = useRef<HTMLSelectElement>(null);
  const latest = useEndedOrders(signedIn, isStranded);
  const query = useTriggerOrders(signedIn, {
    state: 'past',
    sort,
    dir,
    limit: String(PAGE),
    offset: String(offset),
    ...(mint === null ? {} : { mint }),
  });

  // Of a page that has failed nothing else is known: the way back from it stays.
  const newTotal = query.isPlaceholderData ? undefined : query.data?.pagination.total;
  if (newTotal !== undefined && (newTotal !== known.total || known.mint !== mint))
    setKnown({ mint, total: newTotal });
  const total = known.mint === mint ? known.total : 0;

  if (!query.data && !signedIn) {
    return (
      <EmptyState compact title={unseenTitle('your past orders', signer ? 'signed-out' : 'cannot-sign')}>
        Trigger orders are shown only to the wallet they belong to.
      </EmptyState>
    );
  }
  const past = latest.data?.orders ?? [];
  // Those of the page as well: the oldest of too many are in nothing else.
  const stranded = [
    ...new Map([...past, ...(query.data?.orders ?? [])].map((order) => [order.id, order])).values(),
  ].filter(isStranded);
  const mints = [...new Set(past.flatMap(({ inputMint, outputMint }) => [inputMint, outputMint]))];
  const turn = (to: number) => {
    setOffset(to);
    // There the button that was pressed goes out, and would take the focus with it.
    if (to === 0 || to + PAGE >= total) told.current?.focus({ preventScroll: true });
  };
  const change = (act: () => void) => {
    act();
    setOffset(0);
  };
  const showAll = () => {
    change(() => setMint(null));
    // The button is there for one token alone.
    token.current?.focus();
  };
  return (
    <>
      {stranded.length > 0 && (
        <StrandedFunds
          orders={stranded}
          tokenOf={tokenOf}
          blocked={signedIn ? blocked : 'Sign in again first'}
          busy={busy}
          waiting={waiting}
          onWithdraw={start}
        />
      )}
      {latest.data?.hasUnread && (
        <p role="status" className="border-line border-b px-3 py-2 text-muted text-xs">
          There are too many past orders to look through all of them. Funds that one of the oldest has left in
          your vault are listed once its page is open.
        </p>
      )}
      {(total > 0 || mints.length > 0 || mint !== null) && (
        <fieldset className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2">
          <legend className="sr-only">Which past orders, and in which order</legend>
          <Select
            ref={token}
            label="Token"
            value={mint ?? ''}
            options={[
              { value: '', label: 'All tokens' },
              ...mints.map((value) => ({ value, label: symbolOf(tokenOf, value) })),
            ]}
            onChange={(value) => change(() => setMint(mints.find((one) => one === value) ?? null))}
          />
          <Select label="Sorted by" value={sort} options={SORTS} onChange={(v) => change(() => setSort(v))} />
          <Select
            label="Direction"
            value={dir}
            options={DIRECTIONS}
            onChange={(v) => change(() => setDir(v))}
          />
        </fieldset>
      )}
      <QueryBody
        query={query}
        what="past orders"
        intervalMs={TRIGGER_ORDERS_POLL_MS}
        skeleton={<TableSkeleton what="past orders" />}
      >
        {({ orders }) =>
          orders.length > 0 ? (
            <PastOrdersTable orders={orders} tokenOf={tokenOf} />
          ) : (
            <EmptyState
              compact
              title={mint === null ? 'No past orders' : 'None with this token'}
              action={mint !== null && <Button onClick={showAll}>All tokens</Button>}
            >
              Orders appear here once they are filled, cancelled or expired.
            </EmptyState>
          )
        }
      </QueryBody>
      {total > PAGE && (
        <nav
          aria-label="Pages of past orders"
          className="flex items-center justify-center gap-3 border-line border-t px-3 py-2.5"
        >
          <Button size="sm" disabled={offset === 0} onClick={() => turn(Math.max(0, offset - PAGE))}>
            Previous page
          </Button>
          <span ref={told} role="status" tabIndex={-1} className="num text-muted text-xs outline-none">
            {shownText(query.data, total)}
          </span>
          <Button size="sm" disabled={offset + PAGE >= total} onClick={() => turn(offset + PAGE)}>
            Next page
          </Button>
        </nav>
      )}
    </>
  );
}
