import { formatCents, formatPoints, formatUsd } from '@contract/money.ts';
import { Link } from '@tanstack/react-router';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { heldNameOf, titleBeside } from '@/domain/held-name.ts';
import { formatLocal, formatRelative } from '@/lib/time.ts';
import { IconButton } from '@/ui/icon-button.tsx';
import { Panel, PanelHeader, PanelTitle } from '@/ui/panel.tsx';
import { Pill } from '@/ui/pill.tsx';
import { RetryButton } from '@/ui/retry-button.tsx';
import { LoadingNote, Skeleton } from '@/ui/skeleton.tsx';
import type { Change } from './changes.ts';
import type { WhatsNew } from './use-whats-new.ts';
import { endText, WHY } from './whats-new-labels.ts';

function Row({ title, note, figure, to }: { title: string; note: string; figure: ReactNode; to: ReactNode }) {
  return (
    <li className="relative flex min-h-12 items-center gap-3 border-line border-b px-3 py-1.5 last:border-b-0 hover:bg-raised">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={title}>
          {to}
        </p>
        {/* Outcome and side are never cut. */}
        <p className="wrap-anywhere text-muted text-xs">{note}</p>
      </div>
      <span className="num shrink-0 text-right">{figure}</span>
    </li>
  );
}

const linkClass = 'rounded-xs after:absolute after:inset-0 hover:underline';

function ChangeRow({ change }: { change: Change }) {
  if (change.kind === 'claimable') {
    const { position } = change;
    const { event: title, outcome, side } = heldNameOf(position);
    return (
      <Row
        title={title}
        note={[outcome, side, WHY.held].filter((part) => part !== null).join(' · ')}
        to={
          <Link to="/portfolio" search={{}} className={linkClass}>
            {title}
          </Link>
        }
        figure={<Pill tone="yes">{formatUsd(position.payoutUsd)} to claim</Pill>}
      />
    );
  }
  const { market } = change;
  const title = titleBeside(market.eventTitle, market.label);
  return (
    <Row
      title={title}
      note={`${market.label} · ${WHY[market.why]}`}
      to={
        <Link
          to="/event/$eventId"
          params={{ eventId: market.eventId }}
          search={{ market: market.marketId }}
          className={linkClass}
        >
          {title}
        </Link>
      }
      figure={
        change.kind === 'ended' ? (
          <Pill tone={change.tone}>{endText(change)}</Pill>
        ) : (
          <>
            <span className="text-muted" title={`As of ${formatLocal(market.at)}`}>
              {formatCents(change.from)} →{' '}
            </span>
            {formatCents(change.to)}{' '}
            <span
              className={
                change.to > change.from ? 'text-up' : change.to < change.from ? 'text-down' : 'text-muted'
              }
            >
              {formatPoints(change.to - change.from)}
            </span>
            {change.range && (
              <span className="block text-faint text-xs">
                {formatCents(change.range.low)} to {formatCents(change.range.high)}
                <span className="sr-only"> in between</span>
              </span>
            )}
          </>
        )
      }
    />
  );
}

interface Props {
  whatsNew: WhatsNew;
  /** Local Unix ms of the end of the last visit, and now. */
  at: number;
  now: number;
  onDismiss: () => void;
}

/** What moved, ended or can be claimed since the last visit. */
export function WhatsNewView({ whatsNew, at, now, onDismiss }: Props) {
  const { changes, known, of, failed, retry } = whatsNew;
  const waiting = known < of;
  return (
    <Panel aria-label="Since you left" tabIndex={-1} className="mb-4 outline-none">
      <PanelHeader>
        <PanelTitle>Since you left</PanelTitle>
        <time
          className="font-normal text-faint"
          dateTime={new Date(at).toISOString()}
          title={formatRelative(at, now)}
        >
          {formatLocal(at)}
        </time>
        <span className="ml-auto flex items-center gap-2 font-normal text-faint">
          {waiting && <span className="num">{`${known} of ${of}`}</span>}
          <IconButton size="sm" icon={X} label="Dismiss what changed" onClick={onDismiss} />
        </span>
      </PanelHeader>
      {changes.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] md:grid-cols-[repeat(auto-fit,minmax(360px,1fr))]">
          {changes.map((change) => (
            <ChangeRow
              key={change.kind === 'claimable' ? change.position.pubkey : change.market.marketId}
              change={change}
            />
          ))}
        </ul>
      )}
      {changes.length === 0 &&
        (waiting ? (
          <div className="p-3">
            <LoadingNote what="what changed" />
            <Skeleton className="h-8 w-full" />
          </div>
        ) : (
          failed < of && (
            <p className="p-3 text-muted">
              {failed > 0
                ? 'None of the events that could be loaded'
                : `Nothing of ${of === 1 ? 'the event' : `the ${of} events`} you hold, watch or opened`}{' '}
              moved by 2¢ or ended.
            </p>
          )
        ))}
      {failed > 0 && (
        <p className="flex items-center gap-3 border-line border-t px-3 py-2 text-warn">
          Couldn’t load {failed === 1 ? 'one event' : `${failed} events`}.
          <RetryButton size="sm" onClick={retry} />
        </p>
      )}
    </Panel>
  );
}
