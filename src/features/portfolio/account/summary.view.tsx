import { formatSignedRatio, formatUsd } from '@contract/money.ts';
import Wallet from 'lucide-react/icons/wallet';
import type { ReactNode } from 'react';
import type { AccountPart } from '@/domain/account.ts';
import type { Total } from '@/domain/portfolio.ts';
import { cx } from '@/lib/cx.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { Absent } from '@/ui/price.tsx';
import { LoadingNote, Skeleton } from '@/ui/skeleton.tsx';
import type { WinFigures } from '../history/history-rows.ts';
import {
  equityNote,
  NEWEST_ORDERS,
  PART_LABELS,
  partNote,
  realisedNote,
  todayNote,
  todayTitle,
  type VaultState,
} from '../portfolio-labels.ts';
import type { AccountView } from '../use-account.ts';

interface Props {
  view: AccountView;
  /** Undefined while history has not come. */
  wins: WinFigures | undefined;
  /** Which of these are missing because they failed. */
  problem: { cash: boolean; positions: boolean; history: boolean };
  /** Opens how the figures are made. */
  help: ReactNode;
}

const payouts = (count: number): string => `${count} payout${count === 1 ? '' : 's'}`;

interface FigureProps {
  name: ReactNode;
  note?: string;
  title?: string;
  children: ReactNode;
}
const Figure = ({ name, note = '', title, children }: FigureProps) => (
  <div title={title} className="min-w-0">
    <dt className="flex h-4 items-center gap-1 truncate text-muted text-xs">{name}</dt>
    <dd className="num truncate font-semibold text-sm leading-5">{children}</dd>
    <dd className="text-2xs text-faint empty:hidden xl:truncate">{note}</dd>
  </div>
);

const Waiting = ({ failed }: { failed: boolean }) =>
  failed ? <Absent reason="Couldn’t load" /> : <Skeleton className="my-0.5 h-4 w-16" />;

interface PartProps {
  part: AccountPart;
  total: Total | null;
  problem: boolean;
  note?: string;
}
/** What a part is worth, and how much of it is known. */
function Part({ part, total, problem, note = '' }: PartProps) {
  const name = PART_LABELS[part];
  if (total === null) {
    return (
      <Figure name={name}>
        <Waiting failed={problem} />
      </Figure>
    );
  }
  const priced = total.known < total.of ? `${total.known} of ${total.of} priced` : note;
  return (
    <Figure name={name} note={priced}>
      {total.sum === null ? (
        <Absent reason="No bids right now: nobody can say what it would bring" />
      ) : (
        <span className={cx(total.sum === 0n && 'text-muted')}>{formatUsd(total.sum)}</span>
      )}
    </Figure>
  );
}

const UNSEEN_VAULT: Partial<Record<VaultState, string>> = {
  'signed-out': 'Sign in on Triggers to see it',
  'watch-only': 'A watch-only wallet cannot sign in on Triggers, where the vault is seen',
};

function Vault({ view: { account, vaultState } }: { view: AccountView }) {
  const unseen = UNSEEN_VAULT[vaultState];
  if (account.parts.vault !== null || unseen === undefined)
    return <Part part="vault" total={account.parts.vault} problem={vaultState === 'failed'} />;
  return (
    <Figure name={PART_LABELS.vault} note={partNote('vault', vaultState)}>
      <Absent reason={unseen} />
    </Figure>
  );
}

function claimNote(claimable: Total | null): string {
  if (claimable === null || claimable.of === 0) return '';
  const { known, of } = claimable;
  return known < of ? `${known} of ${payouts(of)} known` : `${payouts(of)} waiting`;
}

function winNote({ winRate: { won, of }, ofAll }: WinFigures): string {
  if (of === 0) return 'no result yet';
  return `${won} of ${of} won${ofAll ? '' : ', of the newest'}`;
}

