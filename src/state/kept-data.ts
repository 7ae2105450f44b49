import { alertList } from './alerts.ts';
import { parlayBatch, parlaySlip } from './parlay-slip.ts';
import {
  chartRangePreference,
  clockPreference,
  flashPreference,
  hiddenTokenColumns,
  ladderClickPreference,
  palettePreference,
  quickAmountsPreference,
  shortcutsPreference,
  slippagePreference,
  soundsPreference,
  themePreference,
  timeZonePreference,
} from './preferences.ts';
import type { Stored } from './stored.ts';
import { watchlist } from './watchlist.ts';

/** One kept value, whatever it is of. */
interface Kept {
  key: string;
  read: () => unknown;
  reset: () => void;
}

const kept = <Value>(store: Stored<Value>): Kept => ({
  key: store.key,
  read: store.get,
  reset: () => void store.set(store.fallback),
});

const SETTINGS: readonly Kept[] = [
  kept(themePreference),
  kept(palettePreference),
  kept(flashPreference),
  kept(soundsPreference),
  kept(shortcutsPreference),
  kept(slippagePreference),
  kept(quickAmountsPreference),
  kept(ladderClickPreference),
  kept(chartRangePreference),
  kept(timeZonePreference),
  kept(clockPreference),
  kept(hiddenTokenColumns),
];
const LISTS: readonly Kept[] = [kept(watchlist), kept(alertList), kept(parlaySlip), kept(parlayBatch)];

/** What a reader may want to take along: settings and lists, nothing of a wallet. */
export const exportedData = (): Record<string, unknown> =>
  Object.fromEntries([...SETTINGS, ...LISTS].map(({ key, read }) => [key, read()]));

/** Every setting as it is where nothing was chosen; lists stay. */
export function resetSettings(): void {
  for (const { reset } of SETTINGS) reset();
}
