import { useState } from 'react';
import type { Failure } from './failure.ts';

interface Asked<Problem> {
  data: unknown;
  error: Problem | null;
  /** How often it has failed so far. */
  errorUpdateCount?: number;
}

/**
 * Why a query failed. While it has no answer at all, the library forgets that as soon as it asks again: here it stands
 * until the next answer, so that its panel neither flickers nor is read out at every try, and its button stays.
 */
export function useStandingError<Problem extends Failure>({
  data,
  error,
  errorUpdateCount = 0,
}: Asked<Problem>): Problem | null {
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  return error ?? (data === undefined && errorUpdateCount > 0 ? last : null);
}
