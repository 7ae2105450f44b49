import type { AppConfig } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import { tokenAmount } from '@contract/money.ts';
import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { associatedTokenAddress, TOKEN_2022_PROGRAM } from '@/tx/decode.ts';
import { stakeAccount, vaultAccounts } from './addresses.ts';

const key = () => Keypair.generate().publicKey.toBase58() as Pubkey;
const mints: AppConfig['mints'] = { usdc: key(), stablecoin: key(), sol: key() };
const chain = { authority: key(), sponsor: key(), vault: key(), fees: key(), parlays: key() };

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
