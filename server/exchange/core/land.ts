import type { VersionedTransaction } from '@solana/web3.js';
import type { ExecutedTransaction } from '../ledger/ledger.ts';
import { addServiceSignatures } from '../ledger/signers.ts';
import type { BuildRow } from '../writer/commit.store.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import { type Intent, intentOf } from './builds.ts';
import type { ExchangeContext } from './context.ts';
import type { TriggerIntent } from './intents/trigger.ts';
import { failed, type Landing, landOnce } from './land-once.ts';

type Kind = Intent['kind'];
type IntentOf<K extends Kind> = Extract<Intent, { kind: K }>;

/** How transactions of one kind land. */
interface LandingRule<K extends Kind> {
  /** Why a transaction that was fine when it was built may not land any more; null when it may. */
  objection(intent: IntentOf<K>): string | null;
  /** Books what the landed transaction has done. */
  apply(uow: UnitOfWork, intent: IntentOf<K>, executed: ExecutedTransaction, landed: BuildRow): void;
}

/** How each kind lands, as its room says. Those of the trigger interface land through operations of their own. */
export type LandingRules = { readonly [K in Exclude<Kind, TriggerIntent['kind']>]: LandingRule<K> };

const ELSEWHERE = 'This transaction belongs to the trigger interface: send it there. Nothing moved.';

/** Lands a transaction whose signatures have been checked, once, with all that it means. */
export function land(
  context: ExchangeContext,
  rules: LandingRules,
  uow: UnitOfWork,
  known: BuildRow,
  tx: VersionedTransaction,
): Landing {
  const intent = intentOf(known);
  // The rule of a kind is only ever given intents of that kind.
  const rule = (rules as Partial<Record<Kind, unknown>>)[intent.kind] as LandingRule<Kind> | undefined;
  if (!rule) return failed(ELSEWHERE);
  return landOnce(context, uow, known, tx, {
    objection: () => rule.objection(intent),
    sign: () => {
      addServiceSignatures(tx, context.keys, intent.orderKey);
    },
    apply: (executed, landed) => rule.apply(uow, intent, executed, landed),
  });
}
