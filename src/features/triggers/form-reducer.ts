import { formReducer, notSending, type SendEvent, type Sending, turned } from '@/orders/form.ts';
import type { NoticeText } from '@/ui/notice-box.tsx';
import {
  type Expiry,
  type FormKind,
  type FormState,
  type LevelId,
  type Levels,
  type LevelUnit,
  NO_LEVELS,
  newForm,
} from './form-state.ts';
import type { FormSummary } from './form-summary.ts';

/** What was typed, and what has become of it. */
export interface TriggerForm extends FormState, Sending<FormSummary, NoticeText> {}

export const newTriggerForm: TriggerForm = { ...newForm, ...notSending };

type Edit =
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
  | { type: 'slippage'; id: LevelId; text: string };
/** `token`: another one is on show, of which an order under way on the former says nothing. */
export type FormEvent = Edit | { type: 'token' } | SendEvent<FormSummary, NoticeText>;

/** The same kind of order on another token: what was meant in the former one, or by its price, goes. */
const onAnotherToken = (state: TriggerForm): TriggerForm => ({
  ...turned(state),
  amount: state.side === 'sell' ? '' : state.amount,
  unit: state.unit === 'mcap' ? 'price' : state.unit,
  levels: state.unit === 'percent' ? state.levels : NO_LEVELS,
});

function edited(state: TriggerForm, event: Edit): TriggerForm {
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

const sending = formReducer<FormSummary, NoticeText, TriggerForm, Edit>({
  edit: edited,
  cleared: (state) => ({ ...state, amount: '', levels: NO_LEVELS, trail: '' }),
});

/** Everything the form can be told. It is frozen from submit to the end, or until it is turned to another token. */
export const triggerFormReducer = (state: TriggerForm, event: FormEvent): TriggerForm =>
  event.type === 'token' ? onAnotherToken(state) : sending(state, event);
