import { MAX_WATCHED, STREAM_BEAT_MS, STREAM_PATH } from '@contract/stream.ts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { serverUrl } from '@/config.ts';
import { recordResponseHeaders } from '@/state/backend-status.ts';
import { AnswerBook } from './answer-book.ts';
import { addressesOf, forgetAddresses, hold } from './held.ts';
import { createLink, type Link } from './link.ts';
import type { TabMessage } from './stream.worker.ts';
import type { Update } from './update.ts';

/** Queries come and go by the dozen when a page changes. */
const SETTLE_MS = 50;
/** A tab that nobody sees is told nothing more, as it asks nothing more. */
const HIDDEN_MS = 10_000;
/** An age on the screen is in whole seconds. */
const AGE_STEP_MS = 1_000;
/** Silence after which what was told counts no more: the worker may be gone, or this tab has slept. */
const SILENT_MS = 10 * STREAM_BEAT_MS;
/** A query whose load is under way is looked at again. */
const BUSY_MS = 20;

/** A browser that keeps no site data may refuse one. */
function openWorker(name: string): SharedWorker | undefined {
  if (typeof SharedWorker === 'undefined' || !navigator.locks) return undefined;
  try {
    return new SharedWorker(new URL('./stream.worker.ts', import.meta.url), { type: 'module', name });
  } catch {
    return undefined;
  }
}

