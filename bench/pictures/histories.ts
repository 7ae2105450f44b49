import type { BrowserContext } from '@playwright/test';

/** What a service knows of prices: everything, nothing, not all of the time, a single step. */
export const HISTORIES = ['full', 'empty', 'gaps', 'one'] as const;
export type History = (typeof HISTORIES)[number];

type Column = (unknown | null)[];
type Series = Record<string, unknown> & { since?: number | null };

/** Shares of the axis of which nothing is known where there are gaps; one lies at its end. */
const GAPS = [
  [0.18, 0.3],
  [0.55, 0.58],
  [0.8, 0.9],
] as const;
/** Where the single step lies. */
const ONE = 0.6;

const isKnown: Readonly<Record<Exclude<History, 'full'>, (at: number, of: number) => boolean>> = {
  empty: () => false,
  gaps: (at, of) => !GAPS.some(([from, to]) => at >= Math.floor(from * of) && at < Math.ceil(to * of)),
  one: (at, of) => at === Math.floor(ONE * of),
};

/** A series as a service would tell it that knows only this much. */
export function thinned(series: Series, history: Exclude<History, 'full'>): Series {
  const columns = Object.entries(series).map(([name, value]) => [
    name,
    Array.isArray(value)
      ? (value as Column).map((one, at) => (isKnown[history](at, value.length) ? one : null))
      : value,
  ]);
  return { ...Object.fromEntries(columns), ...(history === 'empty' ? { since: null } : {}) };
}

/**
 * From now on pages of a context are told only this much of the history. They ask for everything: what the stream tells
 * a worker is out of reach.
 */
export async function tellHistory(context: BrowserContext, history: History): Promise<void> {
  if (history === 'full') return;
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'));
  await context.routeWebSocket(/\/desk\/stream$/, (socket) => socket.close());
  await context.route('**/desk/v1/**', async (route) => {
    // On a machine that is busy an answer may come too late: that picture says so, and the others are taken.
    const response = await route.fetch().catch(() => undefined);
    if (!response) return route.abort();
    const answer = (await response.json()) as Record<string, unknown>;
    for (const name of ['markets', 'assets', 'tokens']) {
      const all = answer[name];
      if (Array.isArray(all)) answer[name] = (all as Series[]).map((series) => thinned(series, history));
    }
    if (history !== 'gaps' && 'movers' in answer) answer.movers = [];
    await route.fulfill({ response, json: answer });
  });
}
