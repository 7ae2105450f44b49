import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoTime, toCsv } from './csv.ts';

/** A reader of RFC 4180, of its own making: quotes, doubled quotes, CRLF. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text.charAt(index + 1) === '"') {
        cell += '"';
        index += 1;
      } else quoted = false;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === ',') {
      row.push(cell);
      cell = '';
    } else if (char === '\r' && text.charAt(index + 1) === '\n') {
      index += 1;
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else cell += char;
  }
  return rows;
}

const nasty = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc
    .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', '＝'), fc.string())
    .map(([start, rest]) => start + rest),
  fc
    .tuple(
      fc.string(),
      fc.constantFrom(';', '; ', ';"', '\t', '\r\n'),
      fc.constantFrom('=', '+', '-', '@', '＝'),
    )
    .map(([start, parts, sign]) => `${start}${parts}${sign}1`),
);

/** Without the guards that it may have got: whoever wrote one himself has it taken off on both sides. */
const unguarded = (cell: string): string =>
  cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '').replace(/([;\t\r\n][ "]*)'(?=[=+\-@＝＋－＠])/g, '$1');

describe('CSV', () => {
  it('comes back as it went, but for the guard of what begins like a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.array(nasty, { minLength: 3, maxLength: 3 }), { maxLength: 6 }), (rows) => {
        const [header, ...read] = parseCsv(toCsv(['a', 'b', 'c'], rows));
        expect(header).toEqual(['a', 'b', 'c']);
        expect(read.map((row) => row.map(unguarded))).toEqual(rows.map((row) => row.map(unguarded)));
      }),
    );
  });

  it('never lets text begin like a formula', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const [, [cell = ''] = []] = parseCsv(toCsv(['a'], [[text]]));
        expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
      }),
    );
  });

  it('nor where a spreadsheet parts it by semicolons', () => {
    expect(toCsv(['a'], [['France;=1+1']])).toBe("a\r\nFrance;'=1+1\r\n");
    fc.assert(
      fc.property(nasty, (text) => {
        const [, ...parts] = toCsv(['a'], [[text]])
          .slice('a\r\n'.length)
          .split(/[;\t\r\n]/);
        for (const part of parts) expect(part.replace(/^[ "]+/, '')).not.toMatch(/^[=+\-@＝＋－＠]/);
      }),
    );
  });

  it('writes decimals raw, negative ones too, and nothing else unguarded', () => {
    expect(toCsv(['n'], [[{ decimal: '-1.5' }], [{ decimal: '-1+1' }], [null]])).toBe(
      "n\r\n-1.5\r\n'-1+1\r\n\r\n",
    );
  });

  it('quotes commas, quotes and line ends', () => {
    expect(toCsv(['a', 'b'], [['x, "y"', 'one\ntwo']])).toBe('a,b\r\n"x, ""y""","one\ntwo"\r\n');
  });

  it('writes moments as ISO 8601', () => {
    expect(isoTime(1_790_000_000)).toBe('2026-09-21T14:13:20.000Z');
    expect(isoTime(0)).toBeNull();
    expect(isoTime(null)).toBeNull();
  });
});
