import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { Market } from '@contract/prediction/market.ts';
import { useEffect, useMemo } from 'react';
import * as z from 'zod/mini';
import { rulesOf } from '@/domain/rules.ts';
import { keptInstant, stored, useStored } from './stored.ts';

/** Rules as they were last read. */
export interface ReadRules {
  readonly marketId: string;
  /** Of the whole text: of a long one only the beginning is kept. */
  readonly hash: string;
  readonly text: string;
  /** Local Unix ms. */
  readonly at: number;
}

const MAX_MARKETS = 30;
const MAX_TEXT = 4_000;

const schema: z.ZodMiniType<ReadRules[]> = z.array(
  z.object({ marketId: z.string(), hash: z.string(), text: z.string(), at: keptInstant }),
);
/** Rules this browser has shown, the latest first. */
export const readRules = stored<ReadRules[]>('evenline.rules', schema, []);

/** Two 32-bit FNV-1a sums: enough to notice a change, and no more is asked of it. */
export function hashOf(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ (code + index), 0x85ebca6b);
  }
  return [a, b].map((sum) => (sum >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Notes that the rules were read as they are. */
export function noteRules(marketId: string, text: string, at: number): void {
  const entry = { marketId, hash: hashOf(text), text: text.slice(0, MAX_TEXT), at };
  readRules.update((list) =>
    [entry, ...list.filter((one) => one.marketId !== marketId)].slice(0, MAX_MARKETS),
  );
}

/** As much of the rules as was kept of those that were read. */
export const comparable = (before: ReadRules, text: string): string =>
  before.text.length < MAX_TEXT ? text : text.slice(0, MAX_TEXT);

/** How the rules stand against those that were read. */
export interface RulesState {
  text: string;
  /** The rules as they were read, when they are others now. */
  before: ReadRules | null;
}

export function useRulesState(event: PredictionEvent, market: Market): RulesState {
  const known = useStored(readRules).find(({ marketId }) => marketId === market.marketId);
  const text = rulesOf(event, market).join('\n\n');
  const hash = useMemo(() => hashOf(text), [text]);
  return { text, before: known && known.hash !== hash ? known : null };
}

/** Rules on the screen that were never read are read now; changed ones wait until that is confirmed. */
export function useReadRules(marketId: string, text: string): void {
  useEffect(() => {
    const known = readRules.get().some((one) => one.marketId === marketId);
    if (!known) noteRules(marketId, text, Date.now());
  }, [marketId, text]);
}
