import { expect, it } from 'vitest';
import { ResponseCache } from './response-cache.ts';

const answer = { operation: 'listEvents', body: new Uint8Array(3) };

it('keeps no answer that was begun before a write, and none beyond its lifetime', () => {
  let now = 0;
  const cache = new ResponseCache(500, () => now);
  const before = cache.mark();
  cache.clear();
  cache.put('/a', answer, before);
  expect(cache.get('/a'), 'made of what is no longer so').toBeUndefined();
  cache.put('/a', answer, cache.mark());
  now = 499;
  expect(cache.get('/a')).toBe(answer);
  const old = cache.mark();
  now = 500;
  expect(cache.get('/a')).toBeUndefined();
  cache.put('/a', answer, old);
  expect(cache.get('/a'), 'begun while the one before was still given').toBeUndefined();
});

it('keeps one answer of those who asked for the same at once, and counts its bytes once', () => {
  const cache = new ResponseCache(500, () => 0);
  const mark = cache.mark();
  // 64 MiB are kept together.
  const body = new Uint8Array(32 * 1024 * 1024);
  const given = () => ['/a', '/b', '/c'].map((address) => cache.get(address)?.operation);
  for (const operation of ['first', 'second', 'third']) cache.put('/a', { operation, body }, mark);
  expect(given()).toEqual(['first', undefined, undefined]);
  for (const address of ['/b', '/c']) cache.put(address, { operation: 'other', body }, mark);
  expect(given(), 'all there is room for').toEqual(['first', 'other', undefined]);
});