/** Headline figures, each a sum over rows. What is not known is a dash or a count, never a zero. */
export function SummaryView({ view, wins, problem, help }: Props) {
  const { account, sources, ofAll } = view;
  const { parts, total, unrealised, unrealisedCost, realised, profit, today, claimable } = account;
  const waitHistory = <Waiting failed={problem.history} />;
  const waitHeld = <Waiting failed={problem.positions} />;
  const ratio = formatSignedRatio(unrealised?.sum ?? 0n, unrealisedCost);
  const partial = unrealised && unrealised.known < unrealised.of;
  return (
    <section aria-label="Summary" className="rounded-panel border border-line bg-panel px-3 py-2">
      {parts.positions === null && !problem.positions && <LoadingNote what="summary" />}
      <dl className="grid grid-cols-3 gap-x-4 gap-y-1.5 md:grid-cols-6 xl:flex xl:flex-wrap xl:justify-between">
        <Figure name={<>Equity {help}</>} note={equityNote(total)}>
          {total.sum === null ? <Waiting failed={problem.cash || problem.positions} /> : formatUsd(total.sum)}
        </Figure>
        <Part part="cash" total={parts.cash} problem={problem.cash} />
        <Part part="positions" total={parts.positions} problem={problem.positions} />
        <Part part="parlays" total={parts.parlays} problem={problem.positions} />
        <Vault view={view} />
        <Part
          part="escrow"
          total={parts.escrow}
          problem={problem.positions}
          note={sources.hasUnreadOrders ? NEWEST_ORDERS : ''}
        />
        <Figure
          name="Unrealised"
          note={partial ? `${unrealised.known} of ${unrealised.of} priced` : (ratio ?? '')}
          title="If everything open were sold and every payout claimed now, after fees"
        >
          {unrealised ? <Pnl value={unrealised.sum} reason="No position has a price now" /> : waitHeld}
        </Figure>
        <Figure
          name="Realised"
          note={realised ? realisedNote(realised, sources.ledger?.unstatedFees ?? 0, ofAll) : ''}
          title="Of sales, payouts and losses, after fees"
        >
          {realised ? (
            <Pnl value={realised.sum} reason="The service does not say what was realised" />
          ) : (
            waitHistory
          )}
        </Figure>
        <Figure name="Profit" title="Realised and unrealised together">
          {profit === null && realised === null ? waitHistory : <Pnl value={profit} />}
        </Figure>
        <Figure name="Today" note={todayNote(today)} title={todayTitle(today)}>
          {today ? <Pnl value={today.profit} /> : <Waiting failed={problem.positions || problem.history} />}
        </Figure>
        <Figure name="Claimable" note={claimNote(claimable)}>
          {claimable === null ? (
            waitHeld
          ) : claimable.sum === null ? (
            <Absent reason="The service does not say what it pays" />
          ) : (
            <span className={claimable.sum > 0n ? 'text-warn' : 'text-muted'}>
              {formatUsd(claimable.sum)}
            </span>
          )}
        </Figure>
        <Figure
          name="Win rate"
          note={wins ? winNote(wins) : ''}
          title="Of the positions held to a result; draws and cancelled markets do not count"
        >
          <WinRate wins={wins} failed={problem.history} />
        </Figure>
      </dl>
    </section>
  );
}

function WinRate({ wins, failed }: { wins: WinFigures | undefined; failed: boolean }) {
  if (!wins) return <Waiting failed={failed} />;
  const { won, of } = wins.winRate;
  if (of === 0) return <Absent reason="No position has been held to a result" />;
  return <span>{Math.round((won / of) * 100)}%</span>;
}

interface NotConnectedProps {
  paper: boolean;
  /** The paper exchange hands out play money. */
  faucet: boolean;
  onConnect: () => void;
}

/** What this page is, before there is a wallet to show it for. */
export const NotConnected = ({ paper, faucet, onConnect }: NotConnectedProps) => (
  <Panel className="flex-1 justify-center">
    <EmptyState
      icon={Wallet}
      title="Connect a wallet to see your portfolio"
      action={
        <Button variant="primary" size="lg" onClick={onConnect}>
          Connect wallet
        </Button>
      }
    >
      Positions with their profit now and if they win, open orders, claims and the whole history of the
      wallet. Nothing is signed by connecting.
      {paper && (
        <span className="mt-2 block text-text">
          No wallet at hand? Take the paper wallet
          {faucet ? ': its faucet gives play money at once.' : ': it is kept in this browser.'}
        </span>
      )}
    </EmptyState>
  </Panel>
);
