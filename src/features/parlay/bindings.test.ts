import type { AppConfig } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { associatedTokenAddress } from '@/tx/decode.ts';
import { stakeAccount } from './intents.ts';

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
