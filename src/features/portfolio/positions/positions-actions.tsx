import type { Pubkey } from '@contract/ids.ts';
import { formatUsd, type MicroUsd, parseUsd } from '@contract/money.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import { useState } from 'react';
import { useConfig } from '@/config.ts';
import { type StatedPosition, type Total, totalOf } from '@/domain/portfolio.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { type KnownOrders, RESERVED_UNKNOWN } from '@/orders/reserved.ts';
import { useUnderWay } from '@/orders/use-under-way.ts';
import { orderKey, useAllUnderWay } from '@/tx/under-way.ts';
import { PassingButton } from '@/ui/passing-button.tsx';
import type { WalletSigner } from '@/wallet/index.ts';
import { withAction } from '../portfolio-rows.ts';
import { claimItem, claimParlayItem } from '../queue/intents.ts';
import { usePortfolioQueue } from '../queue/queue-panel.tsx';
import { pickKey } from '../search-params.ts';
import type { Scope } from './close-all-dialog.tsx';

const CloseAllDialog = lazyWithRetry(async () => (await import('./close-all-dialog.tsx')).CloseAllDialog);

interface Props {
  /** Rows as they are narrowed now: the buttons are about these alone. */
  rows: readonly StatedPosition[];
  /** Whether a filter has narrowed them. */
  narrowed: boolean;
  /** Parlays that can be claimed, where the rows are not narrowed. */
  slips: readonly ParlaySlip[];
  /** What is selected, each by its `pickKey`: positions, and orders and parlays too. */
  picked: ReadonlySet<string>;
  /** Of them open sales reserve contracts. */
  orders: KnownOrders;
  owner: Pubkey;
  signer: WalletSigner | null;
  onDone: () => void;
}

interface ClaimProps {
  scope: Scope;
  claims: Parameters<ReturnType<typeof usePortfolioQueue>['start']>[1];
  payout: Total;
  blocked: string | null;
  onClaim: () => void;
}

/** Claims many at once, each in a transaction of its own. It goes once nothing is left to be claimed. */
const ClaimMany = ({ scope, claims, payout, blocked, onClaim }: ClaimProps) => (
  <PassingButton
    size="sm"
    variant="primary"
    disabled={blocked !== null}
    title={blocked ?? 'One transaction each, in a queue you can pause'}
    onClick={onClaim}
  >
    <span>
      Claim {scope} {claims.length}
      {payout.sum !== null && payout.known === payout.of && (
        <span className="max-md:sr-only"> · {formatUsd(payout.sum)}</span>
      )}
    </span>
  </PassingButton>
);

/** What they pay, where it can be read. */
const payoutsOf = (slips: readonly ParlaySlip[]): (MicroUsd | null)[] =>
  slips.map(({ payoutUsd }) => parseUsd(payoutUsd) ?? null);

/** The same of parlays: claims those that are picked, or else all that can be. */
export function ParlaysActions(props: Pick<Props, 'slips' | 'picked' | 'owner' | 'signer' | 'onDone'>) {
  const { picked, owner, signer, onDone } = props;
  const { blocked, start } = usePortfolioQueue(owner, signer);
  const { busy } = useUnderWay();
  const chosen = props.slips.filter(
    ({ positionPubkey }) => positionPubkey !== null && picked.has(pickKey(positionPubkey)),
  );
  const about = (chosen.length > 0 ? chosen : props.slips).filter(
    ({ positionPubkey }) => positionPubkey === null || !busy.has(positionPubkey),
  );
  const claims = about.flatMap(claimParlayItem);
  if (claims.length === 0) return null;
  return (
    <ClaimMany
      scope={chosen.length > 0 ? 'selected' : 'all'}
      claims={claims}
      payout={totalOf(payoutsOf(about))}
      blocked={blocked}
      onClaim={() => {
        start('claim', claims);
        onDone();
      }}
    />
  );
}

/** What can be done with many positions at once: with those that are picked, or else with all that are shown. */
export function PositionsActions(props: Props) {
  const { rows, narrowed, slips, picked, orders, owner, signer, onDone } = props;
  const config = useConfig();
  const { blocked, start } = usePortfolioQueue(owner, signer);
  // Claimed by itself: a second claim of it pays nothing, and costs its fee.
  const { busy } = useUnderWay();
  // What the dialog is about is what it was opened for: the rows beneath it go on changing.
  const [closing, setClosing] = useState<{ scope: Scope; keys: ReadonlySet<Pubkey> } | null>(null);
  const selected = rows.filter(({ position }) => picked.has(pickKey(position.pubkey)));
  const chosen = selected.length > 0;
  const about = chosen ? selected : rows;
  const positions = withAction(about, config, 'claim').filter(({ pubkey }) => !busy.has(pubkey));
  const parlays = chosen
    ? []
    : slips.filter(({ positionPubkey }) => positionPubkey === null || !busy.has(positionPubkey));
  // Of these nobody knows yet how much is left to be sold.
  const ordered = useAllUnderWay();
  const closable = (of: readonly StatedPosition[]) =>
    withAction(of, config, 'close').filter(({ marketId }) => !ordered.has(orderKey(owner, marketId)));
  const open = closable(about);
  const unsold = blocked ?? (orders.data ? null : RESERVED_UNKNOWN);
  const payout = totalOf([...positions.map(({ payoutUsd }) => payoutUsd), ...payoutsOf(parlays)]);
  const claims = [...positions.map(claimItem), ...parlays.flatMap(claimParlayItem)];
  const least = chosen ? 1 : 2;
  const scope: Scope = chosen ? 'selected' : narrowed ? 'shown' : 'all';
  return (
    <>
      {(claims.length >= least || parlays.length > 0) && (
        <ClaimMany
          scope={scope}
          claims={claims}
          payout={payout}
          blocked={blocked}
          onClaim={() => {
            start('claim', claims);
            onDone();
          }}
        />
      )}
      {open.length >= least && (
        <PassingButton
          size="sm"
          disabled={unsold !== null}
          title={unsold ?? 'Shows what it would bring first'}
          onClick={() => setClosing({ scope, keys: new Set(open.map(({ pubkey }) => pubkey)) })}
        >
          Close {scope} {open.length}…
        </PassingButton>
      )}
      {closing && orders.data && (
        <CloseAllDialog
          scope={closing.scope}
          owner={owner}
          positions={closable(rows).filter(({ pubkey }) => closing.keys.has(pubkey))}
          orders={orders}
          onStart={(items) => {
            setClosing(null);
            start('close', items);
            onDone();
          }}
          onDismiss={() => setClosing(null)}
        />
      )}
    </>
  );
}
