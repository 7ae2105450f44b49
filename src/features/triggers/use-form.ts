import type { Pubkey } from '@contract/ids.ts';
import { MICRO, toDecimalText, tokenAmount } from '@contract/money.ts';
import { MIN_DEPOSIT_USD } from '@contract/triggers/order.ts';
import type { PicoUsd } from '@contract/triggers/price.ts';
import { type Dispatch, useReducer, useState } from 'react';
import type { AppError } from '@/api/app-error.ts';
import { TOKEN_PRICE_POLL_MS } from '@/api/poll.ts';
import { useTokenPrice } from '@/api/prices.queries.ts';
import { useRegionRefused } from '@/api/region.ts';
import type { Vault } from '@/api/triggers.queries.ts';
import { useConfig } from '@/config.ts';
import { priceText, roundPrice } from '@/domain/trigger-price.ts';
import { useServerNow } from '@/lib/clock.ts';
import { useFreshness } from '@/lib/freshness.ts';
import { depositIntent } from '@/orders/deposit-intent.ts';
import { formReducer, notSending, type SendEvent, type Sending, turned, useSend } from '@/orders/form.ts';
import { KEPT_LAMPORTS } from '@/orders/lamports.ts';
import { useTypedHere } from '@/state/shown-forms.ts';
import type { Waiting } from '@/tx/types.ts';
import { orderKey, useOneUnderWay } from '@/tx/under-way.ts';
import { useTx } from '@/tx/use-tx.ts';
import type { NoticeText } from '@/ui/notice-box.tsx';
import { openConnect, useBalances, useHolding, useOwner, useSigner } from '@/wallet/index.ts';
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
import { type FormSummary, summariseForm } from './form-summary.ts';
import { levelsAs, type MarketCap, SLIPPAGE_OF, type TokenFacts, type TriggerLine } from './form-terms.ts';
import type { Session } from './session.ts';

/** What was typed, and what has become of it. */
export interface TriggerForm extends FormState, Sending<FormSummary, NoticeText> {
  /** Something was said to it: from then on its side is not turned by what the wallet holds. */
  touched: boolean;
}

export const newTriggerForm: TriggerForm = { ...newForm, ...notSending, touched: false };

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
  | { type: 'slippage'; id: LevelId; text: string | null };
/** `token`, `wallet`: another one is on show, of which an order under way on the former says nothing. */
/** `lean`: the side that what the wallet holds speaks for. */
export type FormEvent =
  | Edit
  | { type: 'token' }
  | { type: 'wallet' }
  | { type: 'lean'; side: FormState['side'] }
  | SendEvent<FormSummary, NoticeText>;

/** The same kind of order on another token: what was meant in the former one, or by its price, goes. */
const onAnotherToken = (state: TriggerForm): TriggerForm => ({
  ...turned(state),
  amount: state.side === 'sell' ? '' : state.amount,
  unit: state.unit === 'mcap' ? 'price' : state.unit,
  levels: state.unit === 'percent' ? state.levels : NO_LEVELS,
});

/** What was refused stands in its field alone, and goes with it: it would come back empty. */
function slippageFor(kind: FormKind, slippage: FormState['slippage']): FormState['slippage'] {
  const held = (id: LevelId) => (SLIPPAGE_OF[kind].includes(id) ? slippage[id] : (slippage[id] ?? ''));
  return { trigger: held('trigger'), tp: held('tp'), sl: held('sl') };
}

