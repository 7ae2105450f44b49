import { type NumberForm, POINT_AND_COMMA } from '@contract/money.ts';

/*
 * What is typed as an amount, and how a field shows it. The text that a field holds is plain: digits and a point, as
 * `parseUsd` and its like read it. Only here does it meet the form of numbers that was chosen.
 *
 * - Spaces around a figure say nothing and are dropped, as are those between groups of three digits. Any others stand
 *   between two figures, as of two cells of a sheet: "5 10" is no amount.
 * - `$` around a figure is dropped where dollars are asked for. Of cents, contracts or tokens "$50" is not 50.
 * - The decimal sign of the form, once, stands before decimals.
 * - The other of point and comma is refused, and the field says which sign to use. It may mean decimals, as keypads
 *   have it, or thousands, as the form or a habit has it, and no keystroke tells which: "1.5" would be one and a half
 *   or the beginning of "1.500".
 * - Only in a text of one piece, a figure that is pasted, are groups dropped: where decimals or a second group leave no
 *   doubt, "1.234,5" or "1.234.567". A lone "1.234" is refused.
 * - The form of "1,234.56", with which everybody begins, is kinder: "1,234" in one piece is a thousand, and any other
 *   lone comma a decimal one, which becomes a point in the field while it is typed.
 */

const MAX_WHOLE_DIGITS = 12;
const bare = (text: string): string =>
  text
    .replace(/^[\s$]+|[\s$]+$/g, '')
    .replace(/^[1-9]\d{0,2}(?:\s\d{3})+(?!\d)/, (grouped) => grouped.replace(/\s/g, ''));

/** One to three digits, groups of three after one sign, and what may be decimals. */
const GROUPED = /^[1-9]\d{0,2}([.,'’])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d*)?$/;

/** Without groups and with a point before decimals; undefined where the signs leave a doubt. */
function plainOf(text: string, { decimal, group }: NumberForm): string | undefined {
  const other = decimal === '.' ? ',' : '.';
  const isKind = decimal === POINT_AND_COMMA.decimal && group === POINT_AND_COMMA.group;
  const sign = GROUPED.exec(text)?.[1] ?? decimal;
  let plain = text;
  if (sign === other || (sign !== decimal && group === '’')) {
    const isLone = text.indexOf(sign) === text.lastIndexOf(sign) && !text.includes(decimal);
    if (isLone && sign === other && !isKind) return undefined;
    plain = text.replaceAll(sign, '');
  } else if (isKind && /^\d*,\d*$/.test(text)) plain = text.replace(',', '.');
  return plain.includes(other) ? undefined : plain.replace(decimal, '.');
}

/**
 * Plain decimal text of what was typed, at most `decimals` digits behind its point, leading zeros gone. Undefined where
 * it is no amount or might be another one: it is then refused rather than guessed at.
 */
export function readTyped(
  text: string,
  decimals: number,
  form: NumberForm,
  inDollars = true,
): string | undefined {
  if (!inDollars && text.includes('$')) return undefined;
  const [matched, whole = '', point = '', fraction = ''] =
    /^(\d*)(\.?)(\d*)$/.exec(plainOf(bare(text), form) ?? '?') ?? [];
  if (matched === undefined || fraction.length > decimals || (point !== '' && decimals === 0))
    return undefined;
  const trimmed = whole.replace(/^0+(?=\d)/, '');
  if (trimmed.length > MAX_WHOLE_DIGITS) return undefined;
  return `${trimmed === '' && point !== '' ? '0' : trimmed}${point}${fraction}`;
}

/** Whether a plain text says no amount: it is empty, or zero so far. */
export const isEmptyAmount = (plain: string): boolean => /^[0.]*$/.test(plain);

/** Plain decimal text as a field shows it: with the decimal sign of the form, never grouped. */
export const typedText = (plain: string, { decimal }: NumberForm): string => plain.replace('.', decimal);

/** What to write instead where a text was refused for its signs; undefined where that was not the reason. */
export function signAdvice(text: string, decimals: number, form: NumberForm): string | undefined {
  const plain = bare(text);
  if (!/[.,'’]/.test(plain) || !/^[\d.,'’]*$/.test(plain)) return undefined;
  const understood = plainOf(plain, form) ?? '?';
  // Digits alone, or behind one decimal sign, are no amount for another reason: there are too many.
  if (decimals === 0 ? /^\d*$/.test(understood) : /^\d*\.?\d*$/.test(understood)) return undefined;
  return decimals === 0
    ? 'Whole numbers only, nothing between thousands'
    : `Write decimals with a ${form.decimal === '.' ? 'point' : 'comma'}, as in 1234${form.decimal}5, and nothing between thousands`;
}

/** What is taken, where a text of several characters was refused as a whole. */
export const amountAdvice = (decimals: number, { decimal }: NumberForm): string =>
  `Not an amount for this field: at most ${MAX_WHOLE_DIGITS} digits${
    decimals === 0 ? '' : `, and ${decimals} behind a ${decimal === '.' ? 'point' : 'comma'}`
  }`;
