import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodePlace } from './code.ts';
import { createFeeds } from './feeds/feeds.ts';
import type { EventModel, MarketModel } from './model.ts';
import { createUniverse, type Universe } from './universe.ts';

const ANCHOR = 1_790_000_123;
const DAY = 86_400;
const open = (seed: string): Universe =>
  createUniverse({ seed, anchor: ANCHOR, feeds: createFeeds({ seed }) });
const shared = open('evenline');
const instant = fc.integer({ min: ANCHOR, max: ANCHOR + 3 * 365 * DAY });

const isOpen = (universe: Universe, market: MarketModel, t: number): boolean =>
  universe.state(market.marketId, t).status === 'open';
const openMarkets = (universe: Universe, t: number): MarketModel[] =>
  universe.list(t).flatMap((event) => event.markets.filter((market) => isOpen(universe, market, t)));
/** An event with the subtitle of its last instant. */
const told = (event: EventModel | undefined) =>
  event && { ...event, subtitleAt: event.subtitleAt?.(event.closeTime) };
const must = <T>(value: T | undefined | null): T => {
  if (value === undefined || value === null) throw new Error('expected a value');
  return value;
};
const some = (t: number, fits: (event: EventModel) => boolean): EventModel => must(shared.list(t).find(fits));
const middle = (universe: Universe, marketId: string, t: number): number => {
  const { buyYes, sellYes } = universe.quote(marketId, t);
  return (Number(buyYes ?? 1_000_000n) + Number(sellYes ?? 0n)) / 2_000_000;
};

describe('what is listed', () => {
  it.each([0, 40 * DAY, 700 * DAY])(
    'always offers 600 events and 2,000 markets to trade (+%d s)',
    (after) => {
      const t = ANCHOR + after;
      const tradable = shared.list(t).filter((event) => event.markets.some((m) => isOpen(shared, m, t)));
      expect(tradable.length).toBeGreaterThanOrEqual(600);
      expect(openMarkets(shared, t).length).toBeGreaterThanOrEqual(2000);
      const counts = new Map<string, number>();
      for (const event of tradable) counts.set(event.category, (counts.get(event.category) ?? 0) + 1);
      expect([...counts.keys()].sort()).toEqual([
        'crypto',
        'culture',
        'economics',
        'esports',
        'politics',
        'sports',
        'tech',
      ]);
      for (const count of counts.values()) expect(count).toBeGreaterThan(50);
    },
  );

  it('goes on without a series whose codes have run out, as those of the quickest do after 149 years', () => {
    const t = ANCHOR + 150 * 366 * DAY;
    const far = open('evenline');
    const quickest = (event: EventModel) => event.tags.includes('5m');
    expect(far.list(ANCHOR).some(quickest)).toBe(true);
    expect(far.list(t).filter(quickest)).toEqual([]);
    expect(openMarkets(far, t).length).toBeGreaterThanOrEqual(2000);
    expect(far.trades(t, 20).length).toBe(20);
  });

  it('takes no event of another series for one beyond the last code', () => {
    const firstDay = Math.floor(ANCHOR / DAY) * DAY;
    const [place, every] = [{ series: 1, index: 400 }, 300];
    const far = open('evenline');
    const t = firstDay + (2 ** 26 + place.index) * every;
    far.list(t);
    expect(far.event(`EV-${encodePlace(place)}`, t)?.openTime).toBe(firstDay + place.index * every);
  });

  it('has unique ids, unique open titles and whole texts', () => {
    const events = shared.list(ANCHOR);
    expect(new Set(events.map((e) => e.eventId)).size).toBe(events.length);
    const markets = events.flatMap((e) => e.markets);
    expect(new Set(markets.map((m) => m.marketId)).size).toBe(markets.length);
    const open = events.filter((e) => e.markets.some((m) => isOpen(shared, m, ANCHOR)));
    expect(new Set(open.map((e) => e.title)).size).toBe(open.length);
    const texts = events.flatMap((e) => [
      e.title,
      e.subtitle,
      ...e.markets.flatMap((m) => [m.title, m.rulesPrimary]),
    ]);
    expect(texts.filter((text) => text === '' || /[{}]|undefined|NaN|null/.test(text))).toEqual([]);
  });

  it('has live games of every sport within a day, and something that closes within minutes', () => {
    const live = new Set<string>();
    for (let t = ANCHOR; t < ANCHOR + DAY; t += 1800) {
      for (const event of shared.list(t))
        if (event.game !== null && shared.isLive(event, t)) live.add(event.game.sport);
    }
    expect([...live].sort()).toEqual(['basketball', 'cricket', 'cs', 'lol', 'soccer', 'tennis']);
    for (let t = ANCHOR; t < ANCHOR + 3600; t += 600) {
      expect(openMarkets(shared, t).some((m) => m.endTime - t < 300)).toBe(true);
    }
  });

  it('keeps the same array while nothing changes', () => {
    const t = Math.floor(ANCHOR / 300) * 300 + 400;
    expect(shared.list(t + 0.2)).toBe(shared.list(t + 0.7));
  });

  it('has up and down pairs quoted on one side, games with lines, F1 races, and provider_b fields', () => {
    const pair = some(ANCHOR, (e) => e.tags.includes('15m') && e.closeTime > ANCHOR);
    expect(pair.markets.map((m) => m.title)).toEqual(['Up', 'Down']);
    expect(pair.markets.map((m) => m.marketId.slice(-2))).toEqual(['-0', '-1']);
    const quote = shared.quote(must(pair.markets[0]).marketId, ANCHOR);
    expect(quote.buyYes).not.toBeNull();
    expect([quote.buyNo, quote.sellNo]).toEqual([null, null]);
    const game = some(ANCHOR, (e) => e.game?.sport === 'soccer');
    expect(new Set(game.markets.map((m) => m.sportsMarketType))).toEqual(
      new Set(['moneyline', 'spreads', 'totals', 'both_teams_to_score']),
    );
    expect(game.primaryMarketIds).toHaveLength(3);
    const race = some(ANCHOR, (e) => e.tags.includes('f1'));
    expect(race.markets.some((m) => m.sportsMarketType === 'f1_race_winner')).toBe(true);
    const foreign = some(ANCHOR, (e) => e.provider === 'provider_b');
    expect(must(foreign.markets[0]).providerB?.extMarketId).toMatch(/^\d+-1-0$/);
  });
});

