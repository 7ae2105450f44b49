import type { Pubkey } from '@contract/ids.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { toAppError } from '@/api/app-error.ts';
import { requestFaucet } from '@/api/paper.ts';
import { Button } from '@/ui/button.tsx';
import { balanceKeys } from './balances.ts';

const minutes = (ms: number): string => `${Math.max(1, Math.ceil(ms / 60_000))} min`;

/** Asks for play money; says when it may be asked again. */
export function FaucetButton({ owner }: { owner: Pubkey }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    try {
      await requestFaucet(owner);
      toast.success('10,000 USDC, 10,000 stablecoin and 10 SOL of play money arrived');
      await client.invalidateQueries({ queryKey: balanceKeys.of(owner) });
    } catch (cause) {
      const error = toAppError(cause);
      const wait = error.retryAfterMs;
      toast.error(
        error.kind === 'rate-limited'
          ? `The faucet gives once an hour${wait ? `: again in ${minutes(wait)}` : ''}.`
          : `No play money: ${error.message}`,
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={busy} onClick={() => void ask()}>
      Get play money
    </Button>
  );
}
