import type { Clock } from '../../common/clock.ts';

const DAY_MS = 86_400_000;
const HOUR = 3_600;

/** From when on parlays count for the day's quota: two days back, in simulated Unix milliseconds. */
export const recentParlays = (clock: Clock): number => Math.floor(clock.now() * 1_000) - 2 * DAY_MS;
/** From when on what the faucet gave keeps it from giving again, and as long again, in unscaled Unix seconds. */
export const recentGrants = (clock: Clock): number => clock.wall() - 2 * HOUR;
