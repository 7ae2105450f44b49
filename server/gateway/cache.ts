import { randomUUID } from 'node:crypto';
import type { RouteId } from '@contract/routes.ts';
import { FACTS } from '../common/facts.ts';
import { AnswerStore, type Entry, type Fetched, type Question, type StoreLimits } from './answer-store.ts';
import { type Leave, leaving, type Place } from './budget.ts';
import { createCommonAnswers } from './common-answers.ts';
import { Stretch, staleMsOf, WANTED_MS } from './freshness.ts';
import type { News, SharedState } from './shared-state.ts';
import type { Timing } from './timing.ts';

/** `stale-error`: an older answer, because the last try to get a newer one has failed. */
export type CacheState = 'hit' | 'miss' | 'stale' | 'stale-error';

export interface Served extends Fetched {
  readonly state: CacheState;
  readonly id: RouteId;
}

export interface CacheOptions extends StoreLimits {
  readonly timing: Timing;
  readonly enter: (place: Place) => Promise<Leave>;
  /** Asks the platform, once a place was had. */
  readonly send: (question: Question, requestId: string, timeoutMs: number) => Promise<Fetched>;
  /** Hears of a refresh that failed: nobody else does. */
  readonly failed: (id: RouteId, error: unknown) => void;
  /** Hears of every answer that is new here, whoever has fetched it. */
  readonly arrived?: ((question: Question, fetched: Fetched) => void) | undefined;
  /** Whether it is to hear of what another gateway has fetched too, and nobody here wants. */
  readonly hearsAll?: (() => boolean) | undefined;
  /** Requests a second that answers are kept fresh with. */
  readonly refreshRps: () => number;
  readonly shared?: SharedState | undefined;
}

export interface CacheStats {
  readonly served: Readonly<Record<CacheState, number>>;
  /** Reads that were answered by a request of somebody else that was under way. */
  readonly joined: number;
  readonly refreshes: number;
  /** Answers that another gateway had fetched. */
  readonly adopted: number;
  readonly entries: number;
  readonly bytes: number;
  /** How much longer than planned answers stay fresh. */
  readonly stretch: number;
}

export interface Cache {
  /** @throws ServiceError when there is no answer, new or old. */
  read(key: string, question: Question, who: { caller: string; requestId: string }): Promise<Served>;
  /** What can be answered without waiting for anybody; undefined: nothing. */
  peek(key: string): Served | undefined;
  stats(): CacheStats;
  close(): void;
}

const RETRY_MS = 1_000;
const REFRESH_WAIT_MS = 30_000;
const MIN_SEND_MS = 1_000;
const LOOK_AGAIN_MS = 100;
/** Who comes to what nobody has looked at for a while waits so long for what it is now. */
const REVALIDATE_WAIT_MS = 1_500;
/** What another gateway asks for is waited for so long: it may wait for a place behind everybody, or be gone. */
const ELSEWHERE_WAIT_MS = 1_500;
const KEPT_STATUSES = new Set([200, 404]);

/** What the platform has to answer in: something, even when timers have been late. */
export const timeLeft = (ms: number): number => Math.max(MIN_SEND_MS, ms);

