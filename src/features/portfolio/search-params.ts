import type { Pubkey } from '@contract/ids.ts';
import * as z from 'zod/mini';
import { lenient, words } from '@/domain/search-params.ts';
import { SETTLES, type Settles } from '@/domain/settles.ts';
import { type Sort, sortsBy } from '@/domain/sort-rows.ts';

const PORTFOLIO_TABS = ['positions', 'orders', 'parlays', 'history', 'execution'] as const;
export type PortfolioTab = (typeof PORTFOLIO_TABS)[number];
export const isPortfolioTab = (value: string): value is PortfolioTab =>
  PORTFOLIO_TABS.some((tab) => tab === value);

/** Kinds of records to narrow the history to. */
export const HISTORY_KINDS = ['bought', 'sold', 'paid', 'lost', 'unfilled', 'placed'] as const;
/** What the report of execution is summed by. */
const EXECUTION_BY = ['market', 'size'] as const;
export type ExecutionBy = (typeof EXECUTION_BY)[number];
/** Columns by which the positions can be sorted. */
const POSITION_COLUMNS = ['market', 'contracts', 'entry', 'mark', 'value', 'pnl', 'wins'] as const;
export type PositionColumn = (typeof POSITION_COLUMNS)[number];
/** The same of the orders, and of the history by position. */
const ORDER_COLUMNS = [
  'market',
  'order',
  'status',
  'contracts',
  'filled',
  'limit',
  'amount',
  'placed',
] as const;
export type OrderColumn = (typeof ORDER_COLUMNS)[number];
const HISTORY_COLUMNS = [
  'market',
  'status',
  'contracts',
  'entry',
  'exit',
  'fees',
  'realised',
  'ended',
] as const;
export type HistoryColumn = (typeof HISTORY_COLUMNS)[number];
/** The same of single records. */
const RECORD_COLUMNS = [
  'time',
  'record',
  'market',
  'contracts',
  'price',
  'fee',
  'amount',
  'realised',
] as const;
export type RecordColumn = (typeof RECORD_COLUMNS)[number];

export type HistoryKind = (typeof HISTORY_KINDS)[number];

const text = words(200);
/** So many fit into an address that a server takes. */
const MOST_PICKED = 1_000;
/** What stands for a position or an order in the address: the beginning of its key, which no other of an account shares. */
export const pickKey = (key: Pubkey): string => key.slice(0, 8);
/** What is selected, with dots between. */
const keys = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{8}(\.[1-9A-HJ-NP-Za-km-z]{8}){0,999}$/));
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

const search = z.object({
  tab: lenient(z.enum(PORTFOLIO_TABS)),
  category: text,
  settles: lenient(z.enum(SETTLES)),
  sort: lenient(z.enum(sortsBy(POSITION_COLUMNS))),
  orders: lenient(z.enum(sortsBy(ORDER_COLUMNS))),
  past: lenient(z.enum(sortsBy(HISTORY_COLUMNS))),
  records: lenient(z.enum(sortsBy(RECORD_COLUMNS))),
  picked: lenient(keys),
  ended: lenient(z.enum(['hidden'])),
  kind: lenient(z.enum(HISTORY_KINDS)),
  market: text,
  side: lenient(z.enum(['yes', 'no'])),
  by: lenient(z.enum(EXECUTION_BY)),
  from: lenient(day),
  to: lenient(day),
});

/** State of the portfolio in its address: the tab, what its positions and what its history are narrowed to. */
export interface PortfolioSearch {
  tab?: PortfolioTab | undefined;
  category?: string | undefined;
  settles?: Settles | undefined;
  sort?: Sort<PositionColumn> | undefined;
  /** How the orders, the history by position, and its single records, also those of one position, are sorted. */
  orders?: Sort<OrderColumn> | undefined;
  past?: Sort<HistoryColumn> | undefined;
  records?: Sort<RecordColumn> | undefined;
  /** Positions, orders and parlays that are selected: see `pickedOf`. */
  picked?: string | undefined;
  /** Positions that have ended are not shown. */
  ended?: 'hidden' | undefined;
  kind?: HistoryKind | undefined;
  market?: string | undefined;
  side?: 'yes' | 'no' | undefined;
  by?: ExecutionBy | undefined;
  /** Days in the reader's zone, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

/** `validateSearch` of the route: empty values are undefined. */
export const parsePortfolioSearch = (raw: Record<string, unknown>): PortfolioSearch => search.parse(raw);

/** What the address selects, each by its `pickKey`. */
export const pickedOf = ({ picked }: PortfolioSearch): ReadonlySet<string> =>
  new Set(picked?.split('.') ?? []);

/** The same address with these selected, or no longer; a thousand at most. */
export function withPicked(search: PortfolioSearch, which: readonly Pubkey[], on: boolean): PortfolioSearch {
  const next = new Set(pickedOf(search));
  for (const key of which.map(pickKey)) on ? next.add(key) : next.delete(key);
  return { ...search, picked: next.size === 0 ? undefined : [...next].slice(0, MOST_PICKED).join('.') };
}

/** A history that is not narrowed. */
export const WHOLE_HISTORY = {
  kind: undefined,
  market: undefined,
  side: undefined,
  from: undefined,
  to: undefined,
} as const satisfies PortfolioSearch;

/** Whether the history is narrowed at all. */
export const narrowsHistory = ({ kind, market, side, from, to }: PortfolioSearch): boolean =>
  [kind, market, side, from, to].some((value) => value !== undefined);
