// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act, renderHook, waitFor } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { triggerToken } from '@/api/trigger-token.ts';
import {
  aTransaction,
  aWallet,
  loadConfig,
  openDesk,
  queries,
  signatureIn,
  silentUntil,
  WALLET,
  within,
} from '@/orders/testing.tsx';
import { type Answering, gate, Refusal, sentTo, serve } from '@/orders/testing-service.ts';
import { usePrompt } from '@/tx/prompt.ts';
import { withdrawals } from '@/tx/withdrawals.ts';
import { orderWire, orderWith, tokenOf } from './orders.fixtures.ts';
import { useWithdrawals } from './use-withdrawals.ts';

vi.mock('@/api/rpc.ts', async () => (await import('@/orders/testing.tsx')).rpcDouble);
vi.mock('@/tx/check.ts', async () => (await import('@/orders/testing.tsx')).checkDouble);

const order = orderWith({ userPubkey: WALLET });
const read = (change: object = {}) => ({
  orders: [{ ...orderWire, userPubkey: WALLET, orderState: 'pending_withdraw', ...change }],
  pagination: { total: 1, limit: 20, offset: 0 },
});
const cancelled = () => ({ id: order.id, transaction: aTransaction(), requestId: 'request-1' });
const CANCEL = `POST /orders/price/cancel/${order.id}`;
const CONFIRM = `POST /orders/price/confirm-cancel/${order.id}`;
const confirmed: Answering = ({ body }) => ({
  id: order.id,
  txSignature: signatureIn((body as { signedTransaction: string }).signedTransaction),
});

function withdrawing(wallet = aWallet()) {
  triggerToken.hold({ owner: WALLET, token: 't', expiresAt: Number.MAX_SAFE_INTEGER });
  const { result } = renderHook(() => useWithdrawals(WALLET, wallet, tokenOf), {
    wrapper: within(queries()),
  });
  return { hook: result, wallet: wallet.signing };
}
type Hook = ReturnType<typeof withdrawing>['hook'];
const start = (hook: Hook) => act(() => hook.current.start(order));
const idle = (hook: Hook) => waitFor(() => expect(hook.current.busy.size).toBe(0));

/** A disk that takes nothing of these kinds. */
const fullDisk = (...kinds: string[]) => {
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...what) {
    if (kinds.includes(this.name)) throw new DOMException('The disk is full.', 'QuotaExceededError');
    return put.apply(this, what);
  });
};

beforeAll(loadConfig);
beforeEach(openDesk);
afterEach(() => {
  triggerToken.drop();
  usePrompt.setState({ open: null });
});

