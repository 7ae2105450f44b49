import { describe, expect, it } from 'vitest';
import { derive } from './derive.ts';

describe('what follows from keys', () => {
  // The figures are those of server/exchange/ledger/child-keys.test.ts: both sides must come to the same ones.
  it('is the same address on both sides', () => {
    const root = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9';
    expect(derive.child(root, 'order:1')).toBe('7SuCrE3WjGNXHaV43nRfESkeSpxyUq8AiUnaVsNB7VkW');
    expect(derive.child(root, 'order:2')).not.toBe(derive.child(root, 'order:1'));
  });

  it('is the digest of a text in base58', () => {
    expect(derive.digest('')).toBe('GKot5hBsd81kMupNCXHaqbhv3huEbxAFMLnpcX2hniwn');
  });
});
