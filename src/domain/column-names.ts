/** Names of the columns of the tables: where they head one, and where a reader chooses which to show. */
export const EVENT_COLUMN_NAMES = {
  event: 'Event',
  outcome: 'Outcome',
  chance: 'Chance',
  day: '24 h move',
  buy: 'Buy',
  sell: 'Sell',
  spread: 'Spread',
  volume24hr: '24 h volume',
  volume: 'Volume',
  liquidity: 'Liquidity',
  mine: 'My position',
  closes: 'Closes',
  state: 'State',
} as const;

export const POSITION_COLUMN_NAMES = {
  market: 'Market',
  contracts: 'Contracts',
  entry: 'Entry',
  mark: 'Mark',
  value: 'Value',
  pnl: 'Profit after fees',
  wins: 'If it wins',
} as const;

export const ORDER_COLUMN_NAMES = {
  market: 'Market',
  order: 'Order',
  status: 'Status',
  contracts: 'Contracts',
  filled: 'Filled',
  limit: 'Limit',
  amount: 'Amount',
  placed: 'Placed',
} as const;
