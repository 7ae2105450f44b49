/** Operations that tell everybody alike, at some length: lists of events and tokens, events whole, what prices were. */
export const PUBLIC_READS = [
  'listEvents',
  'searchEvents',
  'getEvent',
  'listEventMarkets',
  'listEventTags',
  'listCategories',
  'listClosedEvents',
  'listTimedEvents',
  'generalSuggestions',
  'recentTokens',
  'searchTokens',
  'taggedTokens',
  'busiestTokens',
  'tokenPrices',
  'seriesOfMarkets',
  'seriesOfEvent',
  'seriesOfAssets',
  'seriesOfTokens',
  'listMovers',
] as const;

/** Operations that answer with what is recorded of an owner or of everybody, or by it. */
export const RECORD_READS = [
  'suggestedEvents',
  'listOrders',
  'orderStatus',
  'getOrder',
  'listPositions',
  'listPositionsV2',
  'listHistory',
  'listHistoryV2',
] as const;

/** All of them, by name. */
export const THREADED: ReadonlySet<string> = new Set([...PUBLIC_READS, ...RECORD_READS]);

export type PublicReadId = (typeof PUBLIC_READS)[number];
/** What is answered in a thread of its own. */
export type ThreadedId = PublicReadId | (typeof RECORD_READS)[number];
