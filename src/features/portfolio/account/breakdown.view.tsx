import { formatUsd, type MicroUsd } from '@contract/money.ts';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import type { ReactNode } from 'react';
import type { AccountPart, AccountRow } from '@/domain/account.ts';
import type { Disposal } from '@/domain/ledger.ts';
import { freePayouts } from '@/domain/parlay-standing.ts';
import { type Total, totalOf } from '@/domain/portfolio.ts';
import { cx } from '@/lib/cx.ts';
import { IconButton } from '@/ui/icon-button.tsx';
import { Popover } from '@/ui/popover.tsx';
import { Absent } from '@/ui/price.tsx';
import {
  equityNote,
  NEWEST_ORDERS,
  PART_LABELS,
  partNote,
  realisedNote,
  todayNote,
} from '../portfolio-labels.ts';
import type { AccountView } from '../use-account.ts';

const EXACT = 6;
/** To the micro-dollar, so that what is read adds up. */
const Exact = ({ value, reason }: { value: MicroUsd | null | undefined; reason: string }) =>
  value == null ? <Absent reason={reason} /> : formatUsd(value, 'half-even', EXACT);

interface LineProps {
  name: ReactNode;
  note?: string;
  value: MicroUsd | null | undefined;
  reason?: string;
  strong?: boolean;
  testId?: string;
}
const Line = ({ name, note = '', value, reason = 'Not known now', strong = false, testId }: LineProps) => (
  <tr className={cx(strong && 'border-line border-t font-semibold')} data-testid={testId}>
    <th scope="row" className={cx('py-0.5 pr-3 text-left', strong ? 'font-semibold' : 'font-normal')}>
      {name}
    </th>
    <td className="py-0.5 pr-3 text-muted text-xs">{note}</td>
    <td className="num py-0.5 text-right">
      <Exact value={value} reason={reason} />
    </td>
  </tr>
);

const counted = ({ known, of }: Total): string => (known < of ? `${known} of ${of} known` : `${of}`);

const STAKES = ['positions', 'parlays'] as const;

/** What the stakes of each part add to a figure. */
function StakeLines({
  view: { account, vaultState },
  rows: all = account.rows,
  name,
  of,
}: {
  view: AccountView;
  /** Those of them that count. */
  rows?: readonly AccountRow[];
  name: string;
  of: (row: AccountRow) => MicroUsd | null;
}) {
  return STAKES.map((part) => {
    const rows = all.filter((row) => row.part === part);
    const total = account.parts[part] && totalOf(rows.map(of));
    return (
      <Line
        key={part}
        name={`${name}, ${PART_LABELS[part].toLowerCase()}`}
        note={total ? counted(total) : partNote(part, vaultState)}
        value={total?.sum}
        testId={`${name.toLowerCase()}-${part}`}
      />
    );
  });
}

/** The lines of one part: each balance of its own, and stakes together. */
function PartLines({ view: { account, sources, vaultState }, part, nameOf }: Props & { part: AccountPart }) {
  const total = account.parts[part];
  const rows = account.rows.filter((row) => row.part === part);
  if (total === null) {
    const note = partNote(part, vaultState);
    return <Line name={PART_LABELS[part]} note={note} value={null} reason={note} />;
  }
  if (part !== 'cash' && part !== 'vault') {
    const unread = part === 'escrow' && sources.hasUnreadOrders ? ` ${NEWEST_ORDERS}` : '';
    const note = `${counted(total)}${unread}`;
    return <Line name={PART_LABELS[part]} note={note} value={total.sum} testId={`part-${part}`} />;
  }
  return rows.map((row) => (
    <Line
      key={row.key}
      name={`${PART_LABELS[part]}, ${nameOf(row)}`}
      value={row.worth}
      reason="The desk knows no price of it"
      testId={`part-${part}`}
    />
  ));
}

type NameOf = (row: AccountRow) => string;
const KINDS: Record<Disposal['kind'], string> = { sale: 'Sales', payout: 'Payouts', loss: 'Losses' };

function Disposals({ disposals }: { disposals: readonly Pick<Disposal, 'kind' | 'realised'>[] }) {
  return (['sale', 'payout', 'loss'] as const).map((kind) => {
    const some = disposals.filter((one) => one.kind === kind);
    if (some.length === 0) return null;
    const total = totalOf(some.map(({ realised }) => realised));
    return <Line key={kind} name={KINDS[kind]} note={counted(total)} value={total.sum} />;
  });
}

const Heading = ({ children }: { children: ReactNode }) => (
  <caption className="pb-1 text-left font-semibold">{children}</caption>
);

interface Props {
  view: AccountView;
  /** What a mint is called. */
  nameOf: NameOf;
}

/** How every headline figure is made from the rows of the account, to the micro-dollar. */
export function Breakdown({ view, nameOf }: Props) {
  const { account, sources, ofAll } = view;
  const { total, claimable, unrealised, realised, profit, today } = account;
  const won = account.rows.filter(({ state }) => state === 'payout');
  const free = freePayouts(sources.slips);
  return (
    <div className="flex flex-col gap-3">
      <table className="w-full text-sm">
        <Heading>Equity</Heading>
        <tbody>
          {(['cash', 'positions', 'parlays', 'escrow', 'vault'] as const).map((part) => (
            <PartLines key={part} view={view} part={part} nameOf={nameOf} />
          ))}
          <Line name="Equity" note={equityNote(total)} value={total.sum} strong testId="equity-total" />
        </tbody>
      </table>
      <table className="w-full text-sm">
        <Heading>Profit</Heading>
        <tbody>
          <Disposals disposals={sources.ledger?.disposals ?? []} />
          <Line
            name="Realised"
            note={realised ? realisedNote(realised, sources.ledger?.unstatedFees ?? 0, ofAll) : ''}
            value={realised?.sum}
            strong
          />
          <StakeLines view={view} name="Unrealised" of={({ unrealised: of }) => of} />
          <Line
            name="Unrealised"
            note={unrealised ? counted(unrealised) : ''}
            value={unrealised?.sum}
            strong
            testId="unrealised-total"
          />
          <Line name="Profit" value={profit} strong testId="profit-total" />
          <Line name="of it today" note={todayNote(today)} value={today?.profit} />
          {free && free.of > 0 && (
            <Line
              name="Free parlays"
              note={`${counted(free)} paid into cash, not in profit: the service records none`}
              value={free.sum}
              testId="free-parlays"
            />
          )}
        </tbody>
      </table>
      <table className="w-full text-sm">
        <Heading>Claimable</Heading>
        <tbody>
          <StakeLines view={view} rows={won} name="Claimable" of={({ worth }) => worth} />
          <Line name="Claimable" value={claimable?.sum} strong testId="claimable-total" />
        </tbody>
      </table>
      <p className="text-muted text-xs">
        One basis for all: what there would be if everything that runs were sold and everything won were
        claimed now, after fees. A running parlay counts as its stake, for nobody buys one. Rows are rounded
        down to the cent, losses up. SOL and other tokens of the wallet are no part of it.
      </p>
    </div>
  );
}

/** The button that opens it. */
export const BreakdownButton = (props: Props) => (
  <Popover
    label="How these figures are made"
    trigger={<IconButton size="sm" icon={CircleHelp} label="How these figures are made" />}
    className="w-[26rem] max-w-[calc(100vw-1rem)] max-h-(--radix-popover-content-available-height) overflow-y-auto"
  >
    <Breakdown {...props} />
  </Popover>
);
