import type { Pubkey } from '@contract/ids.ts';
import {
  ACTIVE_ORDERS,
  type TriggerHistory,
  useEndedOrders,
  useTriggerOrders,
  useVault,
  type Vault,
} from '@/api/triggers.queries.ts';
import { useConfig } from '@/config.ts';
import { formatPrice } from '@/domain/trigger-price.ts';
import { cx } from '@/lib/cx.ts';
import { useTitle } from '@/lib/use-title.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Select } from '@/ui/field.tsx';
import { Panel, PanelHeader, PanelTitle } from '@/ui/panel.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { useSkipTarget } from '@/ui/skip-target.ts';
import { useOwner } from '@/wallet/index.ts';
import { TriggerChart } from './chart.tsx';
import { TriggerFormView } from './form.view.tsx';
import { type OrderLine, orderLines } from './order-lines.ts';
import { useOrderDrafts } from './orders-drafts.ts';
import { newDraft } from './orders-edit.ts';
import { showChange } from './orders-open.view.tsx';
import { focusOrders, OrdersPanel } from './orders-panel.tsx';
import { isStranded } from './orders-rows.ts';
import type { TriggersPart, TriggersSearch } from './search-params.ts';
import { useSession } from './session.ts';
import { SessionView } from './session.view.tsx';
import { useTriggerForm } from './use-form.ts';
import { useTriggerTokens } from './use-trigger-tokens.ts';
import { VaultPanel } from './vault-panel.tsx';

interface Props {
  search: TriggersSearch;
  onSearch: (next: TriggersSearch) => void;
}

/**
 * Beside the form the orders take the rest, below the chart or, on the widest, beside it; on the narrowest one of form,
 * orders and vault is in view.
 */
const GRID =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-[minmax(0,1fr)_340px] lg:grid-rows-[auto_1fr] 3xl:grid-cols-[minmax(0,1fr)_400px] min-[150rem]:grid-cols-[minmax(0,1fr)_54rem_400px]';

/** Every token that the vault or an order on show is about. */
const mintsOf = (
  vault: Vault | null | undefined,
  ...pages: readonly (Pick<TriggerHistory, 'orders'> | undefined)[]
): readonly Pubkey[] => [
  ...(vault?.balances ?? []).map(({ mint }) => mint),
  ...pages.flatMap((page) =>
    (page?.orders ?? []).flatMap(({ inputMint, outputMint }) => [inputMint, outputMint]),
  ),
];

