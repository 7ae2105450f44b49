import type { TokenStatsWire, TokenWire } from '@contract/tokens/token.ts';
import type { Launch, Launches } from './launches.ts';
import type { Life } from './life.ts';
import type { TokenModel } from './model.ts';
import { SUPPLY, type TokenCourse } from './prices.ts';

const HOUR = 3_600;
const WINDOWS = { stats5m: 300, stats1h: HOUR, stats6h: 6 * HOUR, stats24h: 24 * HOUR } as const;
/** Ages in seconds from which the listing knows something about a pool. */
const KNOWN_STATS = 4;
const KNOWN_HOLDERS = 6;
const KNOWN_CHANGES = 60;
/** A pulled pool is flagged after this long. */
const FLAGGED_AFTER = 45;
/** Slots of the chain a second. */
const SLOT_RATE = 2.5;
const FIRST_SLOT_AT = 1_584_000_000;

/** Slot of the chain at `t`. */
export const blockAt = (t: number): number => Math.floor((t - FIRST_SLOT_AT) * SLOT_RATE);

const iso = (seconds: number): string => new Date(Math.floor(seconds) * 1000).toISOString();
/** What a listing that counts leaves out when there is nothing to count. */
const unlessZero = (value: number): number | undefined => (value === 0 ? undefined : value);
const percent = (now: number, before: number): number | undefined =>
  before > 0 ? (now / before - 1) * 100 : undefined;

/** A token at one age; `moved` is the factor by which the test control has moved its price. */
interface Moment {
  readonly life: Life;
  readonly age: number;
  readonly moved: (age: number) => number;
}

function statsOf({ life, age, moved }: Moment, span: number): TokenStatsWire {
  const from = Math.max(0, age - span);
  const now = life.at(age);
  const then = life.at(from);
  const bought = now.bought - then.bought;
  const sold = now.sold - then.sold;
  const numBuys = Math.ceil(bought / life.trade);
  const numSells = Math.ceil(sold / (life.trade * 1.1));
  const trades = numBuys + numSells;
  const earlier = age < span * 2 ? undefined : life.at(from - span);
  const volumeBefore = earlier && then.bought + then.sold - earlier.bought - earlier.sold;
  const young = age < KNOWN_CHANGES;
  return {
    priceChange: percent(now.mcap * moved(age), then.mcap * moved(from)),
    holderChange: young ? undefined : percent(now.holders, then.holders),
    liquidityChange: percent(now.liquidity, then.liquidity),
    volumeChange: volumeBefore === undefined ? undefined : percent(bought + sold, volumeBefore),
    buyVolume: bought,
    sellVolume: sold,
    buyOrganicVolume: unlessZero(bought * life.organic),
    sellOrganicVolume: young ? undefined : unlessZero(sold * life.organic * 0.8),
    numBuys,
    numSells,
    numTraders: Math.min(trades, Math.ceil(0.7 * trades ** 0.93)),
    numOrganicBuyers: unlessZero(Math.floor(numBuys * life.organic)),
    numNetBuyers: Math.max(0, Math.floor((numBuys - numSells) * 0.6)),
  };
}

/** All four windows; those longer than the token's life are all its life. */
function allStats(moment: Moment): Pick<TokenWire, keyof typeof WINDOWS> {
  if (moment.age < KNOWN_STATS) return {};
  const whole = statsOf(moment, moment.age);
  const stats = (span: number) => (span >= moment.age ? whole : statsOf(moment, span));
  return {
    stats5m: stats(WINDOWS.stats5m),
    stats1h: stats(WINDOWS.stats1h),
    stats6h: stats(WINDOWS.stats6h),
    stats24h: stats(WINDOWS.stats24h),
  };
}

const labelOf = (score: number): string => (score >= 70 ? 'high' : score >= 30 ? 'medium' : 'low');

function auditOf(model: TokenModel, { life, age }: Moment): TokenWire['audit'] {
  const { turn, outcome } = life;
  const pulled = outcome === 'rug' && turn !== null && age > turn + FLAGGED_AFTER;
  const known = (authority: string | undefined): true | undefined =>
    model.audited && authority === undefined ? true : undefined;
  return {
    isSus: model.suspicious || pulled ? true : undefined,
    mintAuthorityDisabled: known(model.mintAuthority),
    freezeAuthorityDisabled: known(model.freezeAuthority),
    topHoldersPercentage: model.topHolders && model.topHolders * (0.6 + 0.4 * Math.exp(-age / 900)),
    devBalancePercentage: model.devBalance && model.devBalance * Math.exp(-age / 1_800),
    devMints: model.devMints,
  };
}

/** The record of one token at `t` (simulated Unix seconds), the way a listing that knows little at first has it. */
export function recordOf(
  launch: Launch,
  model: TokenModel,
  { course, launches, t }: { course: TokenCourse; launches: Launches; t: number },
): TokenWire {
  const life = course.lifeOf(launch);
  const age = Math.max(0, Math.floor(t) - launch.at);
  const moment: Moment = { life, age, moved: (at) => course.moved(launch.mint, launch.at + at) };
  const price = course.quote(launch, t)?.usd;
  const mcap = price === undefined ? undefined : price * SUPPLY;
  const graduated = life.outcome === 'graduate' && model.launchpad !== undefined && age >= (life.turn ?? age);
  const score = life.score(age);
  const now = life.at(age);
  return {
    id: launch.mint,
    name: model.name,
    symbol: model.symbol,
    icon: model.icon,
    decimals: model.decimals,
    ...model.links,
    dev: model.dev,
    circSupply: SUPPLY,
    totalSupply: SUPPLY,
    tokenProgram: model.tokenProgram,
    mintAuthority: model.mintAuthority,
    freezeAuthority: model.freezeAuthority,
    launchpad: model.launchpad,
    partnerConfig: model.partnerConfig,
    ...(graduated && {
      graduatedPool: launches.address(`graduated:${launch.slot}`),
      graduatedAt: iso(launch.at + (life.turn ?? 0)),
    }),
    createdAt: model.createdAt ? iso(launch.at) : undefined,
    firstPool: { id: model.pool, createdAt: iso(launch.at) },
    holderCount: age < KNOWN_HOLDERS ? undefined : now.holders,
    audit: auditOf(model, moment),
    organicScore: score,
    organicScoreLabel: labelOf(score),
    isVerified: model.verified,
    tags: model.tags,
    apy: model.apy,
    fdv: mcap,
    mcap,
    usdPrice: price,
    priceBlockId: price === undefined ? undefined : blockAt(t) - model.blockOffset,
    liquidity: price === undefined ? undefined : now.liquidity,
    ...allStats(moment),
    updatedAt: iso(t),
  };
}
