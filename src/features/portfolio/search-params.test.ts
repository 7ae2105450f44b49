import { expect, it } from 'vitest';
import { parsePortfolioSearch, pickedOf, withPicked } from './search-params.ts';
import { OWNER, POSITION } from './testing.tsx';

it('keeps sorts, selection and what is hidden in the address, and drops what it does not know', () => {
  const search = { sort: '-value', orders: 'placed', past: '-realised', records: 'fee', ended: 'hidden' };
  expect(parsePortfolioSearch({ ...search, picked: `${OWNER}.${POSITION}` })).toEqual({
    ...search,
    picked: `${OWNER}.${POSITION}`,
  });
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
  expect([...pickedOf(both)]).toEqual([OWNER, POSITION]);
  expect([...pickedOf(withPicked(both, [OWNER], false))]).toEqual([POSITION]);
  expect(withPicked(both, [OWNER, POSITION], false)).toEqual({ tab: 'positions' });
});
