import type { Pubkey } from '@contract/ids.ts';
import { Keypair } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { parsePortfolioSearch, pickedOf, pickKey, withPicked } from './search-params.ts';
import { OWNER, POSITION } from './testing.tsx';

it('keeps sorts, selection and what is hidden in the address, and drops what it does not know', () => {
  const search = { sort: '-value', orders: 'placed', past: '-realised', records: 'fee', ended: 'hidden' };
  const picked = `${pickKey(OWNER)}.${pickKey(POSITION)}`;
  expect(parsePortfolioSearch({ ...search, picked })).toEqual({ ...search, picked });
  expect(
    parsePortfolioSearch({
      sort: 'colour',
      orders: 'pnl',
      past: 1,
      records: 'id',
      ended: 'no',
      picked: 'a b',
    }),
  ).toEqual({});
});

it('selects and leaves out positions, and none leaves the address as it was', () => {
  const one = withPicked({ tab: 'positions' }, [OWNER], true);
  const both = withPicked(one, [POSITION, OWNER], true);
  expect([...pickedOf(both)]).toEqual([pickKey(OWNER), pickKey(POSITION)]);
  expect([...pickedOf(withPicked(both, [OWNER], false))]).toEqual([pickKey(POSITION)]);
  expect(withPicked(both, [OWNER, POSITION], false)).toEqual({ tab: 'positions' });
});

it('selects a thousand positions in an address that a server still takes', () => {
  const keys = Array.from({ length: 1_200 }, () => Keypair.generate().publicKey.toBase58() as Pubkey);
  const all = withPicked({}, keys, true);
  expect(all.picked?.length).toBeLessThan(10_000);
  expect(parsePortfolioSearch({ ...all })).toEqual(all);
  const picked = pickedOf(all);
  expect(keys.map((key) => picked.has(pickKey(key)))).toEqual(keys.map((_, index) => index < 1_000));
});
