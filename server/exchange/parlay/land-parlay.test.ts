import { expect, it } from 'vitest';
import type { ExchangeContext } from '../core/context.ts';
import type { MarketDirectory } from '../core/markets.ts';
import type { ParlayRow } from '../writer/commit.store.ts';
import { ExchangeState } from '../writer/state.ts';
import { parlayLanding } from './land-parlay.ts';

const WON = {
  ...{ parlayId: 'P', owner: 'A', mode: 'paid', status: 'won', position: 'X', legs: [] },
  ...{ stake: 10n, payout: 50n, settledAt: 1 },
} as unknown as ParlayRow;

it('lands a claim on a parlay only while it pays what the transaction moves', () => {
  const state = new ExchangeState();
  const rules = parlayLanding({ state } as ExchangeContext, {} as MarketDirectory);
  const signed = { signers: ['A'], orderKey: null, skipSigning: false };
  const claim = (payout: string) =>
    rules.parlayClaim.objection({ kind: 'parlayClaim', parlayId: 'P', payout, ...signed });
  const refused = 'The parlay is paid out already.';
  expect(claim('50')).toBe(refused);
  state.remember('parlays', 'P', WON);
  expect(claim('50')).toBeNull();
  // It was settled anew, after a commit that failed.
  expect(claim('60')).toBe(refused);
  state.remember('parlays', 'P', { ...WON, status: 'paid' });
  expect(claim('50')).toBe(refused);
});
