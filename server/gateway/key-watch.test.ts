import { describe, expect, it } from 'vitest';
import { createKeyWatch } from './key-watch.ts';

const KEYS = [
  'key-that-nobody-may-see',
  'sk_live/8f3+Q==',
  'a%41"b\\u0063&amp;d-and-more',
  '0123456789abcdef',
];

const unicode = (text: string) =>
  [...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const percent = (text: string) => [...Buffer.from(text)].map((one) => `%${one.toString(16)}`).join('');
const json = (text: string) => JSON.stringify({ text });
const base64 = (text: string) => Buffer.from(text).toString('base64');

const WRITINGS: Record<string, (key: string) => string> = {
  'as it is': (key) => key,
  'in JSON': json,
  'in escapes': (key) => `{"a":"${unicode(key)}"}`,
  'in escapes of large letters': (key) =>
    unicode(key).replace(/u00(..)/g, (_, hex) => `u00${hex.toUpperCase()}`),
  'as a name': (key) => JSON.stringify({ [key]: 1 }),
  'as a name that comes twice': (key) => `{"a":"${unicode(key)}","a":1}`,
  'in JSON in JSON': (key) => json(`{"a":"${unicode(key)}"}`),
  'in JSON in JSON in JSON': (key) => json(json(json(key))),
  'in escapes of scripts': (key) => [...key].map((one) => `\\x${one.charCodeAt(0).toString(16)}`).join(''),
  'in escapes of newer scripts': (key) =>
    [...key].map((one) => `\\u{${one.charCodeAt(0).toString(16)}}`).join(''),
  'percent-encoded': (key) => `https://x.example/?key=${encodeURIComponent(key)}`,
  'percent-encoded whole': percent,
  'percent-encoded twice': (key) => percent(percent(key)),
  'percent-encoded in JSON': (key) => unicode(percent(key)),
  'in decimal entities': (key) => [...key].map((one) => `&#${one.charCodeAt(0)};`).join(''),
  'in hexadecimal entities': (key) => [...key].map((one) => `&#x${one.charCodeAt(0).toString(16)};`).join(''),
  'in named entities': (key) =>
    key.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('_', '&lowbar;'),
  'in hex': (key) => Buffer.from(key).toString('hex'),
  'in large hex': (key) => Buffer.from(key).toString('hex').toUpperCase(),
  'in base64': base64,
  'in base64 for addresses': (key) => Buffer.from(`?${key}!`).toString('base64url'),
  'in base64 of more': (key) => base64(`Authorization: ${key}\r\n`),
  'in base64 of one more': (key) => json(base64(`x${key}y`)),
  'in base64 of two more': (key) => base64(`xx${key}yy`).replaceAll('/', '\\/'),
};

describe.each(KEYS)('%s', (key) => {
  const isShown = createKeyWatch([key]);
  it.each(Object.keys(WRITINGS))('is found %s', (name) => {
    expect(isShown(`{"before":"50% & more \\n","x":"${WRITINGS[name]?.(key)}"}`)).toBe(true);
  });
  it('is not found where it is not', () => {
    const innocent = json(
      `${key.slice(0, -1)}? 100%, &amp; \\ "${key.slice(1)}" ${base64(key.slice(2, -2))}`,
    );
    expect(isShown(innocent)).toBe(false);
    expect(isShown('\\u12 \\ud800 %zz % &# &#99999999; &#x110000; &nosuch; \\')).toBe(false);
  });
});

it('is found in base64 for addresses whatever letters that writes otherwise', () => {
  const key = 'ab?cd?ef>gh>';
  expect(base64(key)).toMatch(/\/.*\+/);
  const isShown = createKeyWatch([key]);
  expect([base64(key), Buffer.from(key).toString('base64url')].map(isShown)).toEqual([true, true]);
});

it.each([
  ['backslashes', '\\'.repeat(8 * 2 ** 20)],
  ['percent signs', '%41a'.repeat(2 ** 21)],
  ['entities', '&lt;'.repeat(2 ** 21)],
])('is taken to be in what is made of so many %s that it cannot be looked into in time', (_, text) => {
  const isShown = createKeyWatch(['key-that-nobody-may-see']);
  expect(isShown(text)).toBe(true);
});

it('is not taken to be in a long answer with a line break in every line', () => {
  const isShown = createKeyWatch(['key-that-nobody-may-see']);
  expect(isShown(JSON.stringify('he said "so", and went on.\n'.repeat(100_000)))).toBe(false);
});

it('looks for several, and for none that stands in any text', () => {
  const isShown = createKeyWatch(['first-of-the-keys', 'second-of-the-keys', 'data']);
  expect(['first-of-the-keys', 'second-of-the-keys', '{"data":1}'].map(isShown)).toEqual([true, true, false]);
});
