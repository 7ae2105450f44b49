// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { microContracts, microUsd } from '@contract/money.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { saleTerms } from '@/orders/terms.ts';
import {
  aTransaction,
  aWallet,
  CONFIG,
  execute,
  openDesk,
  orderAnswer,
  queries,
  silentUntil,
  WALLET,
  within,
} from '@/orders/testing.tsx';
import { gate, Refusal, sentTo, serve } from '@/orders/testing-service.ts';
import { records } from '@/tx/database.ts';
import type { Queue } from '@/tx/queue.ts';
import { loadQueues } from '@/tx/queue-service.ts';
import { isUnderWay } from '@/tx/under-way.ts';
import { aClaimable, anOrder, aPosition, ORDER, POSITION } from '../testing.tsx';
import {
  cancelItem,
  cancelOrder,
  claimItem,
  claimPosition,
  closeItem,
  type NewItem,
  portfolioQueue,
} from './intents.ts';
import { useCancels, useRowTx } from './row-actions.ts';

vi.mock('@/api/rpc.ts', async () => (await import('@/orders/testing.tsx')).rpcDouble);
vi.mock('@/tx/check.ts', async () => (await import('@/orders/testing.tsx')).checkDouble);

const position = aClaimable();
const claim = () => claimPosition(position, WALLET, CONFIG.mints);
const claimAnswer = (change: object = {}) => ({
  transaction: aTransaction(),
  txMeta: { blockhash: 'b', lastValidBlockHeight: 151 },
  requiredSigners: [WALLET],
  position: {
    positionPubkey: POSITION,
    marketPubkey: position.market,
    userPubkey: WALLET,
    ownerPubkey: WALLET,
    isYes: true,
    contracts: '120',
    contractsMicro: position.contractsMicro,
    contractsDecimal: '120.5',
    payoutAmountUsd: position.payoutUsd,
    ...change,
  },
});
const cancelAnswer = (order: ReturnType<typeof anOrder>) => ({
  transaction: aTransaction(),
  blockhash: 'b',
  lastValidBlockHeight: 151,
  requiredSigners: [WALLET],
  computeUnits: 1,
  orderPubkey: ORDER,
  accounts: {
    owner: WALLET,
    authority: WALLET,
    vault: WALLET,
    marketId: order.marketId,
    position: order.position,
    order: ORDER,
    orderAta: WALLET,
    ownerTokenAccount: WALLET,
    settlementMint: CONFIG.mints.usdc,
  },
});
function rows(wallet = aWallet()) {
  const { result } = renderHook(() => useRowTx(WALLET, wallet), { wrapper: within(queries()) });
  return { hook: result, wallet: wallet.signing };
}
const idle = (hook: ReturnType<typeof rows>['hook']) => waitFor(() => expect(hook.current.busy.size).toBe(0));

beforeEach(openDesk);

describe('a row', () => {
  it('is under way until the end, and a double press claims once', async () => {
    const { hook, wallet } = rows();
    const building = gate();
    const asked = serve({
      'POST /claim': async () => {
        await building.passed;
        return claimAnswer();
      },
      'POST /execute': execute,
    });
    act(() => {
      hook.current.start(POSITION, claim());
      hook.current.start(POSITION, claim());
    });
    expect(hook.current.busy).toEqual(new Set([POSITION]));
    act(() => hook.current.start(POSITION, claim()));
    building.open();
    await idle(hook);
    expect(sentTo(asked, 'POST', '/claim')).toEqual([{ ownerPubkey: WALLET }]);
    expect(sentTo(asked, 'POST', '/execute')).toHaveLength(1);
    expect(wallet.asked).toBe(1);
  });

  it('can be pressed again after a refusal, and after another payout than shown was refused', async () => {
    const { hook, wallet } = rows();
    serve({ 'POST /claim': () => new Refusal(500, {}) });
    act(() => hook.current.start(POSITION, claim()));
    await idle(hook);
    const less = serve({
      'POST /claim': () => claimAnswer({ payoutAmountUsd: '1' }),
      'POST /execute': execute,
    });
    act(() => hook.current.start(POSITION, claim()));
    await idle(hook);
    expect(sentTo(less, 'POST', '/claim')).toHaveLength(1);
    expect(sentTo(less, 'POST', '/execute')).toEqual([]);
    expect(wallet.asked).toBe(0);
  });

  it('knows how long a claim that was refused could still land', async () => {
    const { hook, wallet } = rows();
    const landing = gate();
    silentUntil(landing.passed);
    serve({ 'POST /claim': () => claimAnswer(), 'POST /execute': () => new Refusal(400, {}) });
    act(() => hook.current.start(POSITION, claim()));
    await waitFor(() => expect(hook.current.waiting.get(POSITION)).toMatchObject({ because: 'refused' }));
    expect(hook.current.busy).toEqual(new Set([POSITION]));
    landing.open();
    await idle(hook);
    expect(hook.current.waiting.size).toBe(0);
    expect(wallet.asked).toBe(1);
  });

  it('runs beside another one', async () => {
    const { hook, wallet } = rows();
    const order = anOrder({ isBuy: false });
    const asked = serve({
      'POST /claim': () => claimAnswer(),
      'POST /execute': execute,
      'DELETE /orders': () => cancelAnswer(order),
    });
    act(() => hook.current.start(POSITION, claim()));
    act(() => hook.current.start(ORDER, cancelOrder(order, WALLET, CONFIG.mints)));
    expect(hook.current.busy).toEqual(new Set([POSITION, ORDER]));
    await idle(hook);
    expect(sentTo(asked, 'DELETE', '/orders')).toEqual([{ orderPubkey: ORDER, ownerPubkey: WALLET }]);
    expect(sentTo(asked, 'POST', '/execute')).toHaveLength(2);
    expect(wallet.asked).toBe(2);
  });
});

