import type { Pubkey } from '@contract/ids.ts';
import { formatToken, formatUsd } from '@contract/money.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ACCOUNT_POLL_MS } from '@/api/poll.ts';
import { useConfig } from '@/config.ts';
import type { AccountPart } from '@/domain/account.ts';
import { cx } from '@/lib/cx.ts';
import { useFreshness } from '@/lib/freshness.ts';
import { Age } from '@/ui/age.tsx';
import { buttonClass } from '@/ui/button.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { Popover } from '@/ui/popover.tsx';
import { Absent } from '@/ui/price.tsx';
import { BALANCE_POLL_MS, useBalances } from '@/wallet/index.ts';
import { equityTitle, PART_LABELS, partNote, todayTitle } from '../portfolio-labels.ts';
import { type AccountView, mintName, useAccount } from '../use-account.ts';
import { Breakdown } from './breakdown.view.tsx';

const DOLLAR_DECIMALS = 6;
/** From so much on the parts have no cents, so that all of them fit into the line; what it opens has every digit. */
const WHOLE_FROM = 100_000_000_000n;
const barText = (amount: bigint): string => formatUsd(amount, 'down', amount < WHOLE_FROM ? 2 : 0);

/** Below these widths there is no room for a part; one that is nothing has it later. */
const SHOWN_FROM: Record<Exclude<AccountPart, 'cash'>, string> = {
  positions: 'max-xl:hidden',
  parlays: 'max-[90rem]:hidden',
  vault: 'max-[90rem]:hidden',
  escrow: 'max-[90rem]:hidden',
};

interface FigureProps {
  name: string;
  title?: string | undefined;
  children: ReactNode;
  className?: string;
}
const Figure = ({ name, title, children, className }: FigureProps) => (
  <span title={title} className={cx('block text-left leading-tight', className)}>
    <span className="block whitespace-nowrap text-2xs text-faint">{name}</span>
    <span className="num block whitespace-nowrap text-xs">{children}</span>
  </span>
);

interface PartProps {
  view: AccountView;
  part: keyof typeof SHOWN_FROM;
}
function PartFigure({ view: { account, vaultState }, part }: PartProps) {
  const total = account.parts[part];
  const known = total?.sum ?? null;
  // Orders wait for seconds: most of the time nothing lies with them.
  if (part === 'escrow' && known === 0n) return null;
  const some = total && total.known < total.of ? `${total.known} of ${total.of} priced` : undefined;
  return (
    <Figure
      name={PART_LABELS[part]}
      title={total === null ? partNote(part, vaultState) : some}
      className={known === 0n ? 'max-2xl:hidden' : SHOWN_FROM[part]}
    >
      {known === null ? (
        <Absent reason={total === null ? partNote(part, vaultState) : 'No price now'} />
      ) : (
        <span className={cx(known === 0n && 'text-muted')}>{barText(known)}</span>
      )}
    </Figure>
  );
}

/** Cash in both currencies, as the chain tells it. */
function Cash() {
  const { data, dataUpdatedAt, error } = useBalances();
  const isOld = useFreshness(dataUpdatedAt, BALANCE_POLL_MS) === 'stale';
  const className = cx('max-md:hidden', isOld && 'stale');
  const title = error?.message ?? 'USDC and stablecoin in your wallet';
  return (
    <>
      <Figure name="Cash, USDC" title={title} className={className}>
        <span data-testid="balance">{data ? formatToken(data.usdc, DOLLAR_DECIMALS) : '—'}</span>
      </Figure>
      {data && data.stablecoin > 0n && (
        <Figure name="Cash, stablecoin" title={title} className={className}>
          <span data-testid="balance-stablecoin">{formatToken(data.stablecoin, DOLLAR_DECIMALS)}</span>
        </Figure>
      )}
    </>
  );
}

/** The account in one line, always in sight; a press shows what it is made of. On phones the line is its total. */
export function AccountBar({ owner }: { owner: Pubkey }) {
  const config = useConfig();
  const view = useAccount(owner);
  const [open, setOpen] = useState(false);
  const isOld = useFreshness(view.asOf, ACCOUNT_POLL_MS) === 'stale';
  const { total, today, claimable } = view.account;
  return (
    <Popover
      label="Account"
      open={open}
      onOpenChange={setOpen}
      className="max-h-(--radix-popover-content-available-height) w-[26rem] max-w-[calc(100vw-1rem)] overflow-y-auto"
      trigger={
        <button
          type="button"
          className="flex h-9 min-w-0 shrink-0 items-center gap-3 rounded-md px-1.5 hover:bg-raised md:px-2 2xl:gap-4"
        >
          <span className="sr-only">Account</span>
          <Cash />
          <span className={cx('contents', isOld && 'stale')}>
            {(['positions', 'parlays', 'escrow', 'vault'] as const).map((part) => (
              <PartFigure key={part} view={view} part={part} />
            ))}
            <Figure name="Equity" title={equityTitle(total)}>
              <span data-testid="account-total" className="font-semibold">
                <span className="sm:hidden">
                  {total.sum === null ? '—' : formatUsd(total.sum, 'down', 0)}
                </span>
                <span className="max-sm:hidden">{total.sum === null ? '—' : formatUsd(total.sum)}</span>
              </span>
            </Figure>
            <Figure name="Today" title={todayTitle(today)} className="max-sm:hidden">
              <Pnl value={today?.profit} reason="Not loaded yet" />
            </Figure>
            {isOld && <span className="sr-only">Out of date</span>}
          </span>
        </button>
      }
    >
      <div className={cx(isOld && 'stale')}>
        <Breakdown view={view} nameOf={({ key }) => mintName(config, key)} />
      </div>
      {isOld && <Age asOf={view.asOf} intervalMs={ACCOUNT_POLL_MS} />}
      <Link
        to="/portfolio"
        onClick={() => setOpen(false)}
        className={cx(
          buttonClass(claimable && claimable.of > 0 ? 'primary' : 'outline', 'sm'),
          'mt-3 w-full',
        )}
      >
        {claimable && claimable.of > 0
          ? `Claim${claimable.sum === null ? '' : ` ${formatUsd(claimable.sum)}`}`
          : 'Open the portfolio'}
      </Link>
    </Popover>
  );
}
