import type { Pubkey } from '@contract/ids.ts';
import { formatUsd, parseUsd } from '@contract/money.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import { useState } from 'react';
import { useConfig } from '@/config.ts';
import type { StatedPosition } from '@/domain/portfolio.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { Button } from '@/ui/button.tsx';
import type { WalletSigner } from '@/wallet/index.ts';
import type { Scope } from './close-all-dialog.tsx';
import { claimItem, claimParlayItem } from './intents.ts';
import { withAction } from './portfolio-rows.ts';
import { usePortfolioQueue } from './queue-panel.tsx';
import { pickKey } from './search-params.ts';

const CloseAllDialog = lazyWithRetry(async () => (await import('./close-all-dialog.tsx')).CloseAllDialog);

interface Props {
  /** Rows as they are narrowed now: the buttons are about these alone. */
  rows: readonly StatedPosition[];
  /** Whether a filter has narrowed them. */
  narrowed: boolean;
  /** Parlays that can be claimed, where the rows are not narrowed. */
  slips: readonly ParlaySlip[];
  /** Positions that are selected, each by its `pickKey`. */
  picked: ReadonlySet<string>;
  orders: readonly Order[];
  owner: Pubkey;
  signer: WalletSigner | null;
  onDone: () => void;
}

/** What can be done with many positions at once: with those that are picked, or else with all that are shown. */
export function PositionsActions(props: Props) {
  const { rows, narrowed, slips, picked, orders, owner, signer, onDone } = props;
  const config = useConfig();
  const { blocked, start } = usePortfolioQueue(owner, signer);
  const [closing, setClosing] = useState(false);
  const chosen = picked.size > 0;
  const about = chosen ? rows.filter(({ position }) => picked.has(pickKey(position.pubkey))) : rows;
  const positions = withAction(about, config, 'claim');
  const parlays = chosen ? [] : slips;
  const open = withAction(about, config, 'close');
  const payout = [
    ...positions.map(({ payoutUsd }) => payoutUsd),
    ...parlays.map(({ payoutUsd }) => parseUsd(payoutUsd) ?? 0n),
  ].reduce((sum: bigint, one) => sum + one, 0n);
  const claims = [...positions.map(claimItem), ...parlays.flatMap(claimParlayItem)];
  const least = chosen ? 1 : 2;
  const scope: Scope = chosen ? 'selected' : narrowed ? 'shown' : 'all';
  return (
    <>
      {(claims.length >= least || parlays.length > 0) && (
        <Button
          size="sm"
          variant="primary"
          disabled={blocked !== null}
          title={blocked ?? 'One transaction each, in a queue you can pause'}
          onClick={() => {
            start('claim', claims);
            onDone();
          }}
        >
          <span>
            Claim {scope} {claims.length}
            <span className="max-md:sr-only"> · {formatUsd(payout)}</span>
          </span>
        </Button>
      )}
      {open.length >= least && (
        <Button
          size="sm"
          disabled={blocked !== null}
          title={blocked ?? 'Shows what it would bring first'}
          onClick={() => setClosing(true)}
        >
          Close {scope} {open.length}…
        </Button>
      )}
      {closing && (
        <CloseAllDialog
          scope={scope}
          owner={owner}
          positions={open}
          orders={orders}
          onStart={(items) => {
            setClosing(false);
            start('close', items);
            onDone();
          }}
          onDismiss={() => setClosing(false)}
        />
      )}
    </>
  );
}
