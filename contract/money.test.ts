import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  ceilToCent,
  compareBig,
  divCeil,
  divFloor,
  divHalfEven,
  floorToLot,
  formatCents,
  formatCompact,
  formatCompactUsd,
  formatContracts,
  formatPoints,
  formatProbability,
  formatSignedRatio,
  formatSignedUsd,
  formatToken,
  formatUsd,
  microContracts,
  POINT_AND_COMMA,
  parseContracts,
  parseUsd,
  showNumbers,
  toDecimalText,
  toFixedText,
  withDecimalSign,
} from './money.ts';

describe('parsing', () => {
  it.each([
    ['8.03', 8_030_000n],
    ['0.000001', 1n],
    ['12', 12_000_000n],
    ['-1.5', -1_500_000n],
    ['5.', 5_000_000n],
  ])('reads %s by its digits', (text, value) => expect(parseUsd(text)).toBe(value));

  it.each([
    '',
    '.',
    '9'.repeat(27),
    '1e6',
    '0x10',
    '1,000',
    ' 1',
    '1 ',
    '+1',
    '1.0000001',
    '--1',
    'NaN',
    '1.2.3',
    '１',
  ])('refuses %j', (text) => expect(parseUsd(text)).toBeUndefined());

  it('returns every amount through text unchanged', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 24n), 10n ** 24n), (value) => {
        expect(parseUsd(toDecimalText(value))).toBe(value);
        expect(parseContracts(toFixedText(value, 6, 6))).toBe(value);
      }),
    );
  });

  it('never rounds a seventh digit away', () => {
    fc.assert(
      fc.property(fc.nat(), fc.stringMatching(/^\d{7,12}$/), (whole, fraction) => {
        expect(parseUsd(`${whole}.${fraction}`)).toBeUndefined();
      }),
    );
  });
});

describe('division', () => {
  it('floors, ceils and rounds half to even on both sides of zero', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 18n), 10n ** 18n), fc.bigInt(1n, 10n ** 9n), (a, b) => {
        const floor = divFloor(a, b);
        expect(floor * b <= a && a < (floor + 1n) * b).toBe(true);
        expect(divCeil(a, b)).toBe(a % b === 0n ? floor : floor + 1n);
        const even = divHalfEven(a, b);
        const twice = (a - even * b) * 2n;
        expect(twice >= -b && twice <= b).toBe(true);
        if (twice === b || twice === -b) expect(even % 2n).toBe(0n);
      }),
    );
  });
  it('orders amounts whose difference no number holds', () => {
    const amounts = [10n ** 18n + 1n, -(10n ** 18n), 10n ** 18n, 0n];
    expect(amounts.toSorted(compareBig)).toEqual([-(10n ** 18n), 0n, 10n ** 18n, 10n ** 18n + 1n]);
  });
  it('rounds lots down and fees up', () => {
    expect(floorToLot(1_019_999n)).toBe(1_010_000n);
    expect(ceilToCent(10_001n)).toBe(20_000n);
    expect(ceilToCent(10_000n)).toBe(10_000n);
  });
});

describe('what a trader reads', () => {
  it.each([
    [1_284_500_000n, '$1,284.50'],
    [-3_000_000n, '−$3.00'],
    [-1n, '$0.00'],
    [0n, '$0.00'],
    [999_999n, '$0.99'],
  ])('%s micro-USD is %s', (value, text) => expect(formatUsd(value)).toBe(text));
  it('rounds fees up when told', () => expect(formatUsd(1_060_001n, 'up')).toBe('$1.07'));
  it.each([
    [9_180_000n, '+$9.18'],
    [-1_240_000n, '−$1.24'],
    [-1_240_001n, '−$1.25'],
    [1n, '$0.00'],
  ])('signs a gain of %s', (value, text) => expect(formatSignedUsd(value)).toBe(text));
  it.each([
    [620_000n, '62¢'],
    [625_000n, '62.5¢'],
    [4_000n, '0.4¢'],
    [997_000n, '99.7¢'],
    [999n, '<0.1¢'],
    [1_000n, '0.1¢'],
    [999_000n, '99.9¢'],
    [999_500n, '>99.9¢'],
    [1_000_000n, '100¢'],
    [0n, '0¢'],
  ])('a price of %s is %s', (value, text) => expect(formatCents(value)).toBe(text));
  it.each([
    [680_000n, false, '68%'],
    [680_000n, true, '68.0%'],
    [0n, false, '0%'],
    [5_000n, false, '<1%'],
    [10_000n, false, '1%'],
    [990_000n, false, '99%'],
    [995_000n, false, '>99%'],
    [1_000_000n, false, '100%'],
    [0n, true, '0.0%'],
    [1n, true, '<0.1%'],
    [999_999n, true, '>99.9%'],
    [1_000_000n, true, '100.0%'],
  ])('a chance of %s is %s', (value, fine, text) => expect(formatProbability(value, fine)).toBe(text));
  it('compacts volumes, groups contracts, signs points and ratios', () => {
    expect(formatCompactUsd(4_821_000_000_000n)).toBe('$4.82M');
    expect(formatCompactUsd(612_000_000_000n)).toBe('$612K');
    expect(formatCompactUsd(18_400_000_000_000n)).toBe('$18.4M');
    expect([0n, 1n, 999_999n, 1_000_000n].map(formatCompactUsd)).toEqual(['$0', '<$1', '<$1', '$1']);
    // What no volume has would be a number of any length.
    expect([10n ** 21n - 1n, 10n ** 21n, 10n ** 31n].map(formatCompactUsd)).toEqual([
      '$999T',
      '>$999T',
      '>$999T',
    ]);
    expect([10n ** 15n - 1n, 10n ** 15n].map(formatCompact)).toEqual(['999T', '>999T']);
    expect(formatContracts(1_234_567_890n)).toBe('1,234.56');
    expect(formatContracts(1_204_000_000n, false)).toBe('1,204');
    expect(formatPoints(95_000n)).toBe('+9.5');
    expect(formatPoints(-5_000n)).toBe('−0.5');
    expect(formatSignedRatio(129n, 1_000n)).toBe('+12.9%');
    expect(formatSignedRatio(1n, 0n)).toBeUndefined();
    expect(formatSignedRatio(-129n, 1_000n)).toBe('−12.9%');
    expect([formatSignedRatio(129n, -1_000n), formatSignedRatio(-129n, -1_000n)]).toEqual([
      '−12.9%',
      '+12.9%',
    ]);
    expect(formatSignedRatio(-1n, 10_000n)).toBe('0.0%');
    expect(formatCompact(100_000n)).toBe('100K');
    expect(formatToken(1_284_509_999n, 6)).toBe('1,284.50');
  });
});

