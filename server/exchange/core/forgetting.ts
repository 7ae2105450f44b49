import { isPlatformAddress } from '../ledger/keys.ts';
import { recentGrants, recentParlays } from '../writer/recent.ts';
import type { ExchangeContext } from './context.ts';

/** Lets go, every so many seconds, of what nobody has named for as long: the database has it. */
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
  return async () => {
    const wall = clock.wall();
    if (wall < next) return;
    next = wall + seconds;
    // Between two batches: all of memory is committed.
    await writer.read(() => {
      ledger.letGo((address) => isPlatformAddress(keys, address));
      state.letGoOfPositions();
      state.letGoOfMarkets();
      state.parlays.letGo(recentParlays(clock));
      state.triggers.letGo();
      state.letGoOfGrants(recentGrants(clock));
    });
  };
}
