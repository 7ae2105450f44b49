import { toDecimalText } from '@contract/money.ts';
import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { priceOrderDigest } from '@contract/transactions/terms.ts';
import { MAX_LIFE_MS } from '@contract/triggers/order.ts';
import type { V1OrderWire } from '@contract/triggers/v1.ts';
import { invalidParam } from '../../common/errors.ts';
import { actorOf, checkedKey } from '../core/actor.ts';
import { rememberBuild } from '../core/builds.ts';
import { fewAtATime } from '../core/few-at-a-time.ts';
import type { RateDraft } from '../core/intents/trigger.ts';
import { failed, landOnce, numbered } from '../core/land-once.ts';
import { derive } from '../ledger/derive.ts';
import { SOL } from '../ledger/mints.ts';
import { buildOwnerTransaction } from '../ledger/transactions/owner-transactions.ts';
import type { TriggerOrderRow } from '../writer/commit.store.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import { cancelled } from './cancel-price-order.ts';
import { heldMint, holdingOf, newRequestId, nowMs, rateOrderKey, type TriggerContext } from './context.ts';
import { requireHolding, requirePair, requireSize } from './craft-deposit.ts';
import { openOrder } from './open-order.ts';
import { noSuchOrder, refusal } from './refusals.ts';
import { readSubmitted } from './submit.ts';
import { NO_TERMS, requireExpiry, TIME_IS_OVER } from './terms.ts';

const PAGE = 10;

/** Builds an order of the first version: sell an amount once it brings at least another one. @throws ServiceError `invalid`. */
export const createRateOrder =
  (context: TriggerContext) =>
  async ({
    body,
  }: Pick<RouteInput<'triggerCreateOrder'>, 'body'>): Promise<AnswerWire<'triggerCreateOrder'>> => {
    const { state, keys, ledger } = context;
    const { params } = body;
    checkedKey(body.maker, 'maker');
    const actor = actorOf(context, { ownerPubkey: body.maker, payerPubkey: body.payer });
    const { input, output } = requirePair(context, body.inputMint, body.outputMint);
    const making = BigInt(params.makingAmount);
    const taking = BigInt(params.takingAmount);
    const slippageBps = Number(params.slippageBps ?? 0);
    if (taking <= 0n) throw invalidParam('params.takingAmount', 'params.takingAmount must be above 0');
    if (slippageBps > 10_000)
      throw invalidParam('params.slippageBps', 'params.slippageBps must be 0 to 10000');
    const now = nowMs(context);
    const expiresAt = params.expiredAt === undefined ? now + MAX_LIFE_MS : Number(params.expiredAt) * 1000;
    requireExpiry(expiresAt, now, 'params.expiredAt');
    requireSize(context, input, making, 'params.makingAmount');
    requireHolding(context, body.maker, input, making, 'params.makingAmount');

    const seq = state.next('order');
    const order = keys.orderAddress(seq.toString());
    const requestId = newRequestId();
    const draft: RateDraft = {
      ...actor,
      order,
      seq: seq.toString(),
      inputMint: input.address,
      outputMint: output.address,
      making: making.toString(),
      taking: taking.toString(),
      slippageBps,
      expiresAt,
    };
    const tx = buildOwnerTransaction(
      keys,
      {
        intent: 'rate-order',
        ...{ ...actor, requestId, vault: order, mint: input, amount: making },
        isNative: input === SOL,
        outputMint: output.address,
        order: priceOrderDigest(draft, derive),
      },
      ledger.latestBlockhash().blockhash,
    );
    const intent = { kind: 'rateOrder', requestId, draft } as const;
    const { transaction } = await rememberBuild(context, tx, intent);
    return { transaction, requestId, order };
  };

/** Whether an order still holds its deposit, and nothing else moves it. */
const isCancellable = (row: TriggerOrderRow | undefined): boolean =>
  row?.state === 'open' || row?.state === 'expired';

