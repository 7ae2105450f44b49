import { microUsd } from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import { useMemo, useState } from 'react';
import type { HistoryQuery } from '@/api/history.queries.ts';
import { totalOf } from '@/domain/portfolio.ts';
import { categoryOf, type Exposure, exposureBy, settlesWithin } from '@/domain/portfolio-figures.ts';
import { SETTLES, type Settles } from '@/domain/settles.ts';
import { useServerNow } from '@/lib/clock.ts';
import { AccountPanel, type ExposureKind, ExposureView } from './analytics.view.tsx';
import type { PortfolioSearch } from './search-params.ts';
import type { AccountView } from './use-account.ts';

interface Props {
  view: AccountView;
  positions: readonly Position[];
  history: HistoryQuery;
  search: PortfolioSearch;
  onSearch: (search: PortfolioSearch) => void;
}

/** Parlays that run, as one group; none where nothing runs. */
function parlayExposure<Key extends string>({ account }: AccountView, key: Key): Exposure<Key>[] {
  const running = account.rows.filter(({ part, state }) => part === 'parlays' && state === 'running');
  if (running.length === 0) return [];
  return [
    {
      key,
      worth: totalOf(running.map(({ worth }) => worth)),
      cost: microUsd(running.reduce((sum, { cost }) => sum + (cost ?? 0n), 0n)),
      positions: running.length,
    },
  ];
}

/** Curves of the account beside where its money is. */
export function Analytics({ view, positions, history, search, onSearch }: Props) {
  const now = Math.floor(useServerNow(30_000) / 1_000);
  const [kind, setKind] = useState<ExposureKind>(search.settles === undefined ? 'category' : 'settles');
  const { account, sources } = view;
  const ledger = sources.ledger ?? undefined;
  const byCategory = useMemo(() => exposureBy(positions, categoryOf), [positions]);
  const bySettlement = useMemo(
    () => exposureBy(positions, (position, state) => settlesWithin(position, state, now), SETTLES),
    [positions, now],
  );
  const last = ledger?.points.at(-1);
  // The clock is read twice a minute, records come whenever: the present is never before the newest one.
  const present = Math.max(now, (last?.at ?? 0) + 1);
  return (
    <div className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_20rem] 3xl:grid-cols-1 3xl:grid-rows-[22rem_auto] 3xl:content-start">
      <AccountPanel
        ledger={ledger}
        failed={history.isError}
        retrying={history.isFetching}
        onRetry={() => void history.refetch()}
        now={{ at: present, profit: account.profit ?? last?.profit ?? microUsd(0n) }}
        ofAll={!history.hasNextPage}
      />
      <ExposureView
        kind={kind}
        byCategory={[...byCategory, ...parlayExposure(view, 'parlays')]}
        bySettlement={[...bySettlement, ...parlayExposure<Settles | 'parlays'>(view, 'parlays')]}
        picked={{ category: search.category, settles: search.settles }}
        onKind={setKind}
        onPick={(by, key) =>
          onSearch({
            ...search,
            tab: key === 'parlays' ? 'parlays' : 'positions',
            category: undefined,
            settles: undefined,
            ...(key === 'parlays' ? {} : { [by]: key }),
          })
        }
      />
    </div>
  );
}
