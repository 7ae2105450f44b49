import { type Query, QueryCache, type QueryFunctionContext, type QueryState } from '@tanstack/react-query';
import { type AnswerFacts, useBackendStatus } from '@/state/backend-status.ts';
import type { AppError } from './app-error.ts';
import { noteAddresses, takeHeld } from './stream/held.ts';
import type { CallOptions } from './transport.ts';

declare module '@tanstack/react-query' {
  interface QueryState<TData, TError> {
    /** What the last answer told beside its content. */
    facts?: AnswerFacts | undefined;
  }
}

/** What a read calls the service with: `heard` collects what its answers tell beside their content. */
export interface ReadOptions extends Pick<CallOptions, 'signal'> {
  heard: AnswerFacts[];
  /** Looks for answers that the stream has told; notes what was asked for, for it to tell. */
  held: NonNullable<CallOptions['held']>;
}

/** Several answers of one load count as the oldest of them; undefined while none has come. */
export function factsOf(heard: readonly AnswerFacts[]): AnswerFacts | undefined {
  if (heard.length === 0) return undefined;
  return {
    asOf: Math.min(...heard.map(({ asOf }) => asOf)),
    waitMs: Math.max(...heard.map(({ waitMs }) => waitMs)),
    pushed: heard.every(({ pushed }) => pushed) || undefined,
  };
}

/**
 * Whether an answer is older than what is shown: of several copies of an answer one may lag behind. What would be true
 * only in the future was told by a clock that has been set back since.
 */
export const isOutdated = (
  asOf: number,
  { dataUpdatedAt, isInvalidated }: Pick<QueryState, 'dataUpdatedAt' | 'isInvalidated'>,
): boolean => !isInvalidated && asOf < dataUpdatedAt && dataUpdatedAt <= Date.now();

/** `staleTime`: what a clock that has been set back since has dated in the future is new no longer. */
export const newFor =
  (ms: number) =>
  ({ state }: { state: Pick<QueryState, 'dataUpdatedAt'> }): number =>
    state.dataUpdatedAt > Date.now() ? Number.NEGATIVE_INFINITY : ms;

/** What is kept is not what the stream tells: that has to be looked at again. */
const factsOfKept = (
  facts: AnswerFacts,
  { dataUpdatedAt }: Pick<QueryState, 'dataUpdatedAt'>,
): AnswerFacts => ({
  ...facts,
  asOf: dataUpdatedAt,
  pushed: undefined,
});

type Context = Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>;

const queryOf = <Data>({ client, queryKey }: Context) =>
  client.getQueryCache().get<Data>(client.defaultQueryOptions({ queryKey }).queryHash);

/**
 * A load whose signal was read is given up when its reader goes: it is read by whoever uses it. What has to be newer than
 * something that was done here is asked for, whatever the stream has told before.
 */
const optionsOf = (context: Context, asked: string[], isInvalidated: boolean): ReadOptions => ({
  heard: [],
  held: (address) => {
    asked.push(address);
    return isInvalidated ? undefined : takeHeld(address);
  },
  get signal() {
    return context.signal;
  },
});

/**
 * `queryFn` of a read. Its query is told when the answer was true and how long the next one waits; an answer that is
 * outdated is not taken.
 */
export const read =
  <Data>(load: (options: ReadOptions) => Promise<Data>) =>
  async (context: Context): Promise<Data> => {
    const query = queryOf<Data>(context);
    const asked: string[] = [];
    const options = optionsOf(context, asked, query?.state.isInvalidated === true);
    const data = await load(options);
    const facts = factsOf(options.heard);
    if (!query) return data;
    noteAddresses(query.queryHash, asked);
    if (!facts) {
      query.setState({ facts: undefined });
      return data;
    }
    const { state } = query;
    const kept = isOutdated(facts.asOf, state) ? state.data : undefined;
    query.setState({ facts: kept === undefined ? facts : factsOfKept(facts, state) });
    return kept ?? data;
  };

/** The same for a list that is read page after page: it is as old as the oldest of them, and no page goes back. */
export const readPages =
  <Page>(load: (start: number, options: ReadOptions) => Promise<Page>) =>
  async (context: Context & { pageParam: number }): Promise<Page> => {
    const query = queryOf<{ pages: readonly Page[]; pageParams: readonly unknown[] }>(context);
    const asked: string[] = [];
    const options = optionsOf(context, asked, query?.state.isInvalidated === true);
    const page = await load(context.pageParam, options);
    // Being told of one of several pages would read them all again: those are renewed by their poll, the less often the
    // more there are.
    const isAlone = context.pageParam === 0 && (query?.state.data?.pages.length ?? 1) === 1;
    if (!query) return page;
    noteAddresses(query.queryHash, isAlone ? asked : []);
    const { state } = query;
    const facts = factsOf(options.heard);
    const shown = state.data?.pages[state.data.pageParams.indexOf(context.pageParam)];
    const kept = facts && isOutdated(facts.asOf, state) ? shown : undefined;
    const told = facts && (kept === undefined ? facts : factsOfKept(facts, state));
    const before = context.pageParam > 0 ? state.facts : undefined;
    query.setState({ facts: factsOf([before, told].filter((one) => one !== undefined)) });
    return kept ?? page;
  };

/** The time of a query is that of its answer, not of its arrival. */
function settleAge(query: Query<unknown, unknown>): void {
  const { facts, dataUpdatedAt } = query.state;
  if (facts && facts.asOf !== dataUpdatedAt) query.setState({ dataUpdatedAt: facts.asOf });
}

/**
 * The cache of all that the desk reads. Of a query without any answer the library forgets why it failed as soon as it asks
 * again: here that stands until the next answer, for whoever reads it, so that its panel neither flickers nor is read out
 * at every try, and its button stays.
 */
export function createReadCache(): QueryCache {
  const failures = new WeakMap<object, AppError>();
  const cache = new QueryCache({
    onError: (error, query) => {
      failures.set(query, error);
      if (error.kind === 'malformed') useBackendStatus.setState({ unreadable: true });
    },
    onSuccess: (_data, query) => settleAge(query),
  });
  cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'fetch') return;
    const { query } = event;
    const { data, errorUpdateCount } = query.state;
    const error = data === undefined && errorUpdateCount > 0 ? failures.get(query) : undefined;
    if (error) query.setState({ error, status: 'error' });
  });
  return cache;
}
