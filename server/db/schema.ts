import type { TriggerEventWire } from '@contract/triggers/order.ts';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';

/**
 * One schema for PGlite and PostgreSQL. Amounts are integer micro-units in numeric columns (never floats),
 * instants Unix seconds: simulated ones whole, in 64 bits (a quick exchange is soon past 2038), unscaled ones in
 * `wall` columns.
 */
const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
const amount = (name: string) => numeric(name, { precision: 40, scale: 0, mode: 'bigint' });
const u64 = (name: string) => numeric(name, { precision: 20, scale: 0, mode: 'bigint' });
/** What long text is indexed by: eight bytes instead of some fifty. Who looks it up compares the text too; see texts.ts. */
const hashOf = (column: AnyPgColumn) => sql`hashtextextended(${column}, 0)`;
const seconds = (name: string) => bigint(name, { mode: 'number' });
const serial = (name: string) => bigint(name, { mode: 'bigint' });

/** Single values of the whole exchange: secret, universe, clock, counters, test overrides, batch number. */
export const meta = pgTable('meta', { key: text('key').primaryKey(), value: jsonb('value').notNull() });

/**
 * The ledger's accounts as they are now: those that somebody names are put back into the VM. Read from `data`, for
 * look-ups and sums: `holder` is who holds the tokens of a token account, else the account itself; `mint` and `amount`
 * are those of a token account, `supply` that of a mint, in raw units. `holder` is null in rows from before. `spent`
 * says of which it is that nothing is left in them (`isSpent`).
 */
export const accounts = pgTable(
  'accounts',
  {
    pubkey: text('pubkey').primaryKey(),
    lamports: u64('lamports').notNull(),
    owner: text('owner').notNull(),
    executable: boolean('executable').notNull(),
    rentEpoch: u64('rent_epoch').notNull(),
    data: bytea('data').notNull(),
    holder: text('holder'),
    mint: text('mint'),
    amount: u64('amount'),
    supply: u64('supply'),
    spent: boolean('spent').notNull().default(false),
  },
  (t) => [
    index('accounts_by_holder').on(t.holder, t.spent),
    index('accounts_mint').on(t.mint).where(sql`mint is not null`),
    index('accounts_supply').on(t.supply).where(sql`supply > 0`),
  ],
);

export const blockhashes = pgTable(
  'blockhashes',
  { blockhash: text('blockhash').primaryKey(), slot: integer('slot').notNull() },
  (t) => [index('blockhashes_slot').on(t.slot)],
);

/** Builds that have not landed; those that have and are found by their transaction; others that have landed. */
export const UNLANDED = sql`status in ('built', 'failed')`;
const isPlain = sql`intent->>'kind' in ('order', 'swap', 'close', 'claim')`;
export const LANDED_PLAIN = sql`status = 'landed' and ${isPlain}`;
export const LANDED_OTHERS = sql`status = 'landed' and not (${isPlain})`;

/** Transactions the exchange has built; only these are executed, by the hash of their message. */
export const builds = pgTable(
  'builds',
  {
    hash: text('hash').primaryKey(),
    status: text('status').$type<'built' | 'landed' | 'failed'>().notNull(),
    intent: jsonb('intent').notNull(),
    signature: text('signature'),
    error: text('error'),
    builtAt: doublePrecision('built_at_wall').notNull(),
  },
  (t) => [
    index('builds_unlanded').on(t.builtAt).where(UNLANDED),
    index('builds_landed').on(t.builtAt).where(LANDED_PLAIN),
    index('builds_landed_others').on(t.builtAt).where(LANDED_OTHERS),
  ],
);

/**
 * Landed transactions, for look-ups, as long as they are kept. `body` is what packTransaction makes of one; rows from
 * before have `raw` (base64) and `meta` instead.
 */
export const transactions = pgTable(
  'transactions',
  {
    seq: serial('seq').primaryKey(),
    signature: text('signature').notNull(),
    slot: integer('slot').notNull(),
    time: doublePrecision('time_wall').notNull(),
    body: bytea('body'),
    raw: text('raw'),
    meta: jsonb('meta'),
  },
  (t) => [index('transactions_slot').on(t.slot), index('transactions_signature').using('hash', t.signature)],
);

/**
 * Which transactions name an address, in their order: a page of them is read without touching the others. A row for
 * each address that a batch names, by a hash of it (`hashtextextended(address, 0)`): whoever reads makes sure that the
 * transaction does name it. `seq` is the batch's first that does, `more` are all after it.
 */
