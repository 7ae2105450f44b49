import { Pill } from '@/ui/pill.tsx';
import type { PlaceResult } from './placing.ts';

/** What became of a slip that was to be placed. */
export function Result({ result }: { result: PlaceResult }) {
  switch (result.step) {
    case 'waiting':
      return <Pill>Waiting</Pill>;
    case 'working':
      return <Pill tone="accent">Under way</Pill>;
    case 'placed':
      return <Pill tone="yes">✓ Placed</Pill>;
    case 'refused':
      return (
        <span className="flex flex-wrap items-center gap-2">
          <Pill tone="no">✕ Not placed</Pill>
          <span className="text-sm">{result.message}</span>
        </span>
      );
    case 'unsure':
    case 'stopped':
      return (
        <span className="flex flex-wrap items-center gap-2">
          <Pill tone="warn">{result.step === 'unsure' ? 'Unconfirmed' : 'Not sent'}</Pill>
          <span className="text-sm">{result.message}</span>
        </span>
      );
  }
}
