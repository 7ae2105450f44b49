import { toDecimalText } from '@contract/money.ts';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Select } from '@/ui/field.tsx';

/** Above this a sale may lose more than is usual between its quote and its fill: 5 %. */
export const HIGH_SLIPPAGE_BPS = 500;
const USUAL = [50, 100, 250, 500, 1_000] as const;

/** Basis points as people read them: 250 → `2.5%`. */
export const slippageText = (bps: number): string => `${toDecimalText(BigInt(bps), 2)}%`;

interface Props {
  bps: number;
  /** The slippage of the settings, offered beside the usual ones. */
  preferredBps: number;
  onChange: (bps: number) => void;
  /** At the other end of its line. */
  children?: ReactNode;
}

/** How far below its quote a sale may go, with a warning when that is far. */
export function SlippageChoice({ bps, preferredBps, onChange, children }: Props) {
  const choices = [...new Set<number>([...USUAL, preferredBps, bps])].sort((a, b) => a - b);
  return (
    <>
      <div className="flex items-center gap-2">
        <span className="text-muted">Slippage</span>
        <Select
          label="Slippage: how far below its quote a sale may go"
          value={String(bps)}
          options={choices.map((choice) => ({ value: String(choice), label: slippageText(choice) }))}
          onChange={(text) => onChange(Number.parseInt(text, 10))}
          className="num"
        />
        <span className="flex-1" />
        {children}
      </div>
      {bps > HIGH_SLIPPAGE_BPS && (
        <p role="alert" className="my-2 flex gap-2 rounded-md bg-warn-dim px-3 py-2 text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            {slippageText(bps)} is a lot: a sale may go that far below its quote before it stops. More than 5%
            is rarely needed.
          </span>
        </p>
      )}
    </>
  );
}
