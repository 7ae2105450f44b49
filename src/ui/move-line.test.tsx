// @vitest-environment happy-dom

import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { formatShortLocal } from '@/lib/time.ts';
import { MoveLine } from './move-line.tsx';

const [NINE, TEN] = [1_800_003_600, 1_800_007_200];
const titleOf = (since: number | null, until: number | null): string | null => {
  const { container } = render(
    <MoveLine runs={[]} change={20_000n} since={since} until={until} label="Ann" />,
  );
  return container.querySelector('[title]')?.getAttribute('title') ?? null;
};

describe('the move of a day', () => {
  it('says the time that it is of, and 24 hours only where it is all of them', () => {
    const [nine, ten] = [NINE, TEN].map((at) => formatShortLocal(at * 1_000));
    expect(titleOf(null, null)).toBe('Ann: +2.0 points in 24 hours');
    expect(titleOf(NINE, null)).toBe(`Ann: +2.0 points since ${nine}`);
    expect(titleOf(NINE, TEN)).toBe(`Ann: +2.0 points from ${nine} to ${ten}`);
    expect(titleOf(null, TEN)).toBe(`Ann: +2.0 points from 24 hours ago to ${ten}`);
  });

  it('draws a price that is known alone as a dot: a line to itself', () => {
    const { container } = render(
      <MoveLine runs={[[{ x: 0.5, y: 0.5 }]]} change={0n} since={null} until={null} label="Ann" width={20} />,
    );
    expect(container.querySelector('polyline')?.getAttribute('points')).toBe('10.0,9.0 10.0,9.0');
  });
});
