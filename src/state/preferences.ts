import { type NumberForm, POINT_AND_COMMA } from '@contract/money.ts';
import * as z from 'zod/mini';
import type { ChartRange } from '@/domain/price-series.ts';
import { TOKEN_SORTS, type TokenSort } from '@/domain/token-sorts.ts';
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

const QUICK_UNITS = ['usd', 'percent'] as const;
/** What fills a purchase at a press: four amounts in dollars or in percent of the balance. A fifth takes everything. */
export interface QuickAmounts {
  readonly unit: (typeof QUICK_UNITS)[number];
  readonly usd: readonly number[];
  readonly percent: readonly number[];
}
const QUICK_COUNT = 4;
export const MAX_QUICK = { usd: 1_000_000, percent: 100 } as const;
const four = (most: number) =>
  z.array(z.number().check(z.int(), z.gte(1), z.lte(most))).check(z.length(QUICK_COUNT));
const quickAmounts: z.ZodMiniType<QuickAmounts> = z.object({
  unit: z.enum(QUICK_UNITS),
  usd: four(MAX_QUICK.usd),
  percent: four(MAX_QUICK.percent),
});
export const quickAmountsPreference = stored<QuickAmounts>('evenline.quick-amounts', quickAmounts, {
  unit: 'usd',
  usd: [10, 50, 100, 500],
  percent: [10, 25, 50, 75],
});
/** "$10", "25%", and "Max" for the last: what the buttons of a purchase say. */
export const quickLabels = ({ unit, usd, percent }: QuickAmounts): string[] => [
  ...(unit === 'usd' ? usd.map((dollars) => `$${dollars}`) : percent.map((part) => `${part}%`)),
  'Max',
];

export const LADDER_SIZES = ['reach', 'level', 'usd'] as const;
/** What a press on a level of the order book asks for: all up to it, its own size, or an amount in dollars. */
export interface LadderClick {
  readonly size: (typeof LADDER_SIZES)[number];
  readonly usd: number;
}
const ladderClick: z.ZodMiniType<LadderClick> = z.object({
  size: z.enum(LADDER_SIZES),
  usd: z.number().check(z.int(), z.gte(1), z.lte(MAX_QUICK.usd)),
});
export const ladderClickPreference = stored<LadderClick>('evenline.ladder-click', ladderClick, {
  size: 'reach',
  usd: 100,
});

export const RANGE_CHOICES = ['auto', '1H', '6H', '1D', '1W', '1M', 'All'] as const satisfies readonly (
  | ChartRange
  | 'auto'
)[];
/** The span charts open with; `auto`: what suits each. */
export const chartRangePreference = stored<ChartRange | 'auto'>(
  'evenline.chart-range',
  z.enum(RANGE_CHOICES),
  'auto',
);

/** The span a chart opens with where nothing else was chosen for all of them. */
export function preferredRange(own: ChartRange): ChartRange {
  const chosen = chartRangePreference.get();
  return chosen === 'auto' ? own : chosen;
}

const CHART_LOOKS = ['line', 'candles'] as const;
/** How a chart draws what prices were. */
export const chartLookPreference = stored<(typeof CHART_LOOKS)[number]>(
  'evenline.chart-look',
  z.enum(CHART_LOOKS),
  'line',
);

/** A short sound when something is filled, fails or is told by an alert. */
export const soundsPreference = stored('evenline.sounds', z.boolean(), false);

export const TIME_ZONES = ['local', 'utc'] as const;
export const timeZonePreference = stored<(typeof TIME_ZONES)[number]>(
  'evenline.time-zone',
  z.enum(TIME_ZONES),
  'local',
);

export const CLOCKS = ['24', '12'] as const;
/** Hours of a clock's round. */
export const clockPreference = stored<(typeof CLOCKS)[number]>('evenline.clock', z.enum(CLOCKS), '24');

/** How the parts of a date follow each other: "24 Nov", "Nov 24", "2026-11-24". */
export const DATE_ORDERS = ['day', 'month', 'year'] as const;
export const dateOrderPreference = stored<(typeof DATE_ORDERS)[number]>(
  'evenline.date-order',
  z.enum(DATE_ORDERS),
  'day',
);

const NARROW_SPACE = '\u202f';
/** How figures may be written, "1,234.56" first. Named after what stands between thousands. */
export const NUMBER_FORMS = {
  comma: POINT_AND_COMMA,
  point: { decimal: ',', group: '.' },
  'space-comma': { decimal: ',', group: NARROW_SPACE },
  apostrophe: { decimal: '.', group: '’' },
  space: { decimal: '.', group: NARROW_SPACE },
  none: { decimal: '.', group: '' },
} as const satisfies Record<string, NumberForm>;
export type NumberFormName = keyof typeof NUMBER_FORMS;
export const NUMBER_FORM_NAMES = [
  'comma',
  'point',
  'space-comma',
  'apostrophe',
  'space',
  'none',
] as const satisfies readonly NumberFormName[];
/** The key is of a time when only what stands between thousands was chosen: what was kept then still holds. */
export const numbersPreference = stored<NumberFormName>(
  'evenline.thousands',
  z.enum(NUMBER_FORM_NAMES),
  'comma',
);

/** Columns of the tokens that can be left out: all but their names. */
export type TokenColumn = Exclude<TokenSort, 'name'> | 'trend';
export const TOKEN_COLUMNS = TOKEN_SORTS.flatMap((sort): TokenColumn[] =>
  sort === 'name' ? [] : sort === 'price' ? [sort, 'trend'] : [sort],
);
export const hiddenTokenColumns = stored<TokenColumn[]>(
  'evenline.token-columns-hidden',
  z.array(z.enum(TOKEN_COLUMNS)),
  [],
);
