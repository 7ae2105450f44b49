// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import type { Pubkey } from '@contract/ids.ts';
import { tokenAmount } from '@contract/money.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { triggerToken } from '@/api/trigger-token.ts';
import {
  actionsOf,
  aTransaction,
  aWallet,
  CONFIG,
  KEYS,
  loadConfig,
  openDesk,
  queries,
  signatureIn,
  silentUntil,
  WALLET,
  within,
} from '@/orders/testing.tsx';
import { type Answering, gate, Refusal, sentTo, serve } from '@/orders/testing-service.ts';
import { numbersPreference } from '@/state/preferences.ts';
import { useShownForms } from '@/state/shown-forms.ts';
import { isUnderWay, orderKey } from '@/tx/under-way.ts';
import { useWalletStore } from '@/wallet/index.ts';
import { NO_LEVELS } from './form-state.ts';
import type { Session } from './session.ts';
import { dollars, SOL, USDC } from './testing.ts';
import { useTriggerForm } from './use-form.ts';

vi.mock('@/api/rpc.ts', async () => (await import('@/orders/testing.tsx')).rpcDouble);
vi.mock('@/tx/check.ts', async () => (await import('@/orders/testing.tsx')).checkDouble);

const session: Session = {
  state: 'signed-in',
  owner: WALLET,
  expiresAt: undefined,
  way: 'message',
  busy: false,
  problem: null,
  signIn: () => undefined,
  leave: () => undefined,
};
const vault = { userPubkey: WALLET, vaultPubkey: KEYS.vault, vaultId: 'v' };
const CASH = { ...USDC, mint: CONFIG.mints.usdc };

function form(wallet = aWallet()) {
  useWalletStore.setState({ status: 'connected', pubkey: WALLET, actions: actionsOf(wallet) });
  triggerToken.hold({ owner: WALLET, token: 't', expiresAt: Number.MAX_SAFE_INTEGER });
  const client = queries();
  const lamports = 10n ** 10n;
  client.setQueryData(['balances', WALLET], { lamports, usdc: tokenAmount(0n), stablecoin: tokenAmount(0n) });
  client.setQueryData(['balances', WALLET, 'holding', SOL.mint], tokenAmount(lamports));
  const options = { of: 'SOL', token: SOL, cash: CASH, mcap: null, session, vault };
  const { result, rerender } = renderHook((more: object) => useTriggerForm({ ...options, ...more }), {
    wrapper: within(client),
    initialProps: {},
  });
  act(() => {
    result.current.dispatch({ type: 'amount', text: '2' });
    result.current.dispatch({ type: 'level', id: 'trigger', text: '76.37' });
  });
  return { client, hook: result, wallet: wallet.signing, rerender };
}
type Hook = ReturnType<typeof form>['hook'];
const deposit = (change: object = {}) => ({
  transaction: aTransaction(),
  requestId: 'request-1',
  receiverAddress: KEYS.vault,
  mint: SOL.mint,
  amount: '2000000000',
  tokenDecimals: 9,
  inputTokenAccount: KEYS.vault as Pubkey,
  outputTokenAccount: null,
  ...change,
});
const created: Answering = ({ body }) => ({
  id: 'order-1',
  txSignature: signatureIn((body as { depositSignedTx: string }).depositSignedTx),
  depositConfirmed: true,
});
/** A service that builds no deposit before the gate is open. */
function serveGated() {
  const building = gate();
  const asked = serve({
    'POST /deposit/craft': async () => {
      await building.passed;
      return deposit();
    },
    'POST /orders/price': created,
  });
  return { building, asked };
}
const press = (hook: Hook) => act(() => hook.current.submit());
const ended = (hook: Hook) => waitFor(() => expect(hook.current.frozen).toBe(false));

beforeAll(loadConfig);
beforeEach(openDesk);
afterEach(() => {
  triggerToken.drop();
});

