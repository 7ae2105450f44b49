import { expect, test } from 'vitest';
import { findCircles, resolveSpecifier, specifiersOf } from './import-graph.mjs';
import { ROOT } from './run.mjs';

test('sees every way to import, and which of them bring types alone', () => {
  const text = `
    import { a } from './a.ts';
    import type { B } from './b.ts';
    import { type C } from './c.ts';
    import './d.css';
    export { e } from './e.ts';
    export type { F } from './f.ts';
    const lazy = () => import('./g.tsx');
    type H = import('./h.ts').H;
    const again = a;
    import { i } from 'package';
  `;
  const found = specifiersOf('x.tsx', text);
  const names = (typesAlone) =>
    found.filter(({ typeOnly }) => typeOnly === typesAlone).map(({ specifier }) => specifier);
  // A type that is written as a call counts as one that runs: it is refused sooner than let through.
  expect(names(false).sort()).toEqual(['./a.ts', './d.css', './e.ts', './g.tsx', './h.ts', 'package']);
  expect(names(true).sort()).toEqual(['./b.ts', './c.ts', './f.ts']);
});

test('resolves paths of ours and leaves packages alone', () => {
  expect(resolveSpecifier(ROOT, 'server/env.test.ts', './env.ts')).toEqual({ file: 'server/env.ts' });
  expect(resolveSpecifier(ROOT, 'server/env.ts', '@contract/money.ts')).toEqual({
    file: 'contract/money.ts',
  });
  expect(resolveSpecifier(ROOT, 'server/env.test.ts', './env')).toEqual({ missing: 'server/env' });
  expect(resolveSpecifier(ROOT, 'server/env.ts', '@/nowhere.ts')).toEqual({ missing: 'src/nowhere.ts' });
  expect(resolveSpecifier(ROOT, 'server/env.ts', 'node:fs')).toEqual({ package: 'node:fs' });
});

test('finds circles', () => {
  const edges = new Map([
    ['a', ['b', 'd']],
    ['b', ['c']],
    ['c', ['a']],
    ['d', []],
  ]);
  expect(findCircles(edges)).toEqual([['a', 'b', 'c', 'a']]);
  expect(findCircles(new Map([['a', ['b', 'd']]]))).toEqual([]);
});
