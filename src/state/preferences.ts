import * as z from 'zod/mini';
import { stored } from './stored.ts';

export const THEMES = ['dark', 'light', 'system'] as const;
export type Theme = (typeof THEMES)[number];
export const THEME_NAMES: Record<Theme, string> = { dark: 'Dark', light: 'Light', system: 'System' };
export const PALETTES = ['default', 'blue-orange', 'red-up'] as const;
export type Palette = (typeof PALETTES)[number];
export const PALETTE_NAMES: Record<Palette, string> = {
  default: 'Green and red',
  'blue-orange': 'Blue and orange',
  'red-up': 'Red is up',
};

/** Read before the first paint by public/theme.js as well: keep the keys and spellings. */
export const themePreference = stored<Theme>('evenline.theme', z.enum(THEMES), 'system');
export const palettePreference = stored<Palette>('evenline.palette', z.enum(PALETTES), 'default');

/** Single-key shortcuts (WCAG 2.1.4: they can be switched off). */
export const shortcutsPreference = stored('evenline.shortcuts', z.boolean(), true);
/** Whether a price that changes lights up for a moment. */
export const flashPreference = stored('evenline.flash', z.boolean(), true);

export const MAX_SLIPPAGE_BPS = 2_000;
/** How far above (below) the quote an order may fill unless the ticket says otherwise, in basis points. */
export const slippagePreference = stored(
  'evenline.slippage-bps',
  z.number().check(z.int(), z.gte(0), z.lte(MAX_SLIPPAGE_BPS)),
  250,
);
