// @vitest-environment happy-dom
import type { MarketId } from '@contract/ids.ts';
import { act, renderHook } from '@testing-library/react';
import { toast } from 'sonner';
import { describe, expect, it, vi } from 'vitest';
import type { OnWaiting, TxIntent, TxOutcome, Waiting } from '@/tx/types.ts';
import { orderKey, setUnderWay, useOneUnderWay } from '@/tx/under-way.ts';
import { OWNER, POSITION } from './fixtures.ts';
import { formReducer, isSpent, notSending, type Sending, turned, useSend } from './form.ts';
import { useUnderWay } from './use-under-way.ts';

interface Typed extends Sending<string, string> {
  text: string;
}
type Edit = { type: 'text'; text: string };
const reduce = formReducer<string, string, Typed, Edit>({
  edit: (state, { text }) => (text === state.text ? state : { ...state, text }),
  cleared: (state) => ({ ...state, text: '' }),
});
const typed: Typed = { text: '5', ...notSending };
const waiting: Waiting = { because: 'refused', until: 77_000 };
const sent = reduce(typed, { type: 'submitted', summary: 'five' });

describe('a form', () => {
  it('is frozen from submit to the end', () => {
    expect(sent.submitted).toBe('five');
    expect(reduce(sent, { type: 'text', text: '6' })).toBe(sent);
  });
  it('is cleared by what is spent, and keeps what is not', () => {
    expect(reduce(sent, { type: 'settled', turn: 0, spent: true })).toEqual({ ...typed, text: '' });
    expect(reduce(sent, { type: 'settled', turn: 0, spent: false })).toEqual(typed);
  });
  it('says why it was refused until the next edit, which has to be one', () => {
    const refused = reduce(sent, { type: 'refused', turn: 0, notice: 'no' });
    const kept = reduce(refused, { type: 'settled', turn: 0, spent: false });
    expect(kept).toMatchObject({ text: '5', notice: 'no', submitted: null });
    expect(reduce(kept, { type: 'text', text: '5' }).notice).toBe('no');
    expect(reduce(kept, { type: 'text', text: '6' }).notice).toBeNull();
  });
  it('says no longer why it was refused where it is sent again, turned, or spent after all', () => {
    const refused = reduce(sent, { type: 'refused', turn: 0, notice: 'no' });
    const kept = reduce(refused, { type: 'settled', turn: 0, spent: false });
    expect(reduce(kept, { type: 'submitted', summary: 'five' })).toEqual(sent);
    expect(turned(kept)).toEqual({ ...typed, turn: 1 });
    expect(reduce(refused, { type: 'settled', turn: 0, spent: true })).toEqual({ ...typed, text: '' });
  });
  it('knows until when what was sent could still land, and not longer than it is frozen', () => {
    const open = reduce(sent, { type: 'waiting', turn: 0, waiting });
    expect(open).toMatchObject({ submitted: 'five', waiting });
    expect(reduce(open, { type: 'text', text: '6' })).toBe(open);
    expect(reduce(open, { type: 'waiting', turn: 0, waiting: null })).toEqual(sent);
    expect(reduce(open, { type: 'settled', turn: 0, spent: false }).waiting).toBeNull();
    expect(reduce(open, { type: 'settled', turn: 0, spent: true }).waiting).toBeNull();
    expect(turned(open).waiting).toBeNull();
  });
  it('hears nothing of an order of a former turn', () => {
    const other = turned(sent);
    expect(other).toMatchObject({ text: '5', submitted: null, turn: 1 });
    expect(reduce(other, { type: 'refused', turn: 0, notice: 'no' })).toBe(other);
    expect(reduce(other, { type: 'settled', turn: 0, spent: true })).toBe(other);
    expect(reduce(other, { type: 'waiting', turn: 0, waiting })).toBe(other);
  });
});

const intent = { owner: OWNER } as TxIntent;
const outcome = (result: TxOutcome['result']): TxOutcome => ({ result, signature: null, items: [] });

