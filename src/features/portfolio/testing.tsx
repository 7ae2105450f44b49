import type { AppConfig } from '@contract/config.ts';
import { appConfig, DEFAULT_BASES } from '@contract/config.ts';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { ConfigContext } from '@/lib/config-context.ts';
import { OWNER, STABLECOIN, USDC } from './test-data.ts';

const provider = (wire: string, settles: 'claim' | 'itself', hasLadder: boolean) => ({
  wire,
  label: wire,
  settles,
  depositMints: [USDC],
  minOrderUsd: '5000000',
  maxOrderUsd: null,
  hasLadder,
});
export const config: AppConfig = appConfig.parse({
  mode: 'paper',
  providers: [provider('provider_a', 'claim', true), provider('provider_d', 'itself', false)],
  mints: { usdc: USDC, stablecoin: STABLECOIN, sol: OWNER },
  explorer: { tx: 'https://explorer.example/tx/{signature}', address: 'https://explorer.example/{address}' },
  bases: DEFAULT_BASES,
  trigger: null,
  paper: { faucet: true, speed: 1 },
  chain: null,
});

/** Draws inside a router, for links, and the configuration; resolves once it is there. */
export async function draw(ui: ReactElement): Promise<void> {
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <ConfigContext value={config}>
        <span data-testid="drawn" />
        {ui}
      </ConfigContext>
    ),
  });
  const event = createRoute({ getParentRoute: () => root, path: '/event/$eventId' });
  const router = createRouter({
    routeTree: root.addChildren([page, event]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  // The test's own small router stands in for the app's.
  render(<RouterProvider router={router as unknown as Parameters<typeof RouterProvider>[0]['router']} />);
  await screen.findByTestId('drawn');
}
