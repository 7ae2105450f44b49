import { formatUsd } from '@contract/money.ts';
import type { ReactNode } from 'react';
import { type Exposure, type ParlaysSettle, percentShares } from '@/domain/portfolio-figures.ts';
import type { Settles } from '@/domain/settles.ts';
import { readable } from '@/domain/topics.ts';
import { cx } from '@/lib/cx.ts';
import { Panel, PanelHeader } from '@/ui/panel.tsx';
import { Absent } from '@/ui/price.tsx';
import { ProgressBar } from '@/ui/progress-bar.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { SETTLES_LABELS } from '../portfolio-labels.ts';

export type ExposureKind = 'category' | 'settles';

interface ExposureProps {
  kind: ExposureKind;
  /** Whether positions and parlays are known: shares of a part of them would be wrong. */
  known: boolean;
  byCategory: readonly Exposure<string>[];
  bySettlement: readonly Exposure<Settles | ParlaysSettle>[];
  /** What the positions are narrowed to now. */
  picked: { category: string | undefined; settles: Settles | undefined };
  onKind: (kind: ExposureKind) => void;
  /** Narrows the positions; undefined to show all again. */
  onPick: (kind: ExposureKind, key: string | undefined) => void;
  /** Leads to what stands beside it. */
  heading: ReactNode;
}

const EXPOSURE_KINDS = [
  { value: 'category', label: 'Category' },
  { value: 'settles', label: 'Settlement' },
] as const;

function Bar({
  group,
  name,
  percent,
  on,
  onPress,
}: {
  group: Exposure<string>;
  name: string;
  /** Of all that is exposed; undefined where not all of that is known. */
  percent: number | undefined;
  on: boolean;
  onPress: () => void;
}) {
  const worth =
    group.worth.sum === null
      ? 'no price now'
      : `worth ${formatUsd(group.worth.sum)}${
          group.worth.known < group.worth.of ? `, ${group.worth.known} of ${group.worth.of} priced` : ''
        }`;
  const cost = group.cost === null ? null : formatUsd(group.cost, 'up');
  return (
    <li>
      <button
        type="button"
        aria-pressed={on}
        title={`${cost ?? 'a stake that is not known'} put in, ${worth}, ${group.positions} ${group.positions === 1 ? 'position' : 'positions'}`}
        onClick={onPress}
        className={cx(
          'block w-full rounded-sm px-2 py-1.5 text-left transition-colors duration-100 hover:bg-raised focus-visible:-outline-offset-2',
          on && 'bg-raised',
        )}
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 truncate">{name}</span>
          <span className="num shrink-0 text-muted text-xs">
            {cost ?? <Absent reason="A stake is not known" />}
            {percent !== undefined && (
              <>
                {' · '}
                <span className="text-text">{percent}%</span>
              </>
            )}
          </span>
        </span>
        <ProgressBar share={(percent ?? 0) / 100} tone="accent" className="mt-1.5" />
      </button>
    </li>
  );
}

/** Where the money is: what open positions have cost, by category or by when they settle. A press narrows them. */
export function ExposureView({
  kind,
  known,
  byCategory,
  bySettlement,
  picked,
  onKind,
  onPick,
  heading,
}: ExposureProps) {
  const groups: readonly Exposure<string>[] = kind === 'category' ? byCategory : bySettlement;
  const costs = groups.flatMap(({ cost }) => cost ?? []);
  const percents = costs.length < groups.length ? [] : percentShares(costs);
  const nameOf = ({ key }: Exposure<string>): string => {
    if (kind === 'category') return readable(key);
    const [when = '', ofParlays] = key.split(':').reverse();
    const name = SETTLES_LABELS[when as Settles] ?? key;
    return ofParlays === undefined ? name : `Parlays: ${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  };
  const current = kind === 'category' ? picked.category : picked.settles;
  return (
    <Panel aria-label="Exposure">
      <PanelHeader>
        {heading}
        <Segmented<ExposureKind>
          look="plain"
          label="Exposure by"
          value={kind}
          onChange={onKind}
          options={EXPOSURE_KINDS}
          className="ml-auto"
        />
      </PanelHeader>
      {!known || groups.length === 0 ? (
        <p className="px-3 py-4 text-muted">
          {known ? 'No positions.' : 'Positions or parlays are not known now.'}
        </p>
      ) : (
        <ul className="scroll-thin min-h-0 flex-1 overflow-y-auto p-1 max-md:max-h-56 lg:max-h-44 3xl:max-h-none md:max-lg:grid md:max-lg:grid-cols-2 md:max-lg:gap-x-3">
          {groups.map((group, index) => (
            <Bar
              key={group.key}
              group={group}
              name={nameOf(group)}
              percent={percents[index]}
              on={current === group.key}
              onPress={() => onPick(kind, current === group.key ? undefined : group.key)}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}
