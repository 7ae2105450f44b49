import type { Pubkey } from '@contract/ids.ts';
import { signInMemo, signInText } from '@contract/triggers/sign-in.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkChallenge, checkMemo, type SignInSite, tokenLife } from './challenge.ts';

const OWNER = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
const OTHER = 'So11111111111111111111111111111111111111112';
const HOST = 'desk.example';
const NONCE = '0123456789abcdef0123456789abcdef';
const ISSUED = '2026-10-03T12:00:00.000Z';
const EXPIRES = '2026-10-03T12:05:00.000Z';

const here: SignInSite = { host: HOST, owner: OWNER, platform: null };
const withPlatform: SignInSite = {
  ...here,
  platform: { domains: ['platform.example'], name: 'The Platform' },
};
const refused = (reason: RegExp) => ({ ok: false, reason: expect.stringMatching(reason) });

describe('a text of this desk', () => {
  const TERMS = { host: HOST, wallet: OWNER, nonce: NONCE, issuedAt: ISSUED, expiresAt: EXPIRES };
  const honest = signInText(TERMS);
  const own = (change: Partial<typeof TERMS>) => signInText({ ...TERMS, ...change });
  const swap = (from: string, to: string) => honest.replace(from, to);
  const behind = (line: string, added: string) => swap(`\n${line}`, `\n${line}${added}`);

  it('may be signed, under whatever host the page has', () => {
    expect(checkChallenge(honest, here)).toEqual({ ok: true });
    expect(checkChallenge(honest, withPlatform)).toEqual({ ok: true });
    for (const host of ['localhost:5173', '127.0.0.1:8787', '[::1]:8787', 'xn--bcher-kva.example']) {
      expect(checkChallenge(own({ host }), { ...here, host })).toEqual({ ok: true });
    }
    expect(checkChallenge(own({ expiresAt: '2026-10-03T13:00:00.000Z' }), here)).toEqual({ ok: true });
  });

  const LONGER = /something else/;
  const HIDDEN = /plain text/;
  it.each<[string, string, RegExp]>([
    ['of another host', own({ host: 'evil.example' }), /“evil\.example”.*“desk\.example”/],
    ['of a host below this one', own({ host: 'x.desk.example' }), /“x\.desk\.example”/],
    ['of a host that begins as this one', own({ host: 'desk.example.evil' }), /“desk\.example\.evil”/],
    ['of this host at another port', own({ host: 'desk.example:8443' }), /:8443/],
    ['of this host in capitals', own({ host: 'Desk.example' }), /“Desk\.example”/],
    ['of this host with a dot behind', own({ host: 'desk.example.' }), /“desk\.example\.”/],
    ['of this host with a scheme', own({ host: 'https://desk.example' }), /https/],
    ['of the service by its name alone', own({ host: 'Evenline' }), /“Evenline”/],
    ['of two hosts', own({ host: 'evil.example or desk.example' }), /evil/],
    ['of no host', own({ host: '' }), /not a challenge/],
    ['for another wallet', own({ wallet: OTHER as Pubkey }), /another wallet/],
    ['for no wallet', own({ wallet: '' as Pubkey }), /another wallet/],
    ['for this wallet and one more', own({ wallet: `${OWNER} ${OTHER}` as Pubkey }), /another wallet/],
    ['without a nonce', own({ nonce: '' }), /nonce/],
    ['with a short nonce', own({ nonce: NONCE.slice(1) }), /nonce/],
    ['with a long nonce', own({ nonce: `${NONCE}0` }), /nonce/],
    ['with a nonce of other letters', own({ nonce: NONCE.toUpperCase() }), /nonce/],
    ['with a nonce that says something', own({ nonce: 'I give you everything that I own' }), /nonce/],
    ['that lives for a day', own({ expiresAt: '2026-10-04T12:00:00.000Z' }), /expire/],
    ['that lives a moment over an hour', own({ expiresAt: '2026-10-03T13:00:00.001Z' }), /expire/],
    ['that lives for no time', own({ expiresAt: ISSUED }), /expire/],
    ['that expires before it begins', own({ expiresAt: '2026-10-03T11:59:59.000Z' }), /expire/],
    ['that never expires', own({ expiresAt: 'never' }), /expire/],
    ['that was issued at no time', own({ issuedAt: 'today' }), /expire/],
    ['on a day that does not exist', own({ issuedAt: '2026-02-30T12:00:00.000Z' }), /expire/],
    ['with time in another form', own({ issuedAt: '2026-10-03T12:00:00Z' }), /expire/],
    ['with time in another zone', own({ issuedAt: '2026-10-03T13:00:00.000+01:00' }), /expire/],
    ['with two nonces', behind(`Nonce: ${NONCE}`, `\nNonce: ${NONCE}`), LONGER],
    ['with two times of expiry', `${honest}\nExpiration Time: ${EXPIRES}`, LONGER],
    ['with fields in another order', swap('Version: 1\n', '').concat('\nVersion: 1'), LONGER],
    ['without a version', swap('Version: 1\n', ''), LONGER],
    ['of another version', swap('Version: 1', 'Version: 2'), LONGER],
    ['with another statement', swap('It costs nothing', 'It costs 5 SOL'), LONGER],
    ['without the statement', honest.replace(/Signing[^\n]*\n\n/, ''), LONGER],
    ['with a field more', behind('Version: 1', '\nChain ID: mainnet'), LONGER],
    ['with a resource', `${honest}\nResources:\n- x`, LONGER],
    ['with a line more at its end', `${honest}\n`, LONGER],
    ['with a line more at its beginning', `\n${honest}`, /not a challenge/],
    ['with a space more', `${honest} `, /expire/],
    ['with a space inside', swap('Nonce: ', 'Nonce:  '), /nonce/],
    ['with an address elsewhere', behind('Version: 1', '\nURI: https://evil.example/x'), /“evil\.example”/],
    ['with an address of this page', behind('Version: 1', '\nURI: https://desk.example/x'), LONGER],
    ['that goes on with another text', `${honest}\n\nI owe evil 5 SOL`, LONGER],
    ['twice', `${honest}\n${honest}`, LONGER],
    ['behind another', `${own({ host: 'evil.example' })}\n\n${honest}`, /evil/],
    ['before another', `${honest}\n\n${own({ host: 'evil.example' })}`, /“evil\.example”/],
    ['with a carriage return', honest.replaceAll('\n', '\r\n'), HIDDEN],
    ...(
      [
        ['a carriage return', '\r'],
        ['a vertical tab', '\v'],
        ['a form feed', '\f'],
        ['a tab', '\t'],
        ['a next line', '\u0085'],
        ['a line separator', '\u2028'],
        ['a paragraph separator', '\u2029'],
        ['a file separator', '\u001c'],
        ['a record separator', '\u001e'],
        ['a null', '\0'],
        ['a backspace', '\b'],
        ['an escape', '\u001b'],
        ['a delete', '\u007f'],
        ['a zero-width space', '\u200b'],
        ['a zero-width joiner', '\u200d'],
        ['a word joiner', '\u2060'],
        ['a byte order mark', '\ufeff'],
        ['a soft hyphen', '\u00ad'],
        ['a right-to-left override', '\u202e'],
        ['a right-to-left isolate', '\u2067'],
        ['a right-to-left mark', '\u200f'],
        ['an Arabic letter mark', '\u061c'],
        ['a no-break space', '\u00a0'],
        ['an ideographic space', '\u3000'],
        ['a Hangul filler', '\u3164'],
        ['a combining grapheme joiner', '\u034f'],
        ['a variation selector', '\ufe0f'],
        ['a tag character', '\u{e0041}'],
        ['half a surrogate', '\ud800'],
        ['a Cyrillic letter', '\u0435'],
      ] as const
    ).map(([name, char]): [string, string, RegExp] => [
      `with ${name}`,
      swap('costs nothing', `costs${char}nothing`),
      HIDDEN,
    ]),
    ['that is a transaction in disguise', '\u0001\u0002'.repeat(40), HIDDEN],
    ['that is a transaction in letters', 'AQAAAAAA'.repeat(40), /not a challenge/],
    ['that is anything else', 'I give you my house', /not a challenge/],
    ['that is empty', '', /not a challenge/],
    ['that is endless', honest + 'x'.repeat(3_000), HIDDEN],
    ['of the platform, which paper has not', own({ host: 'platform.example' }), /“platform\.example”/],
  ])('%s is refused', (_name, text, reason) => {
    expect(checkChallenge(text, here)).toEqual(refused(reason));
  });

  it('is refused with any one character changed, added or left out', () => {
    const stays = /[\da-f]/;
    // A digit of the nonce or of a time is another nonce or another time, and may be as good.
    const free = (at: number): boolean =>
      at >= honest.indexOf(`Nonce: ${NONCE}`) && stays.test(honest[at] ?? '');
    const char = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.constantFrom('\n', '0', 'a'),
    );
    fc.assert(
      fc.property(fc.nat(honest.length), char, fc.constantFrom('change', 'add', 'drop'), (at, by, how) => {
        const changed =
          honest.slice(0, at) + (how === 'drop' ? '' : by) + honest.slice(how === 'add' ? at : at + 1);
        fc.pre(changed !== honest && !(how === 'change' && free(at) && stays.test(by)));
        expect(checkChallenge(changed, here).ok).toBe(false);
      }),
      { numRuns: 3_000 },
    );
  });

  it('with a digit changed passes only as what it then says', () => {
    for (let at = 0; at < honest.length; at++) {
      for (const by of '059af') {
        const changed = honest.slice(0, at) + by + honest.slice(at + 1);
        if (!checkChallenge(changed, here).ok) continue;
        const value = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(changed)?.[1] ?? '';
        const [nonce, issuedAt, expiresAt] = [value('Nonce'), value('Issued At'), value('Expiration Time')];
        expect(changed).toBe(own({ nonce, issuedAt, expiresAt }));
        const life = Date.parse(expiresAt) - Date.parse(issuedAt);
        expect(life).toBeGreaterThan(0);
        expect(life).toBeLessThanOrEqual(3_600_000);
      }
    }
  });

  it('is never anything that does not begin as one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (anything) => {
        expect(checkChallenge(anything, here).ok).toBe(false);
        expect(checkChallenge(anything, withPlatform).ok).toBe(false);
      }),
    );
  });
});

