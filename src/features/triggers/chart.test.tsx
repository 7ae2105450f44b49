// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import { picoUsd } from '@contract/triggers/price.ts';
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { tokenPriceQuery } from '@/api/prices.queries.ts';
import { openDesk, queries, within } from '@/orders/testing.tsx';
import { serve } from '@/orders/testing-service.ts';
import { TriggerChart } from './chart.tsx';

vi.mock('./chart-canvas.tsx', () => ({
  ChartCanvas: ({ prices }: { prices: readonly { price: bigint }[] }) => (
    <output>{prices.map(({ price }) => price).join(' ')}</output>
  ),
}));

const MINT = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
const DOLLAR = 1_000_000_000_000n;

beforeEach(openDesk);

it.each([
  ['ends with the price of now', 0, '84000000000000 90000000000000'],
  ['ends where the past does once that has been left behind', 60_000, '84000000000000'],
])('%s', async (_name, age, drawn) => {
  serve({
    [`GET /paper/prices/${MINT}`]: () => ({
      mint: MINT,
      symbol: 'BONK',
      name: 'Bonk',
      decimals: 5,
      series: [{ time: 1_790_000_000, priceUsd: 84 }],
    }),
  });
  const client = queries();
  client.setQueryData(tokenPriceQuery(MINT).queryKey, picoUsd(90n * DOLLAR), { updatedAt: Date.now() - age });
  render(
    <TriggerChart
      mint={MINT}
      symbol="BONK"
      lines={[]}
      onMove={vi.fn()}
      orders={[]}
      onMoveOrder={vi.fn()}
      onPickOrder={vi.fn()}
    />,
    { wrapper: within(client) },
  );
  expect((await screen.findByRole('status')).textContent).toBe(drawn);
});
