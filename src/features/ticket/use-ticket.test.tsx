// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import type { MarketId, Pubkey, Side } from '@contract/ids.ts';
import { microContracts, tokenAmount } from '@contract/money.ts';
import { market as marketSchema } from '@contract/prediction/market.ts';
import type { Order } from '@contract/prediction/order.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bookKeys } from '@/api/orderbook.queries.ts';
import { type OrdersSeen, orderKeys } from '@/api/orders.queries.ts';
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
import { gate, Refusal, refusedWith, sentTo, serve } from '@/orders/testing-service.ts';
import { ladderClickPreference, quickAmountsPreference, timeZonePreference } from '@/state/preferences.ts';
import { useShownForms } from '@/state/shown-forms.ts';
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

const OTHER = 'MK-2' as MarketId;
/** Another outcome of the same event, at half the price. */
const elsewhere = {
  market: { ...market, marketId: OTHER, title: 'Senegal' },
  outcome: 'Senegal',
};
const halved = (levels: { price: bigint; size: bigint }[]) =>
  levels.map(({ price, size }) => ({ price: price / 2n, size }));
const otherBook = { ...book, yes_dollars: halved(book.yes_dollars), no_dollars: [] };
const heldElsewhere = {
  ...held,
  pubkey: WALLET,
  marketId: OTHER,
  contractsMicro: microContracts(30_000_000n),
};

/** What is polled of the orders, of which these are open. */
const seen = (...orders: Partial<Order>[]): OrdersSeen => ({
  orders: orders as Order[],
  hasUnread: false,
  next: null,
  hasFailed: false,
  unmet: [],
});
/** An open sale of so many contracts of the first position. */
const openSale = (contracts: bigint): Partial<Order> => ({
  position: POSITION,
  isBuy: false,
  status: 'pending',
  contractsMicro: microContracts(contracts),
  filledContractsMicro: microContracts(0n),
});

