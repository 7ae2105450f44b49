import { describe, expect, it } from 'vitest';
import { createGeneratedFeed } from './generated-feed.ts';
import { createSteeredFeed } from './steered-feed.ts';

const T = 1_800_000_000;

describe('a feed whose price is set', () => {
  it('has that price from that second on, moves on from it, and leaves the past alone', () => {
    const base = createGeneratedFeed('btc', 'steer');
    const feed = createSteeredFeed(createGeneratedFeed('btc', 'steer'));
    expect(feed.steer('70000.5', T + 0.75)).toBe(true);
    expect(feed.price(T - 1)).toBe(base.price(T - 1));
    expect(feed.price(T)).toBe(70_000_500_000n);
    expect(feed.close(T)).toBe(70_000_500_000n);
    const later = T + 600;
    expect(feed.price(later)).toBe((base.price(later) * 70_000_500_000n) / base.price(T));
    feed.steer('60000', T);
    expect(feed.price(T)).toBe(60_000_000_000n);
    expect(feed.marks()).toEqual([{ usd: '60000', at: T }]);
  });

  it('opens without what is set within the second, whose result is that of its end', () => {
    const base = createGeneratedFeed('btc', 'steer');
    const feed = createSteeredFeed(base);
    feed.steer('70000', T);
    expect([feed.opening(T), feed.close(T)]).toEqual([base.price(T), 70_000_000_000n]);
    expect(feed.opening(T + 0.9), 'of the same second').toBe(base.price(T));
    expect(feed.opening(T + 1)).toBe(feed.price(T + 1));
  });

  it('says that it has changed whenever a price is set or taken back', () => {
    const feed = createSteeredFeed(createGeneratedFeed('btc', 'steer'));
    const versions = [feed.version()];
    const before = feed.marks();
    feed.steer('70000', T);
    versions.push(feed.version());
    feed.load(before);
    versions.push(feed.version());
    expect(new Set(versions).size).toBe(3);
  });

  it('stays above zero however little it is worth', () => {
    const base = createGeneratedFeed('btc', 'steer');
    const feed = createSteeredFeed(base);
    feed.steer('0.000001', T);
    const seconds = Array.from({ length: 600 }, (_, second) => T + second);
    expect(
      seconds.some((t) => base.price(t) < base.price(T)),
      'it falls',
    ).toBe(true);
    expect(seconds.filter((t) => feed.price(t) < 1n || feed.close(t) < 1n || feed.opening(t) < 1n)).toEqual(
      [],
    );
  });

  it('comes back from what was stored', () => {
    const feed = createSteeredFeed(createGeneratedFeed('btc', 'steer'));
    feed.steer('71000', T);
    feed.steer('72000', T + 60);
    const restarted = createSteeredFeed(createGeneratedFeed('btc', 'steer'));
    restarted.load(JSON.parse(JSON.stringify(feed.marks())));
    for (const t of [T - 5, T, T + 30, T + 90]) expect(restarted.price(t)).toBe(feed.price(t));
  });

  it.each(['0', '-1', '1e5', '', 'NaN', '0.0000001'])('takes no price of %j', (usd) => {
    const feed = createSteeredFeed(createGeneratedFeed('btc', 'steer'));
    expect(feed.steer(usd, T)).toBe(false);
    expect(feed.marks()).toEqual([]);
  });
});
