import { pubkeyInput } from '@contract/ids.ts';
import {
  type BUSIEST,
  DEFAULT_BUSIEST,
  DEFAULT_FOUND,
  DEFAULT_TOKENS,
  type INTERVALS,
  MAX_TOKENS,
  type TokenPricesWire,
  type TokenWire,
} from '@contract/tokens/token.ts';
import { picoNumber } from '@contract/triggers/price.ts';
import type { Clock } from '../../common/clock.ts';
import { oneByOne, slices } from '../../common/one-by-one.ts';
import type { Handlers } from '../../common/operation.ts';
import { blockAt } from './record.ts';
import { AT_ONCE, type Findable, findTokens } from './search.ts';
import type { KnownToken, TokenMarket } from './tokens.ts';

/** A token that was there before any launch, such as SOL. */
interface StandingToken {
  name: string;
  symbol: string;
  spec: { address: string; decimals: number; program: string };
}

/** Names and prices (10^-12 USD) of whatever is traded. */
interface Prices {
  /** Those that were never launched here. */
  readonly standing: readonly StandingToken[];
  token(mint: string, t: number): StandingToken | undefined;
  priceAt(mint: string, t: number): bigint | null;
  /** Whole USD on either side of the price; null for a market without bottom. */
  depthUsd(mint: string, t: number): bigint | null;
}

interface Deps {
  tokens: TokenMarket;
  prices: Prices;
  clock: Pick<Clock, 'now'>;
}

const DAY = 86_400;
const SECONDS = { '5m': 300, '1h': 3_600, '6h': 21_600, '24h': DAY } as const;
const VERIFIED = 'verified';
const isMint = (term: string): boolean => pubkeyInput.safeParse(term).success;

const liquidityOf = ({ depthUsd }: Prices, mint: string, t: number): number | undefined => {
  const depth = depthUsd(mint, t);
  return depth === null ? undefined : 2 * Number(depth);
};

/** What is known of a token that was never launched here: its name, its decimals and its price. */
function standingRecord({ spec, name, symbol }: StandingToken, prices: Prices, t: number): TokenWire {
  const price = prices.priceAt(spec.address, t);
  return {
    id: spec.address,
    name,
    symbol,
    decimals: spec.decimals,
    tokenProgram: spec.program,
    usdPrice: price === null ? null : picoNumber(price),
    priceBlockId: price === null ? undefined : blockAt(t),
    liquidity: liquidityOf(prices, spec.address, t),
    isVerified: true,
    tags: [VERIFIED],
  };
}

type Found = Findable & { mint: string; record: () => TokenWire };

const foundOf = ({ tokens }: Deps, { launch, model }: KnownToken, t: number): Found => ({
  mint: launch.mint,
  names: model,
  verified: model.verified === true,
  liquidity: () => tokens.standing(launch, t).liquidity,
  record: () => tokens.record(launch, t),
});

/** Everything that can be found without an address at `t`: what was always there, and the newest launches. */
function* findable(deps: Deps, t: number): Generator<Found> {
  const { tokens, prices } = deps;
  for (const one of prices.standing) {
    yield {
      mint: one.spec.address,
      names: one,
      verified: true,
      liquidity: () => liquidityOf(prices, one.spec.address, t),
      record: () => standingRecord(one, prices, t),
    };
  }
  for (const one of tokens.known(t)) yield foundOf(deps, one, t);
}

/** By address first, in the order asked, then by symbol and name; each once. */
async function searched(
  deps: Deps,
  terms: readonly string[],
  limit: number | undefined,
): Promise<TokenWire[]> {
  const { tokens, prices, clock } = deps;
  const t = clock.now();
  const mints = [...new Set(terms.filter(isMint))];
  const listed = new Map(tokens.listed(mints, t).map((record) => [record.id, record]));
  const named = mints.flatMap((mint) => {
    const token = prices.token(mint, t);
    return listed.get(mint) ?? (token && standingRecord(token, prices, t)) ?? [];
  });
  const words = terms.filter((term) => !isMint(term));
  if (words.length === 0) return named.slice(0, limit ?? MAX_TOKENS);
  const found = (await findTokens(findable(deps, t), words)).filter(({ mint }) => !mints.includes(mint));
  const room = limit === undefined ? DEFAULT_FOUND : Math.max(0, limit - named.length);
  return [...named.slice(0, limit), ...found.slice(0, room).map(({ record }) => record())];
}

