import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HEAVY_UNITS } from './heavy.mjs';
import { ROOT } from './run.mjs';

test.each(HEAVY_UNITS)('%s is a file', (file) => expect(existsSync(join(ROOT, file))).toBe(true));
