import {
  formatUsd,
  type NumberForm,
  POINT_AND_COMMA,
  parseUsd,
  showNumbers,
  toDecimalText,
} from '@contract/money.ts';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { readTyped, signAdvice, typedText } from './typed-amount.ts';

afterEach(() => showNumbers(POINT_AND_COMMA));

describe('an amount in the form of 1,234.56', () => {
  it.each([
    ['', ''],
    ['0', '0'],
    ['007', '7'],
    ['.', '0.'],
    ['.5', '0.5'],
    ['12.', '12.'],
    ['12.34', '12.34'],
    ['12,5', '12.5'],
    ['0,500', undefined],
    ['1,250', '1250'],
    ['$1,250.50', '1250.50'],
    [' 1 250.5 ', '1250.5'],
    ['1,250,000', '1250000'],
    ['$ 1 250 000', '1250000'],
    ['5 $', '5'],
    ['12 5', undefined],
    ['5\t10', undefined],
    ['1 2.5', undefined],
    ['0 500', undefined],
    ['1250 000', undefined],
    ['1 250 00', undefined],
    ['5$10', undefined],
    ['$5 $10', undefined],
    ['999999999999', '999999999999'],
    ['1000000000000', undefined],
    ['12.345', undefined],
    ['1.2.3', undefined],
    ['1,2,3', undefined],
    ['-5', undefined],
    ['+5', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['٣', undefined],
    ['five', undefined],
  ])('%j → %j', (text, accepted) => {
    expect(readTyped(text, 2, POINT_AND_COMMA)).toBe(accepted);
  });

  it('takes a figure in dollars only where dollars are asked for', () => {
    expect(readTyped('$50', 2, POINT_AND_COMMA, true)).toBe('50');
    expect(readTyped('$50', 2, POINT_AND_COMMA, false)).toBeUndefined();
    expect(readTyped(' 1 250 ', 2, POINT_AND_COMMA, false)).toBe('1250');
  });

  it('takes no point for whole numbers', () => {
    expect(readTyped('5.', 0, POINT_AND_COMMA)).toBeUndefined();
    expect(readTyped('5', 0, POINT_AND_COMMA)).toBe('5');
  });

  it('accepts only what the money parser takes exactly, and is stable', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789., $-e'.split('')) }), (text) => {
        const accepted = readTyped(text, 6, POINT_AND_COMMA);
        if (accepted === undefined || accepted === '') return;
        expect(parseUsd(accepted)).toBeTypeOf('bigint');
        expect(readTyped(accepted, 6, POINT_AND_COMMA)).toBe(accepted);
      }),
    );
  });
});

const POINT: NumberForm = { decimal: ',', group: '.' };
const SPACE_COMMA: NumberForm = { decimal: ',', group: '\u202f' };
const APOSTROPHE: NumberForm = { decimal: '.', group: '’' };
const SPACE: NumberForm = { decimal: '.', group: '\u202f' };
const NONE: NumberForm = { decimal: '.', group: '' };
const OTHERS = [POINT, SPACE_COMMA, APOSTROPHE, SPACE, NONE];
const FORMS = [POINT_AND_COMMA, ...OTHERS];

