import * as z from 'zod/mini';
import type { TokenFilters } from '@/domain/token-filters.ts';
import { stored } from '@/state/stored.ts';
import { tokenFilters } from './search-params.ts';

/** A set of filters under a name. */
export interface Preset {
  readonly name: string;
  readonly filters: TokenFilters;
}

const MAX_PRESETS = 12;
export const MAX_PRESET_NAME = 24;

/** Presets there are from the start. */
export const OWN_PRESETS: readonly Preset[] = [
  { name: 'Under 5 min', filters: { maxAge: 5 } },
  { name: 'Careful', filters: { givenUp: true, unflagged: true, minLiquidity: 5_000, minHolders: 20 } },
];

const presetList: z.ZodMiniType<Preset[]> = z.array(
  z.object({ name: z.string().check(z.minLength(1), z.maxLength(MAX_PRESET_NAME)), filters: tokenFilters }),
);

/** Presets the reader has saved, oldest first. */
export const savedPresets = stored<Preset[]>('evenline.token-presets', presetList, []);

/** Saves under a name, in place of what had it. Beyond twelve the oldest goes. */
export function savePreset(name: string, filters: TokenFilters): void {
  savedPresets.update((list) =>
    [...list.filter((preset) => preset.name !== name), { name, filters }].slice(-MAX_PRESETS),
  );
}

export function deletePreset(name: string): void {
  savedPresets.update((list) => list.filter((preset) => preset.name !== name));
}
