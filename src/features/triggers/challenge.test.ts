import type { Pubkey } from '@contract/ids.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkChallenge, tokenLife } from './challenge.ts';

const OWNER = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
const NAMES = ['Evenline', 'desk.example'];

const text = (change: Partial<Record<'service' | 'wallet' | 'nonce' | 'expires' | 'extra', string>> = {}) =>
  [
    `${change.service ?? 'Evenline'} asks you to sign in with your Solana wallet:`,
    change.wallet ?? OWNER,
    '',
    change.extra ?? 'It costs nothing.',
    '',
    `Nonce: ${change.nonce ?? '0123456789abcdef'}`,
    'Issued At: 2026-10-03T12:00:00.000Z',
    `Expiration Time: ${change.expires ?? '2026-10-03T12:05:00.000Z'}`,
  ].join('\n');

describe('a challenge', () => {
  it('of this service for this wallet may be signed, under its name or its host', () => {
    expect(checkChallenge(text(), OWNER, NAMES)).toEqual({ ok: true });
    expect(checkChallenge(text({ service: 'desk.example' }), OWNER, NAMES)).toEqual({ ok: true });
    expect(checkChallenge(text({ extra: 'See https://desk.example/about' }), OWNER, NAMES)).toEqual({
      ok: true,
    });
  });
  it.each([
    ['of another service', text({ service: 'evil.example' }), /names “evil.example”/],
    ['that links elsewhere', text({ extra: 'https://evil.example/x' }), /names “evil.example”/],
    ['for another wallet', text({ wallet: 'So11111111111111111111111111111111111111112' }), /another wallet/],
    ['without a nonce', text({ nonce: '1' }), /nonce/],
    ['that lives for a day', text({ expires: '2026-10-04T12:00:00.000Z' }), /expire/],
    ['that never expires', text({ expires: 'never' }), /expire/],
    ['that expires before it begins', text({ expires: '2026-10-03T11:00:00.000Z' }), /expire/],
    ['with text turned around', text({ extra: 'a\u202eb' }), /plain text/],
    ['with a zero-width space', text({ extra: 'a\u200bb' }), /plain text/],
    ['that is a transaction in disguise', '\u0001\u0002'.repeat(40), /plain text/],
    ['that is anything else', 'I give you my house', /not a challenge/],
    ['that is endless', text({ extra: 'x'.repeat(3_000) }), /plain text/],
  ])('%s is refused', (_name, challenge, reason) => {
    expect(checkChallenge(challenge, OWNER, NAMES)).toEqual({
      ok: false,
      reason: expect.stringMatching(reason),
    });
  });
  it('is never anything that does not begin as one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (anything) => {
        expect(checkChallenge(anything, OWNER, NAMES).ok).toBe(false);
      }),
    );
  });
});

describe('the life of a token', () => {
  const jwt = (claims: unknown) => `x.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.y`;
  it('is what its claims say', () => {
    expect(tokenLife(jwt({ iat: 100, exp: 86_500 }))).toBe(86_400);
  });
  it.each([['x'], ['x.y.z'], [jwt(null)], [jwt({ exp: 5 })], [jwt({ iat: 9, exp: 5 })]])(
    'of %s is unknown',
    (token) => {
      expect(tokenLife(token)).toBeUndefined();
    },
  );
});
