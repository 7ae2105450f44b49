import { randomUUID } from 'node:crypto';
import { runKeeperTransaction } from '../core/keeper-transaction.ts';
import { convert, impactBps, type Priced, type Slice, sliceOf, turnsOf } from '../engine/trigger-fill.ts';
import type { Fired } from '../engine/trigger-index.ts';
import { type MintSpec, SOL } from '../ledger/mints.ts';
import { addSignatures } from '../ledger/signers.ts';
import { buildTriggerFill } from '../ledger/transactions/trigger-transactions.ts';
import type { TriggerOrderRow } from '../writer/commit.store.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import { eventOf, holdingOf, nowMs, signerOfOrder, type TriggerContext } from './context.ts';
import { openOrder } from './open-order.ts';
import type { FollowedToken } from './prices.ts';
import { READY, STOPPING } from './states.ts';
import { stock } from './stock.ts';
import { NO_TERMS, pairExpiry } from './terms.ts';

/** Simulated seconds until the market has filled up again. */
const TURN_SECONDS = 2;
/** Simulated seconds until an order is looked at again that could not be filled: others sell to the house meanwhile. */
const WAIT_SECONDS = 60;

/** Both sides of what is traded, at one instant. */
export interface Market {
  input: MintSpec;
  output: MintSpec;
  from: Priced;
  to: Priced;
  depth: bigint | null;
}

/** One side of a market at an instant; null while it is not traded, or its price is unknown. */
function sideAt(side: FollowedToken, t: number) {
  const spec = side.token(t)?.spec;
  const price = side.priceAt(t);
  if (!spec || price === null || price <= 0n) return null;
  return { spec, priced: { price, decimals: spec.decimals }, depth: side.depthUsd(t) };
}

/** Both sides of an order's market now; null while there is none. `follow` may know its mints from before. */
export function marketOf(
  { prices, clock }: Pick<TriggerContext, 'prices' | 'clock'>,
  row: Pick<TriggerOrderRow, 'inputMint' | 'outputMint'>,
  follow = prices.follow,
): Market | null {
  const t = clock.now();
  const from = sideAt(follow(row.inputMint), t);
  const to = sideAt(follow(row.outputMint), t);
  if (!from || !to) return null;
  const [a, b] = [from.depth, to.depth];
  const depth = a === null ? b : b === null || a < b ? a : b;
  return { input: from.spec, output: to.spec, from: from.priced, to: to.priced, depth };
}

function slippageOf({ firedLeg, slippageBps, tpSlippageBps, slSlippageBps }: TriggerOrderRow): number {
  if (firedLeg === 'tp') return tpSlippageBps ?? 0;
  if (firedLeg === 'sl') return slSlippageBps ?? 0;
  return slippageBps ?? 0;
}

/** Whether an asset can come to rest at an address: a wallet holds no SOL, or as much as an account must. */
const canReceive = ({ ledger }: TriggerContext, address: string, mint: MintSpec, amount: bigint): boolean =>
  mint !== SOL || ledger.lamports(address) + amount >= ledger.rentExemption(0);

/** Gets what an order brings: an entry's pair sells it again, out of the vault. */
const receiverOf = ({ orderType, vault, owner }: TriggerOrderRow): string =>
  orderType === 'otoco' ? vault : owner;

/** Moves a slice on the ledger. @returns the signature. */
function moveSlice(
  context: TriggerContext,
  uow: UnitOfWork,
  row: TriggerOrderRow,
  { input, output }: Market,
  slice: Slice,
): string {
  const { keys, ledger } = context;
  const signer = signerOfOrder(context, row);
  const isClosing = row.orderType === 'v1';
  const over = isClosing ? holdingOf(context, row.vault, row.inputMint) - slice.input : 0n;
  // A lamport that a stranger has put there is too little for a wallet without SOL: the house keeps it.
  const gift = canReceive(context, row.owner, input, over) ? over : 0n;
  const tx = buildTriggerFill(keys, {
    vault: row.vault,
    input: { mint: input, amount: slice.input + over - gift },
    output: { mint: output, amount: slice.output },
    receiver: receiverOf(row),
    closing: isClosing ? { rentReceiver: row.payer, owner: row.owner, gift } : null,
    memo: `evenline:trigger:${row.id}:${row.events.length}`,
    blockhash: ledger.latestBlockhash().blockhash,
  });
  return runKeeperTransaction(context, uow, addSignatures(tx, [signer])).signature;
}

