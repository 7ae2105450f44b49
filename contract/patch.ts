/*
 * What has changed from one JSON value to the next, as a JSON value again, so that only that has to be sent. Both sides
 * hold the older value; `applyPatch(before, diff(before, after))` equals `after`.
 */

/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Where in a value: names of objects and places of arrays, from the outside in. */
type Path = readonly (string | number)[];

/**
 * One change: `[path, value]` sets, `[path]` removes a name of an object, `[path, from, removed, added]` replaces so many
 * items of an array by others.
 */
export type Change =
  | readonly [Path]
  | readonly [Path, Json]
  | readonly [Path, number, number, readonly Json[]];
/** Changes in the order in which they are made. */
export type Patch = readonly Change[];

const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isArray = (value: Json): value is readonly Json[] => Array.isArray(value);

/** Whether two values of JSON say the same. */
export function isSame(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (isArray(a))
    return isArray(b) && a.length === b.length && a.every((item, at) => isSame(item, b[at] as Json));
  if (!isObject(a) || !isObject(b) || isArray(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSame(a[name] as Json, b[name] as Json))
  );
}

/** Changes as they are found, no more than so many and one. */
interface Found {
  readonly changes: Change[];
  readonly most: number;
}
const isFull = ({ changes, most }: Found): boolean => changes.length > most;

function compareObjects(
  before: { readonly [name: string]: Json },
  after: { readonly [name: string]: Json },
  path: Path,
  found: Found,
): void {
  for (const name of Object.keys(before)) {
    if (!Object.hasOwn(after, name)) found.changes.push([[...path, name]]);
  }
  for (const [name, value] of Object.entries(after)) {
    if (isFull(found)) return;
    if (Object.hasOwn(before, name)) compare(before[name] as Json, value, [...path, name], found);
    else found.changes.push([[...path, name], value]);
  }
}

/** Items at both ends stay as they are; what lies between is compared item by item, or replaced where its length differs. */
function compareArrays(before: readonly Json[], after: readonly Json[], path: Path, found: Found): void {
  const shorter = Math.min(before.length, after.length);
  if (before.length === after.length) {
    for (let at = 0; at < shorter && !isFull(found); at += 1)
      compare(before[at] as Json, after[at] as Json, [...path, at], found);
    return;
  }
  let head = 0;
  while (head < shorter && isSame(before[head] as Json, after[head] as Json)) head += 1;
  let tail = 0;
  while (
    tail < shorter - head &&
    isSame(before[before.length - 1 - tail] as Json, after[after.length - 1 - tail] as Json)
  )
    tail += 1;
  found.changes.push([path, head, before.length - head - tail, after.slice(head, after.length - tail)]);
}

function compare(before: Json, after: Json, path: Path, found: Found): void {
  if (before === after) return;
  if (isArray(before) && isArray(after)) compareArrays(before, after, path, found);
  else if (isObject(before) && isObject(after)) compareObjects(before, after, path, found);
  else found.changes.push([path, after]);
}

/** What makes `after` of `before`; null where that takes more than so many changes, which are looked for no further. */
export function diff(before: Json, after: Json, most: number): Patch | null {
  const found: Found = { changes: [], most };
  compare(before, after, [], found);
  return isFull(found) ? null : found.changes;
}

function changed(value: Json, [path, ...change]: Change, depth: number): Json {
  const step = path[depth];
  if (step === undefined) {
    if (change.length === 1) return change[0] as Json;
    if (change.length !== 3 || !isArray(value)) throw new TypeError('a change that fits nothing');
    const [from, removed, added] = change as [number, number, readonly Json[]];
    return [...value.slice(0, from), ...added, ...value.slice(from + removed)];
  }
  if (typeof step === 'number') {
    if (!isArray(value) || step < 0 || step >= value.length) throw new TypeError('a place that is not there');
    const items = [...value];
    items[step] = changed(items[step] as Json, [path, ...change] as unknown as Change, depth + 1);
    return items;
  }
  if (!isObject(value)) throw new TypeError('a name of what has none');
  const isLast = depth === path.length - 1;
  const { [step]: held, ...rest } = value;
  if (isLast && change.length === 0) return rest;
  const next = changed(held ?? null, [path, ...change] as unknown as Change, depth + 1);
  // By definition, since a name may be one that an object has by itself.
  return Object.defineProperty({ ...value }, step, {
    value: next,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** The value that a patch makes of another, which stays as it is. @throws TypeError where the patch is not of this value. */
export const applyPatch = (before: Json, patch: Patch): Json =>
  patch.reduce((value, change) => changed(value, change, 0), before);
