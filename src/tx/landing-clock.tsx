import { type ReactNode, useEffect, useReducer } from 'react';
import { cx } from '@/lib/cx.ts';
import type { Waiting } from './types.ts';

/*
 * How long what was sent could still land, wherever it is told. The seconds are for the eye: only the words about them
 * are read out, once.
 */

const WORDS: Record<Waiting['because'], string> = {
  refused: 'Refused, but may still go through',
  unknown: 'Not confirmed: may still go through',
};
const KNOWN_SOON = 'Known in a moment';

/** What a row says on hover, where there is room for the seconds alone. */
export const waitingTitle = ({ because }: Waiting): string => `${WORDS[because]}. It is being looked up.`;

/** Whole seconds until a moment on the clock of `performance.now()`; 0 when it has come, or there is none. */
function useSecondsUntil(until: number | null): number {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  useEffect(() => {
    if (until === null) return;
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? 0 : Math.max(0, Math.ceil((until - performance.now()) / 1_000));
}

/** The sentence of a message: `until` on the clock of `performance.now()`. */
export function LandingClock({ until }: { until: number }) {
  const seconds = useSecondsUntil(until);
  return (
    <span role="timer" aria-live="off" className="text-muted">
      {seconds > 0 ? (
        <>
          It may still go through for about <span className="num">{seconds}</span> s.
        </>
      ) : (
        `${KNOWN_SOON}.`
      )}
    </span>
  );
}

/** The seconds alone, where a row tells the rest on hover. */
export function LandingSeconds({ until }: { until: number }) {
  const seconds = useSecondsUntil(until);
  return (
    <span role="timer" aria-live="off" className="num">
      {seconds} s
    </span>
  );
}

interface NoteProps {
  waiting: Waiting | null;
  /** What stands there otherwise. */
  children?: ReactNode;
  className?: string;
}

/**
 * The line beneath the button of a form. While what was sent could still land the clock covers what stands there, and
 * leaves it its room: the button does not move.
 */
export function ButtonNote({ waiting, children, className }: NoteProps) {
  const seconds = useSecondsUntil(waiting?.until ?? null);
  return (
    <div className={cx('grid text-xs', className)}>
      <div className={cx('col-start-1 row-start-1', waiting && 'invisible')}>{children}</div>
      <p className="col-start-1 row-start-1 text-muted">
        <span role="status">
          {waiting && (seconds > 0 ? WORDS[waiting.because] : `${KNOWN_SOON} whether it has gone through.`)}
        </span>
        {seconds > 0 && (
          <span role="timer" aria-live="off">
            {' for about '}
            <span className="num">{seconds}</span> s
          </span>
        )}
      </p>
    </div>
  );
}

interface ButtonProps {
  waiting: Waiting | undefined;
  /** What the button does, which stays its name. */
  children: string;
}

/** The word of a row's button; the seconds take its place, and no more room than it has. */
export const ButtonClock = ({ waiting, children }: ButtonProps) =>
  waiting ? (
    <span className="grid text-center">
      <span className="col-start-1 row-start-1 opacity-0">{children}</span>
      <span aria-hidden className="col-start-1 row-start-1">
        <LandingSeconds until={waiting.until} />
      </span>
    </span>
  ) : (
    children
  );
