import { type AnyColumn, and, eq, inArray, type SQL, sql } from 'drizzle-orm';

/** Eight bytes by which long text is found; the indexes of schema.ts have them instead of the text. */
export const textHash = (text: unknown): SQL => sql`hashtextextended(${text}, 0)`;

/** Whether a column that is indexed by its hash holds this text. */
export const isText = (column: AnyColumn, text: string): SQL | undefined =>
  and(eq(textHash(column), textHash(text)), eq(column, text));

/** Whether a column that is indexed by its hash holds one of these texts. */
export const isOneOf = (column: AnyColumn, texts: readonly string[]): SQL | undefined =>
  and(inArray(textHash(column), texts.map(textHash)), inArray(column, [...texts]));

/**
 * The same for many texts, which are one parameter: the statement is the same for any number of them, is made and
 * planned faster, and is read by the index however many there are.
 */
export function isAnyOf(column: AnyColumn, texts: readonly string[]): SQL | undefined {
  const list = sql`${sql.param([...texts])}::text[]`;
  const hashes = sql`select ${textHash(sql`text`)} from unnest(${list}) text`;
  return and(sql`${textHash(column)} = any(array(${hashes}))`, sql`${column} = any(${list})`);
}
