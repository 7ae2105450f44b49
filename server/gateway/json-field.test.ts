import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fieldText } from './json-field.ts';

it('finds what JSON.parse finds, whatever else there is', () => {
  const object = fc.dictionary(
    fc.oneof(fc.constantFrom('result', 'a', '"', '\\'), fc.string()),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(object, fc.nat(2), (value, indent) => {
      const json = JSON.stringify(value, null, indent);
      for (const name of [...Object.keys(value), 'result']) {
        const text = fieldText(json, name);
        const expected: unknown = JSON.parse(json)[name];
        expect(text === undefined ? undefined : JSON.parse(text)).toEqual(expected);
      }
    }),
  );
});

it('finds the end of every text, whatever quotes and backslashes are in it', () => {
  const text = fc.array(fc.constantFrom('\\', '"', 'a', ':', ',', '}'), { maxLength: 12 });
  fc.assert(
    fc.property(text, text, (key, value) => {
      const [name, told] = [key.join(''), value.join('')];
      const json = JSON.stringify({ before: [name, told], [name]: told, result: told });
      for (const field of [name, 'result', 'before']) {
        const expected: unknown = JSON.parse(json)[field];
        expect(JSON.parse(fieldText(json, field) ?? '')).toEqual(expected);
      }
    }),
  );
});

it('leaves a number as it was written, and takes the last of a name', () => {
  expect(fieldText('{"result":1,"a":[{"result":2}],"r\\u0065sult" : -18446744073709551615 }', 'result')).toBe(
    '-18446744073709551615',
  );
});

it('gives up on lists within lists by the thousand', () => {
  const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  expect(() => fieldText(`{"result":${nested}}`, 'result')).toThrow('nested too deep');
});
