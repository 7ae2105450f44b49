import { createHash } from 'node:crypto';
import type { AppConfig } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import { freeParlayBinding } from '@contract/prediction/parlay.ts';
import { Keypair } from '@solana/web3.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { associatedTokenAddress } from '@/tx/decode.ts';
import { paymentBinding, stakeAccount } from './intents.ts';

const key = () => Keypair.generate().publicKey.toBase58() as Pubkey;
const mints: AppConfig['mints'] = { usdc: key(), stablecoin: key(), sol: key() };
const chain = { authority: key(), sponsor: key(), vault: key(), fees: key(), parlays: key() };

afterEach(() => vi.unstubAllGlobals());

describe('where a stake goes', () => {
  it('is the account of the vault for USDC, and that of the parlays for stablecoin', async () => {
    expect(await stakeAccount({ chain, mints }, mints.usdc)).toBe(
      associatedTokenAddress(chain.vault, mints.usdc),
    );
    expect(await stakeAccount({ chain, mints }, mints.stablecoin)).toBe(
      associatedTokenAddress(chain.parlays, mints.stablecoin),
    );
  });

  it('is not known where the deployment does not say', async () => {
    expect(await stakeAccount({ chain: { ...chain, parlays: null }, mints }, mints.stablecoin)).toBeNull();
    expect(await stakeAccount({ chain: null, mints }, mints.usdc)).toBeNull();
  });
});

describe('what binds the payment of free parlays', () => {
  const request = { ownerPubkey: key(), parlays: [{ legMarketIds: ['a', 'b', 'c', 'd', 'e'] }] };

  it('is the hash of owner, parlays, recipient and fee, and of nothing less', async () => {
    const text = freeParlayBinding({ ...request, recipient: chain.fees, fee: 1_000_000n });
    const binding = await paymentBinding({ chain }, request);
    expect(binding).toBe(createHash('sha256').update(text).digest('hex'));
    const others = [
      paymentBinding({ chain }, { ...request, ownerPubkey: key() }),
      paymentBinding({ chain }, { ...request, parlays: [{ legMarketIds: ['b', 'a', 'c', 'd', 'e'] }] }),
      paymentBinding({ chain }, { ...request, parlays: [...request.parlays, ...request.parlays] }),
      paymentBinding({ chain: { ...chain, fees: key() } }, request),
    ];
    for (const other of await Promise.all(others)) expect(other).not.toBe(binding);
  });

  it('is not known without a recipient, and where the page may not hash', async () => {
    expect(await paymentBinding({ chain: null }, request)).toBeNull();
    vi.stubGlobal('crypto', {});
    expect(await paymentBinding({ chain }, request)).toBeNull();
  });
});
