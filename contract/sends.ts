import type * as z from 'zod/mini';

/*
 * Answers have two forms: what is read, tolerantly, from whoever answers, and what this service itself sends, as the
 * interface specifies it. Both come from one definition: a schema that reads more than is sent says here what is sent.
 * `sent.ts` makes the second form of it; a browser never does.
 */

/** What is sent, made with the sent form of other schemas where it holds some. */
export type SentForm = (sent: (read: z.ZodMiniType) => z.ZodMiniType) => z.ZodMiniType;

export const sentForms = new WeakMap<z.ZodMiniType, SentForm>();

/** The schema, of which exactly `form` is sent. Only for one that is named nowhere else: it is not copied. */
export function sends<S extends z.ZodMiniType>(read: S, form: SentForm): S {
  sentForms.set(read, form);
  return read;
}

/** A copy of the schema for a field of which something else is sent than of others like it. */
export const sendsHere = <S extends z.ZodMiniType>(read: S, form: SentForm): S =>
  // A copy has the type of what it copies.
  sends(read.clone() as S, form);
