import type { ExchangeContext } from '../core/context.ts';
import type { SubmitSigned } from '../core/execute.ts';
import type { MarketDirectory } from '../core/markets.ts';
import { claimParlay } from './claim-parlay.ts';
import { createParlays } from './create-parlays.ts';
import { executeParlays } from './execute-parlays.ts';
import { prepareFreeParlays, submitFreeParlays } from './free-parlays.ts';
import { listSlips, parlayStats } from './slips.ts';

/** The operations on parlays, and the claim of one, which shares its path with positions. */
export const parlayServices = (context: ExchangeContext, markets: MarketDirectory, submit: SubmitSigned) => ({
  createParlays: createParlays(context, markets),
  executeParlays: executeParlays(context, submit),
  prepareFreeParlays: prepareFreeParlays(context),
  submitFreeParlays: submitFreeParlays(context, submit),
  listSlips: listSlips(context),
  parlayStats: parlayStats(context),
  claimParlay: claimParlay(context),
});
