import * as z from 'zod/mini';
import { plainName } from '@/domain/sanitize.ts';
import { filterFields } from '@/domain/token-filter-fields.ts';
import { MAX_PRESET_NAME, type TokenFilters, type TokenPreset } from '@/domain/token-filters.ts';
import { stored } from './stored.ts';

const MAX_PRESETS = 12;

const name = z.string().check(
  z.minLength(1),
  z.maxLength(MAX_PRESET_NAME),
  z.refine((text) => plainName(text, MAX_PRESET_NAME) === text),
);
const presetList: z.ZodMiniType<TokenPreset[]> = z
  .array(z.object({ name, filters: z.object(filterFields) }))
  .check(
    z.maxLength(MAX_PRESETS),
    z.refine((list) => new Set(list.map((preset) => preset.name)).size === list.length),
  );

/** Presets the reader has saved, oldest first. */
export const savedPresets = stored<TokenPreset[]>('evenline.token-presets', presetList, []);

/** Saves under a name, in place of what had it. Beyond twelve the oldest goes. */
export function savePreset(name: string, filters: TokenFilters): void {
  savedPresets.update((list) =>
    [...list.filter((preset) => preset.name !== name), { name, filters }].slice(-MAX_PRESETS),
  );
}

export function deletePreset(name: string): void {
  savedPresets.update((list) => list.filter((preset) => preset.name !== name));
}
