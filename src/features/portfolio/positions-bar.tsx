import type { AppConfig } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import { formatUsd } from '@contract/money.ts';
import type { Order } from '@contract/prediction/order.ts';
import { useState } from 'react';
import type { StatedPosition } from '@/domain/portfolio.ts';
import { useConfig } from '@/lib/config-context.ts';
import { part } from '@/lib/part.ts';
import { Button } from '@/ui/button.tsx';
import type { WalletSigner } from '@/wallet/index.ts';
import { actionOf, descriptorOf } from './portfolio-rows.ts';
import { claimItem } from './queue-items.ts';
import { usePortfolioQueue } from './use-portfolio-queue.ts';

const CloseAllDialog = part(async () => (await import('./close-all-dialog.tsx')).CloseAllDialog);

interface Props {
  rows: readonly StatedPosition[];
  orders: readonly Order[];
  owner: Pubkey;
  signer: WalletSigner | null;
}

const withAction = (rows: readonly StatedPosition[], config: AppConfig, kind: 'claim' | 'close') =>
  rows
    .filter(
      ({ position, state }) =>
        actionOf(state, descriptorOf(config, position), position.sellPriceUsd !== null).kind === kind,
    )
    .map(({ position }) => position);

/** What can be done with all positions at once; nothing where there is only one. */
export function PositionsBar({ rows, orders, owner, signer }: Props) {
  const config = useConfig();
  const { blocked, start } = usePortfolioQueue(owner, signer);
  const [closing, setClosing] = useState(false);
  const claimable = withAction(rows, config, 'claim');
  const open = withAction(rows, config, 'close');
  const payout = claimable.reduce((sum, { payoutUsd }) => sum + payoutUsd, 0n);
  if (claimable.length < 2 && open.length < 2) return null;
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 border-line border-b px-3 py-2">
      {claimable.length > 1 && (
        <Button
          size="sm"
          variant="primary"
          disabled={blocked !== null}
          title={blocked ?? 'One transaction a position, in a queue you can pause'}
          onClick={() => start('claim', claimable.map(claimItem))}
        >
          Claim all {claimable.length} · {formatUsd(payout)}
        </Button>
      )}
      {open.length > 1 && (
        <Button
          size="sm"
          disabled={blocked !== null}
          title={blocked ?? 'Shows what it would bring first'}
          onClick={() => setClosing(true)}
        >
          Close all {open.length}…
        </Button>
      )}
      {closing && (
        <CloseAllDialog
          owner={owner}
          positions={open}
          orders={orders}
          onStart={(items) => {
            setClosing(false);
            start('close', items);
          }}
          onDismiss={() => setClosing(false)}
        />
      )}
    </div>
  );
}
