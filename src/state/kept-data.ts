import { alertList } from './alerts.ts';
import { hiddenEventColumns } from './event-columns.ts';
import { parlayBatch, parlaySlip } from './parlay-slip.ts';
import { hiddenOrderColumns, hiddenPositionColumns } from './portfolio-columns.ts';
import {
  chartRangePreference,
  clockPreference,
  dateOrderPreference,
  flashPreference,
  hiddenTokenColumns,
  ladderClickPreference,
  numbersPreference,
  palettePreference,
  quickAmountsPreference,
  shortcutsPreference,
  slippagePreference,
  soundsPreference,
  themePreference,
  timeZonePreference,
} from './preferences.ts';
import { chosenKeys } from './shortcut-keys.ts';
import type { Stored } from './stored.ts';
import { watchlist } from './watchlist.ts';

/** One kept value, whatever it is of. */
interface Kept {
  key: string;
  read: () => unknown;
  reset: () => void;
  take: (value: unknown) => boolean;
}

const kept = <Value>(store: Stored<Value>): Kept => ({
  key: store.key,
  read: store.get,
  reset: () => void store.set(store.fallback),
  take: store.take,
});

const SETTINGS: readonly Kept[] = [
  kept(themePreference),
  kept(palettePreference),
  kept(flashPreference),
  kept(soundsPreference),
  kept(shortcutsPreference),
  kept(chosenKeys),
  kept(slippagePreference),
  kept(quickAmountsPreference),
  kept(ladderClickPreference),
  kept(chartRangePreference),
  kept(timeZonePreference),
  kept(clockPreference),
  kept(numbersPreference),
  kept(hiddenTokenColumns),
  kept(hiddenEventColumns),
  kept(hiddenPositionColumns),
  kept(hiddenOrderColumns),
  kept(dateOrderPreference),
];
const LISTS: readonly Kept[] = [kept(watchlist), kept(alertList), kept(parlaySlip), kept(parlayBatch)];

/** What a reader may want to take along: settings and lists, nothing of a wallet. */
export const exportedData = (): Record<string, unknown> =>
  Object.fromEntries([...SETTINGS, ...LISTS].map(({ key, read }) => [key, read()]));

/**
 * Takes over what `exportedData` gave, in this or another browser: what is named and fits, and nothing else.
 * @returns how many values were taken, and the keys of those that did not fit; null of a text that is no such file
 */
export function importData(text: string): { taken: number; refused: string[] } | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof data !== 'object' || data === null) return null;
  const values = new Map<string, unknown>(Object.entries(data));
  const named = [...SETTINGS, ...LISTS].filter(({ key }) => values.has(key));
  if (named.length === 0) return null;
  const refused = named.filter(({ key, take }) => !take(values.get(key))).map(({ key }) => key);
  return { taken: named.length - refused.length, refused };
}

/** Every setting as it is where nothing was chosen; lists stay. */
export function resetSettings(): void {
  for (const { reset } of SETTINGS) reset();
}
