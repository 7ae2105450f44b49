import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rollup } from 'vite';

interface Graph {
  getModuleInfo(
    id: string,
  ): Pick<Rollup.ModuleInfo, 'isEntry' | 'importers' | 'importedIds' | 'dynamicallyImportedIds'> | null;
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

/** What most pages import, by whatever way, and the entry of the app does not. */
function sharedByMost(graph: Graph): Set<string> {
  const importedBy = (id: string) => graph.getModuleInfo(id)?.importedIds ?? [];
  const routes = readdirSync(ROUTES).map((name) => ROUTES + name);
  const above = closureOf(routes, (id) => graph.getModuleInfo(id)?.importers ?? []);
  const everywhere = closureOf(
    [...above].filter((id) => graph.getModuleInfo(id)?.isEntry),
    importedBy,
  );
  // A route only tells where its page is: that comes when it is opened.
  const pages = routes
    .map((route) => closureOf(graph.getModuleInfo(route)?.dynamicallyImportedIds ?? [], importedBy))
    .filter(({ size }) => size > 0);
  const isShared = (id: string): boolean =>
    !everywhere.has(id) && pages.filter((page) => page.has(id)).length >= pages.length * MOST;
  return new Set(pages.flatMap((page) => [...page].filter(isShared)));
}

/** Names the chunk of what most pages need beside what all do; what few share is left to the bundler. */
export function createSharedChunk(): (id: string, graph: Graph) => string | null {
  let shared: Set<string> | undefined;
  return (id, graph) => {
    shared ??= sharedByMost(graph);
    return shared.has(id) ? 'shared' : null;
  };
}
