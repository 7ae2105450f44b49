// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { parlaySlip } from './parlay-slip.ts';
import { flashPreference, slippagePreference, themePreference } from './preferences.ts';
import { readRules } from './rules-memory.ts';
import { stored, useStored } from './stored.ts';
import { lastVisit } from './visit.ts';
import { watchlist } from './watchlist.ts';

afterEach(() => localStorage.clear());

const number = () => stored('n', z.number().check(z.int(), z.gte(0)), 7);
const word = () => stored<'a' | 'b'>('w', z.enum(['a', 'b']), 'a');

/** The browser refuses whatever is new, until the function returned is called. */
function keepsNothing(): () => void {
  const before = localStorage;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => before.getItem(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  return () => vi.stubGlobal('localStorage', before);
}

describe('stored', () => {
  it('reads the fallback when nothing, nonsense or the wrong type is kept', () => {
    for (const text of [null, '', 'nonsense', '"5"', '-1', '{}', 'null']) {
      localStorage.clear();
      if (text !== null) localStorage.setItem('n', text);
      expect(number().get()).toBe(7);
    }
  });

  it('keeps text plain and everything else as JSON', () => {
    word().set('b');
    expect(localStorage.getItem('w')).toBe('b');
    expect(word().get()).toBe('b');
    number().set(3);
    expect(localStorage.getItem('n')).toBe('3');
    expect(number().get()).toBe(3);
  });

  it('returns the same object until it changes', () => {
    localStorage.setItem('list', '[1,2]');
    const list = stored('list', z.array(z.number()), []);
    expect(list.get()).toBe(list.get());
    list.update((items) => [...items, 3]);
    expect(list.get()).toEqual([1, 2, 3]);
  });

  it('holds a value that the browser refuses to keep', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    const source = word();
    expect(source.set('b')).toBe(false);
    expect(source.get()).toBe('b');
    vi.unstubAllGlobals();
  });

  it('is what it is where nothing was chosen where the browser lets nothing be read', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new DOMException('no', 'SecurityError');
      },
    });
    expect(number().get()).toBe(7);
    vi.unstubAllGlobals();
  });

  it('says what became of a value that another browser kept', () => {
    const source = number();
    expect([source.take(3), source.get()]).toEqual(['kept', 3]);
    expect([source.take('3'), source.take(-1), source.get()]).toEqual(['refused', 'refused', 3]);
    const keepsAgain = keepsNothing();
    expect([source.take(4), source.get()]).toEqual(['unkept', 4]);
    keepsAgain();
  });

  it('gives way to what another tab keeps after this one was refused', () => {
    const source = number();
    source.set(1);
    const keepsAgain = keepsNothing();
    source.set(2);
    keepsAgain();
    expect(source.get(), 'until then it holds').toBe(2);
    localStorage.setItem('n', '3');
    expect(source.get()).toBe(3);
  });

  it('is told of another tab as long as anybody here reads it, and no longer', () => {
    const source = number();
    const [first, second] = [vi.fn(), vi.fn()];
    const [leaveFirst, leaveSecond] = [source.subscribe(first), source.subscribe(second)];
    const write = (text: string) => {
      localStorage.setItem('n', text);
      window.dispatchEvent(new StorageEvent('storage', { key: 'n' }));
    };
    leaveFirst();
    write('1');
    expect([source.shown(), first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0, 1]);
    leaveSecond();
    write('2');
    expect([source.shown(), source.get()]).toEqual([1, 2]);
  });

  it('renders again for this tab and for another', () => {
    const source = number();
    const { result } = renderHook(() => useStored(source));
    act(() => {
      source.set(1);
    });
    expect(result.current).toBe(1);
    act(() => {
      localStorage.setItem('n', '2');
      window.dispatchEvent(new StorageEvent('storage', { key: 'n' }));
    });
    expect(result.current).toBe(2);
    act(() => {
      localStorage.clear();
      window.dispatchEvent(new StorageEvent('storage', { key: null }));
    });
    expect(result.current).toBe(7);
  });
});

it('looks up what another tab wrote before anybody listened, and what it wrote since then', () => {
  const source = number();
  localStorage.setItem('n', '3');
  const { result } = renderHook(() => useStored(source));
  expect(result.current).toBe(3);
  localStorage.setItem('n', '4');
  expect(source.get(), 'whoever decides by it reads it as it is').toBe(4);
  source.update((count) => count + 1);
  expect(localStorage.getItem('n')).toBe('5');
});

describe('what is on disks from before', () => {
  const kept: readonly [key: string, text: string, read: () => unknown][] = [
    ['evenline.theme', 'light', () => themePreference.get()],
    ['evenline.flash', 'false', () => flashPreference.get()],
    ['evenline.slippage-bps', '100', () => slippagePreference.get()],
    ['evenline.watchlist', '[{"eventId":"E","title":"Cup"}]', () => watchlist.get()],
    [
      'evenline.parlay',
      '[{"eventId":"E","marketId":"M","label":"France","eventTitle":"Cup"}]',
      () => parlaySlip.get(),
    ],
    ['evenline.left', '{"at":5,"markets":[],"claimable":["P"]}', () => lastVisit.get()],
    ['evenline.rules', '[{"marketId":"M","hash":"h","text":"t","at":1}]', () => readRules.get()],
  ];
  it.each(kept)('%s is read as it was written', (key, text, read) => {
    localStorage.setItem(key, text);
    const value = read();
    expect(typeof value === 'string' ? value : JSON.stringify(value)).toBe(text);
    expect(localStorage.getItem(key), 'and stays as it is').toBe(text);
  });
});
