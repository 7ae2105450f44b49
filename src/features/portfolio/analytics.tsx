import type { MicroUsd } from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import { useMemo, useState } from 'react';
import type { HistoryQuery } from '@/api/history.queries.ts';
import { equityNow, ledgerOf } from '@/domain/ledger.ts';
import { positionState, worthOf } from '@/domain/portfolio.ts';
import { categoryOf, exposureBy, settlesWithin } from '@/domain/portfolio-figures.ts';
import { SETTLES } from '@/domain/settles.ts';
import { useServerNow } from '@/lib/clock.ts';
import { AccountPanel, type ExposureKind, ExposureView } from './analytics.view.tsx';
import { historyRows, recordsOf } from './history-rows.ts';
import type { PortfolioSearch } from './search-params.ts';

interface Props {
  positions: readonly Position[];
  history: HistoryQuery;
  search: PortfolioSearch;
  onSearch: (search: PortfolioSearch) => void;
}

/** Curves of the account beside where its money is. */
export function Analytics({ positions, history, search, onSearch }: Props) {
  const now = Math.floor(useServerNow(30_000) / 1_000);
  const [kind, setKind] = useState<ExposureKind>(search.settles === undefined ? 'category' : 'settles');
  const pages = history.data?.pages;
  const ledger = useMemo(() => pages && ledgerOf(recordsOf(historyRows(pages))), [pages]);
  const equity = useMemo(() => {
    const worth = new Map<string, MicroUsd | null>(
      positions.map((position) => [position.pubkey, worthOf(position, positionState(position))]),
    );
    return ledger ? equityNow(ledger, worth) : undefined;
  }, [ledger, positions]);
  const byCategory = useMemo(() => exposureBy(positions, categoryOf), [positions]);
  const bySettlement = useMemo(
    () => exposureBy(positions, (position, state) => settlesWithin(position, state, now), SETTLES),
    [positions, now],
  );
  // The clock is read twice a minute, records come whenever: the present is never before the newest one.
  const present = Math.max(now, (ledger?.points.at(-1)?.at ?? 0) + 1);
  return (
    <div className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_20rem] 3xl:grid-cols-[minmax(0,1fr)_26rem]">
      <AccountPanel
        ledger={ledger}
        failed={history.isError}
        retrying={history.isFetching}
        onRetry={() => void history.refetch()}
        now={{ at: present, equity: equity ?? (0n as MicroUsd) }}
        ofAll={!history.hasNextPage}
      />
      <ExposureView
        kind={kind}
        byCategory={byCategory}
        bySettlement={bySettlement}
        picked={{ category: search.category, settles: search.settles }}
        onKind={setKind}
        onPick={(by, key) =>
          onSearch({ ...search, tab: 'positions', category: undefined, settles: undefined, [by]: key })
        }
      />
    </div>
  );
}
