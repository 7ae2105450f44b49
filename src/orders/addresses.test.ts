import { createHash } from 'node:crypto';
import type { AppConfig } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import { tokenAmount } from '@contract/money.ts';
import { freeParlayBinding } from '@contract/prediction/parlay.ts';
import { Keypair } from '@solana/web3.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { associatedTokenAddress, TOKEN_2022_PROGRAM } from '@/tx/decode.ts';
import { paymentBinding, stakeAccount, vaultAccounts } from './addresses.ts';

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

describe('where a deposit may go', () => {
  const terms = {
    owner: key(),
    vault: key(),
    mint: mints.usdc,
    decimals: 6,
    amount: tokenAmount(5n),
    isNative: false,
  };
  it('is an account of the vault of either token program, or the vault itself for SOL', async () => {
    const own = [
      associatedTokenAddress(terms.vault, terms.mint),
      associatedTokenAddress(terms.vault, terms.mint, TOKEN_2022_PROGRAM),
    ];
    expect(await vaultAccounts(terms)).toEqual(own);
    expect(await vaultAccounts({ ...terms, isNative: true })).toEqual([terms.vault, ...own]);
  });
});

describe('what binds the payment of free parlays', () => {
  const request = { ownerPubkey: key(), parlays: [{ legMarketIds: ['a', 'b', 'c', 'd', 'e'] }] };

  it('is the hash of owner, parlays, recipient and fee, and of nothing less', async () => {
    const text = freeParlayBinding({ ...request, recipient: chain.fees, fee: 1_000_000n });
    const binding = await paymentBinding(chain.fees, 1_000_000n, request);
    expect(binding).toBe(createHash('sha256').update(text).digest('hex'));
    const others = [
      paymentBinding(chain.fees, 1_000_000n, { ...request, ownerPubkey: key() }),
      paymentBinding(chain.fees, 1_000_000n, {
        ...request,
        parlays: [{ legMarketIds: ['b', 'a', 'c', 'd', 'e'] }],
      }),
      paymentBinding(chain.fees, 1_000_000n, {
        ...request,
        parlays: [...request.parlays, ...request.parlays],
      }),
      paymentBinding(key(), 1_000_000n, request),
      paymentBinding(chain.fees, 1_000_001n, request),
    ];
    for (const other of await Promise.all(others)) expect(other).not.toBe(binding);
  });

  it('is not known without a recipient, and where the page may not hash', async () => {
    expect(await paymentBinding(null, 1_000_000n, request)).toBeNull();
    vi.stubGlobal('crypto', {});
    expect(await paymentBinding(chain.fees, 1_000_000n, request)).toBeNull();
  });
});
