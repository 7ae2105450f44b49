import { describe, expect, test } from 'vitest';
import { nextSort, sortRows } from './sort-rows.ts';

const rows = [
  { name: 'b', worth: 2n },
  { name: 'a', worth: null },
  { name: 'c', worth: 10n },
];
const by = (sort: Parameters<typeof sortRows<(typeof rows)[number], 'name' | 'worth'>>[1]) =>
  sortRows(rows, sort, (row, column) => row[column]).map(({ name }) => name);

describe('sorting by a column', () => {
  test('goes by value, and what has none comes last either way', () => {
    expect(by('worth')).toEqual(['b', 'c', 'a']);
    expect(by('-worth')).toEqual(['c', 'b', 'a']);
    expect(by('name')).toEqual(['a', 'b', 'c']);
    expect(by(undefined)).toEqual(['b', 'a', 'c']);
  });
  test('figures begin with the largest, names with the first; a third press ends it', () => {
    expect(nextSort(undefined, 'worth', false)).toBe('-worth');
    expect(nextSort('-worth', 'worth', false)).toBe('worth');
    expect(nextSort('worth', 'worth', false)).toBeUndefined();
    expect(nextSort('-worth', 'name', true)).toBe('name');
  });
});