const otherLeg = (leg: 'tp' | 'sl'): 'tp' | 'sl' => (leg === 'tp' ? 'sl' : 'tp');

/** The pair that sells what an entry has bought. */
function childOf(context: TriggerContext, uow: UnitOfWork, parent: TriggerOrderRow, signature: string): void {
  const { owner, payer, vault, triggerMint } = parent;
  const { tpPrice, slPrice, tpSlippageBps, slSlippageBps } = parent;
  openOrder(context, uow, {
    ...NO_TERMS,
    ...{ tpPrice, slPrice, tpSlippageBps, slSlippageBps },
    ...{ owner, payer, vault, triggerMint },
    expiresAt: pairExpiry(parent, nowMs(context)),
    id: randomUUID(),
    seq: uow.next('order'),
    orderType: 'oco',
    inputMint: parent.outputMint,
    outputMint: parent.inputMint,
    parentId: parent.id,
    amount: parent.output,
    signature,
  });
}

/** Books a slice: the order as it is after it, and what follows from its end. */
function bookSlice(
  context: TriggerContext,
  uow: UnitOfWork,
  row: TriggerOrderRow,
  slice: Slice,
  signature: string,
  turns = 1n,
): void {
  const now = nowMs(context);
  const remainingInput = row.remainingInput - slice.input;
  const output = row.output + slice.output;
  const whole = remainingInput === 0n;
  const stays = row.orderType === 'otoco';
  const fill = {
    txSignature: signature,
    mint: row.inputMint,
    amount: slice.input.toString(),
    outputMint: row.outputMint,
    outputAmount: slice.output.toString(),
    orderContext: row.firedLeg,
  };
  const events = [...row.events, eventOf('fill', now, fill)];
  if (!stays) {
    const paid = { txSignature: signature, mint: row.outputMint, amount: slice.output.toString() };
    events.push(eventOf('withdrawal', now, paid));
  }
  if (whole && row.firedLeg !== null) {
    events.push(eventOf('cancelled', now, { orderContext: otherLeg(row.firedLeg) }));
  }
  const after: TriggerOrderRow = {
    ...row,
    state: whole ? 'filled' : 'executing',
    rawState: whole ? 'fill_success' : 'partial_fill_success',
    remainingInput,
    output,
    held: stays && !whole ? output : 0n,
    nextFillAt: context.clock.now() + TURN_SECONDS * Number(turns),
    updatedAt: now,
    events,
  };
  uow.put('triggerOrders', row.id, after);
  if (whole && stays) childOf(context, uow, after, signature);
}

/** Ends an order that cannot be executed; its funds stay in the vault, to be withdrawn. */
function failTriggered(context: TriggerContext, uow: UnitOfWork, row: TriggerOrderRow): void {
  const now = nowMs(context);
  const { inputMint: mint, outputMint, firedLeg: orderContext } = row;
  uow.put('triggerOrders', row.id, {
    ...row,
    state: 'failed',
    rawState: 'fill_failed',
    updatedAt: now,
    events: [...row.events, eventOf('fill', now, { state: 'failed', mint, outputMint, orderContext })],
  });
}

function fillSlice(context: TriggerContext, uow: UnitOfWork, row: TriggerOrderRow): void {
  const market = marketOf(context, row);
  if (!market) {
    failTriggered(context, uow, row);
    return;
  }
  const { from, to, depth } = market;
  const slippage = slippageOf(row);
  const turns = depth === null ? 1n : turnsOf(row.initialInput, from, depth, slippage);
  const slice = sliceOf(row.remainingInput, from, to, depth && depth * turns, slippage);
  const canFill =
    slice.output > 0n &&
    canReceive(context, receiverOf(row), market.output, slice.output) &&
    stock(context, uow, market.output, slice.output);
  if (!canFill) {
    failTriggered(context, uow, row);
    return;
  }
  bookSlice(context, uow, row, slice, moveSlice(context, uow, row, market, slice), turns);
}

