import type { AppConfig } from '@contract/config.ts';
import type { MicroUsd } from '@contract/money.ts';
import type { OwnerTransaction } from '@contract/transactions/owner-transactions.ts';
import { AppError } from '@/api/app-error.ts';
import { parlayKeys } from '@/api/parlays.queries.ts';
import { createParlays, prepareFreeParlays } from '@/api/parlays.writes.ts';
import type { TxIntent } from '@/tx/types.ts';
import { stakeAccount } from './addresses.ts';
import type { Labels } from './building.ts';
import { derivedFreeParlays, derivedParlay, freeParlaysNonce, loadDeriver } from './derived.ts';
import { freeParlaysExpectation, parlayExpectation } from './expectation.ts';
import { freeParlaysBody, parlayItem } from './request.ts';
import { type BuiltItem, type BuiltParlay, reviewFreeParlays, reviewParlay } from './review-parlay.ts';
import type { FreeParlaysTerms, ParlayTerms } from './terms.ts';

interface PaidPorts {
  config: Pick<AppConfig, 'chain' | 'mints'>;
  /** What a request for several has already built for this one; taken once. */
  built?: BuiltItem;
  /** The payout at the prices of this instant; null when it cannot be told. */
  offerNow: () => Promise<MicroUsd | null>;
  /** Why an item was refused, in words. */
  refusal: (code: string, message: string) => string;
}

/** The parlay of an answer. @throws AppError with the item's code when it was refused */
function accepted(item: BuiltItem | undefined, refusal: PaidPorts['refusal']): BuiltParlay {
  if (!item) throw new AppError('malformed', 'The service said nothing about the parlay.');
  if (item.status === 'ok') return item;
  throw new AppError('refused', refusal(item.code, item.message), { code: item.code });
}

/** One paid parlay: pays the stake, and nothing else. */
export function paidParlayIntent(terms: ParlayTerms, labels: Labels, ports: PaidPorts): TxIntent {
  const { config } = ports;
  let ready = ports.built;
  return {
    kind: 'parlay',
    title: labels.title,
    owner: terms.owner,
    async build() {
      const first = ready;
      ready = undefined;
      const [item, now, destination] = await Promise.all([
        first ?? createParlays({ parlays: [parlayItem(terms)] }).then(({ parlays }) => parlays[0]),
        ports.offerNow(),
        stakeAccount(config, terms.mint),
      ]);
      const built = accepted(item, ports.refusal);
      const { parlayId, nonce, ownerPubkey, positionPubkey, legMarketIds } = built;
      const sponsor = config.chain?.sponsor ?? null;
      const deriver = await loadDeriver();
      const { payoutUsd: payout } = built;
      return {
        built: {
          transaction: built.transaction,
          expectation: parlayExpectation({ ...terms, parlayId, destination, sponsor }),
          derived:
            deriver && payout !== undefined
              ? derivedParlay(deriver, terms, { parlayId, nonce: BigInt(nonce), payout })
              : null,
          orderPubkey: null,
          via: { to: 'parlay', parlay: { parlayId, nonce, ownerPubkey, positionPubkey, legMarketIds } },
        },
        review: reviewParlay(terms, built, now),
      };
    },
    describe: () => labels.done ?? 'Placed. Its payout is fixed now.',
    invalidates: [parlayKeys.all],
  };
}

/** The entry of these parlays; null on a live platform, and where nothing tells it from another one of the same. */
async function derivedEntry(terms: FreeParlaysTerms, transaction: string): Promise<OwnerTransaction | null> {
  const deriver = await loadDeriver();
  if (!deriver) return null;
  const { memosIn } = await import('@/tx/peek.ts');
  const nonce = freeParlaysNonce(memosIn(transaction));
  const parlays = terms.parlays.map(({ legMarketIds }) => legMarketIds);
  return nonce === null ? null : derivedFreeParlays(deriver, { ...terms, parlays }, nonce);
}

/** Free parlays in one payment: an entry fee each, in SOL. `offersNow`: what they pay at this instant, in order. */
export const freeParlaysIntent = (
  terms: FreeParlaysTerms,
  labels: Labels,
  offersNow: () => Promise<readonly (MicroUsd | null)[]>,
): TxIntent => ({
  kind: 'parlay',
  title: labels.title,
  owner: terms.owner,
  async build() {
    const request = freeParlaysBody(terms);
    const [{ paymentTransaction }, now] = await Promise.all([prepareFreeParlays(request), offersNow()]);
    return {
      built: {
        transaction: paymentTransaction,
        expectation: freeParlaysExpectation(terms),
        derived: await derivedEntry(terms, paymentTransaction),
        orderPubkey: null,
        via: { to: 'free-parlays', request },
      },
      review: reviewFreeParlays(terms, now),
    };
  },
  describe: () =>
    labels.done ?? (terms.parlays.length === 1 ? 'Placed' : `All ${terms.parlays.length} placed`),
  invalidates: [parlayKeys.all],
});
