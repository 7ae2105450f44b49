import { type Token, type TokenWire, token } from '@contract/tokens/token.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeFigure, figuresOf } from './token-figures.ts';
import {
  filterCount,
  firstDirection,
  passes,
  sameFilters,
  sortTokens,
  type TokenFilters,
} from './token-filters.ts';
import type { TokenSort } from './token-sorts.ts';
import {
  exactChange,
  formatChange,
  formatCompactCount,
  formatCount,
  formatPoolAge,
  formatTokenPrice,
} from './token-text.ts';
import {
  addTokens,
  buyShare,
  changeWithin,
  copycatsOf,
  factsOf,
  linksOf,
  longestChange,
  namesOf,
  type SeenToken,
  volumeOf,
} from './tokens.ts';

const NOW = 1_800_000_000;
const make = (id: string, fields: Partial<TokenWire> = {}, age = 60): Token =>
  token.parse({
    id,
    name: id,
    symbol: id,
    firstPool: { id: 'pool', createdAt: new Date((NOW - age) * 1_000).toISOString() },
    updatedAt: new Date(NOW * 1_000).toISOString(),
    ...fields,
  });
const see = (...tokens: Token[]): SeenToken[] => addTokens([], tokens, NOW * 1_000);

describe('what is seen', () => {
  it('adds up answers, newest pool first, and keeps what left the feed as the same object', () => {
    const first = see(make('OLD', {}, 90), make('MID', {}, 60));
    const second = addTokens(
      first,
      [make('NEW', {}, 5), make('MID', { holderCount: 9 }, 60)],
      NOW * 1_000 + 4_000,
    );
    expect(second.map((one) => one.token.id)).toEqual(['NEW', 'MID', 'OLD']);
    expect(second[2]).toBe(first[1]);
    expect(second[1]).toMatchObject({ seenAt: NOW * 1_000 + 4_000, token: { holderCount: 9 } });
  });

  it('keeps a thousand', () => {
    const many = Array.from({ length: 1_050 }, (_, k) => make(`T${k}`, {}, k));
    expect(see(...many)).toHaveLength(1_000);
  });
});

describe('the audit', () => {
  it('has three values, and a named authority is live whatever else is said', () => {
    const fact = (fields: Partial<TokenWire>) => factsOf(make('T', fields)).mintGivenUp;
    expect(fact({})).toBe('unknown');
    expect(fact({ audit: {} })).toBe('unknown');
    expect(fact({ audit: { mintAuthorityDisabled: true } })).toBe('yes');
    expect(fact({ audit: { mintAuthorityDisabled: false } })).toBe('no');
    expect(fact({ mintAuthority: 'key' })).toBe('no');
    expect(fact({ mintAuthority: 'key', audit: { mintAuthorityDisabled: true }, isVerified: true })).toBe(
      'no',
    );
  });
});

describe('names and links', () => {
  it('fall back to what is known', () => {
    expect(namesOf(make('Mint1111', { name: '\u200B', symbol: '\u202E' }))).toEqual({
      symbol: 'Mint…',
      name: 'No name',
    });
  });
  it('counts the links it leaves out', () => {
    const { links, refused } = linksOf(
      make('T', { website: 'https://a.example', twitter: 'javascript:x', telegram: '' }),
    );
    expect(links).toEqual([{ kind: 'website', href: 'https://a.example/', domain: 'a.example' }]);
    expect(refused).toBe(1);
  });
});

describe('copies', () => {
  it('are later tokens that look alike, and whatever looks famous', () => {
    const copies = copycatsOf(
      see(
        make('first', { symbol: 'PUMP' }, 90),
        make('second', { symbol: 'pu\u200Bmp' }, 60),
        make('third', { symbol: 'S0L' }, 30),
        make('real', { symbol: 'SOL' }, 20),
        make('blank', { symbol: '\u200B' }, 10),
      ),
      ['real'],
    );
    expect([...copies]).toEqual([
      ['second', 'PUMP'],
      ['third', 'SOL'],
    ]);
  });

  it('are never copies of a token of which nobody says when it began', () => {
    const undated = { firstPool: null, createdAt: null };
    const copies = copycatsOf(
      see(
        make('undated', { symbol: 'PEPO', ...undated }),
        make('older', { symbol: 'PEPO' }, 90),
        make('newer', { symbol: 'PEPO' }, 60),
        make('alone', { symbol: 'CAT', ...undated }),
        make('other', { symbol: 'CAT', ...undated }),
        make('famous', { symbol: 'SOL', ...undated }),
      ),
      [],
    );
    expect(copies.has('older'), 'the oldest that is known').toBe(false);
    expect(copies.get('newer')).toBe('PEPO');
    expect(copies.get('undated'), 'what is missing is not taken for safe').toBe('PEPO');
    expect([copies.has('alone'), copies.has('other')], 'nobody knows which came first').toEqual([
      false,
      false,
    ]);
    expect(copies.get('famous')).toBe('SOL');
  });
});