/**
 * An order whose price was reached: its first slice is filled in the same step, so that it fires once or not at all.
 * `fired` was judged before this job came to run, so what has changed meanwhile is asked again.
 */
export function fireOrder(context: TriggerContext, uow: UnitOfWork, { id, side }: Fired): void {
  const row = context.state.triggers.orders.get(id);
  const now = nowMs(context);
  if (row?.state !== 'open' || row.expiresAt <= now) return;
  const price = context.prices.priceAt(row.triggerMint, context.clock.now());
  if (price === null || !context.state.triggers.index.isDue({ id, side }, price)) return;
  const firedLeg = row.orderType === 'oco' ? (side === 'above' ? 'tp' : 'sl') : null;
  fillSlice(context, uow, {
    ...context.state.triggers.current(row),
    state: 'executing',
    rawState: 'executing',
    triggeredAt: now,
    firedLeg,
  });
}

/** The next slice of an order that has fired, or its stop where its owner wants it cancelled. */
export function continueOrder(context: TriggerContext, uow: UnitOfWork, id: string): void {
  const row = context.state.triggers.orders.get(id);
  if (row?.state !== 'executing' || row.rawState === READY) return;
  if (row.rawState === STOPPING) {
    uow.put('triggerOrders', id, { ...row, rawState: READY, updatedAt: nowMs(context) });
  } else if (row.nextFillAt <= context.clock.now()) fillSlice(context, uow, row);
}

/** Ends an open order whose time is over. Its deposit stays in the vault. */
export function expireOrder(context: TriggerContext, uow: UnitOfWork, id: string): void {
  const row = context.state.triggers.orders.get(id);
  const now = nowMs(context);
  if (row?.state !== 'open' || row.expiresAt > now) return;
  uow.put('triggerOrders', id, {
    ...context.state.triggers.current(row),
    state: 'expired',
    rawState: 'expired',
    updatedAt: now,
    events: [...row.events, eventOf('expired', now)],
  });
}

/** What an order of the first version would bring in its market; null while it is less than it asks for. */
export function rateOutput(row: TriggerOrderRow, { from, to, depth }: Market): bigint | null {
  const worth = convert(row.remainingInput, from, to);
  if (worth < row.taking) return null;
  const output = (worth * (10_000n - impactBps(row.remainingInput, from, depth))) / 10_000n;
  return output >= row.taking ? output : null;
}

/** An order cannot be filled for now: it is asked again after a while, and told of once. */
function waitAWhile(
  { clock, log }: TriggerContext,
  uow: UnitOfWork,
  row: TriggerOrderRow,
  why: string,
): void {
  const { id: order, outputMint: mint } = row;
  if (row.nextFillAt === 0) log({ level: 'info', message: `an order waits: ${why}`, order, mint });
  uow.put('triggerOrders', order, { ...row, nextFillAt: clock.now() + WAIT_SECONDS });
}

/** Fills an order of the first version whole, if its rate is reached and the house can have what it buys. */
export function fillRate(context: TriggerContext, uow: UnitOfWork, id: string): void {
  const row = context.state.triggers.orders.get(id);
  if (row?.state !== 'open' || row.expiresAt <= nowMs(context)) return;
  if (row.nextFillAt > context.clock.now()) return;
  const market = marketOf(context, row);
  const output = market && rateOutput(row, market);
  if (!market || output === null) return;
  if (!canReceive(context, row.owner, market.output, output)) {
    waitAWhile(context, uow, row, 'its wallet holds no SOL, and this is too little to begin with');
    return;
  }
  if (!stock(context, uow, market.output, output)) {
    waitAWhile(context, uow, row, 'there cannot be so much of what it buys');
    return;
  }
  const slice = { input: row.remainingInput, output };
  const signature = moveSlice(context, uow, row, market, slice);
  bookSlice(context, uow, { ...row, triggeredAt: nowMs(context) }, slice, signature);
}
