import type { AppConfig } from '@contract/config.ts';
import type { MarketId, Pubkey } from '@contract/ids.ts';
import { formatUsd, type MicroUsd, parseUsd, tokenAmount } from '@contract/money.ts';
import type { CreateParlaysAnswer, ParlaySlip } from '@contract/prediction/parlay.ts';
import { PARLAY_STAKE } from '@contract/prediction/parlay-limits.ts';
import { AppError } from '@/api/app-error.ts';
import { hasRpc } from '@/api/config.ts';
import { historyKeys } from '@/api/history.queries.ts';
import { parlayKeys } from '@/api/parlays.queries.ts';
import { createParlays, prepareFreeParlays } from '@/api/parlays.writes.ts';
import { positionKeys } from '@/api/positions.queries.ts';
import { claim } from '@/api/positions.writes.ts';
import { getConnection } from '@/api/rpc.ts';
import { FREE_ENTRY_LAMPORTS } from '@/domain/parlay.ts';
import { claimExpectation, entryFeeExpectation, parlayExpectation } from '@/tx/expectations.ts';
import type { Review, TxIntent } from '@/tx/types.ts';
import { refusalText } from './words.ts';

type BuiltItem = CreateParlaysAnswer['parlays'][number];
type BuiltParlay = Extract<BuiltItem, { status: 'ok' }>;

/** A finished slip as the reader saw it when they pressed the button. */
export interface Placement {
  key: string;
  title: string;
  legMarketIds: readonly MarketId[];
  /** Payout shown, micro-USD. */
  offered: MicroUsd;
}

/** The payout may fall by this share of what was shown before it is the user's to accept, in permille. */
const PAYOUT_TOLERANCE = 10n;

const refuse = (message: string): Review => ({
  verdict: 'refuse',
  message: `${message} Nothing was signed.`,
});

const sameLegs = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && [...a].sort().join('\n') === [...b].sort().join('\n');

/**
 * Compares the parlay built with the slip shown. `now`: the payout at the prices of this instant, where known; it only
 * counts where the service does not say what it has fixed.
 */
export function reviewParlay(
  shown: Placement,
  owner: Pubkey,
  built: BuiltParlay,
  now: MicroUsd | null,
): Review {
  if (built.ownerPubkey !== owner) return refuse('The service built a parlay for another wallet.');
  if (built.stakeUsd !== PARLAY_STAKE) {
    return refuse(
      `The service would stake ${formatUsd(built.stakeUsd)} instead of ${formatUsd(PARLAY_STAKE)}.`,
    );
  }
  if (!sameLegs(built.legMarketIds, shown.legMarketIds)) {
    return refuse('The service built a parlay of other legs.');
  }
  const payout = built.payoutUsd ?? now;
  if (payout === null || payout * 1_000n >= shown.offered * (1_000n - PAYOUT_TOLERANCE)) {
    return { verdict: 'as-shown' };
  }
  return {
    verdict: 'ask',
    title: 'The payout has fallen',
    lines: [
      `Shown: ${formatUsd(shown.offered)} if every leg wins.`,
      built.payoutUsd === undefined ? `Now: about ${formatUsd(payout)}.` : `Now: ${formatUsd(payout)}.`,
      'The service fixes the payout as it builds the parlay.',
    ],
  };
}

type Chain = Pick<AppConfig, 'chain' | 'mints'>;

/**
 * Token account the stake goes to, where the deployment says so: USDC is swapped by the vault, stablecoin is locked
 * straight away.
 */
export async function stakeAccount({ chain, mints }: Chain, mint: Pubkey): Promise<Pubkey | null> {
  const owner = mint === mints.usdc ? chain?.vault : chain?.parlays;
  if (!owner) return null;
  const { associatedTokenAddress } = await import('@/tx/decode.ts');
  return associatedTokenAddress(owner, mint) as Pubkey;
}

export const parlayItem = (owner: Pubkey, mint: Pubkey, { legMarketIds }: Placement) => ({
  ownerPubkey: owner,
  legMarketIds: [...legMarketIds],
  mint,
});

/** The parlay of an answer. @throws AppError with the item's code when it was refused */
function accepted(item: BuiltItem | undefined): BuiltParlay {
  if (!item) throw new AppError('malformed', 'The service said nothing about the parlay.');
  if (item.status === 'ok') return item;
  throw new AppError('refused', refusalText(item.code, item.message), { code: item.code });
}

interface PaidParlay {
  owner: Pubkey;
  mint: Pubkey;
  placement: Placement;
  /** What a request for several has already built for this one; taken once. */
  built?: BuiltItem;
  /** The payout at the prices of this instant; null when it cannot be told. */
  offerNow: () => Promise<MicroUsd | null>;
}

