// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { stored, useStored } from './stored.ts';

afterEach(() => localStorage.clear());

const number = () => stored('n', z.number().check(z.int(), z.gte(0)), 7);
const word = () => stored<'a' | 'b'>('w', z.enum(['a', 'b']), 'a');

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
