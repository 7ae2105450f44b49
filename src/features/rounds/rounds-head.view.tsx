import { Link } from '@tanstack/react-router';
import { cx } from '@/lib/cx.ts';

const TAB = 'flex h-7 items-center rounded-sm px-2.5 font-medium transition-colors duration-100';
const look = (on: boolean): string => cx(TAB, on ? 'bg-raised text-text' : 'text-muted hover:text-text');
const current = (on: boolean) => (on ? { 'aria-current': 'page' as const } : {});

/** The title of both pages of rounds, and the way from one to the other. */
export const RoundsHead = ({ board = false }: { board?: boolean }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <h1 className="font-semibold text-xl">Rounds</h1>
    <nav aria-label="Views" className="flex gap-0.5">
      <Link to="/rounds" search={{}} className={look(!board)} {...current(!board)}>
        Trade
      </Link>
      <Link to="/rounds" search={{ view: 'board' }} className={look(board)} {...current(board)}>
        All windows
      </Link>
    </nav>
    <p className="text-muted">
      {board
        ? 'Every up-or-down window, and how likely each is to end up.'
        : 'Up or down in 15 minutes. Positions settle by themselves, in USDC.'}
    </p>
  </div>
);
