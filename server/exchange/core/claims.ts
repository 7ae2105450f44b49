import type { AnswerWire } from '@contract/routes.ts';
import { marketAddress } from '../ledger/keys.ts';
import type { MintSpec } from '../ledger/mints.ts';
import { buildOwnerTransaction } from '../ledger/transactions/owner-transactions.ts';
import { rememberBuild } from './builds.ts';
import type { ExchangeContext } from './context.ts';
import { contractForms } from './quantities.ts';

/** What is paid out, and to whom. */
interface Claim {
  readonly position: string;
  /** Market, or parlay, that the position is in. */
  readonly marketId: string;
  readonly owner: string;
  readonly payer: string;
  readonly mint: MintSpec;
  readonly payout: bigint;
  readonly isYes: boolean;
  readonly contracts: bigint;
}

/** Builds a payout that its owner signs. `intent`: what is booked when it lands. */
export async function buildClaim(
  context: ExchangeContext,
  { position, marketId, owner, payer, mint, payout, isYes, contracts }: Claim,
  intent: Parameters<typeof rememberBuild>[2],
): Promise<AnswerWire<'claimPosition'>> {
  const { blockhash, lastValidBlockHeight } = context.ledger.latestBlockhash();
  const tx = buildOwnerTransaction(
    context.keys,
    { intent: 'claim', owner, payer, position, mint, payout },
    blockhash,
  );
  return {
    ...(await rememberBuild(context, tx, intent)),
    txMeta: { blockhash, lastValidBlockHeight },
    position: {
      positionPubkey: position,
      marketPubkey: marketAddress(marketId),
      userPubkey: owner,
      ownerPubkey: owner,
      isYes,
      ...contractForms(contracts),
      payoutAmountUsd: payout.toString(),
      settlementMint: mint.address,
    },
  };
}
