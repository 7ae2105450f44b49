import { type AnyColumn, and, eq, type SQL, sql } from 'drizzle-orm';

/** Eight bytes by which long text is found; the indexes of schema.ts have them instead of the text. */
export const textHash = (text: unknown): SQL => sql`hashtextextended(${text}, 0)`;

/** Whether a column that is indexed by its hash holds this text. */
export const isText = (column: AnyColumn, text: string): SQL | undefined =>
  and(eq(textHash(column), textHash(text)), eq(column, text));

/**
 * Whether a column that is indexed by its hash holds one of these texts, which are one parameter: the statement is the
 * same for any number of them, is made and planned faster, and is read by the index however many there are. One alone
 * is told to be equal: what is equal comes in the order of the index.
 */
export function isOneOf(column: AnyColumn, texts: readonly string[]): SQL | undefined {
  const [one, ...others] = texts;
  if (one !== undefined && others.length === 0) return isText(column, one);
  const list = sql`${sql.param([...texts])}::text[]`;
  const hashes = sql`select ${textHash(sql`text`)} from unnest(${list}) text`;
  return and(sql`${textHash(column)} = any(array(${hashes}))`, sql`${column} = any(${list})`);
}
