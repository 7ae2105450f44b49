import { MAX_SERIES } from '@contract/history.ts';
import type { EventId, MarketId } from '@contract/ids.ts';
import { MAX_PAGE } from '@contract/page.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { hasHistory } from '@/config.ts';
import { type PriceSteps, stepsOf } from '@/domain/price-steps.ts';
import { assetOfRound, type Round, roundLengthOf, roundOf } from '@/domain/rounds.ts';
import { MOST_WINDOWS, recordOf, type Scored, VOLATILITY_SECONDS } from '@/domain/up-down-model.ts';
import { SCORING, scoreWindows } from '@/domain/up-down-windows.ts';
import { serverNow } from '@/lib/clock.ts';
import { fetchAssets } from './asset-series.queries.ts';
import { call } from './client.ts';
import { eventKeys, fetchEvents } from './events.queries.ts';
import { LIST_POLL_MS, pollEvery } from './poll.ts';
import { type ReadOptions, read } from './read.ts';
import { ROUND_LENGTHS } from './rounds.queries.ts';

const TAGS = ROUND_LENGTHS.join(',');
const RECORD_POLL_MS = 300_000;
/** Pages of windows read for a record: those to come and running stand before those that are over. */
const MOST_PAGES = 4;
const MINUTE = 60;
/** Furthest that minutes of the assets are told back in one answer. */
const MOST_SECONDS = 960 * MINUTE;

type Options = Pick<ReadOptions, 'heard'>;

const roundsOf = (events: Parameters<typeof roundOf>[0][]): Round[] =>
  events.flatMap((event) => roundOf(event) ?? []);

/** Every up-or-down window that runs; `coming`: and those that are listed before they begin. */
const windowsQuery = (coming: boolean) =>
  queryOptions({
    queryKey: [...eventKeys.all, 'windows', coming] as const,
    queryFn: read(async (options) => {
      const live = await fetchEvents({ tags: TAGS, filter: 'live' }, 0, MAX_PAGE, options);
      if (!coming) return roundsOf(live.data);
      const next = await fetchEvents({ tags: TAGS, filter: 'upcoming' }, 0, MAX_PAGE, options);
      const known = new Set(live.data.map(({ eventId }) => eventId));
      return roundsOf([...live.data, ...next.data.filter(({ eventId }) => !known.has(eventId))]);
    }),
    refetchInterval: pollEvery(LIST_POLL_MS),
  });
export const useWindows = (coming: boolean) => useQuery(windowsQuery(coming));

/** The last windows that have a result, the latest first. */
async function lastWindows(now: number, options: Options): Promise<Round[]> {
  // One that moved from one page to the next between two requests is there once.
  const found = new Map<EventId, Round>();
  let start = 0;
  for (let page = 0; page < MOST_PAGES && found.size < MOST_WINDOWS; page += 1) {
    const query = {
      tags: TAGS,
      sortBy: 'beginAt',
      sortDirection: 'desc',
      includeClosed: 'true',
      includeMarkets: 'true',
      start: String(start),
      end: String(start + MAX_PAGE),
    } as const;
    const { data, pagination } = await call('listEvents', { query }, options);
    for (const round of roundsOf(data)) {
      const { event, result, beginAt } = round;
      if ((result === 'up' || result === 'down') && beginAt > now - MOST_SECONDS + VOLATILITY_SECONDS)
        found.set(event.eventId, round);
    }
    // A page may be shorter than asked for.
    if (!pagination.hasNext || pagination.end <= start) break;
    start = pagination.end;
  }
  return [...found.values()].sort((a, b) => b.closeAt - a.closeAt).slice(0, MOST_WINDOWS);
}

/** Prices of the Up side of windows of one length, in steps that fall on when they are scored. */
async function marketsOf(
  rounds: readonly Round[],
  step: number,
  options: Options,
): Promise<[MarketId, PriceSteps][]> {
  const from = Math.min(...rounds.map(({ beginAt }) => beginAt));
  const to = Math.max(...rounds.map(({ closeAt }) => closeAt));
  const parts = Array.from({ length: Math.ceil(rounds.length / MAX_SERIES) }, (_, part) =>
    rounds.slice(part * MAX_SERIES, (part + 1) * MAX_SERIES),
  );
  const told = await Promise.all(
    parts.map(async (part) => {
      const query = {
        marketIds: part.map(({ up }) => up.marketId).join(','),
        from: String(from),
        to: String(to),
        step: String(step),
        columns: 'bid,ask',
      };
      const answer = await call('seriesOfMarkets', { query }, options);
      const axis = { from: answer.from ?? from, step: answer.step, count: answer.count };
      return answer.markets.map((one): [MarketId, PriceSteps] => [one.marketId, stepsOf(axis, one)]);
    }),
  );
  return told.flat();
}

async function fetchScored(options: Options): Promise<Scored[]> {
  const now = Math.floor(serverNow() / 1_000);
  const rounds = await lastWindows(now, options);
  if (rounds.length === 0) return [];
  const symbols = [...new Set(rounds.flatMap(({ event }) => assetOfRound(event) ?? []))].slice(0, MAX_SERIES);
  const earliest = Math.min(...rounds.map(({ beginAt }) => beginAt)) - VOLATILITY_SECONDS - MINUTE;
  const from = Math.floor(earliest / MINUTE) * MINUTE;
  const [assets, ...markets] = await Promise.all([
    fetchAssets(symbols, { from, step: MINUTE }, options),
    ...Object.entries(SCORING).map(([length, scoring]) => {
      const own = rounds.filter(({ event }) => roundLengthOf(event) === length);
      return scoring && own.length > 0 ? marketsOf(own, scoring.step, options) : [];
    }),
  ]);
  return scoreWindows(rounds, assets, new Map(markets.flat()));
}

/**
 * How model and market did over the last windows, and of how many windows both are known. Read at leisure, and not
 * watched on the stream: dozens of prices would be told of that are over.
 */
const recordQuery = () =>
  queryOptions({
    queryKey: ['series', 'windows', 'record'] as const,
    queryFn: hasHistory()
      ? async () => {
          const scored = await fetchScored({ heard: [] });
          return { record: recordOf(scored), known: scored.length };
        }
      : skipToken,
    staleTime: RECORD_POLL_MS,
    refetchInterval: pollEvery(RECORD_POLL_MS),
  });
export const useWindowRecord = () => useQuery(recordQuery());
