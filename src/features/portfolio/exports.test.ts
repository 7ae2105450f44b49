import type { Pubkey } from '@contract/ids.ts';
import { expect, it } from 'vitest';
import { paidInStablecoin } from './exports.ts';
import { USDC } from './testing.tsx';

it('knows what is paid in the stablecoin: parlays, and positions that say so', () => {
  const stablecoin = 'JuPr' as Pubkey;
  const keyed = (pubkey: string, settlementMint: Pubkey | null) => ({
    pubkey: pubkey as Pubkey,
    settlementMint,
  });
  const positions = [keyed('in it', stablecoin), keyed('in USDC', USDC), keyed('silent', null)];
  const slips = [{ positionPubkey: 'parlay' as Pubkey }, { positionPubkey: null }];
  expect([...paidInStablecoin(slips, positions, stablecoin)]).toEqual(['parlay', 'in it']);
});