it('what is less than nothing has its sign, and none where nothing of it is shown', () => {
  expect([-1_239_999n, -9_999n].map((value) => formatContracts(value))).toEqual(['−1.23', '0.00']);
  expect([-1_239_999n, -9_999n].map((value) => formatToken(value, 6))).toEqual(['−1.23', '0.00']);
});

it('an amount of a token has no more decimals than the token', () => {
  expect([formatToken(1_234n, 0), formatToken(1_234n, 1), formatToken(1_234n, 2)]).toEqual([
    '1,234',
    '123.4',
    '12.34',
  ]);
});

describe('another form of numbers', () => {
  afterEach(() => showNumbers(POINT_AND_COMMA));

  it('is that of every figure, and of nothing that is sent or kept', () => {
    showNumbers({ decimal: ',', group: '.' });
    expect(formatUsd(1_234_567_890_000n)).toBe('$1.234.567,89');
    expect(formatUsd(-1_234_500_000n, 'down', 0)).toBe('−$1.234');
    expect(formatContracts(microContracts(1_204_500_000n))).toBe('1.204,50');
    expect(formatContracts(microContracts(1_204_000_000n), false)).toBe('1.204');
    expect(formatToken(1_284_509_999n, 6)).toBe('1.284,50');
    expect([formatCents(625_000n), formatCents(620_000n, true)]).toEqual(['62,5¢', '62,0¢']);
    expect([formatCents(999n), formatCents(999_500n)]).toEqual(['<0,1¢', '>99,9¢']);
    expect([formatPoints(-5_000n), formatPoints(0n)]).toEqual(['−0,5', '0,0']);
    expect(formatProbability(680_000n, true)).toBe('68,0%');
    expect([formatProbability(1n, true), formatProbability(999_999n, true)]).toEqual(['<0,1%', '>99,9%']);
    expect(formatSignedRatio(129n, 1_000n)).toBe('+12,9%');
    expect(formatCompactUsd(4_821_000_000_000n)).toBe('$4,82M');
    expect(formatCompactUsd(18_400_000_000_000n)).toBe('$18,4M');
    expect(withDecimalSign('0.5 % to 90 %. More.')).toBe('0,5 % to 90 %. More.');
    expect(toDecimalText(1_234_567_890_000n)).toBe('1234567.89');
    expect(toFixedText(1_234_567_890_000n, 6, 2)).toBe('1234567.89');
    expect(parseUsd('1234567.89')).toBe(1_234_567_890_000n);
    expect(parseUsd('1,5')).toBeUndefined();
  });

  it('may keep the point and change what stands between thousands', () => {
    showNumbers({ decimal: '.', group: '’' });
    expect(formatUsd(1_234_567_890_000n)).toBe('$1’234’567.89');
    expect(formatContracts(microContracts(1_204_500_000n))).toBe('1’204.50');
    expect(toDecimalText(1_234_567_890_000n)).toBe('1234567.89');
    showNumbers(POINT_AND_COMMA);
    expect(formatUsd(1_234_567_890_000n)).toBe('$1,234,567.89');
  });

  it('writes the same digits, none lost and none rounded', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 24n), 10n ** 24n),
        fc.constantFrom('.', ','),
        fc.constantFrom(',', '.', '’', '\u202f', ''),
        (value, decimal, group) => {
          fc.pre(decimal !== group);
          showNumbers({ decimal, group });
          const text = formatUsd(value, 'down', 6).replace('−', '-').replace('$', '');
          const plain = (group === '' ? text : text.replaceAll(group, '')).replace(decimal, '.');
          expect(parseUsd(plain)).toBe(value);
        },
      ),
    );
  });
});
