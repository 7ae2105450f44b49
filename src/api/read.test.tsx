// @vitest-environment happy-dom
import {
  keepPreviousData,
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useQueries,
  useQuery,
} from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { createReadCache, read, readPages } from './read.ts';

interface Request {
  of: string;
  answer: (text: string) => void;
  refuse: () => void;
}

let client: QueryClient;
let requests: Request[];
const failureOf = (of: string) => new AppError('server', `No ${of}.`);
const ask = (of: string) =>
  new Promise<string>((answer, reject) => {
    requests.push({ of, answer, refuse: () => reject(failureOf(of)) });
  });
const last = () => requests.at(-1) as Request;
/** What is under way ends so. */
const end = (how: (request: Request) => void) => act(async () => how(last()));
const sees = (current: () => unknown, state: object) => waitFor(() => expect(current()).toMatchObject(state));

const query = (of: string) => ({ queryKey: ['x', of], queryFn: read(() => ask(of)) });
const show = <Result, Props>(hook: (props: Props) => Result, initialProps?: Props) =>
  renderHook(hook, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
    ...(initialProps === undefined ? {} : { initialProps }),
  });

beforeEach(() => {
  requests = [];
  client = new QueryClient({
    queryCache: createReadCache(),
    defaultOptions: { queries: { retry: false, staleTime: 1_000 } },
  });
});

const failed = (of: string, isFetching: boolean) => ({
  error: failureOf(of),
  data: undefined,
  isError: true,
  isPending: false,
  isFetching,
});
const coming = { error: null, data: undefined, isPending: true };

describe('why something never came', () => {
  it('stands while it is asked for again, and not past the answer', async () => {
    const { result } = show(() => ({ ...useQuery(query('a')) }));
    await sees(() => result.current, coming);
    for (let nth = 1; nth <= 2; nth += 1) {
      await end(({ refuse }) => refuse());
      await sees(() => result.current, failed('a', false));
      act(() => void result.current.refetch());
      await sees(() => result.current, failed('a', true));
    }
    await end(({ answer }) => answer('here'));
    await sees(() => result.current, { data: 'here', error: null, isError: false });
    act(() => void result.current.refetch());
    await sees(() => result.current, { data: 'here', error: null, isFetching: true });
  });

  it('is its own: what another failed with is not said of it, nor what another holds shown for it', async () => {
    const { result, rerender } = show(
      (of: string) => ({ ...useQuery({ ...query(of), placeholderData: keepPreviousData }) }),
      'a' as string,
    );
    await end(({ answer }) => answer('of a'));
    rerender('b');
    await end(({ refuse }) => refuse());
    await sees(() => result.current, failed('b', false));
    act(() => void result.current.refetch());
    await sees(() => result.current, failed('b', true));
    rerender('c');
    await waitFor(() => expect(last().of).toBe('c'));
    await sees(() => result.current, { data: 'of a', error: null });
    await end(({ refuse }) => refuse());
    await sees(() => result.current, failed('c', false));
    rerender('b');
    await sees(() => result.current, failed('b', true));
  });

  it('stands for one reader while another begins to read, or leaves what was asked', async () => {
    const { result } = show(() => ({ ...useQuery(query('a')) }));
    await end(({ refuse }) => refuse());
    await sees(() => result.current, failed('a', false));
    const other = show(() => ({ ...useQuery(query('a')) }));
    await waitFor(() => expect(requests).toHaveLength(2));
    await sees(() => result.current, failed('a', true));
    await sees(() => other.result.current, failed('a', true));
    await act(async () => void client.cancelQueries());
    await sees(() => result.current, failed('a', false));
  });

  it('is forgotten with what is begun anew', async () => {
    const { result } = show(() => ({ ...useQuery(query('a')) }));
    await end(({ refuse }) => refuse());
    await sees(() => result.current, failed('a', false));
    await act(async () => void client.resetQueries());
    await waitFor(() => expect(requests).toHaveLength(2));
    expect(result.current).toMatchObject(coming);
  });

  it('stands in a list of pages', async () => {
    const { result } = show(() => ({
      ...useInfiniteQuery({
        queryKey: ['pages'],
        queryFn: readPages((start) => ask(`page ${start}`)),
        initialPageParam: 0,
        getNextPageParam: (_page, pages) => pages.length,
      }),
    }));
    await end(({ refuse }) => refuse());
    await sees(() => result.current, failed('page 0', false));
    act(() => void result.current.refetch());
    await sees(() => result.current, failed('page 0', true));
    await end(({ answer }) => answer('first'));
    await sees(() => result.current, { data: { pages: ['first'] }, error: null });
  });

  it('stands for each of several, wherever it has moved to', async () => {
    const { result, rerender } = show(
      (all: string[]) =>
        useQueries({ queries: all.map((of) => ({ ...query(of), staleTime: 60_000 })) }).map((one) => ({
          ...one,
        })),
      ['a', 'b'],
    );
    await act(async () => requests[0]?.answer('of a'));
    await act(async () => requests[1]?.refuse());
    await sees(() => result.current[1], failed('b', false));
    act(() => void result.current[1]?.refetch());
    await sees(() => result.current[1], failed('b', true));
    rerender(['b', 'a']);
    await sees(() => result.current[0], failed('b', true));
    await sees(() => result.current[1], { data: 'of a', error: null });
  });
});