describe('prices', () => {
  it('are the same in every process', () => {
    const twin = open('evenline');
    fc.assert(
      fc.property(instant, fc.nat(), (t, n) => {
        const markets = openMarkets(shared, t);
        const market = must(markets[n % markets.length]);
        expect(twin.market(market.marketId, t)).toEqual(market);
        expect(twin.book(market.marketId, t)).toEqual(shared.book(market.marketId, t));
        expect(twin.quote(market.marketId, t)).toEqual(shared.quote(market.marketId, t));
        expect(twin.trades(t, 5)).toEqual(shared.trades(t, 5));
      }),
      { numRuns: 8 },
    );
    const other = open('another');
    expect(other.list(ANCHOR).map((e) => e.title)).not.toEqual(shared.list(ANCHOR).map((e) => e.title));
  });

  it('quote the tops of the book, never crossed', () => {
    fc.assert(
      fc.property(instant, (t) => {
        for (const market of openMarkets(shared, t).filter((_, i) => i % 40 === t % 40)) {
          const book = shared.book(market.marketId, t);
          const yes = book.yes.at(-1)?.price ?? null;
          const no = book.no.at(-1)?.price ?? null;
          const quote = shared.quote(market.marketId, t);
          expect(quote.sellYes).toBe(yes);
          expect(quote.buyYes).toBe(no === null ? null : 1_000_000n - no);
          if (!market.oneSided) {
            expect(quote.sellNo).toBe(no);
            expect(quote.buyNo).toBe(yes === null ? null : 1_000_000n - yes);
          }
          if (yes !== null && no !== null) expect(yes + no <= 1_000_000n - market.tick).toBe(true);
        }
      }),
      { numRuns: 12 },
    );
  });

  it('stay put within a requote and move over time', () => {
    const market = must(
      openMarkets(shared, ANCHOR).find((m) => m.endTime > ANCHOR + DAY && m.tick === 10_000n),
    );
    const seen = new Map<number, string>();
    const text = (t: number): string =>
      JSON.stringify(shared.book(market.marketId, t), (_, v) => (typeof v === 'bigint' ? `${v}` : v));
    for (let t = ANCHOR; t < ANCHOR + 30; t += 0.25) {
      const epoch = shared.epoch(market.marketId, t);
      expect(seen.get(epoch) ?? text(t)).toBe(text(t));
      seen.set(epoch, text(t));
    }
    expect(new Set(seen.values()).size).toBeGreaterThan(2);
  });

  it('of outcomes that exclude each other add up to about one', () => {
    const contests = shared
      .list(ANCHOR)
      .filter((e) => e.tags.includes('elections') && e.markets.length >= 5)
      .filter((e) =>
        e.markets.every((m) => isOpen(shared, m, ANCHOR) && middle(shared, m.marketId, ANCHOR) > 0.001),
      );
    expect(contests.length).toBeGreaterThan(5);
    for (const event of contests) {
      const sides = event.markets.map((m) => shared.quote(m.marketId, ANCHOR));
      if (sides.some((q) => q.buyYes === null || q.sellYes === null)) continue;
      const sum = event.markets.reduce((total, m) => total + middle(shared, m.marketId, ANCHOR), 0);
      expect(Math.abs(sum - 1)).toBeLessThan(0.07);
    }
  });

  it('end up where the result is', () => {
    let agree = 0;
    let all = 0;
    for (const market of shared.list(ANCHOR).flatMap((e) => e.markets)) {
      const { result } = shared.state(market.marketId, market.resolveTime);
      if (market.endTime > ANCHOR + 40 * DAY || (result !== 'yes' && result !== 'no')) continue;
      all += 1;
      if (middle(shared, market.marketId, market.endTime - 2) > 0.5 === (result === 'yes')) agree += 1;
    }
    expect(all).toBeGreaterThan(2000);
    expect(agree / all).toBeGreaterThan(0.98);
  });
});

