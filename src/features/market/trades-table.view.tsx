import { shortKey } from '@contract/ids.ts';
import { formatCents, formatUsd } from '@contract/money.ts';
import type { Trade } from '@contract/prediction/trade.ts';
import { sideName, sideTone } from '@/domain/held-name.ts';
import { serverNow } from '@/lib/clock.ts';
import { formatLately } from '@/lib/time.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ExplorerLink } from '@/ui/explorer-link.tsx';
import { SideText } from '@/ui/side-text.tsx';
import { Table, Td, Th, Tr } from '@/ui/table.tsx';

function Side({ outcome, isYes }: { outcome: string; isYes: boolean }) {
  const side = sideName(outcome, isYes);
  return <SideText side={side} tone={sideTone(side, isYes)} />;
}

interface Props {
  /** Name of the market's outcome. */
  outcome: string;
  trades: readonly Trade[];
  /** Since when trades are watched, Unix ms. */
  since: number | undefined;
  /** Without the wallets. */
  brief: boolean;
}

/** Public trades of one market, as far as they were seen. */
export function TradesTable({ outcome, trades, since, brief }: Props) {
  if (trades.length === 0)
    return (
      <EmptyState title="No trade seen yet">
        The service shows only its newest trades of all markets
        {since !== undefined && `; this market had none among them since ${formatLately(since, serverNow())}`}
        .
      </EmptyState>
    );
  return (
    <Table caption="Recent trades of this market">
      <thead>
        <tr>
          <Th align="left">Time</Th>
          <Th align="left">Trade</Th>
          <Th>Price</Th>
          <Th>Amount</Th>
          {!brief && <Th>Wallet</Th>}
        </tr>
      </thead>
      <tbody>
        {trades.map((trade) => (
          <Tr key={trade.id}>
            <Td align="left" num className="text-muted">
              {formatLately(trade.timestamp * 1_000, serverNow())}
            </Td>
            <Td align="left">
              {trade.action === 'buy' ? 'Buy' : 'Sell'}{' '}
              <Side outcome={outcome} isYes={trade.side === 'yes'} />
            </Td>
            <Td num>{formatCents(trade.priceUsd, true)}</Td>
            <Td num>{formatUsd(trade.amountUsd)}</Td>
            {!brief && (
              <Td num className="text-muted" title={trade.ownerPubkey}>
                {shortKey(trade.ownerPubkey)}
                <ExplorerLink address={trade.ownerPubkey} what="wallet" />
              </Td>
            )}
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