/** An order of the first version that can still be cancelled. @throws ServiceError `invalid`, `not-found`. */
async function cancellable(context: TriggerContext, id: string, maker: string): Promise<TriggerOrderRow> {
  const { state, store } = context;
  const row = state.triggers.orders.get(id) ?? (await store.triggers.one(id));
  if (row?.orderType !== 'v1' || row.owner !== maker) throw noSuchOrder();
  if (!isCancellable(row)) throw refusal('invalid', `Order is ${row.state} already`);
  return row;
}

async function buildCancel(
  context: TriggerContext,
  row: TriggerOrderRow,
  requestId: string,
): Promise<string> {
  const { keys, ledger } = context;
  const mint = heldMint(context, row.inputMint);
  // Whatever anybody else has put there returns with the rest.
  const amount = holdingOf(context, row.vault, row.inputMint);
  const tx = buildOwnerTransaction(
    keys,
    {
      intent: 'rate-cancel',
      ...{ owner: row.owner, payer: row.owner, order: row.id, requestId, vault: row.vault },
      assets: [{ mint, isNative: mint === SOL, amount }],
      rentReceiver: row.payer,
    },
    ledger.latestBlockhash().blockhash,
  );
  const intent = { kind: 'rateCancel', requestId, order: row.id, orderKey: rateOrderKey(row) } as const;
  const built = await rememberBuild(context, tx, intent);
  return built.transaction;
}

/** @throws ServiceError `invalid` for an order that has ended, `not-found`. */
export const cancelRateOrder =
  (context: TriggerContext) =>
  async ({
    body,
  }: Pick<RouteInput<'triggerCancelOrder'>, 'body'>): Promise<AnswerWire<'triggerCancelOrder'>> => {
    checkedKey(body.maker, 'maker');
    const row = await cancellable(context, checkedKey(body.order, 'order'), body.maker);
    const requestId = newRequestId();
    return { transaction: await buildCancel(context, row, requestId), requestId };
  };

/** Cancels the named orders, or all of the maker's: one transaction each, under one `requestId`. */
export const cancelRateOrders =
  (context: TriggerContext) =>
  async ({
    body,
  }: Pick<RouteInput<'triggerCancelOrders'>, 'body'>): Promise<AnswerWire<'triggerCancelOrders'>> => {
    checkedKey(body.maker, 'maker');
    const { state, store, ledger } = context;
    const ids = new Set(body.orders ?? (await store.triggers.fundedIds(body.maker, 1)));
    const named = [...ids].map((id) => checkedKey(id, 'orders'));
    state.triggers.orders.require(named);
    // One that is named must be there; of all there are, one may have ended since they were looked up.
    const rows = body.orders
      ? await Promise.all(named.map((id) => cancellable(context, id, body.maker)))
      : named.flatMap((id) => state.triggers.orders.get(id) ?? []);
    // All at once, and not one after the other as they are wanted.
    ledger.requireKnown(rows.map(({ vault }) => vault));
    const requestId = newRequestId();
    const built = await fewAtATime(rows, async (row) => {
      // While those before it were built, it may have been filled or cancelled.
      return isCancellable(state.triggers.orders.get(row.id))
        ? buildCancel(context, row, requestId)
        : undefined;
    });
    const transactions = built.filter((one) => one !== undefined);
    if (transactions.length === 0) throw refusal('not-found', 'No open orders of this maker');
    return { transactions, requestId };
  };

function openRateOrder(context: TriggerContext, uow: UnitOfWork, draft: RateDraft, signature: string): void {
  const { order, owner, payer, inputMint, outputMint, slippageBps, expiresAt } = draft;
  openOrder(context, uow, {
    ...NO_TERMS,
    ...{ owner, payer, inputMint, outputMint, slippageBps, expiresAt },
    id: order,
    seq: BigInt(draft.seq),
    vault: order,
    orderType: 'v1',
    triggerMint: inputMint,
    taking: BigInt(draft.taking),
    amount: BigInt(draft.making),
    signature,
  });
}

