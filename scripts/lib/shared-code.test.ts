import fc from 'fast-check';
import { expect, it } from 'vitest';
import { closureOf, type Module, sharedCode } from './shared-code.ts';

/** A desk of these modules: `name: [size, imports, imported later]`. */
const desk = (modules: Record<string, [size: number, imports?: string[], later?: string[]]>) =>
  new Map(
    Object.entries(modules).map(([id, [size, imports = [], later = []]]): [string, Module] => [
      id,
      { size, imports, later },
    ]),
  );
const START = new Set(['start']);
const same = () => 1;

/** What stands together, in the order of names. */
const filesOf = (...args: Parameters<typeof sharedCode>) =>
  sharedCode(...args)
    .map((ids) => [...ids].sort().join(' '))
    .sort();

it('leaves alone what one entry needs, and what is there from the start', () => {
  const modules = desk({
    start: [1, ['base'], ['page', 'dialog']],
    base: [1],
    page: [1, ['base', 'own']],
    own: [1],
    dialog: [1, ['base']],
  });
  expect(filesOf(modules, new Set(['start', 'base']), same)).toEqual([]);
});

it('puts together what the same entries need', () => {
  const modules = desk({
    start: [1, [], ['page', 'other']],
    page: [1, ['large', 'small']],
    other: [1, ['small', 'large']],
    large: [1_000_000],
    small: [1],
  });
  expect(filesOf(modules, START, same)).toEqual(['large small']);
});

/** Two pages need `both`, and one of them and a third `some`. */
const overlapping = (size: number) =>
  desk({
    start: [1, [], ['one', 'two', 'three']],
    one: [1, ['both', 'some']],
    two: [1, ['both']],
    three: [1, ['some']],
    both: [size],
    some: [size],
  });

it('loads bytes that nobody needs rather than one more file, while they are few', () => {
  expect(filesOf(overlapping(100), START, same)).toEqual(['both some']);
  expect(filesOf(overlapping(100_000), START, same)).toEqual(['both', 'some']);
});

it('spares most what is waited for most', () => {
  const weigh = (waited: string) => (entry: string) => (entry === waited ? 1 : 0.01);
  // The first page alone loads both, so one file saves it a request; the second would load what it does not need.
  expect(filesOf(overlapping(100_000), START, weigh('one'))).toEqual(['both some']);
  expect(filesOf(overlapping(100_000), START, weigh('two'))).toEqual(['both', 'some']);
});

it('places what several entries need once, and in no file before those that it imports from', () => {
  const graph = fc.integer({ min: 2, max: 30 }).chain((count) =>
    fc.tuple(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 60_000 }), fc.array(fc.nat(count - 1), { maxLength: 4 })), {
        minLength: count,
        maxLength: count,
      }),
      fc.array(fc.nat(count - 1), { minLength: 2, maxLength: 8 }),
    ),
  );
  fc.assert(
    fc.property(graph, ([drawn, entries]) => {
      const name = (index: number) => `m${index}`;
      const modules = new Map<string, Module>([
        ['start', { size: 1, imports: [], later: [...new Set(entries)].map(name) }],
        ...drawn.map(([size, imports], index): [string, Module] => [
          name(index),
          // In circles as well, as libraries do: whatever needs one module of a circle needs all of it.
          { size, imports: imports.map(name), later: [] },
        ]),
      ]);
      const imports = (id: string) => modules.get(id)?.imports ?? [];
      const loaded = [...new Set(entries)].map((entry) => closureOf([name(entry)], imports));
      const files = sharedCode(modules, START, same);
      const placed = files.flat();
      const shared = [...modules.keys()].filter((id) => loaded.filter((all) => all.has(id)).length > 1);
      expect([...placed].sort()).toEqual(shared.sort());
      const fileOf = new Map(files.flatMap((ids, index) => ids.map((id) => [id, index] as const)));
      for (const id of placed) {
        for (const other of imports(id))
          expect(fileOf.get(other) ?? -1).toBeLessThanOrEqual(fileOf.get(id) ?? -1);
      }
    }),
  );
});
