import { formatUsd } from '@contract/money.ts';
import { clockTime, longDate, shortDate } from '../dates.ts';
import type { EventModel, MarketModel } from '../model.ts';
import {
  AHEAD,
  ROUND_SECONDS,
  ROUND_SIDES,
  type RoundSide,
  roundEventId,
  roundMarketId,
} from './round-id.ts';

/** Seconds between a round's close and its result. */
export const RESOLVING_SECONDS = 5;
/** Whole contracts a market trades over its life. */
export const ROUND_VOLUME = 40_000;

/** Address of a market's outcome token, and the token program it belongs to. */
export interface OutcomeToken {
  mint: string;
  program: string;
}

const NAMES = { up: 'Up', down: 'Down' } as const;

function marketOf(begin: number, side: RoundSide, strike: bigint | null, token: OutcomeToken): MarketModel {
  const close = begin + ROUND_SECONDS;
  const first = strike === null ? '' : `, ${formatUsd(strike)}`;
  const named = `its price at ${clockTime(begin)} UTC${first}`;
  return {
    marketId: roundMarketId(begin, side),
    eventId: roundEventId(begin),
    provider: 'provider_d',
    title: NAMES[side],
    openTime: begin - AHEAD * ROUND_SECONDS,
    closeTime: close,
    endTime: close,
    resolveTime: close + RESOLVING_SECONDS,
    isTeamMarket: true,
    rulesPrimary:
      `Resolves to "Up" if the Bitcoin price at ${clockTime(close)} UTC on ${longDate(close)} is greater than or equal ` +
      `to ${named}, and to "Down" otherwise.`,
    rulesSecondary:
      'Prices are those of the round’s price feed; the last tick at or before each instant counts. Every contract is a ' +
      'token: after the round a winning one turns into 1 USDC by itself, a losing one is worth nothing.',
    team: null,
    outcomes: side === 'up' ? ['Up', 'Down'] : ['Down', 'Up'],
    clobTokenIds: null,
    marketOptions: [{ label: NAMES[side], buyYes: true }],
    sportsMarketType: null,
    sportsLine: null,
    imageUrl: null,
    tick: 10_000n,
    oneSided: true,
    baseVolume: ROUND_VOLUME,
    providerB: null,
    outcome: { mint: token.mint, program: token.program, side },
  };
}

/** A round as it is listed; `strike` (micro-USD) is known once it has begun. */
export function roundEvent(
  begin: number,
  strike: bigint | null,
  tokenOf: (marketId: string) => OutcomeToken,
): EventModel {
  const close = begin + ROUND_SECONDS;
  const window = `${clockTime(begin)}–${clockTime(close)} UTC`;
  const markets = ROUND_SIDES.map((side) =>
    marketOf(begin, side, strike, tokenOf(roundMarketId(begin, side))),
  );
  return {
    eventId: roundEventId(begin),
    provider: 'provider_d',
    category: 'crypto',
    subcategory: 'btc',
    tags: ['15m', 'crypto', 'up-or-down'],
    title: `Bitcoin Up or Down · ${shortDate(begin)}, ${window}`,
    subtitle: strike === null ? `15m round · ${window}` : `15m round · price to beat ${formatUsd(strike)}`,
    imageUrl: '',
    openTime: begin - AHEAD * ROUND_SECONDS,
    beginAt: begin,
    closeTime: close,
    closeCondition: 'Closes at the end of the round and settles by itself.',
    rulesPdf: '',
    markets,
    primaryMarketIds: markets.map(({ marketId }) => marketId),
    game: null,
  };
}
