import type { Pubkey } from '@contract/ids.ts';
import { getConfig } from '@/config.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { useFocusOnLeaving } from '@/ui/use-focus-on-leaving.ts';
import { useBalances } from './balances.ts';
import { useWalletStore } from './store.ts';

const FaucetButton = lazyWithRetry(async () => (await import('./faucet-button.tsx')).FaucetButton);

function Offer({ owner }: { owner: Pubkey }) {
  return (
    <section
      // What it gives takes it away, and its button too.
      ref={useFocusOnLeaving()}
      aria-label="Play money"
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-line border-b bg-panel px-4 py-1.5"
    >
      <p className="text-muted">Your paper wallet is empty.</p>
      <FaucetButton owner={owner} />
    </section>
  );
}

/** On paper: a wallet that is known to hold nothing is offered play money, under the top bar, until it has some. */
export function EmptyWalletNotice() {
  const owner = useWalletStore((state) => state.pubkey);
  const { data } = useBalances();
  const isEmpty = data !== undefined && data.usdc + data.stablecoin + data.lamports === 0n;
  if (!owner || !isEmpty || !getConfig().paper?.faucet) return null;
  return <Offer owner={owner} />;
}
