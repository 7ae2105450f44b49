import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { fetchWithRetry, lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { useAlertsLayer, useAnyWaiting } from '@/state/alerts.ts';
import { useLayers } from '@/state/layers.ts';
import { PALETTE_KEYS, SHORTCUTS, type ShortcutId, useShortcutKeys } from '@/state/shortcut-keys.ts';
import { type Shortcut, useShortcuts } from '@/state/shortcuts.ts';
import { TxRoot } from '@/tx/tx-root.tsx';
import { useWalletStore } from '@/wallet/index.ts';
import { queryClient } from './config-load.ts';
import { useNavItems } from './shell/nav-items.ts';
import { focusSearch } from './shell/search-box.tsx';

interface LayerProps {
  open: boolean;
  onClose: () => void;
}
const TO_COME = { fallback: LayerToCome, wanted: ({ open }: LayerProps) => open };
const Palette = lazyWithRetry(async () => (await import('./palette/palette.tsx')).Palette, TO_COME);
const ShortcutHelp = lazyWithRetry(async () => (await import('./shortcut-help.tsx')).ShortcutHelp, TO_COME);
const AlertsDialog = lazyWithRetry(
  async () => (await import('@/features/alerts/alerts-dialog.tsx')).AlertsDialog,
);
const AlertWatch = lazyWithRetry(async () => (await import('@/features/alerts/alert-watch.tsx')).AlertWatch);
const Toaster = lazyWithRetry(async () => (await import('./toaster.tsx')).Toaster);

/** Holds the keys of a layer whose code is on its way: they are not for the page beneath, and Escape closes it. */
function LayerToCome({ open, onClose }: LayerProps) {
  useEffect(() => {
    if (!open) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open, onClose]);
  return open ? <div hidden data-modal data-state="open" /> : null;
}

/** Opened once, a layer stays mounted, so that it can close with its motion and give the focus back. */
function useOpenedOnce(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened;
}

/** Notes what was seen, so that the next visit can say what changed; its code comes after the page's. */
function useVisitRecorder(wallet: boolean): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    const giveUp = fetchWithRetry(
      () => import('./visit-recorder.ts'),
      ({ recordVisit }) => {
        stop = recordVisit(queryClient);
      },
      true,
    );
    return () => {
      giveUp();
      stop?.();
    };
  }, []);
  useEffect(() => {
    if (!wallet) return;
    return fetchWithRetry(
      () => Promise.all([import('./visit-recorder.ts'), import('./visit-held.ts')]),
      ([{ readHeldBy }, { heldIn }]) => readHeldBy(heldIn),
      true,
    );
  }, [wallet]);
}

/** The app's own layers and the keys that work on every page. */
export function AppLayers() {
  const { open, show, close } = useLayers();
  const navigate = useNavigate();
  const items = useNavItems();
  const keysOf = useShortcutKeys();
  const everywhere = (id: ShortcutId, run: () => void): Shortcut => ({
    ...SHORTCUTS[id],
    id,
    keys: keysOf(id),
    run,
  });
  useShortcuts([
    { keys: PALETTE_KEYS, label: 'Command palette', group: 'Everywhere', run: () => show('palette') },
    everywhere('search', focusSearch),
    everywhere('help', () => show('help')),
    ...items.map(({ shortcut, to }) => everywhere(shortcut, () => void navigate({ to }))),
    everywhere('monitor', () => void navigate({ to: '/monitor' })),
  ]);
  const palette = useOpenedOnce(open === 'palette');
  const help = useOpenedOnce(open === 'help');
  const alerts = useOpenedOnce(useAlertsLayer((layer) => layer.open));
  // Kept once there was something to wait for: a toast outlives the last alert.
  const watching = useOpenedOnce(useAnyWaiting());
  // Toasts tell of what a wallet does: their code comes with the wallet's, or with a transaction left unfinished.
  const wallet = useWalletStore((state) => state.wanted);
  useVisitRecorder(wallet);
  const [unfinished, setUnfinished] = useState(false);
  return (
    <>
      {palette && <Palette open={open === 'palette'} onClose={close} />}
      {help && <ShortcutHelp open={open === 'help'} onClose={close} />}
      {alerts && <AlertsDialog />}
      {(wallet || unfinished || watching) && <Toaster />}
      {watching && <AlertWatch />}
      <TxRoot onUnfinished={() => setUnfinished(true)} />
    </>
  );
}