/** Answers that are the same for everybody, by their address on the platform. */
export function createCache(options: CacheOptions): Cache {
  const { timing, enter, send, refreshRps } = options;
  const { now } = timing;
  const store = new AnswerStore(options);
  const common = options.shared && createCommonAnswers(options.shared, timing);
  const inflight = new Map<string, Promise<Fetched>>();
  const overdue = new Set<Entry>();
  const stretch = new Stretch(() => store.all(), refreshRps);
  const served: Record<CacheState, number> = { hit: 0, miss: 0, stale: 0, 'stale-error': 0 };
  let joined = 0;
  let refreshes = 0;
  let adopted = 0;
  let closed = false;
  let refreshing = false;

  const lifetimeOf = (kept: Pick<Entry, 'id' | 'status'>) => stretch.lifetimeOf(kept, now());

  /** @returns what there is to answer with: what was kept before, where that is newer. */
  function keep(key: string, { id, given }: Question, fetched: Fetched, answeredAt = now()): Fetched {
    const { status, body, ageMs, cameAt } = fetched;
    if (!KEPT_STATUSES.has(status)) return fetched;
    const before = store.get(key);
    const { wantedAt, isWantedAgain } = before ?? { wantedAt: now(), isWantedAgain: false };
    // Not by the clock of now: an answer must not seem younger for the time it has been here.
    const answer = { status, body, madeAt: cameAt - ageMs };
    // A platform that keeps answers itself may come with an older one: it was asked, and what is here is the newest.
    const isNewest = !before || answer.madeAt >= before.madeAt;
    const kept = isNewest ? answer : { status: before.status, body: before.body, madeAt: before.madeAt };
    const asked = { answeredAt, triedAt: answeredAt, wantedAt, isWantedAgain };
    store.put({ id, given, key, ...kept, ...asked, failed: false, busy: false, retryAt: 0 });
    if (!isNewest)
      return { status: kept.status, body: kept.body, ageMs: cameAt - kept.madeAt, cameAt, headers: {} };
    if (status === 200) options.arrived?.({ id, given }, fetched);
    return fetched;
  }

  /** Takes over what another gateway has fetched. */
  async function adopt(key: string, question: Question, maxMs: number): Promise<Fetched | undefined> {
    const found = await common?.find(key, store.get(key)?.answeredAt ?? 0, maxMs);
    if (!found) return undefined;
    adopted += 1;
    return keep(key, question, found.fetched, found.answeredAt);
  }

  /** Another gateway has fetched one. */
  async function toldOf({ key, id, params }: News): Promise<void> {
    const entry = store.get(key);
    if (entry && now() - entry.wantedAt < WANTED_MS) {
      await adopt(key, entry, lifetimeOf(entry));
    } else if (options.hearsAll?.()) {
      const found = await common?.find(key, 0, FACTS[id].policy.staleMs);
      if (found) {
        const given = { params, query: {}, body: undefined };
        options.arrived?.({ id, given }, found.fetched);
      }
    }
  }
  common?.listen((news) => void toldOf(news));

  /** Asks the platform. A place must have been had. */
  async function fetch(key: string, question: Question, requestId: string, ms: number): Promise<Fetched> {
    try {
      const fetched = await send(question, requestId, ms);
      const kept = keep(key, question, fetched);
      common?.done(key, question, kept);
      return kept;
    } catch (error) {
      common?.done(key, question);
      throw error;
    } finally {
      const entry = store.get(key);
      if (entry) entry.triedAt = now();
    }
  }

  /** Lets everybody who wants the same have part in it. */
  function join(key: string, work: () => Promise<Fetched>): Promise<Fetched> {
    const running = work().finally(() => {
      if (inflight.get(key) === running) inflight.delete(key);
    });
    inflight.set(key, running);
    return running;
  }

  const later = (ms: number) => new Promise<void>((resolve) => void timing.after(ms, resolve));

  /** What another gateway has fetched, or fetches within the time; `isOurs`: none does. */
  async function elsewhere(
    key: string,
    question: Question,
    until: number,
  ): Promise<{ found?: Fetched; isOurs: boolean }> {
    while (common && now() < until && !closed) {
      const found = await adopt(key, question, lifetimeOf({ id: question.id, status: 200 }));
      if (found) return { found, isOurs: false };
      if (await common.mine(key, question)) return { isOurs: true };
      await later(LOOK_AGAIN_MS);
    }
    return { isOurs: !common };
  }

  async function ask(key: string, question: Question, caller: string, requestId: string): Promise<Fetched> {
    const { id } = question;
    const { priority, timeoutMs, waitMs } = FACTS[id].policy;
    const start = now();
    const { found, isOurs } = await elsewhere(key, question, start + ELSEWHERE_WAIT_MS);
    if (found) return found;
    const leave = await enter({ priority, caller, waitMs: start + waitMs - now() }).catch(
      (error: unknown) => {
        common?.done(key, question);
        throw error;
      },
    );
    const theirs = isOurs ? undefined : await adopt(key, question, lifetimeOf({ id, status: 200 }));
    if (theirs) {
      leave('unsent');
      return theirs;
    }
    return leaving(leave, fetch(key, question, requestId, timeLeft(start + timeoutMs - now())));
  }

  /** The wanted one whose last try is longest ago, as its time goes; forgets those that nobody wants any more. */
  function mostOverdue(): Entry | undefined {
    let best: Entry | undefined;
    let most = Number.NEGATIVE_INFINITY;
    for (const entry of overdue) {
      const isLate = now() - entry.answeredAt >= lifetimeOf(entry);
      const isReplaced = store.get(entry.key) !== entry;
      if (
        isReplaced ||
        entry.busy ||
        inflight.has(entry.key) ||
        !isLate ||
        now() < entry.retryAt ||
        now() - entry.wantedAt > WANTED_MS
      ) {
        overdue.delete(entry);
        continue;
      }
      // By the last try: what fails again and again would be the latest for ever, and nothing else have its turn.
      const lateness = (now() - entry.triedAt) / lifetimeOf(entry);
      if (lateness > most) {
        best = entry;
        most = lateness;
      }
    }
    return best;
  }

  function failed(entry: Entry, error?: unknown): void {
    entry.failed = true;
    entry.busy = false;
    entry.retryAt = now() + RETRY_MS;
    if (error !== undefined) options.failed(entry.id, error);
  }

  /** Whether a newer one has come, or another gateway is fetching it; else it is ours to fetch from now on. */
  async function isElsewhere(entry: Entry): Promise<boolean> {
    if (store.get(entry.key) !== entry) return true;
    if (!common) return false;
    if (await adopt(entry.key, entry, lifetimeOf(entry))) return true;
    if (await common.mine(entry.key, entry)) return false;
    // It will be told of; or is its own to fetch, when the other one has failed.
    entry.retryAt = now() + RETRY_MS;
    return true;
  }

  /** Lets others fetch it; unless who came back asks for it meanwhile, who lets them when he has the answer. */
  function unclaim(entry: Entry): void {
    if (!inflight.has(entry.key)) common?.done(entry.key, entry);
  }

  async function refreshOne(entry: Entry): Promise<void> {
    const { key, id } = entry;
    const { priority, timeoutMs } = FACTS[id].policy;
    entry.busy = true;
    if (await isElsewhere(entry)) {
      entry.busy = false;
      return;
    }
    let leave: Leave;
    try {
      const place = { priority: priority > 3 ? priority : 3, caller: '', waitMs: REFRESH_WAIT_MS };
      leave = await enter({ ...place, isRefresh: true });
    } catch (error) {
      failed(entry, error);
      unclaim(entry);
      return;
    }
    // It may have been waited for longer than it was ours, and than nobody who came back asked for it.
    if ((await isElsewhere(entry)) || inflight.has(key)) {
      entry.busy = false;
      leave('unsent');
      unclaim(entry);
      return;
    }
    refreshes += 1;
    join(key, () => leaving(leave, fetch(key, entry, randomUUID(), timeoutMs))).then(
      ({ status }) => {
        if (!KEPT_STATUSES.has(status)) failed(entry);
      },
      (error: unknown) => failed(entry, error),
    );
  }

  async function refreshAll(): Promise<void> {
    if (refreshing) return;
    refreshing = true;
    for (let entry = mostOverdue(); entry && !closed; entry = mostOverdue()) await refreshOne(entry);
    refreshing = false;
  }

  const usable = (entry: Entry): boolean => now() - entry.answeredAt < lifetimeOf(entry) + staleMsOf(entry);

  function give(entry: Entry): Served {
    store.touch(entry, now());
    const isFresh = now() - entry.answeredAt < lifetimeOf(entry);
    const state = isFresh ? 'hit' : entry.failed ? 'stale-error' : 'stale';
    served[state] += 1;
    const { id, status, body, madeAt } = entry;
    const cameAt = now();
    return { id, status, body, ageMs: cameAt - madeAt, cameAt, state, headers: {} };
  }

  /** What is fresh, or stale and in demand: then a newer one is asked for where it is time. */
  function peek(key: string): Served | undefined {
    const entry = store.get(key);
    if (!entry || !usable(entry)) return undefined;
    const isFresh = now() - entry.answeredAt < lifetimeOf(entry);
    if (!isFresh && now() - entry.wantedAt > WANTED_MS) return undefined;
    const given = give(entry);
    if (!isFresh && !entry.busy && !inflight.has(key) && now() >= entry.retryAt) {
      overdue.add(entry);
      void refreshAll();
    }
    return given;
  }

  /** Whether a newer answer than the one at hand comes soon enough to be waited for. */
  async function comesSoon(work: Promise<Fetched>, older: Entry): Promise<boolean> {
    const arrival = work.then(
      ({ status }) => status < 500 && status !== 429,
      (error: unknown) => error,
    );
    const outcome = await Promise.race([arrival, later(REVALIDATE_WAIT_MS)]);
    if (outcome === true) return true;
    // Late is not failed.
    if (outcome !== undefined) failed(older, outcome === false ? undefined : outcome);
    return false;
  }

  return {
    peek,
    async read(key, question, { caller, requestId }) {
      const known = peek(key);
      if (known) return known;
      const running = inflight.get(key);
      if (running) joined += 1;
      const older = store.get(key);
      const work = running ?? join(key, () => ask(key, question, caller, requestId));
      if (older && usable(older) && !(await comesSoon(work, older))) return give(older);
      const fetched = await work;
      served.miss += 1;
      return { ...fetched, id: question.id, state: 'miss' };
    },
    stats: () => ({
      served,
      joined,
      refreshes,
      adopted,
      entries: store.size,
      bytes: store.bytes,
      stretch: stretch.at(now()),
    }),
    close: () => {
      closed = true;
      overdue.clear();
    },
  };
}
