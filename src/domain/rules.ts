import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { Market } from '@contract/prediction/market.ts';

/** Paragraphs of the rules of a market, as they are shown. */
export const rulesOf = (event: PredictionEvent, market: Market): string[] =>
  [market.rulesPrimary, market.rulesSecondary, event.closeCondition].filter((text) => text.trim() !== '');

/** A stretch of rules: unchanged, or only before, or only now. */
export interface DiffPart {
  kind: 'same' | 'gone' | 'new';
  text: string;
  /** Names the part among the others. */
  key: string;
}

/** Sentences with the space behind them. */
const sentencesOf = (text: string): string[] => text.match(/[^.!?\n]+[.!?]*\s*|[.!?\n]\s*/g) ?? [];

/** What changed between two texts, sentence by sentence, in reading order. */
export function diffRules(before: string, after: string): DiffPart[] {
  const a = sentencesOf(before);
  const b = sentencesOf(after);
  const same = (i: number, j: number): boolean => a[i]?.trim() === b[j]?.trim();
  // Length of the longest common run of sentences from (i, j) on.
  const rows = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = rows[i];
      if (row) row[j] = same(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const parts: DiffPart[] = [];
  let i = 0;
  let j = 0;
  const add = (kind: DiffPart['kind'], text = ''): void => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text;
    else parts.push({ kind, text, key: `${i}:${j}` });
  };
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && same(i, j)) {
      add('same', b[j]);
      i += 1;
      j += 1;
    } else if (i < a.length && (j >= b.length || at(i + 1, j) >= at(i, j + 1))) {
      add('gone', a[i]);
      i += 1;
    } else {
      add('new', b[j]);
      j += 1;
    }
  }
  return parts;
}
