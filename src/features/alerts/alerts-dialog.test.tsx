// @vitest-environment happy-dom
import type { EventId, Pubkey } from '@contract/ids.ts';
import type { Position } from '@contract/prediction/position.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { eventKeys } from '@/api/events.queries.ts';
import { positionKeys } from '@/api/positions.queries.ts';
import { eventOf } from '@/domain/event.fixtures.ts';
import { type Alert, alertList, closeAlerts, MAX_WAITING, openAlerts } from '@/state/alerts.ts';
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
  // As text: a button that is off can neither be pointed at by a finger nor reached by a key.
  expect(screen.getByText('Connect a wallet first')).toBeInTheDocument();
  act(() => useWalletStore.setState({ pubkey: OWNER }));
  expect(button()).toBeDisabled();
  expect(screen.getByText('Loading your positions')).toBeInTheDocument();
  const positions = [
    { pubkey: 'old', claimable: true },
    { pubkey: 'open', claimable: false },
  ] as Position[];
  act(() => void client.setQueryData(positionKeys.of(OWNER), positions));
  await vi.waitFor(() => expect(button()).toBeEnabled());
  await userEvent.click(button());
  expect(alertList.get()[0]?.rule).toEqual({ kind: 'claimable', known: ['old'], owners: [OWNER] });
});

it('makes none that would push one out which still waits', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const subject = { eventId: 'E', marketId: 'M', label: 'France', eventTitle: 'Cup' };
  const waiting = Array.from({ length: MAX_WAITING }, (_, index): Alert => {
    const rule = { kind: 'price', side: 'yes', to: 'rise', price: String((index + 1) * 10_000) } as const;
    return { id: `w${index}`, subject, rule, madeAt: 1, toldAt: null, fact: null };
  });
  alertList.set(waiting);
  openAlerts(subject);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AlertsDialog />
    </QueryClientProvider>,
  );
  await userEvent.type(screen.getByRole('textbox', { name: 'Price' }), '50');
  const button = screen.getByRole('button', { name: '40 alerts are waiting: delete one first' });
  expect(button).toBeDisabled();
  await userEvent.click(screen.getAllByRole('button', { name: /^Delete/ })[0] as HTMLElement);
  // Nobody has said what the price is: whether it has to rise or to fall is nothing to guess.
  expect(screen.getByRole('button', { name: 'Choose whether it rises or falls' })).toBeDisabled();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Direction' }), 'falls to');
  await userEvent.click(screen.getByRole('button', { name: 'Create alert' }));
  expect(alertList.get()).toHaveLength(MAX_WAITING);
  expect(alertList.get().map(({ id }) => id)).toEqual(expect.arrayContaining(['w1', 'w39']));
});

it('keeps the direction that a price had when it was typed, wherever the price has gone since', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const client = new QueryClient();
  const id = 'EV-1' as EventId;
  const at = (cents: number) => {
    const pricing = { buyYesPriceUsd: (cents + 1) * 10_000, sellYesPriceUsd: (cents - 1) * 10_000 };
    const other = { buyNoPriceUsd: (101 - cents) * 10_000, sellNoPriceUsd: (99 - cents) * 10_000, volume: 1 };
    client.setQueryData(
      eventKeys.one(id),
      eventOf([{ marketId: 'MK-1', pricing: { ...pricing, ...other } }], id),
    );
  };
  at(60);
  openAlerts({ eventId: id, marketId: 'MK-1', label: 'France', eventTitle: 'Cup' });
  render(
    <QueryClientProvider client={client}>
      <AlertsDialog />
    </QueryClientProvider>,
  );
  const price = screen.getByRole('textbox', { name: 'Price' });
  const way = screen.getByRole('combobox', { name: 'Direction' });
  await userEvent.type(price, '62');
  expect(way).toHaveDisplayValue('rises to');
  at(63);
  expect(await screen.findByText('Now 63¢')).toBeInTheDocument();
  expect(way).toHaveDisplayValue('rises to');
  expect(screen.getByRole('button', { name: 'The price is already there' })).toBeDisabled();
  await userEvent.type(price, '.5');
  expect(way, 'typed anew').toHaveDisplayValue('falls to');
  await userEvent.click(screen.getByRole('radio', { name: 'No' }));
  expect(way, 'of another side').toHaveDisplayValue('rises to');
  await userEvent.click(screen.getByRole('button', { name: 'Create alert' }));
  expect(alertList.get()[0]?.rule).toEqual({ kind: 'price', side: 'no', to: 'rise', price: '625000' });
});

it('shows no price of an event that is listed no more, whatever it last was', async () => {
  const subject = { eventId: 'EV-1', marketId: 'MK-1', label: 'France', eventTitle: 'Cup' };
  const rule = { kind: 'price', side: 'yes', to: 'rise', price: '900000' } as const;
  alertList.set([{ id: 'a', subject, rule, madeAt: 1, toldAt: null, fact: null }]);
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ error: 'gone' }), { status: 404 }));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const event = eventOf([{ marketId: 'MK-1' }], 'EV-1');
  client.setQueryData(eventKeys.one('EV-1' as EventId), event);
  openAlerts(null);
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <AlertsDialog />
    </QueryClientProvider>,
  );
  expect(screen.getByText(/now/)).toBeInTheDocument();
  await act(() => client.invalidateQueries());
  await vi.waitFor(() => expect(screen.queryByText(/now/)).toBeNull());
  unmount();
});

it.each([
  ['as of now', 1_000, true],
  ['no more once it has been left behind', 60_000, false],
])('shows a price %s', async (_, age, isShown) => {
  const subject = { eventId: 'EV-1', marketId: 'MK-1', label: 'France', eventTitle: 'Cup' };
  const rule = { kind: 'price', side: 'yes', to: 'rise', price: '900000' } as const;
  alertList.set([{ id: 'a', subject, rule, madeAt: 1, toldAt: null, fact: null }]);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const client = new QueryClient();
  const event = eventOf([{ marketId: 'MK-1' }], 'EV-1');
  client.setQueryData(eventKeys.one('EV-1' as EventId), event, { updatedAt: Date.now() - age });
  openAlerts(subject);
  render(
    <QueryClientProvider client={client}>
      <AlertsDialog />
    </QueryClientProvider>,
  );
  expect(screen.queryByText(/^now 61¢/) !== null).toBe(isShown);
  expect(screen.getByText(isShown ? 'Now 61¢' : 'No price quoted right now')).toBeInTheDocument();
  await userEvent.type(screen.getByRole('textbox', { name: 'Price' }), '50');
  const button = isShown ? 'Create alert' : 'Choose whether it rises or falls';
  expect(screen.getByRole('button', { name: button })).toBeInTheDocument();
});

it('says of an alert that the browser would not keep that it does not last', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  const client = new QueryClient();
  client.setQueryData(positionKeys.of(OWNER), []);
  useWalletStore.setState({ pubkey: OWNER });
  openAlerts(null);
  render(
    <QueryClientProvider client={client}>
      <AlertsDialog />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: /any payout/ }));
  expect(screen.getByRole('status')).toHaveTextContent(
    'Alert created. Not kept by this browser: it is gone once this tab closes.',
  );
});