export const transactionAddresses = pgTable(
  'transaction_addresses',
  {
    address: bigint('address_hash', { mode: 'bigint' }).notNull(),
    seq: serial('seq').notNull(),
    more: bigint('more', { mode: 'bigint' }).array(),
  },
  (t) => [primaryKey({ columns: [t.address, t.seq] })],
);

/** The hashed id of a market, which clients may give instead: see marketIdHash. */
// As bytes: a backslash, which would begin one that is written out, stands for itself.
export const MARKET_HASH = sql`sha256(replace(market_id, '\\', '\\\\')::bytea)`;
/** What traded markets looked like when they were first traded: history stays readable whatever is listed later. */
export const markets = pgTable(
  'markets',
  { marketId: text('market_id').primaryKey(), snapshot: jsonb('snapshot').notNull() },
  () => [index('markets_by_hash').on(MARKET_HASH)],
);

export const orders = pgTable(
  'orders',
  {
    pubkey: text('pubkey').primaryKey(),
    /** Number of the order; its key follows from it. */
    seq: serial('seq').notNull(),
    externalOrderId: text('external_order_id').notNull(),
    owner: text('owner').notNull(),
    payer: text('payer').notNull(),
    marketId: text('market_id').notNull(),
    eventId: text('event_id').notNull(),
    position: text('position').notNull(),
    isYes: boolean('is_yes').notNull(),
    isBuy: boolean('is_buy').notNull(),
    status: text('status').$type<'pending' | 'filled' | 'failed'>().notNull(),
    contracts: amount('contracts').notNull(),
    /** A buy by quantity never takes more than `contracts`; a buy by deposit takes what the deposit buys. */
    byQuantity: boolean('by_quantity').notNull(),
    /** Most a buy pays, or least a sale takes, a contract. */
    limitPrice: amount('limit_price').notNull(),
    deposit: amount('deposit').notNull(),
    mint: text('mint').notNull(),
    escrow: text('escrow').notNull(),
    integrator: text('integrator'),
    integratorBps: integer('integrator_bps').notNull(),
    filledContracts: amount('filled_contracts').notNull(),
    notional: amount('notional').notNull(),
    fee: amount('fee').notNull(),
    createdAt: seconds('created_at').notNull(),
    updatedAt: seconds('updated_at').notNull(),
    filledAt: seconds('filled_at').notNull(),
    dueAt: doublePrecision('due_at_wall').notNull(),
  },
  (t) => [
    index('orders_by_owner').on(hashOf(t.owner), t.seq),
    index('orders_pending').on(t.seq).where(sql`status = 'pending'`),
    index('orders_seq').on(t.seq),
  ],
);

/**
 * Positions that wait for a settlement or a claim: what lists and a start read. The rest is found by when it changed
 * last or, once it is settled, by when it was opened.
 */
export const IN_MOTION = sql`((status = 'open' and contracts > 0) or status in ('won', 'refundable'))`;
/** Positions that were settled and wait for nothing. */
export const SETTLED = sql`(settled_at is not null and closed_at is not null)`;

export const positions = pgTable(
  'positions',
  {
    pubkey: text('pubkey').primaryKey(),
    owner: text('owner').notNull(),
    marketId: text('market_id').notNull(),
    eventId: text('event_id').notNull(),
    isYes: boolean('is_yes').notNull(),
    /** Mint that sales and claims pay in: the one the position was opened with. */
    mint: text('mint').notNull(),
    status: text('status')
      .$type<'open' | 'failed' | 'sold' | 'won' | 'claimed' | 'lost' | 'refundable' | 'refunded'>()
      .notNull(),
    contracts: amount('contracts').notNull(),
    locked: amount('locked').notNull(),
    totalCost: amount('total_cost').notNull(),
    entryNotional: amount('entry_notional').notNull(),
    feesPaid: amount('fees_paid').notNull(),
    integratorFees: amount('integrator_fees').notNull(),
    realized: amount('realized').notNull(),
    payout: amount('payout').notNull(),
    claimedUsd: amount('claimed_usd').notNull(),
    boughtContracts: amount('bought_contracts').notNull(),
    boughtNotional: amount('bought_notional').notNull(),
    soldContracts: amount('sold_contracts').notNull(),
    soldNotional: amount('sold_notional').notNull(),
    openedAt: seconds('opened_at').notNull(),
    updatedAt: seconds('updated_at').notNull(),
    settledAt: seconds('settled_at'),
    closedAt: seconds('closed_at'),
  },
  (t) => [
    index('positions_in_motion').on(t.openedAt.desc().nullsFirst(), t.pubkey).where(IN_MOTION),
    index('positions_in_motion_by_owner')
      .on(hashOf(t.owner), t.openedAt.desc().nullsFirst(), t.pubkey)
      .where(IN_MOTION),
    index('positions_settled').on(t.openedAt.desc().nullsFirst()).where(SETTLED),
    index('positions_by_owner_updated').on(hashOf(t.owner), t.updatedAt.desc().nullsFirst(), t.pubkey),
    index('positions_by_side').on(t.isYes, t.updatedAt.desc().nullsFirst(), t.pubkey),
    index('positions_by_market').on(hashOf(t.marketId), t.updatedAt.desc().nullsFirst()),
  ],
);

