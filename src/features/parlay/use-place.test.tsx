// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import type { EventId } from '@contract/ids.ts';
import { type MicroUsd, microUsd } from '@contract/money.ts';
import { PARLAY_STAKE } from '@contract/prediction/parlay-limits.ts';
import { parlayPayout } from '@contract/pricing.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventKeys } from '@/api/events.queries.ts';
import { mostOf, type ParlayMode, stakeOf } from '@/domain/parlay.ts';
import {
  aTransaction,
  aWallet,
  CONFIG,
  openDesk,
  queries,
  silentUntil,
  WALLET,
  within,
} from '@/orders/testing.tsx';
import { gate, Refusal, sentTo, serve } from '@/orders/testing-service.ts';
import { usePrompt } from '@/tx/prompt.ts';
import { type Slip, usePlace } from './use-place.ts';

vi.mock('@/api/rpc.ts', async () => (await import('@/orders/testing.tsx')).rpcDouble);
vi.mock('@/tx/check.ts', async () => (await import('@/orders/testing.tsx')).checkDouble);

const NAMES = ['A', 'B', 'C', 'D', 'E'];
const PRICE = microUsd(500_000n);
const offered = (mode: ParlayMode): MicroUsd =>
  parlayPayout(
    stakeOf(mode),
    NAMES.map(() => PRICE),
    mostOf(mode),
  );
const slip = (mode: ParlayMode, key = 'current'): Slip => ({
  key,
  legs: NAMES.map((name) => ({
    eventId: `EV-${name}`,
    marketId: `MK-${name}`,
    label: name,
    eventTitle: name,
  })),
  offered: offered(mode),
});
const ID = `PY-${'a'.repeat(29)}`;
const built = (change: object = {}) => ({
  status: 'ok',
  transaction: aTransaction(),
  parlayId: ID,
  nonce: 7,
  positionPubkey: WALLET,
  orderPubkey: WALLET,
  ownerPubkey: WALLET,
  legMarketIds: NAMES.map((name) => `MK-${name}`),
  stakeUsd: PARLAY_STAKE,
  payoutUsd: offered('paid'),
  txMeta: { blockhash: 'b', lastValidBlockHeight: 151 },
  ...change,
});
const executed = () => ({ parlays: [{ status: 'ok', parlayId: ID, txSignature: 's' }] });

function place(wallet = aWallet()) {
  const client = queries();
  for (const name of NAMES) {
    client.setQueryData(eventKeys.one(`EV-${name}` as EventId), {
      eventId: `EV-${name}`,
      markets: [{ marketId: `MK-${name}`, status: 'open', result: null, pricing: { buyYesPriceUsd: PRICE } }],
    });
  }
  const onPlaced = vi.fn();
  const { result } = renderHook(() => usePlace(wallet, onPlaced), { wrapper: within(client) });
  return { hook: result, onPlaced, wallet: wallet.signing };
}
const ended = (hook: ReturnType<typeof place>['hook']) =>
  waitFor(() => expect(hook.current.busy).toBe(false));

beforeEach(openDesk);
afterEach(() => {
  usePrompt.setState({ open: null });
});