/** The connection of this browser, held by a worker that all tabs share; by this tab where there are none. */
function openLink(told: (updates: Update[]) => void): Link {
  const url = new URL(serverUrl(STREAM_PATH), location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const worker = openWorker(url.href);
  if (!worker) return createLink(url.href, told);
  const say = (message: TabMessage): void => worker.port.postMessage(message);
  worker.port.onmessage = ({ data }: MessageEvent<Update[]>) => told(data);
  // Held until this tab is gone, however it goes.
  const tab = `evenline-tab-${crypto.randomUUID()}`;
  const join = (): Promise<never> => {
    say({ url: url.href, tab });
    return new Promise<never>(() => undefined);
  };
  // Where locks are denied the worker tells this tab on after it is gone, until the last one is.
  navigator.locks.request(tab, join).catch(join);
  let shown: string[] = [];
  return {
    watch: (addresses) => {
      shown = [...addresses];
      say({ watch: shown });
    },
    renew: (address) => {
      say({ watch: shown.filter((one) => one !== address) });
      say({ watch: shown });
    },
  };
}

/** Whether somebody polls it: what stays as it was first told is not renewed here either. */
const isLive = (query: Query): boolean =>
  query.isActive() &&
  query.observers.some(({ options: { refetchInterval } }) => {
    const interval = typeof refetchInterval === 'function' ? refetchInterval(query) : refetchInterval;
    return interval !== undefined && interval !== false;
  });

/**
 * Feeds the queries on show from the stream. A query is made of the addresses that it last asked for: those are
 * watched, and whenever one has a newer answer the query is loaded as ever, only that its requests find their answers
 * here. Where the stream does not stand, they go out.
 */
export function attachStream(client: QueryClient): void {
  const cache = client.getQueryCache();
  const book = new AnswerBook();
  const dirty = new Set<string>();
  /** Those of them whose newer answer is being taken in: it may need others that are asked for. */
  const loading = new Set<string>();
  let watched = new Set<string>();
  let flushing: ReturnType<typeof setTimeout> | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let isHidden = false;
  let heardAt = 0;

  /** Queries that are made of an address, among those on show. */
  const madeOf = (addresses: ReadonlySet<string>): Query[] =>
    cache
      .getAll()
      .filter((query) => isLive(query) && addressesOf(query.queryHash).some((one) => addresses.has(one)));

  function load(): void {
    flushing = undefined;
    for (const hash of [...dirty]) {
      const query = cache.get(hash);
      if (query?.state.fetchStatus === 'fetching') continue;
      dirty.delete(hash);
      // A failure is the query's own, and shown where it is.
      if (!query || !isLive(query)) continue;
      loading.add(hash);
      void query
        .fetch()
        .catch(() => undefined)
        .finally(() => loading.delete(hash));
    }
    if (dirty.size > 0) flushing = setTimeout(load, BUSY_MS);
  }
  function renew(addresses: ReadonlySet<string>): void {
    for (const { queryHash } of madeOf(addresses)) dirty.add(queryHash);
    if (dirty.size > 0 && flushing === undefined) flushing = setTimeout(load);
  }

  /** Answers that have not changed are as young as they were last said to be. */
  function refreshAges(addresses: ReadonlySet<string>): void {
    for (const query of madeOf(addresses)) {
      // What is said is of a newer answer, which waits for a load that is under way, or is taken in by it.
      if (dirty.has(query.queryHash) || loading.has(query.queryHash)) continue;
      const { facts, dataUpdatedAt, status } = query.state;
      const told = addressesOf(query.queryHash).map((address) => book.get(address)?.asOf);
      if (!facts?.pushed || status !== 'success' || told.includes(undefined)) continue;
      const asOf = Math.min(...(told as number[]));
      if (asOf - dataUpdatedAt < AGE_STEP_MS) continue;
      query.setState({ dataUpdatedAt: asOf, facts: { ...facts, asOf } });
    }
  }

  function told(updates: Update[]): void {
    heardAt = Date.now();
    const newer = new Set<string>();
    const same = new Set<string>();
    for (const update of updates) {
      if ('facts' in update && update.facts) recordResponseHeaders(new Headers(update.facts));
      if (update.kind === 'down') {
        for (const address of watched) if (book.get(address)) newer.add(address);
        book.take(update);
        continue;
      }
      const { address } = update;
      const isKnown = book.get(address) !== undefined;
      const isTaken = book.take(update);
      if (!isTaken) link.renew(address);
      if (update.kind === 'same') same.add(address);
      // Whatever was told so far has to be asked for from now on; what was never told is asked for already.
      else if (isKnown || (isTaken && update.kind !== 'lost')) newer.add(address);
    }
    if (newer.size > 0) renew(newer);
    if (same.size > 0) refreshAges(same);
  }
  const link = openLink(told);

  function settle(): void {
    settling = undefined;
    const next = new Set(
      isHidden ? [] : cache.getAll().flatMap((query) => (isLive(query) ? addressesOf(query.queryHash) : [])),
    );
    const most = new Set([...next].slice(0, MAX_WATCHED));
    if (most.size === watched.size && [...most].every((address) => watched.has(address))) return;
    for (const address of watched) if (!most.has(address)) book.forget(address);
    watched = most;
    link.watch(watched);
  }
  const settleSoon = (): void => {
    if (settling === undefined) settling = setTimeout(settle, SETTLE_MS);
  };

  hold({
    take: (address) => {
      const isSilent = Date.now() - heardAt > SILENT_MS;
      const answer = watched.has(address) && !isSilent ? book.get(address) : undefined;
      if (!answer) return undefined;
      const waitMs = Number(answer.facts?.['x-budget-wait'] ?? 0) * 1_000;
      return {
        answered: { body: answer.body, requestId: undefined },
        facts: { asOf: answer.asOf, waitMs: Number.isFinite(waitMs) ? waitMs : 0, pushed: true },
      };
    },
  });
  cache.subscribe(({ type, query }) => {
    if (type === 'removed') forgetAddresses(query.queryHash);
    if (type !== 'observerResultsUpdated') settleSoon();
  });
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiding);
    const hide = (hidden: boolean): void => {
      isHidden = hidden;
      settle();
    };
    if (document.visibilityState === 'hidden') hiding = setTimeout(() => hide(true), HIDDEN_MS);
    else hide(false);
  });
  settle();
}
