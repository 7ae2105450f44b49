import type { Pubkey } from '@contract/ids.ts';
import { type MicroUsd, maxBig, microUsd, parseUsd, ZERO_USD } from '@contract/money.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { Position } from '@contract/prediction/position.ts';
import type { PicoUsd } from '@contract/triggers/price.ts';
import type { Ledger } from './ledger.ts';
import { type AccountSlip, type Ends, endsOf, standingOf } from './parlay-standing.ts';
import {
  isHeld,
  type PositionState,
  positionState,
  type Total,
  totalOf,
  unrealisedOf,
  worthOf,
} from './portfolio.ts';
import { positionKeyOf } from './position-history.ts';
import { worthOf as worthOfAmount } from './trigger-price.ts';

/** Where the money of an account lies. Together they are its total. */
const ACCOUNT_PARTS = ['cash', 'positions', 'parlays', 'vault', 'escrow'] as const;
export type AccountPart = (typeof ACCOUNT_PARTS)[number];

/** One thing of an account that is worth something. Every headline figure is a sum over these. */
export interface AccountRow {
  part: AccountPart;
  /** Position, parlay, order or mint. */
  key: string;
  /** What it would bring if it were sold, claimed or taken back now, after fees; null where nobody can say. */
  worth: MicroUsd | null;
  /** Stake in a result, fees included; null of money that lies still. */
  cost: MicroUsd | null;
  /** Worth less cost, and what is paid already; null of money that lies still, and where the worth is not known. */
  unrealised: MicroUsd | null;
  /** `running` has no result yet; `payout` is there to be claimed; `settling` is paid, or booked, without a press. */
  state: 'idle' | 'running' | 'payout' | 'settling';
  /** Unix seconds; null of money that lies still. */
  openedAt: number | null;
}

/** Tokens in the vault, and what one of them costs. */
export interface VaultBalance {
  mint: Pubkey;
  amount: bigint;
  /** Null where the desk does not know the token, or its price. */
  decimals: number | null;
  price: PicoUsd | null;
}

type EscrowOrder = Pick<
  Order,
  'pubkey' | 'isBuy' | 'sizeUsd' | 'filledContractsMicro' | 'avgFillPriceUsd' | 'createdAt'
>;

/** What is known of an account; null where it is not known (yet). */
export interface AccountSources {
  cash: readonly { mint: Pubkey; amount: MicroUsd }[] | null;
  positions: readonly Position[] | null;
  slips: readonly AccountSlip[] | null;
  /** Orders that the keeper has not finished with. */
  openOrders: readonly EscrowOrder[] | null;
  /** There are more, too old to be read: whether one of them is open is not known. */
  hasUnreadOrders: boolean;
  /** Some of it is on its way for the first time. */
  isAwaited: boolean;
  vault: readonly VaultBalance[] | null;
  ledger: Ledger<HistoryEvent> | null;
  records: readonly HistoryEvent[] | null;
  /** There are more, older than these. */
  hasUnreadRecords: boolean;
  /** Pays out by itself: its payout waits for no press. */
  paysItself: (position: Position) => boolean;
  /** Unix seconds at which the reader's day began. */
  midnight: number;
  /** Profit at that moment; null where the prices of it are not known. */
  profitAtMidnight: MicroUsd | null;
}

export interface Account {
  rows: readonly AccountRow[];
  /** Null where a part is not known at all. */
  parts: Record<AccountPart, Total | null>;
  /**
   * Equity: all that is known, and the parts of which something is not. Null without cash or positions, for what is left
   * then is no account, and while a part is awaited, for the sum would count up with it.
   */
  total: { sum: MicroUsd | null; missing: readonly AccountPart[] };
  claimable: Total | null;
  unrealised: Total | null;
  /** Of what the percentage of `unrealised` is. */
  unrealisedCost: MicroUsd;
  realised: Total | null;
  /** Realised and unrealised together; null where nothing of one of them is known. */
  profit: MicroUsd | null;
  /**
   * Profit since midnight. Where the prices of midnight are not known: realised since, and unrealised of what was opened
   * since; what `older` running stakes have moved since is not in it then. `undated` parlays and what nobody knows the
   * result of (`unknown`), sales, payouts and losses or what was opened since and has no price, are never in it.
   */
  today: { profit: MicroUsd; older: number; undated: number; unknown: number } | null;
}

function worthOfTokens({ amount, decimals, price }: VaultBalance): MicroUsd | null {
  if (amount === 0n) return ZERO_USD;
  return decimals === null || price === null ? null : microUsd(worthOfAmount(amount, decimals, price));
}

