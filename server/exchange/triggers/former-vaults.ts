import { type Instruction, moveLamports } from '@contract/transactions/instruction.ts';
import { ServiceError } from '../../common/errors.ts';
import { causeOf } from '../../common/log.ts';
import { intentOf } from '../core/builds.ts';
import { runKeeperTransaction } from '../core/keeper-transaction.ts';
import type { TokenHolding } from '../ledger/ledger.ts';
import { addSignatures } from '../ledger/signers.ts';
import {
  assemble,
  closeTokenAccount,
  ensureTokenAccount,
  memoInstruction,
  moveTokens,
} from '../ledger/transactions/parts.ts';
import type { TriggerVaultRow } from '../writer/commit.store.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import type { TriggerContext } from './context.ts';

/*
 * Vaults from before their addresses followed from the ring's public root. No desk can work such an address out, so
 * that none would pay into it or take from it: each is emptied into the vault that its wallet would get today.
 */

/** Token accounts that one transaction moves: as many as fit in a packet. */
const ACCOUNTS_A_TRANSACTION = 4;

const MOVED =
  'The vault of this wallet has another address since this transaction was built. Nothing moved; build it again.';

/** Moves a token account with all it holds. The sponsor pays the rent of the new one, and gets that of the old one. */
function accountMove(
  { ledger, keys }: TriggerContext,
  { mint: address, program, amount }: TokenHolding,
  from: string,
  to: string,
): Instruction[] {
  const decimals = ledger.decimalsOf(address);
  if (decimals === null) throw new Error(`${address} is no mint`);
  const mint = { address, program, decimals };
  const sponsor = keys.sponsor.address;
  return [
    ensureTokenAccount(sponsor, to, mint),
    ...(amount > 0n ? [moveTokens(from, to, mint, amount)] : []),
    closeTokenAccount(from, mint, sponsor),
  ];
}

/** The instructions that leave nothing at `from`, a transaction each. The lamports take the vault's reserve along. */
function movesOf(context: TriggerContext, from: string, to: string): Instruction[][] {
  const { ledger } = context;
  const holdings = ledger.tokenAccountsOf(from);
  const moves: Instruction[][] = [];
  for (let at = 0; at < holdings.length; at += ACCOUNTS_A_TRANSACTION) {
    const some = holdings.slice(at, at + ACCOUNTS_A_TRANSACTION);
    moves.push(some.flatMap((holding) => accountMove(context, holding, from, to)));
  }
  return [...moves, [moveLamports(from, to, ledger.lamports(from))]];
}

/** What was built for the former vault fails when it is sent: it would pay into it, or ask it for what it no longer has. */
function endBuilds({ state }: TriggerContext, uow: UnitOfWork, wallet: string): void {
  for (const build of [...state.builds.values()]) {
    const intent = intentOf(build);
    const names = intent.kind === 'triggerDeposit' || intent.kind === 'triggerWithdrawal';
    if (names && intent.owner === wallet && build.status === 'built')
      uow.put('builds', build.hash, { ...build, status: 'failed', error: MOVED });
  }
}

function moveVault(
  context: TriggerContext,
  uow: UnitOfWork,
  former: TriggerVaultRow,
  funded: readonly string[],
  spent: readonly string[],
): void {
  const { state, keys, keyring, ledger } = context;
  state.triggers.orders.require(funded);
  ledger.requireKnown(spent);
  const { wallet, vaultId } = former;
  const own = keyring.open(former);
  const { signer, sealed } = keyring.create(wallet);
  const vault = signer.address;
  for (const [index, instructions] of movesOf(context, former.vault, vault).entries()) {
    const memo = memoInstruction(`evenline:vault-move:${vaultId}:${index}`, [keys.authority.address]);
    const { blockhash } = ledger.latestBlockhash();
    const tx = assemble('vaultMove', keys.sponsor.address, blockhash, [...instructions, memo]);
    runKeeperTransaction(context, uow, addSignatures(tx, [own]));
  }
  uow.put('triggerVaults', wallet, { ...former, vault, sealed });
  for (const id of funded) {
    const order = state.triggers.orders.get(id);
    if (order?.vault === former.vault)
      uow.put('triggerOrders', id, { ...state.triggers.current(order), vault });
  }
  endBuilds(context, uow, wallet);
}

/**
 * Moves every former vault, each in a job of its own: it has moved with all that names it, or not at all, and what has
 * moved is no former vault any more. One that cannot be moved is logged and stays as it was, until the next start.
 * @throws ServiceError `unavailable` when a move could not be committed.
 */
export async function moveFormerVaults(context: TriggerContext): Promise<void> {
  const { state, store, writer, keyring, log } = context;
  for (const row of [...state.triggers.vaults.values()]) {
    try {
      if (!keyring.isFormer(row)) continue;
      const funded = await store.triggers.fundedIds(row.wallet, 2);
      // They do not come with the vault, and are moved with it.
      const spent = await store.accounts.spentOf(row.vault);
      await writer.submit((uow) => moveVault(context, uow, row, funded, spent));
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      log({
        level: 'error',
        message: 'a former vault could not be moved',
        vault: row.vault,
        ...causeOf(error),
      });
    }
  }
}
