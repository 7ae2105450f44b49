import type { Pubkey } from '@contract/ids.ts';
import { describe, expect, it } from 'vitest';
import { checkChallenge, type SignInSite } from './challenge.ts';

const OWNER = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
const OTHER = 'So11111111111111111111111111111111111111112';

const here: SignInSite = { host: 'desk.example', owner: OWNER, platform: null };
const withPlatform: SignInSite = {
  ...here,
  platform: { domains: ['platform.example', 'www.platform.example:8443'], name: 'The Platform' },
};
const refused = (reason: RegExp) => ({ ok: false, reason: expect.stringMatching(reason) });

describe('a text of a configured platform', () => {
  type Fields = Record<string, string | null>;
  const STANDARD: Fields = {
    URI: 'https://platform.example/login',
    Version: '1',
    'Chain ID': 'mainnet',
    Nonce: 'Ab3dEf9h',
    'Issued At': '2026-10-03T12:00:00Z',
    'Expiration Time': '2026-10-03T12:59:59.123456Z',
    'Not Before': null,
    'Request ID': null,
  };
  const STATEMENT = 'Sign in with your wallet to trade. You accept https://platform.example/terms.html.';
  const text = (change: Fields = {}, { service = 'platform.example', statement = STATEMENT } = {}) => {
    const fields = Object.entries({ ...STANDARD, ...change }).flatMap(([name, value]) =>
      value === null ? [] : `${name}: ${value}`,
    );
    const opening = [`${service} wants you to sign in with your Solana account:`, OWNER, ''];
    return [...opening, ...(statement === '' ? [] : [statement, '']), ...fields].join('\n');
  };
  const saying = (statement: string) => text({}, { statement });

  it.each([
    ['as the standard has it', text()],
    ['at another configured host', text({}, { service: 'www.platform.example:8443' })],
    ['under its configured name', text({}, { service: 'The Platform' })],
    ['without a statement', saying('')],
    ['with the fewest fields', text({ URI: null, Version: null, 'Chain ID': null })],
    ['with all of them', text({ 'Not Before': '2026-10-03T12:00:00+00:00', 'Request ID': 'a-1' })],
    ['with a nonce in the form of a UUID', text({ Nonce: 'b8b0ffd1-7f3a-4d0b-9f6e-1d2c3b4a5968' })],
    [
      'that names this page too',
      saying('For the desk at desk.example, by help@platform.example: no fee, 1.5 %.'),
    ],
  ])('%s may be signed, and never on paper', (_name, given) => {
    expect(checkChallenge(given, withPlatform)).toEqual({ ok: true });
    expect(checkChallenge(given, here).ok).toBe(false);
  });

  const STRUCTURE = /something else/;
  const NO_FIELD = /no field/;
  it.each<[string, string, RegExp]>([
    ['of a host below its own', text({}, { service: 'api.platform.example' }), /“api\.platform\.example”/],
    ['of its host at another port', text({}, { service: 'platform.example:8443' }), /8443/],
    ['of its name in other letters', text({}, { service: 'the platform' }), /“the platform”/],
    ['that leads elsewhere', text({ URI: 'https://evil.example' }), /“evil\.example”/],
    ['that leads elsewhere behind its host', text({ URI: 'https://platform.example@evil.example' }), /@evil/],
    [
      'that leads elsewhere in its query',
      text({ URI: 'https://platform.example/?r=http://evil.example' }),
      /“evil/,
    ],
    ['that leads to a script', text({ URI: 'javascript:alert(1)' }), /“URI”/],
    ['that leads nowhere', text({ URI: 'https:' }), /“URI”/],
    ['whose statement links elsewhere', saying('See https://evil.example/x'), /“evil\.example”/],
    ['whose statement links by backslashes', saying('See https:\\\\evil.example\\x'), /“evil\.example”/],
    ['whose statement names a host', saying('Welcome to EVIL.example'), /“evil\.example”/],
    ['whose statement names an address', saying('Welcome to 203.0.113.9:80'), /“203\.0\.113\.9:80”/],
    ['whose statement names a coded host', saying('Welcome to xn--pltform-9wa.xn--p1ai'), /xn--/],
    ['whose statement is two paragraphs', saying('Welcome.\n\nPay 5 SOL.'), NO_FIELD],
    ['whose statement is two lines', saying('Welcome.\nPay 5 SOL.'), NO_FIELD],
    ['whose statement reads as a field', saying('Nonce: 12345678'), STRUCTURE],
    ['whose statement hides a field', saying('Welcome. Expiration time : never'), STRUCTURE],
    ['whose statement is a second text', saying('Bank wants you to sign in with it'), STRUCTURE],
    ['whose statement is spread out', saying(`Welcome.${' '.repeat(80)}Pay 5 SOL.`), STRUCTURE],
    ['whose statement is endless', saying('x'.repeat(700)), STRUCTURE],
    ['whose statement begins with a space', saying(' Welcome'), STRUCTURE],
    ['whose statement holds other signs', saying('Welcome\u2028Pay'), /plain text/],
    ['without a space between', text().replace(`${OWNER}\n\n`, `${OWNER}\n`), STRUCTURE],
    ['for another wallet', text().replace(OWNER, OTHER), /another wallet/],
    ['of another version', text({ Version: '2' }), /“Version”/],
    ['of another chain', text({ 'Chain ID': 'ethereum' }), /“Chain ID”/],
    ['without a nonce', text({ Nonce: null }), /nonce/],
    ['with a short nonce', text({ Nonce: '1234567' }), /“Nonce”/],
    ['with a nonce of two words', text({ Nonce: '12345678 pay' }), /“Nonce”/],
    ['with two nonces', text().replace('Nonce: ', 'Nonce: 87654321\nNonce: '), /“Nonce” twice/],
    ['with fields in another order', text({ URI: null }).concat('\nURI: https://platform.example'), /order/],
    ['with a field nobody knows', text({ Amount: '5 SOL' }), NO_FIELD],
    ['with a field without a space', text().replace('Nonce: ', 'Nonce:'), NO_FIELD],
    ['with a resource', `${text()}\nResources:\n- https://platform.example/x`, NO_FIELD],
    ['with an empty line among its fields', text().replace('\nNonce', '\n\nNonce'), NO_FIELD],
    ['with a line at its end', `${text()}\n`, NO_FIELD],
    ['with a sentence at its end', `${text()}\nI owe 5 SOL`, NO_FIELD],
    ['without an expiry', text({ 'Expiration Time': null }), /expire/],
    ['without a time of issue', text({ 'Issued At': null }), /expire/],
    ['that lives for a day', text({ 'Expiration Time': '2026-10-04T12:00:00Z' }), /expire/],
    ['that has expired when it begins', text({ 'Expiration Time': '2026-10-03T12:00:00Z' }), /expire/],
    ['with a time in words', text({ 'Issued At': 'Sat, 03 Oct 2026 12:00:00 GMT' }), /“Issued At”/],
    ['on a day that does not exist', text({ 'Issued At': '2026-02-30T12:00:00Z' }), /“Issued At”/],
    ['with a request that says something', text({ 'Request ID': 'pay 5 SOL' }), /“Request ID”/],
  ])('%s is refused', (_name, given, reason) => {
    expect(checkChallenge(given, withPlatform)).toEqual(refused(reason));
  });
});
