import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';

const SOURCE = /\.(ts|tsx)$/;
const ALIASES = [
  ['@contract/', 'contract/'],
  ['@/', 'src/'],
];
/** `import('…')` as a type or with a literal; the parser's record leaves types in expressions out. */
const IMPORT_CALL = /\bimport\(\s*(['"])([^'"]+)\1/g;

/** Every TypeScript file below these folders, relative to the root, with `/`. */
export function sourcesBelow(root, folders) {
  return folders.flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true })
          .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
          .filter((file) => SOURCE.test(file))
          .sort()
      : [],
  );
}

/**
 * What a file imports and re-exports, as written; `typeOnly` where nothing but types comes by it, so that nothing of it
 * is left when the file runs.
 * @returns {{specifier: string, typeOnly: boolean}[]} each specifier once
 */
export function specifiersOf(file, text) {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const imported = module.staticImports.map(({ moduleRequest, entries }) => [
    moduleRequest.value,
    entries.length > 0 && entries.every(({ isType }) => isType),
  ]);
  const reExported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [[moduleRequest.value, isType]] : [])),
  );
  const called = [...text.matchAll(IMPORT_CALL)].map((match) => [match[2], false]);
  const typeOnly = new Map();
  for (const [specifier, isType] of [...imported, ...reExported, ...called]) {
    typeOnly.set(specifier, isType && (typeOnly.get(specifier) ?? true));
  }
  return [...typeOnly].map(([specifier, isType]) => ({ specifier, typeOnly: isType }));
}

/**
 * What a specifier means.
 * @returns {{file: string} | {package: string} | {missing: string}} a file relative to the root, a package, or
 *   a path of ours where no file is (the extension has to be written)
 */
export function resolveSpecifier(root, from, specifier) {
  const [path] = specifier.split('?');
  const alias = ALIASES.find(([prefix]) => path.startsWith(prefix));
  const relative = path.startsWith('.');
  if (!alias && !relative) return { package: specifier };
  const file = alias ? alias[1] + path.slice(alias[0].length) : posix.join(posix.dirname(from), path);
  const full = join(root, file);
  return existsSync(full) && statSync(full).isFile() ? { file } : { missing: file };
}

/** The import graph of these files. */
export function readGraph(root, files) {
  return files.map((file) => ({
    file,
    imports: specifiersOf(file, readFileSync(join(root, file), 'utf8')).map(({ specifier, typeOnly }) => ({
      specifier,
      typeOnly,
      ...resolveSpecifier(root, file, specifier),
    })),
  }));
}

/**
 * Circles in a graph, each as the files on it with the first repeated at the end. Finds at least one circle of
 * every knot; a graph without any gives an empty list.
 * @param {ReadonlyMap<string, readonly string[]>} edges
 */
export function findCircles(edges) {
  const done = new Set();
  const path = [];
  const circles = [];
  const visit = (file) => {
    const at = path.indexOf(file);
    if (at !== -1) {
      circles.push([...path.slice(at), file]);
      return;
    }
    if (done.has(file)) return;
    path.push(file);
    for (const next of edges.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of edges.keys()) visit(file);
  return circles;
}