/** `orders`: null while they have not come. */
function ticket(wallet = aWallet(), orders: OrdersSeen | null = seen()) {
  useWalletStore.setState({ status: 'connected', pubkey: WALLET, actions: actionsOf(wallet) });
  const client = queries();
  const balances = { lamports: 10n ** 9n, usdc: tokenAmount(10n ** 9n), stablecoin: tokenAmount(0n) };
  client.setQueryData(['balances', WALLET], balances);
  client.setQueryData(positionKeys.of(WALLET), [held, heldElsewhere]);
  if (orders) client.setQueryData(orderKeys.recent(WALLET), orders);
  client.setQueryData(tradingStatusKeys.all, true);
  client.setQueryData(bookKeys.one(MARKET), book);
  client.setQueryData(bookKeys.one(OTHER), otherBook);
  const options = { market, outcome: 'France', side: 'yes', onSide: () => undefined } as const;
  const draw = () =>
    renderHook((page: object) => useTicket({ ...options, ...page }), {
      wrapper: within(client),
      initialProps: {},
    });
  const { result, rerender, unmount } = draw();
  return { hook: result, wallet: wallet.signing, client, rerender, unmount, draw };
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

  it('keeps its page from beginning anew while something is typed in it', () => {
    const { hook } = ticket();
    const { result: page } = renderHook(useShownForms);
    fill(hook, '50');
    act(() => void timeZonePreference.set('utc'));
    expect(page.current.zone).toBe('local');
    act(() => hook.current.setCap('70'));
    fill(hook, '');
    expect(page.current.zone, 'a limit is typed too').toBe('local');
    act(() => hook.current.setCap(null));
    expect(page.current.zone).toBe('utc');
    act(() => void timeZonePreference.set('local'));
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

  it('sells by a bid what is held of its side at its price, and buys the other side where nothing is', () => {
    const { hook, rerender } = ticket();
    const onSide = vi.fn();
    rerender({ onSide });
    const bid = (price: bigint, contracts: bigint) =>
      ({ kind: 'bid', price, size: contracts, total: contracts }) as LadderRow;
    const { contractsMicro } = held;
    act(() => void expect(hook.current.pick(bid(670_000n, contractsMicro + 1_000_000n), 'yes')).toBe('yes'));
    expect(hook.current.summary, 'no more than is held').toMatchObject({
      action: 'sell',
      amountText: '693.3',
      ownCap: '67',
    });
    act(() => void hook.current.pick(bid(4_000n, 20_000_000n), 'yes'));
    expect(hook.current.summary, 'no limit that a request may not carry').toMatchObject({
      amountText: '20',
      ownCap: '1',
    });
    expect(onSide).not.toHaveBeenCalled();
    act(() => void expect(hook.current.pick(bid(320_000n, 20_000_000n), 'no')).toBe('yes'));
    expect(hook.current.summary, 'who takes a bid for No where none is held buys Yes').toMatchObject({
      action: 'buy',
      mode: 'contracts',
      amountText: '20',
      ownCap: '68',
    });
  });

  it('sells nothing that open sales have reserved, however it is filled in', async () => {
    const { hook, client } = ticket();
    const shown = () => hook.current.summary;
    client.setQueryData(orderKeys.recent(WALLET), seen(openSale(600_000_000n)));
    await waitFor(() => expect(hook.current.free).toBe(93_300_000n));
    const bid = { kind: 'bid', price: 670_000n, size: 500_000_000n, total: 500_000_000n } as LadderRow;
    const ways: [string, () => void][] = [
      ['Close', () => hook.current.sellOf(held)],
      ['All', () => hook.current.preset(4)],
      ['a bid', () => void hook.current.pick(bid, 'yes')],
    ];
    for (const [way, take] of ways) {
      act(() => hook.current.dispatch({ type: 'action', action: 'sell' }));
      fill(hook, '');
      act(take);
      expect(shown(), way).toMatchObject({ action: 'sell', amountText: '93.3', button: { kind: 'submit' } });
    }
    fill(hook, '93.4');
    expect(shown().button).toEqual({ kind: 'blocked', text: 'Free to sell: 93.30' });
    client.setQueryData(orderKeys.recent(WALLET), seen(openSale(held.contractsMicro)));
    await waitFor(() => expect(hook.current.free).toBe(0n));
    for (const [way, take] of ways) {
      fill(hook, '');
      act(take);
      expect(shown(), way).toMatchObject({ action: 'sell', amountText: '' });
    }
    expect(shown().button).toEqual({ kind: 'blocked', text: 'All of it is in open sell orders' });
  });

  it('fills in no contracts while open orders are not known, and sells what is typed', () => {
    serve({});
    const { hook } = ticket(aWallet(), null);
    expect(hook.current.free).toBeUndefined();
    fill(hook, '50');
    expect(hook.current.summary.button.kind).toBe('submit');
    act(() => hook.current.sellOf(held));
    expect(hook.current.summary).toMatchObject({
      action: 'sell',
      amountText: '',
      button: { kind: 'blocked', text: 'Enter an amount' },
    });
    fill(hook, '12');
    act(() => hook.current.preset(0));
    expect(hook.current.summary).toMatchObject({ amountText: '12', button: { kind: 'submit' } });
  });

  it('sells what is typed once orders that have reserved all of it cannot be read any more', async () => {
    const { hook, client } = ticket(aWallet(), seen(openSale(held.contractsMicro)));
    act(() => hook.current.sellOf(held));
    expect(hook.current.summary.button.text).toBe('All of it is in open sell orders');
    serve({ 'GET /orders': () => new Refusal(500, { error: 'broken' }) });
    await client.refetchQueries({ queryKey: orderKeys.recent(WALLET) });
    await waitFor(() => expect(hook.current.free).toBeUndefined());
    fill(hook, '12');
    expect(hook.current.summary.button.kind).toBe('submit');
  });

  it('takes nothing by a bid of a market of one side of which none is held, nor turns to the other', async () => {
    const { hook, client, rerender } = ticket();
    const onSide = vi.fn();
    const pricing = market.pricing && { ...market.pricing, buyNoPriceUsd: null, sellNoPriceUsd: null };
    rerender({ market: { ...market, pricing }, onSide });
    client.setQueryData(positionKeys.of(WALLET), []);
    await waitFor(() => expect(hook.current.held).toBe(0n));
    const level = { kind: 'bid', price: 670_000n, size: 20_000_000n, total: 20_000_000n } as LadderRow;
    act(() => void expect(hook.current.pick(level, 'yes')).toBe('yes'));
    act(() => hook.current.setSide('no'));
    expect(onSide).not.toHaveBeenCalled();
    expect(hook.current.summary).toMatchObject({ action: 'buy', amountText: '', ownCap: undefined });
  });

  it('sends nothing where the market takes no orders, or by a book that nobody has renewed', async () => {
    const { hook, client, rerender } = ticket();
    fill(hook, '50');
    rerender({ market: { ...market, tradable: false } });
    expect(hook.current.summary.button).toEqual({ kind: 'blocked', text: 'Market is closed' });
    rerender({ market });
    expect(hook.current.summary.button.kind).toBe('submit');
    client.setQueryData(bookKeys.one(MARKET), { ...book }, { updatedAt: Date.now() - 60_000 });
    await waitFor(() =>
      expect(hook.current.summary.button).toEqual({ kind: 'blocked', text: 'Waiting for a fresh price' }),
    );
  });

  it('keeps what was typed where a part of what is held is not known', () => {
    const { hook } = ticket();
    act(() => useWalletStore.setState({ status: 'disconnected', pubkey: null, actions: null }));
    act(() => hook.current.dispatch({ type: 'mode', mode: 'contracts', text: '50' }));
    act(() => hook.current.preset(4));
    expect(hook.current.summary).toMatchObject({ mode: 'contracts', amountText: '50' });
    act(() => hook.current.dispatch({ type: 'action', action: 'sell' }));
    fill(hook, '12');
    act(() => hook.current.preset(0));
    expect(hook.current.summary.amountText).toBe('12');
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

describe('a ticket whose order is under way', () => {
  /** A press on the first market, whose order is built once the gate is open. */
  function pressed() {
    const desk = ticket();
    fill(desk.hook, '50');
    const terms = shownBy(desk.hook);
    const building = gate();
    const asked = serve({
      'POST /orders': async () => {
        await building.passed;
        return orderAnswer(terms);
      },
      'POST /execute': execute,
      ...filledOrder(terms),
    });
    press(desk.hook);
    expect(desk.hook.current).toMatchObject({ frozen: true, winPhrase: 'If Yes wins' });
    return { ...desk, asked, building };
  }

  it('shows another market’s own figures once it is turned to it, and gets out of it meanwhile', async () => {
    const { hook, wallet, rerender, asked, building } = pressed();
    rerender(elsewhere);
    expect(hook.current).toMatchObject({ frozen: false, waiting: null, outcome: 'Senegal' });
    expect(hook.current.summary, 'what was sent stays with its own market').toMatchObject({
      target: 'MK-2/yes',
      amountText: '',
      quote: null,
    });
    act(() => hook.current.dispatch({ type: 'action', action: 'sell' }));
    fill(hook, '20');
    expect(hook.current.summary.quote).toMatchObject({ action: 'sell', worst: 337_500n });
    expect(hook.current.summary.button.kind).toBe('submit');
    press(hook);
    expect(hook.current.frozen).toBe(true);
    await waitFor(() => expect(sentTo(asked, 'POST', '/orders')).toHaveLength(2));
    expect(sentTo(asked, 'POST', '/orders')).toEqual([
      expect.objectContaining({ marketId: MARKET, isBuy: true }),
      expect.objectContaining({ marketId: OTHER, isBuy: false }),
    ]);
    building.open();
    await ended(hook);
    await waitFor(() => expect(sentTo(asked, 'POST', '/execute')).toHaveLength(1));
    expect(wallet.asked, 'the other answer was about the first market').toBe(1);
    rerender({});
    // The hold outlives this ticket, and would be the next test's.
    await waitFor(() => expect(hook.current.summary.problems).not.toContain('under-way'));
  });

  it('takes no second order on its market by going away and back, until the end of the first', async () => {
    const { hook, wallet, rerender, asked, building } = pressed();
    rerender(elsewhere);
    fill(hook, '50');
    rerender({});
    expect(hook.current.summary).toMatchObject({ target: 'MK-1/yes', amountText: '50' });
    const { button } = hook.current.summary;
    expect(button).toEqual({ kind: 'blocked', text: 'An order is under way' });
    press(hook);
    act(() => hook.current.dispatch({ type: 'action', action: 'sell' }));
    fill(hook, '12');
    expect(hook.current.summary.button).toEqual(button);
    building.open();
    await waitFor(() => expect(hook.current.summary.problems).not.toContain('under-way'));
    expect(hook.current.summary.amountText, 'what was typed since is not taken for spent').toBe('12');
    expect(sentTo(asked, 'POST', '/orders')).toHaveLength(1);
    expect(wallet.asked).toBe(1);
  });

  it('takes none by leaving the page and coming back either, and tells how long it could still land', async () => {
    const { hook, unmount, draw } = ticket();
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
    await waitFor(() => expect(hook.current.waiting).toMatchObject({ because: 'refused' }));
    unmount();
    const { result: back } = draw();
    fill(back, '50');
    expect(back.current.summary.button).toEqual({ kind: 'blocked', text: 'An order is under way' });
    expect(back.current.waiting).toMatchObject({ because: 'refused' });
    press(back);
    landing.open();
    await waitFor(() => expect(back.current.summary.problems).not.toContain('under-way'));
    expect(back.current.waiting).toBeNull();
    expect(sentTo(asked, 'POST', '/orders')).toHaveLength(1);
  });

  it('is free for another wallet meanwhile, to which what was sent is not proposed', async () => {
    const { hook, wallet, client, asked, building } = pressed();
    const wear = (pubkey: Pubkey) => act(() => useWalletStore.setState({ pubkey }));
    const other = { lamports: 10n ** 9n, usdc: tokenAmount(10n ** 9n), stablecoin: tokenAmount(0n) };
    client.setQueryData(['balances', POSITION], other);
    client.setQueryData(positionKeys.of(POSITION), []);
    wear(POSITION);
    expect(hook.current).toMatchObject({ frozen: false, waiting: null, summary: { amountText: '' } });
    fill(hook, '50');
    expect(hook.current.summary.button.kind).toBe('submit');
    wear(WALLET);
    expect(hook.current.summary.button).toEqual({ kind: 'blocked', text: 'An order is under way' });
    press(hook);
    building.open();
    await waitFor(() => expect(hook.current.summary.problems).not.toContain('under-way'));
    expect(hook.current.summary.amountText, 'typed since, and not spent').toBe('50');
    expect(sentTo(asked, 'POST', '/orders')).toHaveLength(1);
    expect(wallet.asked).toBe(1);
  });

  it('is filled with the sale of a position on another market, to which the page then turns', async () => {
    const { hook, rerender, building } = pressed();
    act(() => hook.current.sellOf(heldElsewhere));
    rerender(elsewhere);
    expect(hook.current).toMatchObject({ frozen: false, held: heldElsewhere.contractsMicro });
    expect(hook.current.summary).toMatchObject({ action: 'sell', amountText: '30', target: 'MK-2/yes' });
    building.open();
    rerender({});
    await waitFor(() => expect(hook.current.summary.problems).not.toContain('under-way'));
  });

  it('is filled with the sale of the other side, and waits with it for the end of the first', async () => {
    const { hook, client, rerender, building } = pressed();
    const other = { ...held, pubkey: WALLET, isYes: false, contractsMicro: microContracts(20_000_000n) };
    client.setQueryData(positionKeys.of(WALLET), [held, other]);
    act(() => hook.current.sellOf(other));
    rerender({ side: 'no' satisfies Side });
    expect(hook.current.summary).toMatchObject({ action: 'sell', amountText: '20', target: 'MK-1/no' });
    expect(hook.current.summary.button.text).toBe('An order is under way');
    building.open();
    await waitFor(() => expect(hook.current.summary.problems).not.toContain('under-way'));
    expect(hook.current.summary.amountText).toBe('20');
  });

  it('turns the page to no other side by a level of the book, nor takes that', async () => {
    const { hook, rerender, building } = pressed();
    const onSide = vi.fn();
    rerender({ onSide });
    const level = { kind: 'ask', price: 320_000n, size: 20_000_000n, total: 90_000_000n } as LadderRow;
    act(() => void expect(hook.current.pick(level, 'no')).toBe('yes'));
    expect(onSide).not.toHaveBeenCalled();
    expect(hook.current.summary.amountText).toBe('50');
    building.open();
    await ended(hook);
    act(() => void expect(hook.current.pick(level, 'no')).toBe('no'));
    expect(onSide).toHaveBeenCalledWith('no');
  });

  it('stays on its side while the page shows the other', async () => {
    const { hook, rerender, building } = pressed();
    rerender({ side: 'no' satisfies Side });
    expect(hook.current).toMatchObject({ frozen: true, winPhrase: 'If Yes wins' });
    expect(hook.current.held).toBe(held.contractsMicro);
    building.open();
    await ended(hook);
    expect(hook.current.winPhrase).toBe('If No wins');
  });
});
