import type { TokenPreset } from '@/domain/token-filters.ts';

/** Presets there are from the start. */
export const OWN_PRESETS: readonly TokenPreset[] = [
  { name: 'Under 5 min', filters: { maxAge: 5 } },
  { name: 'Careful', filters: { givenUp: true, unflagged: true, minLiquidity: 5_000, minHolders: 20 } },
];
