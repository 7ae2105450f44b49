import type { MarketId } from '@contract/ids.ts';
import { useMemo } from 'react';
import { useTrades } from '@/api/trades.queries.ts';
import { useSeenTrades, useTradesSince } from '@/state/price-memory.ts';
import { TradesTable } from './trades-table.view.tsx';

interface Props {
  marketId: MarketId;
  /** Name of its outcome. */
  outcome: string;
  /** Beside other panels: without the wallets. */
  brief: boolean;
}

/** Public trades of one market. The service is asked for newer ones only while this is shown. */
export function TradesPanel({ marketId, outcome, brief }: Props) {
  useTrades({ polled: true });
  const seen = useSeenTrades();
  const trades = useMemo(() => seen.filter((trade) => trade.marketId === marketId), [seen, marketId]);
  return <TradesTable outcome={outcome} trades={trades} since={useTradesSince()} brief={brief} />;
}