describe('placing parlays', () => {
  const usdc = CONFIG.mints.usdc;
  const legMarketIds = NAMES.map((name) => `MK-${name}`);

  it('sends the legs shown once, and says that they are placed', async () => {
    const { hook, onPlaced, wallet } = place();
    const building = gate();
    const asked = serve({
      'POST /parlays': async () => {
        await building.passed;
        return { parlays: [built()] };
      },
      'POST /parlays/execute': executed,
    });
    act(() => {
      hook.current.place('paid', usdc, [slip('paid')]);
      hook.current.place('paid', usdc, [slip('paid')]);
    });
    expect(hook.current.busy).toBe(true);
    act(() => hook.current.place('paid', usdc, [slip('paid')]));
    building.open();
    await ended(hook);
    expect(sentTo(asked, 'POST', '/parlays')).toEqual([
      { parlays: [{ ownerPubkey: WALLET, legMarketIds, mint: usdc }] },
    ]);
    expect(sentTo(asked, 'POST', '/parlays/execute')).toEqual([
      { parlays: [expect.objectContaining({ parlayId: ID, nonce: 7, legMarketIds })] },
    ]);
    expect(wallet.asked).toBe(1);
    expect(onPlaced).toHaveBeenCalledExactlyOnceWith('current');
    expect(hook.current.results.get('current')).toEqual({ step: 'placed', parlayId: ID });
  });

  it('stays busy with a clock while a payment that was refused could still land', async () => {
    const { hook, wallet } = place();
    const landing = gate();
    silentUntil(landing.passed);
    let refuses = true;
    serve({
      'POST /parlays': () => ({ parlays: [built()] }),
      'POST /parlays/execute': () => {
        const answer = refuses ? new Refusal(400, { error: 'busy' }) : executed();
        refuses = false;
        return answer;
      },
    });
    act(() => hook.current.place('paid', usdc, [slip('paid')]));
    await waitFor(() => expect(hook.current.waiting).toMatchObject({ because: 'refused' }));
    expect(hook.current.busy).toBe(true);
    act(() => hook.current.place('paid', usdc, [slip('paid')]));
    landing.open();
    await ended(hook);
    expect(hook.current.waiting).toBeNull();
    expect(wallet.asked).toBe(1);
  });

  it('keeps the slip where an item, or the whole request, is refused', async () => {
    const { hook, onPlaced, wallet } = place();
    serve({
      'POST /parlays': () => ({ parlays: [{ status: 'error', code: 'LEG_NOT_OPEN', message: 'closed' }] }),
    });
    act(() => hook.current.place('paid', usdc, [slip('paid')]));
    await ended(hook);
    expect(hook.current.results.get('current')).toMatchObject({
      step: 'refused',
      message: expect.stringMatching(/not open/),
    });
    serve({ 'POST /parlays': () => new Refusal(500, {}) });
    act(() => hook.current.place('paid', usdc, [slip('paid')]));
    await ended(hook);
    expect(hook.current.results.get('current')).toMatchObject({
      step: 'refused',
      message: expect.stringMatching(/No funds moved\.$/),
    });
    expect(onPlaced).not.toHaveBeenCalled();
    expect(wallet.asked).toBe(0);
  });

  it.each([
    ['of other legs', { legMarketIds: [...legMarketIds.slice(1), 'MK-F'] }],
    ['of another stake', { stakeUsd: '10000001' }],
    ['without a proper id', { parlayId: 'PY-1' }],
  ])('never signs one %s, and stops where the wallet declines', async (_, change) => {
    const { hook, wallet } = place();
    const asked = serve({
      'POST /parlays': () => ({ parlays: [built(change), built(), built()] }),
      'POST /parlays/execute': executed,
    });
    wallet.declines = true;
    act(() => hook.current.place('paid', usdc, [slip('paid', 'a'), slip('paid', 'b'), slip('paid', 'c')]));
    await ended(hook);
    expect([...hook.current.results.values()].map(({ step }) => step)).toEqual([
      'refused',
      'stopped',
      'stopped',
    ]);
    expect(wallet.asked).toBe(1);
    expect(sentTo(asked, 'POST', '/parlays/execute')).toEqual([]);
  });

  it('pays for free ones once, at the payout shown, and asks when it has fallen', async () => {
    const { hook, onPlaced, wallet } = place();
    const ok = { status: 'ok', parlayId: ID, ownerPubkey: WALLET, legMarketIds, placedAt: 1 };
    const asked = serve({
      'POST /parlays/free': () => ({ paymentTransaction: aTransaction() }),
      'POST /parlays/free/submit': () => ({ txSignature: 's', parlays: [ok] }),
    });
    act(() => hook.current.place('free', usdc, [slip('free')]));
    await ended(hook);
    expect(sentTo(asked, 'POST', '/parlays/free')).toEqual([
      { ownerPubkey: WALLET, parlays: [{ legMarketIds }] },
    ]);
    expect(onPlaced).toHaveBeenCalledExactlyOnceWith('current');
    expect(wallet.asked).toBe(1);
    const dearer = { ...slip('free'), offered: microUsd(offered('free') * 2n) };
    act(() => hook.current.place('free', usdc, [dearer]));
    await waitFor(() => expect(usePrompt.getState().open?.title).toBe('The payout has fallen'));
    act(() => usePrompt.getState().open?.answer(false));
    await ended(hook);
    expect(wallet.asked).toBe(1);
  });
});
