import { randomBytes } from 'node:crypto';
import { PublicKey } from '@solana/web3.js';
import type { Clock } from '../../../common/clock.ts';
import { auditMints, type Held } from '../audit.ts';
import { ed25519FromSeed } from '../ed25519.ts';
import { createGenesis } from '../genesis.ts';
import type { PlatformKeys, PlatformSigner } from '../keys.ts';
import { createPlatformKeys } from '../keys.ts';
import type { ExecutedTransaction, ExecuteResult, Ledger } from '../ledger.ts';
import { createLitesvmLedger } from '../litesvm-ledger.ts';
import { STABLECOIN, USDC } from '../mints.ts';
import { addServiceSignatures } from '../signers.ts';
import { buildFaucet, FAUCET_LAMPORTS, FAUCET_TOKENS } from '../transactions/faucet-transactions.ts';

/** A clock that moves only when told. */
export function createTestClock(start = 1_800_000_000): Clock & { advance(seconds: number): void } {
  let time = start;
  return {
    now: () => time,
    wall: () => time,
    advance(seconds) {
      time += seconds;
    },
  };
}

/** A wallet for tests: it signs like any other. */
export function createTestWallet(seed: Uint8Array = randomBytes(32)): PlatformSigner {
  const key = ed25519FromSeed(seed);
  const publicKey = new PublicKey(key.publicKey);
  return { address: publicKey.toBase58(), publicKey, sign: key.sign };
}

/** The executed transaction, or a failed test. */
export function landed(result: ExecuteResult): ExecutedTransaction {
  if (!result.ok) throw new Error(`${result.error} ${JSON.stringify(result.err)}\n${result.logs.join('\n')}`);
  return result;
}

/** Conservation of some mints, added up from the accounts of a ledger that is wholly in memory. */
export function auditLedger(
  ledger: Ledger,
  keys: PlatformKeys,
  { mints, isEscrowOwner }: { mints: readonly string[]; isEscrowOwner: (owner: string) => boolean },
) {
  const placeOf = (owner: string): Held['place'] => {
    if (owner === keys.vault.address || owner === keys.parlays.address) return 'vaults';
    if (owner === keys.fees.address) return 'fees';
    return isEscrowOwner(owner) ? 'escrows' : 'wallets';
  };
  const held = mints.flatMap((mint) =>
    ledger.holdersOf(mint).map(({ owner, amount }) => ({ mint, place: placeOf(owner), amount })),
  );
  return auditMints(new Map(mints.map((mint) => [mint, ledger.supplyOf(mint) ?? 0n])), held);
}

/** A fresh ledger with its genesis and one funded wallet. */
export function createTestLedger() {
  const clock = createTestClock();
  const genesisWall = clock.wall();
  const ledger = createLitesvmLedger({ clock, genesisWall });
  const keys = createPlatformKeys(new Uint8Array(32).fill(7));
  const genesis = createGenesis(ledger, keys);
  const fund = (address: string) =>
    landed(
      ledger.execute(
        addServiceSignatures(
          buildFaucet(keys, {
            receiver: address,
            lamports: FAUCET_LAMPORTS,
            grants: [USDC, STABLECOIN].map((mint) => ({ mint, amount: FAUCET_TOKENS })),
            memo: `faucet:${address}`,
            blockhash: ledger.latestBlockhash().blockhash,
          }),
          keys,
        ),
      ),
    );
  const wallet = createTestWallet();
  const funded = fund(wallet.address);
  return { clock, genesisWall, ledger, keys, genesis, wallet, fund, funded };
}
