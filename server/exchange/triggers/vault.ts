import { randomUUID } from 'node:crypto';
import type { AnswerWire } from '@contract/routes.ts';
import { requireWallet } from '../core/actor.ts';
import { runKeeperTransaction } from '../core/keeper-transaction.ts';
import { SOL } from '../ledger/mints.ts';
import { buildVaultOpening } from '../ledger/transactions/trigger-transactions.ts';
import type { TriggerVaultRow } from '../writer/commit.store.ts';
import { nowMs, type TriggerContext, vaultHolding } from './context.ts';
import { refusal } from './refusals.ts';

interface Input {
  caller: string;
}

/** What a vault holds of each mint, and how much of it its orders still need. */
function balancesOf(context: TriggerContext, { wallet, vault }: TriggerVaultRow) {
  const { ledger, state } = context;
  const inOrders = new Map<string, bigint>();
  const add = (mint: string, amount: bigint) => inOrders.set(mint, (inOrders.get(mint) ?? 0n) + amount);
  for (const order of state.triggers.inMotionOf(wallet)) {
    if (order.orderType === 'v1') continue;
    add(order.inputMint, order.remainingInput);
    add(order.outputMint, order.held);
  }
  const mints = new Set([SOL.address, ...ledger.tokenAccountsOf(vault).map(({ mint }) => mint)]);
  return [...mints].flatMap((mint) => {
    const amount = vaultHolding(context, vault, mint);
    if (amount === 0n) return [];
    return [{ mint, amount: amount.toString(), inOrders: (inOrders.get(mint) ?? 0n).toString() }];
  });
}

const answerOf = (context: TriggerContext, row: TriggerVaultRow): AnswerWire<'getVault'> => ({
  userPubkey: row.wallet,
  vaultPubkey: row.vault,
  vaultId: row.vaultId,
  balances: balancesOf(context, row),
});

/**
 * Tells of a vault whose key is stored: one whose commit fails is nobody's, and what is sent to it would be lost.
 * @throws ServiceError `not-found` before the vault is registered.
 */
export const getVault =
  (context: TriggerContext) =>
  ({ caller }: Input): Promise<AnswerWire<'getVault'>> =>
    context.writer.read(() => {
      const row = context.state.triggers.vaults.get(caller);
      if (!row) throw refusal('not-found', 'Vault not found: call GET /vault/register first');
      return answerOf(context, row);
    });

/** Makes the one vault of a wallet. @throws ServiceError `conflict` with the vault when there is one already. */
export const registerVault =
  (context: TriggerContext) =>
  async ({ caller }: Input): Promise<AnswerWire<'registerVault'>> => {
    const { state, writer, keyring, keys, ledger } = context;
    requireWallet(context, caller, 'walletPubkey');
    return writer.submit((uow) => {
      const existing = state.triggers.vaults.get(caller);
      if (existing) throw refusal('conflict', 'Vault already registered', answerOf(context, existing));
      const { signer, sealed } = keyring.create(caller);
      const row: TriggerVaultRow = {
        wallet: caller,
        vault: signer.address,
        vaultId: randomUUID(),
        sealed,
        createdAt: nowMs(context),
      };
      const tx = buildVaultOpening(keys, {
        vault: row.vault,
        memo: `evenline:vault:${row.vaultId}`,
        blockhash: ledger.latestBlockhash().blockhash,
      });
      runKeeperTransaction(context, uow, tx);
      uow.put('triggerVaults', caller, row);
      return answerOf(context, row);
    });
  };
