// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ConnectDialog } from './connect-dialog.tsx';
import { useWalletStore } from './store.ts';

vi.mock('@/config.ts', () => ({ getConfig: () => ({ mode: 'paper' }) }));

it('leaves the focus on the wallet that is asked, and asks it once', async () => {
  const connect = vi.fn(async () => useWalletStore.setState({ status: 'connecting', walletName: 'Deep' }));
  useWalletStore.setState({
    loaded: true,
    choices: [{ name: 'Deep', icon: 'data:,', isPaper: false }],
    actions: {
      connect,
      disconnect: vi.fn(),
      leave: vi.fn(),
      signTransaction: null,
      signAllTransactions: null,
      signMessage: null,
    },
  });
  render(<ConnectDialog />);
  const choice = screen.getByRole('button', { name: 'Deep' });
  await userEvent.click(choice);
  expect(choice).toHaveAttribute('aria-disabled', 'true');
  expect(choice).toBeEnabled();
  expect(choice).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(connect).toHaveBeenCalledExactlyOnceWith('Deep');
  act(() => useWalletStore.setState({ status: 'disconnected', problem: 'Refused.' }));
  expect(choice).not.toHaveAttribute('aria-disabled');
});
