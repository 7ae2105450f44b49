import { useEffect } from 'react';
import { getConnection } from '@/api/rpc.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { useWalletStore } from './store.ts';

const Layer = lazyWithRetry(async () => {
  const [{ WalletLayer }, connection] = await Promise.all([import('./wallet-layer.tsx'), getConnection()]);
  return () => <WalletLayer connection={connection} />;
});
const ConnectDialog = lazyWithRetry(async () => (await import('./connect-dialog.tsx')).ConnectDialog);

/** Mounted once by the shell; loads wallet code only when a wallet is wanted or remembered. */
export function WalletRoot() {
  const wanted = useWalletStore((state) => state.wanted);
  const dialogOpen = useWalletStore((state) => state.dialogOpen);
  useEffect(() => {
    if (wanted) void getConnection().catch(() => undefined);
  }, [wanted]);
  return (
    <>
      {wanted && <Layer />}
      {dialogOpen && <ConnectDialog />}
    </>
  );
}
