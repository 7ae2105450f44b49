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
  chain,
  KEYS,
  openDesk,
  queries,
  signatureIn,
  silentUntil,
  WALLET,
  within,
} from '@/orders/testing.tsx';
import { type Answering, gate, Refusal, sentTo, serve } from '@/orders/testing-service.ts';
import { parlayBatch, parlaySlip } from '@/state/parlay-slip.ts';
import { usePrompt } from '@/tx/prompt.ts';
import {
  CURRENT,
  forgetEnded,
  type PlaceResult,
  placingOf,
  type Slip,
  useParlayPlacings,
} from './placing.ts';
import { usePlace } from './use-place.ts';

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
const slip = (mode: ParlayMode, key = CURRENT): Slip => ({
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
const executed: Answering = ({ body }) => {
  const { parlays } = body as { parlays: [{ signedTransaction: string }] };
  return {
    parlays: [{ status: 'ok', parlayId: ID, txSignature: signatureIn(parlays[0].signedTransaction) }],
  };
};

/** `last`: what is otherwise with the market of the last leg. */
function place(wallet = aWallet(), last: object = {}) {
  const client = queries();
  for (const name of NAMES) {
    const market = { marketId: `MK-${name}`, status: 'open', result: null };
    client.setQueryData(eventKeys.one(`EV-${name}` as EventId), {
      eventId: `EV-${name}`,
      markets: [{ ...market, pricing: { buyYesPriceUsd: PRICE }, ...(name === 'E' && last) }],
    });
  }
  const { result } = renderHook(() => usePlace(wallet), { wrapper: within(client) });
  const press = (mode: ParlayMode, slips: readonly Slip[]) =>
    void result.current(mode, CONFIG.mints.usdc, slips);
  return { press, wallet: wallet.signing };
}
/** What waits to be placed: the slip being collected, unless it is kept by these keys. */
function collect(...kept: readonly string[]) {
  const { legs } = slip('paid');
  parlaySlip.set(kept.length === 0 ? [...legs] : []);
  parlayBatch.set(kept.map((id) => ({ id, legs })));
}
const left = () => [
  ...(parlaySlip.get().length > 0 ? [CURRENT] : []),
  ...parlayBatch.get().map(({ id }) => id),
];
const isBusy = () => placingOf(WALLET).busy;
const resultOf = (key: string): PlaceResult | undefined =>
  placingOf(WALLET).placings.find((one) => one.slip.key === key)?.result;
const ended = () => waitFor(() => expect(isBusy()).toBe(false));

beforeEach(() => {
  openDesk();
  collect();
});
afterEach(() => {
  usePrompt.setState({ open: null });
  useParlayPlacings.setState({}, true);
});

describe('placing parlays', () => {
  const usdc = CONFIG.mints.usdc;
  const legMarketIds = NAMES.map((name) => `MK-${name}`);
  const placedFree = { status: 'ok', parlayId: ID, ownerPubkey: WALLET, legMarketIds, placedAt: 1 };
  /** One payment for all free ones, and what is said of each after it. */
  const serveFree = (...parlays: readonly object[]) =>
    serve({
      'POST /parlays/free': () => ({ paymentTransaction: aTransaction() }),
      'POST /parlays/free/submit': ({ body }) => ({
        txSignature: signatureIn((body as { signedTransaction: string }).signedTransaction),
        parlays,
      }),
    });

  it('sends the legs shown once, and says that they are placed', async () => {
    const { press, wallet } = place();
    const building = gate();
    const asked = serve({
      'POST /parlays': async () => {
        await building.passed;
        return { parlays: [built()] };
      },
      'POST /parlays/execute': executed,
    });
    act(() => {
      press('paid', [slip('paid')]);
      press('paid', [slip('paid')]);
    });
    expect(isBusy()).toBe(true);
    act(() => press('paid', [slip('paid')]));
    building.open();
    await ended();
    expect(sentTo(asked, 'POST', '/parlays')).toEqual([
      { parlays: [{ ownerPubkey: WALLET, legMarketIds, mint: usdc }] },
    ]);
    expect(sentTo(asked, 'POST', '/parlays/execute')).toEqual([
      { parlays: [expect.objectContaining({ parlayId: ID, nonce: 7, legMarketIds })] },
    ]);
    expect(wallet.asked).toBe(1);
    expect(left()).toEqual([]);
    expect(resultOf(CURRENT)).toEqual({ step: 'placed' });
  });

  it('stays busy with a clock while a payment that was refused could still land', async () => {
    const { press, wallet } = place();
    const landing = gate();
    silentUntil(landing.passed);
    let refuses = true;
    serve({
      'POST /parlays': () => ({ parlays: [built()] }),
      'POST /parlays/execute': (asked) => {
        const answer = refuses ? new Refusal(400, { error: 'busy' }) : executed(asked);
        refuses = false;
        return answer;
      },
    });
    act(() => press('paid', [slip('paid')]));
    await waitFor(() => expect(placingOf(WALLET).waiting).toMatchObject({ because: 'refused' }));
    expect(isBusy()).toBe(true);
    act(() => press('paid', [slip('paid')]));
    landing.open();
    await ended();
    expect(placingOf(WALLET).waiting).toBeNull();
    expect(wallet.asked).toBe(1);
  });

  it('keeps the slip where an item, or the whole request, is refused', async () => {
    const { press, wallet } = place();
    serve({
      'POST /parlays': () => ({ parlays: [{ status: 'error', code: 'LEG_NOT_OPEN', message: 'closed' }] }),
    });
    act(() => press('paid', [slip('paid')]));
    await ended();
    expect(resultOf(CURRENT)).toMatchObject({
      step: 'refused',
      message: expect.stringMatching(/not open/),
    });
    serve({ 'POST /parlays': () => new Refusal(500, {}) });
    act(() => press('paid', [slip('paid')]));
    await ended();
    expect(resultOf(CURRENT)).toMatchObject({
      step: 'refused',
      message: expect.stringMatching(/No funds moved\.$/),
    });
    expect(left()).toEqual([CURRENT]);
    expect(wallet.asked).toBe(0);
  });

  it('keeps a slip that the service gave no answer for, and says so', async () => {
    const { press } = place();
    serve({ 'POST /parlays': () => ({ parlays: [] }) });
    act(() => press('paid', [slip('paid')]));
    await ended();
    expect(resultOf(CURRENT)).toEqual({
      step: 'refused',
      message: 'The service gave no answer for this one. No funds moved.',
    });
    expect(left()).toEqual([CURRENT]);
  });

  it.each([
    ['of other legs', { legMarketIds: [...legMarketIds.slice(1), 'MK-F'] }],
    ['of another stake', { stakeUsd: '10000001' }],
    ['without a proper id', { parlayId: 'PY-1' }],
  ])('never signs one %s, and stops where the wallet declines', async (_, change) => {
    const { press, wallet } = place();
    const asked = serve({
      'POST /parlays': () => ({ parlays: [built(change), built(), built()] }),
      'POST /parlays/execute': executed,
    });
    wallet.declines = true;
    collect('a', 'b', 'c');
    act(() => press('paid', [slip('paid', 'a'), slip('paid', 'b'), slip('paid', 'c')]));
    await ended();
    expect(['a', 'b', 'c'].map((key) => resultOf(key)?.step)).toEqual(['refused', 'stopped', 'stopped']);
    expect(wallet.asked).toBe(1);
    expect(left().sort(), 'none was paid for').toEqual(['a', 'b', 'c']);
    expect(sentTo(asked, 'POST', '/parlays/execute')).toEqual([]);
  });

  it('gives back a free one that the service did not place, and keeps no other', async () => {
    const { press, wallet } = place();
    serveFree(placedFree, { status: 'error', code: 'leg_not_open', message: 'x' });
    collect('a', 'b');
    act(() => press('free', [slip('free', 'a'), slip('free', 'b')]));
    await ended();
    expect(['a', 'b'].map((key) => resultOf(key)?.step)).toEqual(['placed', 'refused']);
    expect(left()).toEqual(['b']);
    expect(wallet.asked).toBe(1);
  });

  it('pays for free ones once, at the payout shown, and asks when it has fallen', async () => {
    const { press, wallet } = place();
    const asked = serveFree(placedFree);
    act(() => press('free', [slip('free')]));
    await ended();
    expect(sentTo(asked, 'POST', '/parlays/free')).toEqual([
      { ownerPubkey: WALLET, parlays: [{ legMarketIds }] },
    ]);
    expect(left()).toEqual([]);
    expect(wallet.asked).toBe(1);
    collect();
    const dearer = { ...slip('free'), offered: microUsd(offered('free') * 2n) };
    act(() => press('free', [dearer]));
    await waitFor(() => expect(usePrompt.getState().open?.title).toBe('The payout has fallen'));
    act(() => usePrompt.getState().open?.answer(false));
    await ended();
    expect(wallet.asked).toBe(1);
    expect(left()).toEqual([CURRENT]);
  });

  it.each([
    ['is no longer open', { status: 'closed' }],
    ['takes no more orders', { tradable: false }],
    ['is quoted by nobody', { pricing: { buyYesPriceUsd: null } }],
    ['is no longer listed', { marketId: 'MK-F' }],
  ])('asks before it pays for one of which a leg %s: nobody knows what it pays', async (_, last) => {
    const { press, wallet } = place(aWallet(), last);
    serveFree(placedFree);
    act(() => press('free', [slip('free')]));
    await waitFor(() => expect(usePrompt.getState().open?.title).toBe('The payout is not known'));
    act(() => usePrompt.getState().open?.answer(false));
    await ended();
    expect(wallet.asked).toBe(0);
    expect(left()).toEqual([CURRENT]);
  });

  it('reckons what a paid one pays by its own stake where the service does not say it', async () => {
    const { press, wallet } = place();
    serve({
      'POST /parlays': () => ({ parlays: [built({ payoutUsd: undefined })] }),
      'POST /parlays/execute': executed,
    });
    act(() => press('paid', [slip('paid')]));
    await ended();
    expect(wallet.asked, 'as shown: nothing to ask').toBe(1);
    expect(resultOf(CURRENT)).toEqual({ step: 'placed' });
  });

  it('spends a slip before it is signed: past a reload, and in other tabs, it is not there to be paid for again', async () => {
    const { press, wallet } = place();
    const landing = gate();
    silentUntil(landing.passed);
    serve({
      'POST /parlays': () => ({ parlays: [built()] }),
      'POST /parlays/execute': () => new Refusal(400, { error: 'busy' }),
    });
    act(() => press('paid', [slip('paid')]));
    await waitFor(() => expect(wallet.asked).toBe(1));
    expect(JSON.parse(localStorage.getItem('evenline.parlay') ?? '')).toEqual([]);
    // Whoever leaves the page and returns has another hook, and the same work.
    forgetEnded();
    const again = place();
    collect();
    act(() => again.press('paid', [slip('paid')]));
    expect(again.wallet.asked).toBe(0);
    landing.open();
    await ended();
  });

  it('says of one that the chain has refused that its fee may be gone, and gives it back', async () => {
    const { press, wallet } = place();
    const { getSignatureStatuses } = chain;
    const reverted = { slot: 1, confirmations: null, err: 'e', confirmationStatus: 'finalized' } as const;
    chain.getSignatureStatuses = async () => ({ context: { slot: 1 }, value: [reverted] });
    serve({
      'POST /parlays': () => ({ parlays: [built()] }),
      'POST /parlays/execute': executed,
    });
    act(() => press('paid', [slip('paid')]));
    await ended();
    chain.getSignatureStatuses = getSignatureStatuses;
    expect(wallet.asked).toBe(1);
    expect(resultOf(CURRENT)).toEqual({
      step: 'refused',
      message: 'Not placed. No funds moved but perhaps the network fee.',
    });
    expect(left()).toEqual([CURRENT]);
  });

  it('leaves another wallet free to place its own meanwhile', async () => {
    const { press } = place();
    const landing = gate();
    silentUntil(landing.passed);
    const asked = serve({
      'POST /parlays': () => ({ parlays: [built()] }),
      'POST /parlays/execute': () => new Refusal(400, { error: 'busy' }),
    });
    act(() => press('paid', [slip('paid')]));
    await waitFor(() => expect(placingOf(WALLET).waiting).toMatchObject({ because: 'refused' }));
    expect(placingOf(KEYS.other)).toMatchObject({ placings: [], busy: false, waiting: null });
    collect();
    const other = place({ ...aWallet(), pubkey: KEYS.other });
    act(() => other.press('paid', [slip('paid')]));
    await waitFor(() => expect(placingOf(KEYS.other)).toMatchObject({ busy: false, count: 1 }));
    expect(sentTo(asked, 'POST', '/parlays')).toMatchObject([
      { parlays: [{ ownerPubkey: WALLET }] },
      { parlays: [{ ownerPubkey: KEYS.other }] },
    ]);
    expect(placingOf(KEYS.other).placings, 'built for the first one').toMatchObject([
      { result: { step: 'refused' } },
    ]);
    expect(placingOf(WALLET)).toMatchObject({ busy: true, placings: [{ result: { step: 'working' } }] });
    landing.open();
    await ended();
  });

  it('never gives back one that may have been paid for', async () => {
    const { press, wallet } = place();
    // One payment for two, and a word of one of them alone.
    serveFree(placedFree);
    collect('a', 'b');
    act(() => press('free', [slip('free', 'a'), slip('free', 'b')]));
    await ended();
    expect(wallet.asked).toBe(1);
    expect(resultOf('a')).toEqual({ step: 'placed' });
    expect(resultOf('b')).toMatchObject({
      step: 'unsure',
      message: expect.stringMatching(/^Paid, not known/),
    });
    expect(left()).toEqual([]);
    collect();
    act(() => press('free', [slip('free')]));
    await ended();
    expect(resultOf('b'), 'told until it is put away').toMatchObject({ step: 'unsure' });
    expect(resultOf('a')).toBeUndefined();
  });

  it('leaves alone what another tab has taken meanwhile', async () => {
    const { press, wallet } = place();
    const building = gate();
    serve({
      'POST /parlays': async () => {
        await building.passed;
        return { parlays: [built(), built()] };
      },
      'POST /parlays/execute': executed,
    });
    collect('a', 'b');
    act(() => press('paid', [slip('paid', 'a'), slip('paid', 'b')]));
    parlayBatch.update((all) => all.filter(({ id }) => id !== 'a'));
    building.open();
    await ended();
    expect(resultOf('a')).toMatchObject({ step: 'stopped' });
    expect(resultOf('b')).toEqual({ step: 'placed' });
    expect(wallet.asked).toBe(1);
  });

  it('pays for no free one where another tab has taken them all', async () => {
    const { press, wallet } = place();
    const asked = serveFree();
    parlaySlip.set([]);
    act(() => press('free', [slip('free')]));
    await ended();
    expect(resultOf(CURRENT)).toMatchObject({ step: 'stopped' });
    expect(sentTo(asked, 'POST', '/parlays/free')).toEqual([]);
    expect(wallet.asked).toBe(0);
  });

  it('has one built anew that would run out before it is signed', async () => {
    const { press } = place();
    const asked = serve({
      'POST /parlays': () => ({ parlays: [built(), built()] }),
      'POST /parlays/execute': (signed) => {
        // The first has taken so long.
        vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 21_000);
        return executed(signed);
      },
    });
    collect('a', 'b');
    act(() => press('paid', [slip('paid', 'a'), slip('paid', 'b')]));
    await ended();
    expect(
      sentTo(asked, 'POST', '/parlays').map((body) => (body as { parlays: unknown[] }).parlays.length),
    ).toEqual([2, 1]);
    expect(resultOf('b')).toEqual({ step: 'placed' });
  });
});
