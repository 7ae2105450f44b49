import LoaderCircle from 'lucide-react/icons/loader-circle';
import Wallet from 'lucide-react/icons/wallet';
import { getConfig } from '@/config.ts';
import { cx } from '@/lib/cx.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { closeConnect, mayHoldWallet, useWalletStore, type WalletChoice } from './store.ts';

function Choice({ choice, busy }: { choice: WalletChoice; busy: boolean }) {
  const actions = useWalletStore((state) => state.actions);
  return (
    <button
      type="button"
      disabled={!actions}
      // Not disabled while it is asked: it would lose the focus.
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={() => {
        if (!busy) void actions?.connect(choice.name);
      }}
      className={cx(
        'flex w-full items-center gap-3 rounded-md border border-line bg-raised px-3 py-2.5 text-left',
        'transition-colors duration-100 hover:border-line-strong hover:bg-hover disabled:cursor-not-allowed',
        'light:not-disabled:bg-panel light:not-disabled:hover:bg-hover',
        busy && 'cursor-progress',
      )}
    >
      <img src={choice.icon} alt="" className="size-7 rounded-md" referrerPolicy="no-referrer" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{choice.name}</span>
        {choice.isPaper && (
          <span className="block text-muted text-xs">
            Play money only. Its key stays in this browser: anyone using this browser can use it, and clearing
            site data deletes it. Never send real funds to its address.
          </span>
        )}
      </span>
      {busy && <LoaderCircle aria-hidden className="size-4 animate-spin text-muted" />}
    </button>
  );
}

/** Choice of a wallet: those the browser offers by Wallet Standard, and the paper wallet in paper mode. */
export function ConnectDialog() {
  const { choices, loaded, status, walletName, problem, actions } = useWalletStore();
  const connecting = status === 'connecting';
  const isPaper = getConfig().mode === 'paper';
  const installed = choices.filter((choice) => !choice.isPaper);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) closeConnect();
      }}
      title="Connect a wallet"
      description={
        isPaper ? 'Paper exchange: nothing here is worth money.' : 'Your keys stay in your wallet.'
      }
      width="sm"
    >
      <div className="flex flex-col gap-2">
        {!mayHoldWallet && (
          <p className="text-muted">
            This page came over a connection that others can read and change, so no wallet is used here. Open
            Evenline by an address that begins with https, or on the computer it runs on, at localhost.
          </p>
        )}
        {mayHoldWallet && !loaded && <p className="text-muted">Looking for wallets…</p>}
        {choices.map((choice) => (
          <Choice key={choice.name} choice={choice} busy={connecting && walletName === choice.name} />
        ))}
        {loaded && installed.length === 0 && (
          <p className="flex items-start gap-2 text-muted text-xs">
            <Wallet aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            No wallet extension was found in this browser. Wallets that support the Wallet Standard appear
            here by themselves.
          </p>
        )}
        {connecting && (
          <div className="flex items-center gap-2 text-muted">
            <p role="status" className="min-w-0 flex-1">
              {walletName} is asked. Its window may be behind this one.
            </p>
            <Button variant="ghost" size="sm" onClick={() => actions?.leave()}>
              Stop waiting
            </Button>
          </div>
        )}
        {problem && (
          <p role="alert" className="text-no">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
