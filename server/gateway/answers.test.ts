import { expect, it, vi } from 'vitest';
import { createAnswerCheck } from './answers.ts';

/** Text and value of a list with an odd field, which is padded to a length. */
function oddList(length: number) {
  const json = { data: [{ eventId: 7, metadata: { title: 'x'.repeat(length) } }] };
  return { json, body: Buffer.from(JSON.stringify(json)) };
}

it('looks at long answers of an operation once in ten seconds, and at short ones every time', () => {
  let clock = 0;
  const report = vi.fn();
  const check = createAnswerCheck(report, { now: () => clock });
  const looked = (length: number, id: 'listEvents' | 'searchEvents' = 'listEvents'): number => {
    const before = check.odd();
    check.look(id, oddList(length), 'r1');
    return check.odd() - before;
  };
  expect(looked(200_000)).toBe(1);
  expect(report).toHaveBeenCalledWith(
    'listEvents data.*.eventId',
    expect.objectContaining({ level: 'warn' }),
  );
  clock = 9_999;
  expect(looked(200_000)).toBe(0);
  expect([looked(200_000, 'searchEvents'), looked(10), looked(10)]).toEqual([1, 1, 1]);
  clock = 10_000;
  expect([looked(200_000), looked(200_000)]).toEqual([1, 0]);
});
