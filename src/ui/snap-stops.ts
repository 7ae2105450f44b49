/** Heights at which a sheet rests, as shares of the window: the ticket in full, and nearly all of the window. */
export const STOPS = [0.72, 0.94] as const;
/** Drawn lower than this it goes away. */
const AWAY_BELOW = 0.5;

/** The height at which a sheet comes to rest that is let go at this share of the window; null where it goes away. */
export function nearestStop(share: number): number | null {
  if (share < AWAY_BELOW) return null;
  const [low, high] = STOPS;
  return share < (low + high) / 2 ? low : high;
}
