// @vitest-environment happy-dom
import type { MarketId, Side } from '@contract/ids.ts';
import { microUsd } from '@contract/money.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AlertMove } from './alert-move.tsx';

const day = vi.hoisted(() => ({ data: undefined as unknown }));
vi.mock('@/api/series-day.queries.ts', () => ({ useDay: () => day }));

const step = (cents: number) => {
  const price = microUsd(BigInt(cents) * 10_000n);
  return { open: price, high: price, low: price, close: price, volume: null };
};
const show = (side: Side) => render(<AlertMove marketId={'M' as MarketId} side={side} label="France" />);

it('tells the change of the side that is waited for, and nothing where it is not known', () => {
  day.data = { from: 0, step: 43_200, steps: [step(50), step(58)] };
  show('yes');
  expect(screen.getByTitle(/^France: \+8.0 points/)).toBeInTheDocument();
  cleanup();
  show('no');
  expect(screen.getByTitle(/^France: .8.0 points/)).toHaveTextContent(/^[−-]8\.0/);
  cleanup();
  day.data = { from: 0, step: 43_200, steps: [null, step(58)] };
  expect(show('yes').container).toBeEmptyDOMElement();
  cleanup();
  day.data = undefined;
  expect(show('yes').container).toBeEmptyDOMElement();
});
