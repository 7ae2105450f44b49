export type Result = 'yes' | 'no' | 'draw' | 'cancelled';
export type SimProvider = 'provider_a' | 'provider_b' | 'provider_c' | 'provider_d';
export type Category = 'crypto' | 'sports' | 'politics' | 'esports' | 'culture' | 'economics' | 'tech';
export type Sport = 'soccer' | 'basketball' | 'tennis' | 'cricket' | 'cs' | 'lol';

export interface Team {
  name: string;
  imageUrl: string | null;
  /** Hex colour with its hash sign. */
  color: string | null;
  abbreviation: string | null;
}

export interface MarketOption {
  label: string;
  buyYes: boolean;
}

/** The fields that only provider_b has. */
export interface ProviderBFields {
  extMarketId: string;
  extEventId: string;
  betType: number;
  marketCode: string;
  category: number;
  showCategory: string;
  sort: number;
  combo: number;
}

/** What never changes about a market. Times are Unix seconds. */
export interface MarketModel {
  marketId: string;
  eventId: string;
  provider: SimProvider;
  title: string;
  openTime: number;
  /** Announced end of trading. */
  closeTime: number;
  /** Actual end of trading: a match that is over or a question that is answered closes early. Never after closeTime. */
  endTime: number;
  /** When the result is known. */
  resolveTime: number;
  isTeamMarket: boolean;
  rulesPrimary: string;
  rulesSecondary: string;
  team: Team | null;
  outcomes: string[] | null;
  clobTokenIds: string[] | null;
  marketOptions: MarketOption[] | null;
  sportsMarketType: string | null;
  sportsLine: string | null;
  imageUrl: string | null;
  /** Price step of the book in micro-USD: 10_000n or 1_000n. */
  tick: bigint;
  /** Only the YES side is quoted (up and down rounds): its NO prices are null. */
  oneSided: boolean;
  /** Whole contracts traded over the market's whole life. */
  baseVolume: number;
  providerB: ProviderBFields | null;
  /** The token that one contract is, where outcomes are tokens on the ledger (provider_d). */
  outcome?: { mint: string; program: string; side: 'up' | 'down' };
}

export interface GameModel {
  gameId: string;
  sport: Sport;
  /** League abbreviation of the score record. */
  league: string;
  home: Team;
  away: Team;
  beginAt: number;
  /** Final whistle. */
  endAt: number;
}

/** What never changes about an event. Times are Unix seconds. */
export interface EventModel {
  eventId: string;
  provider: SimProvider;
  category: Category;
  subcategory: string;
  tags: string[];
  title: string;
  subtitle: string;
  /** The subtitle of this instant, where it changes with time. */
  subtitleAt?: (t: number) => string;
  /** Empty: the simulation needs no other host. */
  imageUrl: string;
  openTime: number;
  beginAt: number | null;
  closeTime: number;
  closeCondition: string;
  rulesPdf: string;
  markets: MarketModel[];
  /** What a short listing shows: the moneyline of a game, else all markets. */
  primaryMarketIds: string[];
  game: GameModel | null;
}

/** A price level: micro-USD and micro-contracts (a multiple of 0.01 contract). */
export interface Level {
  price: bigint;
  size: bigint;
}

/** Both sides hold bids, ascending by price. A YES ask at p is a NO bid at 1 USD - p. */
export interface Book {
  yes: Level[];
  no: Level[];
}

export interface MarketState {
  status: 'open' | 'closed' | 'cancelled';
  result: 'yes' | 'no' | 'draw' | null;
  /** Unix seconds; null until the result is known. */
  resolveAt: number | null;
  /** Prices that decide a round; only rounds have them. */
  round?: RoundPrices;
}

/** What decides a round, in micro-USD; null while it is not known, or no longer of interest. */
export interface RoundPrices {
  strike: bigint | null;
  current: bigint | null;
  close: bigint | null;
}

/** Best prices in micro-USD; null means not quoted. */
export interface Quote {
  buyYes: bigint | null;
  sellYes: bigint | null;
  buyNo: bigint | null;
  sellNo: bigint | null;
  /** Whole contracts. */
  volumeContracts: bigint;
}

/** Wire form of a score. */
export interface SimScore {
  eventId: string;
  gameId: string;
  leagueAbbreviation: string | null;
  homeTeam: string | null;
  awayTeam: string | null;
  score: string | null;
  period: string | null;
  elapsed: string | null;
  status: string | null;
  live: boolean;
  ended: boolean;
  finishedTimestamp: string | null;
  updatedAt: string;
}

export interface SimTrade {
  id: string;
  ownerPubkey: string;
  eventId: string;
  marketId: string;
  action: 'buy' | 'sell';
  side: 'yes' | 'no';
  /** Micro-USD a contract. */
  price: bigint;
  /** Micro-contracts. */
  contracts: bigint;
  /** Micro-USD. */
  amount: bigint;
  /** Unix seconds, whole. */
  timestamp: number;
}

/** What the test control changed, as plain JSON. */
export type Override =
  | { kind: 'price'; marketId: string; at: number; probability: number }
  | { kind: 'resolve'; marketId: string; at: number; result: Result };

/** How the YES probabilities of one event's markets move, and how they end. Pure in t. */
export interface Dynamics {
  /** One a market, in the order of the markets. The caller may change the array. */
  probabilities(t: number): number[];
  /** Markets with the same number >= 0 exclude each other and cover every case; -1: on its own. */
  groups: readonly number[];
  /** Final from the market's end on: until then a price that decides may still be set. */
  readonly results: readonly Result[];
  /** Actual end of trading of each market, Unix seconds. */
  ends: readonly number[];
}

/** Text of a game's score at one instant. */
export interface Snapshot {
  score: string;
  period: string;
  elapsed: string;
}

/** One whole match, decided by its seed. Seconds count from its begin. */
export interface Track {
  duration: number;
  snapshot(elapsed: number): Snapshot;
  /** YES probabilities in the order of the sport's markets; exact 0 or 1 once decided. */
  probabilities(elapsed: number): number[];
}
