import { expect, it } from 'vitest';
import type { TriggerOrderRow } from './commit.store.ts';
import { TriggerBook } from './trigger-book.ts';

const TRAILING = {
  ...{ id: 'T', owner: 'A', orderType: 'single', state: 'open', rawState: 'open', triggerMint: 'M' },
  ...{ condition: 'below', triggerPrice: null, trailingBps: 1_000, mark: 100n, slippageBps: 50 },
  expiresAt: 9_000,
} as unknown as TriggerOrderRow;
const markOf = (book: TriggerBook) => book.current(book.orders.get('T') ?? TRAILING).mark;

it('keeps the best price that an order has seen while a change of it was committed, though that fails', () => {
  const book = new TriggerBook();
  book.remember('T', TRAILING);
  book.index.tick('M', 110n);
  const undo = book.remember('T', { ...book.current(TRAILING), slippageBps: 60 });
  book.index.tick('M', 120n);
  undo();
  expect(book.orders.get('T'), 'as it is stored').toBe(TRAILING);
  expect(markOf(book)).toBe(120n);
  expect(book.index.tick('M', 108n), 'a tenth below it').toEqual([{ id: 'T', side: 'below' }]);
});

it('keeps the best price that was seen before an order was stopped, though that fails', () => {
  const book = new TriggerBook();
  book.remember('T', TRAILING);
  book.index.tick('M', 110n);
  const undo = book.remember('T', { ...book.current(TRAILING), state: 'pending_withdraw' });
  expect([book.index.size, book.inMotionOf('A').length]).toEqual([0, 1]);
  undo();
  expect(markOf(book)).toBe(110n);
});

it('knows when the first order can expire again once an expiry was taken back', () => {
  const book = new TriggerBook();
  book.remember('T', TRAILING);
  const undo = book.remember('T', { ...TRAILING, state: 'expired' });
  // As the keeper does that finds nothing else due.
  book.nextExpiry = Number.POSITIVE_INFINITY;
  undo();
  expect(book.nextExpiry).toBe(9_000);
});

it('forgets whose an order was that nobody has named for a while, and keeps what is in motion', () => {
  const book = new TriggerBook();
  book.remember('T', TRAILING);
  book.remember('U', { ...TRAILING, id: 'U', owner: 'B', state: 'expired' });
  for (let turn = 0; turn < 3; turn++) Array.from(book.letGo());
  expect([...book.byOwner]).toEqual([['A', new Set(['T'])]]);
  expect(() => book.orders.get('U')).toThrow('Not in memory');
  book.admit(['U'], [{ ...TRAILING, id: 'U', owner: 'B', state: 'expired' }]);
  expect(book.byOwner.get('B')).toEqual(new Set(['U']));
});

it('takes an order out of all that it waits in, and puts it back into all of that', () => {
  const book = new TriggerBook();
  const rate = { ...TRAILING, id: 'R', orderType: 'v1', trailingBps: null, mark: null } as const;
  const places = () => [[...book.rates], [...book.executing], book.index.size, [...book.byOwner.keys()]];
  book.remember('T', TRAILING);
  book.remember('R', rate);
  const before = places();
  expect(before).toEqual([['R'], [], 1, ['A']]);
  const undos = [
    book.remember('T', { ...TRAILING, state: 'executing' }),
    book.remember('R', { ...rate, state: 'filled' }),
  ];
  expect(places()).toEqual([[], ['T'], 0, ['A']]);
  undos.push(book.remember('T', { ...TRAILING, state: 'cancelled' }));
  expect(places()).toEqual([[], [], 0, []]);
  for (const undo of undos.reverse()) undo();
  expect(places()).toEqual(before);
});
