import { LIST_POLL_MS } from '@/api/poll.ts';
import { ROUND_LENGTHS, type RoundLength } from '@/api/rounds.queries.ts';
import { roundsProvider, useConfig } from '@/config.ts';
import { useTitle } from '@/lib/use-title.ts';
import { Age } from '@/ui/age.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Panel, PanelHeader } from '@/ui/panel.tsx';
import { QueryBody } from '@/ui/query-body.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { useSkipTarget } from '@/ui/skip-target.ts';
import { TableSkeleton } from '@/ui/table-skeleton.tsx';
import { BoardTable, ModelRecordView } from './board.view.tsx';
import type { BoardSearch } from './board-search.ts';
import { RoundsHead } from './rounds-head.view.tsx';
import { useBoard } from './use-board.ts';

const LENGTHS = [
  { value: 'all', label: 'All' },
  ...ROUND_LENGTHS.map((value) => ({ value, label: value })),
] as const;

interface Props {
  search: BoardSearch;
  onSearch: (search: BoardSearch) => void;
}

/** Every up-or-down window beside each other, what the market gives it and what a model does. */
export function WindowBoard({ search, onSearch }: Props) {
  const { rows, holding, query, record } = useBoard(search);
  const config = useConfig();
  const provider = roundsProvider(config);
  const { length, coming } = search;
  useTitle('Up or down');
  useSkipTarget('list', 'Skip to the windows');
  return (
    <div className="flex flex-col gap-3">
      <RoundsHead board />
      <Panel id="list" tabIndex={-1} aria-label="Windows" className="scroll-mt-(--shell-top) outline-none">
        <PanelHeader>
          <h2>Windows</h2>
          <span className="ml-auto flex flex-wrap items-center gap-x-2 gap-y-1">
            <Age asOf={query.dataUpdatedAt || undefined} intervalMs={LIST_POLL_MS} />
            <Button
              size="sm"
              aria-pressed={coming === 'shown'}
              onClick={() => onSearch({ ...search, coming: coming === 'shown' ? undefined : 'shown' })}
              className={coming === 'shown' ? 'border-accent' : ''}
            >
              Coming
            </Button>
            <Segmented<RoundLength | 'all'>
              look="plain"
              label="Length of a window"
              value={length ?? 'all'}
              onChange={(value) => onSearch({ ...search, length: value === 'all' ? undefined : value })}
              options={LENGTHS}
            />
          </span>
        </PanelHeader>
        <ModelRecordView state={record} />
        <QueryBody
          query={query}
          what="windows"
          ofAll
          intervalMs={LIST_POLL_MS}
          skeleton={<TableSkeleton what="windows" />}
        >
          {() =>
            rows.length === 0 ? (
              <EmptyState
                title={length ? `No ${length} windows run at the moment` : 'No windows run at the moment'}
              >
                The next ones appear here by themselves.
              </EmptyState>
            ) : (
              <div {...holding}>
                <BoardTable
                  rows={rows}
                  provider={provider?.wire}
                  venueOf={({ round: { event } }) =>
                    config.providers.find(({ wire }) => wire === event.provider)?.label ??
                    event.provider ??
                    ''
                  }
                  sort={search.sort}
                  onSort={(sort) => onSearch({ ...search, sort })}
                />
              </div>
            )
          }
        </QueryBody>
      </Panel>
    </div>
  );
}
