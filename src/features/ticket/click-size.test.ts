import { microContracts, microUsd } from '@contract/money.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clickSize } from './click-size.ts';

const row = { size: microContracts(30_000_000n), total: microContracts(500_000_000n) };
const price = microUsd(400_000n);

it('asks for all up to the level, for the level alone, or for an amount', () => {
  expect(clickSize(row, price, { size: 'reach', usd: 20 })).toBe(500_000_000n);
  expect(clickSize(row, price, { size: 'level', usd: 20 })).toBe(30_000_000n);
  expect(clickSize(row, price, { size: 'usd', usd: 20 })).toBe(50_000_000n);
});

it('never costs more than the amount, nor takes more than there is', () => {
  fc.assert(
    fc.property(fc.bigInt(1_000n, 999_000n), fc.integer({ min: 1, max: 100_000 }), (at, usd) => {
      const contracts = clickSize(row, microUsd(at), { size: 'usd', usd });
      expect(contracts <= row.total && (contracts * at) / 1_000_000n <= BigInt(usd) * 1_000_000n).toBe(true);
    }),
  );
});
