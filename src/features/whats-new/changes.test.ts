import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { MarketWire } from '@contract/prediction/market.ts';
import type { Position } from '@contract/prediction/position.ts';
import { expect, it } from 'vitest';
import { eventOf } from '@/domain/event.fixtures.ts';
import type { NotedMarket, Visit } from '@/state/visit.ts';
import { changesSince, summaryOf } from './changes.ts';

const noted = (id: string, more: Partial<NotedMarket> = {}): NotedMarket => ({
  eventId: `E-${id}`,
  marketId: id,
  eventTitle: 'Cup',
  label: id,
  price: '500000',
  open: true,
  at: 1,
  why: 'watched',
  ...more,
});
const event = (id: string, cents: number, market: Partial<MarketWire> = {}): PredictionEvent => {
  const price = cents * 10_000;
  const pricing = {
    buyYesPriceUsd: price,
    sellYesPriceUsd: price,
    buyNoPriceUsd: null,
    sellNoPriceUsd: null,
  };
  return eventOf([{ marketId: id, pricing: { ...pricing, volume: 1 }, ...market }], `E-${id}`);
};
const visit = (markets: NotedMarket[], claimable: string[] = []): Visit => ({ at: 1, markets, claimable });
const position = (pubkey: string): Position => ({ pubkey, claimable: true }) as unknown as Position;

it('tells payouts, then what ended, then what moved, the furthest first', () => {
  const events = new Map(
    [
      event('still', 51),
      event('near', 53),
      event('far', 20),
      event('won', 0, { status: 'closed', result: 'yes' }),
      event('shut', 0, { status: 'closed' }),
    ].map((one) => [one.eventId as string, one]),
  );
  const changes = changesSince(
    visit([...['still', 'near', 'far', 'won', 'shut'].map((id) => noted(id))], ['P-old']),
    (id) => events.get(id),
    [position('P-old'), position('P-new')],
  );
  expect(
    changes.map((change) =>
      change.kind === 'claimable'
        ? change.position.pubkey
        : [
            change.market.marketId,
            change.kind === 'ended' ? change.verdict : String(change.to - change.from),
          ],
    ),
  ).toEqual(['P-new', ['won', 'won'], ['shut', 'closed'], ['far', '-300000'], ['near', '30000']]);
  expect(summaryOf(changes)).toBe('1 payout to claim, 2 ended, 2 moved');
});

it('says nothing of what is not known, nor twice of what had ended before', () => {
  const gone = noted('gone');
  const over = noted('over', { open: false });
  expect(changesSince(visit([gone]), () => undefined, undefined)).toEqual([]);
  expect(changesSince(visit([gone]), () => null, undefined)).toMatchObject([{ verdict: 'unlisted' }]);
  expect(changesSince(visit([over]), () => event('over', 1, { status: 'closed' }), [])).toEqual([]);
  expect(changesSince(visit([noted('dark', { price: null })]), () => event('dark', 90), [])).toEqual([]);
  expect(summaryOf([])).toBe('');
});
