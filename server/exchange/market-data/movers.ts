import { DEFAULT_MOVERS, MAX_MOVERS, type MoverWire, SPAN_SECONDS, type Span } from '@contract/history.ts';
import type { Steps, Turns } from '../../common/turns.ts';
import { knownSince, midOf } from './market-steps.ts';
import type { MarketSource } from './source.ts';

/** Real milliseconds for which the same movers are told. */
const KEPT_MS = 5_000;

interface Found {
  readonly at: number;
  readonly now: number;
  readonly movers: Promise<MoverWire[]>;
}

interface Deps {
  readonly universe: MarketSource;
  readonly clock: { now(): number };
  readonly turns: Turns;
  readonly monotoneMs: () => number;
}

/** Which of the open markets have moved most: all of them are looked at once in a while, for all who ask. */
export function createMovers({ universe, clock, turns, monotoneMs }: Deps) {
  const found = new Map<Span, Found>();

  function* look(span: Span, now: number): Steps<MoverWire[]> {
    const then = now - SPAN_SECONDS[span];
    const movers: { change: number; wire: MoverWire }[] = [];
    for (const event of universe.list(now)) {
      yield;
      const open = event.markets.filter(({ marketId }) => {
        if (universe.state(marketId, now).status !== 'open') return false;
        const since = knownSince(universe, marketId, now);
        return since !== null && since <= then;
      });
      // All of an event at one instant, then at the other: its chances are worked out together.
      const mids = (t: number) => open.map(({ marketId }) => midOf(universe.quote(marketId, t)));
      const [befores, afters] = [mids(then), mids(now)];
      for (const [at, { marketId, eventId, title }] of open.entries()) {
        const [before = null, after = null] = [befores[at], afters[at]];
        if (before === null || after === null) continue;
        const change = after - before;
        movers.push({
          change: Math.abs(change),
          wire: {
            marketId,
            eventId,
            title,
            eventTitle: event.title,
            fromPrice: String(before),
            toPrice: String(after),
            change: String(change),
            since: then,
          },
        });
      }
    }
    yield;
    movers.sort((a, b) => b.change - a.change);
    return movers.slice(0, MAX_MOVERS).map(({ wire }) => wire);
  }

  return async (span: Span, limit = DEFAULT_MOVERS) => {
    const at = monotoneMs();
    let known = found.get(span);
    if (known === undefined || at - known.at > KEPT_MS) {
      const now = Math.floor(clock.now());
      known = { at, now, movers: turns.run(look(span, now)) };
      found.set(span, known);
      // A failure is told to whoever waits, not to those who ask later.
      known.movers.catch(() => found.delete(span));
    }
    return { now: known.now, span, movers: (await known.movers).slice(0, limit) };
  };
}
