import type { TriggerOrderRow } from '../writer/commit.store.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import { eventOf, nowMs, type TriggerContext } from './context.ts';
import type { Terms } from './terms.ts';

/** What sets one new order apart from another. `amount`: raw units of its input, deposited by `signature`. */
interface Opening
  extends Terms,
    Pick<
      TriggerOrderRow,
      | 'id'
      | 'seq'
      | 'owner'
      | 'payer'
      | 'vault'
      | 'orderType'
      | 'inputMint'
      | 'outputMint'
      | 'triggerMint'
      | 'expiresAt'
    >,
    Partial<Pick<TriggerOrderRow, 'taking' | 'mark' | 'parentId'>> {
  amount: bigint;
  signature: string;
}

/** Writes down an order that begins to wait now, whatever it came from. */
export function openOrder(
  context: TriggerContext,
  uow: UnitOfWork,
  { amount, signature, ...opening }: Opening,
): void {
  const now = nowMs(context);
  const deposited = { txSignature: signature, mint: opening.inputMint, amount: amount.toString() };
  uow.put('triggerOrders', opening.id, {
    taking: 0n,
    mark: null,
    parentId: null,
    ...opening,
    state: 'open',
    rawState: 'open',
    initialInput: amount,
    remainingInput: amount,
    output: 0n,
    held: 0n,
    markAt: context.clock.now(),
    firedLeg: null,
    nextFillAt: 0,
    createdAt: now,
    updatedAt: now,
    triggeredAt: null,
    events: [eventOf('deposit', now, deposited)],
  });
}