function Live({ search, onSearch }: Props) {
  const openForm = () => onSearch({ ...search, tab: undefined, part: undefined });
  useSkipTarget('form', 'Skip to the order form', openForm);
  const session = useSession();
  const vault = useVault(session.owner);
  const active = useTriggerOrders(session.owner, ACTIVE_ORDERS);
  const past = useEndedOrders(search.tab === 'past' ? session.owner : undefined, isStranded);
  const tokens = useTriggerTokens(search.mint, mintsOf(vault.data, active.data, past.data));
  const { token, choices, cash, mcap } = tokens;
  const form = useTriggerForm({ of: search.mint ?? '', token, cash, mcap, session, vault: vault.data });
  const drafts = useOrderDrafts(useOwner(), active.isPlaceholderData ? undefined : active.data?.orders);
  const orders = token ? orderLines(active.data?.orders ?? [], token.mint, drafts.of, tokens.tokenOf) : [];
  const pick = ({ order }: OrderLine, by: 'pointer' | 'key') => {
    if (!drafts.of.has(order.id)) drafts.set(order, newDraft);
    onSearch({ ...search, tab: undefined, part: 'orders' });
    // Once its row has unfolded.
    requestAnimationFrame(() => showChange(order, by === 'key'));
  };
  const part = search.part ?? (search.tab === 'past' ? 'orders' : 'form');
  const onPhone = (shown: TriggersPart) => (part === shown ? undefined : 'max-lg:hidden');
  const count = active.data?.pagination.total;
  useTitle(token && form.price ? `${formatPrice(form.price)} ${token.symbol} · Triggers` : 'Triggers');
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="font-semibold text-xl">Triggers</h1>
        <Select
          label="Token"
          value={token?.mint ?? ''}
          options={[
            // Without it the first token would seem to be chosen, and could not be.
            ...(token ? [] : [{ value: '', label: 'Choose a token' }]),
            ...choices.map((one) => ({ value: one.mint as string, label: `${one.symbol} · ${one.name}` })),
          ]}
          onChange={(mint) => mint !== '' && onSearch({ ...search, mint: mint as Pubkey })}
        />
        <p className="text-muted max-md:hidden">Orders that wait for a price, while you are away.</p>
      </div>
      {tokens.missing && (
        <Panel>
          <EmptyState title="This token cannot be traded here">
            Choose another one above. The address may be incomplete.
          </EmptyState>
        </Panel>
      )}
      {tokens.failed && (
        <Panel>
          <ErrorState
            title="Couldn’t load this token"
            onRetry={tokens.failed.retry}
            retrying={tokens.failed.retrying}
            error={tokens.failed.error}
          >
            {tokens.failed.error.message}
          </ErrorState>
        </Panel>
      )}
      <div className={GRID}>
        {token && (
          <TriggerChart
            mint={token.mint}
            symbol={token.symbol}
            lines={form.lines}
            onMove={form.moveLine}
            orders={orders}
            onMoveOrder={({ order, point }, to) => drafts.move(order, point, to)}
            onPickOrder={pick}
          />
        )}
        <Segmented<TriggersPart>
          label="Below the chart"
          className="lg:hidden"
          value={part}
          options={[
            { value: 'form', label: 'New order' },
            { value: 'orders', label: count ? `My orders ${count}` : 'My orders' },
            { value: 'vault', label: 'Vault' },
          ]}
          onChange={(next) => (next === 'form' ? openForm() : onSearch({ ...search, part: next }))}
        />
        <div
          className={cx(
            'flex min-w-0 flex-col gap-3 lg:col-start-2 lg:row-span-2 lg:row-start-1 min-[150rem]:col-start-3',
            part === 'orders' && 'max-lg:hidden',
          )}
        >
          <Panel
            id="form"
            tabIndex={-1}
            aria-label="New order"
            className={cx('shrink-0 scroll-mt-(--shell-top) overflow-visible outline-none', onPhone('form'))}
          >
            <PanelHeader>
              <PanelTitle>New order</PanelTitle>
            </PanelHeader>
            <SessionView session={session} />
            <TriggerFormView form={form} />
          </Panel>
          <VaultPanel
            className={onPhone('vault')}
            query={vault}
            session={session.state}
            owner={session.owner}
            tokenOf={tokens.tokenOf}
            onRecover={() => {
              onSearch({ ...search, tab: 'past', part: 'orders' });
              // On a phone they take its place.
              requestAnimationFrame(focusOrders);
            }}
          />
        </div>
        <OrdersPanel
          tab={search.tab ?? 'open'}
          onTab={(tab) => onSearch({ ...search, tab: tab === 'open' ? undefined : tab })}
          tokenOf={tokens.tokenOf}
          drafts={drafts}
          className={onPhone('orders')}
        />
      </div>
    </>
  );
}

/** Orders that wait for a price: signing in, the form, the vault, and the orders themselves. */
export function TriggersPage(props: Props) {
  const { trigger } = useConfig();
  return (
    <div className="flex flex-col gap-3">
      {trigger?.enabled ? (
        <Live {...props} />
      ) : (
        <>
          <h1 className="font-semibold text-xl">Triggers</h1>
          <Panel>
            <EmptyState title="No trigger orders here">This platform does not offer them.</EmptyState>
          </Panel>
        </>
      )}
    </div>
  );
}
