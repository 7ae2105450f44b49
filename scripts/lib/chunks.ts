import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rollup } from 'vite';
import { FETCH_CODE, LOADER } from './fetched-imports.ts';

interface Graph {
  getModuleInfo(
    id: string,
  ): Pick<
    Rollup.ModuleInfo,
    'isEntry' | 'importers' | 'dynamicImporters' | 'importedIds' | 'dynamicallyImportedIds'
  > | null;
}

/** Where the router finds pages: one a file. */
const ROUTES = fileURLToPath(new URL('../../src/routes/', import.meta.url));
/**
 * Share of the pages from which on what they need stands in one chunk. By half, pages load what only others need; by
 * all, some two dozen chunks of a few hundred bytes are left, which compress worse.
 */
const MOST = 2 / 3;

/** These modules and all that `next` leads to from them. */
function closureOf(roots: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...roots];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...next(id));
  }
  return found;
}

/** The name of the chunk of each module that is there before any page, or that most pages need. */
function chunksOf(graph: Graph): Map<string, string> {
  const info = (id: string) => graph.getModuleInfo(id);
  const importedBy = (id: string) => info(id)?.importedIds ?? [];
  const routes = readdirSync(ROUTES).map((name) => ROUTES + name);
  const above = closureOf(routes, (id) => [
    ...(info(id)?.importers ?? []),
    ...(info(id)?.dynamicImporters ?? []),
  ]);
  const entry = [...above].find((id) => info(id)?.isEntry);
  const chunks = new Map<string, string>();
  const name = (ids: Iterable<string>, chunk: string) => {
    for (const id of ids) if (!chunks.has(id)) chunks.set(id, chunk);
  };
  if (entry !== undefined) {
    const first = [...closureOf([entry], importedBy)];
    name(first, 'entry');
    // What the entry imports one after another is run in as many tasks.
    const steps = first.flatMap((id) => info(id)?.dynamicallyImportedIds ?? []);
    for (const [step, id] of steps.entries()) name(closureOf([id], importedBy), `base-${step + 1}`);
  }
  // A route only tells where its page is: that comes when it is opened.
  const pages = routes
    .map((route) => closureOf(info(route)?.dynamicallyImportedIds ?? [], importedBy))
    .filter(({ size }) => size > 0);
  const isShared = (id: string): boolean =>
    pages.filter((page) => page.has(id)).length >= pages.length * MOST;
  name(
    pages.flatMap((page) => [...page].filter(isShared)),
    'shared',
  );
  return chunks;
}

/** What brings code when it is asked for: the entry needs it first. */
const isLoader = (id: string): boolean => id.endsWith(LOADER) || id === FETCH_CODE;

/**
 * What is there before any page, in as many chunks as the entry imports one after another, and one of what most pages
 * need; the rest is left to the bundler. A chunk takes all that its modules need and no chunk before it has.
 */
export function createChunkGroups(): {
  name(id: string, graph: Graph): string | null;
  debugName: string;
  priority: number;
}[] {
  let chunks: Map<string, string> | undefined;
  return ['entry', 'base-1', 'base-2', 'base-3', 'base-4', 'shared'].map((chunk, index) => ({
    name: (id, graph) => {
      chunks ??= chunksOf(graph);
      return (isLoader(id) ? 'entry' : chunks.get(id)) === chunk ? chunk : null;
    },
    debugName: chunk,
    priority: 10 - index,
  }));
}

/** Fetches what the entry will import as soon as the document is there, not when its import is reached. */
export const preloadOfEntry = (): Plugin => ({
  name: 'preload-of-entry',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {}, chunk: document }) => {
      const partOf = (file: string) => (bundle[file]?.type === 'chunk' ? bundle[file] : undefined);
      const imports = (file: string) => partOf(file)?.imports ?? [];
      const first = closureOf(document ? [document.fileName] : [], imports);
      const next = closureOf(
        [...first].flatMap((file) => partOf(file)?.dynamicImports ?? []),
        imports,
      );
      return [...next]
        .filter((file) => !first.has(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        }));
    },
  },
});
