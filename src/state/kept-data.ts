import { alertList } from './alerts.ts';
import { hiddenEventColumns } from './event-columns.ts';
import { parlayBatch, parlaySlip } from './parlay-slip.ts';
import { hiddenOrderColumns, hiddenPositionColumns } from './portfolio-columns.ts';
import {
  chartLookPreference,
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
import type { Stored, Taken } from './stored.ts';
import { savedPresets } from './token-presets.ts';
import { watchlist } from './watchlist.ts';

/** One kept value, whatever it is of. */
interface Kept {
  key: string;
  /** What a reader calls it. */
  name: string;
  read: () => unknown;
  reset: () => void;
  take: (value: unknown) => Taken;
}

const kept = <Value>(store: Stored<Value>, name: string): Kept => ({
  key: store.key,
  name,
  read: store.get,
  reset: () => void store.set(store.fallback),
  take: store.take,
});

const SETTINGS: readonly Kept[] = [
  kept(themePreference, 'theme'),
  kept(palettePreference, 'colours'),
  kept(flashPreference, 'price flashes'),
  kept(soundsPreference, 'sounds'),
  kept(shortcutsPreference, 'single-key shortcuts'),
  kept(chosenKeys, 'keys'),
  kept(slippagePreference, 'slippage'),
  kept(quickAmountsPreference, 'quick amounts'),
  kept(ladderClickPreference, 'click in the order book'),
  kept(chartRangePreference, 'span of charts'),
  kept(chartLookPreference, 'look of charts'),
  kept(timeZonePreference, 'time zone'),
  kept(clockPreference, 'clock'),
  kept(numbersPreference, 'numbers'),
  kept(hiddenTokenColumns, 'columns of tokens'),
  kept(hiddenEventColumns, 'columns of events'),
  kept(hiddenPositionColumns, 'columns of positions'),
  kept(hiddenOrderColumns, 'columns of orders'),
  kept(dateOrderPreference, 'dates'),
];
const LISTS: readonly Kept[] = [
  kept(watchlist, 'watchlist'),
  kept(alertList, 'alerts'),
  kept(parlaySlip, 'parlay slip'),
  kept(parlayBatch, 'saved parlays'),
  kept(savedPresets, 'presets of tokens'),
];

/** What a reader may want to take along: settings and lists, nothing of a wallet. */
export const exportedData = (): Record<string, unknown> =>
  Object.fromEntries([...SETTINGS, ...LISTS].map(({ key, read }) => [key, read()]));

/** What became of an exported file: how many values were taken over, and what was not. */
export interface Imported {
  taken: number;
  /** Names of those of them that the browser would not keep: they hold until the tab closes. */
  unkept: string[];
  /** Names of those that did not fit. */
  refused: string[];
  /** How many this desk does not know, such as those of a newer one. */
  unknown: number;
}

/**
 * Takes over what `exportedData` gave, in this or another browser: what is named and fits, and nothing else; null of a
 * text that is no such file.
 */
export function importData(text: string): Imported | null {
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
  const done = named.map(({ key, name, take }) => ({ name, taken: take(values.get(key)) }));
  const namesOf = (wanted: Taken) => done.filter(({ taken }) => taken === wanted).map(({ name }) => name);
  const refused = namesOf('refused');
  return {
    taken: named.length - refused.length,
    unkept: namesOf('unkept'),
    refused,
    unknown: values.size - named.length,
  };
}

/** Every setting as it is where nothing was chosen; lists stay. */
export function resetSettings(): void {
  for (const { reset } of SETTINGS) reset();
}
