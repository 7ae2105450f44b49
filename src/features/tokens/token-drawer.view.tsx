import type { ReactNode } from 'react';
import type { TokenLine } from '@/domain/token-line.ts';
import { longestChange, namesOf, type SeenToken, startOf } from '@/domain/tokens.ts';
import { formatLately, formatShortLocal } from '@/lib/time.ts';
import { CopyButton } from '@/ui/copy-button.tsx';
import { Sheet } from '@/ui/dialog.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { ExplorerLink } from '@/ui/explorer-link.tsx';
import { LoadingNote, Skeleton } from '@/ui/skeleton.tsx';
import { Sparkline } from './sparkline.view.tsx';
import { Change, Flagged, PoolAge, TokenPrice, Verified } from './token-cells.view.tsx';
import { AuditList, LinkList, Origin } from './token-facts.view.tsx';
import { Market, StatsTable } from './token-figures.view.tsx';
import { TokenMark } from './token-mark.view.tsx';
import type { Lookup } from './use-older-tokens.ts';

interface Props {
  /** Mint of the address; undefined: closed. */
  mint: string | undefined;
  seen: SeenToken | undefined;
  /** Its price since its first pool, as far as it is known. */
  line: TokenLine;
  /** Whether there is such a token, where it has not been seen. */
  lookup: Lookup;
  copyOf: string | undefined;
  left: boolean;
  pictures: boolean;
  /** What can be done with the token. */
  action?: ReactNode;
  onClose: () => void;
}

/** Everything known about one token, and what is not. */
export function TokenDrawer(props: Props) {
  const { mint, seen, lookup, onClose } = props;
  return (
    <Sheet
      open={mint !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={seen ? <bdi>{namesOf(seen.token).symbol}</bdi> : 'Token'}
      description={seen ? <bdi>{namesOf(seen.token).name}</bdi> : undefined}
    >
      {seen ? (
        <Details {...props} seen={seen} />
      ) : lookup === 'looking' ? (
        <div className="flex flex-col gap-3">
          <LoadingNote what="the token" />
          <Skeleton className="h-10 w-1/2" />
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-60 w-full" />
        </div>
      ) : lookup === 'none' ? (
        <EmptyState title="Token not found">The address may be incomplete.</EmptyState>
      ) : (
        <ErrorState
          title="Couldn’t look for the token"
          onRetry={() => void lookup.refetch()}
          retrying={lookup.isFetching}
          error={lookup.error}
        >
          {lookup.error?.message}
        </ErrorState>
      )}
    </Sheet>
  );
}

const SPAN_NAMES = { stats24h: '24 h', stats6h: '6 h', stats1h: '1 h', stats5m: '5 min' } as const;

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-4">
    <h3 className="mb-1 font-semibold text-2xs text-faint uppercase tracking-[.08em]">{title}</h3>
    {children}
  </section>
);

function Details({ seen, line, copyOf, left, pictures, action }: Props & { seen: SeenToken }) {
  const { token, seenAt } = seen;
  const first = line.runs[0]?.[0];
  const change = longestChange(token);
  return (
    <>
      <div className="flex items-center gap-3">
        <TokenMark token={token} pictures={pictures} size={40} />
        <div className="min-w-0 flex-1">
          <div className="num flex items-center gap-2 font-semibold text-xl">
            <TokenPrice price={token.usdPrice} />
            {token.isVerified && <Verified />}
            {token.audit?.isSus === true && <Flagged />}
          </div>
          <div className="num text-muted text-sm">
            {change && (
              <>
                <Change percent={change.percent} /> in {SPAN_NAMES[change.span]} ·{' '}
              </>
            )}
            <PoolAge start={startOf(token)} /> old
          </div>
        </div>
      </div>
      {copyOf !== undefined && (
        <p className="mt-3 rounded-md bg-warn-dim px-3 py-2 text-warn">
          Its symbol looks like {copyOf}. Compare the address.
        </p>
      )}
      {left && (
        <p className="mt-3 rounded-md bg-raised px-3 py-2 text-muted">
          No longer among the newest: these figures are of {formatLately(seenAt, Date.now())}.
        </p>
      )}
      <div className="mt-3 flex items-center gap-1 rounded-md border border-line bg-bg px-2.5 py-1">
        <span className="num min-w-0 flex-1 break-all text-xs">{token.id}</span>
        <CopyButton text={token.id} what="address" />
        <ExplorerLink address={token.id} what="token" />
      </div>
      {action !== undefined && <div className="mt-3">{action}</div>}
      {first && (
        <Section title="Price">
          <Sparkline line={line} width={360} height={72} />
          <p className="mt-1 text-faint text-xs">Since {formatShortLocal(first.time * 1_000)}.</p>
        </Section>
      )}
      <Section title="Market">
        <Market token={token} />
      </Section>
      <Section title="What happened">
        <StatsTable token={token} />
      </Section>
      <Section title="Audit">
        <AuditList token={token} />
      </Section>
      <Section title="Links">
        <LinkList token={token} />
      </Section>
      <Section title="Origin">
        <Origin token={token} />
      </Section>
    </>
  );
}
