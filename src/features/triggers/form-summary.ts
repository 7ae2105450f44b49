import { formatUsd, parseDecimal, withDecimalSign } from '@contract/money.ts';
import { MAX_TRAILING_BPS, MIN_TRAILING_BPS } from '@contract/triggers/order.ts';
import { hasTooManyDigits, type PicoUsd } from '@contract/triggers/price.ts';
import { priceText, worthOf } from '@/domain/trigger-price.ts';
import { dayEnd } from '@/lib/time.ts';
import { isEmptyAmount } from '@/lib/typed-amount.ts';
import { NEEDED_LAMPORTS } from '@/orders/lamports.ts';
import { type ButtonState, buttonOf, preflight, standingReasons } from '@/orders/preflight.ts';
import { type FormState, LEVELS_OF, type LevelId, type LevelUnit } from './form-state.ts';
import {
  isUp,
  levelsAs,
  linesOf,
  type MarketFacts,
  type OrderDraft,
  type Prices,
  parsePercent,
  readLevels,
  slippageOf,
  type TokenFacts,
  type TriggerLine,
  termsOf,
} from './form-terms.ts';
import type { Session } from './session.ts';
import { orderSentence, orderWarnings } from './triggers-labels.ts';

/** The world around the form; undefined where it is not known yet. */
export interface FormInputs extends MarketFacts {
  token: TokenFacts | undefined;
  cash: TokenFacts;
  session: Session['state'];
  /** Whether the service refuses to open anything from where the reader is. */
  regionRefused: boolean;
  /** Raw units of what the order would take. */
  held: bigint | undefined;
  lamports: bigint | undefined;
  isNative: boolean;
  /** Micro-USD. */
  minDeposit: bigint;
  /** Service clock, Unix milliseconds. */
  now: number;
}

export interface FormSummary {
  state: FormState;
  prices: Prices;
  /** Why the levels cannot be turned to a unit now; undefined where they can. */
  unitProblems: Record<LevelUnit, string | undefined>;
  /** Micro-USD. */
  worth: bigint | undefined;
  expiresAt: number | undefined;
  /** What will hold, default or typed, in basis points. */
  slippage: Partial<Record<LevelId, bigint>>;
  sentence: string | null;
  warnings: readonly string[];
  notes: Partial<Record<'amount' | 'trail' | 'slippage' | 'date' | LevelId, string>>;
  lines: readonly TriggerLine[];
  draft: OrderDraft | null;
  button: ButtonState;
}

const DAY_MS = 86_400_000;
const MAX_DAYS = 365;

function expiryOf(state: FormState, now: number): number | undefined {
  if (state.expiry !== 'date') return Math.floor(now + Number(state.expiry) * DAY_MS);
  if (state.date === undefined) return undefined;
  const at = dayEnd(state.date);
  return Number.isNaN(at) ? undefined : at;
}

const LEVEL_NAMES: Record<LevelId, string> = { trigger: 'trigger price', tp: 'take-profit', sl: 'stop-loss' };
type Note = keyof FormSummary['notes'];

/** Why a unit cannot be chosen: what is typed keeps its meaning and is never lost. */
function unitProblem(unit: LevelUnit, state: FormState, prices: Prices, market: MarketFacts) {
  const { kind, condition, levels } = state;
  if (unit === 'mcap' && market.mcap === null) return 'The supply is not known';
  if (unit !== 'price' && !market.price) return 'The price is not known now';
  if (unit === state.unit) return undefined;
  const turned = levelsAs(unit, state, prices, market);
  const lost = LEVELS_OF[kind].find((id) => !isEmptyAmount(levels[id]) && turned[id] === '');
  if (lost === undefined) return undefined;
  const isPair = kind === 'otoco' && lost !== 'trigger';
  if (isPair && prices.trigger === undefined) return 'Enter the entry price first';
  if (prices[lost] === undefined)
    return market.price ? `The ${LEVEL_NAMES[lost]} is not valid` : 'The price is not known now';
  return unit === 'percent'
    ? `Only for a ${LEVEL_NAMES[lost]} ${isUp(lost, condition) ? 'above' : 'below'} ${isPair ? 'the entry' : 'the price now'}`
    : `The ${LEVEL_NAMES[lost]} would become another price`;
}

