import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { MIN_DEPOSIT_USD } from '@contract/triggers/order.ts';
import { invalidParam } from '../../common/errors.ts';
import { checkedKey, requireWallet } from '../core/actor.ts';
import { rememberBuild } from '../core/builds.ts';
import { isWorth } from '../engine/trigger-fill.ts';
import { associatedTokenAddress } from '../ledger/addresses.ts';
import { type MintSpec, SOL } from '../ledger/mints.ts';
import { buildOwnerTransaction } from '../ledger/transactions/owner-transactions.ts';
import { holdingOf, newRequestId, pricedNow, requireToken, type TriggerContext } from './context.ts';
import { refusal } from './refusals.ts';

/** The two sides of an order. @throws ServiceError `invalid` for a mint that is not traded, or the same one twice. */
export function requirePair(context: TriggerContext, inputMint: string, outputMint: string) {
  const input = requireToken(context, inputMint, 'inputMint');
  const output = requireToken(context, outputMint, 'outputMint');
  if (input.address === output.address)
    throw invalidParam('outputMint', 'outputMint must differ from inputMint');
  return { input, output };
}

/** @throws ServiceError `invalid` below 10 USD; Error while the price is unknown. */
export function requireSize(context: TriggerContext, input: MintSpec, amount: bigint, field: string): void {
  const priced = pricedNow(context, input);
  if (!priced) throw new Error(`no price of ${input.address}`);
  if (!isWorth(amount, priced, MIN_DEPOSIT_USD)) {
    throw invalidParam(field, `${field} must be worth at least ${MIN_DEPOSIT_USD} USD`);
  }
}

/** @throws ServiceError `invalid` when the wallet holds less. */
export function requireHolding(
  context: TriggerContext,
  owner: string,
  input: MintSpec,
  amount: bigint,
  field: string,
): void {
  const held = holdingOf(context, owner, input.address);
  if (held < amount) throw invalidParam(field, `${field} is more than the ${held} units the wallet holds`);
}

const accountOf = (owner: string, mint: MintSpec): string =>
  mint === SOL ? owner : associatedTokenAddress(owner, mint.address, mint.program);

/**
 * Builds the transaction that moves a deposit into the caller's vault. It lands when an order is created with it.
 * @throws ServiceError `invalid` for what is wrong with the request, `forbidden` for another wallet or none registered.
 */
export const craftDeposit =
  (context: TriggerContext) =>
  async ({
    body,
    caller,
  }: Pick<RouteInput<'craftDeposit'>, 'body' | 'caller'>): Promise<AnswerWire<'craftDeposit'>> => {
    const owner = checkedKey(body.userAddress, 'userAddress');
    const vault = context.state.triggers.vaults.get(caller);
    if (owner === vault?.vault) throw invalidParam('userAddress', 'userAddress must not be the vault');
    if (owner !== caller) throw refusal('forbidden', 'userAddress is not the wallet that has signed in');
    if (!vault) throw refusal('forbidden', 'No vault registered: call GET /vault/register first');
    requireWallet(context, owner, 'userAddress');
    const { input, output } = requirePair(context, body.inputMint, body.outputMint);
    const amount = BigInt(body.amount);
    requireSize(context, input, amount, 'amount');
    requireHolding(context, owner, input, amount, 'amount');

    const requestId = newRequestId();
    const { blockhash } = context.ledger.latestBlockhash();
    const tx = buildOwnerTransaction(
      context.keys,
      {
        intent: 'deposit',
        ...{ owner, payer: owner, requestId, vault: vault.vault, mint: input, amount },
        isNative: input === SOL,
        outputMint: output.address,
        order: body.orderDigest ?? null,
      },
      blockhash,
    );
    const { transaction } = await rememberBuild(context, tx, {
      kind: 'triggerDeposit',
      requestId,
      owner,
      inputMint: input.address,
      outputMint: output.address,
      amount: amount.toString(),
      orderDigest: body.orderDigest ?? null,
    });
    return {
      transaction,
      requestId,
      receiverAddress: vault.vault,
      mint: input.address,
      amount: amount.toString(),
      tokenDecimals: input.decimals,
      inputTokenAccount: accountOf(vault.vault, input),
      outputTokenAccount: accountOf(owner, output),
    };
  };
