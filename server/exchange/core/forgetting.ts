import { isPlatformAddress } from '../ledger/keys.ts';
import { recentGrants, recentParlays } from '../writer/recent.ts';
import type { ExchangeContext } from './context.ts';

/** Milliseconds that one look may take, and what it lets go of however long that takes. */
const LOOK_MS = 8;
const LEAST = 500;
/** So many that come to memory have a turn begin before its time: names of nothing are made up fast. */
const CROWD = 100_000;

/** Takes steps for as long as a look may take. @returns whether that was all of them. */
function takeSteps(steps: Iterator<void>): boolean {
  const until = performance.now() + LOOK_MS;
  for (let taken = 0; taken < LEAST || performance.now() < until; taken++) {
    if (steps.next().done) return true;
  }
  return false;
}

/**
 * Lets go, every so many seconds, of what nobody has named for as long: the database has it. However much that is, it
 * goes a little with each call.
 */
export function createForgetting(
  {
    writer,
    clock,
    ledger,
    state,
    keys,
  }: Pick<ExchangeContext, 'writer' | 'clock' | 'ledger' | 'state' | 'keys'>,
  seconds: number,
): () => Promise<void> {
  let next = clock.wall() + seconds;
  let turn: Iterator<void> | undefined;

  function* letGo(): Generator<void> {
    state.parlays.letGo(recentParlays(clock));
    state.letGoOfGrants(recentGrants(clock));
    yield* ledger.letGo((address) => isPlatformAddress(keys, address));
    yield* state.letGo();
  }

  return async () => {
    const wall = clock.wall();
    if (turn === undefined) {
      if (wall < next && ledger.addressesCome() + state.keysCome() < CROWD) return;
      next = wall + seconds;
      turn = letGo();
    }
    const steps = turn;
    // Between two batches: all of memory is committed.
    if (await writer.read(() => takeSteps(steps))) turn = undefined;
  };
}
