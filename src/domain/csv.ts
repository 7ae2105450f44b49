/** A cell: text is guarded against being read as a formula; a decimal is written as it is, null is left empty. */
export type CsvCell = string | { readonly decimal: string } | null;

/** What a spreadsheet takes for the start of a formula, full-width forms included. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/** The same within a text: where spreadsheets part cells by semicolons, no quotes around it keep it together. */
const FORMULA_WITHIN = /([;\t\r\n][ "]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const DECIMAL = /^-?\d+(\.\d+)?$/;
const QUOTED = /[",\r\n]/;

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  // Only plain digits go unguarded, whatever the caller says they are.
  const plain = typeof cell !== 'string' && DECIMAL.test(cell.decimal);
  const text = typeof cell === 'string' ? cell : cell.decimal;
  const begun = !plain && FORMULA.test(text) ? `'${text}` : text;
  const safe = begun.replace(FORMULA_WITHIN, "$1'");
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * RFC 4180 text of a table: a header line, CRLF after every line, fields quoted where they must be. Text that begins
 * like a formula gets an apostrophe in front, which spreadsheets take as "this is text"; so does what may begin a cell
 * within it.
 */
export const toCsv = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  [header, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');

/** Unix seconds as ISO 8601 in UTC; null where there is no moment. */
export const isoTime = (seconds: number | null): string | null =>
  seconds === null || seconds <= 0 ? null : new Date(seconds * 1_000).toISOString();
