import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { cx } from '@/lib/cx.ts';
import { Layer } from './dialog.tsx';
import { nearestStop, STOPS } from './snap-stops.ts';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  children: ReactNode;
}

/** So far a finger may slip on the handle and still press it, pixels. */
const SLIP = 6;

/** Of phones: a sheet from below that is drawn between two heights by its handle, and away below them. */
export function SnapSheet({ open, onOpenChange, ...rest }: Props) {
  const [stop, setStop] = useState<number>(STOPS[0]);
  const [drawn, setDrawn] = useState<number>();
  const drag = useRef<{ from: number; moved: boolean }>(undefined);
  const shareAt = (y: number): number => stop + ((drag.current?.from ?? y) - y) / window.innerHeight;
  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: event.clientY, moved: false };
  };
  const move = ({ clientY }: PointerEvent) => {
    if (!drag.current) return;
    drag.current.moved ||= Math.abs(clientY - drag.current.from) > SLIP;
    if (drag.current.moved) setDrawn(Math.min(STOPS[1], shareAt(clientY)));
  };
  const end = ({ clientY }: PointerEvent) => {
    if (!drag.current?.moved) return;
    const next = nearestStop(shareAt(clientY));
    setDrawn(undefined);
    if (next === null) onOpenChange(false);
    else setStop(next);
  };
  const isHigh = stop === STOPS[1];
  return (
    <Layer
      open={open}
      onOpenChange={(next) => {
        if (!next) setStop(STOPS[0]);
        onOpenChange(next);
      }}
      style={{ height: `${(drawn ?? stop) * 100}dvh` }}
      className={cx(
        'inset-x-0 bottom-0 rounded-t-lg border-x-0 border-b-0 pb-[env(safe-area-inset-bottom)] data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in',
        drawn === undefined && 'transition-[height] duration-150 motion-reduce:transition-none',
      )}
      handle={
        <button
          type="button"
          aria-label={isHigh ? 'Lower the sheet' : 'Raise the sheet'}
          className="flex h-5 w-full shrink-0 touch-none items-center justify-center focus-visible:-outline-offset-2"
          onPointerDown={begin}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={() => {
            drag.current = undefined;
            setDrawn(undefined);
          }}
          onClick={() => {
            // What was drawn has been put down already.
            if (!drag.current?.moved) setStop(isHigh ? STOPS[0] : STOPS[1]);
            drag.current = undefined;
          }}
        >
          <span aria-hidden className="h-1 w-9 rounded-full bg-line-strong" />
        </button>
      }
      {...rest}
    />
  );
}
