import type { AppConfig } from '@contract/config.ts';
import type { MarketId, Pubkey } from '@contract/ids.ts';
import { type MicroUsd, microUsd } from '@contract/money.ts';
import { PARLAY_STAKE } from '@contract/prediction/parlay-limits.ts';
import { FREE_ENTRY_LAMPORTS } from '@/domain/parlay.ts';
import { freeParlaysIntent, paidParlayIntent } from '@/orders/parlay-intents.ts';
import type { BuiltItem } from '@/orders/review-parlay.ts';
import type { ParlayTerms } from '@/orders/terms.ts';
import type { TxIntent } from '@/tx/types.ts';
import { refusalText } from './parlay-labels.ts';

/** A finished slip as the reader saw it when they pressed the button. */
export interface Placement {
  key: string;
  title: string;
  legMarketIds: readonly MarketId[];
  /** Payout shown, micro-USD. */
  offered: MicroUsd;
}

type Chain = Pick<AppConfig, 'chain' | 'mints'>;

/** The payout of a slip at the prices of this instant; null when it cannot be told. */
type OfferNow = (key: string) => Promise<MicroUsd | null>;

export const parlayTerms = (owner: Pubkey, mint: Pubkey, placement: Placement): ParlayTerms => ({
  owner,
  mint,
  legMarketIds: placement.legMarketIds,
  stake: microUsd(PARLAY_STAKE),
  offered: placement.offered,
});

/** One paid parlay. `built`: what a request for several has built for it, if it is still good. */
export const placePaid = (
  config: Chain,
  terms: ParlayTerms,
  placement: Placement,
  built: BuiltItem | undefined,
  offerNow: OfferNow,
): TxIntent =>
  paidParlayIntent(
    terms,
    { title: placement.title },
    { config, ...(built && { built }), offerNow: () => offerNow(placement.key), refusal: refusalText },
  );

/** Free parlays in one payment: an entry fee each, in SOL. */
export const placeFree = (
  { chain }: Pick<Chain, 'chain'>,
  owner: Pubkey,
  placements: readonly Placement[],
  offerNow: OfferNow,
): TxIntent =>
  freeParlaysIntent(
    { owner, parlays: placements, fee: FREE_ENTRY_LAMPORTS, recipient: chain?.fees ?? null },
    {
      title:
        placements.length === 1
          ? `Free ${placements[0]?.title ?? 'parlay'}`
          : `${placements.length} free parlays`,
    },
    () => Promise.all(placements.map(({ key }) => offerNow(key))),
  );
