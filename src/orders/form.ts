import { type Dispatch, useCallback, useRef } from 'react';
import { isOpen, type OnWaiting, type TxIntent, type TxOutcome, type Waiting } from '@/tx/types.ts';
import { isUnderWay, setUnderWay } from '@/tx/under-way.ts';

/* One shape for every form that sends an order: what is edited is its own, the freeze and its end are not. */

/** What a form keeps beside what was typed. */
export interface Sending<Summary, Notice> {
  /** What was shown when it was sent: it shows this until the end is known; null while it can be edited. */
  submitted: Summary | null;
  /** What was sent could still land, and nobody has said that it has; null otherwise. */
  waiting: Waiting | null;
  /** Why the last attempt was refused; goes with the next edit. */
  notice: Notice | null;
  /** Counts what the form has been turned to: what is told of an order of a former turn is not about this form. */
  turn: number;
}

export const notSending = { submitted: null, waiting: null, notice: null, turn: 0 } as const;

/** What begins an attempt, is told of it, or ends it. `spent`: what was typed has been used, and goes. */
export type SendEvent<Summary, Notice> =
  | { type: 'submitted'; summary: Summary }
  | { type: 'waiting'; turn: number; waiting: Waiting | null }
  | { type: 'refused'; turn: number; notice: Notice }
  | { type: 'settled'; turn: number; spent: boolean };

const isSendEvent = <S, N>(event: { type: string }): event is SendEvent<S, N> =>
  ['submitted', 'waiting', 'refused', 'settled'].includes(event.type);

interface Fields<State, Edit> {
  /** What an edit makes of the form; the very same state where it changes nothing. */
  edit: (state: State, event: Edit) => State;
  /** The form without what was spent. */
  cleared: (state: State) => State;
}

/** The reducer of a form. It is frozen from submit to the end: only what is told of the attempt passes. */
export function formReducer<
  Summary,
  Notice,
  State extends Sending<Summary, Notice>,
  Edit extends { type: string },
>({ edit, cleared }: Fields<State, Edit>) {
  return (state: State, event: Edit | SendEvent<Summary, Notice>): State => {
    if (!isSendEvent<Summary, Notice>(event)) {
      if (state.submitted !== null) return state;
      const next = edit(state, event);
      return next === state ? state : { ...next, notice: null };
    }
    if (event.type === 'submitted') return { ...state, submitted: event.summary, notice: null };
    if (event.turn !== state.turn) return state;
    if (event.type === 'waiting')
      return event.waiting === state.waiting ? state : { ...state, waiting: event.waiting };
    if (event.type === 'refused') return { ...state, notice: event.notice };
    const settled = { submitted: null, waiting: null };
    return event.spent ? { ...cleared(state), ...settled, notice: null } : { ...state, ...settled };
  };
}

/** The form turned to something else: an order that is under way goes on without it. */
export const turned = <State extends Sending<unknown, unknown>>(state: State): State => ({
  ...state,
  submitted: null,
  waiting: null,
  notice: null,
  turn: state.turn + 1,
});

/** Whether what was typed has been used: also where the end is not known, so that it is not sent again. */
export const isSpent = ({ result }: TxOutcome): boolean => result === 'done' || isOpen(result);

interface Sender<Summary, Notice> {
  run: (intent: TxIntent, onWaiting: OnWaiting) => Promise<TxOutcome>;
  dispatch: Dispatch<SendEvent<Summary, Notice>>;
}

/**
 * Sends what a form shows, once however often it is pressed: a second press may come before the first is drawn. Where it
 * names its order by `orderKey`, nothing is sent while one is under way there. Resolves with the outcome; null where
 * nothing was sent.
 */
export function useSend<Summary, Notice>({ run, dispatch }: Sender<Summary, Notice>) {
  const sending = useRef<number | null>(null);
  return useCallback(
    async (
      { summary, turn }: { summary: Summary; turn: number },
      intentOf: (refused: (notice: Notice) => void) => TxIntent | null,
      order?: string,
    ): Promise<TxOutcome | null> => {
      if (sending.current === turn) return null;
      if (order !== undefined && isUnderWay(order)) return null;
      const intent = intentOf((notice) => dispatch({ type: 'refused', turn, notice }));
      if (!intent) return null;
      sending.current = turn;
      if (order !== undefined) setUnderWay(order, intent, null);
      dispatch({ type: 'submitted', summary });
      const outcome = await run(intent, (waiting) => {
        if (order !== undefined) setUnderWay(order, intent, waiting);
        dispatch({ type: 'waiting', turn, waiting });
      });
      if (order !== undefined) setUnderWay(order, intent, undefined);
      if (sending.current === turn) sending.current = null;
      dispatch({ type: 'settled', turn, spent: isSpent(outcome) });
      return outcome;
    },
    [run, dispatch],
  );
}