/** Executes what the first version has built: once, however often it comes. @throws ServiceError `invalid` for another request's. */
export const executeRate =
  (context: TriggerContext) =>
  async ({ body }: Pick<RouteInput<'triggerExecute'>, 'body'>): Promise<AnswerWire<'triggerExecute'>> => {
    const { state, writer } = context;
    const sent = await readSubmitted(context, body.signedTransaction, ['rateOrder', 'rateCancel']);
    if (!sent.ok) return numbered(failed(sent.error));
    const { intent, build, tx } = sent;
    if (intent.requestId !== body.requestId)
      throw invalidParam('requestId', 'requestId is that of another one');
    /** Why it may not land any more; null when it may. */
    const objection = () => {
      if (intent.kind === 'rateOrder') {
        return intent.draft.expiresAt <= nowMs(context) ? TIME_IS_OVER : null;
      }
      const row = state.triggers.orders.get(intent.order);
      return isCancellable(row) ? null : 'The order has ended already.';
    };
    const landing = await writer.submit((uow) =>
      landOnce(context, uow, build, tx, {
        objection,
        apply: ({ signature }) => {
          if (intent.kind === 'rateOrder') {
            openRateOrder(context, uow, intent.draft, signature);
            return;
          }
          const row = state.triggers.orders.get(intent.order);
          if (row) cancelled(context, uow, row, signature);
        },
      }),
    );
    return numbered(landing);
  };

const STATUS: Record<TriggerOrderRow['state'], string> = {
  open: 'Open',
  executing: 'Open',
  pending_withdraw: 'Open',
  filled: 'Completed',
  cancelled: 'Cancelled',
  expired: 'Expired',
  failed: 'Cancelled',
};

/** Raw units in whole tokens; empty for a token that is listed no more and has never come to this ledger. */
function amountText({ prices, clock, ledger }: TriggerContext, mint: string, raw: bigint): string {
  const decimals = prices.token(mint, clock.now())?.spec.decimals ?? ledger.decimalsOf(mint);
  return decimals === null ? '' : toDecimalText(raw, decimals);
}

function rateWire(context: TriggerContext, row: TriggerOrderRow): V1OrderWire {
  const input = (raw: bigint) => amountText(context, row.inputMint, raw);
  const output = (raw: bigint) => amountText(context, row.outputMint, raw);
  const done = row.state === 'filled';
  const remaining = row.state === 'cancelled' ? 0n : row.remainingInput;
  const taking = done ? 0n : row.taking;
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    userPubkey: row.owner,
    orderKey: row.id,
    inputMint: row.inputMint,
    outputMint: row.outputMint,
    makingAmount: input(row.initialInput),
    takingAmount: output(row.taking),
    remainingMakingAmount: input(remaining),
    remainingTakingAmount: output(taking),
    rawMakingAmount: row.initialInput.toString(),
    rawTakingAmount: row.taking.toString(),
    rawRemainingMakingAmount: remaining.toString(),
    rawRemainingTakingAmount: taking.toString(),
    expiredAt: iso(row.expiresAt),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    status: STATUS[row.state],
    openTx: row.events[0]?.txSignature ?? '',
    closeTx: (row.state === 'open' ? undefined : row.events.at(-1)?.txSignature) ?? '',
  };
}

/** Orders of the first version of an account, newest first, ten a page. Expired ones are active until cancelled. */
export const getTriggerOrders =
  (context: TriggerContext) =>
  async ({
    query,
  }: Pick<RouteInput<'getTriggerOrders'>, 'query'>): Promise<AnswerWire<'getTriggerOrders'>> => {
    checkedKey(query.user, 'user');
    const page = query.page ?? 1;
    if (page < 1) throw invalidParam('page', 'page must be at least 1');
    const { rows, total } = await context.store.triggers.page({
      owner: query.user,
      version: 1,
      states: query.orderStatus === 'active' ? ['open', 'expired'] : ['filled', 'cancelled', 'failed'],
      inputMint: query.inputMint,
      outputMint: query.outputMint,
      sort: 'created_at',
      dir: 'desc',
      limit: PAGE,
      offset: (page - 1) * PAGE,
    });
    return {
      user: query.user,
      orderStatus: query.orderStatus,
      orders: rows.map((row) => rateWire(context, row)),
      totalPages: Math.ceil(total / PAGE),
      totalItems: total,
      page,
      hasMoreData: page * PAGE < total,
    };
  };