export const historyEvents = pgTable(
  'history_events',
  {
    id: serial('id').primaryKey(),
    eventType: text('event_type')
      .$type<
        | 'order_created'
        | 'order_closed'
        | 'order_filled'
        | 'order_failed'
        | 'payout_claimed'
        | 'position_updated'
        | 'position_lost'
      >()
      .notNull(),
    signature: text('signature').notNull(),
    slot: integer('slot').notNull(),
    timestamp: seconds('timestamp').notNull(),
    orderPubkey: text('order_pubkey').notNull(),
    positionPubkey: text('position_pubkey').notNull(),
    marketId: text('market_id').notNull(),
    eventId: text('event_id').notNull(),
    owner: text('owner').notNull(),
    keeper: text('keeper').notNull(),
    externalOrderId: text('external_order_id').notNull(),
    orderId: text('order_id').notNull(),
    isBuy: boolean('is_buy').notNull(),
    isYes: boolean('is_yes').notNull(),
    contracts: amount('contracts').notNull(),
    filledContracts: amount('filled_contracts').notNull(),
    contractsSettled: amount('contracts_settled').notNull(),
    limitPrice: amount('limit_price').notNull(),
    avgFillPrice: amount('avg_fill_price').notNull(),
    deposit: amount('deposit').notNull(),
    totalCost: amount('total_cost').notNull(),
    fee: amount('fee'),
    grossProceeds: amount('gross_proceeds').notNull(),
    netProceeds: amount('net_proceeds').notNull(),
    transfer: amount('transfer'),
    realized: amount('realized'),
    realizedBeforeFees: amount('realized_before_fees'),
    payout: amount('payout').notNull(),
  },
  (t) => [
    index('history_by_owner').on(hashOf(t.owner), t.id),
    index('history_by_position').on(hashOf(t.positionPubkey), t.id),
    index('history_by_order').on(hashOf(t.orderPubkey), t.id),
    index('history_fills').on(t.id).where(sql`event_type = 'order_filled'`),
    index('history_market').on(t.marketId, t.id),
    index('history_side').on(t.isYes, t.id),
  ],
);

/** How many rows an owner has, counted by the statements that write them: pages say how many there are in all. */
export const ownerTotals = pgTable('owner_totals', {
  owner: text('owner').primaryKey(),
  orders: integer('orders').notNull().default(0),
  positions: integer('positions').notNull().default(0),
  history: integer('history').notNull().default(0),
  /** Those that the history has. */
  endedParlays: integer('ended_parlays').notNull().default(0),
});

export const faucetGrants = pgTable(
  'faucet_grants',
  {
    pubkey: text('pubkey').primaryKey(),
    grantedAt: doublePrecision('granted_at_wall').notNull(),
  },
  (t) => [index('faucet_grants_granted').on(t.grantedAt)],
);

/** Parlays that the history has: paid ones that are over. */
export const ENDED_PARLAY = sql`(position is not null and closed_at is not null)`;
/** A parlay stands for the market of the leg that was lost, else for that of its first. */
export const PARLAY_MARKET = sql`coalesce(
  jsonb_path_query_first(legs, '$[*] ? (@.state == "lost").marketId') #>> '{}', legs->0->>'marketId', parlay_id)`;
/** Parlays that wait for something. */
export const PARLAY_IN_MOTION = sql`(status in ('open', 'won'))`;

/**
 * Parlays that were placed. `payout` is what it pays if every leg still open is won; legs keep the price they were
 * quoted at, as digits. Free ones have a stake of 0 and no position.
 */
