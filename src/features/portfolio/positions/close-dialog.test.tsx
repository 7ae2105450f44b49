// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { microContracts, microUsd } from '@contract/money.ts';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bookKeys } from '@/api/orderbook.queries.ts';
import { tradingStatusKeys } from '@/api/trading-status.queries.ts';
import { positionState } from '@/domain/portfolio.ts';
import { quoteSell } from '@/domain/quote.ts';
import { setBudgetFactor } from '@/lib/freshness.ts';
import { BOOK, USDC } from '@/orders/fixtures.ts';
import { orderBody } from '@/orders/request.ts';
import { type SaleTerms, saleTerms } from '@/orders/terms.ts';
import {
  aWallet,
  execute,
  filledOrder,
  openDesk,
  orderAnswer,
  queries,
  silentUntil,
  WALLET,
  within,
} from '@/orders/testing.tsx';
import { gate, refusedWith, sentTo, serve } from '@/orders/testing-service.ts';
import { aPosition, MARKET, POSITION } from '../testing.tsx';
import { CloseDialog } from './close-dialog.tsx';

vi.mock('@/api/rpc.ts', async () => (await import('@/orders/testing.tsx')).rpcDouble);
vi.mock('@/tx/check.ts', async () => (await import('@/orders/testing.tsx')).checkDouble);

const position = aPosition({ owner: WALLET, ownerPubkey: WALLET });

/** A busy machine may take longer for a test than a book is fresh. */
const NEVER_OLD = 120;
beforeEach(() => {
  setBudgetFactor(NEVER_OLD, 0);
  return () => setBudgetFactor(1, 0);
});

/** Half of the position, at the book shown. */
function half(): SaleTerms {
  const quote = quoteSell(BOOK, microContracts(60_250_000n), { slippageBps: 250n });
  if (quote.action !== 'sell') throw new Error('the book has bids');
  const subject = { owner: WALLET, marketId: MARKET, side: 'yes', position: POSITION } as const;
  return saleTerms(quote, subject, position.settlementMint ?? USDC);
}

function dialog(wallet = aWallet(), bidsForNo: typeof BOOK.bids = []) {
  const client = queries();
  client.setQueryData(tradingStatusKeys.all, true);
  const book = { yes: [], no: [], yes_dollars: BOOK.bids.toReversed(), no_dollars: bidsForNo };
  client.setQueryData(bookKeys.one(MARKET), book);
  const onDone = vi.fn();
  const draw = () =>
    render(
      <CloseDialog
        position={position}
        state={positionState(position)}
        free={position.contractsMicro}
        owner={WALLET}
        signer={wallet}
        onDone={onDone}
      />,
      { wrapper: within(client) },
    );
  const { unmount } = draw();
  return { onDone, wallet: wallet.signing, user: userEvent.setup(), unmount, draw };
}
const button = () => screen.getByRole('button', { name: /^Sell 60\.25 for/ });
const field = () => screen.getByRole('textbox', { name: 'Contracts' });

beforeEach(openDesk);

describe('the close dialog', () => {
  it('sells exactly what it shows, once, frozen until the end, and closes then', async () => {
    const { onDone, wallet, user } = dialog();
    const terms = half();
    const building = gate();
    const asked = serve({
      'POST /orders': async () => {
        await building.passed;
        return orderAnswer(terms);
      },
      'POST /execute': execute,
      ...filledOrder(terms),
    });
    await user.click(screen.getByRole('radio', { name: '50%' }));
    await user.dblClick(button());
    expect(field()).toBeDisabled();
    expect(button()).toHaveAttribute('aria-busy', 'true');
    building.open();
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(sentTo(asked, 'POST', '/orders')).toEqual([orderBody(terms)]);
    expect(sentTo(asked, 'POST', '/execute')).toHaveLength(1);
    expect(wallet.asked).toBe(1);
  });

  it('stays as it was after a refusal, and after a declined signature', async () => {
    const { onDone, wallet, user } = dialog();
    serve({ 'POST /orders': () => refusedWith('MARKET_CLOSED') });
    await user.click(screen.getByRole('radio', { name: '50%' }));
    await user.click(button());
    await waitFor(() => expect(field()).toBeEnabled());
    wallet.declines = true;
    const asked = serve({ 'POST /orders': () => orderAnswer(half()), 'POST /execute': execute });
    await user.click(button());
    await waitFor(() => expect(wallet.asked).toBe(1));
    await waitFor(() => expect(field()).toBeEnabled());
    expect(sentTo(asked, 'POST', '/execute')).toEqual([]);
    expect(field()).toHaveValue('60.25');
    expect(onDone).not.toHaveBeenCalled();
  });

  it('stays frozen with a clock while a sale that was refused could still land', async () => {
    const { onDone, wallet, user } = dialog();
    const landing = gate();
    silentUntil(landing.passed);
    serve({
      'POST /orders': () => orderAnswer(half()),
      'POST /execute': () => refusedWith('VAULT_BUSY'),
      ...filledOrder(half()),
    });
    await user.click(screen.getByRole('radio', { name: '50%' }));
    await user.click(button());
    await screen.findByText('Refused, but may still go through');
    expect(screen.getByRole('timer')).toHaveTextContent(/^for about \d+ s$/);
    expect(field()).toBeDisabled();
    await user.click(button());
    landing.open();
    await waitFor(() => expect(screen.queryByRole('timer')).toBeNull());
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(wallet.asked).toBe(1);
  });

  it('sells nothing a second time when it is dismissed and opened again, until the end of the first', async () => {
    const { onDone, wallet, user, unmount, draw } = dialog();
    const landing = gate();
    silentUntil(landing.passed);
    const asked = serve({
      'POST /orders': () => orderAnswer(half()),
      'POST /execute': () => refusedWith('VAULT_BUSY'),
      ...filledOrder(half()),
    });
    await user.click(screen.getByRole('radio', { name: '50%' }));
    await user.click(button());
    await screen.findByText('Refused, but may still go through');
    unmount();
    draw();
    expect(screen.getByRole('button', { name: 'An order is under way' })).toBeDisabled();
    expect(screen.getByText('Refused, but may still go through')).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: '50%' }));
    landing.open();
    await waitFor(() => expect(button()).toBeEnabled());
    expect(screen.queryByRole('timer')).toBeNull();
    expect(onDone, 'the end of the first does not close the second').not.toHaveBeenCalled();
    expect(sentTo(asked, 'POST', '/orders')).toHaveLength(1);
    expect(wallet.asked).toBe(1);
  });

  it('says that a crossed book has no reliable prices', () => {
    const { unmount } = dialog();
    expect(screen.queryByText(/crossed/)).toBeNull();
    unmount();
    dialog(aWallet(), [{ price: microUsd(990_000n), size: microContracts(1_000_000n) }]);
    expect(screen.getByText(/^The order book is crossed/)).toBeInTheDocument();
  });

  it('never signs a sale of more', async () => {
    const { wallet, user } = dialog();
    const more = { contractsMicro: position.contractsMicro };
    const asked = serve({ 'POST /orders': () => orderAnswer(half(), more), 'POST /execute': execute });
    await user.click(screen.getByRole('radio', { name: '50%' }));
    await user.click(button());
    await waitFor(() => expect(sentTo(asked, 'POST', '/orders')).toHaveLength(1));
    await waitFor(() => expect(field()).toBeEnabled());
    expect(wallet.asked).toBe(0);
    expect(sentTo(asked, 'POST', '/execute')).toEqual([]);
  });
});
