// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { microContracts, tokenAmount } from '@contract/money.ts';
import { market as marketSchema } from '@contract/prediction/market.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bookKeys } from '@/api/orderbook.queries.ts';
import { positionKeys } from '@/api/positions.queries.ts';
import { tradingStatusKeys } from '@/api/trading-status.queries.ts';
import type { LadderRow } from '@/domain/book.ts';
import { BOOK, MARKET, POSITION } from '@/orders/fixtures.ts';
import { orderBody } from '@/orders/request.ts';
import { type OrderTerms, orderTerms } from '@/orders/terms.ts';
import {
  actionsOf,
  aWallet,
  CONFIG,
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
import { ladderClickPreference, quickAmountsPreference } from '@/state/preferences.ts';
import { usePrompt } from '@/tx/prompt.ts';
import { useWalletStore } from '@/wallet/index.ts';
import { useTicket } from './use-ticket.ts';

vi.mock('@/api/rpc.ts', async () => (await import('@/orders/testing.tsx')).rpcDouble);
vi.mock('@/tx/check.ts', async () => (await import('@/orders/testing.tsx')).checkDouble);

const market = marketSchema.parse({
  provider: 'provider_a',
  marketId: MARKET,
  status: 'open',
  result: null,
  title: 'France',
  pricing: {
    buyYesPriceUsd: 685_000,
    sellYesPriceUsd: 675_000,
    buyNoPriceUsd: 325_000,
    sellNoPriceUsd: 315_000,
  },
});
const ascending = (levels: typeof BOOK.bids) => levels.toReversed();
const book = {
  yes: [],
  no: [],
  yes_dollars: ascending(BOOK.bids),
  no_dollars: ascending(BOOK.asks).map(({ price, size }) => ({ price: 1_000_000n - price, size })),
};
const held = {
  pubkey: POSITION,
  marketId: MARKET,
  isYes: true,
  contractsMicro: microContracts(693_300_000n),
};

function ticket(wallet = aWallet()) {
  useWalletStore.setState({ status: 'connected', pubkey: WALLET, actions: actionsOf(wallet) });
  const client = queries();
  const balances = { lamports: 10n ** 9n, usdc: tokenAmount(10n ** 9n), stablecoin: tokenAmount(0n) };
  client.setQueryData(['balances', WALLET], balances);
  client.setQueryData(positionKeys.of(WALLET), [held]);
  client.setQueryData(tradingStatusKeys.all, true);
  client.setQueryData(bookKeys.one(MARKET), book);
  const options = { market, outcome: 'France', side: 'yes', onSide: () => undefined } as const;
  const { result } = renderHook(() => useTicket(options), { wrapper: within(client) });
  return { hook: result, wallet: wallet.signing };
}
type Hook = ReturnType<typeof ticket>['hook'];

/** What the ticket shows now, as terms. */
function shownBy(hook: Hook): OrderTerms {
  const { quote } = hook.current.summary;
  const subject = { owner: WALLET, marketId: MARKET, side: 'yes', position: POSITION } as const;
  const terms = quote && orderTerms(quote, subject, { mint: CONFIG.mints.usdc, byQuantity: false });
  if (!terms) throw new Error('the ticket shows no order');
  return terms;
}
const fill = (hook: Hook, text: string) => act(() => hook.current.setAmount(text));
const press = (hook: Hook) => act(() => hook.current.submit());
const ended = (hook: Hook) => waitFor(() => expect(hook.current.frozen).toBe(false));

beforeEach(openDesk);
afterEach(() => {
  usePrompt.setState({ open: null });
});

describe('the ticket', () => {
  it.each(['buy', 'sell'] as const)(
    'sends a press to %s as shown, once, and is cleared by success',
    async (action) => {
      const { hook, wallet } = ticket();
      act(() => hook.current.dispatch({ type: 'action', action }));
      fill(hook, '12');
      const terms = shownBy(hook);
      const building = gate();
      const asked = serve({
        'POST /orders': async () => {
          await building.passed;
          return orderAnswer(terms);
        },
        'POST /execute': execute,
        ...filledOrder(terms),
      });
      press(hook);
      press(hook);
      expect(hook.current.frozen).toBe(true);
      fill(hook, '99');
      act(() => hook.current.dispatch({ type: 'mode', mode: 'payout', text: '5' }));
      expect(hook.current.summary.amountText).toBe('12');
      press(hook);
      building.open();
      await ended(hook);
      expect(sentTo(asked, 'POST', '/orders')).toEqual([orderBody(terms)]);
      expect(sentTo(asked, 'POST', '/execute')).toHaveLength(1);
      expect(wallet.asked).toBe(1);
      expect(hook.current.summary.amountText).toBe('');
      expect(hook.current.notice).toBeNull();
    },
  );

  it('keeps what was typed when the service refuses, and says why at the field', async () => {
    const { hook, wallet } = ticket();
    fill(hook, '50');
    serve({ 'POST /orders': () => refusedWith('MIN_ORDER_SIZE', 'depositAmount') });
    press(hook);
    await ended(hook);
    expect(hook.current.summary.amountText).toBe('50');
    expect(hook.current.notice).toMatchObject({ field: 'amount', text: expect.stringMatching(/Raise/) });
    expect(wallet.asked).toBe(0);
    fill(hook, '60');
    expect(hook.current.notice).toBeNull();
  });

  it('stays frozen with a clock while an order that was refused could still land', async () => {
    const { hook, wallet } = ticket();
    fill(hook, '50');
    const terms = shownBy(hook);
    const landing = gate();
    silentUntil(landing.passed);
    const asked = serve({
      'POST /orders': () => orderAnswer(terms),
      'POST /execute': () => refusedWith('VAULT_BUSY'),
      ...filledOrder(terms),
    });
    press(hook);
    expect(hook.current.waiting).toBeNull();
    await waitFor(() => expect(hook.current.waiting).toMatchObject({ because: 'refused' }));
    expect(hook.current.waiting?.until).toBeGreaterThan(performance.now() + 30_000);
    expect(hook.current.frozen).toBe(true);
    press(hook);
    landing.open();
    await ended(hook);
    expect(hook.current.waiting).toBeNull();
    expect(wallet.asked).toBe(1);
    expect(sentTo(asked, 'POST', '/execute')).toHaveLength(1);
    expect(hook.current.summary.amountText).toBe('');
  });

  it('is filled by a press with the amounts and sizes that were chosen', () => {
    const { hook } = ticket();
    const text = () => hook.current.summary.amountText;
    act(() => hook.current.preset(1));
    expect([hook.current.labels[1], text()]).toEqual(['$50', '50']);
    const level = { kind: 'ask', price: 700_000n, size: 20_000_000n, total: 90_000_000n } as LadderRow;
    act(() => hook.current.pick(level, 'yes'));
    expect(text()).toBe('90');
    act(() => {
      quickAmountsPreference.update((was) => ({ ...was, unit: 'percent' }));
      ladderClickPreference.set({ size: 'usd', usd: 7 });
    });
    act(() => hook.current.pick(level, 'yes'));
    expect(text()).toBe('10');
    act(() => hook.current.preset(1));
    expect([hook.current.labels[1], text()]).toEqual(['25%', '250']);
    act(() => hook.current.preset(4));
    expect(text()).toBe('1000');
    act(() => {
      quickAmountsPreference.set(quickAmountsPreference.fallback);
      ladderClickPreference.set(ladderClickPreference.fallback);
    });
  });

  it('keeps what was typed when the wallet declines, and sends nothing', async () => {
    const { hook, wallet } = ticket();
    wallet.declines = true;
    fill(hook, '50');
    const terms = shownBy(hook);
    const asked = serve({ 'POST /orders': () => orderAnswer(terms), 'POST /execute': execute });
    press(hook);
    await ended(hook);
    expect(wallet.asked).toBe(1);
    expect(sentTo(asked, 'POST', '/execute')).toEqual([]);
    expect(hook.current.summary.amountText).toBe('50');
  });

  it('never signs a sale of everything, or of another position, for the 12 contracts shown', async () => {
    const { hook, wallet } = ticket();
    act(() => hook.current.dispatch({ type: 'action', action: 'sell' }));
    fill(hook, '12');
    const terms = shownBy(hook);
    const all = { contractsMicro: held.contractsMicro };
    const asked = serve({ 'POST /orders': () => orderAnswer(terms, all), 'POST /execute': execute });
    press(hook);
    await ended(hook);
    serve({ 'POST /orders': () => orderAnswer(terms, { positionPubkey: WALLET }), 'POST /execute': execute });
    press(hook);
    await ended(hook);
    expect(wallet.asked).toBe(0);
    expect(sentTo(asked, 'POST', '/execute')).toEqual([]);
    expect(hook.current.summary.amountText).toBe('12');
  });

  it('asks about a worse price with both, and does not sign while it is not accepted', async () => {
    const { hook, wallet } = ticket();
    fill(hook, '50');
    const terms = shownBy(hook);
    const worse = { contractsMicro: microContracts((terms.contracts * 9n) / 10n) };
    serve({ 'POST /orders': () => orderAnswer(terms, worse), 'POST /execute': execute });
    press(hook);
    await waitFor(() => expect(usePrompt.getState().open?.title).toBe('The price moved against you'));
    expect(wallet.asked).toBe(0);
    act(() => usePrompt.getState().open?.answer(false));
    await ended(hook);
    expect(wallet.asked).toBe(0);
    expect(hook.current.summary.amountText).toBe('50');
  });
});
