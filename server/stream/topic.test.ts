import { gunzipSync } from 'node:zlib';
import type { Json } from '@contract/patch.ts';
import { applyPatch } from '@contract/patch.ts';
import type { PatchPiece } from '@contract/stream.ts';
import { expect, it } from 'vitest';
import type { Look, Watchable } from './asker.ts';
import { Topic } from './topic.ts';

const watchable: Watchable = { id: 'getEvent', kind: 'public', look: () => undefined };
const topic = () => new Topic(1, '/prediction/v1/events/EV', watchable, '203.0.113.9');
const look = (body: Json): Look => ({
  made: body,
  text: () => JSON.stringify(body),
  ageMs: 0,
  facts: undefined,
});
const pieceOf = (patch: string | Uint8Array): PatchPiece =>
  JSON.parse(typeof patch === 'string' ? patch : gunzipSync(patch).toString());

it('lets a volume that moves by itself wait two seconds, and tells the newest one then', () => {
  const event = topic();
  event.take(look({ price: 10, volumeUsd: '1' }), 0);
  expect(event.take(look({ price: 10, volumeUsd: '2' }), 100)).toBe('same');
  expect(event.version).toBe(1);
  const last = look({ price: 10, volumeUsd: '3' });
  expect(event.take(last, 1_900)).toBe('same');
  // The very answer that had to wait, looked at again.
  expect(event.take(last, 2_100)).toBe('patched');
  expect(pieceOf(event.patch)).toMatchObject({ version: 2, changes: [[['volumeUsd'], '3']] });
});

it('tells a price at once, and the volume that waited with it', () => {
  const event = topic();
  event.take(look({ price: 10, volumeUsd: '1' }), 0);
  event.take(look({ price: 10, volumeUsd: '2' }), 100);
  expect(event.take(look({ price: 11, volumeUsd: '2' }), 200)).toBe('patched');
  expect(pieceOf(event.patch).changes).toEqual([
    [['price'], 11],
    [['volumeUsd'], '2'],
  ]);
});

it('compresses a long patch, which makes the same of the answer before', () => {
  const levels = (at: number): Json => ({
    levels: Array.from({ length: 200 }, (_, level) => ({ level, size: level % 6 === 0 ? at : 0 })),
  });
  const book = topic();
  book.take(look(levels(1)), 0);
  expect(book.take(look(levels(2)), 100)).toBe('patched');
  expect(book.patch).toBeInstanceOf(Uint8Array);
  expect(applyPatch(levels(1), pieceOf(book.patch).changes)).toEqual(levels(2));
  expect(book.patch.length).toBeLessThan(JSON.stringify(pieceOf(book.patch)).length / 3);
});

it('tells a whole answer where nearly all of it has changed, however many places that is', () => {
  const chart = (from: number): Json => ({
    steps: Array.from({ length: 20_000 }, (_, at) => from + at),
    markets: Array.from({ length: 40_000 }, (_, at) => ({ name: `market ${at}`, title: 'Up or down?' })),
  });
  const series = topic();
  series.take(look(chart(0)), 0);
  expect(series.take(look(chart(1)), 100)).toBe('replaced');
  expect([series.version, series.patch]).toEqual([2, '']);
});

it('tells who comes later how old an unchanged answer has become, and makes it once for who come together', async () => {
  const event = topic();
  event.take({ ...look({ price: 10 }), ageMs: 400 }, 1_000);
  const ageOf = async (at: number): Promise<number> => JSON.parse(String(await event.message(at))).age;
  expect(await ageOf(1_000)).toBe(400);
  expect(event.message(1_200)).toBe(event.message(1_000));
  expect(await ageOf(9_000)).toBe(8_400);
  // Looked at again and the same: as old as that look says, never younger than it.
  event.take({ ...look({ price: 10 }), ageMs: 100 }, 10_000);
  expect(await ageOf(10_000)).toBeGreaterThanOrEqual(100);
  expect(await ageOf(30_000)).toBe(20_100);
});

it('tells once that an answer went away, since when, and the whole of it when it is back, the same or not', () => {
  const event = topic();
  const answer = look({ price: 10 });
  event.take(answer, 0);
  expect(event.take(undefined, 100)).toBe('lost');
  expect(event.take(undefined, 200)).toBe('same');
  expect(event).toMatchObject({ isLost: true, lostSince: 100, size: 0 });
  expect(event.take(answer, 300)).toBe('replaced');
  expect(event).toMatchObject({ isLost: false, version: 2 });
});
