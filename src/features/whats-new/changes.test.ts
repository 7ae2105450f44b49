import type { MarketId } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { MarketWire } from '@contract/prediction/market.ts';
import type { Position } from '@contract/prediction/position.ts';
import { expect, it } from 'vitest';
import { eventOf } from '@/domain/event.fixtures.ts';
import type { NotedMarket, Visit } from '@/state/visit.ts';
import { changesSince } from './changes.ts';
import { summaryOf } from './whats-new-labels.ts';

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
const OWNER = 'wallet';
const visit = (markets: NotedMarket[], claimable: string[] = []): Visit => ({
  at: 1,
  markets,
  claimable,
  claimableOf: OWNER,
});
const position = (pubkey: string, more: Partial<Position> = {}): Position =>
  ({ pubkey, ownerPubkey: OWNER, claimable: true, contractsMicro: 0n, ...more }) as unknown as Position;

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

it('tells what a price did in between, also of one that is back where it was', () => {
  const cents = (value: number) => microUsd(BigInt(value) * 10_000n);
  const events = new Map(
    [event('back', 51), event('calm', 51), event('up', 60)].map((one) => [one.eventId as string, one]),
  );
  const ranges = new Map([
    ['back', { low: cents(44), high: cents(52) }],
    ['calm', { low: cents(48), high: cents(54) }],
    ['up', { low: cents(50), high: cents(58) }],
  ]);
  const changes = changesSince(
    visit(['back', 'calm', 'up'].map((id) => noted(id))),
    (id) => events.get(id),
    [],
    (id) => ranges.get(id),
  );
  expect(changes).toMatchObject([
    // What is read now counts as well.
    { market: { marketId: 'up' }, range: { low: cents(50), high: cents(60) } },
    {
      market: { marketId: 'back' },
      from: cents(50),
      to: cents(51),
      range: { low: cents(44), high: cents(52) },
    },
  ]);
  expect(changes).toHaveLength(2);
});

it('tells an end by what it means for what is held, and of what is not held neither well nor badly', () => {
  const over = event('over', 0, { status: 'closed', result: 'no' });
  const toneOf = (...sides: boolean[]) => {
    const held = sides.map((isYes, index) =>
      position(`P-${index}`, {
        claimable: false,
        contractsMicro: microContracts(1n),
        marketId: 'over' as MarketId,
        isYes,
      }),
    );
    const [change] = changesSince(visit([noted('over')]), () => over, held);
    return change?.kind === 'ended' ? change.tone : change?.kind;
  };
  expect([toneOf(), toneOf(true), toneOf(false), toneOf(true, false)]).toEqual([
    'neutral',
    'no',
    'yes',
    'neutral',
  ]);
});

it('tells no payout of a wallet whose positions were not noted then', () => {
  const others = [position('P', { ownerPubkey: 'another wallet' as Position['ownerPubkey'] })];
  expect(changesSince(visit([]), () => undefined, others)).toEqual([]);
  const nobodys = { ...visit([]), claimableOf: undefined };
  expect(changesSince(nobodys, () => undefined, [position('P')])).toEqual([]);
});

it('tells a move of two cents and a swing of five, either way, and nothing less', () => {
  const micro = (value: bigint) => microUsd(value);
  const told = (cents: number, low = 500_000n, high = 500_000n) =>
    changesSince(
      visit([noted('one')]),
      () => event('one', cents),
      [],
      () => ({ low: micro(low), high: micro(high) }),
    ).length;
  expect([48, 48.1, 51.9, 52].map((cents) => told(cents))).toEqual([1, 0, 0, 1]);
  expect([told(50, 500_000n, 549_999n), told(50, 500_000n, 550_000n)]).toEqual([0, 1]);
  expect([told(50, 450_001n), told(50, 450_000n)]).toEqual([0, 1]);
});

it('tells of a market that pays its payout alone, and of one that nothing is held of any more no loss', () => {
  const over = event('over', 0, { status: 'closed', result: 'yes' });
  const marketId = 'over' as MarketId;
  const paid = changesSince(visit([noted('over')]), () => over, [position('P', { marketId })]);
  expect(paid.map(({ kind }) => kind)).toEqual(['claimable']);
  const sold = position('P', { marketId, claimable: false, isYes: false });
  expect(changesSince(visit([noted('over')]), () => over, [sold])).toMatchObject([{ tone: 'neutral' }]);
});
