import { parseUsd } from '@contract/money.ts';
import type { AnswerWire } from '@contract/routes.ts';
import type { Harness } from './exchange.ts';

type Event = AnswerWire<'listHistory'>['data'][number];
type PositionHistory = AnswerWire<'listHistoryV2'>['data'][number];
/** What is asked of an exchange, in its process or over HTTP. */
export type Lists = Pick<
  Harness['services'],
  'listPositions' | 'listHistory' | 'listHistoryV2' | 'listSlips'
>;

const STAKE = 10_000_000n;
const PAGE = 100;

export const sum = (values: Iterable<bigint>): bigint => {
  let total = 0n;
  for (const value of values) total += value;
  return total;
};
export const micro = (value: string | number | null | undefined): bigint => BigInt(value ?? 0);
/** Decimal dollars as a slip has them. */
export const dollars = (text: string): bigint => {
  const exact = parseUsd(text);
  if (exact === undefined) throw new Error(`${text} is no amount of dollars`);
  return exact;
};

interface Page<T> {
  data: T[];
  pagination: { end: string | number; hasNext: boolean };
}

/** Every row of a list; a page may be shorter than asked, and the next begins where it ends. */
async function all<T>(read: (start: number, end: number) => Promise<Page<T>>): Promise<T[]> {
  const rows: T[] = [];
  for (let start = 0; ; ) {
    const { data, pagination } = await read(start, start + PAGE);
    rows.push(...data);
    if (!pagination.hasNext) return rows;
    start = Number(pagination.end);
  }
}

/** What the interface says of one wallet, all of it. */
export async function accountOf({ services }: { services: Lists }, owner: string) {
  const by = (start: number, end: number) => ({ query: { ownerPubkey: owner, start, end } });
  const { slips } = await services.listSlips({ query: { walletAddress: owner } });
  return {
    positions: await all((start, end) => services.listPositions(by(start, end))),
    histories: await all<PositionHistory>((start, end) => services.listHistoryV2(by(start, end))),
    events: await all<Event>((start, end) => services.listHistory(by(start, end))),
    slips,
  };
}
type Account = Awaited<ReturnType<typeof accountOf>>;

/** Records about paid parlays: those of positions that no position list knows. */
export function parlayEvents({ events, slips }: Account): Event[] {
  const parlays = new Set(slips.flatMap(({ positionPubkey }) => positionPubkey ?? []));
  return events.filter(({ positionPubkey }) => parlays.has(positionPubkey ?? ''));
}

/** Stakes of paid parlays that are still open. */
export function lockedStakes(account: Account): bigint {
  const lost = new Set(
    parlayEvents(account).flatMap((event) =>
      event.eventType === 'position_lost' ? [event.positionPubkey] : [],
    ),
  );
  const open = account.slips.filter(
    ({ mode, claimable, isClaimed, positionPubkey }) =>
      mode === 'paid' && !claimable && !isClaimed && !lost.has(positionPubkey ?? ''),
  );
  return STAKE * BigInt(open.length);
}

/** What a wallet has put in and not yet got back or lost: open positions, and parlays that are not ended or paid. */
export function invested(account: Account): bigint {
  const held = account.positions.filter(
    ({ claimed, claimable, settlementDate }) => !claimed && (settlementDate === null || claimable),
  );
  const won = account.slips.filter(({ mode, claimable }) => mode === 'paid' && claimable).length;
  return (
    sum(held.map(({ totalCostUsd }) => micro(totalCostUsd))) + lockedStakes(account) + STAKE * BigInt(won)
  );
}

/** Ended parlays are among the histories, like any position. */
export function realised(account: Account): bigint {
  const free = account.slips.filter(({ mode, isClaimed }) => mode === 'free' && isClaimed);
  return (
    sum(account.histories.map(({ realizedPnlUsd }) => micro(realizedPnlUsd))) +
    sum(free.map(({ payoutUsd }) => dollars(payoutUsd)))
  );
}
