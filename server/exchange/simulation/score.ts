import type { SimScore } from './model.ts';
import type { SimEvent } from './source.ts';

/** Seconds before its begin from which a match has a score row. */
const ANNOUNCED = 3600;
/** A feed reports every few seconds, not at every instant. */
const REPORT = 5;

/** Score row of a game; null for other events and long before a match. */
export function scoreOf(event: SimEvent, t: number): SimScore | null {
  const { game, eventId } = event.model;
  if (game === null || event.track === null || t < game.beginAt - ANNOUNCED) return null;
  const ended = t >= game.endAt;
  const live = !ended && t >= game.beginAt;
  const report = ended ? game.endAt : Math.max(Math.floor(t / REPORT) * REPORT, game.beginAt - ANNOUNCED);
  const shown = ended || live ? event.track.snapshot(Math.max(report - game.beginAt, 0)) : null;
  return {
    eventId,
    gameId: game.gameId,
    leagueAbbreviation: game.league,
    homeTeam: game.home.name,
    awayTeam: game.away.name,
    score: shown?.score ?? null,
    period: shown?.period ?? null,
    elapsed: shown?.elapsed ?? null,
    status: ended ? 'Final' : live ? 'InProgress' : 'Scheduled',
    live,
    ended,
    finishedTimestamp: ended ? iso(game.endAt) : null,
    updatedAt: iso(report),
  };
}

const iso = (t: number): string => new Date(t * 1000).toISOString();
