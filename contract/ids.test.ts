import { describe, expect, it } from 'vitest';
import { marketIdInput, pubkeyInput } from './ids.ts';

describe('a public key', () => {
  it.each([
    '11111111111111111111111111111111',
    'So11111111111111111111111111111111111111112',
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    // 32 bytes of 0xff.
    'JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG',
  ])('is 32 bytes: %s', (text) => {
    expect(pubkeyInput.safeParse(text).success).toBe(true);
  });

  it.each([
    '',
    '1'.repeat(31),
    '1'.repeat(33),
    // One more than 32 bytes can hold.
    'JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFH',
    'z'.repeat(44),
    `${'1'.repeat(31)}${'2'.repeat(13)}`,
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1O',
    ' EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1',
  ])('is nothing else: %j', (text) => {
    expect(pubkeyInput.safeParse(text).success).toBe(false);
  });
});

describe('an id', () => {
  it.each(['MK-1', 'café-1', '東京', 'a:b/c.d_e'])('is printable: %s', (text) => {
    expect(marketIdInput.safeParse(text).success).toBe(true);
  });
  it.each(['', ' ', 'a b', 'a\n', '\u0000', '\u007f', 'a\u200b', '\u202e', '\ud800', 'm'.repeat(121)])(
    'is nothing else: %j',
    (text) => {
      expect(marketIdInput.safeParse(text).success).toBe(false);
    },
  );
});
