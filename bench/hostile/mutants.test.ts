import { describe, expect, it } from 'vitest';
import { CASES } from './cases.ts';
import { mutate } from './mutate.ts';

/* Every bit of every byte but those of the blockhash, every account, program, order and count. */
const FLIPS = 8;

describe('every small change of an honest transaction on paper', () => {
  it.each(CASES)('$name: none passes that does something else', (intent) => {
    const counts = mutate(intent, FLIPS);
    expect(counts.passed).toBe(0);
    expect(counts.blocked, 'all of them were tried').toBeGreaterThan(500);
  });
});