/** What an open purchase still holds: its deposit less what its fills took, fees included; null where those are not known. */
function escrowOf(order: EscrowOrder, records: readonly HistoryEvent[] | null): MicroUsd | null {
  if (!order.isBuy) return ZERO_USD;
  if (order.filledContractsMicro === 0n) return order.sizeUsd;
  const fills = records?.filter(
    ({ eventType, orderPubkey }) => eventType === 'order_filled' && orderPubkey === order.pubkey,
  );
  const filled = fills?.reduce((sum, { filledContractsMicro }) => sum + filledContractsMicro, 0n);
  if (!fills || filled !== order.filledContractsMicro) return null;
  const spent = fills.reduce<bigint | null>(
    (sum, { totalCostUsd, feeUsd }) => (sum === null || feeUsd === null ? null : sum + totalCostUsd + feeUsd),
    0n,
  );
  return spent === null ? null : microUsd(maxBig(0n, order.sizeUsd - spent));
}

const still = (part: AccountPart, key: string, worth: MicroUsd | null): AccountRow => ({
  part,
  key,
  worth,
  cost: null,
  unrealised: null,
  state: 'idle',
  openedAt: null,
});

/** Keys of the positions that are still held by what the records tell. */
const heldByRecords = (ledger: AccountSources['ledger']): ReadonlySet<string> =>
  new Set(
    ledger?.trails.flatMap(({ record, moments }) => {
      const last = moments.at(-1);
      return last && last.contracts > 0n && last.settled !== 0n ? positionKeyOf(record) : [];
    }),
  );

/**
 * What came of a position whose end no record tells yet: a market tells its result before, and records are read more
 * seldom. Null where they tell it, and where it has not ended.
 */
function unbookedOf(position: Position, { phase }: PositionState, isBooked: boolean): MicroUsd | null {
  const { totalCostUsd: cost, claimedUsd } = position;
  if (isBooked || cost === 0n || (phase !== 'lost' && phase !== 'claimed')) return null;
  return microUsd((phase === 'claimed' ? claimedUsd : 0n) - cost);
}

/** `isBooked`: its end, if it has one, is in the records. */
function positionRow(position: Position, paysItself: boolean, isBooked: boolean): AccountRow[] {
  const state = positionState(position);
  const unbooked = unbookedOf(position, state, isBooked);
  if (!isHeld(state.phase) && unbooked === null) return [];
  const ended = state.phase === 'claimable' || state.phase === 'settled' || unbooked !== null;
  return [
    {
      part: 'positions',
      key: position.pubkey,
      worth: worthOf(position, state),
      cost: position.totalCostUsd,
      unrealised: unbooked ?? unrealisedOf(position, state),
      state: !ended ? 'running' : state.phase === 'claimable' && !paysItself ? 'payout' : 'settling',
      openedAt: position.openedAt,
    },
  ];
}

/** A parlay is worth its stake until its result is known: nobody buys one. */
function slipRow(slip: AccountSlip, ends: Ends | null): AccountRow[] {
  const standing = standingOf(slip, ends);
  // A free one has no stake of one's own, and is paid by itself.
  if (standing === 'over' || (slip.mode === 'free' && standing !== 'claimable')) return [];
  const cost = slip.mode === 'free' ? ZERO_USD : (parseUsd(slip.stakeUsd) ?? null);
  const payout = parseUsd(slip.payoutUsd) ?? null;
  const worth = standing === 'claimable' ? payout : standing === 'running' ? cost : null;
  return [
    {
      part: 'parlays',
      key: slip.parlayId,
      worth,
      cost,
      unrealised: worth === null || cost === null ? null : microUsd(worth - cost),
      state: standing === 'claimable' ? 'payout' : 'running',
      openedAt: Math.floor(slip.placedAt / 1_000),
    },
  ];
}

/** Everything of the account that is worth something, as far as it is known. */
function accountRows(sources: AccountSources): Record<AccountPart, AccountRow[] | null> {
  const { cash, positions, slips, openOrders, vault, records, ledger, paysItself } = sources;
  const ends = endsOf(sources);
  const recorded = heldByRecords(ledger);
  const isBooked = (position: Position): boolean =>
    !recorded.has(position.pubkey) && !recorded.has(positionKeyOf({ ...position, positionPubkey: '' }));
  return {
    cash: cash?.map(({ mint, amount }) => still('cash', mint, amount)) ?? null,
    positions:
      positions?.flatMap((position) => positionRow(position, paysItself(position), isBooked(position))) ??
      null,
    parlays: slips?.flatMap((slip) => slipRow(slip, ends)) ?? null,
    vault: vault?.map((balance) => still('vault', balance.mint, worthOfTokens(balance))) ?? null,
    escrow:
      openOrders
        ?.filter(({ isBuy }) => isBuy)
        .map((order) => still('escrow', order.pubkey, escrowOf(order, records))) ?? null,
  };
}

