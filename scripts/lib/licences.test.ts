import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { noticeOf, packageOf } from './licences.ts';

const folder = (name: string) => join(fileURLToPath(new URL('../..', import.meta.url)), 'node_modules', name);

test.each([
  ['/a/node_modules/zod/v4/core.js', '/a/node_modules/zod'],
  ['/a/node_modules/@noble/curves/esm/ed25519.js', '/a/node_modules/@noble/curves'],
  ['\0/a/node_modules/x/node_modules/y/i.js?commonjs', '/a/node_modules/x/node_modules/y'],
  ['C:\\a\\node_modules\\zod\\i.js', 'C:/a/node_modules/zod'],
  ['/a/src/main.tsx', undefined],
])('%s is of %s', (file, expected) => expect(packageOf(file)).toBe(expected));

test('names each with its licence, by name, and in whose name', () => {
  const notice = noticeOf([folder('zod'), folder('react')]);
  expect(notice).toMatch(
    /react \d[\s\S]*Licence: MIT[\s\S]*Copyright[\s\S]*zod \d[\s\S]*Licence: MIT[\s\S]*Copyright/,
  );
  expect(notice).not.toContain('GNU');
});

test('gives what is under the LGPL its texts, and says how it is exchanged', () => {
  const notice = noticeOf([folder('rpc-websockets')]);
  expect(notice).toContain('Licence: LGPL-3.0-only\n\nThis desk contains it unchanged.');
  expect(notice).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
  expect(notice).toMatch(/^ *GNU GENERAL PUBLIC LICENSE$/m);
});