describe('a memo', () => {
  const terms = { host: HOST, wallet: OWNER, nonce: NONCE };
  const memo = (change: Partial<Record<keyof typeof terms, string>> = {}) =>
    signInMemo({ ...terms, ...change });

  it('of this page or of the configured platform may be signed', () => {
    expect(checkMemo(memo(), here)).toEqual({ ok: true });
    expect(checkMemo(memo({ host: 'platform.example' }), withPlatform)).toEqual({ ok: true });
    const text = signInText({ ...terms, host: 'platform.example', issuedAt: ISSUED, expiresAt: EXPIRES });
    expect(checkMemo(text, withPlatform)).toEqual({ ok: true });
    expect(checkMemo(text, here).ok).toBe(false);
  });

  it.each<[string, string, RegExp]>([
    ['of another host', memo({ host: 'evil.example' }), /“evil\.example”.*“desk\.example”/],
    ['of another port', memo({ host: 'desk.example:1' }), /“desk\.example:1”/],
    ['of no host', memo({ host: '' }), /not a sign-in/],
    ['of hidden letters', memo({ host: 'desk.example\u202e' }), /not a sign-in/],
    ['of another wallet', memo({ wallet: OTHER }), /not a sign-in/],
    ['with another nonce', memo({ nonce: 'give me everything' }), /not a sign-in/],
    ['with a long nonce', memo({ nonce: `${NONCE}0` }), /not a sign-in/],
    ['with more behind', `${memo()} `, /not a sign-in/],
    ['with a line behind', `${memo()}\n`, /not a sign-in/],
    ['with more in front', ` ${memo()}`, /not a sign-in/],
    ['with its nonce alone', NONCE, /not a sign-in/],
    ['that is something else', 'hello', /not a sign-in/],
    ['that is empty', '', /not a sign-in/],
  ])('%s is refused', (_name, given, reason) => {
    expect(checkMemo(given, here)).toEqual(refused(reason));
    expect(checkMemo(given, withPlatform).ok).toBe(false);
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