describe('withdrawing', () => {
  it('stops an order once, however often it is pressed, and hands in what was signed', async () => {
    const { hook, wallet } = withdrawing();
    const building = gate();
    const asked = serve({
      [CANCEL]: async () => {
        await building.passed;
        return cancelled();
      },
      'GET /orders/history': () => read(),
      [CONFIRM]: confirmed,
    });
    act(() => {
      hook.current.start(order);
      hook.current.start(order);
    });
    expect(hook.current.busy).toEqual(new Set([order.id]));
    start(hook);
    await waitFor(async () => expect(await withdrawals.of(WALLET)).toHaveLength(1));
    building.open();
    await idle(hook);
    expect(sentTo(asked, 'POST', `/cancel/${order.id}`)).toHaveLength(1);
    expect(sentTo(asked, 'POST', `/confirm-cancel/${order.id}`)).toEqual([
      { signedTransaction: expect.any(String), cancelRequestId: 'request-1' },
    ]);
    expect(wallet.asked).toBe(1);
    await waitFor(() => expect(hook.current.begun).toEqual([]));
  });

  it('remembers one that was begun and declined, and can be pressed again', async () => {
    const { hook, wallet } = withdrawing();
    wallet.declines = true;
    const asked = serve({ [CANCEL]: cancelled, 'GET /orders/history': () => read(), [CONFIRM]: confirmed });
    start(hook);
    await idle(hook);
    expect(wallet.asked).toBe(1);
    await waitFor(() => expect(hook.current.begun).toMatchObject([{ id: order.id, owner: WALLET }]));
    wallet.declines = false;
    start(hook);
    await idle(hook);
    expect(sentTo(asked, 'POST', `/confirm-cancel/${order.id}`)).toHaveLength(1);
    await waitFor(() => expect(hook.current.begun).toEqual([]));
  });

  it('remembers one that was begun until the service says that it has ended', async () => {
    const { hook, wallet } = withdrawing();
    wallet.declines = true;
    serve({ [CANCEL]: cancelled, 'GET /orders/history': () => read() });
    start(hook);
    await idle(hook);
    const forget = () => act(() => hook.current.forget([order.id]));
    await forget();
    serve({ 'GET /orders/history': () => new Refusal(503, { error: 'down' }) });
    await forget();
    expect(await withdrawals.of(WALLET)).toHaveLength(1);
    serve({ 'GET /orders/history': () => read({ orderState: 'cancelled' }) });
    await forget();
    expect(await withdrawals.of(WALLET)).toEqual([]);
  });

  it('brings an order back where the disk keeps no record of it', async () => {
    const { hook, wallet } = withdrawing();
    fullDisk('withdrawals');
    const asked = serve({ [CANCEL]: cancelled, 'GET /orders/history': () => read(), [CONFIRM]: confirmed });
    start(hook);
    await idle(hook);
    expect(sentTo(asked, 'POST', `/cancel/${order.id}`)).toHaveLength(1);
    expect(sentTo(asked, 'POST', `/confirm-cancel/${order.id}`)).toHaveLength(1);
    expect(wallet.asked).toBe(1);
    expect(hook.current.begun).toEqual([]);
  });

  it('stops an order where the disk takes nothing, signs nothing, and says why', async () => {
    const { hook, wallet } = withdrawing();
    fullDisk('withdrawals', 'transactions');
    const asked = serve({ [CANCEL]: cancelled, 'GET /orders/history': () => read(), [CONFIRM]: confirmed });
    start(hook);
    await idle(hook);
    expect(sentTo(asked, 'POST', `/cancel/${order.id}`)).toHaveLength(1);
    expect(sentTo(asked, 'POST', `/confirm-cancel/${order.id}`)).toEqual([]);
    expect(wallet.asked).toBe(0);
    const told = JSON.stringify(toast.getToasts().at(-1));
    expect(told).toContain('This browser keeps nothing for Evenline');
    expect(told).toContain('The order is stopped; what it has left stays in your vault.');
  });

  it('says that an order is stopped only once it is', async () => {
    const { hook } = withdrawing();
    serve({ [CANCEL]: () => new Refusal(400, { error: 'Order has ended' }) });
    start(hook);
    await idle(hook);
    const told = JSON.stringify(toast.getToasts().at(-1));
    expect(told).toContain('Order has ended');
    expect(told).not.toContain('stopped');
  });

  it('says that an order may be stopped where no answer tells', async () => {
    const { hook, wallet } = withdrawing();
    serve({ [CANCEL]: () => new Refusal(503, { error: 'down' }) });
    start(hook);
    await idle(hook);
    expect(wallet.asked).toBe(0);
    const told = JSON.stringify(toast.getToasts().at(-1));
    expect(told).toContain('No funds moved. The order may be stopped: see its row.');
  });

  it('knows how long one that was refused could still land', async () => {
    const { hook, wallet } = withdrawing();
    const landing = gate();
    silentUntil(landing.passed);
    serve({
      [CANCEL]: cancelled,
      'GET /orders/history': () => read(),
      [CONFIRM]: () => new Refusal(400, { error: 'Try again' }),
    });
    start(hook);
    await waitFor(() => expect(hook.current.waiting.get(order.id)).toMatchObject({ because: 'refused' }));
    expect(hook.current.busy).toEqual(new Set([order.id]));
    landing.open();
    await idle(hook);
    expect(hook.current.waiting.size).toBe(0);
    expect(wallet.asked).toBe(1);
  });

  it('asks when less comes back than was shown, and signs nothing of another wallet', async () => {
    const { hook, wallet } = withdrawing();
    const less = () => read({ remainingInputAmount: '1500000000' });
    serve({ [CANCEL]: cancelled, 'GET /orders/history': less, [CONFIRM]: confirmed });
    start(hook);
    await waitFor(() =>
      expect(usePrompt.getState().open?.lines).toEqual([
        expect.stringMatching(/^“Cancel · .*”:$/),
        '1.5 SOL comes back, instead of 2 SOL.',
      ]),
    );
    act(() => usePrompt.getState().open?.answer(false));
    await idle(hook);
    serve({ [CANCEL]: cancelled, 'GET /orders/history': () => read({ userPubkey: orderWire.outputMint }) });
    start(hook);
    await idle(hook);
    serve({ [CANCEL]: () => new Refusal(400, { error: 'Order has ended' }) });
    start(hook);
    await idle(hook);
    expect(wallet.asked).toBe(0);
  });
});
