import { MAX_SERIES } from '@contract/history.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { hasHistory } from '@/config.ts';
import { stepFor } from '@/domain/price-steps.ts';
import type { TokenSteps } from '@/domain/token-line.ts';
import { serverNow } from '@/lib/clock.ts';
import type { AnswerFacts } from '@/state/backend-status.ts';
import { createBatcher } from './batcher.ts';
import { call } from './client.ts';
import { DAY_SERIES_POLL_MS, pollEvery, TOKEN_SERIES_POLL_MS } from './poll.ts';
import { read } from './read.ts';

interface Told {
  steps: TokenSteps;
  heard: readonly AnswerFacts[];
}

/** One length of step a batch: its tokens have lived about as long. */
const batchers = new Map<number, (mint: string) => Promise<Told>>();

function loadEvery(step: number): (mint: string) => Promise<Told> {
  const known = batchers.get(step);
  if (known) return known;
  const load = createBatcher<string, Told>({
    size: MAX_SERIES,
    waitMs: 100,
    mostMs: 1_000,
    load: async (mints) => {
      const heard: AnswerFacts[] = [];
      const query = {
        mints: mints.join(','),
        from: String(firstStep(step)),
        step: String(step),
        columns: 'open,close',
      };
      const answer = await call('seriesOfTokens', { query }, { heard });
      const found = new Map(answer.tokens.map((one) => [one.mint, one]));
      return mints.map((mint) => {
        const { since = null, open = [], close = [] } = found.get(mint) ?? {};
        const { from, step: told, now } = answer;
        return { steps: { from: from ?? 0, step: told, since, toldAt: now ?? 0, open, close }, heard };
      });
    },
  });
  batchers.set(step, load);
  return load;
}

/** Steps that a line is made of, at most. */
const STEPS_SHOWN = 60;
/** Where an axis of so many steps begins that ends now, Unix seconds. */
const firstStep = (step: number): number => (Math.floor(serverNow() / 1_000 / step) - STEPS_SHOWN + 1) * step;

/** How often a line is renewed: its end is known from the listing. */
const intervalOf = (step: number): number =>
  Math.min(DAY_SERIES_POLL_MS, Math.max(TOKEN_SERIES_POLL_MS, step * 1_000));

/**
 * Prices of a token since `start`, when its first pool was made (Unix seconds); not asked for where that is not known
 * or the service keeps no history. Tokens wanted at one moment come in few requests.
 */
const tokenSeriesQuery = (mint: string | undefined, start: number | null) => {
  const step = start === null ? undefined : stepFor(serverNow() / 1_000 - start, STEPS_SHOWN);
  return queryOptions({
    queryKey: ['series', 'token', mint, step] as const,
    queryFn:
      mint && step !== undefined && hasHistory()
        ? read(async (options): Promise<TokenSteps> => {
            const { steps, heard } = await loadEvery(step)(mint);
            options.heard.push(...heard);
            return steps;
          })
        : skipToken,
    staleTime: intervalOf(step ?? 0),
    refetchInterval: pollEvery(intervalOf(step ?? 0)),
  });
};
/** A token that grows older takes longer steps: what was known of it stays until they are here. */
export const useTokenSeries = (mint: string | undefined, start: number | null) =>
  useQuery({
    ...tokenSeriesQuery(mint, start),
    placeholderData: (known, query) => (query?.queryKey[2] === mint ? known : undefined),
  });