describe('filters', () => {
  const rich = make('RICH', { liquidity: 5_000, holderCount: 40, organicScore: 60, launchpad: 'pad' }, 600);
  it.each<[TokenFilters, boolean]>([
    [{}, true],
    [{ q: 'ric' }, true],
    [{ q: 'poor' }, false],
    [{ minLiquidity: 5_000 }, true],
    [{ minLiquidity: 5_001 }, false],
    [{ minHolders: 40, minScore: 60 }, true],
    [{ minScore: 61 }, false],
    [{ minAge: 10 }, true],
    [{ maxAge: 9 }, false],
    [{ launchpad: 'pad' }, true],
    [{ launchpad: 'other' }, false],
    [{ givenUp: true }, false],
    [{ unflagged: true }, true],
    [{ social: true }, false],
    [{ verified: true }, false],
  ])('%j: %s', (filters, expected) => {
    expect(passes(rich, filters, NOW)).toBe(expected);
  });

  it('do not let pass what is not told', () => {
    const silent = token.parse({ id: 'silent' });
    for (const filters of [
      { minLiquidity: 0 },
      { minHolders: 0 },
      { minScore: 0 },
      { minAge: 0 },
      { givenUp: true },
    ] as const) {
      expect(passes(silent, filters, NOW)).toBe(false);
    }
    expect(passes(silent, {}, NOW)).toBe(true);
  });

  it.each([
    [true, true, true],
    [null, true, false],
    [true, null, false],
    [false, true, false],
    [true, false, false],
  ])(
    'let pass what has given up minting (%s) and freezing (%s) where both are told: %s',
    (mint, freeze, passed) => {
      const audit = { mintAuthorityDisabled: mint, freezeAuthorityDisabled: freeze };
      expect(passes(token.parse({ id: 'audited', audit }), { givenUp: true }, NOW)).toBe(passed);
    },
  );

  it('are counted and compared', () => {
    expect(filterCount({ q: 'a', maxAge: 0, verified: undefined })).toBe(2);
    expect(sameFilters({ q: 'a' }, { q: 'a', social: undefined })).toBe(true);
    expect(sameFilters({ q: 'a' }, {})).toBe(false);
  });
});

describe('orders', () => {
  it('put what is unknown last either way', () => {
    const seen = see(make('A', { mcap: 5 }, 1), make('B', {}, 2), make('C', { mcap: 9 }, 3));
    const order = (direction: 'asc' | 'desc') =>
      sortTokens(seen, 'mcap', direction).map((one) => one.token.id);
    expect(order('desc')).toEqual(['C', 'A', 'B']);
    expect(order('asc')).toEqual(['A', 'C', 'B']);
    expect(sortTokens(seen, 'age', 'desc').map((one) => one.token.id)).toEqual(['C', 'B', 'A']);
    expect(sortTokens(seen, 'age', firstDirection('age')).map((one) => one.token.id)).toEqual([
      'A',
      'B',
      'C',
    ]);
  });
});

describe('orders by columns that are no figure', () => {
  const inOrder = (seen: readonly SeenToken[], sort: TokenSort) =>
    sortTokens(seen, sort, firstDirection(sort)).map((one) => one.token.id);

  it('go by symbol, by where it came from and by what speaks for it', () => {
    const given = { mintAuthorityDisabled: true, freezeAuthorityDisabled: true };
    const seen = see(
      make('A', { symbol: 'zed', launchpad: 'beta', audit: { isSus: true, ...given } }),
      make('B', { symbol: 'Alpha', audit: given }),
      make('C', { symbol: 'moon', launchpad: 'Acme' }),
    );
    expect(inOrder(seen, 'name')).toEqual(['B', 'C', 'A']);
    expect(inOrder(seen, 'source')).toEqual(['C', 'A', 'B']);
    expect(inOrder(seen, 'audit')).toEqual(['B', 'C', 'A']);
  });
});

