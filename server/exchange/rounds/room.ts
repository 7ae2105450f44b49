import { roundsLanding } from './land-swap.ts';

/** Rounds, whose contracts are tokens: their orders come by way of prediction and swap, which settle and quote here. */
export const rounds = { landing: roundsLanding };
