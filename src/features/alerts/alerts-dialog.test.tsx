// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import type { Position } from '@contract/prediction/position.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { positionKeys } from '@/api/positions.queries.ts';
import { alertList, closeAlerts, openAlerts } from '@/state/alerts.ts';
import { useWalletStore } from '@/wallet/index.ts';
import { AlertsDialog } from './alerts-dialog.tsx';

const OWNER = '11111111111111111111111111111111' as Pubkey;

afterEach(() => {
  vi.unstubAllGlobals();
  closeAlerts();
  alertList.set([]);
  useWalletStore.setState({ pubkey: null });
});

it('makes no alert of payouts before it is known which there are already', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const client = new QueryClient();
  openAlerts(null);
  render(
    <QueryClientProvider client={client}>
      <AlertsDialog />
    </QueryClientProvider>,
  );
  const button = () => screen.getByRole('button', { name: /any payout/ });
  expect(button()).toBeDisabled();
  expect(button()).toHaveAttribute('title', 'Connect a wallet first');
  act(() => useWalletStore.setState({ pubkey: OWNER }));
  expect(button()).toBeDisabled();
  expect(button()).toHaveAttribute('title', 'Loading your positions');
  const positions = [
    { pubkey: 'old', claimable: true },
    { pubkey: 'open', claimable: false },
  ] as Position[];
  act(() => void client.setQueryData(positionKeys.of(OWNER), positions));
  await vi.waitFor(() => expect(button()).toBeEnabled());
  await userEvent.click(button());
  expect(alertList.get()[0]?.rule).toEqual({ kind: 'claimable', known: ['old'], owners: [OWNER] });
});
