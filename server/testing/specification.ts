import type { RouteId } from '@contract/routes.ts';

/*
 * What the interface says of its answers, typed in a second time from its tables: nothing here is derived from the
 * schemas that make and check them. A line is a field, or several of one kind: names, a colon, and what each holds.
 * `?` behind a name: it may be missing. `digits`: a whole number in a text.
 */

const MARKET_OPTIONS = 'object[]|null';

const TABLES: Readonly<Record<string, string>> = {
  Market: `
    provider: provider_a|provider_b|provider_c|provider_d
    marketId: string
    status: open|closed|cancelled
    result: yes|no|draw|null
    marketResultPubkey: string|null
    title? rulesPrimary? rulesSecondary?: string
    openTime? closeTime?: number
    isTeamMarket?: boolean
    resolveAt?: iso|null
    pricing?: MarketPricing
    imageUrl?: picture|null
    team?: Team|null
    outcomes? clobTokenIds?: string[]|null
    marketOptions?: ${MARKET_OPTIONS}
    sportsMarketType? sportsLine?: string|null
    extMarketId? extEventId? marketCode? marketStatus? showCategory?: string|null
    betType? category? sort? combo?: number|null
    isLive?: boolean|null
    eventId?: string`,
  MarketWithEvent: `
    provider: provider_a|provider_b|provider_c|provider_d
    marketId eventId: string
    status: open|closed|cancelled
    result: yes|no|draw|null
    marketResultPubkey: string|null
    pricing?: MarketPricing`,
  MarketPricing: `
    buyYesPriceUsd buyNoPriceUsd sellYesPriceUsd sellNoPriceUsd: number|null
    volume: number`,
  Team: `
    name: string
    imageUrl: picture|null
    color abbreviation: string|null`,
  MarketMetadata: `
    marketId: string
    eventId? title? subtitle? description? status?: string
    provider?: provider_a|provider_b|provider_c|provider_d
    result?: yes|no|draw|null
    closeTime? openTime?: number
    isTeamMarket?: boolean
    marketOptions?: ${MARKET_OPTIONS}`,
  Event: `
    eventId subcategory closeCondition rulesPdf: string
    isActive isLive: boolean
    category: all|crypto|sports|politics|esports|culture|economics|tech
    tags: string[]
    metadata?: ListedMetadata
    markets?: Market[]
    volumeUsd volume24hr: digits
    beginAt: digits|null`,
  ListedMetadata: `
    eventId: string
    title? subtitle? status? category? subcategory?: string
    imageUrl?: picture
    isLive?: boolean
    tags?: string[]
    closeTime?: iso
    beginAt?: digits|null`,
  EventMetadata: `
    eventId: string
    title? subtitle? status? category? subcategory?: string
    imageUrl?: picture
    isLive?: boolean
    tags?: string[]
    closeTime?: number
    beginAt?: digits|null`,
  Pagination: `
    start end total: count
    hasNext: boolean`,
  GameScore: `
    eventId gameId: string
    leagueAbbreviation homeTeam awayTeam score period elapsed status: string|null
    live ended: boolean
    finishedTimestamp: iso|null
    updatedAt: iso`,
  Orderbook: `
    yes no: cents[]
    yes_dollars no_dollars: dollars[]`,
  TradingStatus: 'trading_active: boolean',
  Order: `
    pubkey owner ownerPubkey market marketId marketIdHash eventId position: string
    status: pending|filled|failed
    isYes isBuy settled: boolean
    createdAt updatedAt filledAt: integer
    contracts contractsMicro filledContracts filledContractsMicro: digits
    contractsDecimal filledContractsDecimal: decimal
    maxFillPriceUsd avgFillPriceUsd sizeUsd: digits
    maxBuyPriceUsd minSellPriceUsd: digits|null
    orderId externalOrderId: string
    eventMetadata: EventMetadata
    marketMetadata: MarketMetadata
    bump: count
    orderType: market|limit`,
  Position: `
    pubkey owner ownerPubkey market marketId marketIdHash eventId: string
    isYes claimed claimable: boolean
    contracts contractsMicro: digits
    contractsDecimal: decimal
    totalCostUsd sizeUsd avgPriceUsd feesPaidUsd integratorFeeUsd claimedUsd payoutUsd: digits
    valueUsd markPriceUsd sellPriceUsd pnlUsd pnlUsdAfterFees: digits|null
    pnlUsdPercent pnlUsdAfterFeesPercent: number|null
    openOrders bump: count
    realizedPnlUsd: number
    openedAt updatedAt: integer
    claimableAt settlementDate: integer|null
    eventMetadata: EventMetadata
    marketMetadata: MarketMetadata`,
  ParlaySlip: `
    parlayId: parlay
    positionPubkey: string|null
    legs: Leg[]
    mode: paid|free
    stakeUsd payoutUsd: decimal
    placedAt: integer
    claimable isClaimed: boolean
    executionStatus: pending|success|failed`,
  Leg: 'eventId marketId: string',
  HistoryEvent: `
    id: integer
    eventType: order_created|order_closed|order_filled|order_failed|payout_claimed|position_updated|position_lost
    signature: string
    slot: digits
    timestamp: integer
    orderPubkey positionPubkey marketId ownerPubkey keeperPubkey externalOrderId orderId eventId: string
    isBuy isYes: boolean
    contracts contractsMicro filledContracts filledContractsMicro contractsSettled contractsSettledMicro: digits
    contractsDecimal filledContractsDecimal contractsSettledDecimal: decimal
    maxFillPriceUsd avgFillPriceUsd depositAmountUsd totalCostUsd: digits
    maxBuyPriceUsd minSellPriceUsd feeUsd transferAmountToken realizedPnl realizedPnlBeforeFees: digits|null
    grossProceedsUsd netProceedsUsd payoutAmountUsd: digits
    marketMetadata: MarketMetadata
    eventMetadata: EventMetadata`,
  PositionHistory: `
    positionPubkey ownerPubkey marketId: string
    isYes: boolean
    status: claimed|lost|sold|open|failed|won|refunded
    entryPriceUsd exitPriceUsd realizedPnlUsd: digits|null
    totalContracts totalContractsMicro feesPaidUsd: digits
    totalContractsDecimal: decimal
    openedAt: integer
    closedAt: integer|null
    marketMetadata: MarketMetadata
    eventMetadata: EventMetadata
    events: HistoryEvent[]`,
  Trade: `
    id: string|number
    ownerPubkey marketId message eventTitle marketTitle eventId eventImageUrl: string
    timestamp: number
    action: buy|sell
    side: yes|no
    amountUsd priceUsd: digits
    isTeamMarket: boolean
    marketOptions: ${MARKET_OPTIONS}`,
  TxMeta: `
    blockhash: string
    lastValidBlockHeight: count`,
  CreateOrder: `
    transaction externalOrderId: string|null
    txMeta: TxMeta|null
    requiredSigners: string[]
    order: OrderQuote`,
  OrderQuote: `
    orderPubkey orderAtaPubkey externalOrderId: string|null
    userPubkey marketId marketIdHash positionPubkey: string
    isBuy isYes: boolean
    contracts contractsMicro newContracts newContractsMicro: digits
    contractsDecimal newContractsDecimal: decimal
    maxBuyPriceUsd minSellPriceUsd: digits|null
    orderCostUsd newAvgPriceUsd newSizeUsd newPayoutUsd payoutUsd: digits
    estimatedProtocolFeeUsd estimatedVenueFeeUsd estimatedIntegratorFeeUsd estimatedTotalFeeUsd: digits`,
  Execute: `
    status: Success|Failed
    signature error: string|null
    requestId?: string`,
  CloseOrder: `
    transaction blockhash orderPubkey: string
    lastValidBlockHeight computeUnits: count
    requiredSigners: string[]
    accounts: CloseOrderAccounts`,
  CloseOrderAccounts: `
    owner authority vault marketId position order orderAta ownerTokenAccount settlementMint: string`,
  Claim: `
    transaction: string
    txMeta: TxMeta
    requiredSigners: string[]
    position: ClaimedPosition`,
  ClaimedPosition: `
    positionPubkey marketPubkey userPubkey ownerPubkey: string
    isYes: boolean
    contracts contractsMicro payoutAmountUsd: digits
    contractsDecimal: decimal`,
  ParlayStats: 'slipCount uniqueWalletCount freeSlipCount: count',
  BuiltParlay: `
    status: ok
    transaction positionPubkey orderPubkey ownerPubkey: string
    parlayId: parlay
    nonce: count
    legMarketIds: string[]
    stakeUsd: digits
    txMeta: TxMeta`,
  ParlayError: `
    status: error
    code message: string`,
  ExecutedParlay: `
    status: ok
    parlayId: parlay
    txSignature: string`,
  ExecuteParlayError: `
    status: error
    parlayId code message: string`,
  SubmittedParlay: `
    status: ok
    parlayId: parlay
    ownerPubkey: string
    legMarketIds: string[]
    placedAt: integer`,
  OrderStatus: `
    orderPubkey externalOrderId orderId: string
    status: pending|filled|failed
    latestEventType latestSignature: string|null
    history: OrderStatusEntry[]`,
  OrderStatusEntry: `
    eventType rawStatus externalOrderId orderId: string
    status: pending|filled|failed
    timestamp: integer
    signature: string|null`,
  Token: `
    id name symbol tokenProgram: string
    icon? twitter? telegram? website? discord? instagram? tiktok? otherUrl? dev?: string|null
    mintAuthority? freezeAuthority? launchpad? partnerConfig? graduatedPool? graduatedAt?: string|null
    decimals: number
    createdAt? updatedAt?: iso
    circSupply? totalSupply? holderCount? fdv? mcap? usdPrice? priceBlockId? liquidity?: number|null
    apy? stats5m? stats1h? stats6h? stats24h? audit?: object
    firstPool?: Pool
    organicScore?: number
    organicScoreLabel?: high|medium|low
    isVerified?: boolean|null
    tags?: string[]|null`,
  Pool: `
    id: string
    createdAt: iso`,
  Vault: 'userPubkey vaultPubkey vaultId: string',
  TriggerOrder: `
    id rawState userPubkey vaultPubkey inputMint outputMint triggerMint: string
    orderType: single|oco|otoco
    orderState: pending|open|executing|filled|expired|pending_withdraw|cancelled|failed
    initialInputAmount remainingInputAmount: digits
    triggerCondition: above|below|null
    triggerPriceUsd tpPriceUsd slPriceUsd highWatermark lowWatermark: number|null
    slippageBps trailingBps triggeredAt: integer|null
    expiresAt createdAt updatedAt: integer
    outputAmount inputUsed: digits|null
    fillPercent: number|null
    events: TriggerEvent[]`,
  TriggerEvent: `
    type: deposit|fill|withdrawal|cancelled|expired
    timestamp: integer
    state: string
    txSignature mint outputMint orderContext: string|null
    amount outputAmount: digits|null`,
  TriggerPage: 'total limit offset: count',
  Swap: `
    requestId transaction: string
    inAmount outAmount: digits
    slippageBps feeBps: integer
    expireAt: integer|null`,
  Tag: `
    label tag: string
    eventCount: count`,
  Category: `
    category: string
    eventCount: count
    subcategories: Subcategory[]`,
  Subcategory: `
    subcategory label: string
    eventCount: count
    filterSubcategories: string[]`,
};

