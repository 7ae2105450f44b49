import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(css|html|js|json|svg|txt|webmanifest)$/;
/**
 * Smaller files fit into one packet as they are; and `gateway.js`, which whoever deploys may edit, must not have
 * a compressed twin that still says what it said before.
 */
const WORTH_COMPRESSING = 1_000;

const FORMS = {
  '.br': (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  '.gz': (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/**
 * Lays a brotli and a gzip form beside every file of a folder that is worth it, so that a server never compresses
 * anything for a request.
 * @param {string} folder
 */
export async function compressAhead(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      if (bytes.length < WORTH_COMPRESSING) return;
      for (const [suffix, compress] of Object.entries(FORMS)) {
        const compressed = await compress(bytes);
        if (compressed.length < bytes.length) writeFileSync(file + suffix, compressed);
      }
    }),
  );
}
