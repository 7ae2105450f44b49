// @vitest-environment happy-dom
import { microContracts, microUsd } from '@contract/money.ts';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DepthChart } from './depth-chart.view.tsx';

const level = (cents: bigint, contracts: bigint) => ({
  price: microUsd(cents * 10_000n),
  size: microContracts(contracts * 1_000_000n),
});
const room = (contracts: bigint) => {
  const { unmount } = render(<DepthChart book={{ asks: [level(60n, contracts)], bids: [level(40n, 1n)] }} />);
  const { marginRight } = screen.getByRole('img').parentElement?.style ?? {};
  unmount();
  return Number.parseInt(marginRight ?? '', 10);
};

it('leaves its axis room for the longest of its marks', () => {
  expect(room(5_000_000n)).toBeGreaterThan('1,000,000'.length);
  expect(room(5_000_000_000n)).toBeGreaterThan('1,000,000,000'.length);
});
