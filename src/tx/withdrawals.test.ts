import 'fake-indexeddb/auto';
import type { Pubkey } from '@contract/ids.ts';
import { expect, test } from 'vitest';
import { withdrawals } from './withdrawals.ts';

const owner = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
const other = 'So11111111111111111111111111111111111111112' as Pubkey;

test('cancellations that were begun are kept for their wallet until they have ended', async () => {
  await withdrawals.begin({ id: 'b', owner, title: 'Sell 2 SOL for USDC', begunAt: 2 });
  await withdrawals.begin({ id: 'a', owner, title: 'Sell 1 SOL for USDC', begunAt: 1 });
  await withdrawals.begin({ id: 'c', owner: other, title: 'Buy SOL', begunAt: 3 });
  // Begun again, it is still one.
  await withdrawals.begin({ id: 'b', owner, title: 'Sell 2 SOL for USDC', begunAt: 4 });
  expect((await withdrawals.of(owner)).map(({ id }) => id)).toEqual(['a', 'b']);
  await withdrawals.end(['a', 'gone']);
  expect((await withdrawals.of(owner)).map(({ id }) => id)).toEqual(['b']);
  expect(await withdrawals.of(other)).toHaveLength(1);
});
