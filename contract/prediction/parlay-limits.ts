/*
 * Apart from the shapes of requests and answers: every page counts the legs of the slip, and few send any.
 */
export const PARLAY_LEGS = 5;
export const MAX_PARLAYS = 10;
/** Every paid parlay costs exactly this, in micro-units of the chosen mint. */
export const PARLAY_STAKE = 10_000_000n;
