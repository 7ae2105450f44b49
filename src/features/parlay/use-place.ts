import type { EventId, MarketId, Pubkey } from '@contract/ids.ts';
import type { MicroUsd } from '@contract/money.ts';
import { parlayPayout } from '@contract/pricing.ts';
import { useCallback } from 'react';
import { toAppError } from '@/api/app-error.ts';
import { useReadEvent } from '@/api/events.queries.ts';
import { createParlays } from '@/api/parlays.writes.ts';
import { useConfig } from '@/config.ts';
import { legState, marketIn, mostOf, type ParlayMode, stakeOf } from '@/domain/parlay.ts';
import { GOOD_FOR_MS } from '@/orders/ready-made.ts';
import { parlayItem } from '@/orders/request.ts';
import { isOpen, type OnWaiting, type TxOutcome } from '@/tx/types.ts';
import { useTx } from '@/tx/use-tx.ts';
import type { WalletSigner } from '@/wallet/index.ts';
import { type Placement, parlayTerms, placeFree, placePaid } from './intents.ts';
import { refusalText } from './parlay-labels.ts';
import {
  beginPlacing,
  endPlacing,
  notePlacing,
  noteWaiting,
  type PlaceResult,
  placingOf,
  returnSlip,
  type Slip,
  takeSlip,
} from './placing.ts';

const STOPPED = 'Not sent: you stopped before it.';
const TAKEN = 'Not sent: it was begun meanwhile, in another tab or by another wallet.';
const UNANSWERED = 'The service gave no answer for this one. No funds moved.';
const PAID = 'Paid, not known to be placed: look at the slips below.';
const UNCONFIRMED = 'Not confirmed yet: look at the slips below.';
const UNSENT = 'Not placed. No funds moved.';
const ENDED = 'Not placed. No funds moved but perhaps the network fee.';

const onWaitingOf =
  (owner: Pubkey): OnWaiting =>
  (waiting) =>
    noteWaiting(owner, waiting);

function noteUnpaid(owner: Pubkey, slip: Slip, result: PlaceResult): void {
  returnSlip(slip);
  notePlacing(owner, slip.key, result);
}

/** Once it is signed; where one payment is for several, `done` says nothing of each. */
function noteEnd(owner: Pubkey, slip: Slip, { result, signature }: TxOutcome, isAlone: boolean): void {
  if (result === 'done' && isAlone) notePlacing(owner, slip.key, { step: 'placed' });
  else if (result === 'done' || result === 'unknown')
    notePlacing(owner, slip.key, { step: 'unsure', message: PAID });
  else if (isOpen(result)) notePlacing(owner, slip.key, { step: 'unsure', message: UNCONFIRMED });
  else if (result === 'rejected') noteUnpaid(owner, slip, { step: 'stopped', message: STOPPED });
  else noteUnpaid(owner, slip, { step: 'refused', message: signature === null ? UNSENT : ENDED });
}

const titleOfSlip = ({ legs }: Slip): string => `Parlay · ${legs.map(({ label }) => label).join(', ')}`;

const placementOf = (slip: Slip): Placement => ({
  key: slip.key,
  title: titleOfSlip(slip),
  legMarketIds: slip.legs.map(({ marketId }) => marketId as MarketId),
  offered: slip.offered,
});

/**
 * Places slips, one or up to ten, and notes of each what became of it. A slip is spent before it is signed, and returns
 * only when it is certain that nothing was paid: neither a reload nor another tab can pay for it twice.
 */