const escaped = (sign: string): string => sign.replace(/[.]/, '\\.');
/** What who reads a form sees in a text that is written in it, in micro-units; undefined of any other text. */
function seenBy({ decimal, group }: NumberForm, text: string): bigint | undefined {
  const grouped = new RegExp(`^[1-9]\\d{0,2}(${escaped(group)}\\d{3})+(${escaped(decimal)}\\d{1,6})?$`);
  const plain = new RegExp(`^\\d+(${escaped(decimal)}\\d{1,6})?$`);
  if (!plain.test(text) && !(group !== '' && grouped.test(text))) return undefined;
  const [whole = '', fraction = ''] = text.split(decimal);
  return BigInt(whole.replaceAll(group, '')) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
}
const value = (text: string, form: NumberForm): bigint | undefined => {
  const read = readTyped(text, 6, form);
  return read === undefined ? undefined : parseUsd(read);
};
const amounts = fc.bigInt(0n, 999_999_999_999_999_999n);
/** Figures and what comes near them. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom('.', ',', '’', '\u202f'),
      fc.stringMatching(/^\d{3}$/),
      fc.stringMatching(/^\d$/),
    ),
    {
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(''));

describe('an amount in any form', () => {
  it.each([
    [POINT, '1,5', '1.5'],
    [POINT, '1.5', undefined],
    [POINT, '1.', undefined],
    [POINT, '1.234', undefined],
    [POINT, '1.234,56', '1234.56'],
    [POINT, '1.234.567', '1234567'],
    [POINT, '1,234.56', undefined],
    [POINT, '1,234,567', undefined],
    [POINT, '1.234.', undefined],
    [POINT, '$1.250,50', '1250.50'],
    [SPACE_COMMA, '1\u202f234,56', '1234.56'],
    [SPACE_COMMA, '1.5', undefined],
    [SPACE_COMMA, '1.234', undefined],
    [APOSTROPHE, '1’234.5', '1234.5'],
    [APOSTROPHE, "1'234", '1234'],
    [APOSTROPHE, '1,234', undefined],
    [APOSTROPHE, '1,5', undefined],
    [APOSTROPHE, '1,234.5', '1234.5'],
    [NONE, '1’234', undefined],
    [POINT_AND_COMMA, '1,234,', undefined],
    [POINT_AND_COMMA, '1’234', undefined],
  ])('%j: %s → %s', (form, text, read) => expect(readTyped(text, 6, form)).toBe(read));

  it('is what was shown: in a field, and as a figure that is pasted', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FORMS), amounts, (form, amount) => {
        const plain = toDecimalText(amount);
        expect(readTyped(typedText(plain, form), 6, form)).toBe(plain);
        showNumbers(form);
        const figure = formatUsd(amount, 'down', 6);
        expect(value(figure, form)).toBe(amount);
        const [cents, whole] = [formatUsd(amount), formatUsd(amount, 'down', 0)];
        expect(value(cents, form)).toBe((amount / 10_000n) * 10_000n);
        // A lone group: refused where it may be a decimal, never another amount.
        expect([(amount / 1_000_000n) * 1_000_000n, undefined]).toContain(value(whole, form));
      }),
    );
  });

  it('is what who reads that form sees in it, or refused', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FORMS), texts, (form, text) => {
        const [seen, read] = [seenBy(form, text), value(text, form)];
        if (seen !== undefined && read !== undefined) expect(read).toBe(seen);
      }),
      { numRuns: 5_000 },
    );
  });

  it('is the same by every key as in one piece, also with signs that are refused', () => {
    fc.assert(
      fc.property(fc.constantFrom(...OTHERS), amounts, (form, amount) => {
        showNumbers(form);
        let held = '';
        for (const key of formatUsd(amount, 'down', 6))
          held = readTyped(typedText(held, form) + key, 6, form) ?? held;
        expect(parseUsd(held)).toBe(amount);
      }),
    );
  });

  it('says which sign to use where one was refused, and nothing of other keys', () => {
    expect(signAdvice('1.', 2, POINT)).toBe(
      'Write decimals with a comma, as in 1234,5, and nothing between thousands',
    );
    expect(signAdvice('1,5', 2, NONE)).toContain('with a point, as in 1234.5');
    expect(signAdvice('1,5', 0, NONE)).toBe('Whole numbers only, nothing between thousands');
    // Were only its point dropped, the next key would make fifteen of one and a half.
    expect(signAdvice('1.', 0, POINT_AND_COMMA)).toBe('Whole numbers only, nothing between thousands');
    expect(signAdvice('1x', 2, POINT)).toBeUndefined();
    expect(signAdvice('1,234', 2, POINT)).toBeUndefined();
  });
});
