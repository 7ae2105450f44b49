import { PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOnCurve, programAddress } from './program-address.ts';

const key = fc.uint8Array({ minLength: 32, maxLength: 32 });

/** The 32 bytes of a number, least first. */
const encoded = (number: bigint): Uint8Array =>
  new Uint8Array(Buffer.from(number.toString(16).padStart(64, '0'), 'hex').reverse());

describe('addresses of programs', () => {
  it('are those that the chain derives', () => {
    fc.assert(
      fc.property(key, key, key, (owner, mint, program) => {
        const [expected] = PublicKey.findProgramAddressSync([owner, mint], new PublicKey(program));
        expect(programAddress([owner, mint], program)).toEqual(expected.toBytes());
      }),
      { numRuns: 200 },
    );
  });

  it('tells points from other bytes as the chain does', () => {
    fc.assert(
      fc.property(key, (bytes) => {
        expect(isOnCurve(bytes)).toBe(PublicKey.isOnCurve(bytes));
      }),
      { numRuns: 1_000 },
    );
  });

  it('does so at the edges of the field too, with either sign', () => {
    const p = 2n ** 255n - 19n;
    const edges = [0n, 1n, 2n, p - 2n, p - 1n, p, p + 1n, 2n ** 255n - 1n];
    for (const y of edges.flatMap((edge) => [edge, edge + 2n ** 255n])) {
      expect([y, isOnCurve(encoded(y))]).toEqual([y, PublicKey.isOnCurve(encoded(y))]);
    }
  });
});
