export type FormKind = 'single' | 'oco' | 'otoco' | 'trailing';
/** Prices an order waits for: its own, and those of a take-profit/stop-loss pair. */
export type LevelId = 'trigger' | 'tp' | 'sl';
/** What a level is typed as: a price, a distance in percent, or the market capitalisation it means. */
export type LevelUnit = 'price' | 'percent' | 'mcap';
export type Expiry = '1' | '7' | '30' | '90' | 'date';
export type Levels = Readonly<Record<LevelId, string>>;

/** What the user has typed. */
export interface FormState {
  kind: FormKind;
  side: 'sell' | 'buy';
  condition: 'above' | 'below';
  amount: string;
  unit: LevelUnit;
  levels: Levels;
  /** Percent behind the best price. */
  trail: string;
  expiry: Expiry;
  /** "2026-10-03", for an expiry of one's own. */
  date: string | undefined;
  /** Percent; empty where the default holds, null where what was typed was refused: that is no wish for the default. */
  slippage: Readonly<Record<LevelId, string | null>>;
}

export const NO_LEVELS: Levels = { trigger: '', tp: '', sl: '' };

export const newForm: FormState = {
  kind: 'single',
  side: 'sell',
  condition: 'below',
  amount: '',
  unit: 'price',
  levels: NO_LEVELS,
  trail: '',
  expiry: '7',
  date: undefined,
  slippage: NO_LEVELS,
};

/** Levels that the kind of order needs. */
export const LEVELS_OF: Record<FormKind, readonly LevelId[]> = {
  single: ['trigger'],
  trailing: [],
  oco: ['tp', 'sl'],
  otoco: ['trigger', 'tp', 'sl'],
};
