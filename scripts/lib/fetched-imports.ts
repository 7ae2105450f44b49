import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** What the bundler puts around each import that is not there from the start. */
export const LOADER = 'vite/preload-helper.js';
export const FETCH_CODE = fileURLToPath(new URL('../../src/lib/fetch-code.ts', import.meta.url));

/** Has code fetched before it is imported, in place of the bundler's own loader: src/lib/fetch-code.ts says why. */
export function fetchedImports(): Plugin {
  let isInPlace = false;
  return {
    name: 'fetched-imports',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(LOADER)) return null;
      isInPlace = true;
      return `export { importCode as __vitePreload } from ${JSON.stringify(FETCH_CODE)};`;
    },
    // Without it everything would work but for a retry in older browsers, and nobody would notice.
    generateBundle() {
      if (!isInPlace) this.error(`The bundler has asked for no ${LOADER}: code is imported unfetched.`);
    },
  };
}
