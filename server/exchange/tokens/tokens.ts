import type { TokenWire } from '@contract/tokens/token.ts';
import type { Launch } from './launches.ts';
import type { Standing } from './life.ts';
import { modelOf, type TokenModel } from './model.ts';
import { type TokenPrices, tokenPrices } from './prices.ts';
import { recordOf } from './record.ts';

/** The tokens of the paper exchange: what the listing answers, and what triggers are priced by. */
export interface TokenMarket {
  readonly prices: TokenPrices;
  /** Newest first pool first. `t` is simulated Unix seconds. */
  recent(t: number, limit: number): TokenWire[];
  /** Those of the mints that have been launched by `t`, each once. */
  listed(mints: readonly string[], t: number): TokenWire[];
  /**
   * The newest launches up to `t` with what never changes about them: what can be found without an address. Each is made
   * as it is reached, for all of them together hold the process for long.
   */
  known(t: number): Iterable<KnownToken>;
  record(launch: Launch, t: number): TokenWire;
  /** How a token stands at `t`, by its own numbers. */
  standing(launch: Launch, t: number): Standing;
  /** Organic score, 0-100. */
  score(launch: Launch, t: number): number;
  /** Names and decimals of a listed mint; undefined when there is none by `t`. */
  token(mint: string, t: number): TokenFacts | undefined;
  /** Both of these of a mint that is asked for again and again: what never changes about it is worked out once. */
  follow(mint: string): {
    token(t: number): TokenFacts | undefined;
    priceAt(t: number): bigint | null;
  };
}

type TokenFacts = Pick<TokenModel, 'name' | 'symbol' | 'decimals' | 'tokenProgram'>;

/** A launch and what never changes about its token. */
export interface KnownToken {
  readonly launch: Launch;
  readonly model: TokenModel;
}

const ageOf = ({ at }: Launch, t: number): number => Math.max(0, Math.floor(t) - at);

const CACHED = 2_000;
/** Launches that a search looks through: what is older is found by its address. */
const SEARCHED = 1_000;

/** Tokens out of a seed: everything is computed from the moment it is asked for, nothing runs in between. */
export function createTokenMarket({ seed }: { seed: string }): TokenMarket {
  const course = tokenPrices({ seed });
  const { launches } = course;
  const models = new Map<number, TokenModel>();

  function model(launch: Launch): TokenModel {
    const known = models.get(launch.slot);
    if (known !== undefined) return known;
    const made = modelOf(launch, launches);
    models.set(launch.slot, made);
    if (models.size > CACHED) {
      const [oldest] = models.keys();
      if (oldest !== undefined) models.delete(oldest);
    }
    return made;
  }

  const record = (launch: Launch, t: number): TokenWire =>
    recordOf(launch, model(launch), { course, launches, t });

  return {
    prices: course,
    recent: (t, limit) => Array.from(launches.recent(t, limit), (launch) => record(launch, t)),
    listed: (mints, t) =>
      [...new Set(mints)].flatMap((mint) => {
        const launch = launches.byMint(mint, t);
        return launch ? [record(launch, t)] : [];
      }),
    *known(t) {
      for (const launch of launches.recent(t, SEARCHED)) yield { launch, model: model(launch) };
    },
    record,
    standing: (launch, t) => course.lifeOf(launch).at(ageOf(launch, t)),
    score: (launch, t) => course.lifeOf(launch).score(ageOf(launch, t)),
    token(mint, t) {
      const launch = launches.byMint(mint, t);
      return launch && model(launch);
    },
    follow(mint) {
      const launch = launches.byMint(mint, Number.POSITIVE_INFINITY);
      const own = launch && model(launch);
      return {
        token: (t) => (launch && launch.at <= t ? own : undefined),
        priceAt: course.follow(mint),
      };
    },
  };
}
