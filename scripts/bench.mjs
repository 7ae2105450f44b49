import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ROOT, run } from './lib/run.mjs';
import { setup } from './lib/setup.mjs';

/* npm run bench [-- name …]: every bench/*.bench.ts one after another, or those whose name contains a word. */
const SUFFIX = '.bench.ts';
const words = process.argv.slice(2);

await setup();
if (!(await build())) process.exit(1);

const folder = join(ROOT, 'bench');
const benches = readdirSync(folder)
  .filter((file) => file.endsWith(SUFFIX))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort();
if (benches.length === 0) {
  console.error(words.length > 0 ? `No benchmark is named like ${words.join(', ')}.` : 'No benchmarks.');
  process.exit(1);
}

const isInBrowser = (file) => /chromium|lib\/page/.test(readFileSync(join(folder, file), 'utf8'));
if (benches.some(isInBrowser) && !(await ensureChromium())) process.exit(1);

const failed = [];
for (const file of benches) {
  console.log(`\n── ${file.slice(0, -SUFFIX.length)}`);
  const code = await run(process.execPath, ['--import', 'tsx', join('bench', file)]);
  if (code !== 0) failed.push(file);
}
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
