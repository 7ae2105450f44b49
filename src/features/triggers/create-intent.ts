import type { Pubkey } from '@contract/ids.ts';
import { tokenAmount } from '@contract/money.ts';
import type { Answer } from '@contract/routes.ts';
import { AppError, toAppError } from '@/api/app-error.ts';
import { getConfig } from '@/api/config.ts';
import { blockHeight } from '@/api/rpc.ts';
import { triggerKeys, type Vault } from '@/api/triggers.queries.ts';
import { craftDeposit, registerVault } from '@/api/triggers.writes.ts';
import { depositExpectation } from '@/tx/expectations.ts';
import type { Reviewed, TxIntent } from '@/tx/types.ts';
import type { OrderDraft } from './form-terms.ts';

/** Blocks that a blockhash is good for at most: what was built before now cannot land after so many more. */
const BLOCKHASH_BLOCKS = 150;

/** Where a token account is, as the check of the transaction works it out. */
type AccountOf = (owner: string, mint: string, program?: string) => string;

/**
 * Account that the deposit may go to: the vault itself for SOL, else the vault's own token account.
 * @throws AppError when the service names anything else
 */
export function depositDestination(
  answer: Answer<'craftDeposit'>,
  draft: Pick<OrderDraft, 'input' | 'amount' | 'isNative'>,
  vault: Pubkey,
  accountOf: AccountOf,
  programs: readonly string[],
): Pubkey {
  const refuse = (message: string) => new AppError('refused', `${message} Nothing was signed.`);
  if (answer.receiverAddress !== vault) throw refuse('The service built a deposit to another vault.');
  if (answer.mint !== draft.input.mint || answer.amount !== draft.amount) {
    throw refuse('The service built a deposit of something else than shown.');
  }
  if (draft.isNative) return vault;
  const own = programs.map((program) => accountOf(vault, draft.input.mint, program));
  const named = answer.inputTokenAccount ?? own[0];
  if (named === undefined || !own.includes(named)) {
    throw refuse('The service built a deposit to an account that is not your vault’s.');
  }
  return named as Pubkey;
}

interface Subject {
  owner: Pubkey;
  draft: OrderDraft;
  title: string;
  /** Null while none is registered: one is, before anything is built. */
  vault: Vault | null;
}

/** A trigger order as one intent of the transaction runner: its deposit is what is signed. */
export function createOrderIntent(
  { owner, draft, title, vault }: Subject,
  onRefused: (error: AppError) => void,
): TxIntent {
  const build = async (): Promise<Reviewed> => {
    const { vaultPubkey } = vault ?? (await registerVault());
    const { terms } = draft;
    const [answer, decode, height] = await Promise.all([
      craftDeposit({
        inputMint: terms.inputMint,
        outputMint: terms.outputMint,
        userAddress: owner,
        amount: draft.amount.toString(),
        orderType: 'price',
        orderSubType: terms.orderType,
      }),
      import('@/tx/decode.ts'),
      blockHeight(),
    ]);
    const destination = depositDestination(answer, draft, vaultPubkey, decode.associatedTokenAddress, [
      decode.TOKEN_PROGRAM,
      decode.TOKEN_2022_PROGRAM,
    ]);
    const built = {
      transaction: answer.transaction,
      lastValidBlockHeight: Math.min(Number.MAX_SAFE_INTEGER, height + BLOCKHASH_BLOCKS),
      requiredSigners: [owner],
      expectation: depositExpectation(
        owner,
        {
          mint: draft.input.mint,
          amount: tokenAmount(draft.amount),
          destination,
          isNative: draft.isNative,
        },
        getConfig().mode === 'paper' ? answer.requestId : null,
      ),
      orderPubkey: null,
      via: {
        to: 'trigger-order',
        order: { ...terms, userPubkey: owner, depositRequestId: answer.requestId },
      },
    } as const;
    return { built, review: { verdict: 'as-shown' } };
  };
  return {
    kind: 'trigger',
    title,
    owner,
    build: () =>
      build().catch((cause: unknown) => {
        onRefused(toAppError(cause));
        throw cause;
      }),
    describe: () => 'Placed. It is among your open orders.',
    invalidates: [triggerKeys.of(owner)],
  };
}
