import { parseDecimal, toDecimalText, withDecimalSign } from '@contract/money.ts';
import { MAX_TRAILING_BPS, MIN_TRAILING_BPS } from '@contract/triggers/order.ts';
import { hasTooManyDigits, type PicoUsd, parsePicoUsd } from '@contract/triggers/price.ts';
import type { TriggerOrder } from '@/api/triggers.queries.ts';
import type { TriggerOrderChange } from '@/api/triggers.writes.ts';
import { formatPrice, priceText, roundPrice } from '@/domain/trigger-price.ts';
import { hasFired, type TriggerPoint, trailingPrice } from './orders-rows.ts';

/** What can be changed of an open order. Prices in USD, the others in percent, as text. */
type EditField =
  | 'triggerPriceUsd'
  | 'trailingBps'
  | 'tpPriceUsd'
  | 'slPriceUsd'
  | 'slippageBps'
  | 'tpSlippageBps'
  | 'slSlippageBps';

export interface EditDraft {
  /** What was typed or dragged; the others are as the order has them, also where that changes meanwhile. */
  values: Partial<Record<EditField, string>>;
  /** Seconds from now that it shall live; null keeps its end. */
  livesFor: number | null;
}

export const EDIT_LABELS: Record<EditField, string> = {
  triggerPriceUsd: 'Trigger price',
  trailingBps: 'Trails by',
  tpPriceUsd: 'Take profit at',
  slPriceUsd: 'Stop loss at',
  slippageBps: 'Slippage',
  tpSlippageBps: 'Take profit slippage',
  slSlippageBps: 'Stop loss slippage',
};

type PriceField = 'triggerPriceUsd' | 'tpPriceUsd' | 'slPriceUsd';
/** The field that holds the price of a point. */
export const PRICE_FIELDS = { trigger: 'triggerPriceUsd', tp: 'tpPriceUsd', sl: 'slPriceUsd' } as const;
export const isPriceField = (field: EditField): field is PriceField => field.endsWith('PriceUsd');
const HIGH_SLIPPAGE_BPS = 500;

const FIELDS: readonly EditField[] = [
  'triggerPriceUsd',
  'trailingBps',
  'slippageBps',
  'tpPriceUsd',
  'tpSlippageBps',
  'slPriceUsd',
  'slSlippageBps',
];

type Editable = Pick<
  TriggerOrder,
  'orderType' | 'triggerCondition' | 'highWatermark' | 'lowWatermark' | EditField
>;

/** Fields that an order of this kind has. */
export const fieldsOf = (order: Editable): EditField[] => FIELDS.filter((field) => order[field] !== null);

const bpsText = (bps: number): string => toDecimalText(BigInt(bps), 2);

function textOf(order: Editable, field: EditField): string {
  const value = order[field];
  if (value === null) return '';
  return typeof value === 'bigint' ? priceText(value) : bpsText(value);
}

export const newDraft: EditDraft = { values: {}, livesFor: null };

/** What stands in a field. */
export const draftText = (order: Editable, { values }: EditDraft, field: EditField): string =>
  values[field] ?? textOf(order, field);

/** The draft with one price moved to where a line was dragged. */
export function withPrice(draft: EditDraft | undefined, point: TriggerPoint['id'], to: PicoUsd): EditDraft {
  const { values, livesFor } = draft ?? newDraft;
  return { values: { ...values, [PRICE_FIELDS[point]]: priceText(roundPrice(to)) }, livesFor };
}

const bpsOf = (text: string): number | undefined => {
  const value = parseDecimal(text, 2);
  return value === undefined ? undefined : Number(value);
};

function problemOf(field: EditField, text: string): string | null {
  if (isPriceField(field)) {
    const price = parsePicoUsd(text);
    if (price === undefined || price <= 0n) return 'A price above 0';
    return hasTooManyDigits(text) ? 'At most 15 digits' : null;
  }
  const bps = bpsOf(text);
  if (bps === undefined) return 'A number of percent';
  if (field === 'trailingBps') {
    return bps < MIN_TRAILING_BPS || bps > MAX_TRAILING_BPS
      ? `${withDecimalSign(bpsText(MIN_TRAILING_BPS))} to ${withDecimalSign(bpsText(MAX_TRAILING_BPS))} %`
      : null;
  }
  return bps > 10_000 ? '0 to 100 %' : null;
}

interface EditVerdict {
  errors: Partial<Record<EditField, string>>;
  /** What to think about before saving. */
  warnings: string[];
  /** Null while nothing is changed, or something is wrong. */
  change: TriggerOrderChange | null;
  /** Why the change cannot be saved; null when it can. */
  missing: string | null;
  /** What saving it does, of what is warned of the gravest. */
  save: string;
}

/** Something to think about before saving, and what a press that saves it all the same does. */
interface Warning {
  text: string;
  save: string;
}

