import type { Pubkey } from '@contract/ids.ts';
import type { Token } from '@contract/tokens/token.ts';
import type { PicoUsd } from '@contract/triggers/price.ts';
import { pricesAnswer, seriesAnswer } from '@contract/triggers/prices.ts';
import { queryOptions, skipToken, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { hasHistory, liveConfig } from '@/config.ts';
import { UNSEEN_SECONDS } from '@/domain/price-series.ts';
import { stepFor } from '@/domain/price-steps.ts';
import { serverNow, serverTime, useNow } from '@/lib/clock.ts';
import { freshnessOf } from '@/lib/freshness.ts';
import { AppError } from './app-error.ts';
import { call } from './client.ts';
import { createObservations } from './observations.ts';
import { pollEvery, TOKEN_PRICE_POLL_MS, TOKEN_SERIES_POLL_MS } from './poll.ts';
import { factsOf, type ReadOptions, read } from './read.ts';
import { parseAnswer, request } from './transport.ts';

export type PriceSeries = z.output<typeof seriesAnswer>;

const priceKeys = {
  all: ['prices'] as const,
  now: (mint?: Pubkey) => [...priceKeys.all, 'now', mint] as const,
  series: (mint: Pubkey | undefined, seconds: number) => [...priceKeys.all, 'series', mint, seconds] as const,
};

const MOST_STEPS = 300;

/** A live platform tells prices with the listing: where the service keeps no history, what this tab has seen is one. */
const observed = createObservations<PicoUsd>();

/** @throws AppError `not-found` for a mint that the listing does not know. */
async function fetchListed(mint: Pubkey, options: ReadOptions): Promise<Token> {
  const found = await call('searchTokens', { query: { query: mint } }, options);
  const token = found.find(({ id }) => id === mint);
  if (!token) throw new AppError('not-found', 'Token not found.');
  const asOf = factsOf(options.heard)?.asOf ?? Date.now();
  if (token.usdPrice !== null && !hasHistory()) observed.note(mint, serverTime(asOf) / 1_000, token.usdPrice);
  return token;
}

async function fetchPrice(mint: Pubkey, options: ReadOptions): Promise<PicoUsd | null> {
  if (liveConfig()) return (await fetchListed(mint, options)).usdPrice;
  const url = `/paper/prices?mints=${encodeURIComponent(mint)}`;
  const answer = await request({ method: 'GET', url }, options);
  return parseAnswer(pricesAnswer, answer, 'prices').prices[mint] ?? null;
}

/** What the price of a token of a live platform was: the last of each step, at its end. */
async function fetchPast(
  mint: Pubkey,
  seconds: number,
  options: ReadOptions,
): Promise<PriceSeries['series']> {
  if (!hasHistory()) {
    const points = observed.since(mint, serverNow() / 1_000 - seconds);
    return points.flatMap(({ time, value }, k) => {
      const before = points[k - 1]?.time ?? time;
      const seen = { time, priceUsd: value };
      return time - before > UNSEEN_SECONDS ? [{ time: before + 1, priceUsd: null }, seen] : [seen];
    });
  }
  const step = stepFor(seconds, MOST_STEPS);
  const from = Math.floor((serverNow() / 1_000 - seconds) / step) * step;
  const query = { mints: mint, from: String(from), step: String(step), columns: 'close' };
  const answer = await call('seriesOfTokens', { query }, options);
  const [past] = answer.tokens;
  const end = answer.now ?? serverNow() / 1_000;
  return (past?.close ?? []).map((priceUsd, k) => ({
    time: Math.min((answer.from ?? from) + (k + 1) * answer.step, end),
    priceUsd,
  }));
}

async function fetchSeries(mint: Pubkey, seconds: number, options: ReadOptions): Promise<PriceSeries> {
  if (liveConfig()) {
    const { symbol, name, decimals } = await fetchListed(mint, options);
    if (decimals === null)
      throw new AppError('not-found', 'The platform does not state the decimals of this token.');
    return { mint, symbol, name, decimals, series: await fetchPast(mint, seconds, options) };
  }
  const url = `/paper/prices/${encodeURIComponent(mint)}?seconds=${seconds}&points=300`;
  return parseAnswer(seriesAnswer, await request({ method: 'GET', url }, options), 'price series');
}

/** Price of a token now (10^-12 USD); null while the service does not know it. */
export const tokenPriceQuery = (mint?: Pubkey) =>
  queryOptions({
    queryKey: priceKeys.now(mint),
    queryFn: mint ? read((options) => fetchPrice(mint, options)) : skipToken,
    refetchInterval: pollEvery(TOKEN_PRICE_POLL_MS),
  });
export const useTokenPrice = (mint?: Pubkey) => useQuery(tokenPriceQuery(mint));

const told = (answers: UseQueryResult<PicoUsd | null>[]) =>
  answers.map(({ data, dataUpdatedAt }) => ({ data, dataUpdatedAt }));

/**
 * The same of several tokens, renewed every `pollMs`; undefined for one whose price is on its way, null for one that has
 * been left behind.
 */
export function useTokenPrices(
  mints: readonly Pubkey[],
  pollMs = TOKEN_PRICE_POLL_MS,
): ReadonlyMap<Pubkey, PicoUsd | null | undefined> {
  const asked = [...new Set(mints)];
  const queries = asked.map((mint) => ({ ...tokenPriceQuery(mint), refetchInterval: pollEvery(pollMs) }));
  const prices = useQueries({ queries, combine: told });
  const now = useNow(pollMs);
  return new Map(
    asked.map((mint, index) => {
      const price = prices[index];
      const isOld = price && freshnessOf(price.dataUpdatedAt, pollMs, now) === 'stale';
      return [mint, isOld ? null : price?.data];
    }),
  );
}

/** Name, decimals and past prices of a token. @throws AppError `not-found` for a mint nobody knows */
const priceSeriesQuery = (mint: Pubkey | undefined, seconds: number) =>
  queryOptions({
    queryKey: priceKeys.series(mint, seconds),
    queryFn: mint ? read((options) => fetchSeries(mint, seconds, options)) : skipToken,
    refetchInterval: pollEvery(TOKEN_SERIES_POLL_MS),
  });
export const usePriceSeries = (mint: Pubkey | undefined, seconds: number) =>
  useQuery(priceSeriesQuery(mint, seconds));
