import { createHash, timingSafeEqual } from 'node:crypto';
import { marketIdInput, pubkeyInput } from '@contract/ids.ts';
import * as z from 'zod/mini';
import { notFound } from '../../common/errors.ts';
import { FAULT_STATUS, type Faults } from '../../common/faults.ts';
import type { Operation } from '../../common/operation.ts';
import type { AuditAnswer, ExchangeControl } from './ports.ts';

export interface ControlDeps {
  /** Without it the control does not exist. */
  readonly token: string | undefined;
  readonly control: ExchangeControl;
  readonly audit: () => Promise<AuditAnswer>;
  readonly now: () => number;
  readonly faults: Faults;
  /** Called after every change that readers must see at once. */
  readonly onChange: () => void;
}

const TEN_YEARS = 315_360_000;
const MAX_LATENCY_MS = 600_000;

const marketParams = z.strictObject({ marketId: marketIdInput });
const clockBody = z.strictObject({
  advanceSeconds: z.number().check(z.gte(0, 'must not be negative'), z.lte(TEN_YEARS, 'is too far ahead')),
});
const resolveBody = z.strictObject({
  result: z.enum(['yes', 'no', 'draw', 'cancelled'], 'must be yes, no, draw or cancelled'),
});
const priceBody = z.strictObject({
  probability: z.number().check(z.gt(0, 'must be above 0'), z.lt(1, 'must be below 1')),
});
const MAX_USD = 1e12;
const USD_DIGITS = /^\d{1,12}(\.\d{1,18})?$/;
/** Dollars as decimal text, or as a number that reads as one. */
const dollars = z.pipe(
  z.union([
    z.string().check(z.regex(USD_DIGITS, 'must be a decimal number of dollars')),
    z.number().check(z.gt(0, 'must be above 0'), z.lt(MAX_USD, 'is too much')),
  ]),
  z.transform((usd) => (/e/.test(`${usd}`) ? Number(usd).toFixed(18) : `${usd}`)),
);
const pricesBody = z.strictObject({ mint: pubkeyInput, usd: dollars });
const tradingBody = z.strictObject({ active: z.boolean('must be true or false') });
const STATUS_BOUNDS = `must be ${FAULT_STATUS.least} to ${FAULT_STATUS.most}`;
const faultBody = z.strictObject({
  operation: z.string().check(z.minLength(1), z.maxLength(60)),
  latencyMs: z.optional(z.number().check(z.gte(0), z.lte(MAX_LATENCY_MS))),
  errorRate: z.optional(z.number().check(z.gte(0), z.lte(1, 'must be 0 to 1'))),
  status: z.optional(
    z.int().check(z.gte(FAULT_STATUS.least, STATUS_BOUNDS), z.lte(FAULT_STATUS.most, STATUS_BOUNDS)),
  ),
  phase: z.optional(z.enum(['before', 'after'], 'must be before or after')),
  code: z.optional(z.string().check(z.regex(/^\w{1,60}$/, 'must be a code'))),
  field: z.optional(z.string().check(z.minLength(1), z.maxLength(60))),
});

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time; whoever has no token learns nothing, not even that there is a control. */
function guardBy(token: string): (headers: Headers) => void {
  const expected = digest(token);
  return (headers) => {
    const given = headers.get('x-paper-control');
    if (given === null || !timingSafeEqual(digest(given), expected)) {
      throw notFound('no such operation');
    }
  };
}

/** The test control: clock, prices, results, halts, faults and the audit. None of it without a token. */
export function controlOperations(deps: ControlDeps): Operation[] {
  const { token, control, faults } = deps;
  if (token === undefined) return [];
  const guard = guardBy(token);
  const changing = async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change;
    } finally {
      deps.onChange();
    }
  };
  /** Declares one operation; `S` and `P` tie what is checked to what its handler receives. */
  const operation = <S extends z.ZodMiniType, P extends z.ZodMiniType>(
    head: { id: string; method: Operation['method']; path: string; summary: string; body?: S; params?: P },
    handle?: (input: { body: z.output<S>; params: z.output<P> }) => unknown,
  ): Operation => ({
    ...head,
    tag: 'test control',
    guard,
    ...(handle && {
      handle: ({ body, params }) => handle({ body: body as z.output<S>, params: params as z.output<P> }),
    }),
  });
  return [
    operation({ id: 'paperClock', method: 'GET', path: '/paper/clock', summary: 'Simulated time' }, () => ({
      now: deps.now(),
    })),
    operation(
      {
        id: 'paperAdvance',
        method: 'POST',
        path: '/paper/clock',
        summary: 'Move time ahead',
        body: clockBody,
      },
      async ({ body }) => ({ now: await changing(control.advance(body.advanceSeconds)) }),
    ),
    operation(
      {
        id: 'paperResolve',
        method: 'POST',
        path: '/paper/markets/{marketId}/resolve',
        summary: 'End a market with a result',
        params: marketParams,
        body: resolveBody,
      },
      async ({ params: { marketId }, body: { result } }) => {
        await changing(control.resolve(marketId, result));
        return { marketId, result };
      },
    ),
    operation(
      {
        id: 'paperPrice',
        method: 'POST',
        path: '/paper/markets/{marketId}/price',
        summary: 'Move the fair price of a market',
        params: marketParams,
        body: priceBody,
      },
      async ({ params: { marketId }, body: { probability } }) => {
        await changing(control.setPrice(marketId, probability));
        return { marketId, probability };
      },
    ),
    operation(
      {
        id: 'paperPrices',
        method: 'POST',
        path: '/paper/prices',
        summary: 'Set the price of a token',
        body: pricesBody,
      },
      async ({ body: { mint, usd } }) => {
        await changing(control.setUsd(mint, usd));
        return { mint, usd };
      },
    ),
    operation(
      {
        id: 'paperTrading',
        method: 'POST',
        path: '/paper/trading',
        summary: 'Halt or resume trading',
        body: tradingBody,
      },
      async ({ body: { active } }) => {
        await changing(control.setTrading(active));
        return { active };
      },
    ),
    operation(
      {
        id: 'paperFault',
        method: 'POST',
        path: '/paper/faults',
        summary: 'Put a fault into an operation',
        body: faultBody,
      },
      ({ body }) => {
        faults.set({
          operation: body.operation,
          latencyMs: body.latencyMs ?? 0,
          // A status alone means that every request fails with it.
          errorRate: body.errorRate ?? (body.status === undefined ? 0 : 1),
          status: body.status ?? FAULT_STATUS.usual,
          phase: body.phase ?? 'before',
          code: body.code,
          field: body.field,
        });
        return { faults: faults.list() };
      },
    ),
    operation(
      { id: 'paperFaultsClear', method: 'DELETE', path: '/paper/faults', summary: 'Remove all faults' },
      () => {
        faults.clear();
        return { faults: [] };
      },
    ),
    operation(
      { id: 'paperAudit', method: 'GET', path: '/paper/audit', summary: 'Conservation of every mint' },
      () => deps.audit(),
    ),
  ];
}
