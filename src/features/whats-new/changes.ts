import type { MarketId, Side } from '@contract/ids.ts';
import { absBig, compareBig, type MicroUsd, maxBig, microUsd, minBig } from '@contract/money.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { Position } from '@contract/prediction/position.ts';
import { probabilityOf, type Verdict, verdictOf } from '@/domain/events.ts';
import { heldSides, toneFor } from '@/domain/held-sides.ts';
import type { NotedMarket, Visit } from '@/state/visit.ts';

/** A price has moved when it moved by this much (2¢): less is noise. */
const MOVED = 20_000n;
/** One that is back where it was has still done something when it went this far between (5¢). */
const SWUNG = 50_000n;

/** The lowest and the highest price of a time. */
export interface Range {
  low: MicroUsd;
  high: MicroUsd;
}

/** What became of something since it was left. */
export type Change =
  | {
      kind: 'moved';
      market: NotedMarket;
      from: MicroUsd;
      to: MicroUsd;
      /** Lowest and highest in between; undefined where nobody knows. */
      range: Range | undefined;
    }
  /** `tone`: what it means for what is held. */
  | { kind: 'ended'; market: NotedMarket; verdict: Verdict | 'unlisted'; tone: ReturnType<typeof toneFor> }
  | { kind: 'claimable'; position: Position };

/** An event as it is now: `null` is known to be gone, undefined not known. */
export type Now = (eventId: string) => PredictionEvent | null | undefined;

function changeOf(
  noted: NotedMarket,
  event: PredictionEvent | null,
  between: Range | undefined,
  held: ReadonlySet<Side> | undefined,
): Change | null {
  const market = event?.markets.find(({ marketId }) => marketId === noted.marketId);
  const ended = (verdict: Verdict | 'unlisted', tone: ReturnType<typeof toneFor>): Change | null =>
    noted.open ? { kind: 'ended', market: noted, verdict, tone } : null;
  if (!market) return ended('unlisted', 'neutral');
  const verdict = verdictOf(market, 'yes');
  if (verdict !== null) return ended(verdict, toneFor(market, held));
  const to = probabilityOf(market);
  if (noted.price === null || to === null) return null;
  const from = microUsd(BigInt(noted.price));
  const range = between && { low: minBig(between.low, to), high: maxBig(between.high, to) };
  const hasSwung = range && (range.high - from >= SWUNG || from - range.low >= SWUNG);
  return absBig(to - from) >= MOVED || hasSwung ? { kind: 'moved', market: noted, from, to, range } : null;
}

const distance = (change: Change): bigint => (change.kind === 'moved' ? absBig(change.to - change.from) : 0n);
const RANK: Record<Change['kind'], number> = { claimable: 0, ended: 1, moved: 2 };

/**
 * What changed since a visit: payouts first, then what ended, then what moved, the furthest first. Positions are
 * those of the connected wallet; undefined when there is none or they are not known yet. `between`: what a price did in
 * the time between, where that is known.
 */
export function changesSince(
  visit: Visit,
  now: Now,
  positions: readonly Position[] | undefined,
  between: (marketId: string) => Range | undefined = () => undefined,
): Change[] {
  const claimable = (positions ?? [])
    .filter(({ claimable: can, ownerPubkey, pubkey }) => {
      // Of a wallet that was not connected then nobody knows what is new.
      return can && ownerPubkey === visit.claimableOf && !visit.claimable.includes(pubkey);
    })
    .map((position): Change => ({ kind: 'claimable', position }));
  const held = heldSides((positions ?? []).filter(({ contractsMicro }) => contractsMicro > 0n));
  // That a market ended goes without saying where its payout waits.
  const paid = new Set(claimable.flatMap((one) => (one.kind === 'claimable' ? one.position.marketId : [])));
  const others = visit.markets.flatMap((noted) => {
    if (paid.has(noted.marketId as MarketId)) return [];
    const event = now(noted.eventId);
    return event === undefined
      ? []
      : (changeOf(noted, event, between(noted.marketId), held.get(noted.marketId as MarketId)) ?? []);
  });
  return [...claimable, ...others].sort(
    (a, b) => RANK[a.kind] - RANK[b.kind] || compareBig(distance(b), distance(a)),
  );
}
