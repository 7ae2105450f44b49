import type { EventId } from '@contract/ids.ts';
import { useMemo } from 'react';
import type { AppError } from '@/api/app-error.ts';
import { useEvent } from '@/api/events.queries.ts';
import { useProviderRounds } from '@/api/rounds.queries.ts';
import { roundPhase } from '@/domain/round-quote.ts';
import { type Round, roundOf } from '@/domain/rounds.ts';
import { useServerNow } from '@/lib/clock.ts';

export interface RoundsPageData {
  /** All rounds listed, oldest first. */
  rounds: readonly Round[];
  /** The round on show: the one asked for, else the one that runs, else the next. */
  round: Round | undefined;
  /** The running round; undefined between two. */
  current: Round | undefined;
  /** Whether the page follows the running round. */
  following: boolean;
  /** The service's clock in whole Unix seconds. */
  now: number;
  loading: boolean;
  failed: { error: AppError; retry: () => void; retrying: boolean } | undefined;
  missing: boolean;
  /** Local Unix milliseconds of the last answer about the round on show. */
  asOf: number | undefined;
}

const byTime = (a: Round, b: Round): number => a.beginAt - b.beginAt;

/** Rounds of one provider, and the one on show: `wanted` by the address, else whichever runs. */
export function useRounds(provider: string | undefined, wanted: EventId | undefined): RoundsPageData {
  const list = useProviderRounds(provider);
  const now = Math.floor(useServerNow(1_000) / 1_000);
  const listed = useMemo(
    () => (list.data?.data ?? []).flatMap((event) => roundOf(event) ?? []).sort(byTime),
    [list.data],
  );
  const running = listed.find((round) => roundPhase(round, now) === 'running');
  const next = listed.find((round) => roundPhase(round, now) === 'upcoming');
  const shownId = wanted ?? (running ?? next)?.event.eventId;
  const one = useEvent(shownId);
  const fresh = useMemo(() => (one.data ? roundOf(one.data) : undefined), [one.data]);
  const round =
    fresh && fresh.event.eventId === shownId ? fresh : listed.find(({ event }) => event.eventId === shownId);
  const own = fresh !== undefined && fresh === round;
  const rounds = useMemo(
    () =>
      own && fresh
        ? listed.map((other) => (other.event.eventId === fresh.event.eventId ? fresh : other))
        : listed,
    [listed, fresh, own],
  );
  const asOf = own ? one.dataUpdatedAt : list.data?.asOf;

  const error = round ? null : (list.error ?? one.error);
  return {
    rounds,
    round,
    current: running,
    following: wanted === undefined,
    now,
    loading: !round && (list.isPending || (shownId !== undefined && one.isPending)) && error === null,
    missing: one.error?.kind === 'not-found',
    failed:
      error === null
        ? undefined
        : {
            error,
            retry: () => {
              void list.refetch();
              if (shownId !== undefined) void one.refetch();
            },
            retrying: list.isFetching || one.isFetching,
          },
    asOf,
  };
}