it('holds the page while something is typed in it, refused as it may be, and no longer for a date that is not wanted', () => {
  const { hook } = form();
  const page = renderHook(useShownForms);
  const isHeld = () => {
    act(() => void numbersPreference.set('point'));
    const held = page.result.current.numbers !== 'point';
    act(() => void numbersPreference.set(numbersPreference.fallback));
    return held;
  };
  const told = (event: Parameters<typeof hook.current.dispatch>[0]) =>
    act(() => hook.current.dispatch(event));
  expect(isHeld()).toBe(true);
  told({ type: 'amount', text: '' });
  told({ type: 'level', id: 'trigger', text: '' });
  expect(isHeld()).toBe(false);
  told({ type: 'slippage', id: 'trigger', text: null });
  expect(isHeld()).toBe(true);
  told({ type: 'slippage', id: 'trigger', text: '' });
  told({ type: 'date', date: '2027-01-01' });
  expect(isHeld()).toBe(true);
  told({ type: 'expiry', expiry: '30' });
  expect(isHeld()).toBe(false);
});

describe('the form of a trigger order', () => {
  it('begins with the side that what is held speaks for, and never turns what was begun', async () => {
    useWalletStore.setState({ status: 'connected', pubkey: WALLET, actions: actionsOf(aWallet()) });
    const client = queries();
    const holds = (lamports: bigint) =>
      act(() => client.setQueryData(['balances', WALLET, 'holding', SOL.mint], tokenAmount(lamports)));
    holds(5_000_000n);
    const options = { of: 'SOL', token: SOL, cash: CASH, mcap: null, session, vault };
    const { result } = renderHook(() => useTriggerForm(options), { wrapper: within(client) });
    const side = () => result.current.summary.state.side;
    expect(side(), 'no more than fees take').toBe('buy');
    holds(5_000_001n);
    await waitFor(() => expect(side()).toBe('sell'));
    act(() => result.current.dispatch({ type: 'amount', text: '2' }));
    holds(0n);
    await waitFor(() => expect(result.current.held).toBe(0n));
    expect(side()).toBe('sell');
    // All of SOL is all but what fees take.
    for (const [held, all] of [
      [4_999_999n, '0'],
      [5_000_001n, '0.000000001'],
      [10n ** 10n, '9.995'],
    ] as const) {
      holds(held);
      await waitFor(() => expect(result.current.held).toBe(held));
      expect(result.current.shareText(100n)).toBe(all);
    }
  });

  it('reckons with no price that has been left behind', async () => {
    const { client, hook } = form();
    const told = (age: number) =>
      act(() => {
        client.setQueryData(['prices', 'now', SOL.mint], dollars(84.86), { updatedAt: Date.now() - age });
      });
    act(() =>
      hook.current.dispatch({ type: 'unit', unit: 'percent', levels: { ...NO_LEVELS, trigger: '10' } }),
    );
    told(0);
    await waitFor(() => expect(hook.current.summary.sentence).toContain('−10.0 % from now'));
    expect(hook.current.summary.button.kind).toBe('submit');
    told(60_000);
    await waitFor(() => expect(hook.current.summary.sentence).toBeNull());
    expect(hook.current.summary.button).toMatchObject({ kind: 'blocked', text: /not known now/ });
  });

  it('deposits for exactly what it shows, once, and is cleared by success', async () => {
    const { hook, wallet } = form();
    const draft = hook.current.summary.draft;
    expect(draft).not.toBeNull();
    const { building, asked } = serveGated();
    act(() => {
      hook.current.submit();
      hook.current.submit();
    });
    expect(hook.current.frozen).toBe(true);
    act(() => hook.current.dispatch({ type: 'amount', text: '9' }));
    expect(hook.current.summary.state.amount).toBe('2');
    press(hook);
    building.open();
    await ended(hook);
    expect(sentTo(asked, 'POST', '/deposit/craft')).toEqual([
      {
        inputMint: SOL.mint,
        outputMint: CASH.mint,
        userAddress: WALLET,
        amount: '2000000000',
        orderType: 'price',
        orderSubType: 'single',
      },
    ]);
    expect(sentTo(asked, 'POST', '/orders/price')).toEqual([
      expect.objectContaining({
        ...draft?.terms,
        triggerPriceUsd: '76.37',
        inputAmount: '2000000000',
        userPubkey: WALLET,
        depositRequestId: 'request-1',
      }),
    ]);
    expect(wallet.asked).toBe(1);
    expect(hook.current.summary.state).toMatchObject({ amount: '', levels: { trigger: '' } });
  });

  it('keeps what was typed when the service refuses, and says why', async () => {
    const { hook, wallet } = form();
    serve({ 'POST /deposit/craft': () => new Refusal(400, { error: 'Vault is full' }) });
    press(hook);
    await ended(hook);
    expect(hook.current.summary.state.amount).toBe('2');
    expect(hook.current.notice?.text).toMatch(/No funds moved\./);
    expect(wallet.asked).toBe(0);
    act(() => hook.current.dispatch({ type: 'amount', text: '3' }));
    expect(hook.current.notice).toBeNull();
  });

  it.each([
    ['to another vault', { receiverAddress: KEYS.other }],
    ['of more', { amount: '2000000001' }],
    ['of another token', { mint: CASH.mint }],
  ])('never signs a deposit %s', async (_, change) => {
    const { hook, wallet } = form();
    const asked = serve({ 'POST /deposit/craft': () => deposit(change), 'POST /orders/price': created });
    press(hook);
    await ended(hook);
    expect(wallet.asked).toBe(0);
    expect(sentTo(asked, 'POST', '/orders/price')).toEqual([]);
    expect(hook.current.summary.state.amount).toBe('2');
  });

  it('keeps what was typed when the wallet declines', async () => {
    const { hook, wallet } = form();
    wallet.declines = true;
    const asked = serve({ 'POST /deposit/craft': () => deposit(), 'POST /orders/price': created });
    press(hook);
    await ended(hook);
    expect(wallet.asked).toBe(1);
    expect(sentTo(asked, 'POST', '/orders/price')).toEqual([]);
    expect(hook.current.summary.state.amount).toBe('2');
  });

  it('stays frozen with a clock while a refused deposit could still land, unless it is turned', async () => {
    const { hook, rerender } = form();
    const landing = gate();
    silentUntil(landing.passed);
    const asked = serve({
      'POST /deposit/craft': () => deposit(),
      'POST /orders/price': () => new Refusal(400, { error: 'Vault is full' }),
    });
    press(hook);
    await waitFor(() => expect(hook.current.waiting).toMatchObject({ because: 'refused' }));
    expect(hook.current.frozen).toBe(true);
    press(hook);
    expect(sentTo(asked, 'POST', '/orders/price')).toHaveLength(1);
    rerender({ of: 'OTHER', token: { ...SOL, mint: KEYS.mint, symbol: 'OTHER' } });
    expect(hook.current).toMatchObject({ frozen: false, waiting: null });
    landing.open();
    await waitFor(() => expect(isUnderWay(orderKey(WALLET, SOL.mint))).toBe(false));
  });

  it('turned to another token, is free again, and hears nothing of the order before', async () => {
    const { hook, rerender } = form();
    const { building, asked } = serveGated();
    press(hook);
    expect(hook.current.frozen).toBe(true);
    rerender({ of: 'OTHER', token: { ...SOL, mint: KEYS.mint, symbol: 'OTHER' } });
    expect(hook.current.frozen).toBe(false);
    act(() => hook.current.dispatch({ type: 'amount', text: '7' }));
    building.open();
    await waitFor(() => expect(sentTo(asked, 'POST', '/orders/price')).toHaveLength(1));
    expect(hook.current.summary.state.amount).toBe('7');
    await waitFor(() => expect(isUnderWay(orderKey(WALLET, SOL.mint))).toBe(false));
  });

  it('is free for another wallet meanwhile, and proposes nothing of what was sent', async () => {
    const { hook } = form();
    const { building, asked } = serveGated();
    press(hook);
    expect(hook.current.frozen).toBe(true);
    act(() => useWalletStore.setState({ pubkey: KEYS.other }));
    expect(hook.current).toMatchObject({ frozen: false, waiting: null });
    expect(hook.current.summary.state).toMatchObject({ amount: '', levels: NO_LEVELS });
    act(() => hook.current.dispatch({ type: 'amount', text: '7' }));
    act(() => useWalletStore.setState({ pubkey: WALLET }));
    expect(hook.current.frozen, 'for the wallet itself until its order has ended').toBe(true);
    press(hook);
    building.open();
    await waitFor(() => expect(sentTo(asked, 'POST', '/orders/price')).toHaveLength(1));
    await ended(hook);
    expect(sentTo(asked, 'POST', '/deposit/craft')).toHaveLength(1);
    expect(hook.current.summary.state.amount, 'typed since, and not spent').toBe('7');
  });
});
