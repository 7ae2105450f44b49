import type { MicroContracts } from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import { formReducer, notSending, type Sending } from '@/orders/form.ts';
import type { CloseAmount, CloseSummary } from './close-form.ts';

/** What the dialog showed when its button was pressed. */
export interface ShownClose {
  summary: CloseSummary;
  position: Position;
  locked: MicroContracts;
}

/** What the user has chosen. */
export interface CloseState extends Sending<ShownClose, never> {
  amount: CloseAmount;
  slippageBps: number;
}

type Edit = { type: 'amount'; amount: CloseAmount } | { type: 'slippage'; bps: number };
/** All of the position, at the slippage of the settings. */
export const newClose = (slippageBps: number): CloseState => ({
  amount: { by: 'part', bps: 10_000n },
  slippageBps,
  ...notSending,
});

/** The dialog is frozen from submit to the end; it is closed by what has been spent, and so clears nothing. */
export const closeReducer = formReducer<ShownClose, never, CloseState, Edit>({
  edit: (state, event) =>
    event.type === 'amount' ? { ...state, amount: event.amount } : { ...state, slippageBps: event.bps },
  cleared: (state) => state,
});
