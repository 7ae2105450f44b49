import { type KeeperJob, steppedTaskOf, type Task, taskOf } from '../core/keeper-rounds.ts';
import type { TriggerOrderRow } from '../writer/commit.store.ts';
import { nowMs, type TriggerContext } from './context.ts';
import {
  continueOrder,
  expireOrder,
  fillRate,
  fireOrder,
  type Market,
  marketOf,
  rateOutput,
} from './fill-order.ts';
import type { FollowedToken } from './prices.ts';
import { replayMarks, trails } from './replay-marks.ts';
import { READY, STOPPING } from './states.ts';

/** Seconds after which the best price a trailing order has seen is written down, and orders that one job writes. */
const CHECKPOINT_SECONDS = 5;
const CHECKPOINT_ROWS = 50;
/** Seconds after which one that has stood still is written down as well: a start looks again at all prices since. */
const STILL_SECONDS = 600;
/** Prices of the time before a start that one call looks at, give or take one mint's: some 50 ms of work. */
const REPLAYED_AT_ONCE = 25_000;

type Followed = ReadonlyMap<string, FollowedToken>;

/** Looks at every price that an order waits for, and does what follows. */
export function triggerTasks(context: TriggerContext): readonly Task[] {
  const { state, prices, clock } = context;
  const book = state.triggers;
  let nextCheckpoint = clock.wall() + CHECKPOINT_SECONDS;
  /** By mint, the first simulated second of which nobody may have looked at its price; after a start that is for orders to say. */
  let unseen: ReadonlyMap<string, number> = new Map();
  /** Mints that next calls begin with: nobody has looked yet at what their prices were before the start. */
  let waiting = 0;
  /** What the last looks have followed: the price of orders that wait for one, and what those for a rate trade. */
  let watched: Followed = new Map();
  let traded: Followed = new Map();

  /** Follows on, and lets go of what nobody waits for any more. */
  function followingFrom(before: Followed) {
    const all: Map<string, FollowedToken> = new Map();
    const of = (mint: string): FollowedToken => {
      const known = all.get(mint) ?? before.get(mint) ?? prices.follow(mint);
      all.set(mint, known);
      return known;
    };
    return { all, of };
  }

  function* fired(): Generator<void, KeeperJob[]> {
    const due: KeeperJob[] = [];
    const follow = followingFrom(watched);
    watched = follow.all;
    const seen = new Map<string, number>();
    let room = REPLAYED_AT_ONCE;
    waiting = 0;
    for (const mint of [...book.index.mints()]) {
      const token = follow.of(mint);
      const known = unseen.get(mint);
      const waits = known === undefined && room <= 0 && book.index.trailing(mint).length > 0;
      let now = clock.now();
      if (waits) waiting += 1;
      else {
        // First what prices were since the last look: no trailing order may see a later one before that.
        for (let from = known ?? Number.NEGATIVE_INFINITY; from < Math.floor(now); now = clock.now()) {
          const looked = yield* replayMarks(book, mint, token, from, Math.floor(now));
          if (known === undefined) room -= looked;
          from = Math.floor(now) + 1;
        }
        seen.set(mint, Math.floor(now) + 1);
      }
      const price = token.priceAt(now);
      if (price !== null && price > 0n) {
        const reached = waits ? book.index.reached(mint, price) : book.index.tick(mint, price);
        for (const one of reached) due.push([one.id, (uow) => fireOrder(context, uow, one)]);
      }
      yield;
    }
    unseen = seen;
    return due;
  }

  function continued(): KeeperJob[] {
    const t = clock.now();
    return [...book.executing].flatMap((id): KeeperJob[] => {
      const row = book.orders.get(id);
      // One whose fills have stopped waits for its owner alone, for as long as that takes.
      if (!row || row.rawState === READY || (row.rawState !== STOPPING && row.nextFillAt > t)) return [];
      return [[id, (uow) => continueOrder(context, uow, id)]];
    });
  }

  function* rates(): Generator<void, KeeperJob[]> {
    const due: KeeperJob[] = [];
    const follow = followingFrom(traded);
    traded = follow.all;
    // By both mints: what ten thousand orders of a few pairs wait for is looked up a few times.
    const markets = new Map<string, Map<string, Market | null>>();
    const marketOnce = (row: TriggerOrderRow): Market | null => {
      const ofInput = markets.get(row.inputMint) ?? new Map<string, Market | null>();
      markets.set(row.inputMint, ofInput);
      const known = ofInput.get(row.outputMint);
      if (known !== undefined) return known;
      const market = marketOf(context, row, follow.of);
      ofInput.set(row.outputMint, market);
      return market;
    };
    for (const id of [...book.rates]) {
      const row = book.orders.peek(id);
      if (row && row.nextFillAt <= clock.now()) {
        const market = marketOnce(row);
        if (market && rateOutput(row, market) !== null) due.push([id, (uow) => fillRate(context, uow, id)]);
      }
      yield;
    }
    return due;
  }

  function expired(): KeeperJob[] {
    const now = nowMs(context);
    if (now < book.nextExpiry) return [];
    const due: KeeperJob[] = [];
    let next = Number.POSITIVE_INFINITY;
    for (const { id, state: at, expiresAt } of book.orders.values()) {
      if (at !== 'open') continue;
      if (expiresAt <= now) due.push([id, (uow) => expireOrder(context, uow, id)]);
      else next = Math.min(next, expiresAt);
    }
    // Those that are due stand here until they are gone: one may have to be tried again.
    book.nextExpiry = due.length > 0 ? now : next;
    return due;
  }

  function checkpoints(): KeeperJob[] {
    const wall = clock.wall();
    if (wall < nextCheckpoint) return [];
    nextCheckpoint = wall + CHECKPOINT_SECONDS;
    // What nobody has looked at by then is looked at after a stop: this may be seconds after the last look.
    const now = clock.now();
    const seenAt = ({ triggerMint }: TriggerOrderRow): number =>
      Math.min(now, unseen.get(triggerMint) ?? Number.NEGATIVE_INFINITY);
    const isDue = (row: TriggerOrderRow): boolean =>
      book.current(row) !== row || row.markAt <= seenAt(row) - STILL_SECONDS;
    const moved = [...book.orders.values()].filter((row) => trails(row) && isDue(row));
    // Where there are more than a round takes, whoever was written last comes last.
    moved.sort((a, b) => a.markAt - b.markAt);
    const jobs: KeeperJob[] = [];
    for (let at = 0; at < moved.length; at += CHECKPOINT_ROWS) {
      const ids = moved.slice(at, at + CHECKPOINT_ROWS).map(({ id }) => id);
      jobs.push([
        `marks:${at}`,
        (uow) => {
          for (const id of ids) {
            const row = book.orders.get(id);
            if (!row || !trails(row)) continue;
            // One that was opened since the last look must not be told of prices before it.
            uow.put('triggerOrders', id, { ...book.current(row), markAt: Math.max(row.markAt, seenAt(row)) });
          }
        },
      ]);
    }
    return jobs;
  }

  const triggers = steppedTaskOf('triggers', fired);
  return [
    taskOf('expiries', expired),
    { run: async (rounds) => (await triggers.run(rounds)) + waiting },
    taskOf('slices', continued),
    steppedTaskOf('rates', rates),
    taskOf('marks', checkpoints),
  ];
}
