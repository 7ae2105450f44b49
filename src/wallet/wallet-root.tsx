import { lazy, Suspense, useEffect } from 'react';
import { getConnection } from '@/api/rpc.ts';
import { useWalletStore } from './store.ts';

const Layer = lazy(async () => {
  const [{ WalletLayer }, connection] = await Promise.all([import('./wallet-layer.tsx'), getConnection()]);
  return { default: () => <WalletLayer connection={connection} /> };
});
const ConnectDialog = lazy(async () => ({ default: (await import('./connect-dialog.tsx')).ConnectDialog }));

/** Mounted once by the shell; loads wallet code only when a wallet is wanted or remembered. */
export function WalletRoot() {
  const wanted = useWalletStore((state) => state.wanted);
  const dialogOpen = useWalletStore((state) => state.dialogOpen);
  useEffect(() => {
    if (wanted) void getConnection();
  }, [wanted]);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Layer />
      {dialogOpen && <ConnectDialog />}
    </Suspense>
  );
}