/** One paid parlay: pays the stake, and nothing else. */
export function paidIntent(config: Chain, parlay: PaidParlay): TxIntent {
  const { owner, mint, placement } = parlay;
  let ready = parlay.built;
  return {
    kind: 'parlay',
    title: placement.title,
    owner,
    async build(signal) {
      const first = ready;
      ready = undefined;
      const [item, now, destination] = await Promise.all([
        first ??
          createParlays({ parlays: [parlayItem(owner, mint, placement)] }, { signal }).then(
            ({ parlays }) => parlays[0],
          ),
        parlay.offerNow(),
        stakeAccount(config, mint),
      ]);
      const built = accepted(item);
      const stake = tokenAmount(PARLAY_STAKE);
      const { parlayId, nonce, ownerPubkey, positionPubkey, legMarketIds } = built;
      return {
        built: {
          transaction: built.transaction,
          lastValidBlockHeight: built.txMeta.lastValidBlockHeight,
          requiredSigners: [],
          expectation: parlayExpectation(
            owner,
            { mint, stake, destination },
            parlayId,
            config.chain?.sponsor ?? undefined,
          ),
          orderPubkey: null,
          via: { to: 'parlay', parlay: { parlayId, nonce, ownerPubkey, positionPubkey, legMarketIds } },
        },
        review: reviewParlay(placement, owner, built, now),
      };
    },
    describe: () => 'Placed. Its payout is fixed now.',
    invalidates: [parlayKeys.all],
  };
}

/** Free parlays in one payment: an entry fee each, in SOL. */
export const freeIntent = ({ chain }: Chain, owner: Pubkey, placements: readonly Placement[]): TxIntent => ({
  kind: 'parlay',
  title:
    placements.length === 1
      ? `Free ${placements[0]?.title ?? 'parlay'}`
      : `${placements.length} free parlays`,
  owner,
  async build(signal) {
    const request = {
      ownerPubkey: owner,
      parlays: placements.map(({ legMarketIds }) => ({ legMarketIds: [...legMarketIds] })),
    };
    const { paymentTransaction } = await prepareFreeParlays(request, { signal });
    // The answer does not name a height: that of a newer blockhash is never too early.
    const { lastValidBlockHeight } = hasRpc()
      ? await (await getConnection()).getLatestBlockhash('confirmed')
      : { lastValidBlockHeight: Number.MAX_SAFE_INTEGER };
    return {
      built: {
        transaction: paymentTransaction,
        lastValidBlockHeight,
        requiredSigners: [owner],
        expectation: entryFeeExpectation(
          owner,
          { count: placements.length, each: FREE_ENTRY_LAMPORTS, to: chain?.fees ?? null },
          null,
        ),
        orderPubkey: null,
        via: { to: 'free-parlays', request },
      },
      review: { verdict: 'as-shown' },
    };
  },
  describe: () => (placements.length === 1 ? 'Placed' : `All ${placements.length} placed`),
  invalidates: [parlayKeys.all],
});

/** Claiming a won parlay: brings the payout of its slip in stablecoin, and takes nothing. */
export function claimIntent(
  { mints }: Pick<Chain, 'mints'>,
  slip: Pick<ParlaySlip, 'payoutUsd'>,
  position: Pubkey,
  owner: Pubkey,
): TxIntent {
  const payout = parseUsd(slip.payoutUsd);
  const shown = payout === undefined ? slip.payoutUsd : formatUsd(payout);
  return {
    kind: 'claim',
    title: `Claim ${shown} · Parlay`,
    owner,
    async build(signal) {
      const answer = await claim(position, { ownerPubkey: owner }, { signal });
      const { payoutAmountUsd, positionPubkey, ownerPubkey, settlementMint } = answer.position;
      const mint = settlementMint ?? mints.stablecoin;
      const review = (): Review => {
        if (positionPubkey !== position || ownerPubkey !== owner)
          return refuse('The service built a claim of something else.');
        if (mint !== mints.stablecoin && mint !== mints.usdc)
          return refuse('The payout would come in an unknown token.');
        if (payout === undefined || payoutAmountUsd < payout)
          return refuse(`The service would pay ${formatUsd(payoutAmountUsd)}, not the ${shown} shown.`);
        return { verdict: 'as-shown' };
      };
      return {
        built: {
          transaction: answer.transaction,
          lastValidBlockHeight: answer.txMeta.lastValidBlockHeight,
          requiredSigners: answer.requiredSigners,
          expectation: claimExpectation(owner, mint, payoutAmountUsd),
          orderPubkey: null,
        },
        review: review(),
      };
    },
    describe: () => `${shown} claimed`,
    invalidates: [parlayKeys.all, positionKeys.of(owner), historyKeys.of(owner)],
  };
}
