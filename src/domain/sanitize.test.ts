import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookOf, plainName, safeIcon, safeLink } from './sanitize.ts';

const HARMFUL = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const nasty = fc.constantFrom(
  '\u202E',
  '\u2066',
  '\u200B',
  '\u200D',
  '\uFEFF',
  '\u0000',
  '\n',
  '\u0300',
  'a',
  ' ',
  '<',
);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(nasty).map((parts) => parts.join('')),
);

describe('names', () => {
  it('have nothing unseen, whatever is put in, and stay as they are when cleaned again', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 60 }), (name, most) => {
        const plain = plainName(name, most);
        expect(HARMFUL.test(plain)).toBe(false);
        expect([...plain].length).toBeLessThanOrEqual(most);
        expect(plainName(plain, most)).toBe(plain);
        expect(/\p{M}{3}/u.test(plain)).toBe(false);
      }),
    );
  });

  it.each([
    ['\u202Eniocysae\u202C', 'niocysae'],
    ['Pump\u200B\u200D\uFEFFkin', 'Pumpkin'],
    [' two\n lines ', 'two lines'],
    ['\u2066\u200F\u061C', ''],
    ['Zażółć 東京 🚀', 'Zażółć 東京 🚀'],
  ])('%j reads %j', (given, shown) => {
    expect(plainName(given)).toBe(shown);
  });
});

describe('links', () => {
  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://safe.example@evil.example/login',
    'https://user:pass@evil.example',
    '//evil.example',
    '/portfolio',
    'ftp://files.example/token.zip',
    'http://evil.example/\u202Egpj.exe',
    'https://localhost/x',
    'https://',
    'not a link',
    '',
    null,
    undefined,
  ])('%j is refused', (link) => {
    expect(safeLink(link)).toBeUndefined();
  });

  it('are http or https, and say where they lead', () => {
    expect(safeLink(' https://www.token.example/a?b#c ')).toEqual({
      href: 'https://www.token.example/a?b#c',
      domain: 'token.example',
    });
    expect(safeLink('https://аpple.example')?.domain).toMatch(/^xn--/);
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), text), (link) => {
        const safe = safeLink(link);
        if (!safe) return;
        expect(['http:', 'https:']).toContain(new URL(safe.href).protocol);
        expect(new URL(safe.href).username).toBe('');
      }),
    );
  });

  it('of pictures are https, and no drawings', () => {
    expect(safeIcon('https://icons.example/a.webp')).toBe('https://icons.example/a.webp');
    for (const icon of [
      'http://icons.example/a.png',
      'https://icons.example/a.SVG',
      'data:image/svg+xml,<svg/>',
    ]) {
      expect(safeIcon(icon)).toBeUndefined();
    }
  });
});

describe('looks', () => {
  it.each([
    ['USDC', 'usdс'],
    ['SOL', 'S0L'],
    ['SOL', '$s\u200Bo1'],
    ['PUMP', 'PÚMP'],
  ])('%j looks like %j', (one, other) => {
    const strip = (look: string) => look.replace(/\p{M}/gu, '');
    expect(strip(lookOf(other))).toBe(strip(lookOf(one)));
  });

  it('of others differ', () => {
    expect(lookOf('SOL')).not.toBe(lookOf('SOUL'));
    expect(lookOf('\u200B')).toBe('');
  });
});
