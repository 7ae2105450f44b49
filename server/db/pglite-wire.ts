import { type PGlite, protocol, types } from '@electric-sql/pglite';
import { AnswerRoom } from './answer-room.ts';
import type { Answer, Column } from './thread-messages.ts';

/*
 * Statements of PGlite in the protocol of PostgreSQL. Its own `query` reads every statement anew, in six turns, and
 * makes a string of every field: that takes several times as long as the database itself. Here what is said again
 * and again stays prepared, is bound and run in one turn, and is answered with the bytes that the database wrote.
 */
const { Parser, serialize } = protocol;
const { DatabaseError, ParameterDescriptionMessage, RowDescriptionMessage } = protocol.messages;

/** Each takes some 30 KB of the database's memory. */
const MOST_PREPARED = 128;
const TEXT = 0;
const BINARY = 1;

interface Prepared {
  readonly name: string;
  /** Types of its parameters. */
  readonly parameters: readonly number[];
  readonly columns: readonly Column[];
}

export interface Wire {
  /**
   * Runs a statement in one go, within whatever transaction is open.
   * @throws DatabaseError
   */
  query(sql: string, params: readonly unknown[]): Promise<Answer>;
}

/** Code of a message and where the next one begins. */
const codeAt = (bytes: Buffer, at: number): string => String.fromCharCode(bytes.readUInt8(at));
const after = (bytes: Buffer, at: number): number => at + 1 + bytes.readUInt32BE(at + 1);

/** @throws what the database says that it could not do */
function requireDone(bytes: Buffer): void {
  let done = false;
  for (let at = 0; at < bytes.length; at = after(bytes, at)) {
    const code = codeAt(bytes, at);
    if (code === 'E') throw failureIn(bytes);
    // Done, or nothing to do, or read as far as it was wanted.
    if (code === 'C' || code === 'I' || code === '1') done = true;
  }
  if (!done) throw new Error('The database has not answered.');
}

function failureIn(bytes: Buffer): Error {
  let failure: Error = new Error('The database has failed.');
  new Parser().parse(bytes, (message) => {
    if (message instanceof DatabaseError) failure = message;
  });
  return failure;
}

/** The end of a binding says which columns are wanted as they are, all others as text. */
function withFormats(bind: Uint8Array, columns: readonly Column[]): Uint8Array {
  if (!columns.some(({ type }) => type === types.BYTEA)) return bind;
  // It ends in the one format of all columns, or none.
  const head = Buffer.from(bind.subarray(0, -2));
  const formats = Buffer.alloc(2 * (1 + columns.length));
  formats.writeUInt16BE(columns.length);
  for (const [index, { type }] of columns.entries())
    formats.writeUInt16BE(type === types.BYTEA ? BINARY : TEXT, 2 * (1 + index));
  head.writeUInt32BE(head.length + formats.length - 1, 1);
  return Buffer.concat([head, formats]);
}

export function createWire(client: PGlite): Wire {
  /** By their text, those used last at the end. */
  const prepared = new Map<string, Prepared>();
  let named = 0;
  const room = new AnswerRoom();

  /** What the database writes; good until the next call. */
  async function say(messages: readonly Uint8Array[]): Promise<Buffer> {
    room.clear();
    const onRawData = (bytes: Uint8Array): void => room.add(bytes);
    await client.execProtocolRawStream(Buffer.concat([...messages, serialize.sync()]), { onRawData });
    return room.answer;
  }

  async function prepare(sql: string): Promise<Prepared> {
    named += 1;
    const name = `s${named}`;
    const bytes = await say([serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name })]);
    requireDone(bytes);
    let parameters: number[] = [];
    let columns: Column[] = [];
    new Parser().parse(bytes, (message) => {
      if (message instanceof ParameterDescriptionMessage) parameters = message.dataTypeIDs;
      if (message instanceof RowDescriptionMessage)
        columns = message.fields.map((field) => ({ name: field.name, type: field.dataTypeID }));
    });
    return { name, parameters, columns };
  }

  async function forgetOldest(): Promise<void> {
    const [oldest] = prepared;
    if (!oldest || prepared.size < MOST_PREPARED) return;
    const [sql, { name }] = oldest;
    prepared.delete(sql);
    await say([serialize.close({ type: 'S', name })]);
  }

  async function preparedOf(sql: string): Promise<Prepared> {
    const known = prepared.get(sql);
    if (!known) await forgetOldest();
    const statement = known ?? (await prepare(sql));
    prepared.delete(sql);
    prepared.set(sql, statement);
    return statement;
  }

  const textOf = (param: unknown, type: number | undefined): string | null => {
    if (param === null || param === undefined) return null;
    return client.serializers[type ?? types.TEXT]?.(param) ?? String(param);
  };

  return {
    query: (sql, params) =>
      client.runExclusive(async () => {
        const { name, parameters, columns } = await preparedOf(sql);
        const values = params.map((param, index) => textOf(param, parameters[index]));
        const bind = withFormats(serialize.bind({ statement: name, values }), columns);
        const bytes = await say([bind, serialize.execute()]);
        requireDone(bytes);
        const answer = { columns, bytes: new Uint8Array(bytes) };
        room.clear();
        return answer;
      }),
  };
}
