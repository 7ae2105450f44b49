import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { errorBody, readError } from './error.ts';
import { gameScore } from './prediction/score.ts';
import { routes } from './routes.ts';

const FOLDER = new URL('../../shared/data/recorded/', import.meta.url);
const present = existsSync(FOLDER);
if (!present) console.warn('skipped: ../shared/data/recorded is not here, so no recorded answer is parsed');

/** Providers as this test configures them: the order in which their spellings first come. */
function neutral(body: unknown, spellings: string[]): unknown {
  return JSON.parse(JSON.stringify(body), (key, value: unknown) => {
    if (key !== 'provider' || typeof value !== 'string') return value;
    if (!spellings.includes(value)) spellings.push(value);
    return `provider_${'abcd'.charAt(spellings.indexOf(value))}`;
  });
}

const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');
function recorded(name: string): { status: number; body: unknown } {
  const { status, body } = JSON.parse(read(name)) as { status: number; body: unknown };
  return { status, body: neutral(body, []) };
}
const parse = <S extends z.ZodMiniType>(schema: S, body: unknown): z.output<S> => {
  const parsed = schema.safeParse(body);
  expect(parsed.error?.issues).toBeUndefined();
  return parsed.data as z.output<S>;
};

describe.skipIf(!present)('recorded answers', () => {
  it('events, with their markets', () => {
    const { data, pagination } = parse(routes.listEvents.answer, recorded('events.json').body);
    expect(data.length).toBeGreaterThan(0);
    expect(pagination.end - pagination.start).toBeGreaterThan(0);
    for (const event of data) {
      expect(event.markets.length).toBeGreaterThan(0);
      expect(typeof event.volumeUsd).toBe('bigint');
      for (const market of event.markets) expect(market.provider).toMatch(/^provider_[a-d]$/);
    }
  });

  it('a market whose NO side is not quoted', () => {
    const market = parse(routes.getMarket.answer, recorded('market.json').body);
    expect(market.pricing).toMatchObject({ buyNoPriceUsd: null, sellNoPriceUsd: null });
    expect(market.pricing?.buyYesPriceUsd).toBeTypeOf('bigint');
    expect(market.resolveAt).toBeNull();
  });

  it('an order book, best bid last, exact', () => {
    const book = parse(routes.getOrderbook.answer, recorded('orderbook.json').body);
    for (const side of [book?.yes_dollars ?? [], book?.no_dollars ?? []]) {
      expect(side.length).toBeGreaterThan(0);
      const prices = side.map(({ price }) => price);
      expect(prices).toEqual([...prices].sort((a, b) => (a < b ? -1 : 1)));
      for (const { price, size } of side) {
        expect(price > 0n && price < 1_000_000n).toBe(true);
        expect(size > 0n).toBe(true);
      }
    }
    expect(book?.yes_dollars[0]).toEqual({ price: 10_000n, size: 18_546_980_000n });
  });

  it('trades, their ids as text', () => {
    const { data } = parse(routes.listTrades.answer, recorded('trades.json').body);
    expect(data.length).toBeGreaterThan(0);
    for (const trade of data) expect(trade.id).toMatch(/^order-\d+$/);
  });

  it('history, every record', () => {
    const { data, pagination } = parse(routes.listHistory.answer, recorded('history.json').body);
    expect(data.length).toBeGreaterThan(0);
    expect(pagination.total).toBeGreaterThanOrEqual(data.length);
  });

  it('the documented error body', () => {
    const { status, body } = recorded('error-400.json');
    expect(status).toBe(400);
    expect(errorBody.safeParse(body).success).toBe(true);
    expect(readError(body)).toMatchObject({ param: 'ownerPubkey', type: 'invalid_request_error' });
  });

  it('score frames of four sports', () => {
    const frames = read('scores.jsonl').trim().split('\n');
    expect(frames).toHaveLength(4);
    for (const frame of frames) {
      const { metadataGameId, ...fields } = JSON.parse(frame) as Record<string, unknown>;
      // A frame of the feed is what a score record is made of: the record adds the event.
      const record = { eventId: 'EV-1', gameId: metadataGameId, ...fields };
      const score = parse(gameScore, record);
      expect(score.live).toBe(true);
      expect(score.score).toBeTypeOf('string');
    }
  });
});

describe.skipIf(!existsSync(new URL('../universe/events.json', FOLDER)))('the recorded universe', () => {
  it('is a list of events', () => {
    const { data } = JSON.parse(read('../universe/events.json')) as { data: unknown[] };
    const pagination = { start: 0, end: data.length, total: data.length, hasNext: false };
    const parsed = parse(routes.listEvents.answer, { data, pagination });
    expect(parsed.data).toHaveLength(data.length);
  });
});
