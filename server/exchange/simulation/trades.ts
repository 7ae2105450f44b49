import bs58 from 'bs58';
import { chance, createRandom, cycle, hashText, mix } from './hash.ts';
import type { Quote, SimTrade } from './model.ts';
import type { SimEvent, Source } from './source.ts';

/** Seconds a bucket of time lasts; each has at most one trade. */
const BUCKET = 1.5;
const WALLETS = 240;
const REMEMBERED = 600;
const LOT = 10_000n;

interface Floor {
  source: Source;
  quote(event: SimEvent, at: number, t: number): Quote;
  seed: string;
}

/** Trades of simulated takers: bucket of time → at most one trade, so that any window can be computed alone. */
export function createTrades({ source, quote, seed }: Floor): (t: number, limit: number) => SimTrade[] {
  const root = hashText('trades', hashText(seed));
  const wallets = Array.from({ length: WALLETS }, (_, k) => {
    const random = createRandom(mix(root, k));
    return bs58.encode(Uint8Array.from({ length: 32 }, () => Math.floor(random() * 256)));
  });
  const known = new Map<number, SimTrade | null>();

  function make(bucket: number): SimTrade | null {
    const random = createRandom(mix(root, bucket));
    if (random() < 0.1) return null;
    const t = (bucket + random()) * BUCKET;
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const event = source.busy(t, random(), random());
      if (event === undefined) continue;
      let rest = random();
      const at = event.shares.findIndex((share) => {
        rest -= share;
        return rest < 0;
      });
      const market = event.model.markets[at];
      if (market === undefined) continue;
      const action = random() < 0.68 ? 'buy' : 'sell';
      const side = market.oneSided || random() < 0.66 ? 'yes' : 'no';
      const { buyYes, sellYes, buyNo, sellNo } = quote(event, at, t);
      const price =
        side === 'yes' ? (action === 'buy' ? buyYes : sellYes) : action === 'buy' ? buyNo : sellNo;
      if (price === null) continue;
      // Sizes of people: mostly tens of dollars, now and then thousands.
      const dollars = 4 + Math.exp(2.2 + 1.5 * (random() + random() + random() - 1.5) * 2);
      const lots = (BigInt(Math.round(dollars * 1e6)) * 100n) / price;
      if (lots < 1n) continue;
      const contracts = lots * LOT;
      return {
        id: `sim-${bucket}`,
        ownerPubkey: cycle(wallets, Math.floor(chance(root, bucket) ** 2 * WALLETS)),
        eventId: event.model.eventId,
        marketId: market.marketId,
        action,
        side,
        price,
        contracts,
        amount: (price * contracts) / 1_000_000n,
        timestamp: Math.floor(t),
      };
    }
    return null;
  }

  return (t, limit) => {
    const out: SimTrade[] = [];
    const newest = Math.floor(t / BUCKET) - 1;
    for (let bucket = newest; out.length < limit && bucket > newest - limit * 4; bucket -= 1) {
      let trade = known.get(bucket);
      if (trade === undefined) {
        trade = make(bucket);
        known.set(bucket, trade);
      }
      if (trade !== null) out.push(trade);
    }
    if (known.size > REMEMBERED) {
      for (const bucket of known.keys()) if (bucket < newest - REMEMBERED / 2) known.delete(bucket);
    }
    return out;
  };
}
