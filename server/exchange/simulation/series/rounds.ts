import { formatPrice } from '../assets.ts';
import { clockTime, DAY, HOUR, longDate, MINUTE, shortDate } from '../dates.ts';
import { upDown } from '../dynamics.ts';
import { assetOf, type EventSeries } from '../event-series.ts';
import { between } from '../hash.ts';

interface RoundLength {
  tag: string;
  seconds: number;
  assets: readonly string[];
  volume: number;
}

const LENGTHS: readonly RoundLength[] = [
  { tag: '5m', seconds: 5 * MINUTE, assets: ['btc', 'eth', 'sol', 'xrp'], volume: 26_000 },
  { tag: '15m', seconds: 15 * MINUTE, assets: ['btc', 'eth', 'sol', 'xrp', 'doge', 'ltc'], volume: 44_000 },
  { tag: '1h', seconds: HOUR, assets: ['btc', 'eth', 'sol', 'xrp', 'doge', 'avax'], volume: 90_000 },
];
/** Rounds that can be traded before they begin. */
const AHEAD = 2;
/** Finished rounds that stay listed: enough for a strip of last results. */
const PAST = 12;

/** Recurring up or down rounds: two one-sided markets each. */
export const roundSeries: readonly EventSeries[] = LENGTHS.flatMap((length) =>
  length.assets.map((key, rank): EventSeries => {
    const { seconds, tag } = length;
    return {
      key: `round-${tag}-${key}`,
      category: 'crypto',
      provider: 'provider_a',
      every: seconds,
      offset: 0,
      span: seconds * (AHEAD + 1),
      keep: Math.min(seconds * PAST, DAY),
      settle: [5, 25],
      weight: 4 / (rank + 1),
      build(slot) {
        const asset = assetOf(slot, key);
        const begin = slot.open + AHEAD * seconds;
        const close = begin + seconds;
        const window = `${clockTime(begin)}–${clockTime(close)} UTC`;
        const rules =
          `Resolves to "Up" if the ${asset.name} price at ${clockTime(close)} UTC on ${longDate(close)} is greater ` +
          `than or equal to its price at ${clockTime(begin)} UTC, and to "Down" otherwise.`;
        return {
          title: `${asset.name} Up or Down · ${shortDate(begin)}, ${window}`,
          subtitle: `${tag} round · ${window}`,
          subcategory: key,
          tags: [tag, 'up-or-down', key],
          beginAt: begin,
          close,
          closeCondition: 'Closes at the end of the round.',
          rulesSecondary: `Prices are those of the exchange's reference feed for ${asset.symbol}; the last tick at or before each instant counts. Typical prices read like ${formatPrice(asset, asset.opening(slot.open))}.`,
          markets: (['Up', 'Down'] as const).map((title) => ({
            title,
            rules,
            chance: 0.5,
            outcomes: title === 'Up' ? ['Up', 'Down'] : ['Down', 'Up'],
            oneSided: true,
          })),
          dynamics: upDown(asset, slot.seed, begin, close),
          volume: (length.volume / (rank + 1)) * between(slot.random, 0.5, 1.6),
          game: null,
        };
      },
    };
  }),
);
