import type { Exchange } from '../../server/exchange/ports.ts';
import type { MarketModel } from '../../server/exchange/simulation/model.ts';

const HOUR = 3_600;
/** What falls due is not yet over when its last position is opened, and over when time has leapt this far. */
export const NEAR_FROM = 2 * HOUR;
export const LEAP = 12 * HOUR;
const FAR = 30 * 24 * HOUR;

const isQuoted = (price: bigint | null): boolean => price !== null && price >= 100_000n && price <= 900_000n;

/** Open markets with prices away from the edges: those that end within a leap, and those that outlive every one. */
export function tradedMarkets({ universe, clock }: Pick<Exchange, 'universe' | 'clock'>) {
  const now = clock.now();
  const liquid = universe
    .list(now)
    .flatMap(({ markets }) => markets)
    .filter(({ marketId, outcome }) => {
      if (outcome || universe.state(marketId, now).status !== 'open') return false;
      const { buyYes, sellYes, buyNo } = universe.quote(marketId, now);
      return isQuoted(buyYes) && isQuoted(sellYes) && isQuoted(buyNo);
    });
  const endsWithin = ({ endTime, resolveTime }: MarketModel): boolean =>
    endTime > now + NEAR_FROM && resolveTime < now + LEAP;
  return {
    near: liquid.filter(endsWithin),
    far: liquid.filter(({ endTime }) => endTime > now + FAR),
  };
}
