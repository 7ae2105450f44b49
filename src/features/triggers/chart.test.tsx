// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { tokenPriceQuery } from '@/api/prices.queries.ts';
import { openDesk, queries, within } from '@/orders/testing.tsx';
import { serve } from '@/orders/testing-service.ts';
import { TriggerChart } from './chart.tsx';
import { dollars, TOKEN, TOKEN_PRICES, tokenPrices } from './testing.ts';

vi.mock('./chart-canvas.tsx', () => ({
  ChartCanvas: ({ prices }: { prices: readonly { price: bigint }[] }) => (
    <output>{prices.map(({ price }) => price).join(' ')}</output>
  ),
}));

beforeEach(openDesk);

it.each([
  ['ends with the price of now', 0, '84000000000000 90000000000000'],
  ['ends where the past does once that has been left behind', 60_000, '84000000000000'],
])('%s', async (_name, age, drawn) => {
  serve({ [TOKEN_PRICES]: () => tokenPrices({ time: 1_790_000_000, priceUsd: 84 }) });
  const client = queries();
  client.setQueryData(tokenPriceQuery(TOKEN).queryKey, dollars(90), { updatedAt: Date.now() - age });
  render(
    <TriggerChart
      mint={TOKEN}
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
