import { DEFAULT_TOKENS, type TokenWire } from '@contract/tokens/token.ts';
import { picoNumber } from '@contract/triggers/price.ts';
import type { Clock } from '../../clock.ts';
import type { Handlers } from '../../http/operation.ts';
import type { Launch } from './launches.ts';
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
  /** Names and decimals of a listed mint; undefined when there is none by `t`. */
  token(
    mint: string,
    t: number,
  ): Pick<TokenModel, 'name' | 'symbol' | 'decimals' | 'tokenProgram'> | undefined;
}

const CACHED = 2_000;

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
    recent: (t, limit) => launches.recent(t, limit).map((launch) => record(launch, t)),
    listed: (mints, t) =>
      [...new Set(mints)].flatMap((mint) => {
        const launch = launches.byMint(mint, t);
        return launch ? [record(launch, t)] : [];
      }),
    token(mint, t) {
      const launch = launches.byMint(mint, t);
      return launch && model(launch);
    },
  };
}

/** What is known of a token that was never launched here, such as SOL: its name, its decimals and its price. */
function standingRecord(mint: string, prices: Standing, t: number): TokenWire[] {
  const token = prices.token(mint, t);
  if (!token) return [];
  const price = prices.priceAt(mint, t);
  return [
    {
      id: mint,
      name: token.name,
      symbol: token.symbol,
      decimals: token.spec.decimals,
      tokenProgram: token.spec.program,
      usdPrice: price === null ? null : picoNumber(price),
    },
  ];
}

/** Names and prices (10^-12 USD) of whatever is traded. */
interface Standing {
  token(
    mint: string,
    t: number,
  ): { name: string; symbol: string; spec: { decimals: number; program: string } } | undefined;
  priceAt(mint: string, t: number): bigint | null;
}

/** The operations of the token listing. */
export function tokenReads({
  tokens,
  prices,
  clock,
}: {
  tokens: TokenMarket;
  prices: Standing;
  clock: Pick<Clock, 'now'>;
}): Required<Pick<Handlers, 'recentTokens' | 'searchTokens'>> {
  return {
    recentTokens: ({ query }) => tokens.recent(clock.now(), query.limit ?? DEFAULT_TOKENS),
    searchTokens: ({ query }) => {
      const t = clock.now();
      const listed = tokens.listed(query.query, t);
      const rest = query.query.filter((mint) => !listed.some(({ id }) => id === mint));
      return [...listed, ...[...new Set(rest)].flatMap((mint) => standingRecord(mint, prices, t))];
    },
  };
}