describe('life of a market', () => {
  it('goes open, closed, resolved and never back', () => {
    const markets = shared.list(ANCHOR).flatMap((e) => e.markets);
    fc.assert(
      fc.property(
        fc.nat(),
        fc.array(fc.double({ min: -0.2, max: 1.5, noNaN: true }), { minLength: 6, maxLength: 6 }),
        (n, parts) => {
          const market = must(markets[n % markets.length]);
          expect(market.endTime).toBeLessThanOrEqual(market.closeTime);
          expect(market.resolveTime).toBeGreaterThan(market.endTime);
          const span = market.resolveTime - market.openTime;
          const ranks = parts
            .map((part) => market.openTime + Math.max(part, 0) * span)
            .sort((a, b) => a - b)
            .map((t) => {
              const state = shared.state(market.marketId, t);
              if (state.resolveAt !== null) expect(t).toBeGreaterThanOrEqual(state.resolveAt);
              expect(state.result === null || state.resolveAt !== null).toBe(true);
              return state.status === 'open' ? 0 : state.resolveAt === null ? 1 : 2;
            });
          expect(ranks).toEqual([...ranks].sort());
        },
      ),
    );
  });

  it('quotes nothing once closed', () => {
    const market = must(
      shared
        .list(ANCHOR)
        .flatMap((e) => e.markets)
        .find((m) => m.endTime < ANCHOR),
    );
    expect(shared.book(market.marketId, ANCHOR)).toEqual({ yes: [], no: [] });
    expect(shared.quote(market.marketId, ANCHOR).buyYes).toBeNull();
  });

  it('includes draws and cancelled markets', () => {
    const seen = new Set<string>();
    for (let t = ANCHOR; t < ANCHOR + 60 * DAY && seen.size < 4; t += DAY) {
      for (const market of shared.list(t).flatMap((e) => e.markets)) {
        const { status, result } = shared.state(market.marketId, market.resolveTime);
        seen.add(status === 'cancelled' ? status : String(result));
      }
    }
    expect([...seen].sort()).toEqual(['cancelled', 'draw', 'no', 'yes']);
  });

  it('is found by id years later, in a process that never listed it', () => {
    const old = shared.list(ANCHOR).slice(0, 900);
    const later = ANCHOR + 2000 * DAY;
    const fresh = open('evenline');
    for (const event of old) {
      expect(told(fresh.event(event.eventId, later))).toEqual(told(event));
      for (const market of event.markets)
        expect(fresh.state(market.marketId, later).resolveAt).toBe(market.resolveTime);
    }
  });

  it('knows no malformed, future or prehistoric ids', () => {
    for (const id of ['', 'EV-', 'EV-AAAAAAAA', 'ev-00000000', 'EV-0000000O', 'constructor', '__proto__']) {
      expect(shared.event(id, ANCHOR)).toBeUndefined();
    }
    const market = must(shared.list(ANCHOR)[0]?.markets[0]);
    for (const id of [
      `${market.marketId}0`,
      `${market.marketId}.0`,
      market.marketId.replace(/-\d+$/, '-99'),
      'MK-',
    ]) {
      expect(shared.market(id, ANCHOR)).toBeUndefined();
    }
    expect(shared.market(market.marketId, market.openTime - 1)).toBeUndefined();
    expect(() => shared.quote('MK-NOPE', ANCHOR)).toThrow(RangeError);
  });
});

