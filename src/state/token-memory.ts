import type { Token } from '@contract/tokens/token.ts';
import { useEffect } from 'react';
import { create } from 'zustand';
import { addTokens, type SeenToken } from '@/domain/tokens.ts';
import { isNews } from '@/lib/clock.ts';

/*
 * Tokens seen since the tab was opened. This is no copy of a query: each answer holds the newest hundred alone, and
 * this is what adds the answers up.
 */
const useSeen = create<{ seen: readonly SeenToken[] }>(() => ({ seen: [] }));
let lastAt = 0;
let renewedAt = 0;

/** Notes one answer; `at` is its local Unix ms, and an answer already noted is not noted again. */
function observeTokens(answer: readonly Token[], at: number): void {
  if (!isNews(at, lastAt)) return;
  lastAt = at;
  useSeen.setState(({ seen }) => ({ seen: addTokens(seen, answer, at) }));
}

/** Notes what has become of tokens seen before. What the listing itself has told since then stays. */
function renewTokens(answer: readonly Token[], at: number): void {
  if (!isNews(at, renewedAt)) return;
  renewedAt = at;
  const { seen } = useSeen.getState();
  const before = new Map(seen.map(({ token, seenAt }) => [token.id, seenAt]));
  const older = answer.filter(({ id }) => isNews(at, before.get(id) ?? at));
  if (older.length === 0) return;
  useSeen.setState({ seen: addTokens(seen, older, at) });
}

/** What has been seen, newest pool first; the same array until the next answer. */
export function useSeenTokens(answer: readonly Token[] | undefined, at: number): readonly SeenToken[] {
  useEffect(() => {
    if (answer) observeTokens(answer, at);
  }, [answer, at]);
  return useSeen(({ seen }) => seen);
}

/** Adds what was asked for by address to what has been seen: it adds no token, but tells on about those there are. */
export function useRenewedTokens(answer: readonly Token[] | undefined, at: number): void {
  useEffect(() => {
    if (answer) renewTokens(answer, at);
  }, [answer, at]);
}