/** Everything the form shows, computed from what was typed and what is known. */
export function summariseForm(state: FormState, inputs: FormInputs): FormSummary {
  const { token, cash, price, now, held, session, isNative, minDeposit } = inputs;
  const selling = state.side === 'sell';
  const input = selling ? token : cash;
  const output = selling ? cash : token;
  const prices = readLevels(state, inputs);
  const trail = isEmptyAmount(state.trail) ? undefined : parsePercent(state.trail);
  const amount =
    input && !isEmptyAmount(state.amount) ? parseDecimal(state.amount, input.decimals) : undefined;
  const inputPrice = selling ? price : (1_000_000_000_000n as PicoUsd);
  const worth =
    amount !== undefined && input && inputPrice ? worthOf(amount, input.decimals, inputPrice) : undefined;
  const expiresAt = expiryOf(state, now);
  const slippage = slippageOf(state);
  const { tp, sl } = prices;
  const missing = LEVELS_OF[state.kind].filter((id) => isEmptyAmount(state.levels[id]));
  const wrong = LEVELS_OF[state.kind].filter((id) => !missing.includes(id) && prices[id] === undefined);
  const long = LEVELS_OF[state.kind].filter((id) => hasTooManyDigits(priceText(prices[id] ?? 0n)));
  const trails = state.kind === 'trailing';
  const trailWords = withDecimalSign(`Trail by ${MIN_TRAILING_BPS / 100} % to ${MAX_TRAILING_BPS / 100} %`);
  const unreadable = (id: LevelId): string => {
    if (state.unit !== 'price' && !price) return 'needs a price, which is not known now';
    const isOfEntry = state.kind === 'otoco' && state.unit === 'percent' && id !== 'trigger';
    return isOfEntry && prices.trigger === undefined
      ? 'is measured from the entry: enter that first'
      : 'is not valid';
  };

  const at = (field: Note, text: string) => ({ text, field });
  const wallet = session === 'no-wallet' ? 'none' : session === 'cannot-sign' ? 'cannot-sign' : 'ready';
  const needs = NEEDED_LAMPORTS.deposit + (isNative ? (amount ?? 0n) : 0n);
  // Trading on markets may be halted: tokens are none of them.
  const standing = { ...inputs, wallet, tradingActive: undefined } as const;
  const problems = preflight<Note>({
    ...standingReasons(standing, { opens: true, needs }),
    'sign-in':
      session === 'signed-out' ? 'Sign in to place it' : session === 'lapsed' && 'Sign in again to place it',
    closed: token === undefined && 'Choose a token',
    amount: isEmptyAmount(state.amount),
    'amount-invalid':
      !isEmptyAmount(state.amount) && amount === undefined && at('amount', 'Amount is not valid'),
    fields: [
      ...missing.map((id) => `Enter the ${LEVEL_NAMES[id]}`),
      ...wrong.map((id) => at(id, `The ${LEVEL_NAMES[id]} ${unreadable(id)}`)),
      ...long.map((id) => at(id, `The ${LEVEL_NAMES[id]} has more than 15 digits`)),
      tp !== undefined &&
        sl !== undefined &&
        tp <= sl &&
        at('tp', 'The take-profit must be above the stop-loss'),
      trails && isEmptyAmount(state.trail) && 'Enter the distance to trail by',
      trails &&
        !isEmptyAmount(state.trail) &&
        (trail === undefined || trail < BigInt(MIN_TRAILING_BPS) || trail > BigInt(MAX_TRAILING_BPS)) &&
        at('trail', trailWords),
      slippage.invalid && at('slippage', 'Slippage is 0 to 100 %'),
      expiresAt === undefined && 'Choose the day it expires',
      expiresAt !== undefined && expiresAt <= now && at('date', 'The expiry has passed'),
      expiresAt !== undefined &&
        expiresAt > now + MAX_DAYS * DAY_MS &&
        at('date', 'It can last a year at most'),
    ],
    minimum:
      amount !== undefined &&
      worth !== undefined &&
      worth < minDeposit &&
      at('amount', `Minimum is ${formatUsd(minDeposit)}`),
    balance:
      amount !== undefined &&
      held !== undefined &&
      amount > held &&
      at('amount', `Not enough ${input?.symbol}`),
  });
  const [first] = problems;
  const notes: FormSummary['notes'] = {};
  for (const { text, field } of problems.toReversed()) if (field) notes[field] = text;

  const facts = { ...state, prices, now: price, symbol: token?.symbol ?? '' };
  const sentence =
    token && amount !== undefined && expiresAt !== undefined
      ? orderSentence({ ...facts, token, cash, amount, trailBps: trail, expiresAt })
      : null;
  const typed = Object.values(prices).some((one) => one !== undefined) || trail !== undefined;
  const warnings = typed && token ? orderWarnings({ ...facts, slippage: slippage.bps }) : [];
  const ready = !first && input && output && token && amount !== undefined && expiresAt !== undefined;
  return {
    state,
    prices,
    unitProblems: {
      price: unitProblem('price', state, prices, inputs),
      percent: unitProblem('percent', state, prices, inputs),
      mcap: unitProblem('mcap', state, prices, inputs),
    },
    worth,
    expiresAt,
    slippage: slippage.bps,
    sentence,
    warnings: warnings.map(({ text }) => text),
    notes,
    lines: linesOf(state, prices, trail, price),
    draft: ready
      ? {
          input,
          amount,
          terms: termsOf(state, prices, trail, {
            inputMint: input.mint,
            outputMint: output.mint,
            triggerMint: token.mint,
            inputAmount: amount.toString(),
            expiresAt,
          }),
        }
      : null,
    button: buttonOf(problems, warnings.some(({ grave }) => grave) ? 'Place it anyway' : 'Place the order'),
  };
}
