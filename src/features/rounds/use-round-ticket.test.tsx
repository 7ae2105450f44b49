// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import type { Pubkey } from '@contract/ids.ts';
import { microContracts, tokenAmount } from '@contract/money.ts';
import { event as eventSchema } from '@contract/prediction/event.ts';
import type { Position } from '@contract/prediction/position.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eventKeys } from '@/api/events.queries.ts';
import { positionKeys } from '@/api/positions.queries.ts';
import { tradingStatusKeys } from '@/api/trading-status.queries.ts';
import { type Round, roundOf } from '@/domain/rounds.ts';
import { tokenAccountOf } from '@/orders/addresses.ts';
import { POSITION } from '@/orders/fixtures.ts';
import { orderBody } from '@/orders/request.ts';
import { type OrderTerms, orderTerms } from '@/orders/terms.ts';
import {
  actionsOf,
  aWallet,
  CONFIG,
  checkDouble,
  execute,
  KEYS,
  openDesk,
  orderAnswer,
  queries,
  silentUntil,
  WALLET,
  within,
} from '@/orders/testing.tsx';
import { gate, refusedWith, sentTo, serve } from '@/orders/testing-service.ts';
import { useWalletStore } from '@/wallet/index.ts';
import { useRoundTicket } from './use-round-ticket.ts';

vi.mock('@/api/rpc.ts', async () => (await import('@/orders/testing.tsx')).rpcDouble);
vi.mock('@/tx/check.ts', async () => (await import('@/orders/testing.tsx')).checkDouble);

const NOW = 1_790_000_200;
const BEGIN = NOW - 100;
function aRound(eventId = 'BTC15M', begin = BEGIN): Round {
  const side = (name: 'up' | 'down', buy: number) => ({
    provider: 'provider_d',
    marketId: `${eventId}-${name}`,
    status: 'open',
    result: null,
    marketResultPubkey: null,
    title: name === 'up' ? 'Up' : 'Down',
    closeTime: begin + 900,
    outcomeSide: name,
    outcomeMint: KEYS.mint,
    pricing: { buyYesPriceUsd: buy, sellYesPriceUsd: buy - 20_000, buyNoPriceUsd: 0, sellNoPriceUsd: 0 },
  });
  const round = roundOf(
    eventSchema.parse({
      eventId,
      isActive: true,
      isLive: false,
      category: 'crypto',
      subcategory: 'btc',
      tags: ['15m'],
      metadata: { eventId, title: 'Bitcoin up or down' },
      beginAt: String(begin),
      volumeUsd: '0',
      volume24hr: '0',
      closeCondition: '',
      rulesPdf: '',
      markets: [side('up', 510_000), side('down', 510_000)],
    }),
  );
  if (!round) throw new Error('no round');
  return round;
}
const round = aRound();
function roundsProvider() {
  const [, provider] = CONFIG.providers;
  if (!provider) throw new Error('no provider of rounds');
  return provider;
}
const provider = roundsProvider();
const { marketId } = round.up;

function ticket(wallet = aWallet()) {
  useWalletStore.setState({ status: 'connected', pubkey: WALLET, actions: actionsOf(wallet) });
  const client = queries();
  const balances = { lamports: 10n ** 9n, usdc: tokenAmount(10n ** 9n), stablecoin: tokenAmount(0n) };
  client.setQueryData(['balances', WALLET], balances);
  const held = { pubkey: POSITION, marketId, isYes: true, contractsMicro: microContracts(40_000_000n) };
  client.setQueryData(positionKeys.of(WALLET), [held]);
  client.setQueryData(tradingStatusKeys.all, true);
  const asOf = Date.now();
  const options = { round, side: 'up', provider, now: NOW, asOf, following: true } as const;
  const draw = () =>
    renderHook((more: object) => useRoundTicket({ ...options, ...more }), {
      wrapper: within(client),
      initialProps: {},
    });
  const { result, rerender, unmount } = draw();
  return { hook: result, wallet: wallet.signing, client, rerender, unmount, draw };
}
type Hook = ReturnType<typeof ticket>['hook'];

