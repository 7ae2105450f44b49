/** A module as the bundler knows it: what it imports, at once and when it is asked for; characters of its source. */
export interface Module {
  imports: readonly string[];
  later: readonly string[];
  size: number;
}
export type Modules = ReadonlyMap<string, Module>;

/**
 * What one file more costs whoever loads it, in characters of source that might be loaded instead: some 3 kB gzip, or
 * 4 ms of a browser's processor time (docs/performance.md).
 */
const REQUEST = 15_000;

/** These modules and all that `next` leads to from them. */
export function closureOf(
  roots: Iterable<string>,
  next: (id: string) => readonly string[],
): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...roots];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...next(id));
  }
  return found;
}

/** Modules that are loaded together, and the entries that load them. */
interface Part {
  ids: readonly string[];
  size: number;
  users: ReadonlySet<string>;
}

const merged = (a: Part, b: Part): Part => ({
  ids: [...a.ids, ...b.ids],
  size: a.size + b.size,
  users: new Set([...a.users, ...b.users]),
});

/**
 * Every part behind those that it imports from, which whatever uses it loads as well; undefined where two import from
 * each other.
 */
function arranged(parts: readonly Part[], modules: Modules): Part[] | undefined {
  const partOf = new Map(parts.flatMap((part) => part.ids.map((id) => [id, part] as const)));
  const importsOf = (part: Part): Part[] => {
    const imported = part.ids.flatMap((id) => modules.get(id)?.imports ?? []).map((id) => partOf.get(id));
    return [...new Set(imported)].filter((other): other is Part => other !== undefined && other !== part);
  };
  const ordered = new Set<Part>();
  const open = new Set<Part>();
  const place = (part: Part): boolean => {
    if (ordered.has(part)) return true;
    if (open.has(part)) return false;
    open.add(part);
    if (!importsOf(part).every(place)) return false;
    ordered.add(part);
    return true;
  };
  if (!parts.every(place)) return undefined;
  const users = new Map([...ordered].map((part) => [part, new Set(part.users)]));
  for (const part of [...ordered].reverse()) {
    for (const other of importsOf(part))
      for (const user of users.get(part) ?? []) users.get(other)?.add(user);
  }
  return [...ordered].map((part) => ({ ...part, users: users.get(part) ?? part.users }));
}

/** How much each file costs everything that loads it: its bytes, and a request. */
function costOf(parts: readonly Part[], weightOf: (id: string) => number): number {
  const weight = ({ users }: Part) => [...users].reduce((sum, id) => sum + weightOf(id), 0);
  return parts.reduce((sum, part) => sum + (part.size + REQUEST) * weight(part), 0);
}

/**
 * Merges the two parts of which it saves most, as often as it saves anything: a request where both are loaded, less the
 * bytes of one where it is not needed.
 */
function mergedParts(
  parts: readonly Part[],
  modules: Modules,
  weightOf: (id: string) => number,
): readonly Part[] {
  const cost = (some: readonly Part[]) => costOf(some, weightOf);
  const pairs = parts
    .flatMap((a, index) => parts.slice(index + 1).map((b) => ({ a, b })))
    .map(({ a, b }) => ({ a, b, saving: cost([a, b]) - cost([merged(a, b)]) }))
    .filter(({ saving }) => saving > 0)
    .sort((one, other) => other.saving - one.saving);
  const before = cost(parts);
  for (const { a, b } of pairs) {
    const rest = parts.filter((part) => part !== a && part !== b);
    const all = arranged([...rest, merged(a, b)], modules);
    if (all && cost(all) < before) return mergedParts(all, modules, weightOf);
  }
  return parts;
}

/**
 * Modules that more than one entry needs; an entry is what is imported when it is asked for, such as a page or a dialog.
 * Those that the same entries need stand together, and two of these files become one as long as that saves more in
 * requests than it costs in bytes nobody needs.
 * @param start what is there before anything is asked for.
 * @param weightOf how much it counts what an entry loads.
 * @returns modules a file, every file behind those that it imports from.
 */
export function sharedCode(
  modules: Modules,
  start: ReadonlySet<string>,
  weightOf: (entry: string) => number,
): (readonly string[])[] {
  const importsOf = (id: string) => modules.get(id)?.imports ?? [];
  const entries = new Set([...modules.values()].flatMap(({ later }) => later));
  const users = new Map<string, string[]>();
  for (const entry of entries) {
    for (const id of closureOf([entry], importsOf)) {
      if (!start.has(id)) users.set(id, [...(users.get(id) ?? []), entry]);
    }
  }
  const parts = new Map<string, Part>();
  for (const [id, of] of users) {
    if (of.length < 2) continue;
    const one = { ids: [id], size: modules.get(id)?.size ?? 0, users: new Set(of) };
    const same = parts.get(of.join('\n'));
    parts.set(of.join('\n'), same ? merged(same, one) : one);
  }
  // What a module imports has all the users that it has: no two of these parts import from each other.
  const all = arranged([...parts.values()], modules) ?? [];
  return mergedParts(all, modules, weightOf).map(({ ids }) => ids);
}
