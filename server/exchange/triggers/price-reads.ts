import { picoNumber } from '@contract/triggers/price.ts';
import {
  MAX_POINTS,
  type PricesWire,
  pricesAnswer,
  pricesQuery,
  type SeriesWire,
  seriesAnswer,
  seriesParams,
  seriesQuery,
} from '@contract/triggers/prices.ts';
import type * as z from 'zod/mini';
import type { Clock } from '../../common/clock.ts';
import { invalidParam, notFound } from '../../common/errors.ts';
import type { Operation } from '../../common/operation.ts';
import type { PriceSource } from './prices.ts';

const DEFAULT_SECONDS = 86_400;
const MAX_SECONDS = 31_622_400;
const DEFAULT_POINTS = 200;

interface Deps {
  prices: PriceSource;
  clock: Pick<Clock, 'now'>;
}

const numberOf = (price: bigint | null): number | null => (price === null ? null : picoNumber(price));

function pricesOf({ prices, clock }: Deps, mints: string): PricesWire {
  const now = clock.now();
  const asked = new Set(mints.split(','));
  return {
    now,
    prices: Object.fromEntries([...asked].map((mint) => [mint, numberOf(prices.priceAt(mint, now))])),
  };
}

function seriesOf({ prices, clock }: Deps, mint: string, query: z.output<typeof seriesQuery>): SeriesWire {
  const { seconds = DEFAULT_SECONDS, points = DEFAULT_POINTS } = query;
  if (seconds < 1 || seconds > MAX_SECONDS)
    throw invalidParam('seconds', `seconds must be 1 to ${MAX_SECONDS}`);
  if (points < 2 || points > MAX_POINTS) throw invalidParam('points', `points must be 2 to ${MAX_POINTS}`);
  const now = Math.floor(clock.now());
  const token = prices.token(mint, now);
  if (!token) throw notFound(`there is no price of ${mint}`, 'mint');
  const step = seconds / (points - 1);
  return {
    mint,
    symbol: token.symbol,
    name: token.name,
    decimals: token.spec.decimals,
    series: Array.from({ length: points }, (_, at) => {
      const time = Math.floor(now - seconds + at * step);
      return { time, priceUsd: numberOf(prices.priceAt(mint, time)) };
    }),
  };
}

/** Prices of what trigger orders trade: the platform's own interfaces have no operation for them. */
export function priceOperations(deps: Deps): Operation[] {
  return [
    {
      id: 'paperPricesNow',
      method: 'GET',
      path: '/paper/prices',
      summary: 'Prices of tokens now',
      tag: 'server',
      query: pricesQuery,
      answer: pricesAnswer,
      // The schemas have checked the input by then, here and below.
      handle: ({ query }) => pricesOf(deps, (query as z.output<typeof pricesQuery>).mints),
    },
    {
      id: 'paperPriceSeries',
      method: 'GET',
      path: '/paper/prices/{mint}',
      summary: 'Prices of a token over time',
      tag: 'server',
      params: seriesParams,
      query: seriesQuery,
      answer: seriesAnswer,
      handle: ({ params, query }) =>
        seriesOf(deps, (params as z.output<typeof seriesParams>).mint, query as z.output<typeof seriesQuery>),
    },
  ];
}
