import { MAX_MOVERS } from '@contract/history.ts';
import { absBig, formatPoints } from '@contract/money.ts';
import History from 'lucide-react/icons/rotate-ccw-clock';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import { useMovers } from '@/api/movers.queries.ts';
import { hasHistory } from '@/config.ts';
import { focusPage } from '@/lib/dom.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import type { EventList } from './event-list.ts';
import { SPAN_LABELS } from './events-labels.ts';
import { leastOf, movesOf, spanOf } from './rank.ts';
import type { EventsSearch, Ranking } from './search-params.ts';
import { type RankedList, useRankedList } from './use-ranked-list.ts';

/** A list under its heading, with what it is narrowed and ordered by. */
export interface FrameProps {
  list: EventList;
  search: EventsSearch;
  onSearch: (search: EventsSearch) => void;
  /** What there is to say of the order. */
  note?: ReactNode;
  /** Stands in the place of the events. */
  instead?: ReactNode;
}

interface Props {
  search: EventsSearch;
  onSearch: (search: EventsSearch) => void;
  ranking: Ranking;
  frame: ComponentType<FrameProps>;
}

/** Events in an order that the desk makes: by what moved most, or by what closes next. */
export function RankedEvents({ search, onSearch, ranking, frame: Frame }: Props) {
  const span = spanOf(ranking);
  const movers = useMovers(span);
  const moves = useMemo(() => span && movers.data && movesOf(movers.data, span), [movers.data, span]);
  const list = useRankedList(search, span === undefined ? undefined : (moves ?? null));
  const props = { list, search, onSearch };
  if (span === undefined) return <Frame {...props} note={<Note list={list} />} />;

  // Another list comes, in an element of its own: the focus waits on the page.
  const reset = () => {
    onSearch({ ...search, sort: undefined });
    focusPage();
  };
  const unsorted = <Button onClick={reset}>Reset sorting</Button>;
  if (!hasHistory()) {
    return (
      <Frame
        {...props}
        instead={
          <EmptyState icon={History} title="This platform keeps no price history" action={unsorted}>
            Without one, moves cannot be ranked.
          </EmptyState>
        }
      />
    );
  }
  if (!movers.data) {
    return (
      <Frame
        {...props}
        instead={
          movers.error && (
            <ErrorState
              title="Couldn’t load what moved most"
              onRetry={() => void movers.refetch()}
              retrying={movers.isFetching}
              error={movers.error}
            >
              {movers.error.message}
            </ErrorState>
          )
        }
      />
    );
  }
  if (movers.data.length === 0) {
    return (
      <Frame
        {...props}
        instead={
          <EmptyState icon={History} title={`No price history of ${SPAN_LABELS[span]} yet`} action={unsorted}>
            The service has not watched prices for as long.
          </EmptyState>
        }
      />
    );
  }
  const known = list.items.filter(({ moved }) => moved).length;
  const least = movers.data.length < MAX_MOVERS ? undefined : leastOf(movers.data);
  const others =
    least === undefined
      ? 'The others have a shorter history.'
      : `The others moved less than ${formatPoints(absBig(least)).slice(1)} points, or have a shorter history.`;
  return (
    <Frame
      {...props}
      note={
        <Note list={list}>
          {list.status === 'ready' &&
            known < list.items.length &&
            `${known} ${known === 1 ? 'event' : 'events'} by the largest move of an outcome in ${SPAN_LABELS[span]}. ${others}`}
        </Note>
      }
    />
  );
}

/** What there is to say of the order, above the list. */
function Note({ list, children }: { list: RankedList; children?: ReactNode }) {
  const partly = list.partly && `Of the first ${list.items.length} events.`;
  if (!partly && !children) return null;
  return (
    <p className="mb-2 text-muted text-xs">
      {children} {partly}
    </p>
  );
}