function shownBy(hook: Hook): OrderTerms {
  const { quote } = hook.current.summary;
  const subject = { owner: WALLET, marketId, side: 'yes', position: POSITION } as const;
  const terms = quote && orderTerms(quote, subject, { mint: CONFIG.mints.usdc, byQuantity: false });
  if (!terms) throw new Error('the ticket shows no order');
  return terms;
}
const SWAP = { orderPubkey: null, orderAtaPubkey: null };
const fill = (hook: Hook, text: string) => act(() => hook.current.setAmount(text));
const press = (hook: Hook) => act(() => hook.current.submit());
const ended = (hook: Hook) => waitFor(() => expect(hook.current.frozen).toBe(false));

/** Sends what is shown, which the service refuses, and which could land until the gate is open. */
async function sendRefused(hook: Hook) {
  const terms = shownBy(hook);
  const landing = gate();
  silentUntil(landing.passed);
  const asked = serve({
    'POST /orders': () => orderAnswer(terms, SWAP),
    'POST /execute': () => refusedWith('VAULT_BUSY'),
  });
  press(hook);
  await waitFor(() => expect(hook.current.waiting).toMatchObject({ because: 'refused' }));
  return { landing, asked };
}

beforeEach(openDesk);

it('offers no quick amount that no order may be of', () => {
  const { hook } = ticket();
  expect(provider.maxOrderUsd).toBe(250_000_000n);
  expect(hook.current.quick).toEqual([
    { label: '$10', text: '10' },
    { label: '$50', text: '50' },
    { label: '$100', text: '100' },
    { label: '$500', text: undefined },
    { label: 'Max', text: '250' },
  ]);
});

describe('a page that turns to the next round', () => {
  const next = aRound('BTC15M-2', BEGIN + 900);
  const later = { round: next, now: BEGIN + 900 };
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    return () => vi.useRealTimers();
  });

  it('by itself buys nothing of it for two seconds, and says so: a press meant for the round before is lost', () => {
    const { hook, rerender } = ticket();
    const asked = serve({});
    fill(hook, '50');
    expect(hook.current.summary.button).toEqual({ kind: 'submit', text: 'Buy Up for $50.00' });
    rerender(later);
    expect(hook.current.summary.button).toEqual({
      kind: 'blocked',
      text: expect.stringMatching(/^New round: \d\d:\d\d–\d\d:\d\d$/),
    });
    press(hook);
    expect(hook.current.frozen).toBe(false);
    expect(sentTo(asked, 'POST', '/orders')).toEqual([]);
    act(() => vi.advanceTimersByTime(1_999));
    expect(hook.current.summary.button.kind).toBe('blocked');
    act(() => vi.advanceTimersByTime(1));
    expect(hook.current.summary.button).toEqual({ kind: 'submit', text: 'Buy Up for $50.00' });
  });

  it('because its reader chose it, or chose to follow again, buys at once', () => {
    const { hook, rerender } = ticket();
    fill(hook, '50');
    rerender({ ...later, following: false });
    expect(hook.current.summary.button.kind).toBe('submit');
    rerender({});
    expect(hook.current.summary.button.kind).toBe('submit');
    rerender(later);
    expect(hook.current.summary.button.kind).toBe('blocked');
  });
});