describe('sending', () => {
  it('happens once, however often it is pressed before the end', async () => {
    const ends: ((end: TxOutcome) => void)[] = [];
    const told: OnWaiting[] = [];
    const run = vi.fn((_intent: TxIntent, onWaiting: OnWaiting) => {
      told.push(onWaiting);
      return new Promise<TxOutcome>((resolve) => ends.push(resolve));
    });
    const dispatch = vi.fn();
    const { result } = renderHook(() => useSend<string, string>({ run, dispatch }));
    const shown = { summary: 'five', turn: 0 };
    const first = result.current(shown, () => intent);
    expect(await result.current(shown, () => intent)).toBeNull();
    expect(run).toHaveBeenCalledTimes(1);
    // Turned to something else, it may send that meanwhile.
    const other = result.current({ summary: 'six', turn: 1 }, () => intent);
    expect(run).toHaveBeenCalledTimes(2);
    told[1]?.(waiting);
    ends[0]?.(outcome('rejected'));
    ends[1]?.(outcome('unknown'));
    expect([(await first)?.result, (await other)?.result]).toEqual(['rejected', 'unknown']);
    expect(dispatch.mock.calls.map(([event]) => event)).toEqual([
      { type: 'submitted', summary: 'five' },
      { type: 'submitted', summary: 'six' },
      { type: 'waiting', turn: 1, waiting },
      { type: 'settled', turn: 0, spent: false },
      { type: 'settled', turn: 1, spent: true },
    ]);
    void result.current(shown, () => intent);
    expect(run).toHaveBeenCalledTimes(3);
  });
  it('ends one attempt and not that of a later turn, and takes the same turn again after its end', async () => {
    const ends: ((end: TxOutcome) => void)[] = [];
    const run = vi.fn(() => new Promise<TxOutcome>((resolve) => ends.push(resolve)));
    const { result } = renderHook(() => useSend<string, string>({ run, dispatch: vi.fn() }));
    const former = result.current({ summary: 'five', turn: 0 }, () => intent);
    const shown = { summary: 'six', turn: 1 };
    const later = result.current(shown, () => intent);
    ends[0]?.(outcome('rejected'));
    await former;
    expect(await result.current(shown, () => intent)).toBeNull();
    expect(run).toHaveBeenCalledTimes(2);
    ends[1]?.(outcome('rejected'));
    await later;
    void result.current(shown, () => intent);
    expect(run).toHaveBeenCalledTimes(3);
  });
  it('tells the form of its own turn why it was refused', async () => {
    const dispatch = vi.fn();
    let refuse = (_notice: string) => {};
    const run = async () => {
      refuse('no');
      return outcome('failed');
    };
    const { result } = renderHook(() => useSend<string, string>({ run, dispatch }));
    await result.current({ summary: 'five', turn: 3 }, (refused) => {
      refuse = refused;
      return intent;
    });
    expect(dispatch.mock.calls.map(([event]) => event)).toEqual([
      { type: 'submitted', summary: 'five' },
      { type: 'refused', turn: 3, notice: 'no' },
      { type: 'settled', turn: 3, spent: false },
    ]);
  });
  it.each<[TxOutcome['result'], boolean]>([
    ['done', true],
    ['unknown', true],
    ['unconfirmed', true],
    ['not-filled', false],
    ['rejected', false],
    ['failed', false],
  ])('that ends %s: what was typed is spent, %s', (result, spent) => {
    expect(isSpent(outcome(result))).toBe(spent);
  });
  it('takes no second order of a wallet on a market whose first is under way, whichever form it comes from', async () => {
    const MARKET = 'MK-1' as MarketId;
    const market = orderKey(OWNER, MARKET);
    const others = [orderKey(OWNER, 'MK-2' as MarketId), orderKey(POSITION, MARKET)];
    const ends: ((end: TxOutcome) => void)[] = [];
    const told: OnWaiting[] = [];
    const run = vi.fn((_intent: TxIntent, onWaiting: OnWaiting) => {
      told.push(onWaiting);
      return new Promise<TxOutcome>((resolve) => ends.push(resolve));
    });
    const one = renderHook(() => useSend<string, string>({ run, dispatch: vi.fn() }));
    const shown = { summary: 'five', turn: 0 };
    const first = one.result.current(shown, () => intent, market);
    one.unmount();
    const { result } = renderHook(() => ({
      send: useSend<string, string>({ run, dispatch: vi.fn() }),
      underWay: useOneUnderWay(market),
    }));
    expect(result.current.underWay).toBeNull();
    act(() => told[0]?.(waiting));
    expect(result.current.underWay).toBe(waiting);
    expect(await result.current.send(shown, () => intent, market)).toBeNull();
    expect(run).toHaveBeenCalledTimes(1);
    const second = others.map((other, turn) => result.current.send({ ...shown, turn }, () => intent, other));
    expect(run).toHaveBeenCalledTimes(3);
    await act(async () => {
      for (const end of ends) end(outcome('rejected'));
      await Promise.all([first, ...second]);
    });
    expect(result.current.underWay).toBeUndefined();
    const third = result.current.send(shown, () => intent, market);
    expect(run).toHaveBeenCalledTimes(4);
    await act(async () => {
      for (const end of ends) end(outcome('rejected'));
      await third;
    });
  });
  it('does not begin where there is nothing to send', async () => {
    const dispatch = vi.fn();
    const run = vi.fn();
    const { result } = renderHook(() => useSend<string, string>({ run, dispatch }));
    expect(await result.current({ summary: 'five', turn: 0 }, () => null)).toBeNull();
    expect(dispatch).not.toHaveBeenCalled();
  });
});

