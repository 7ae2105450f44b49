import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { compressAhead } from './compress.mjs';

const folder = mkdtempSync(join(tmpdir(), 'evenline-compress-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('lays both forms beside what is worth it, in every folder', async () => {
  const script = 'export const answer = 42;\n'.repeat(100);
  const paths = { script: 'assets/a.js', small: 'gateway.js', font: 'assets/a.woff2' };
  mkdirSync(join(folder, 'assets'));
  for (const [name, path] of Object.entries(paths)) {
    writeFileSync(join(folder, path), name === 'small' ? 'x' : script);
  }
  await compressAhead(folder);
  const read = (path) => readFileSync(join(folder, path));
  expect(brotliDecompressSync(read('assets/a.js.br')).toString()).toBe(script);
  expect(gunzipSync(read('assets/a.js.gz')).toString()).toBe(script);
  for (const path of [paths.small, paths.font]) expect(existsSync(join(folder, `${path}.br`))).toBe(false);
});
