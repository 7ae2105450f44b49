// @vitest-environment happy-dom
import { type Token, token } from '@contract/tokens/token.ts';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useRenewedTokens, useSeenTokens } from './token-memory.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const HOUR = 3_600_000;
const priced = (id: string, usdPrice: number): Token => token.parse({ id, name: id, symbol: id, usdPrice });

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

it('goes on with what is told once a clock that was ahead is set right', () => {
  const listing = { initialProps: { answer: [priced('a', 1), priced('b', 1)], at: NOW + HOUR } };
  const { result, rerender } = renderHook(({ answer, at }) => useSeenTokens(answer, at), listing);
  const older = renderHook(({ answer, at }) => useRenewedTokens(answer, at), listing);
  const prices = () => result.current.map(({ token: { id, usdPrice }, seenAt }) => [id, usdPrice, seenAt]);
  const [one, two] = [priced('a', 1).usdPrice, priced('a', 2).usdPrice];
  expect(prices()).toEqual([
    ['a', one, NOW + HOUR],
    ['b', one, NOW + HOUR],
  ]);

  rerender({ answer: [priced('a', 2)], at: NOW });
  older.rerender({ answer: [priced('b', 2)], at: NOW });
  rerender({ answer: [priced('a', 2)], at: NOW });
  expect(prices()).toEqual([
    ['a', two, NOW],
    ['b', two, NOW],
  ]);

  older.rerender({ answer: [priced('b', 1)], at: NOW - 1 });
  expect(prices()[1], 'nothing older').toEqual(['b', two, NOW]);
});
