import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRecordedUniverse } from './universe.ts';

const ANCHOR = 1_790_000_123;
const FILE = new URL('../../../../shared/data/universe/events.json', import.meta.url);

const market = (over: object = {}) => ({
  provider: 'provider_c',
  marketId: 'M1',
  status: 'open',
  result: null,
  title: 'Before April',
  openTime: 1_700_000_000,
  closeTime: 1_800_000_000,
  rulesPrimary: 'If it happens.',
  pricing: {
    buyYesPriceUsd: 640_000,
    sellYesPriceUsd: 620_000,
    buyNoPriceUsd: 380_000,
    sellNoPriceUsd: 360_000,
    volume: 1000,
  },
  outcomes: ['Yes', 'No'],
  ...over,
});
const file = (...markets: object[]) => ({
  snapshotAt: '2026-02-27T20:10:30.140Z',
  data: [
    {
      eventId: 'E1',
      category: 'politics',
      subcategory: 'x',
      metadata: { title: 'Will it?', subtitle: 'In time' },
      markets,
      volumeUsd: '640000000',
      volume24hr: '64000000',
    },
  ],
});
const open = (content: unknown) => createRecordedUniverse({ file: content, seed: 's', anchor: ANCHOR });

describe('a recorded universe', () => {
  it('takes up prices, volumes and times where the snapshot left them', () => {
    const universe = open(
      file(market(), market({ marketId: 'M2', status: 'closed', result: 'no', pricing: null })),
    );
    const [event] = universe.list(ANCHOR);
    expect(event?.title).toBe('Will it?');
    const quote = universe.quote('M1', ANCHOR);
    expect([quote.buyYes, quote.sellYes]).toEqual([640_000n, 620_000n]);
    expect(universe.eventVolume('E1', ANCHOR).volumeUsd / 1_000_000n).toBe(640n);
    expect(universe.eventVolume('E1', ANCHOR).volume24hr / 1_000_000n).toBe(64n);
    const snapshot = Date.parse('2026-02-27T20:10:30.140Z') / 1000;
    expect(universe.market('M1', ANCHOR)?.closeTime).toBe(1_800_000_000 + Math.round(ANCHOR - snapshot));
    expect(universe.state('M2', ANCHOR)).toMatchObject({ status: 'closed', result: 'no' });
    expect(universe.market('M3', ANCHOR)).toBeUndefined();
  });

  it('closes its markets at whole seconds, whenever it was opened', () => {
    const universe = createRecordedUniverse({
      file: file(
        market({ closeTime: null, openTime: null }),
        market({ marketId: 'M2', status: 'closed', result: 'yes' }),
      ),
      seed: 's',
      anchor: ANCHOR + 0.123,
    });
    for (const id of ['M1', 'M2']) {
      const { closeTime, openTime } = universe.market(id, ANCHOR + 1) ?? {};
      expect([closeTime, openTime].map(Number.isInteger), id).toEqual([true, true]);
    }
  });

  it.each([
    ['Unix seconds in a text, as they are sent', '1772226030'],
    ['Unix seconds', 1_772_226_030],
    ['ISO 8601', '2026-02-27T21:00:30Z'],
  ])('begins when it was to begin, from %s', (_, beginAt) => {
    const content = file(market());
    const universe = open({ ...content, data: content.data.map((event) => ({ ...event, beginAt })) });
    const [event] = universe.list(ANCHOR);
    // Fifty minutes after the snapshot was taken.
    expect((event?.beginAt ?? 0) - ANCHOR).toBe(3_000);
    expect([ANCHOR + 2_999, ANCHOR + 3_000].map((t) => event && universe.isLive(event, t))).toEqual([
      false,
      true,
    ]);
  });

  it('leaves every market that was over as it ended, also one of a contest', () => {
    const cancelled = { status: 'cancelled', result: null };
    const unlikely = { buyYesPriceUsd: 20_000, sellYesPriceUsd: 10_000 };
    const alone = open(file(market(cancelled)));
    const over = ['no', 'yes', 'no'].map((result, n) =>
      market({ marketId: `M${n}`, status: 'closed', result, pricing: null }),
    );
    const contest = open(file(...over, market({ ...cancelled, marketId: 'M3', pricing: unlikely })));
    expect(alone.state('M1', ANCHOR)).toMatchObject({ status: 'cancelled', result: null });
    expect(over.map((_, n) => contest.state(`M${n}`, ANCHOR).result)).toEqual(['no', 'yes', 'no']);
    expect(contest.state('M3', ANCHOR)).toMatchObject({ status: 'cancelled', result: null });
  });

  it('keeps a lone price lone', () => {
    const pricing = {
      buyYesPriceUsd: 240_000,
      sellYesPriceUsd: null,
      buyNoPriceUsd: null,
      sellNoPriceUsd: 760_000,
    };
    expect(open(file(market({ pricing }))).quote('M1', ANCHOR)).toMatchObject({
      buyYes: 240_000n,
      sellYes: null,
      buyNo: null,
      sellNo: 760_000n,
    });
  });

  it.each([
    ['nothing', null, /^the file: /],
    ['a list', [], /^the file: /],
    ['no events', { snapshotAt: '2026-02-27T20:10:30Z', data: [] }, /^data: no event/],
    ['a bad time', { ...file(market()), snapshotAt: 'yesterday' }, /^snapshotAt: "yesterday"/],
    ['a bad field', file(market({ title: 7 })), /^data\.0\.markets\.0\.title: /],
    [
      'a bad volume',
      { ...file(market()), data: [{ ...file(market()).data[0], volumeUsd: '1e9' }] },
      /volumeUsd/,
    ],
    ['a repeated market', file(market(), market()), /^data: a marketId occurs twice/],
    [
      'a repeated event',
      { ...file(), data: [...file(market()).data, ...file(market({ marketId: 'M2' })).data] },
      /^data: an eventId occurs twice/,
    ],
  ])('refuses %s in one line', (_, content, message) => {
    expect(() => open(content)).toThrow(message);
  });
});

describe.skipIf(!existsSync(FILE))(
  'the recorded file beside the repository (skipped when ../shared is absent)',
  () => {
    it('opens whole, near its recorded prices', () => {
      const content = JSON.parse(readFileSync(FILE, 'utf8'));
      const universe = open(content);
      expect(universe.list(ANCHOR).length).toBeGreaterThan(400);
      let near = 0;
      let all = 0;
      for (const recorded of content.data.flatMap((e: { markets: object[] }) => e.markets)) {
        const { buyYesPriceUsd: ask, sellYesPriceUsd: bid } = recorded.pricing;
        if (recorded.status !== 'open' || ask === null || bid === null) continue;
        const quote = universe.quote(recorded.marketId, ANCHOR);
        all += 1;
        if (Math.abs(Number(quote.buyYes ?? 0n) - ask) <= 10_000) near += 1;
      }
      expect(all).toBeGreaterThan(1000);
      expect(near / all).toBeGreaterThan(0.95);
      expect(universe.trades(ANCHOR + 30, 20).length).toBeGreaterThan(10);
    });
  },
);