/** What each list of the busiest is sorted by, over an interval of so many seconds. */
const MEASURES: Record<
  (typeof BUSIEST)[number],
  (deps: Deps, token: KnownToken, span: number, t: number) => number
> = {
  toporganicscore: ({ tokens }, { launch }, _, t) => tokens.score(launch, t),
  toptraded: ({ tokens }, { launch }, span, t) => {
    const [now, then] = [tokens.standing(launch, t), tokens.standing(launch, t - span)];
    return now.bought + now.sold - then.bought - then.sold;
  },
  toptrending: ({ tokens }, { launch }, span, t) => {
    const [now, then] = [tokens.standing(launch, t), tokens.standing(launch, t - span)];
    return now.bought - then.bought - (now.sold - then.sold);
  },
};

async function busiest(
  deps: Deps,
  { category, interval }: { category: (typeof BUSIEST)[number]; interval: (typeof INTERVALS)[number] },
  limit: number,
): Promise<TokenWire[]> {
  const t = deps.clock.now();
  const measure = MEASURES[category];
  const measured = await oneByOne(slices(deps.tokens.known(t), AT_ONCE), (some) =>
    some.map((token) => ({ token, value: measure(deps, token, SECONDS[interval], t) })),
  );
  return measured
    .flat()
    .sort((a, b) => b.value - a.value)
    .slice(0, limit)
    .map(({ token }) => deps.tokens.record(token.launch, t));
}

/** Of what is known, the tokens that somebody vouches for. */
async function verifiedOnes(deps: Deps): Promise<TokenWire[]> {
  const all = await oneByOne(slices(findable(deps, deps.clock.now()), AT_ONCE), (some) =>
    some.filter(({ verified }) => verified).map(({ record }) => record()),
  );
  return all.flat();
}

function pricesOf({ tokens, prices, clock }: Deps, mints: readonly string[]): TokenPricesWire {
  const t = clock.now();
  const entry = (mint: string): TokenPricesWire => {
    const price = prices.priceAt(mint, t);
    const token = prices.token(mint, t);
    if (price === null || token === undefined) return {};
    const before = prices.priceAt(mint, t - DAY);
    const [listed] = tokens.listed([mint], t);
    return {
      [mint]: {
        usdPrice: picoNumber(price),
        decimals: token.spec.decimals,
        blockId: listed?.priceBlockId ?? blockAt(t),
        priceChange24h: before === null ? null : (Number(price) / Number(before) - 1) * 100,
        liquidity: listed ? listed.liquidity : liquidityOf(prices, mint, t),
        createdAt: listed?.firstPool?.createdAt,
      },
    };
  };
  return Object.assign({}, ...[...new Set(mints)].map(entry));
}

type ReadId = 'recentTokens' | 'searchTokens' | 'taggedTokens' | 'busiestTokens' | 'tokenPrices';

/** The operations of the token listing, and of prices by address. */
export function tokenReads(deps: Deps): Required<Pick<Handlers, ReadId>> {
  const { tokens, clock } = deps;
  return {
    recentTokens: ({ query }) => tokens.recent(clock.now(), query.limit ?? DEFAULT_TOKENS),
    searchTokens: ({ query }) => searched(deps, query.query, query.limit),
    taggedTokens: ({ query }) => (query.query === VERIFIED ? verifiedOnes(deps) : []),
    busiestTokens: ({ params, query }) => busiest(deps, params, query.limit ?? DEFAULT_BUSIEST),
    tokenPrices: ({ query }) => pricesOf(deps, query.ids),
  };
}
