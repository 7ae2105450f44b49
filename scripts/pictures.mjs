import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ROOT, run } from './lib/run.mjs';
import { setup } from './lib/setup.mjs';

/* npm run pictures [-- --charts --pages=… --widths=… --themes=… --accounts=… --histories=… --universe=… --out=…]:
 * every page as it looks; with --charts what draws the past, with all that may be known of it. */
await setup();
if (!(await build()) || !(await ensureChromium())) process.exit(1);
process.exitCode = await run(process.execPath, [
  '--import',
  'tsx',
  join(ROOT, 'bench/pictures/run.ts'),
  ...process.argv.slice(2),
]);