/** The answer of each operation: its fields, or what it is as a whole. */
const ANSWERS: { readonly [Id in RouteId]?: string } = {
  listEvents: 'data: Event[]\npagination: Pagination',
  searchEvents: 'data: Event[]\npagination: Pagination',
  suggestedEvents: 'data: Event[]',
  generalSuggestions: 'data: Event[]',
  getEvent: '= Event',
  listScores: 'data: GameScore[]',
  getScore: '= GameScore',
  getMarket: '= MarketWithEvent',
  getOrderbook: '= Orderbook|null',
  getTradingStatus: '= TradingStatus',
  getVaultInfo: 'pubkey: string\nvaultBalance: digits\ndata: {string}',
  listTrades: 'data: Trade[]',
  listEventTags: 'data: Tag[]',
  listCategories: 'data: Category[]',
  listClosedEvents: 'data: Event[]\npagination: Pagination\ntimestamp: iso',
  listTimedEvents: 'data: Event[]',
  listEventMarkets: 'data: Market[]\npagination: Pagination',
  getEventMarket: '= Market',
  createOrder: '= CreateOrder',
  execute: '= Execute',
  executeAlias: '= Execute',
  listOrders: 'data: Order[]\npagination: Pagination',
  orderStatus: '= OrderStatus',
  getOrder: '= Order',
  closeOrder: '= CloseOrder',
  closeAllOrders: 'data: CloseOrder[]',
  listPositions: 'data: Position[]\npagination: Pagination',
  getPosition: '= Position',
  closePosition: '= CreateOrder',
  closeAllPositions: 'data: CreateOrder|Claim[]',
  claimPosition: '= Claim',
  listPositionsV2: 'data: {Position[]}',
  listHistory: 'data: HistoryEvent[]\npagination: Pagination',
  listHistoryV2: 'data: PositionHistory[]\npagination: Pagination',
  createParlays: 'parlays: BuiltParlay|ParlayError[]',
  executeParlays: 'parlays: ExecutedParlay|ExecuteParlayError[]',
  prepareFreeParlays: 'paymentTransaction: string',
  submitFreeParlays: 'txSignature: string\nparlays: SubmittedParlay|ParlayError[]',
  listSlips: 'slips: ParlaySlip[]',
  parlayStats: '= ParlayStats',
  swapOrder: '= Swap',
  swapExecute: 'status: Success|Failed\nsignature: string|null',
  recentTokens: '= Token[]',
  searchTokens: '= Token[]',
  getVault: '= Vault',
  registerVault: '= Vault',
  craftDeposit: 'transaction requestId receiverAddress mint: string\namount: digits\ntokenDecimals: number',
  createPriceOrder: 'id txSignature: string\ndepositConfirmed: boolean',
  updatePriceOrder: 'id: string',
  cancelPriceOrder: 'id transaction requestId: string',
  confirmCancelPriceOrder: 'id txSignature: string',
  listTriggerOrders: 'orders: TriggerOrder[]\npagination: TriggerPage',
};

