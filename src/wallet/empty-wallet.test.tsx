// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { EmptyWalletNotice } from './empty-wallet.tsx';
import { useWalletStore } from './store.ts';

const held = vi.hoisted(() => ({ data: { usdc: 0n, stablecoin: 0n, lamports: 0n } }));
vi.mock('@/config.ts', () => ({ getConfig: () => ({ paper: { faucet: true } }) }));
vi.mock('./balances.ts', () => ({ useBalances: () => held }));
vi.mock('./faucet-button.tsx', () => ({ FaucetButton: () => <button type="button">Get play money</button> }));

it('leaves the focus to the page when the money takes the offer away', async () => {
  useWalletStore.setState({ pubkey: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey });
  const page = () => (
    <>
      <EmptyWalletNotice />
      <main tabIndex={-1} />
    </>
  );
  const { rerender } = render(page());
  (await screen.findByRole('button', { name: 'Get play money' })).focus();
  held.data = { ...held.data, usdc: 1n };
  rerender(page());
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('main')).toHaveFocus();
});
