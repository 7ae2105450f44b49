import type { Pubkey } from '@contract/ids.ts';
import { AppError, mayHaveHappened, toAppError } from '@/api/app-error.ts';
import { fetchTriggerOrder, type TriggerOrder, triggerKeys } from '@/api/triggers.queries.ts';
import { cancelPriceOrder } from '@/api/triggers.writes.ts';
import { pause } from '@/lib/pause.ts';
import type { TxIntent } from '@/tx/types.ts';
import { builtOnce, type Labels } from './building.ts';
import { derivedWithdrawal, factsIn, loadDeriver } from './derived.ts';
import { withdrawalExpectation } from './expectation.ts';
import { reviewWithdrawal } from './review-vault.ts';
import type { Asset, WithdrawalTerms } from './terms.ts';

/** What the withdrawal of an order needs of the service and the chain. */
export interface WithdrawPorts {
  /** Stops the order, and answers a fresh transaction each time. */
  cancel: (id: string) => Promise<{ id: string; transaction: string; requestId: string }>;
  read: (id: string) => Promise<TriggerOrder>;
  wait: (milliseconds: number) => Promise<void>;
}

const SERVICE: WithdrawPorts = {
  cancel: cancelPriceOrder,
  read: fetchTriggerOrder,
  wait: pause,
};

const RETRY_MS = 1_000;
const MAX_RETRIES = 30;

/** A fill is under way: the service asks for a little patience, and may have noted that the order ends with it. */
const isNotReady = (error: unknown): boolean =>
  error instanceof AppError && error.kind === 'refused' && /retry shortly|not yet/i.test(error.message);

/** `onAsked`: told where a request has failed that may have stopped the order all the same. */
async function stopped(id: string, ports: WithdrawPorts, onAsked: () => void) {
  for (let tries = 0; ; tries++) {
    try {
      return await ports.cancel(id);
    } catch (error) {
      if (isNotReady(error) || mayHaveHappened(toAppError(error))) onAsked();
      if (!isNotReady(error) || tries === MAX_RETRIES) throw error;
      await ports.wait(RETRY_MS);
    }
  }
}

interface Words extends Labels {
  /** What holds once the order is stopped, although its withdrawal was not signed. */
  stays: string;
  /** The same once that was asked for, as long as no answer says that it is. */
  mayStay: string;
  /** What a list of amounts is called. */
  amounts: (assets: readonly Asset[] | null) => string;
  /** What an order has left in the vault; null where nobody can say. */
  left: (order: TriggerOrder) => Asset[] | null;
}

/**
 * Ends an order and brings back what it has left: stops it, has the withdrawal signed, and confirms it. Every step may
 * be repeated: a stopped order stays stopped, another withdrawal of it is another transaction, and only one can land.
 */
export function withdrawalIntent(
  terms: WithdrawalTerms,
  words: Words,
  ports: WithdrawPorts = SERVICE,
): TxIntent {
  const { owner, order } = terms;
  let returned = words.amounts(terms.assets);
  let stays: string | null = null;
  return {
    kind: 'cancel',
    title: words.title,
    owner,
    about: order,
    async build() {
      const answer = await stopped(order, ports, () => {
        stays ??= words.mayStay;
      });
      stays = words.stays;
      const now = await ports.read(order);
      const assets = words.left(now);
      if (assets === null) {
        const unknown = 'The service does not tell how much the order has left, so nothing can be checked.';
        throw new AppError('refused', `${unknown} Nothing was signed.`);
      }
      const of: { cancelled: string; order: string; owner: Pubkey } = {
        cancelled: answer.id,
        order: now.id,
        owner: now.userPubkey,
      };
      returned = words.amounts(assets);
      const deriver = await loadDeriver();
      const facts = await factsIn(answer.transaction);
      return {
        built: {
          ...builtOnce(
            answer,
            withdrawalExpectation({ ...terms, assets }),
            deriver && derivedWithdrawal(deriver, { ...terms, assets }, answer.requestId, facts),
          ),
          via: { to: 'trigger-withdrawal', order, cancelRequestId: answer.requestId },
        },
        review: reviewWithdrawal(terms, of, assets, words.amounts),
      };
    },
    stays: () => stays,
    describe: () => words.done ?? `${returned} returned to your wallet`,
    invalidates: [triggerKeys.of(owner)],
  };
}