describe('markets on a price', () => {
  it('end as their rules say of the price that their event says it closed at', () => {
    let strikes = 0;
    for (let t = ANCHOR; t < ANCHOR + 30 * DAY; t += DAY) {
      for (const event of shared.list(t)) {
        const closed = /^Closed at [^\d]*([\d.,]+)/.exec(event.subtitleAt?.(t) ?? '')?.[1];
        if (closed === undefined) continue;
        for (const { marketId, resolveTime, title, rulesPrimary, rulesSecondary } of event.markets) {
          const strike = /^Above [^\d]*([\d.,]+)/.exec(title)?.[1];
          if (strike === undefined) continue;
          strikes += 1;
          expect(rulesPrimary).toContain('is strictly above');
          expect(rulesSecondary).not.toContain('rounded');
          const isAbove = Number(closed.replaceAll(',', '')) > Number(strike.replaceAll(',', ''));
          const { result } = shared.state(marketId, resolveTime);
          expect({ title, closed, result }).toEqual({ title, closed, result: isAbove ? 'yes' : 'no' });
        }
      }
    }
    expect(strikes).toBeGreaterThan(1_000);
  });
});

describe('scores', () => {
  it('follow a game from its announcement to its end', () => {
    const game = some(ANCHOR, (e) => e.game?.sport === 'soccer' && (e.beginAt ?? 0) > ANCHOR + 7200);
    const { beginAt, endAt } = must(game.game);
    expect(shared.score(game.eventId, beginAt - 4000)).toBeNull();
    expect(shared.score(game.eventId, beginAt - 60)).toMatchObject({
      live: false,
      ended: false,
      score: null,
    });
    expect(shared.score(game.eventId, beginAt + 60)).toMatchObject({
      live: true,
      ended: false,
      period: '1H',
    });
    const final = must(shared.score(game.eventId, endAt + 1));
    expect(final).toMatchObject({ live: false, ended: true, period: 'FT', elapsed: '90' });
    const [home = 0, away = 0] = (final.score ?? '').split('-').map(Number);
    const moneyline = game.primaryMarketIds.map((id) =>
      shared.state(id, must(shared.market(id, endAt)).resolveTime),
    );
    if (moneyline.every((state) => state.status === 'closed')) {
      const results = [home > away, home === away, home < away].map((won) => (won ? 'yes' : 'no'));
      expect(moneyline.map((state) => state.result)).toEqual(results);
    }
    expect(shared.score(some(ANCHOR, (e) => e.game === null).eventId, ANCHOR)).toBeNull();
  });
});

describe('trades and volumes', () => {
  it('are newest first, at prices inside (0, 1), and the window slides', () => {
    const now = shared.trades(ANCHOR, 20);
    expect(now).toHaveLength(20);
    now.forEach((trade, i) => {
      expect(trade.timestamp).toBeLessThanOrEqual(now[i - 1]?.timestamp ?? ANCHOR);
      expect(trade.price > 0n && trade.price < 1_000_000n).toBe(true);
      expect(trade.amount > 0n).toBe(true);
      expect(shared.market(trade.marketId, ANCHOR)?.eventId).toBe(trade.eventId);
    });
    expect(new Set(now.map((trade) => trade.id)).size).toBe(20);
    const later = shared.trades(ANCHOR + 6, 20).map((trade) => trade.id);
    expect(later).toContain(must(now[0]).id);
    expect(later[0]).not.toBe(must(now[0]).id);
  });

  it('never fall', () => {
    const events = shared.list(ANCHOR).filter((_, i) => i % 50 === 0);
    for (const event of events) {
      let last = 0n;
      for (let t = event.openTime; t < event.closeTime + DAY; t += (event.closeTime - event.openTime) / 7) {
        const { volumeUsd, volume24hr } = shared.eventVolume(event.eventId, t);
        expect(volumeUsd >= last && volume24hr <= volumeUsd).toBe(true);
        last = volumeUsd;
      }
    }
  });
});

