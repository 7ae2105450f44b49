import { PROGRAMS } from '@contract/transactions/programs.ts';
import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { derive } from '@/tx/derive.ts';
import { type Deriver, derivedBuy, derivedDeposit, derivedParlay, derivedWithdrawal } from './derived.ts';
import { MARKET, MINTS, OWNER, USDC } from './fixtures.ts';

/** A public key that others can follow from. */
const ROOT = Keypair.fromSeed(new Uint8Array(32).fill(1)).publicKey.toBase58();

const deriver: Deriver = {
  derive,
  platform: { authority: OWNER, vault: OWNER, fees: OWNER, parlays: OWNER, mintAuthority: OWNER },
  sponsor: OWNER,
  escrow: ROOT,
  vaults: ROOT,
  mints: { ...MINTS, sol: MINTS.usdc },
};
const facts = () => ({ program: PROGRAMS.token, decimals: 6 });
const traded = { owner: OWNER, marketId: MARKET, isYes: true, mint: USDC, deposit: 5n };
const parlay = { owner: OWNER, legMarketIds: ['a', 'b'], mint: USDC, stake: 5n };
const asset = { mint: USDC, amount: 5n };

describe('a name that an answer gives', () => {
  const derived: [string, (name: string) => unknown][] = [
    ['an order', (name) => derivedBuy(deriver, traded, { externalOrderId: name, limit: 1n })],
    ['a parlay', (name) => derivedParlay(deriver, parlay, { parlayId: name, nonce: 1n, payout: 9n })],
    [
      'a deposit',
      (name) =>
        derivedDeposit(deriver, { ...asset, owner: OWNER, outputMint: USDC, digest: 'd' }, name, facts),
    ],
    [
      'a withdrawal',
      (name) => derivedWithdrawal(deriver, { owner: OWNER, order: 'o', assets: [asset] }, name, facts),
    ],
    [
      'an order that is withdrawn from',
      (name) => derivedWithdrawal(deriver, { owner: OWNER, order: name, assets: [asset] }, 'r', facts),
    ],
  ];
  it.each(derived)('%s: is a name and no text for the owner to sign', (_what, made) => {
    for (const name of ['PY-1', '0b5c1a52-8f5e-4a3b-9a53-5c41f1a0d5a7', 'f'.repeat(64)])
      expect(made(name), name).not.toBeNull();
    for (const text of ['', 'f'.repeat(65), 'I owe you', 'a:b', 'a\nb', 'a\u2028b', 'a\n'])
      expect(made(text), text).toBeNull();
  });
});
