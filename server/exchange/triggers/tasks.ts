import { type KeeperJob, type Task, taskOf } from '../core/keeper-rounds.ts';
import type { TriggerOrderRow } from '../writer/commit.store.ts';
import { bestsSince } from './best-since.ts';
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
import { READY, STOPPING } from './states.ts';

/** Seconds after which the best price a trailing order has seen is written down, and orders that one job writes. */
const CHECKPOINT_SECONDS = 5;
const CHECKPOINT_ROWS = 50;
/**
 * Seconds before a start of which every price is looked at again, and prices looked at of all the time before: an order
 * whose best price lies far back has been looked at since, up to the stop.
 */
const REPLAYED = 2_000;

const trails = (row: TriggerOrderRow): boolean => row.state === 'open' && row.mark !== null;

/** Instants of `from` to `to`: each of the last so many seconds, and as many of what lies before. */
function replayed(from: number, to: number): number[] {
  const recent = Math.max(from, to - REPLAYED);
  const step = Math.max(1, Math.ceil((recent - from) / REPLAYED));
  const instants: number[] = [];
  for (let t = from; t < recent; t += step) instants.push(t);
  for (let t = recent; t <= to; t++) instants.push(t);
  return instants;
}

/**
 * Takes up the best prices of trailing orders: a price that was reached since they were last written down counts, as
 * prices are functions of time. Runs once, before the first tick.
 */
function replayMarks({ state, prices, clock }: TriggerContext): void {
  const now = Math.floor(clock.now());
  const byMint = new Map<string, TriggerOrderRow[]>();
  for (const row of state.triggers.orders.values()) {
    if (!trails(row)) continue;
    const others = byMint.get(row.triggerMint);
    if (others) others.push(row);
    else byMint.set(row.triggerMint, [row]);
  }
  for (const [mint, rows] of byMint) {
    const from = rows.reduce((earliest, { markAt }) => Math.min(earliest, Math.floor(markAt)), now);
    const samples = replayed(from, now).flatMap((t) => {
      const price = prices.priceAt(mint, t);
      return price !== null && price > 0n ? [{ t, price }] : [];
    });
    const bests = { above: bestsSince('above', samples), below: bestsSince('below', samples) };
    for (const { id, condition, markAt } of rows) {
      const best = condition === null ? undefined : bests[condition](Math.floor(markAt));
      // The row stays as it is stored, so that the better price is written down.
      if (best !== undefined) state.triggers.index.remind(id, best);
    }
  }
}

/** Looks at every price that an order waits for, and does what follows. */
export function triggerTasks(context: TriggerContext): readonly Task[] {
  const { state, prices, clock } = context;
  const book = state.triggers;
  let nextCheckpoint = clock.wall() + CHECKPOINT_SECONDS;
  replayMarks(context);

  function fired(): KeeperJob[] {
    const t = clock.now();
    return [...book.index.mints()].flatMap((mint) => {
      const price = prices.priceAt(mint, t);
      if (price === null || price <= 0n) return [];
      return book.index
        .tick(mint, price)
        .map((one): KeeperJob => [one.id, (uow) => fireOrder(context, uow, one)]);
    });
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

  function rates(): KeeperJob[] {
    const t = clock.now();
    // By both mints: what ten thousand orders of a few pairs wait for is looked up a few times.
    const markets = new Map<string, Map<string, Market | null>>();
    const marketOnce = (row: TriggerOrderRow): Market | null => {
      const ofInput = markets.get(row.inputMint) ?? new Map<string, Market | null>();
      markets.set(row.inputMint, ofInput);
      const known = ofInput.get(row.outputMint);
      if (known !== undefined) return known;
      const market = marketOf(context, row);
      ofInput.set(row.outputMint, market);
      return market;
    };
    return [...book.rates].flatMap((id): KeeperJob[] => {
      const row = book.orders.get(id);
      if (!row || row.nextFillAt > t) return [];
      const market = marketOnce(row);
      if (!market || rateOutput(row, market) === null) return [];
      return [[id, (uow) => fillRate(context, uow, id)]];
    });
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
    const moved = [...book.orders.values()].filter((row) => trails(row) && book.current(row) !== row);
    // Where there are more than a round takes, whoever was written last comes last.
    moved.sort((a, b) => a.markAt - b.markAt);
    const markAt = clock.now();
    const jobs: KeeperJob[] = [];
    for (let at = 0; at < moved.length; at += CHECKPOINT_ROWS) {
      const ids = moved.slice(at, at + CHECKPOINT_ROWS).map(({ id }) => id);
      jobs.push([
        `marks:${at}`,
        (uow) => {
          for (const id of ids) {
            const row = book.orders.get(id);
            if (row && trails(row)) uow.put('triggerOrders', id, { ...book.current(row), markAt });
          }
        },
      ]);
    }
    return jobs;
  }

  return [
    taskOf('expiries', expired),
    taskOf('triggers', fired),
    taskOf('slices', continued),
    taskOf('rates', rates),
    taskOf('marks', checkpoints),
  ];
}
