import { absBig, type MicroUsd, microUsd } from '@contract/money.ts';
import type { ReactNode } from 'react';
import type { Named } from '@/domain/held-name.ts';
import { totalOf } from '@/domain/portfolio.ts';
import { cx } from '@/lib/cx.ts';
import { Panel, PanelHeader } from '@/ui/panel.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { ProgressBar } from '@/ui/progress-bar.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { HeldLine } from '../market-label.view.tsx';

export type ProfitKind = 'category' | 'market';
const KINDS = [
  { value: 'category', label: 'Category' },
  { value: 'market', label: 'Market' },
] as const;

export interface ProfitShare {
  /** A category, a market, or `parlays`. */
  key: string;
  name: string;
  /** A record or a position of the market; null of a category and of parlays. */
  subject: Named | null;
  /** Null where its price when the range began, or now, is not known. */
  profit: MicroUsd | null;
}

interface Props {
  kind: ProfitKind;
  onKind: (kind: ProfitKind) => void;
  /** Undefined while they have not come. */
  shares: readonly ProfitShare[] | undefined;
  /** "24 h", "All": the range of the line beside it. */
  range: string;
  /** Shows the records of a market, or the parlays. */
  onPick: (key: string) => void;
  /** Leads to what stands beside it. */
  heading: ReactNode;
}

const UNKNOWN = 'What it was worth when the range began, or is worth now, is not known';

function Row({ share, largest }: { share: ProfitShare; largest: bigint }) {
  const { name, subject, profit } = share;
  const size = profit === null || largest === 0n ? 0 : Number((absBig(profit) * 1_000n) / largest) / 1_000;
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        {subject ? (
          <span className="min-w-0 flex-1">
            <HeldLine subject={subject} ofMarket />
          </span>
        ) : (
          <span className="min-w-0 truncate" title={name}>
            {name}
          </span>
        )}
        <Pnl value={profit} reason={UNKNOWN} className="shrink-0 text-xs" />
      </span>
      <ProgressBar share={size} tone={profit !== null && profit < 0n ? 'no' : 'yes'} className="mt-1.5" />
    </>
  );
}

/** Where the profit of the range has come from. Together the rows are the profit of the line beside them. */
export function ProfitSharesView({ kind, onKind, shares, range, onPick, heading }: Props) {
  const sizes = (shares ?? []).map(({ profit }) => absBig(profit ?? 0n));
  const largest = sizes.reduce((most, size) => (size > most ? size : most), 0n);
  const total = totalOf((shares ?? []).map(({ profit }) => profit));
  const row = 'block w-full rounded-sm px-2 py-1.5 text-left';
  return (
    <Panel aria-label="Profit by part">
      <PanelHeader>
        {heading}
        <Segmented<ProfitKind>
          look="plain"
          label="Profit by"
          value={kind}
          onChange={onKind}
          options={KINDS}
          className="ml-auto"
        />
      </PanelHeader>
      {shares === undefined ? (
        <Skeleton className="m-3 h-24" />
      ) : shares.length === 0 ? (
        <p className="px-3 py-4 text-muted">Nothing won or lost in this range.</p>
      ) : (
        <>
          <ul className="scroll-thin min-h-0 flex-1 overflow-y-auto p-1 max-md:max-h-56 lg:max-h-40 3xl:max-h-80 md:max-lg:grid md:max-lg:grid-cols-2 md:max-lg:gap-x-3">
            {shares.map((share) => (
              <li key={share.key}>
                {kind === 'market' ? (
                  <button
                    type="button"
                    onClick={() => onPick(share.key)}
                    className={cx(
                      row,
                      'transition-colors duration-100 hover:bg-raised focus-visible:-outline-offset-2',
                    )}
                  >
                    <Row share={share} largest={largest} />
                  </button>
                ) : (
                  <div className={row}>
                    <Row share={share} largest={largest} />
                  </div>
                )}
              </li>
            ))}
          </ul>
          <p className="mt-auto flex justify-between gap-3 border-line border-t px-3 py-1.5 text-muted text-xs">
            <span>{range === 'All' ? 'Since your first trade' : `Last ${range}`}</span>
            <Pnl
              value={total.known < total.of || total.sum === null ? null : microUsd(total.sum)}
              reason={UNKNOWN}
            />
          </p>
        </>
      )}
    </Panel>
  );
}
