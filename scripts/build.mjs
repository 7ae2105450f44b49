import { build } from './lib/build.mjs';
import { setup } from './lib/setup.mjs';

await setup();
if (!(await build())) process.exit(1);
