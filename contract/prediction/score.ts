import * as z from 'zod/mini';
import { eventId } from '../ids.ts';
import { idText, isoInstant, isoInstantOrNull, orNull } from '../wire.ts';

export const MAX_SCORE_IDS = 100;

/** A game's score. `score`, `period` and `elapsed` are free text of the provider. */
export const gameScore = z.object({
  eventId,
  gameId: idText,
  leagueAbbreviation: orNull(z.string()),
  homeTeam: orNull(z.string()),
  awayTeam: orNull(z.string()),
  score: orNull(z.string()),
  period: orNull(z.string()),
  elapsed: orNull(z.string()),
  status: orNull(z.string()),
  live: z.boolean(),
  ended: z.boolean(),
  finishedTimestamp: isoInstantOrNull,
  updatedAt: isoInstant,
});
export type GameScore = z.output<typeof gameScore>;

export const scoresQuery = z.strictObject({
  eventIds: z.pipe(
    z.string().check(z.minLength(1, 'must name at least one event'), z.maxLength(12_000)),
    z
      .pipe(
        z.string(),
        z.transform((text) => text.split(',').filter((id) => id !== '')),
      )
      .check(z.refine((ids) => ids.length <= MAX_SCORE_IDS, `must hold at most ${MAX_SCORE_IDS} ids`)),
  ),
});

export const scoreList = z.object({ data: z.array(gameScore) });