export function usePlace(signer: WalletSigner | null) {
  const readEvent = useReadEvent();
  const config = useConfig();
  const { run } = useTx(signer);

  const offerNow = useCallback(
    async ({ legs }: Slip, mode: ParlayMode): Promise<MicroUsd | null> => {
      const prices = await Promise.all(
        legs.map(async ({ eventId, marketId }) => {
          const event = await readEvent(eventId as EventId).catch(() => null);
          const market = event && marketIn(event, marketId);
          return market && legState(market) === 'open' ? (market.pricing?.buyYesPriceUsd ?? null) : null;
        }),
      );
      const known = prices.filter((price) => price !== null);
      return known.length === legs.length ? parlayPayout(stakeOf(mode), known, mostOf(mode)) : null;
    },
    [readEvent],
  );

  const payEach = useCallback(
    async (owner: Pubkey, mint: Pubkey, slips: readonly Slip[]) => {
      const placements = slips.map(placementOf);
      const terms = placements.map((placement) => parlayTerms(owner, mint, placement));
      // One request for all of them; what is wrong with one is its own answer.
      const builtAt = performance.now();
      const built = await createParlays({ parlays: terms.map(parlayItem) });
      let stopped = false;
      for (const [index, slip] of slips.entries()) {
        const placement = placements[index];
        const shown = terms[index];
        const item = built.parlays[index];
        if (!placement || !shown) continue;
        if (!item) {
          notePlacing(owner, slip.key, { step: 'refused', message: UNANSWERED });
          continue;
        }
        if (item.status === 'error') {
          notePlacing(owner, slip.key, { step: 'refused', message: refusalText(item.code, item.message) });
          continue;
        }
        if (stopped) {
          notePlacing(owner, slip.key, { step: 'stopped', message: STOPPED });
          continue;
        }
        if (!takeSlip(slip)) {
          notePlacing(owner, slip.key, { step: 'stopped', message: TAKEN });
          continue;
        }
        notePlacing(owner, slip.key, { step: 'working' });
        const fresh = performance.now() - builtAt <= GOOD_FOR_MS ? item : undefined;
        const intent = placePaid(config, shown, placement, fresh, () => offerNow(slip, 'paid'));
        const outcome = await run(intent, onWaitingOf(owner));
        stopped = outcome.result === 'rejected';
        noteEnd(owner, slip, outcome, true);
      }
    },
    [config, offerNow, run],
  );

  const payAll = useCallback(
    async (owner: Pubkey, slips: readonly Slip[]) => {
      const offerOf = async (key: string) => {
        const slip = slips.find((one) => one.key === key);
        return slip ? offerNow(slip, 'free') : null;
      };
      const own = slips.filter((slip) => {
        const isOurs = takeSlip(slip);
        notePlacing(owner, slip.key, isOurs ? { step: 'working' } : { step: 'stopped', message: TAKEN });
        return isOurs;
      });
      if (own.length === 0) return;
      const intent = placeFree(config, owner, own.map(placementOf), offerOf);
      const outcome = await run(intent, onWaitingOf(owner));
      own.forEach((slip, index) => {
        const item = outcome.items[index];
        if (!item) noteEnd(owner, slip, outcome, false);
        else if (item.ok) notePlacing(owner, slip.key, { step: 'placed' });
        else noteUnpaid(owner, slip, { step: 'refused', message: refusalText(item.code, item.message) });
      });
    },
    [config, offerNow, run],
  );

  return useCallback(
    async (mode: ParlayMode, mint: Pubkey, slips: readonly Slip[]) => {
      if (!signer || slips.length === 0) return;
      const owner = signer.pubkey;
      if (!beginPlacing(owner, slips)) return;
      try {
        if (mode === 'paid') await payEach(owner, mint, slips);
        else await payAll(owner, slips);
      } catch (cause) {
        // What was not begun costs nothing; of the rest it is known already, or never will be here.
        const message = `${toAppError(cause).message} No funds moved.`;
        for (const { slip, result } of placingOf(owner).placings) {
          if (result.step === 'waiting') notePlacing(owner, slip.key, { step: 'refused', message });
          if (result.step === 'working')
            notePlacing(owner, slip.key, { step: 'unsure', message: UNCONFIRMED });
        }
      } finally {
        endPlacing(owner);
      }
    },
    [payAll, payEach, signer],
  );
}