type Check = (value: unknown) => boolean;
const matching =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const isLevel =
  (price: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length === 2 && price(value[0]) && typeof value[1] === 'number';

const KINDS: Readonly<Record<string, Check>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isSafeInteger(value),
  count: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  digits: matching(/^-?\d+$/),
  decimal: matching(/^-?\d+(\.\d+)?$/),
  iso: (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value) && !Number.isNaN(Date.parse(value)),
  picture: matching(/^https?:\/\/\S+$/),
  parlay: matching(/^PY-[0-9a-f]{29}$/),
  cents: isLevel((value) => Number.isSafeInteger(value)),
  dollars: isLevel(matching(/^\d\.\d{4}$/)),
};

interface Field {
  readonly name: string;
  readonly optional: boolean;
  readonly kind: string;
}
function fieldsOf(table: string): Field[] {
  return table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [names = '', kind = ''] = line.split(/:\s+/);
      return names
        .trim()
        .split(/\s+/)
        .map((name) => ({ name: name.replace('?', ''), optional: name.endsWith('?'), kind }));
    });
}
const FIELDS = new Map(Object.entries(TABLES).map(([name, table]) => [name, fieldsOf(table)]));

/** What a value has that its kind has not, by path; nothing when it is as specified. */
function faultsOf(value: unknown, kind: string, path: string): string[] {
  if (kind.startsWith('{')) {
    const inner = kind.slice(1, -1);
    if (!KINDS.object?.(value)) return [`${path} is no object`];
    return Object.entries(value as object).flatMap(([name, one]) => faultsOf(one, inner, `${path}.${name}`));
  }
  if (kind.endsWith('[]|null')) return value === null ? [] : faultsOf(value, kind.slice(0, -5), path);
  if (kind.endsWith('[]')) {
    if (!Array.isArray(value)) return [`${path} is no list`];
    return value.flatMap((one, at) => faultsOf(one, kind.slice(0, -2), `${path}[${at}]`));
  }
  const kinds = kind.split('|');
  if (kinds.length > 1) {
    const tried = kinds.map((one) => faultsOf(value, one, path));
    return tried.some((faults) => faults.length === 0) ? [] : [`${path} is not ${kind}`, ...tried.flat()];
  }
  const fields = FIELDS.get(kind);
  if (fields) return recordFaults(value, fields, path);
  const check = KINDS[kind];
  if (check ? check(value) : value === kind) return [];
  return [`${path} is ${JSON.stringify(value)?.slice(0, 80)}, not ${kind}`];
}

function recordFaults(value: unknown, fields: readonly Field[], path: string): string[] {
  if (!KINDS.object?.(value)) return [`${path} is no record`];
  const record = value as Record<string, unknown>;
  return fields.flatMap(({ name, optional, kind }) => {
    if (name in record) return faultsOf(record[name], kind, `${path}.${name}`);
    return optional ? [] : [`${path}.${name} is missing`];
  });
}

export const specified = Object.keys(ANSWERS) as RouteId[];

/** What an answer has otherwise than the interface says; an operation that it says nothing of has no faults. */
export function specificationFaults(id: RouteId, answer: unknown): string[] {
  const table = ANSWERS[id];
  if (table === undefined) return [];
  if (table.startsWith('= ')) return faultsOf(answer, table.slice(2), id);
  return recordFaults(answer, fieldsOf(table), id);
}
