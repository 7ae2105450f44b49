import type { AppError } from '@/api/app-error.ts';
import { triggerKeys, type Vault } from '@/api/triggers.queries.ts';
import { type CreateTriggerOrder, craftDeposit, openVault } from '@/api/triggers.writes.ts';
import { getConfig } from '@/config.ts';
import type { TxIntent } from '@/tx/types.ts';
import { vaultAccounts } from './addresses.ts';
import { builtOnce, type Labels, telling } from './building.ts';
import { decimalsOf } from './decimals.ts';
import { derivedDeposit, factsIn, loadDeriver, orderDigest } from './derived.ts';
import { depositExpectation } from './expectation.ts';
import { depositBody } from './request.ts';
import { refuse } from './review.ts';
import { reviewDeposit } from './review-vault.ts';
import type { DepositTerms } from './terms.ts';

/** The trigger order that a deposit is made for. */
export type TriggerOrderTerms = Omit<
  CreateTriggerOrder,
  'depositRequestId' | 'depositSignedTx' | 'userPubkey'
>;

interface Subject {
  deposit: Omit<DepositTerms, 'vault'>;
  order: TriggerOrderTerms;
  /** Null while none is registered: one is, before anything is built. */
  vault: Pick<Vault, 'vaultPubkey'> | null;
}

/** A trigger order as one intent: its deposit is what is signed. */
export function depositIntent(
  { deposit, order, vault }: Subject,
  labels: Labels,
  onRefused: (error: AppError) => void,
): TxIntent {
  const { owner } = deposit;
  return {
    kind: 'trigger',
    title: labels.title,
    owner,
    about: order.triggerMint,
    build: () =>
      telling(onRefused, async () => {
        const { vaultPubkey } = vault ?? (await openVault());
        const terms: DepositTerms = { ...deposit, vault: vaultPubkey };
        const deriver = await loadDeriver();
        const created = { ...order, userPubkey: owner };
        const digest = deriver && orderDigest(deriver, created);
        const [answer, accounts] = await Promise.all([
          craftDeposit({ ...depositBody(deposit, order), ...(digest !== null && { orderDigest: digest }) }),
          vaultAccounts(terms),
        ]);
        const facts = await factsIn(answer.transaction);
        const decimals = await decimalsOf(deposit.mint, facts(deposit.mint)?.decimals ?? null);
        const [usual = vaultPubkey] = accounts;
        const named = accounts.find((account) => account === answer.inputTokenAccount);
        const expectation = depositExpectation({
          ...terms,
          destination: deposit.isNative ? vaultPubkey : (named ?? usual),
          request: getConfig().mode === 'paper' ? answer.requestId : null,
        });
        return {
          built: {
            ...builtOnce(
              answer,
              expectation,
              deriver && digest !== null
                ? derivedDeposit(
                    deriver,
                    { ...deposit, outputMint: order.outputMint, digest },
                    answer.requestId,
                    facts,
                  )
                : null,
            ),
            via: { to: 'trigger-order', order: { ...created, depositRequestId: answer.requestId } },
          },
          review: sameDeposit(deposit, order)
            ? reviewDeposit(terms, answer, accounts, decimals)
            : refuse('The deposit is another than that of the order.'),
        };
      }),
    describe: () => labels.done ?? 'Placed. It is among your open orders.',
    invalidates: [triggerKeys.of(owner)],
  };
}

/** The order is created with the deposit's mint and amount, or it would be another order. */
const sameDeposit = (deposit: Subject['deposit'], order: TriggerOrderTerms): boolean =>
  order.inputMint === deposit.mint && String(order.inputAmount) === deposit.amount.toString();
