import type { Pubkey } from '@contract/ids.ts';
import { formatToken, formatUsd } from '@contract/money.ts';
import { MAX_PARLAYS } from '@contract/prediction/parlay-limits.ts';
import { FREE_ENTRY_LAMPORTS, type ParlayMode, stakeOf } from '@/domain/parlay.ts';
import { ButtonNote } from '@/tx/landing-clock.tsx';
import type { Waiting } from '@/tx/types.ts';
import { Button } from '@/ui/button.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import type { PlaceProblem } from './problems.ts';

export interface Mint {
  key: 'usdc' | 'stablecoin';
  pubkey: Pubkey;
  name: string;
}

interface ModeProps {
  mode: ParlayMode;
  onMode: (mode: ParlayMode) => void;
  mints: readonly Mint[];
  mint: Mint;
  onMint: (key: Mint['key']) => void;
}

/** Paid or free, and the token to pay in. */
export function HowToPay({ mode, onMode, mints, mint, onMint }: ModeProps) {
  return (
    <div className="flex flex-col gap-2">
      <Segmented
        label="Kind of parlay"
        options={[
          { value: 'paid', label: `Paid ${formatUsd(stakeOf('paid'), 'down', 0)}` },
          { value: 'free', label: 'Free' },
        ]}
        value={mode}
        onChange={onMode}
      />
      {mode === 'paid' ? (
        <>
          <Segmented
            label="Pay in"
            options={mints.map(({ key, name }) => ({ value: key, label: name }))}
            value={mint.key}
            onChange={onMint}
          />
          <p className="text-faint text-xs">
            {mint.key === 'usdc'
              ? 'USDC is swapped one to one into the platform’s stablecoin in the same transaction.'
              : 'Staked as it is, without a swap.'}{' '}
            A win is paid in the stablecoin.
          </p>
        </>
      ) : (
        <p className="text-faint text-xs">
          The entry fee is {formatToken(FREE_ENTRY_LAMPORTS, 9, 3)} SOL per parlay; there is no stake. A win
          is paid out automatically. At most {MAX_PARLAYS} per wallet and day.
        </p>
      )}
    </div>
  );
}

/** "3 × $10.00", or the entry fees. */
export function costText(mode: ParlayMode, count: number): string {
  if (mode === 'free') return `${formatToken(FREE_ENTRY_LAMPORTS * BigInt(count), 9, 3)} SOL`;
  return formatUsd(stakeOf(mode) * BigInt(count));
}

interface PlaceProps {
  label: string;
  problem: PlaceProblem;
  busy: boolean;
  /** What was sent could still land: until then it stays busy. */
  waiting: Waiting | null;
  onPlace: () => void;
  onConnect: () => void;
}

/** The button, which says what is missing; the line for the clock is there from the press on, so that nothing moves. */
export function PlaceButton({ label, problem, busy, waiting, onPlace, onConnect }: PlaceProps) {
  if (problem?.kind === 'wallet') {
    return (
      <Button variant="outline" size="lg" className="w-full" onClick={onConnect}>
        Connect wallet
      </Button>
    );
  }
  return (
    <div>
      <Button
        variant="primary"
        size="lg"
        className="w-full"
        busy={busy}
        disabled={problem !== null}
        onClick={onPlace}
      >
        {problem && !busy ? problem.text : label}
      </Button>
      {busy && <ButtonNote waiting={waiting} className="mt-2 min-h-[19px] text-center" />}
    </div>
  );
}