function edited(state: TriggerForm, event: Edit): TriggerForm {
  switch (event.type) {
    case 'kind': {
      // Pairs close what is held; an entry opens it: the amount then means another token.
      const side = event.kind === 'oco' ? 'sell' : event.kind === 'otoco' ? 'buy' : state.side;
      return {
        ...state,
        kind: event.kind,
        side,
        amount: side === state.side ? state.amount : '',
        slippage: slippageFor(event.kind, state.slippage),
      };
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

const cleared = (state: TriggerForm): TriggerForm => ({ ...state, amount: '', levels: NO_LEVELS, trail: '' });
const sending = formReducer<FormSummary, NoticeText, TriggerForm, Edit>({
  edit: (state, event) => ({ ...edited(state, event), touched: true }),
  cleared,
});

/**
 * Everything the form can be told. It is frozen from submit to the end, or until it is turned to another token or wallet,
 * to which what was sent is not proposed.
 */
export function triggerFormReducer(state: TriggerForm, event: FormEvent): TriggerForm {
  const unsent = state.submitted === null ? state : cleared(state);
  if (event.type === 'token') return onAnotherToken(unsent);
  if (event.type === 'wallet') return turned(unsent);
  if (event.type === 'lean') return state.touched ? state : { ...state, side: event.side };
  return sending(state, event);
}

/** Who holds none of a token, or no more of SOL than its fees take, can only buy it; undefined while unknown. */
function leaning(held: bigint | undefined, isSol: boolean): FormState['side'] | undefined {
  if (held === undefined) return undefined;
  return held > (isSol ? KEPT_LAMPORTS : 0n) ? 'sell' : 'buy';
}

export interface FormController {
  summary: FormSummary;
  token: TokenFacts | undefined;
  /** What the order takes, and how much of it the wallet holds. */
  input: TokenFacts | undefined;
  held: bigint | undefined;
  price: PicoUsd | null | undefined;
  frozen: boolean;
  /** What was sent could still land: until then it stays frozen. */
  waiting: Waiting | null;
  notice: NoticeText | null;
  dispatch: Dispatch<FormEvent>;
  setUnit: (unit: LevelUnit) => void;
  /** Share of what is held, in percent, as text. */
  shareText: (percent: bigint) => string | undefined;
  /** Lines of the chart, and what happens when one is moved. */
  lines: readonly TriggerLine[];
  moveLine: (id: LevelId, price: PicoUsd) => void;
  submit: () => void;
}

interface Options {
  /** Names the token on show, also while nothing else is known of it. */
  of: string;
  token: TokenFacts | undefined;
  cash: TokenFacts;
  mcap: MarketCap | null;
  session: Session;
  vault: Vault | null | undefined;
}

const noticeOf = (error: AppError) => ({
  text:
    error.kind === 'unauthorised'
      ? 'Your sign-in has expired. No funds moved; what you entered is kept.'
      : `${error.message} No funds moved.`,
  ...(error.requestId ? { detail: `${error.kind} · ${error.requestId}` } : {}),
});

/** The form of a trigger order. */
export function useTriggerForm({ of, token, cash, mcap, session, vault }: Options): FormController {
  const [state, dispatch] = useReducer(triggerFormReducer, newTriggerForm);
  const [turnedTo, setTurnedTo] = useState(of);
  if (turnedTo !== of) {
    setTurnedTo(of);
    dispatch({ type: 'token' });
  }
  const owner = useOwner();
  const [typedBy, setTypedBy] = useState(owner);
  if (typedBy !== owner) {
    setTypedBy(owner);
    dispatch({ type: 'wallet' });
  }
  const { mints, trigger } = useConfig();
  const signer = useSigner();
  const balances = useBalances();
  const now = useServerNow(5_000);
  const prices = useTokenPrice(token?.mint);
  const input = state.side === 'sell' ? token : cash;
  const isNative = input?.mint === mints.sol;
  const holding = useHolding(input?.mint);
  const lean = leaning(useHolding(token?.mint).data, token?.mint === mints.sol);
  if (lean !== undefined && !state.touched && state.side !== lean) dispatch({ type: 'lean', side: lean });
  const { run } = useTx(signer);
  const send = useSend<FormSummary, NoticeText>({ run, dispatch });
  const underWay = useOneUnderWay(owner && token ? orderKey(owner, token.mint) : undefined);
  // Of a price that has been left behind nobody knows which side of it a level lies on.
  const isOld = useFreshness(prices.dataUpdatedAt, TOKEN_PRICE_POLL_MS) === 'stale';
  const price = isOld ? null : prices.data;
  const lamports = balances.data?.lamports;
  const held = holding.data;
  const market = { price, mcap };
  const live = summariseForm(state, {
    ...market,
    token,
    cash,
    session: session.state,
    regionRefused: useRegionRefused(),
    held,
    lamports,
    isNative,
    minDeposit: trigger?.minDepositUsd ?? MIN_DEPOSIT_USD * MICRO,
    now,
  });

  const texts = [state.amount, state.trail, ...Object.values(state.levels), ...Object.values(state.slippage)];
  const hasDate = state.expiry === 'date' && state.date !== undefined;
  // Of the slippages null is what was typed and is none.
  const isTyped = hasDate || texts.some((text) => text !== '');
  useTypedHere(state.submitted !== null || isTyped);

  const summary = state.submitted ?? live;
  const submit = () => {
    if (live.button.kind === 'connect') return openConnect();
    if (live.button.kind === 'sign-in') return session.signIn();
    if (live.button.kind !== 'submit' || !live.draft || !signer || state.submitted) return;
    const title = (live.sentence ?? 'Trigger order').replace(/ when .*$/s, '');
    const { input: given, terms: order, amount } = live.draft;
    const deposit = {
      owner: signer.pubkey,
      mint: given.mint,
      decimals: given.decimals,
      amount: tokenAmount(amount),
      isNative,
    };
    void send(
      { summary: live, turn: state.turn },
      (refused) =>
        depositIntent({ deposit, order, vault: vault ?? null }, { title }, (error) =>
          refused(noticeOf(error)),
        ),
      token && orderKey(signer.pubkey, token.mint),
    );
  };

  return {
    summary,
    token,
    input,
    held,
    price,
    // Of a form that was turned away and back only this is left.
    frozen: state.submitted !== null || underWay !== undefined,
    waiting: state.waiting ?? underWay ?? null,
    notice: state.notice,
    dispatch,
    setUnit: (unit) => dispatch({ type: 'unit', unit, levels: levelsAs(unit, state, live.prices, market) }),
    shareText: (percent) => {
      if (held === undefined || !input) return undefined;
      const most = isNative ? (held > KEPT_LAMPORTS ? held - KEPT_LAMPORTS : 0n) : held;
      return toDecimalText((most * percent) / 100n, input.decimals);
    },
    lines: summary.lines,
    moveLine: (id, to) => {
      const levels = levelsAs('price', state, live.prices, market);
      dispatch({ type: 'unit', unit: 'price', levels: { ...levels, [id]: priceText(roundPrice(to)) } });
    },
    submit,
  };
}

/** Whether a mint can be waited for: one worth a dollar by definition cannot. */
export const isCash = (mint: Pubkey, mints: { usdc: Pubkey; stablecoin: Pubkey }): boolean =>
  mint === mints.usdc || mint === mints.stablecoin;
