import { type QueryOptions, type Results, types } from '@electric-sql/pglite';
import type { Answer, Column } from './thread-messages.ts';

type Read = (text: string) => unknown;

/** Types of lists that are read, with that of what is in them. */
const LISTS: ReadonlyMap<number, number> = new Map([
  [1000, types.BOOL],
  [1005, types.INT2],
  [1007, types.INT4],
  [1009, types.TEXT],
  [1016, types.INT8],
  [1022, types.FLOAT8],
  [1231, types.NUMERIC],
]);

const asItIs: Read = (text) => text;

/** How the text of a type is read, as PGlite would. */
function readOf(type: number, parsers: QueryOptions['parsers']): Read {
  const own = parsers?.[type] ?? types.parsers[type];
  if (own) return (text) => own(text, type);
  const element = LISTS.get(type);
  if (element === undefined) return asItIs;
  const of = readOf(element, parsers);
  return (text) => types.arrayParser(text, of, type);
}

const ROW = 'D'.charCodeAt(0);
const DONE = 'C'.charCodeAt(0);
const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** The values of a row that begins here. Bytes come as they are (pglite-wire.ts), everything else as text. */
function valuesAt(bytes: Buffer, start: number, columns: readonly Column[], reads: readonly Read[]) {
  let at = start;
  return columns.map(({ type }, index) => {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length < 0) return null;
    const from = at;
    at += length;
    // A copy: what lies around it is let go of.
    if (type === types.BYTEA) return new Uint8Array(bytes.subarray(from, at));
    const read = reads[index] ?? asItIs;
    return read(bytes.toString('utf8', from, at));
  });
}

/** The answer of the database's thread as its own `query` would have it. */
export function resultsOf<T>(answer: Answer, { rowMode, parsers }: QueryOptions): Results<T> {
  const { columns } = answer;
  const reads = columns.map(({ type }) => readOf(type, parsers));
  const bytes = Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength);
  const rows: unknown[] = [];
  let affectedRows = 0;
  for (let at = 0; at < bytes.length; ) {
    const code = bytes.readUInt8(at);
    const end = at + 1 + bytes.readUInt32BE(at + 1);
    if (code === ROW) {
      // Length of the message, and how many columns there are.
      const values = valuesAt(bytes, at + 7, columns, reads);
      rows.push(
        rowMode === 'array' ? values : Object.fromEntries(columns.map(({ name }, i) => [name, values[i]])),
      );
    }
    if (code === DONE) {
      const words = bytes.toString('latin1', at + 5, end - 1).split(' ');
      if (CHANGES.has(words[0] ?? '')) affectedRows = Number(words.at(-1));
    }
    at = end;
  }
  const fields = columns.map(({ name, type }) => ({ name, dataTypeID: type }));
  // What the columns are is for the caller to know.
  return { rows: rows as T[], fields, affectedRows };
}