export const parlays = pgTable(
  'parlays',
  {
    parlayId: text('parlay_id').primaryKey(),
    nonce: serial('nonce').notNull(),
    owner: text('owner').notNull(),
    mode: text('mode').$type<'paid' | 'free'>().notNull(),
    stake: amount('stake').notNull(),
    payout: amount('payout').notNull(),
    legs: jsonb('legs')
      .$type<
        { marketId: string; eventId: string; price: string; state: 'open' | 'won' | 'lost' | 'cancelled' }[]
      >()
      .notNull(),
    position: text('position'),
    status: text('status').$type<'open' | 'won' | 'lost' | 'paid'>().notNull(),
    signature: text('signature').notNull(),
    /** Simulated Unix milliseconds. */
    placedAt: bigint('placed_at_ms', { mode: 'number' }).notNull(),
    settledAt: seconds('settled_at'),
    closedAt: seconds('closed_at'),
  },
  (t) => [
    index('parlays_owner').on(t.owner, t.closedAt.desc().nullsFirst()),
    index('parlays_position').on(t.position),
    index('parlays_ended').on(t.closedAt.desc().nullsFirst(), t.position).where(ENDED_PARLAY),
    index('parlays_ended_by_market').on(sql`hashtextextended(${PARLAY_MARKET}, 0)`).where(ENDED_PARLAY),
    index('parlays_in_motion').on(t.nonce).where(PARLAY_IN_MOTION),
    index('parlays_placed').on(t.placedAt),
  ],
);

/** How many parlays there are in all, in one row, counted by the statement that writes them. */
export const parlayTotals = pgTable('parlay_totals', {
  key: integer('key').primaryKey(),
  placed: integer('placed').notNull(),
  wallets: integer('wallets').notNull(),
  free: integer('free').notNull(),
});

const ms = (name: string) => bigint(name, { mode: 'number' });

/** Vaults of trigger orders, one a wallet. The key is encrypted; what opens it is not in this database. */
export const triggerVaults = pgTable('trigger_vaults', {
  wallet: text('wallet').primaryKey(),
  vault: text('vault').notNull().unique(),
  vaultId: text('vault_id').notNull(),
  /** AES-256-GCM: nonce, tag, encrypted seed. */
  sealed: bytea('sealed').notNull(),
  createdAt: ms('created_at_ms').notNull(),
});

/** Trigger orders whose funds are still in a vault. */
export const FUNDED = sql`state not in ('filled', 'cancelled')`;
/** Trigger orders that wait, fill or are about to be withdrawn. */
export const TRIGGER_IN_MOTION = sql`state in ('open', 'executing', 'pending_withdraw')`;

/**
 * Trigger orders of both versions. Prices in units of 10^-12 USD, amounts in raw units, instants in simulated Unix
 * milliseconds. `held`: output that stays in the vault until the order is whole. `taking`: least output of an order
 * of the first version, whose vault is an address of its own.
 */
export const triggerOrders = pgTable(
  'trigger_orders',
  {
    id: text('id').primaryKey(),
    seq: serial('seq').notNull(),
    owner: text('owner').notNull(),
    payer: text('payer').notNull(),
    vault: text('vault').notNull(),
    orderType: text('order_type').$type<'single' | 'oco' | 'otoco' | 'v1'>().notNull(),
    state: text('state')
      .$type<'open' | 'executing' | 'filled' | 'expired' | 'pending_withdraw' | 'cancelled' | 'failed'>()
      .notNull(),
    rawState: text('raw_state').notNull(),
    inputMint: text('input_mint').notNull(),
    initialInput: amount('initial_input').notNull(),
    remainingInput: amount('remaining_input').notNull(),
    outputMint: text('output_mint').notNull(),
    output: amount('output').notNull(),
    held: amount('held').notNull(),
    taking: amount('taking').notNull(),
    triggerMint: text('trigger_mint').notNull(),
    condition: text('condition').$type<'above' | 'below'>(),
    triggerPrice: amount('trigger_price'),
    slippageBps: integer('slippage_bps'),
    tpPrice: amount('tp_price'),
    slPrice: amount('sl_price'),
    tpSlippageBps: integer('tp_slippage_bps'),
    slSlippageBps: integer('sl_slippage_bps'),
    trailingBps: integer('trailing_bps'),
    /** Best price a trailing order has seen, and when it was written down. */
    mark: amount('mark'),
    markAt: doublePrecision('mark_at').notNull(),
    /** Which of a pair has fired. */
    firedLeg: text('fired_leg').$type<'tp' | 'sl'>(),
    nextFillAt: doublePrecision('next_fill_at').notNull(),
    parentId: text('parent_id'),
    expiresAt: ms('expires_at_ms').notNull(),
    createdAt: ms('created_at_ms').notNull(),
    updatedAt: ms('updated_at_ms').notNull(),
    triggeredAt: ms('triggered_at_ms'),
    events: jsonb('events').$type<TriggerEventWire[]>().notNull(),
  },
  (t) => [
    index('trigger_orders_owner').on(t.owner, t.updatedAt),
    index('trigger_orders_in_motion').on(t.seq).where(TRIGGER_IN_MOTION),
  ],
);