describe('test control', () => {
  const fresh = (): Universe => open('evenline');
  const long = (universe: Universe): MarketModel =>
    must(
      openMarkets(universe, ANCHOR).find((m) => {
        const { buyYes, sellYes } = universe.quote(m.marketId, ANCHOR);
        if (buyYes === null || sellYes === null || buyYes - sellYes > 30_000n) return false;
        return m.endTime > ANCHOR + 20 * DAY && sellYes > 200_000n && buyYes < 800_000n;
      }),
    );

  it('pins a price at once, lets it fade, and survives a restart', () => {
    const universe = fresh();
    const market = long(universe);
    const natural = middle(universe, market.marketId, ANCHOR + 20 * 3600);
    const epoch = universe.epoch(market.marketId, ANCHOR + 10);
    universe.setPrice(market.marketId, 0.83, ANCHOR + 10);
    expect(middle(universe, market.marketId, ANCHOR + 10)).toBeCloseTo(0.83, 1);
    expect(universe.epoch(market.marketId, ANCHOR + 10)).toBeGreaterThan(epoch);
    expect(middle(universe, market.marketId, ANCHOR + 20 * 3600)).toBeCloseTo(natural, 6);
    universe.setPrice(market.marketId, 0.21, ANCHOR + 40);
    expect(middle(universe, market.marketId, ANCHOR + 41)).toBeCloseTo(0.21, 1);
    const restarted = fresh();
    restarted.loadOverrides(JSON.parse(JSON.stringify(universe.overrides())));
    expect(restarted.book(market.marketId, ANCHOR + 60)).toEqual(universe.book(market.marketId, ANCHOR + 60));
    expect(restarted.overrides()).toEqual(universe.overrides());
  });

  it('makes room among outcomes that exclude each other', () => {
    const universe = fresh();
    const pair = must(
      universe.list(ANCHOR).find((e) => e.tags.includes('1h') && e.closeTime > ANCHOR + 3600),
    );
    const [up, down] = pair.markets.map((m) => m.marketId);
    universe.setPrice(must(up), 0.9, ANCHOR);
    expect(middle(universe, must(down), ANCHOR)).toBeCloseTo(0.1, 1);
  });

  it.each(['yes', 'no', 'draw', 'cancelled'] as const)('resolves a market as %s, once', (result) => {
    const universe = fresh();
    const market = long(universe);
    expect(universe.resolve(market.marketId, result, ANCHOR + 5)).toBeDefined();
    expect(universe.state(market.marketId, ANCHOR + 4).status).toBe('open');
    expect(universe.state(market.marketId, ANCHOR + 5)).toEqual({
      status: result === 'cancelled' ? 'cancelled' : 'closed',
      result: result === 'cancelled' ? null : result,
      resolveAt: ANCHOR + 5,
    });
    expect(universe.resolve(market.marketId, 'yes', ANCHOR + 6)).toBeUndefined();
    expect(universe.quote(market.marketId, ANCHOR + 6).buyYes).toBeNull();
    const restarted = fresh();
    restarted.loadOverrides(universe.overrides());
    expect(restarted.state(market.marketId, ANCHOR + 9)).toEqual(universe.state(market.marketId, ANCHOR + 9));
  });

  it('takes back what was set, price and result, as if it had never been', () => {
    const universe = fresh();
    const { marketId } = long(universe);
    universe.setPrice(marketId, 0.3, ANCHOR + 10);
    const [before, set] = [universe.book(marketId, ANCHOR + 60), universe.overrides()];
    const price = universe.setPrice(marketId, 0.83, ANCHOR + 20);
    const result = universe.resolve(marketId, 'yes', ANCHOR + 30);
    expect(universe.overrides()).toHaveLength(3);
    result?.();
    expect(universe.state(marketId, ANCHOR + 60).status).toBe('open');
    price();
    expect(universe.book(marketId, ANCHOR + 60)).toEqual(before);
    expect(universe.overrides()).toEqual(set);
  });

  it('eats what users take, until the makers come back', () => {
    const universe = fresh();
    const market = long(universe);
    const id = market.marketId;
    const before = universe.book(id, ANCHOR);
    const best = must(before.no.at(-1));
    universe.consume(id, 'no', [best], ANCHOR);
    const after = universe.book(id, ANCHOR);
    expect(after.no).toEqual(before.no.slice(0, -1));
    expect(after.yes).toEqual(before.yes);
    expect(universe.quote(id, ANCHOR).buyYes).toBe(1_000_000n - must(after.no.at(-1)).price);
    universe.consume(id, 'no', [{ price: must(after.no.at(-1)).price, size: 10_000n }], ANCHOR);
    expect(universe.book(id, ANCHOR).no.at(-1)?.size).toBe(must(after.no.at(-1)).size - 10_000n);
    // Taking again and again never keeps away the makers of levels that were left alone meanwhile.
    for (let t = ANCHOR; t < ANCHOR + 60; t += 1)
      universe.consume(id, 'yes', [{ price: 10_000n, size: 10_000n }], t);
    expect(universe.book(id, ANCHOR + 60).no).toEqual(fresh().book(id, ANCHOR + 60).no);
  });
});