describe('the ticket of a round', () => {
  it.each(['buy', 'sell'] as const)(
    'sends a press to %s as shown, once, and is cleared by success',
    async (action) => {
      const { hook, wallet } = ticket();
      act(() => hook.current.setAction(action));
      fill(hook, '25');
      const terms = shownBy(hook);
      const building = gate();
      const asked = serve({
        'POST /orders': async () => {
          await building.passed;
          return orderAnswer(terms, SWAP);
        },
        'POST /execute': execute,
      });
      act(() => {
        hook.current.submit();
        hook.current.submit();
      });
      expect(hook.current.frozen).toBe(true);
      fill(hook, '99');
      expect(hook.current.summary.amountText).toBe('25');
      building.open();
      await ended(hook);
      expect(sentTo(asked, 'POST', '/orders')).toEqual([orderBody(terms)]);
      expect(sentTo(asked, 'POST', '/execute')).toHaveLength(1);
      expect(wallet.asked).toBe(1);
      expect(hook.current.summary.amountText).toBe('');
    },
  );

  it('lets a purchase pay the accounts of the platform alone, for the tokens of its side', async () => {
    const { hook } = ticket();
    fill(hook, '25');
    const terms = shownBy(hook);
    const check = vi.spyOn(checkDouble, 'checkTransaction');
    serve({ 'POST /orders': () => orderAnswer(terms, SWAP), 'POST /execute': execute });
    press(hook);
    await ended(hook);
    const accountOf = await tokenAccountOf();
    const account = (owner: Pubkey) => accountOf(owner, CONFIG.mints.usdc);
    expect(check.mock.calls[0]?.[1]).toMatchObject({
      expectation: {
        pays: [{ destination: account(KEYS.vault) }, { destination: account(KEYS.fees) }],
        receives: [{ mint: KEYS.mint }],
      },
    });
    check.mockRestore();
  });

  it('keeps what was typed when the service refuses, says what to do, and asks for the prices anew', async () => {
    const { hook, wallet, client } = ticket();
    const shown = eventKeys.one(round.event.eventId);
    client.setQueryData(shown, round.event);
    fill(hook, '25');
    serve({ 'POST /orders': () => refusedWith('NO_ROUTE') });
    press(hook);
    await ended(hook);
    expect(client.getQueryState(shown)?.isInvalidated).toBe(true);
    expect(hook.current.summary.amountText).toBe('25');
    expect(hook.current.notice?.text).toMatch(/No quotes for this side within your limit/);
    expect(wallet.asked).toBe(0);
  });

  it('stays frozen with a clock while an order that was refused could still land', async () => {
    const { hook, wallet } = ticket();
    fill(hook, '25');
    const terms = shownBy(hook);
    const landing = gate();
    silentUntil(landing.passed);
    serve({
      'POST /orders': () => orderAnswer(terms, SWAP),
      'POST /execute': () => refusedWith('VAULT_BUSY'),
    });
    press(hook);
    await waitFor(() => expect(hook.current.waiting).toMatchObject({ because: 'refused' }));
    expect(hook.current.frozen).toBe(true);
    press(hook);
    landing.open();
    await ended(hook);
    expect(hook.current.waiting).toBeNull();
    expect(wallet.asked).toBe(1);
  });

  it('leaves an order under way with its round when the page turns, and is free for the next one', async () => {
    const { hook, wallet, rerender } = ticket();
    fill(hook, '25');
    const { landing, asked } = await sendRefused(hook);
    const next = aRound('BTC15M-2', BEGIN + 900);
    rerender({ round: next, following: false });
    expect(
      hook.current,
      'what was sent says nothing of this round, and is not proposed for it',
    ).toMatchObject({
      frozen: false,
      waiting: null,
      summary: { amountText: '' },
    });
    fill(hook, '30');
    expect(hook.current.summary.button).toEqual({ kind: 'submit', text: 'Buy Up for $30.00' });
    rerender({});
    expect(hook.current.summary.button).toEqual({ kind: 'blocked', text: 'An order is under way' });
    expect(hook.current.waiting).toMatchObject({ because: 'refused' });
    rerender({ round: next, following: false });
    const sold = { eventId: round.event.eventId, marketId, contractsMicro: microContracts(40_000_000n) };
    act(() => hook.current.sellAll(sold as Position));
    rerender({});
    expect(hook.current.summary).toMatchObject({ action: 'sell', amountText: '40' });
    landing.open();
    await waitFor(() => expect(hook.current.summary.button.text).not.toBe('An order is under way'));
    expect(hook.current.summary.amountText, 'typed since, and not spent').toBe('40');
    expect(sentTo(asked, 'POST', '/orders')).toHaveLength(1);
    expect(wallet.asked).toBe(1);
  });

  it('is filled with the sale of another round, to which the page then turns', async () => {
    const { hook, rerender } = ticket();
    fill(hook, '25');
    const { landing } = await sendRefused(hook);
    const next = aRound('BTC15M-2', BEGIN + 900);
    const { eventId } = next.event;
    const contractsMicro = microContracts(30_000_000n);
    act(() => hook.current.sellAll({ eventId, marketId: next.up.marketId, contractsMicro } as Position));
    rerender({ round: next, following: false });
    expect(hook.current).toMatchObject({
      frozen: false,
      summary: { action: 'sell', amountText: '30' },
    });
    landing.open();
    rerender({});
    await waitFor(() => expect(hook.current.summary.button.text).not.toBe('An order is under way'));
  });

  it('takes no second order by leaving the page and coming back, until the end of the first', async () => {
    const { hook, wallet, unmount, draw } = ticket();
    fill(hook, '25');
    const { landing, asked } = await sendRefused(hook);
    unmount();
    const { result: back, rerender } = draw();
    fill(back, '25');
    expect(back.current.summary.button).toEqual({ kind: 'blocked', text: 'An order is under way' });
    expect(back.current.waiting).toMatchObject({ because: 'refused' });
    press(back);
    rerender({ side: 'down' });
    expect(back.current, 'the other side is a market of its own').toMatchObject({
      waiting: null,
      summary: { button: { kind: 'submit', text: 'Buy Down for $25.00' } },
    });
    rerender({});
    landing.open();
    await waitFor(() => expect(back.current.summary.button.text).not.toBe('An order is under way'));
    expect(back.current).toMatchObject({ waiting: null, summary: { amountText: '25' } });
    expect(sentTo(asked, 'POST', '/orders')).toHaveLength(1);
    expect(wallet.asked).toBe(1);
  });

  it('is free for another wallet meanwhile, to which what was sent is not proposed', async () => {
    const { hook, client } = ticket();
    fill(hook, '25');
    const { landing, asked } = await sendRefused(hook);
    const wear = (pubkey: Pubkey) => act(() => useWalletStore.setState({ pubkey }));
    client.setQueryData(['balances', POSITION], client.getQueryData(['balances', WALLET]));
    client.setQueryData(positionKeys.of(POSITION), []);
    wear(POSITION);
    expect(hook.current).toMatchObject({ frozen: false, waiting: null, summary: { amountText: '' } });
    fill(hook, '30');
    expect(hook.current.summary.button).toEqual({ kind: 'submit', text: 'Buy Up for $30.00' });
    wear(WALLET);
    expect(hook.current.summary.button).toEqual({ kind: 'blocked', text: 'An order is under way' });
    expect(hook.current.waiting).toMatchObject({ because: 'refused' });
    landing.open();
    await waitFor(() => expect(hook.current.summary.button.text).not.toBe('An order is under way'));
    expect(sentTo(asked, 'POST', '/orders')).toHaveLength(1);
  });

  it('never signs a sale whose fee takes everything, nor an order to wait for', async () => {
    const { hook, wallet } = ticket();
    act(() => hook.current.setAction('sell'));
    fill(hook, '25');
    const terms = shownBy(hook);
    const cost = orderAnswer(terms).order.orderCostUsd;
    const eaten = { ...SWAP, estimatedTotalFeeUsd: cost };
    for (const change of [eaten, {}]) {
      const asked = serve({ 'POST /orders': () => orderAnswer(terms, change), 'POST /execute': execute });
      press(hook);
      await waitFor(() => expect(sentTo(asked, 'POST', '/orders')).toHaveLength(1));
      await ended(hook);
      expect(sentTo(asked, 'POST', '/execute')).toEqual([]);
    }
    expect(wallet.asked).toBe(0);
    expect(hook.current.summary.amountText).toBe('25');
  });
});
