import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBuilt } from './lib/build.mjs';
import { ROOT, run } from './lib/run.mjs';
import { setup } from './lib/setup.mjs';

await setup();
// A process of its own: the tools' memory is not the server's.
if (!isBuilt() && (await run(process.execPath, [join(ROOT, 'scripts', 'build.mjs')])) !== 0) process.exit(1);

// The server runs in this process, so a signal reaches it once and nothing can outlive it.
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(ROOT, 'dist', 'server', 'main.js')).href);
