import { formatUsd } from '@contract/money.ts';
import { Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PortfolioTotals, Total } from '@/domain/portfolio.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Stat } from '@/ui/key-value.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { Absent } from '@/ui/price.tsx';
import { LoadingNote, Skeleton } from '@/ui/skeleton.tsx';
import type { HistoryFigures } from './history-rows.ts';

interface Props {
  /** Undefined while positions have not come. */
  totals: PortfolioTotals | undefined;
  /** Undefined while history has not come; `ofAll` is false when only the newest part of it is loaded. */
  history: HistoryFigures | undefined;
  /** Why positions or history are missing when they are not just on their way. */
  problem: { positions: boolean; history: boolean };
}

/** Two rows of two and three on a tablet, so that neither has a hole. */
const THIRD = 'md:max-xl:col-span-2';

const priced = ({ known, of }: Total): string => `${known} of ${of} priced`;
const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

const Waiting = ({ failed }: { failed: boolean }) =>
  failed ? <Absent reason="Couldn’t load" /> : <Skeleton className="my-0.5 h-5 w-24" />;

function valueNote({ value, held, running }: PortfolioTotals): string {
  if (held === 0) return 'no positions';
  return held > running ? `${priced(value)} · ${held - running} settled` : priced(value);
}

function unrealisedNote({ unrealised, held, running }: PortfolioTotals): string {
  const what = held > running ? 'if sold or claimed now' : 'if sold now';
  return unrealised.known < unrealised.of ? `${what} · ${priced(unrealised)}` : what;
}

function realisedNote({ realised, ofAll }: HistoryFigures): string {
  if (realised.known < realised.of) return `${realised.known} of ${realised.of} known`;
  return ofAll ? 'all time, after fees' : 'of the newest shown in History';
}

function winNote({ winRate: { won, of }, ofAll }: HistoryFigures): string {
  if (of === 0) return 'none held to a result yet';
  return `${won} of ${of} won${ofAll ? '' : ', of the newest'}`;
}

/** Whole percent, for reading. */
const percent = ({ won, of }: HistoryFigures['winRate']): string => `${Math.round((won / of) * 100)}%`;

/** Headline figures. What is not known is a dash or a count, never a zero. */
export function SummaryView({ totals, history, problem }: Props) {
  const wait = <Waiting failed={problem.positions} />;
  const figure = (draw: (known: PortfolioTotals) => ReactNode) => (totals ? draw(totals) : wait);
  const note = (text: (known: PortfolioTotals) => string) => (totals ? text(totals) : '\u00a0');
  return (
    <section aria-label="Summary" className="grid grid-cols-2 gap-3 md:grid-cols-6 xl:grid-cols-5">
      {!totals && !problem.positions && <LoadingNote what="summary" />}
      <Stat name="Portfolio value" note={note(valueNote)} className="max-xl:col-span-2 md:max-xl:col-span-3">
        {figure(({ value }) =>
          value.sum === null ? (
            <Absent reason="No position has a price now" />
          ) : (
            <span>{formatUsd(value.sum)}</span>
          ),
        )}
      </Stat>
      <Stat name="Unrealised, after fees" note={note(unrealisedNote)} className="md:max-xl:col-span-3">
        {figure(({ unrealised }) => (
          <Pnl value={unrealised.sum} reason="No position has a price now" />
        ))}
      </Stat>
      <Stat name="Realised" note={history ? realisedNote(history) : '\u00a0'} className={THIRD}>
        {history ? (
          <Pnl value={history.realised.sum} reason="The service does not say what was realised" />
        ) : (
          <Waiting failed={problem.history} />
        )}
      </Stat>
      <Stat
        name="Claimable now"
        className={THIRD}
        note={note(({ claimable }) =>
          claimable.of === 0 ? 'nothing to claim' : `${plural(claimable.of, 'payout')} waiting`,
        )}
      >
        {figure(({ claimable }) => (
          <span className={(claimable.sum ?? 0n) > 0n ? 'text-warn' : 'text-muted'}>
            {formatUsd(claimable.sum ?? 0n)}
          </span>
        ))}
      </Stat>
      <Stat
        name={
          <span title="Of the positions held to a result; draws and cancelled markets do not count">
            Win rate
          </span>
        }
        className={THIRD}
        note={history ? winNote(history) : '\u00a0'}
      >
        {!history ? (
          <Waiting failed={problem.history} />
        ) : history.winRate.of === 0 ? (
          <Absent reason="No position has been held to a result" />
        ) : (
          <span>{percent(history.winRate)}</span>
        )}
      </Stat>
    </section>
  );
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
      Positions with both their gains, open orders, claims and the whole history of the wallet. Nothing is
      signed by connecting.
      {paper && (
        <span className="mt-2 block text-text">
          No wallet at hand? Take the paper wallet
          {faucet ? ': its faucet gives play money at once.' : ': it is kept in this browser.'}
        </span>
      )}
    </EmptyState>
  </Panel>
);
