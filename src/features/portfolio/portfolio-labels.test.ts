import { microUsd } from '@contract/money.ts';
import { describe, expect, it } from 'vitest';
import { equityNote, todayNote } from './portfolio-labels.ts';

describe('what a sum leaves out', () => {
  it('is listed as a sentence lists it, however many parts there are', () => {
    const sum = microUsd(1n);
    expect(equityNote({ sum, missing: [] })).toBe('');
    expect(equityNote({ sum, missing: ['vault'] })).toBe('without vault');
    expect(equityNote({ sum, missing: ['parlays', 'vault', 'escrow'] })).toBe(
      'without parlays, vault and open orders',
    );
    expect(todayNote({ profit: sum, older: 1, undated: 2, unknown: 1 })).toBe(
      '1 older position, 2 won parlays and 1 unknown result not counted',
    );
  });
});
