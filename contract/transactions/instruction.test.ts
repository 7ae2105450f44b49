import { describe, expect, it } from 'vitest';
import { computeUnitPrice, moveLamports, tokenInstructions } from './instruction.ts';
import { PROGRAMS } from './programs.ts';

const MOST = 2n ** 64n - 1n;
const { move } = tokenInstructions({ tokenAccount: (owner, mint) => `${owner}/${mint}` });
const mint = { address: 'mint', decimals: 6, program: PROGRAMS.token };

describe('an amount of an instruction', () => {
  it.each([
    ['nothing', 0n, [0, 0, 0, 0, 0, 0, 0, 0]],
    ['one unit', 1n, [1, 0, 0, 0, 0, 0, 0, 0]],
    ['more than a byte', 0x0102_0304_0506_0708n, [8, 7, 6, 5, 4, 3, 2, 1]],
    ['the most there is', MOST, Array(8).fill(255)],
  ])('of %s is written in eight bytes, the least first', (_what, amount, bytes) => {
    expect([...moveLamports('a', 'b', amount).data]).toEqual([2, 0, 0, 0, ...bytes]);
    expect([...move('a', 'b', mint, amount).data]).toEqual([12, ...bytes, 6]);
    expect([...computeUnitPrice(amount).data]).toEqual([3, ...bytes]);
  });

  it('is never another one: what does not fit is no instruction', () => {
    for (const amount of [-1n, MOST + 1n, MOST + 6n, 2n ** 70n]) {
      expect(() => moveLamports('a', 'b', amount)).toThrow(RangeError);
      expect(() => move('a', 'b', mint, amount)).toThrow(RangeError);
    }
  });
});
