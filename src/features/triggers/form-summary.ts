import { formatUsd, parseDecimal } from '@contract/money.ts';
import { MAX_TRAILING_BPS, MIN_TRAILING_BPS } from '@contract/triggers/order.ts';
import type { PicoUsd } from '@contract/triggers/price.ts';
import { worthOf } from '@/domain/trigger-price.ts';
import { type MarketFacts, type Prices, parsePercent, readLevels } from './form-levels.ts';
import { linesOf, type TriggerLine } from './form-lines.ts';
import { orderSentence } from './form-sentence.ts';
import { type FormState, LEVELS_OF, type LevelId } from './form-state.ts';
import { type OrderDraft, slippageOf, type TokenFacts, termsOf } from './form-terms.ts';
import { orderWarnings } from './form-warnings.ts';
import type { Session } from './use-session.ts';

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
  amount: bigint | undefined;
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
  button: { kind: 'connect' | 'sign-in' | 'blocked' | 'submit'; text: string };
}

const DAY_MS = 86_400_000;
const MAX_DAYS = 365;
/** What a deposit costs besides itself: the fee, and rent of an account that may have to be opened. */
const DEPOSIT_LAMPORTS = 2_100_000n;

function expiryOf(state: FormState, now: number): number | undefined {
  if (state.expiry !== 'date') return Math.floor(now + Number(state.expiry) * DAY_MS);
  if (state.date === undefined) return undefined;
  // The end of the day that was picked, where the reader is.
  const at = new Date(`${state.date}T23:59:59`).getTime();
  return Number.isNaN(at) ? undefined : at;
}

const isEmpty = (text: string): boolean => /^[0.]*$/.test(text);
const LEVEL_NAMES: Record<LevelId, string> = { trigger: 'trigger price', tp: 'take-profit', sl: 'stop-loss' };
type Note = keyof FormSummary['notes'];
type Problem = readonly [holds: boolean, text: string, at?: Note];

/** Everything the form shows, computed from what was typed and what is known. */
export function summariseForm(state: FormState, inputs: FormInputs): FormSummary {
  const { token, cash, price, now, held, session, lamports, isNative, minDeposit } = inputs;
  const selling = state.side === 'sell';
  const input = selling ? token : cash;
  const output = selling ? cash : token;
  const prices = readLevels(state, inputs);
  const trail = isEmpty(state.trail) ? undefined : parsePercent(state.trail);
  const amount = input && !isEmpty(state.amount) ? parseDecimal(state.amount, input.decimals) : undefined;
  const inputPrice = selling ? price : (1_000_000_000_000n as PicoUsd);
  const worth =
    amount !== undefined && input && inputPrice ? worthOf(amount, input.decimals, inputPrice) : undefined;
  const expiresAt = expiryOf(state, now);
  const slippage = slippageOf(state);
  const { tp, sl } = prices;
  const missing = LEVELS_OF[state.kind].filter((id) => isEmpty(state.levels[id]));
  const wrong = LEVELS_OF[state.kind].filter((id) => !missing.includes(id) && prices[id] === undefined);
  const trails = state.kind === 'trailing';
  const trailWords = `Trail by ${MIN_TRAILING_BPS / 100} % to ${MAX_TRAILING_BPS / 100} %`;
  const unreadable =
    state.unit === 'price' || price ? 'is not valid' : 'needs a price, which is not known now';

  const problems: Problem[] = [
    [session === 'no-wallet', 'Connect wallet'],
    [session === 'cannot-sign', 'This wallet cannot sign'],
    [session === 'signed-out', 'Sign in to place it'],
    [session === 'lapsed', 'Sign in again to place it'],
    [inputs.regionRefused, 'Not available in your region'],
    [token === undefined, 'Choose a token'],
    [isEmpty(state.amount), 'Enter an amount'],
    [!isEmpty(state.amount) && amount === undefined, 'Amount is not valid', 'amount'],
    ...missing.map((id): Problem => [true, `Enter the ${LEVEL_NAMES[id]}`]),
    ...wrong.map((id): Problem => [true, `The ${LEVEL_NAMES[id]} ${unreadable}`, id]),
    [tp !== undefined && sl !== undefined && tp <= sl, 'The take-profit must be above the stop-loss', 'tp'],
    [trails && isEmpty(state.trail), 'Enter the distance to trail by'],
    [
      trails &&
        !isEmpty(state.trail) &&
        (trail === undefined || trail < BigInt(MIN_TRAILING_BPS) || trail > BigInt(MAX_TRAILING_BPS)),
      trailWords,
      'trail',
    ],
    [slippage.invalid, 'Slippage is 0 to 100 %', 'slippage'],
    [expiresAt === undefined, 'Choose the day it expires'],
    [expiresAt !== undefined && expiresAt <= now, 'The expiry has passed', 'date'],
    [expiresAt !== undefined && expiresAt > now + MAX_DAYS * DAY_MS, 'It can last a year at most', 'date'],
    [
      amount !== undefined && worth !== undefined && worth < minDeposit,
      `Minimum is ${formatUsd(minDeposit)}`,
      'amount',
    ],
    [amount !== undefined && held !== undefined && amount > held, `Not enough ${input?.symbol}`, 'amount'],
    [
      lamports !== undefined && lamports < DEPOSIT_LAMPORTS + (isNative ? (amount ?? 0n) : 0n),
      'Not enough SOL for fees',
    ],
  ];
  const held_ = problems.filter(([holds]) => holds);
  const [first] = held_;
  const notes: FormSummary['notes'] = {};
  for (const [, text, at] of held_.reverse()) if (at) notes[at] = text;

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
    amount,
    worth,
    expiresAt,
    slippage: slippage.bps,
    sentence,
    warnings,
    notes,
    lines: linesOf(state, prices, trail, price),
    draft: ready
      ? {
          input,
          output,
          amount,
          isNative,
          terms: termsOf(state, prices, trail, {
            inputMint: input.mint,
            outputMint: output.mint,
            triggerMint: token.mint,
            inputAmount: amount.toString(),
            expiresAt,
          }),
        }
      : null,
    button: first
      ? {
          kind:
            session === 'no-wallet'
              ? 'connect'
              : session === 'signed-out' || session === 'lapsed'
                ? 'sign-in'
                : 'blocked',
          text: first[1],
        }
      : {
          kind: 'submit',
          text: warnings.length > 0 && warnings.some(isGrave) ? 'Place it anyway' : 'Place the order',
        },
  };
}

/** Warnings about a price, unlike those about slippage, are most likely mistakes. */
const isGrave = (text: string): boolean => !text.includes('worse than the market');
