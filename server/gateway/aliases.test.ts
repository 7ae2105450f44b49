import { expect, it } from 'vitest';
import { Aliases } from './aliases.ts';

it('are known by the address that was asked, as many as there is room for, and none that is endless', () => {
  const aliases = new Aliases();
  const endless = 'x'.repeat(4_097);
  aliases.set(endless, 'key');
  expect(aliases.get(endless)).toBeUndefined();
  for (let i = 0; i < 10_000; i++) aliases.set(`/${i}`, `key ${i}`);
  // What is known needs no more room.
  aliases.set('/0', 'another');
  expect([aliases.get('/0'), aliases.get('/9999')]).toEqual(['another', 'key 9999']);
  aliases.set('/more', 'key');
  expect([aliases.get('/more'), aliases.get('/0')]).toEqual(['key', undefined]);
});
