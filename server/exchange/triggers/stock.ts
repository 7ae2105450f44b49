import { runKeeperTransaction } from '../core/keeper-transaction.ts';
import { HOUSE_BANKROLL, mintAccount } from '../ledger/genesis.ts';
import type { MintSpec } from '../ledger/mints.ts';
import { buildFaucet } from '../ledger/transactions/faucet-transactions.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import { type TriggerContext, vaultHolding } from './context.ts';
import { STANDING_TOKENS } from './prices.ts';

/** Raw units of a mint that a ledger can hold. */
const MAX_SUPPLY = 18_446_744_073_709_551_615n;

/**
 * Sees to it that the house has so much of a token to sell: one of the listing comes to this ledger when it is first
 * bought, and more of it when that has run out. @returns false where there is not, and cannot be, so much of a mint.
 */
export function stock(context: TriggerContext, uow: UnitOfWork, mint: MintSpec, needed: bigint): boolean {
  const { keys, ledger } = context;
  // Nothing more is issued of these: at a price that the test control sets there may be too little.
  if (STANDING_TOKENS.some(({ spec }) => spec.address === mint.address))
    return vaultHolding(context, keys.vault.address, mint.address) >= needed;
  const supply = ledger.supplyOf(mint.address);
  const missing = needed - (ledger.tokenBalance(keys.vault.address, mint.address) ?? 0n);
  if (supply !== null && missing <= 0n) return true;
  const room = MAX_SUPPLY - (supply ?? 0n);
  if (missing > room) return false;
  const wanted = missing > HOUSE_BANKROLL ? missing : HOUSE_BANKROLL;
  const amount = wanted < room ? wanted : room;
  if (supply === null) uow.install(mintAccount(ledger, keys, mint));
  const tx = buildFaucet(keys, {
    receiver: keys.vault.address,
    lamports: 0n,
    grants: [{ mint, amount }],
    memo: `evenline:adopt:${mint.address}:${supply ?? 0n}`,
    blockhash: ledger.latestBlockhash().blockhash,
  });
  runKeeperTransaction(context, uow, tx);
  return true;
}
