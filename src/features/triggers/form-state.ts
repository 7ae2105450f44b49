import type { NoticeText } from '@/ui/notice-box.tsx';
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
  /** Percent; empty where the default holds. */
  slippage: Levels;
  /** Sent, and its end not known yet. */
  submitted: boolean;
  /** Counts the tokens the form has been turned to: what is told of an order on one before is not about this form. */
  turn: number;
  notice: NoticeText | null;
}

const NO_LEVELS: Levels = { trigger: '', tp: '', sl: '' };

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
  submitted: false,
  turn: 0,
  notice: null,
};

/** Levels that the kind of order needs. */
export const LEVELS_OF: Record<FormKind, readonly LevelId[]> = {
  single: ['trigger'],
  trailing: [],
  oco: ['tp', 'sl'],
  otoco: ['trigger', 'tp', 'sl'],
};

export type FormEvent =
  | { type: 'kind'; kind: FormKind }
  | { type: 'side'; side: 'sell' | 'buy' }
  | { type: 'condition'; condition: 'above' | 'below' }
  | { type: 'amount'; text: string }
  /** `levels`: the same prices in the new unit. */
  | { type: 'unit'; unit: LevelUnit; levels: Levels }
  | { type: 'level'; id: LevelId; text: string }
  | { type: 'trail'; text: string }
  | { type: 'expiry'; expiry: Expiry }
  | { type: 'date'; date: string | undefined }
  | { type: 'slippage'; id: LevelId; text: string }
  /** Another token is on show. */
  | { type: 'token' }
  | { type: 'submitted' }
  | { type: 'refused'; turn: number; notice: NoticeText }
  | { type: 'settled'; turn: number; spent: boolean };

/** The form is frozen from submit to the end: only what ends an attempt passes. */
export function formReducer(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case 'submitted':
      return { ...state, submitted: true, notice: null };
    case 'token':
      return turned(state);
    case 'refused':
      return event.turn === state.turn ? { ...state, notice: event.notice } : state;
    case 'settled':
      if (event.turn !== state.turn) return state;
      return event.spent
        ? { ...state, submitted: false, notice: null, amount: '', levels: NO_LEVELS, trail: '' }
        : { ...state, submitted: false };
    default:
      return !state.submitted ? { ...edited(state, event), notice: null } : state;
  }
}

/** The same kind of order on another token: what was meant in the former one, or by its price, goes. */
const turned = (state: FormState): FormState => ({
  ...state,
  amount: state.side === 'sell' ? '' : state.amount,
  unit: state.unit === 'mcap' ? 'price' : state.unit,
  levels: state.unit === 'percent' ? state.levels : NO_LEVELS,
  submitted: false,
  notice: null,
  turn: state.turn + 1,
});

type Edit = Exclude<FormEvent, { type: 'token' | 'submitted' | 'refused' | 'settled' }>;

function edited(state: FormState, event: Edit): FormState {
  switch (event.type) {
    case 'kind': {
      // Pairs close what is held; an entry opens it: the amount then means another token.
      const side = event.kind === 'oco' ? 'sell' : event.kind === 'otoco' ? 'buy' : state.side;
      return { ...state, kind: event.kind, side, amount: side === state.side ? state.amount : '' };
    }
    case 'side':
      return { ...state, side: event.side, amount: '' };
    case 'condition':
      return { ...state, condition: event.condition };
    case 'amount':
      return { ...state, amount: event.text };
    case 'unit':
      return { ...state, unit: event.unit, levels: event.levels };
    case 'level':
      return { ...state, levels: { ...state.levels, [event.id]: event.text } };
    case 'trail':
      return { ...state, trail: event.text };
    case 'expiry':
      return { ...state, expiry: event.expiry };
    case 'date':
      return { ...state, expiry: 'date', date: event.date };
    case 'slippage':
      return { ...state, slippage: { ...state.slippage, [event.id]: event.text } };
  }
}
