import { formatExactPrice, formatPrice, roundStep } from '../assets.ts';
import {
  ceilDay,
  clockTime,
  DAY,
  HOUR,
  longDate,
  MEAN_MONTH,
  monthName,
  nearestMonth,
  shortDate,
} from '../dates.ts';
import { above, ranges } from '../dynamics.ts';
import { assetOf, type EventSeries, KEEP, type MarketPlan } from '../event-series.ts';
import { between } from '../hash.ts';
import type { Category } from '../model.ts';

interface PriceSeries {
  kind: 'above' | 'range';
  period: 'hour' | 'day' | 'week' | 'month';
  asset: string;
  category: Category;
  volume: number;
}

const PERIODS = {
  hour: { every: 2 * HOUR, life: 6 * HOUR, span: 7 * HOUR },
  day: { every: DAY, life: 2.7 * DAY, span: 4 * DAY },
  week: { every: 7 * DAY, life: 13 * DAY, span: 14 * DAY },
  month: { every: MEAN_MONTH, life: 46 * DAY, span: 66 * DAY },
} as const;

const PERIOD_TAGS = { hour: 'hourly', day: 'daily', week: 'weekly', month: 'monthly' } as const;

const CRYPTO = ['btc', 'eth', 'sol', 'xrp', 'doge', 'avax'] as const;
const MACRO = ['gold', 'oil', 'eurusd', 'usdjpy', 'us10y', 'silver', 'gas', 'copper'] as const;

const SPECS: PriceSeries[] = [
  ...CRYPTO.slice(0, 3).map(
    (asset, i): PriceSeries => spec('above', 'hour', asset, 'crypto', 60_000 / (i + 1)),
  ),
  ...CRYPTO.map((asset, i): PriceSeries => spec('above', 'day', asset, 'crypto', 900_000 / (i + 1))),
  ...CRYPTO.slice(0, 4).map(
    (asset, i): PriceSeries => spec('range', 'day', asset, 'crypto', 400_000 / (i + 1)),
  ),
  ...CRYPTO.map((asset, i): PriceSeries => spec('range', 'week', asset, 'crypto', 1_600_000 / (i + 1))),
  ...CRYPTO.map((asset, i): PriceSeries => spec('above', 'month', asset, 'crypto', 6_000_000 / (i + 1))),
  ...MACRO.slice(0, 5).map(
    (asset, i): PriceSeries => spec('above', 'day', asset, 'economics', 220_000 / (i + 1)),
  ),
  ...MACRO.map((asset, i): PriceSeries => spec('range', 'week', asset, 'economics', 520_000 / (i + 1))),
  ...MACRO.map((asset, i): PriceSeries => spec('above', 'month', asset, 'economics', 1_400_000 / (i + 1))),
];

function spec(
  kind: PriceSeries['kind'],
  period: PriceSeries['period'],
  asset: string,
  category: Category,
  volume: number,
): PriceSeries {
  return { kind, period, asset, category, volume };
}

/** Whole steps around the price at opening, as wide as the price usually moves until the close. */
function levels(count: number, around: number, step: number): number[] {
  const middle = Math.round(around / step);
  const low = middle - Math.floor((count - 1) / 2);
  return Array.from({ length: count }, (_, k) => (low + k) * step).filter((level) => level > 0);
}

/** Where prices of coins, metals, currencies and rates will stand: above a strike, or within which range. */
export const priceSeries: readonly EventSeries[] = SPECS.map((spec, rank): EventSeries => {
  const { every, life, span } = PERIODS[spec.period];
  return {
    key: `price-${spec.kind}-${spec.period}-${spec.asset}`,
    category: spec.category,
    provider: rank % 3 === 2 ? 'provider_c' : 'provider_a',
    every,
    // Odd hours, so that an hourly question never has the title of a daily one.
    offset: spec.period === 'hour' ? HOUR : 14 * HOUR + (rank % 5) * HOUR,
    span,
    keep: spec.period === 'hour' ? 6 * HOUR : KEEP,
    settle: [30, 240],
    weight: spec.period === 'hour' ? 1.5 : 2.5,
    build(slot) {
      const asset = assetOf(slot, spec.asset);
      const rough = slot.open + life;
      const close =
        spec.period === 'hour'
          ? Math.ceil(rough / HOUR) * HOUR
          : spec.period === 'month'
            ? nearestMonth(rough)
            : ceilDay(rough) - 4 * HOUR;
      const spot = asset.opening(slot.open);
      const sd = spot * asset.sigma * Math.sqrt(close - slot.open);
      const month = spec.period === 'month';
      const when = month
        ? `the end of ${monthName(close - DAY)}`
        : `${shortDate(close)}, ${clockTime(close)} UTC`;
      const source = `the ${asset.name} reference price at ${clockTime(close)} UTC on ${longDate(close)}`;
      const common = {
        subcategory: spec.asset,
        tags: [spec.asset, PERIOD_TAGS[spec.period], 'prices'],
        beginAt: null,
        close,
        closeCondition: `Closes at ${clockTime(close)} UTC on ${longDate(close)}.`,
        rulesSecondary: `The reference price counts to the last decimal, however few of them are shown. If the feed is silent at that instant, its last value before counts.`,
        volume: spec.volume * between(slot.random, 0.6, 1.5),
        game: null,
      };
      if (spec.kind === 'above') {
        const step = roundStep(asset, sd * 0.55);
        const strikes = levels(spec.period === 'hour' ? 5 : 7, spot, step);
        const dynamics = above(asset, close, strikes);
        const first = dynamics.probabilities(slot.open);
        return {
          ...common,
          title: month ? `${asset.name} above ___ at ${when}?` : `${asset.name} above ___ on ${when}?`,
          subtitle: `Opened at ${formatPrice(asset, spot)}`,
          subtitleAt: (t) =>
            t < close
              ? `Now around ${formatPrice(asset, asset.price(t))}`
              : `Closed at ${formatExactPrice(asset, asset.close(close))}`,
          dynamics,
          markets: strikes.map(
            (strike, k): MarketPlan => ({
              title: `Above ${formatPrice(asset, strike)}`,
              rules: `Resolves to Yes if ${source} is strictly above ${formatPrice(asset, strike)}, and to No otherwise.`,
              chance: first[k] ?? 0.5,
            }),
          ),
        };
      }
      const bounds = levels(spec.period === 'day' ? 7 : 8, spot, roundStep(asset, sd * 0.5));
      const dynamics = ranges(asset, close, bounds);
      const first = dynamics.probabilities(slot.open);
      const texts = bounds.map((bound) => formatPrice(asset, bound));
      const titles = [...texts, ''].map((top, k) =>
        k === 0
          ? `Below ${top}`
          : k === texts.length
            ? `${texts[k - 1]} or above`
            : `${texts[k - 1]} – ${top}`,
      );
      return {
        ...common,
        title:
          spec.period === 'week'
            ? `${asset.name} at the end of the week, ${shortDate(close)}?`
            : `${asset.name} price on ${when}?`,
        subtitle: `Opened at ${formatPrice(asset, spot)}`,
        dynamics,
        markets: titles.map(
          (title, k): MarketPlan => ({
            title,
            rules: `Resolves to Yes if ${source} is within "${title}". A price exactly on a bound belongs to the higher range.`,
            chance: first[k] ?? 0.1,
          }),
        ),
      };
    },
  };
});
