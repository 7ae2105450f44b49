/** Seconds a round lasts; rounds begin at :00, :15, :30 and :45 UTC. */
export const ROUND_SECONDS = 900;

/** Rounds that can be traded before they begin. */
export const AHEAD = 4;
/** Settled rounds that stay listed. */
const PAST = 12;

export const ROUND_SIDES = ['up', 'down'] as const;
export type RoundSide = (typeof ROUND_SIDES)[number];

/** Unix seconds as `roundEventId` writes them: of any year that markets may live in, not of this one alone. */
const EVENT_ID = /^BTC15M-([1-9]\d{0,11})$/;
const MARKET_ID = /^(BTC15M-\d+)-(UP|DOWN)$/;

export const roundEventId = (begin: number): string => `BTC15M-${begin}`;
export const roundMarketId = (begin: number, side: RoundSide): string =>
  `${roundEventId(begin)}-${side.toUpperCase()}`;

/** Begin of the round that is running at `t`. */
export const roundAt = (t: number): number => Math.floor(t / ROUND_SECONDS) * ROUND_SECONDS;

/** Begins of the rounds that are listed at `t`, the latest first. */
export const listedRounds = (t: number): number[] =>
  Array.from({ length: AHEAD + 1 + PAST }, (_, at) => roundAt(t) + (AHEAD - at) * ROUND_SECONDS);

/** Begin of the round an event is; undefined for every other event. */
export function beginOf(eventId: string): number | undefined {
  const digits = EVENT_ID.exec(eventId)?.[1];
  const begin = digits === undefined ? Number.NaN : Number(digits);
  return begin % ROUND_SECONDS === 0 ? begin : undefined;
}

/** Round and side of a market; undefined for every other market. */
export function roundOf(marketId: string): { begin: number; side: RoundSide } | undefined {
  const [, eventId = '', side] = MARKET_ID.exec(marketId) ?? [];
  const begin = beginOf(eventId);
  return begin === undefined ? undefined : { begin, side: side === 'UP' ? 'up' : 'down' };
}

/** Whether a market's outcome is a token on the ledger, which settles by itself. */
export const isRound = (marketId: string): boolean => roundOf(marketId) !== undefined;
