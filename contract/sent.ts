import * as z from 'zod/mini';
import { sentForms } from './sends.ts';

type Schema = z.ZodMiniType;
/** The parts of a schema's definition that are looked at. */
type Def = z.core.$ZodTypeDef & {
  readonly shape?: Record<string, Schema>;
  readonly catchall?: Schema;
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly options?: readonly Schema[];
  readonly items?: readonly Schema[];
  readonly valueType?: Schema;
};

const made = new WeakMap<Schema, Schema>();
/** Kinds of which exactly what is read is sent. */
const SAME: ReadonlySet<string> = new Set([
  'string',
  'number',
  'boolean',
  'literal',
  'enum',
  'unknown',
  'null',
]);

function build(schema: Schema): Schema {
  const form = sentForms.get(schema);
  if (form) return form(sentBy);
  const def = schema._zod.def as Def;
  if (SAME.has(def.type)) return schema;
  const { shape, element, innerType, options, items, valueType } = def;
  if (def.type === 'object' && shape) {
    const fields = Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, sentBy(field)]));
    return def.catchall ? z.looseObject(fields) : z.strictObject(fields);
  }
  if (def.type === 'array' && element) return z.array(sentBy(element));
  if (def.type === 'optional' && innerType) return z.optional(sentBy(innerType));
  if (def.type === 'nullable' && innerType) return z.nullable(sentBy(innerType));
  if (def.type === 'record' && valueType) return z.record(z.string(), sentBy(valueType));
  if (def.type === 'tuple' && items?.[0]) {
    return z.tuple([sentBy(items[0]), ...items.slice(1).map(sentBy)]);
  }
  if (def.type === 'union' && options) return z.union(options.map(sentBy));
  throw new TypeError(`a schema of the kind "${def.type}" does not say what is sent`);
}

/**
 * What this service sends of an answer: every field of the definition and no other, required and nullable as the
 * interface has it. @throws TypeError where a definition leaves that open.
 */
export function sentBy(schema: Schema): Schema {
  const known = made.get(schema);
  if (known) return known;
  const sent = build(schema);
  made.set(schema, sent);
  return sent;
}