const sumOf = (parts: readonly bigint[]): MicroUsd => microUsd(parts.reduce((sum, part) => sum + part, 0n));

/** What was realised so far, as far as it is known. */
const realisedOf = ({ disposals }: Pick<Ledger, 'disposals'>): Total =>
  totalOf(disposals.map(({ realised }) => realised));

/**
 * Parlays placed before a moment that wait to be claimed: no answer says when they were won, so nobody knows on which
 * side of it their payout lies.
 */
export const undatedAt = (rows: readonly AccountRow[], moment: number): AccountRow[] =>
  rows.filter(
    ({ part, state, openedAt }) =>
      part === 'parlays' && state === 'payout' && openedAt !== null && openedAt < moment,
  );

/** Of a profit of now, what may be compared with that of a moment. */
export const datedProfit = (profit: MicroUsd, rows: readonly AccountRow[], moment: number): MicroUsd =>
  microUsd(profit - sumOf(undatedAt(rows, moment).map(({ unrealised }) => unrealised ?? 0n)));

function todayOf(
  rows: readonly AccountRow[],
  { ledger, midnight, profitAtMidnight }: AccountSources,
  profit: MicroUsd | null,
): Account['today'] {
  if (!ledger) return null;
  const priced = rows.every(({ unrealised }) => unrealised !== null);
  const undated = undatedAt(rows, midnight).length;
  const isOfToday = ({ openedAt }: AccountRow): boolean => openedAt !== null && openedAt >= midnight;
  const ended = ledger.disposals.filter(({ record }) => record.timestamp >= midnight);
  const unknown =
    ended.filter(({ realised }) => realised === null).length +
    rows.filter((row) => isOfToday(row) && row.unrealised === null).length;
  if (profitAtMidnight !== null && profit !== null && priced)
    return {
      profit: microUsd(datedProfit(profit, rows, midnight) - profitAtMidnight),
      older: 0,
      undated,
      unknown,
    };
  const stakes = rows.filter(({ cost }) => cost !== null);
  const opened = stakes.filter(isOfToday);
  return {
    profit: sumOf([
      ...ended.map(({ realised }) => realised ?? 0n),
      ...opened.map(({ unrealised }) => unrealised ?? 0n),
    ]),
    older: stakes.filter(
      (row) => row.part === 'positions' && row.state === 'running' && !opened.includes(row),
    ).length,
    undated,
    unknown,
  };
}

/**
 * The headline figures of an account, each a sum over its rows. One basis throughout: what there would be if all that
 * runs were sold and all that is won were claimed now, after fees.
 */
export function accountOf(sources: AccountSources): Account {
  const known = accountRows(sources);
  const rows = ACCOUNT_PARTS.flatMap((part) => known[part] ?? []);
  const partOf = (part: AccountPart): Total | null =>
    known[part] && totalOf(known[part].map(({ worth }) => worth));
  const parts: Account['parts'] = {
    cash: partOf('cash'),
    positions: partOf('positions'),
    parlays: partOf('parlays'),
    vault: partOf('vault'),
    escrow: partOf('escrow'),
  };
  const stakes = known.positions && known.parlays && [...known.positions, ...known.parlays];
  const unrealised = stakes && totalOf(stakes.map((row) => row.unrealised));
  const realised = sources.ledger && realisedOf(sources.ledger);
  const profit =
    unrealised === null || unrealised.sum === null || realised === null || realised.sum === null
      ? null
      : microUsd(unrealised.sum + realised.sum);
  return {
    rows,
    parts,
    total: {
      sum: sources.isAwaited
        ? null
        : parts.cash && parts.positions && sumOf(rows.map(({ worth }) => worth ?? 0n)),
      missing: ACCOUNT_PARTS.filter((part) => {
        const total = parts[part];
        return total === null || total.known < total.of || (part === 'escrow' && sources.hasUnreadOrders);
      }),
    },
    claimable: stakes && totalOf(stakes.filter(({ state }) => state === 'payout').map(({ worth }) => worth)),
    unrealised,
    unrealisedCost: sumOf((stakes ?? []).map((row) => (row.unrealised === null ? 0n : (row.cost ?? 0n)))),
    realised,
    profit,
    today: stakes && todayOf(stakes, sources, profit),
  };
}
