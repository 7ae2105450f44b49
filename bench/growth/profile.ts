import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { basename, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Frame {
  functionName: string;
  url: string;
  lineNumber: number;
  columnNumber: number;
}
export interface CpuProfile {
  nodes: { id: number; callFrame: Frame; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
}

/** Milliseconds of one function: on top of the stack, and anywhere on it. */
interface Cost {
  readonly where: string;
  readonly own: number;
  readonly whole: number;
}

/** A sample that came later than this came from a process that had to wait for its core. */
const LONGEST_US = 1_000;
/** Waiting, and the profiler itself. */
const NOT_WORK = new Set(['(idle)', 'dispatch']);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const maps = new Map<string, SourceMap | null>();
function mapOf(file: string): SourceMap | null {
  const known = maps.get(file);
  if (known !== undefined) return known;
  let map: SourceMap | null = null;
  try {
    map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    // A file that was not bundled is named as it is.
  }
  maps.set(file, map);
  return map;
}

/** Function and file of a frame, of the sources where it was bundled. */
function nameOf({ functionName, url, lineNumber, columnNumber }: Frame): string {
  if (url.startsWith('wasm:')) return 'PGlite (WebAssembly)';
  const name = functionName === '' ? '(anonymous)' : functionName;
  if (!url.startsWith('file:')) return url === '' ? name : `${name} ${url}`;
  const file = fileURLToPath(url);
  const found = mapOf(file)?.findEntry(lineNumber, columnNumber);
  if (found && 'originalSource' in found) {
    const source = relative(ROOT, resolve(file, '..', fileURLToPath(new URL(found.originalSource, url))));
    return `${name} ${source}:${found.originalLine + 1}`;
  }
  const inPackage = file.split('/node_modules/').at(-1) ?? basename(file);
  return `${name} ${inPackage}`;
}

/** Whose code a frame is: a package's, ours, Node's or the engine's own. */
function partOf({ functionName, url }: Frame): string {
  if (url.startsWith('wasm:')) return '@electric-sql/pglite (WebAssembly)';
  if (url.startsWith('node:')) return 'node';
  if (url === '') return functionName.startsWith('(garbage') ? functionName : 'native code';
  const inPackage = url.split('/node_modules/').at(-1) ?? '';
  return inPackage === url ? 'our own' : (/^(@[^/]+\/)?[^/]+/.exec(inPackage)?.[0] ?? inPackage);
}

/** What every function of a profile cost, recursion counted once, and every part on top of the stack. */
function costsOf({ nodes, samples, timeDeltas }: CpuProfile) {
  const byId = new Map(nodes.map((node) => [node.id, { ...node, name: nameOf(node.callFrame), own: 0 }]));
  const parts = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const node = byId.get(id);
    if (node) node.own += Math.min(LONGEST_US, timeDeltas[index] ?? 0) / 1_000;
  }
  const costs = new Map<string, { own: number; whole: number }>();
  const costOf = (name: string) => {
    const cost = costs.get(name) ?? { own: 0, whole: 0 };
    costs.set(name, cost);
    return cost;
  };
  const visit = (id: number, above: ReadonlySet<string>): number => {
    const node = byId.get(id);
    if (!node || NOT_WORK.has(node.name)) return 0;
    const within = new Set(above).add(node.name);
    let whole = node.own;
    for (const child of node.children ?? []) whole += visit(child, within);
    const cost = costOf(node.name);
    cost.own += node.own;
    const part = partOf(node.callFrame);
    parts.set(part, (parts.get(part) ?? 0) + node.own);
    if (!above.has(node.name)) cost.whole += whole;
    return whole;
  };
  const [root] = nodes;
  const busy = root ? visit(root.id, new Set()) : 0;
  return { busy, parts: [...parts], costs: [...costs].map(([where, cost]) => ({ where, ...cost })) };
}

const isOurs = ({ where }: Cost): boolean => /(^|\s)(server|contract)\//.test(where);

/** Lines of a profile: what was on top of the stack, then our own functions with all they call. */
export function summaryOf(profile: CpuProfile, per = 1, count = 14): string[] {
  const { busy, costs, parts } = costsOf(profile);
  const line = (ms: number, where: string): string =>
    `  ${(ms / per).toFixed(2).padStart(9)} ms ${((100 * ms) / busy).toFixed(1).padStart(5)} %  ${where}`;
  const named = costs.filter(({ where }) => where !== '(root)');
  const own = named.sort((a, b) => b.own - a.own).slice(0, count);
  const ours = named.filter(isOurs).sort((a, b) => b.whole - a.whole);
  const largest = parts.sort((a, b) => b[1] - a[1]).slice(0, 8);
  return [
    `  by whose code it is, of ${(busy / per).toFixed(2)} ms:`,
    ...largest.map(([part, ms]) => line(ms, part)),
    '  on top of the stack:',
    ...own.map((cost) => line(cost.own, cost.where)),
    '  of our own, with all they call:',
    ...ours.slice(0, 2 * count).map((cost) => line(cost.whole, cost.where)),
  ];
}