describe('figures', () => {
  it('tell the change of the longest span a token has lived through, of whatever it is', () => {
    const stats = { priceChange: 12.5, liquidityChange: 3 };
    const all = { stats5m: stats, stats1h: stats, stats6h: stats, stats24h: stats };
    expect(longestChange(make('a', all, 10))).toBeUndefined();
    expect(longestChange(make('a', all, 4_000))).toEqual({ span: 'stats1h', percent: 12.5 });
    expect(changeWithin(make('a', all, 4_000), 'stats6h', 'liquidityChange')).toBeNull();
    expect(changeWithin(make('a', all, 4_000), 'stats1h', 'liquidityChange')).toBe(3);
  });
  it('tell no change within a span that is longer than the life of the token', () => {
    const change = { priceChange: 12.5 };
    const all = { stats5m: change, stats1h: change, stats6h: change, stats24h: change };
    const shown = (age: number): string[] => {
      const { change5m, change1h, change6h, change24h } = figuresOf(make('a', all, age));
      return [change5m, change1h, change6h, change24h].map(({ text }) => text);
    };
    expect(shown(10)).toEqual(['—', '—', '—', '—']);
    expect(shown(300)).toEqual(['+12.5%', '—', '—', '—']);
    expect(shown(21_600)).toEqual(['+12.5%', '+12.5%', '+12.5%', '—']);
    expect(shown(86_400)).toEqual(['+12.5%', '+12.5%', '+12.5%', '+12.5%']);
    const ageless = figuresOf(make('a', { ...all, firstPool: null, createdAt: null }));
    expect(ageless.change24h.text).toBe('+12.5%');
  });
  it.each<[bigint, string]>([
    [145_471_142_117_475n, '$145.47'],
    [1_000_000_000_000n, '$1.0000'],
    [113_648_888_567n, '$0.1136'],
    [999_999_999_999n, '$1.0000'],
    [1_234_000_000n, '$0.001234'],
    [6_565_744n, '$0.0₅6566'],
    [9_999_960n, '$0.0₄1000'],
    [3_000n, '$0.0₈3000'],
    [7n, '$0.0₁₁7'],
    [0n, '$0'],
    [999_999_990_000_000_000n, '$999,999.99'],
    [12_345_678_900_000_000_000n, '$12.3M'],
    [10n ** 33n, '>$999T'],
  ])('%s reads %s', (price, text) => {
    expect(formatTokenPrice(price)).toBe(text);
  });

  it('of prices are never off by more than their last digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }), (price) => {
        const shown = formatTokenPrice(price).slice(1).replaceAll(',', '');
        const plain = shown.replace(/0([₀-₉]+)/, (_, zeros: string) =>
          '0'.repeat([...zeros].reduce((sum, digit) => sum * 10 + '₀₁₂₃₄₅₆₇₈₉'.indexOf(digit), 0)),
        );
        expect(Math.abs(Number(plain) / (Number(price) / 1e12) - 1)).toBeLessThan(6e-4);
      }),
    );
  });

  it.each([
    [12.34, '+12.3%'],
    [-4.55, '−4.5%'],
    [1_240.4, '+1,240%'],
    [0.01, '0.0%'],
    [-0.04, '0.0%'],
    [999.6, '+1,000%'],
    [9_999.4, '+9,999%'],
  ])('a change of %s reads %s', (percent, text) => {
    expect([formatChange(percent), exactChange(percent)]).toEqual([text, text]);
  });

  it.each([
    [9_999.6, '+10.0K%', '+10,000%'],
    [12_345.6, '+12.3K%', '+12,346%'],
    [1_234_567.8, '+1.23M%', '+1,234,568%'],
    [-1_000_000, '−1.00M%', '−1,000,000%'],
    [999_999_999_999_999.9, '>+999T%', '>+999T%'],
    [3.2e21, '>+999T%', '>+999T%'],
  ])('a change of %s has no room for its digits and reads %s', (percent, text, exact) => {
    expect([formatChange(percent), exactChange(percent)]).toEqual([text, exact]);
    expect(changeFigure(percent)).toMatchObject({ text, words: exact });
  });

  it.each([
    [0, '0', '0'],
    [999_999, '999,999', '999,999'],
    [1_234_567, '1.23M', '1,234,567'],
    [1e15, '>999T', '1,000,000,000,000,000'],
    [-123, '−123', '−123'],
    [-1_234_567, '−1.23M', '−1,234,567'],
  ])('a count of %s has the room of %s and is %s', (count, text, exact) => {
    expect([formatCompactCount(count), formatCount(count)]).toEqual([text, exact]);
  });

  it('have no more digits than their columns have room for, and all of them on hover', () => {
    const much = make('T', { usdPrice: 1e12, holderCount: 1_234_567, organicScore: 1e9, liquidity: 1e18 });
    expect(figuresOf(much)).toMatchObject({
      price: { text: '$1.00T', words: '$1,000,000,000,000' },
      holders: { text: '1.23M', words: '1,234,567 holders' },
      score: { text: '1.00B', words: 'Score 1,000,000,000' },
      liquidity: { text: '>$999T', words: 'Liquidity $1,000,000,000,000,000,000.00' },
    });
  });

  it('of age and volume', () => {
    expect([-3, 59, 60, 7_200, 172_800].map(formatPoolAge)).toEqual(['0s', '59s', '1m', '2h', '2d']);
    const { stats24h } = make('T', { stats24h: { buyVolume: 30, sellVolume: 10 } });
    expect(buyShare(stats24h)).toBe(0.75);
    expect(buyShare(null)).toBeNull();
    // Half of it is not known: neither the whole nor a share is made of the other.
    const half = stats24h && { ...stats24h, sellVolume: null };
    expect([volumeOf(half), buyShare(half)]).toEqual([null, null]);
    expect(figuresOf(make('T', { stats24h: { buyVolume: 30 } })).volume).toEqual({
      text: '—',
      tone: 'faint',
      words: 'Bought $30.00, sold not known',
    });
  });
});
