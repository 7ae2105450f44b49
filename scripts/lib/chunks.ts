import { fileURLToPath } from 'node:url';
import type { Plugin, Rollup } from 'vite';
import { FETCH_CODE, LOADER } from './fetched-imports.ts';
import { closureOf, type Module, sharedCode } from './shared-code.ts';

interface Graph {
  getModuleInfo(
    id: string,
  ): Pick<
    Rollup.ModuleInfo,
    'isEntry' | 'importers' | 'dynamicImporters' | 'importedIds' | 'dynamicallyImportedIds' | 'code'
  > | null;
}

/** Where the router finds pages: one a file. */
const ROUTES = fileURLToPath(new URL('../../src/routes/', import.meta.url));
const FIRST_PAGE = `${ROUTES}index.tsx`;

/**
 * A page is waited for, most of all the one that most visits begin with; what comes later on it hardly ever. The graph
 * does not tell pages from dialogs, so this goes by the names of files. The figures: docs/performance.md.
 */
function weightOf(entry: string): number {
  if (entry.startsWith(FIRST_PAGE)) return 4;
  return entry.startsWith(ROUTES) ? 1 : 0.1;
}

/** What brings code when it is asked for: the entry needs it first. */
const isLoader = (id: string): boolean => id.endsWith(LOADER) || id === FETCH_CODE;

/** The name of the chunk of each module that is there before any page, or that more than one entry needs later. */
function chunksOf(graph: Graph, one: string): ReadonlyMap<string, string> {
  const info = (id: string) => graph.getModuleInfo(id);
  const importedBy = (id: string) => info(id)?.importedIds ?? [];
  const importedLater = (id: string) => info(id)?.dynamicallyImportedIds ?? [];
  const importing = (id: string) => [...(info(id)?.importers ?? []), ...(info(id)?.dynamicImporters ?? [])];
  const entries = [...closureOf([one], importing)].filter((id) => info(id)?.isEntry);
  const all = closureOf(entries, (id) => [...importedBy(id), ...importedLater(id)]);
  const chunks = new Map<string, string>();
  const name = (ids: Iterable<string>, chunk: string) => {
    for (const id of ids) if (!chunks.has(id)) chunks.set(id, chunk);
  };
  const first = closureOf([...entries, ...[...all].filter(isLoader)], importedBy);
  name(first, 'entry');
  // What the entry imports one after another is run in as many tasks.
  const steps = [...first].flatMap(importedLater);
  for (const [step, id] of steps.entries()) name(closureOf([id], importedBy), `base-${step + 1}`);
  const modules = new Map(
    [...all].map((id): [string, Module] => [
      id,
      { imports: importedBy(id), later: importedLater(id), size: info(id)?.code?.length ?? 0 },
    ]),
  );
  // Without it everything would work, but the first page would count as little as a dialog, and nobody would notice.
  if (![...all].flatMap(importedLater).some((entry) => entry.startsWith(FIRST_PAGE))) {
    throw new Error(`Nothing imports the first page, ${FIRST_PAGE}: shared code is weighed without it.`);
  }
  const shared = sharedCode(modules, new Set(chunks.keys()), weightOf);
  for (const [index, ids] of shared.entries()) name(ids, `shared-${index + 1}`);
  return chunks;
}

/**
 * What is there before any page, in as many chunks as the entry imports one after another, and what more than one page
 * or dialog needs; the rest is left to the bundler. Each of these modules has its place, so none is taken along by another.
 */
export function createChunkGroups(): {
  name(id: string, graph: Graph): string | null;
  includeDependenciesRecursively: boolean;
  debugName: string;
}[] {
  let chunks: ReadonlyMap<string, string> | undefined;
  return [
    {
      name: (id, graph) => {
        chunks ??= chunksOf(graph, id);
        return chunks.get(id) ?? null;
      },
      includeDependenciesRecursively: false,
      debugName: 'loaded together',
    },
  ];
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
