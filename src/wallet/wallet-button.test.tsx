// @vitest-environment happy-dom
import type { AppConfig } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { setConfig } from '@/config.ts';
import { balanceKeys } from './balances.ts';
import { useWalletStore } from './store.ts';
import { WalletButton } from './wallet-button.tsx';

it('leaves the focus to the page when the wallet goes with its menu', async () => {
  const owner = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
  setConfig({ bases: {}, explorer: null } as unknown as AppConfig);
  const disconnect = vi.fn(() => useWalletStore.setState({ status: 'disconnected', pubkey: null }));
  const actions = { disconnect, signTransaction: null } as unknown as NonNullable<
    ReturnType<typeof useWalletStore.getState>['actions']
  >;
  act(() => useWalletStore.setState({ status: 'connected', pubkey: owner, actions }));
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(balanceKeys.of(owner), { lamports: 0n, usdc: 0n, stablecoin: 0n });
  render(
    <QueryClientProvider client={client}>
      <WalletButton />
      <main tabIndex={-1} />
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: /^Wallet/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Disconnect' }));
  expect(disconnect).toHaveBeenCalledOnce();
  expect(await screen.findByRole('button', { name: 'Connect wallet' })).toBeInTheDocument();
  // What gives the focus back does so after a moment.
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.getByRole('main')).toHaveFocus();
});
