import { MARKET_COLUMNS, PRICE_COLUMNS, type PriceColumn } from '@contract/history.ts';
import { notFound } from '../../common/errors.ts';
import type { Handlers } from '../../common/operation.ts';
import { type Axis, type AxisQuery, axisOf } from '../../common/series-axis.ts';
import { inOrder, Turns } from '../../common/turns.ts';
import { createMarketSteps, knownSince } from './market-steps.ts';
import { createMovers } from './movers.ts';
import { type Priced, priceSeries } from './price-steps.ts';
import type { MarketSource } from './source.ts';

type HistoryId = 'seriesOfMarkets' | 'seriesOfEvent' | 'seriesOfAssets' | 'seriesOfTokens' | 'listMovers';

export interface HistoryDeps {
  readonly universe: MarketSource;
  readonly clock: { now(): number };
  /** What has a price, by its symbol or its mint, as of `t`; undefined for what nobody knows. */
  readonly asset: (symbol: string, t: number) => Priced | undefined;
  readonly token: (mint: string, t: number) => Priced | undefined;
  /** Milliseconds that only grow. */
  readonly monotoneMs?: () => number;
}

/** The address of who asks, where there is one. */
type Asker = (() => string) | undefined;

/** The earliest of them; null where there is none. */
function earliest(all: readonly (number | null | undefined)[]): number | null {
  const known = all.filter((since) => typeof since === 'number');
  return known.length === 0 ? null : Math.min(...known);
}

/** What prices were, computed from the simulation when somebody asks, in short turns. */
export function createHistory(deps: HistoryDeps): Required<Pick<Handlers, HistoryId>> {
  const { universe, clock, monotoneMs = () => performance.now() } = deps;
  const turns = new Turns();
  const marketSeries = createMarketSteps(universe);
  const movers = createMovers({ universe, clock, turns, monotoneMs });
  const now = () => Math.floor(clock.now());

  /** The second that has begun is part of what is told. */
  const axis = (query: AxisQuery, t: number, since: number | null, series: number, columns: number): Axis =>
    axisOf(query, { now: t + 1, since, series, columns });
  const told = ({ from, step, count }: Axis, t: number) => ({ now: t, from, step, count });

  async function markets(
    query: AxisQuery & { columns?: readonly (typeof MARKET_COLUMNS)[number][] | undefined },
    ids: readonly string[],
    client: Asker,
  ) {
    const t = now();
    const { columns = MARKET_COLUMNS } = query;
    const since = earliest(ids.map((id) => knownSince(universe, id, t)));
    const asked = axis(query, t, since, ids.length, columns.length);
    return { ...told(asked, t), markets: await turns.run(marketSeries(ids, asked, columns, t), client?.()) };
  }

  async function prices(
    query: AxisQuery & { columns?: readonly PriceColumn[] | undefined },
    names: readonly string[],
    pricedOf: (name: string, t: number) => Priced | undefined,
    client: Asker,
  ) {
    const t = now();
    const { columns = PRICE_COLUMNS } = query;
    const priced = names.map((name) => pricedOf(name, t));
    const asked = axis(query, t, earliest(priced.map((one) => one?.since)), names.length, columns.length);
    const work = inOrder(priced.map((one) => priceSeries(one, asked, columns)));
    const series = await turns.run(work, client?.());
    return {
      ...told(asked, t),
      all: names.map((name, at) => ({ name, series: series[at] ?? { since: null } })),
    };
  }

  return {
    seriesOfMarkets: ({ query, client }) => markets(query, query.marketIds, client),
    seriesOfEvent: async ({ params: { eventId }, query, client }) => {
      const event = universe.event(eventId, now());
      if (!event) throw notFound(`there is no event ${eventId}`, 'eventId');
      const ids = event.markets.map(({ marketId }) => marketId);
      return { eventId, ...(await markets(query, ids, client)) };
    },
    seriesOfAssets: async ({ query, client }) => {
      const { all, ...rest } = await prices(query, query.symbols, deps.asset, client);
      return { ...rest, assets: all.map(({ name, series }) => ({ symbol: name, ...series })) };
    },
    seriesOfTokens: async ({ query, client }) => {
      const { all, ...rest } = await prices(query, query.mints, deps.token, client);
      return { ...rest, tokens: all.map(({ name, series }) => ({ mint: name, ...series })) };
    },
    listMovers: ({ query }) => movers(query.span, query.limit),
  };
}