it('offers no cancellation of an order that another tab’s queue cancels, on whatever page, until that tab is gone', async () => {
  const queue: Queue = {
    ...{ id: 'q', owner: WALLET, kind: 'cancel', createdAt: 1, status: 'running', note: null },
    items: [{ key: ORDER, title: 'Cancel', subject: null, attempt: 0, state: { step: 'waiting' } }],
  };
  const tab = gate();
  const request = async (_name: string, ...rest: unknown[]) => {
    await tab.passed;
    return (rest.at(-1) as (lock: object) => unknown)({});
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  await records<Queue>('queues').put(queue);
  await loadQueues();
  const asked = serve({});
  const wallet = aWallet();
  const { result } = renderHook(() => useCancels(WALLET, wallet), { wrapper: within(queries()) });
  expect(result.current.busy).toEqual(new Set([ORDER]));
  act(() => result.current.cancel(anOrder()));
  expect(isUnderWay(ORDER)).toBe(false);
  expect(result.current.busy).toEqual(new Set([ORDER]));
  tab.open();
  await waitFor(() => expect(result.current.busy).toEqual(new Set()));
  await expect.poll(() => records<Queue>('queues').all()).toMatchObject([{ status: 'paused' }]);
  expect(sentTo(asked, 'DELETE', '/orders')).toEqual([]);
});

describe('a queue of many', () => {
  const shown = {
    contracts: microContracts(60_000_000n),
    cap: microUsd(640_000n),
    average: microUsd(660_000n),
    fees: { total: microUsd(950_000n) },
    net: microUsd(38_650_000n),
  };
  const sale = () => {
    const held = aPosition();
    const subject = { owner: WALLET, marketId: held.marketId, side: 'yes', position: POSITION } as const;
    return { held, answer: orderAnswer(saleTerms(shown, subject, CONFIG.mints.usdc)) };
  };
  /** The transaction that one of its items would have signed. */
  const buildOf = (queue: ReturnType<typeof portfolioQueue>, { key, title, subject }: NewItem) =>
    queue.intentOf({ key, title, subject, attempt: 0, state: { step: 'waiting' } }).build();

  it('sells by what the service builds for all at the slippage that was accepted, and by each of it once', async () => {
    const { held, answer } = sale();
    const own = { ...answer, transaction: aTransaction() };
    const asked = serve({ 'DELETE /positions': () => ({ data: [answer] }), 'POST /orders': () => own });
    const queue = portfolioQueue(WALLET, CONFIG.mints);
    const item = closeItem(held, shown, 170);
    expect((await buildOf(queue, item)).built.transaction).toBe(answer.transaction);
    expect((await buildOf(queue, item)).built.transaction, 'one of its own').toBe(own.transaction);
    expect(sentTo(asked, 'DELETE', '/positions')).toEqual([
      { ownerPubkey: WALLET, minSellPriceSlippageBps: 170 },
    ]);
  });

  it('sells by one of its own where what is built for all is worse than was accepted', async () => {
    const { held, answer } = sale();
    const worse = { ...answer, order: { ...answer.order, minSellPriceUsd: microUsd(500_000n) } };
    const own = { ...answer, transaction: aTransaction() };
    const asked = serve({ 'DELETE /positions': () => ({ data: [worse] }), 'POST /orders': () => own });
    const { built } = await buildOf(portfolioQueue(WALLET, CONFIG.mints), closeItem(held, shown, 170));
    expect(built.transaction).toBe(own.transaction);
    expect(sentTo(asked, 'POST', '/orders')).toMatchObject([{ minSellPriceUsd: '640000' }]);
  });

  it('claims, and cancels what is pending, by what is built for all of them', async () => {
    const [payout, order] = [claimAnswer(), anOrder({ isBuy: false })];
    const cancel = cancelAnswer(order);
    const asked = serve({
      'DELETE /positions': () => ({ data: [sale().answer, payout] }),
      'DELETE /orders/close-all': () => ({ data: [cancel] }),
    });
    const queue = portfolioQueue(WALLET, CONFIG.mints);
    expect((await buildOf(queue, claimItem(position))).built.transaction).toBe(payout.transaction);
    expect((await buildOf(queue, cancelItem(order))).built.transaction).toBe(cancel.transaction);
    expect(asked.map(({ method, path, body }) => [`${method} ${path.split('/').at(-1)}`, body])).toEqual([
      ['DELETE positions', { ownerPubkey: WALLET, minSellPriceSlippageBps: null }],
      ['DELETE close-all', { ownerPubkey: WALLET, statuses: ['pending'] }],
    ]);
  });
});