type Kind = TriggerOrderChange['orderType'];
const isKnown = (orderType: string): orderType is Kind =>
  orderType === 'single' || orderType === 'oco' || orderType === 'otoco';

/** Where the change moves a point to; undefined where it leaves it, or cannot be read. */
function movedTo(order: Editable, draft: EditDraft, point: TriggerPoint): PicoUsd | undefined {
  const field = point.trails ? 'trailingBps' : PRICE_FIELDS[point.id];
  const text = draftText(order, draft, field);
  if (problemOf(field, text) !== null) return undefined;
  // The best price it has seen stays: a shorter distance may end beyond the price now.
  const price = point.trails
    ? (trailingPrice({ ...order, trailingBps: bpsOf(text) ?? null }) ?? undefined)
    : parsePicoUsd(text);
  return price === point.price ? undefined : price;
}

/** What the changed prices would set off: at once, or, of the pair behind an entry, as soon as that has filled. */
function firingWarnings(
  order: Editable,
  points: readonly TriggerPoint[],
  draft: EditDraft,
  now: bigint | null,
): Warning[] {
  // Where an entry that trails will fill is not known.
  const entry = points.find(({ id, trails }) => id === 'trigger' && !trails);
  const entryTo = entry && movedTo(order, draft, entry);
  const warnings = points.flatMap((point) => {
    const { label, fires, later, trails } = point;
    const to = movedTo(order, draft, point);
    const against = later ? (entryTo ?? entry?.price ?? null) : now;
    const isChanged = to !== undefined || (later && entryTo !== undefined);
    if (!isChanged || against === null || !hasFired({ fires, price: to ?? point.price }, against)) return [];
    if (later)
      return [
        {
          text: `${label}: on the wrong side of the entry, so it would sell as soon as the entry has filled.`,
          save: 'Save: sells once the entry has filled',
        },
      ];
    const what = trails && to !== undefined ? `${label} ${formatPrice(to)}` : label;
    return [
      {
        text: `${what}: the price is there already, so it would trigger at once.`,
        save: 'Save: triggers at once',
      },
    ];
  });
  const isMoved = points.some((point) => !point.later && movedTo(order, draft, point) !== undefined);
  if (now === null && isMoved)
    warnings.push({
      text: 'The price is not known now: it may trigger at once.',
      save: 'Save: may trigger at once',
    });
  return warnings;
}

/**
 * Judges a change: only what differs is sent, and what stays out stays as it is. `now`: price of the trigger token,
 * null while unknown. `serverNow`: the service's Unix ms.
 */
export function judgeEdit(
  order: Editable,
  draft: EditDraft,
  points: readonly TriggerPoint[],
  now: bigint | null,
  serverNow: number,
): EditVerdict {
  const errors: EditVerdict['errors'] = {};
  const changed: Omit<TriggerOrderChange, 'orderType' | 'expiresAt'> = {};
  for (const field of fieldsOf(order)) {
    const text = draftText(order, draft, field);
    const problem = problemOf(field, text);
    if (problem !== null) errors[field] = problem;
    else if (isPriceField(field)) {
      const price = parsePicoUsd(text);
      if (price !== undefined && price !== order[field]) changed[field] = priceText(price);
    } else {
      const bps = bpsOf(text);
      if (bps !== undefined && bps !== order[field]) changed[field] = bps;
    }
  }
  const tp = parsePicoUsd(draftText(order, draft, 'tpPriceUsd'));
  const sl = parsePicoUsd(draftText(order, draft, 'slPriceUsd'));
  if (tp !== undefined && sl !== undefined && tp <= sl && !errors.tpPriceUsd && !errors.slPriceUsd) {
    errors.slPriceUsd = 'Below the take profit';
  }
  const warnings = firingWarnings(order, points, draft, now);
  for (const field of ['slippageBps', 'tpSlippageBps', 'slSlippageBps'] as const) {
    const bps = changed[field];
    if (typeof bps === 'number' && bps > HIGH_SLIPPAGE_BPS) {
      warnings.push({
        text: `${EDIT_LABELS[field]} over 5 %: you may get that much less than the price shows.`,
        save: `Save with ${withDecimalSign(bpsText(bps))} % slippage`,
      });
    }
  }
  const [wrong] = FIELDS.filter((field) => errors[field] !== undefined);
  const nothing = Object.keys(changed).length === 0 && draft.livesFor === null;
  const missing = wrong ? `${EDIT_LABELS[wrong]}: ${errors[wrong]}` : nothing ? 'Nothing is changed' : null;
  const { orderType } = order;
  const change: TriggerOrderChange | null =
    missing !== null || !isKnown(orderType)
      ? null
      : {
          orderType,
          ...changed,
          ...(draft.livesFor === null ? {} : { expiresAt: Math.round(serverNow + draft.livesFor * 1_000) }),
        };
  return {
    errors,
    warnings: warnings.map(({ text }) => text),
    change,
    missing,
    save: warnings[0]?.save ?? 'Save changes',
  };
}
