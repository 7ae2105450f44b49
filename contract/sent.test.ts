import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Route } from './route.ts';
import { routes } from './routes.ts';
import { sends, sendsHere } from './sends.ts';
import { sentBy } from './sent.ts';
import {
  instantText,
  isoInstant,
  listOrEmpty,
  mayLack,
  openEnum,
  orNull,
  orUnknown,
  textOrEmpty,
  usd,
} from './wire.ts';

const accepts = (schema: z.ZodMiniType, value: unknown): boolean => schema.safeParse(value).success;

describe('what is sent of a field', () => {
  it.each<[string, z.ZodMiniType, unknown[], unknown[]]>([
    ['money', usd, ['5', '-12'], [5, '5.0', '', null, undefined]],
    ['what may be null', orNull(usd), ['5', null], [5, undefined]],
    ['what is always known', orUnknown(usd), ['5'], [5, null, undefined]],
    ['text', textOrEmpty, ['', 'a'], [null, undefined, 5]],
    ['what may be missing', mayLack(orNull(usd)), ['5', null, undefined], [5]],
    ['a list', listOrEmpty(usd), [[], ['5']], [null, undefined, [5]]],
    ['a choice', openEnum(['a', 'b']), ['a'], ['c', null]],
    [
      'seconds in a text',
      instantText,
      ['1800000000', null],
      [1_800_000_000, '2027-01-15T08:00:00Z', undefined],
    ],
    ['ISO 8601', isoInstant, ['2027-01-15T08:00:00Z', '2027-01-15T08:00:00.250Z'], ['1800000000', null]],
    ['one of several', z.union([usd, z.boolean()]), ['5', true], [5]],
    ['values by name', z.record(z.string(), usd), [{}, { a: '5' }], [{ a: 5 }]],
    ['a pair', z.tuple([usd, z.boolean()]), [['5', true]], [[5, true], ['5']]],
    ['what may be left out as it is', z.optional(z.nullable(usd)), ['5', null, undefined], [5]],
  ])('%s', (_, read, right, wrong) => {
    for (const value of right) expect(accepts(sentBy(read), value), JSON.stringify(value)).toBe(true);
    for (const value of wrong) expect(accepts(sentBy(read), value), JSON.stringify(value)).toBe(false);
    // Whatever is sent can be read.
    for (const value of right) expect(accepts(read, value)).toBe(true);
  });

  it('leaves what is read as it was', () => {
    for (const value of ['5', 5, null, undefined]) expect(accepts(orNull(usd), value)).toBe(true);
    expect(accepts(mayLack(textOrEmpty), null)).toBe(true);
    expect(textOrEmpty.parse(undefined)).toBe('');
  });

  it('can differ from field to field', () => {
    const here = sendsHere(usd, () => z.int());
    expect(accepts(sentBy(here), 5)).toBe(true);
    expect(accepts(sentBy(usd), 5)).toBe(false);
    expect(here.parse('5')).toBe(5n);
  });
});

describe('what is sent of a record', () => {
  it('is every field of it and no other', () => {
    const record = z.object({ a: usd, b: mayLack(textOrEmpty) });
    expect(accepts(sentBy(record), { a: '5' })).toBe(true);
    expect(accepts(sentBy(record), { a: '5', b: '' })).toBe(true);
    expect(accepts(sentBy(record), { b: '' })).toBe(false);
    expect(accepts(sentBy(record), { a: '5', c: 1 })).toBe(false);
    expect(accepts(record, { a: 5, c: 1 })).toBe(true);
  });

  it('keeps what tells its kinds apart', () => {
    const kinds = z.discriminatedUnion('status', [
      z.object({ status: z.literal('ok'), amount: usd }),
      z.object({ status: z.literal('error'), code: z.string() }),
    ]);
    expect(accepts(sentBy(kinds), { status: 'ok', amount: '5' })).toBe(true);
    expect(accepts(sentBy(kinds), { status: 'ok', amount: 5 })).toBe(false);
    expect(accepts(sentBy(kinds), { status: 'error', amount: '5' })).toBe(false);
  });

  it('has to be said where what is read is made into something else', () => {
    const silent = z.pipe(
      z.string(),
      z.transform((text) => text.length),
    );
    expect(() => sentBy(z.object({ silent }))).toThrow(/does not say what is sent/);
    expect(accepts(sentBy(sends(silent, () => z.string())), 'a')).toBe(true);
  });
});

describe('every operation', () => {
  it.each(Object.entries<Route>(routes))('says what is sent: %s', (_, { answer }) => {
    const schema = z.toJSONSchema(sentBy(answer), { io: 'input' });
    // The same whichever way it is read: nothing in it is made into anything else.
    expect(z.toJSONSchema(sentBy(answer), { io: 'output' })).toEqual(schema);
  });
});
