import { expect, it } from 'vitest';
import { AnswerBook } from './answer-book.ts';
import type { Update } from './update.ts';

const BOOK = '/prediction/v1/orderbook/MK';
const FACTS = { 'x-budget-wait': '3' };
const whole: Update = {
  kind: 'whole',
  address: BOOK,
  version: 4,
  asOf: 1_000,
  body: { bid: 1, ask: 2 },
  facts: FACTS,
};
const patch = (version: number, changes: Extract<Update, { kind: 'patch' }>['changes']): Update => ({
  kind: 'patch',
  address: BOOK,
  version,
  asOf: 2_000,
  changes,
});
const same = (asOf: number): Update => ({ kind: 'same', address: BOOK, asOf });

function told(...updates: Update[]) {
  const book = new AnswerBook();
  const taken = updates.map((update) => book.take(update));
  return { taken, answer: book.get(BOOK), whole: book.whole(BOOK) };
}

it('follows an answer by its changes, in their order, with what was told beside it', () => {
  const { taken, answer, whole: anew } = told(whole, patch(5, [[['bid'], 7]]), patch(6, [[['ask'], 9]]));
  expect(taken).toEqual([true, true, true]);
  expect(answer).toEqual({ body: { bid: 7, ask: 9 }, version: 6, asOf: 2_000, facts: FACTS });
  expect(anew).toEqual({ ...whole, body: { bid: 7, ask: 9 }, version: 6, asOf: 2_000 });
});

it.each([
  ['was missed', patch(6, [[['bid'], 7]])],
  ['came twice', patch(4, [[['bid'], 7]])],
  ['is of another answer', patch(5, [[['bids', 0], 7]])],
])('knows nothing of an answer whose change %s, whatever is said to be as it was', (_name, change) => {
  const { taken, answer, whole: anew } = told(whole, change, same(3_000));
  expect(taken).toEqual([true, false, true]);
  expect([answer, anew]).toEqual([undefined, undefined]);
});

it('knows an answer that has not changed as of the latest time that was said of it', () => {
  expect(told(whole, same(3_000), same(2_500)).answer?.asOf).toBe(3_000);
  expect(told(same(3_000)).answer).toBeUndefined();
});

it.each([
  ['lost', { kind: 'lost', address: BOOK }],
  ['down', { kind: 'down' }],
] as [string, Update][])('knows nothing once it is told to be %s', (_name, gone) => {
  const { taken, answer } = told(whole, gone, same(3_000), patch(5, [[['bid'], 7]]));
  expect([taken, answer]).toEqual([[true, true, true, false], undefined]);
});
