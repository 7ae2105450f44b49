// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSlideDown } from './use-slide-down.ts';

const ROW = 51;
const ids = (from: number, count = 30): string[] => Array.from({ length: count }, (_, k) => `t${from - k}`);
let animate: ReturnType<typeof vi.fn<Element['animate']>>;
const slides = () => animate.mock.calls.map(([frames]) => (frames as Keyframe[])[0]?.transform);

beforeEach(() => {
  animate = vi.fn<Element['animate']>();
});
afterEach(() => vi.restoreAllMocks());

function show(first: string[]) {
  const element = document.createElement('tbody');
  element.animate = animate;
  const body = { current: element };
  return renderHook(({ list, rows }) => useSlideDown(body, list, rows, ROW), {
    initialProps: { list: 'newest', rows: first },
  });
}

it('lets rows glide by as many as have come above them', () => {
  const { rerender } = show(ids(100));
  rerender({ list: 'newest', rows: ids(100) });
  expect(slides()).toEqual([]);
  rerender({ list: 'newest', rows: ids(102) });
  rerender({ list: 'newest', rows: ids(103) });
  expect(slides()).toEqual(['translateY(-102px)', 'translateY(-51px)']);
});

it('lets nothing glide that is another list, or shares nothing with what stood there', () => {
  const { rerender } = show(ids(100));
  rerender({ list: 'cheapest', rows: ids(101) });
  rerender({ list: 'cheapest', rows: ids(150) });
  rerender({ list: 'cheapest', rows: [] });
  rerender({ list: 'cheapest', rows: ids(151) });
  expect(slides()).toEqual([]);
});

it('moves nothing by itself for who wants less motion', () => {
  const query = matchMedia('(prefers-reduced-motion: reduce)');
  vi.spyOn(query.constructor.prototype, 'matches', 'get').mockReturnValue(true);
  const { rerender } = show(ids(100));
  rerender({ list: 'newest', rows: ids(101) });
  expect(slides()).toEqual([]);
});
