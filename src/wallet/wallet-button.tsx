import { shortKey } from '@contract/ids.ts';
import { formatToken } from '@contract/money.ts';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { Button } from '@/ui/button.tsx';
import { pillClass } from '@/ui/pill.tsx';
import { useBalances } from './balances.ts';
import { openConnect, useWalletStore } from './store.ts';

const UNKNOWN = '—';
const WalletMenu = lazyWithRetry(async () => (await import('./wallet-menu.tsx')).WalletMenu, {
  fallback: ({ owner }) => <Button className="num">{shortKey(owner)}</Button>,
});

/** USDC of the connected wallet; nothing while none is connected. */
export function BalancePill({ className }: { className?: string }) {
  const owner = useWalletStore((state) => state.pubkey);
  const { data, error } = useBalances();
  if (!owner) return null;
  return (
    <span
      className={`${pillClass()} num ${className ?? ''}`}
      title={error?.message ?? 'USDC in your wallet'}
      data-testid="balance"
    >
      {data ? formatToken(data.usdc, 6) : UNKNOWN} USDC
    </span>
  );
}

/** Connect, or the connected wallet with its holdings. */
export function WalletButton() {
  const status = useWalletStore((state) => state.status);
  const pubkey = useWalletStore((state) => state.pubkey);
  if (status === 'connecting') {
    return (
      <Button aria-busy onClick={openConnect}>
        <LoaderCircle aria-hidden className="size-3.5 animate-spin motion-reduce:animate-none" />
        Connecting
      </Button>
    );
  }
  if (!pubkey) {
    return (
      <Button onClick={openConnect}>
        <span>
          Connect<span className="max-sm:sr-only"> wallet</span>
        </span>
      </Button>
    );
  }
  return <WalletMenu owner={pubkey} />;
}
