import type { EventId, MarketId, Pubkey } from '@contract/ids.ts';
import type { MicroUsd } from '@contract/money.ts';
import { parlayPayout } from '@contract/pricing.ts';
import { useCallback, useState } from 'react';
import { toAppError } from '@/api/app-error.ts';
import { useReadEvent } from '@/api/events.queries.ts';
import { createParlays } from '@/api/parlays.writes.ts';
import { useConfig } from '@/config.ts';
import { legState, marketIn, mostOf, type ParlayMode, stakeOf } from '@/domain/parlay.ts';
import { parlayItem } from '@/orders/request.ts';
import { useUnderWay } from '@/orders/use-under-way.ts';
import type { ParlayLeg } from '@/state/parlay-slip.ts';
import { isOpen, type OnWaiting } from '@/tx/types.ts';
import { useTx } from '@/tx/use-tx.ts';
import type { WalletSigner } from '@/wallet/index.ts';
import { type Placement, parlayTerms, placeFree, placePaid } from './intents.ts';
import { refusalText } from './parlay-labels.ts';

/** What became of one slip of a request. */
export type PlaceResult =
  | { step: 'waiting' | 'working' }
  | { step: 'placed'; parlayId: string | null }
  | { step: 'refused' | 'unsure' | 'stopped'; message: string };

export interface Slip {
  key: string;
  legs: readonly ParlayLeg[];
  offered: MicroUsd;
}

const STOPPED = 'Not sent: you stopped before it.';

const titleOfSlip = ({ legs }: Slip): string => `Parlay · ${legs.map(({ label }) => label).join(', ')}`;

export const placementOf = (slip: Slip): Placement => ({
  key: slip.key,
  title: titleOfSlip(slip),
  legMarketIds: slip.legs.map(({ marketId }) => marketId as MarketId),
  offered: slip.offered,
});

/** Places slips, one or up to ten, and says of each what became of it. */
export function usePlace(signer: WalletSigner | null, onPlaced: (key: string) => void) {
  const readEvent = useReadEvent();
  const config = useConfig();
  const { run } = useTx(signer);
  const [results, setResults] = useState<ReadonlyMap<string, PlaceResult>>(new Map());
  const { busy, waiting, begin } = useUnderWay<'placing'>();

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

  const note = useCallback(
    (key: string, result: PlaceResult) => {
      setResults((before) => new Map(before).set(key, result));
      if (result.step === 'placed') onPlaced(key);
    },
    [onPlaced],
  );

  const payEach = useCallback(
    async (owner: Pubkey, mint: Pubkey, slips: readonly Slip[], onWaiting: OnWaiting) => {
      const placements = slips.map(placementOf);
      const terms = placements.map((placement) => parlayTerms(owner, mint, placement));
      // One request for all of them; what is wrong with one is its own answer.
      const built = await createParlays({ parlays: terms.map(parlayItem) });
      let stopped = false;
      for (const [index, slip] of slips.entries()) {
        const placement = placements[index];
        const shown = terms[index];
        const item = built.parlays[index];
        if (!placement || !shown || !item) continue;
        if (item.status === 'error') {
          note(slip.key, { step: 'refused', message: refusalText(item.code, item.message) });
          continue;
        }
        if (stopped) {
          note(slip.key, { step: 'stopped', message: STOPPED });
          continue;
        }
        note(slip.key, { step: 'working' });
        const intent = placePaid(config, shown, placement, item, () => offerNow(slip, 'paid'));
        const { result } = await run(intent, onWaiting);
        if (result === 'done') note(slip.key, { step: 'placed', parlayId: item.parlayId });
        else if (isOpen(result)) {
          note(slip.key, { step: 'unsure', message: 'Not confirmed yet: look at the slips below.' });
        } else if (result === 'rejected') {
          stopped = true;
          note(slip.key, { step: 'stopped', message: STOPPED });
        } else note(slip.key, { step: 'refused', message: 'Not placed. No funds moved.' });
      }
    },
    [config, note, offerNow, run],
  );

  const payAll = useCallback(
    async (owner: Pubkey, slips: readonly Slip[], onWaiting: OnWaiting) => {
      const offerOf = async (key: string) => {
        const slip = slips.find((one) => one.key === key);
        return slip ? offerNow(slip, 'free') : null;
      };
      const intent = placeFree(config, owner, slips.map(placementOf), offerOf);
      const outcome = await run(intent, onWaiting);
      slips.forEach((slip, index) => {
        const item = outcome.items[index];
        if (item?.ok) note(slip.key, { step: 'placed', parlayId: item.id });
        else if (item) note(slip.key, { step: 'refused', message: refusalText(item.code, item.message) });
        else if (outcome.result === 'rejected') note(slip.key, { step: 'stopped', message: STOPPED });
        else if (isOpen(outcome.result)) {
          note(slip.key, {
            step: 'unsure',
            message:
              outcome.result === 'unknown'
                ? 'Paid, not known to be placed: look at the slips below.'
                : 'Not confirmed yet: look at the slips below.',
          });
        } else note(slip.key, { step: 'refused', message: 'Not placed. No funds moved.' });
      });
    },
    [config, note, offerNow, run],
  );

  const place = useCallback(
    (mode: ParlayMode, mint: Pubkey, slips: readonly Slip[]) => {
      if (!signer || slips.length === 0) return;
      begin('placing', async (onWaiting) => {
        setResults(new Map(slips.map(({ key }) => [key, { step: 'waiting' }])));
        try {
          if (mode === 'paid') await payEach(signer.pubkey, mint, slips, onWaiting);
          else await payAll(signer.pubkey, slips, onWaiting);
        } catch (cause) {
          const { message } = toAppError(cause);
          setResults(
            new Map(
              slips.map(({ key }) => [key, { step: 'refused', message: `${message} No funds moved.` }]),
            ),
          );
        }
      });
    },
    [begin, payAll, payEach, signer],
  );

  return { place, busy: busy.size > 0, waiting: waiting.get('placing') ?? null, results };
}