it('tells of work that fails, and lets go of its key', async () => {
  const { result } = renderHook(() => useUnderWay());
  await act(async () => result.current.begin('failing', () => Promise.reject(new Error('no disk'))));
  expect(result.current.busy.size).toBe(0);
  expect(toast.getToasts()).toMatchObject([{ id: 'under-way-failing', title: 'Not finished' }]);
  toast.dismiss();
});

it('holds each key once while it is under way', async () => {
  const { result } = renderHook(() => useUnderWay());
  const ends: (() => void)[] = [];
  const told: OnWaiting[] = [];
  const work = vi.fn((onWaiting: OnWaiting) => {
    told.push(onWaiting);
    return new Promise<void>((resolve) => ends.push(resolve));
  });
  act(() => {
    result.current.begin('a', work);
    result.current.begin('a', work);
    result.current.begin('b', work);
  });
  expect(work).toHaveBeenCalledTimes(2);
  expect(result.current.busy).toEqual(new Set(['a', 'b']));
  act(() => told[0]?.(waiting));
  act(() => told[1]?.({ ...waiting, because: 'unknown' }));
  expect([...result.current.waiting.keys()]).toEqual(['a', 'b']);
  act(() => told[1]?.(null));
  expect(result.current.waiting).toEqual(new Map([['a', waiting]]));
  await act(async () => ends[0]?.());
  expect(result.current.busy).toEqual(new Set(['b']));
  expect(result.current.waiting).toEqual(new Map());
  act(() => result.current.begin('a', work));
  expect(work).toHaveBeenCalledTimes(3);
  await act(async () => {
    for (const end of ends) end();
  });
});

it('knows what is under way though the page that has begun it was left', async () => {
  const left = renderHook(() => useUnderWay());
  let end = () => {};
  let tell: OnWaiting = () => {};
  const work = vi.fn((onWaiting: OnWaiting) => {
    tell = onWaiting;
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  act(() => left.result.current.begin('c', work));
  left.unmount();
  act(() => tell(waiting));
  const { result } = renderHook(() => useUnderWay());
  expect(result.current.busy).toEqual(new Set(['c']));
  expect(result.current.waiting).toEqual(new Map([['c', waiting]]));
  act(() => result.current.begin('c', work));
  expect(work).toHaveBeenCalledTimes(1);
  // Something else holds it too: what has ended tells of it no more.
  act(() => setUnderWay('c', 'other', null));
  await act(async () => end());
  expect(result.current.busy).toEqual(new Set(['c']));
  act(() => tell(waiting));
  expect(result.current.waiting).toEqual(new Map());
  act(() => setUnderWay('c', 'other', undefined));
  expect(result.current.busy.size).toBe(0);
  act(() => tell(waiting));
  expect(result.current.busy.size).toBe(0);
});
