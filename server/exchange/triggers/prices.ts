import { BTC, FORMER_BTC, type MintSpec, SOL, STABLECOIN, USDC } from '../ledger/mints.ts';
import type { PriceFeed } from '../simulation/feeds/feed.ts';
import type { TokenMarket } from '../tokens/tokens.ts';

/** A token that trigger orders trade. */
export interface TriggerToken {
  spec: MintSpec;
  symbol: string;
  name: string;
}

/** Where tokens and their prices come from: functions of time, in simulated Unix seconds. */
export interface PriceSource {
  /** Tokens that are always there. */
  readonly standing: readonly TriggerToken[];
  /** Undefined for a mint nobody knows. */
  token(mint: string, t: number): TriggerToken | undefined;
  /** Units of 10^-12 USD a whole token; null while it is unknown. */
  priceAt(mint: string, t: number): bigint | null;
  /** Whole USD that stand on either side of the price; null for a market without bottom. */
  depthUsd(mint: string, t: number): bigint | null;
  /** The same of a mint that is asked for again and again: what never changes about it is worked out once. */
  follow(mint: string): FollowedToken;
}

/** One token of a price source. */
export interface FollowedToken {
  token(t: number): TriggerToken | undefined;
  priceAt(t: number): bigint | null;
  depthUsd(t: number): bigint | null;
}

const PICO_A_MICRO = 1_000_000n;
const ONE_USD = 1_000_000_000_000n;
const DEPTH_USD = 5_000_000n;

/** Tokens that are always there, whatever is launched. */
export const STANDING_TOKENS: readonly TriggerToken[] = [
  { spec: SOL, symbol: 'SOL', name: 'Solana' },
  { spec: BTC, symbol: 'BTC', name: 'Bitcoin' },
  { spec: USDC, symbol: 'USDC', name: 'USD Coin' },
  { spec: STABLECOIN, symbol: 'USD', name: 'Platform dollar' },
];

/** SOL and Bitcoin by their feeds (one price a second), and two coins that are worth a dollar. */
export function createStandingPrices(feeds: {
  sol: Pick<PriceFeed, 'price'>;
  btc: Pick<PriceFeed, 'price'>;
  /** Whether this ledger has Bitcoin under its former address too: who holds it can sell it, and have it back. */
  formerBtc?: boolean;
}): PriceSource {
  const former = feeds.formerBtc ? [{ spec: FORMER_BTC, symbol: 'BTC', name: 'Bitcoin' }] : [];
  const tokens = new Map([...STANDING_TOKENS, ...former].map((token) => [token.spec.address, token]));
  const moving = new Map([
    [SOL.address, feeds.sol],
    ...[BTC, ...former.map(({ spec }) => spec)].map(({ address }) => [address, feeds.btc] as const),
  ]);
  const token = (mint: string) => tokens.get(mint);
  function priceAt(mint: string, t: number): bigint | null {
    const feed = moving.get(mint);
    if (feed) return feed.price(Math.floor(t)) * PICO_A_MICRO;
    return tokens.has(mint) ? ONE_USD : null;
  }
  const depthUsd = (mint: string) => (moving.has(mint) ? DEPTH_USD : null);
  return {
    standing: STANDING_TOKENS,
    ...{ token, priceAt, depthUsd },
    follow: (mint) => ({
      token: () => token(mint),
      priceAt: (t) => priceAt(mint, t),
      depthUsd: () => depthUsd(mint),
    }),
  };
}

/** Whole USD on either side of the price of a token of the listing. */
const LISTED_DEPTH_USD = 25_000n;

const tradedOf = (mint: string, listed: ReturnType<TokenMarket['token']>): TriggerToken | undefined =>
  listed && {
    spec: { address: mint, decimals: listed.decimals, program: listed.tokenProgram },
    symbol: listed.symbol,
    name: listed.name,
  };

/** The same, and every token of the listing. */
export function withListed(standing: PriceSource, { prices, token, follow }: TokenMarket): PriceSource {
  const isStanding = (mint: string, t: number) => standing.token(mint, t) !== undefined;
  return {
    standing: standing.standing,
    token(mint, t) {
      const known = standing.token(mint, t);
      if (known) return known;
      return tradedOf(mint, token(mint, t));
    },
    priceAt: (mint, t) => (isStanding(mint, t) ? standing.priceAt(mint, t) : prices.priceAt(mint, t)),
    depthUsd: (mint, t) => (isStanding(mint, t) ? standing.depthUsd(mint, t) : LISTED_DEPTH_USD),
    follow(mint) {
      if (isStanding(mint, 0)) return standing.follow(mint);
      const listed = follow(mint);
      return {
        token: (t) => tradedOf(mint, listed.token(t)),
        priceAt: listed.priceAt,
        depthUsd: () => LISTED_DEPTH_USD,
      };
    },
  };
}
