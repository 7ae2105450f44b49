import type { Pubkey } from '@contract/ids.ts';
import { shortKey } from '@contract/ids.ts';
import { formatToken } from '@contract/money.ts';
import { getConfig } from '@/config.ts';
import { focusPage } from '@/lib/dom.ts';
import { Button } from '@/ui/button.tsx';
import { CopyButton } from '@/ui/copy-button.tsx';
import { ExplorerLink } from '@/ui/explorer-link.tsx';
import { Popover } from '@/ui/popover.tsx';
import { useBalances } from './balances.ts';
import { FaucetButton } from './faucet-button.tsx';
import { useWalletStore } from './store.ts';

const UNKNOWN = '—';

function Holdings() {
  const { data, error } = useBalances();
  const rows = [
    ['USDC', data ? formatToken(data.usdc, 6) : UNKNOWN],
    ['Stablecoin', data ? formatToken(data.stablecoin, 6) : UNKNOWN],
    ['SOL', data ? formatToken(data.lamports, 9, 4) : UNKNOWN],
  ] as const;
  return (
    <div>
      <dl className="flex flex-col gap-1">
        {rows.map(([name, amount]) => (
          <div key={name} className="flex justify-between gap-6">
            <dt className="text-muted">{name}</dt>
            <dd className="num">{amount}</dd>
          </div>
        ))}
      </dl>
      {error && <p className="mt-1 text-warn text-xs">{error.message}</p>}
    </div>
  );
}

/** The connected wallet: holdings, faucet, disconnect. In a chunk of its own: a reader without a wallet needs none of it. */
export function WalletMenu({ owner }: { owner: Pubkey }) {
  const { walletName, actions } = useWalletStore();
  return (
    <Popover
      label="Wallet"
      trigger={
        <Button className="num" aria-label={`Wallet ${shortKey(owner)}`}>
          {shortKey(owner)}
        </Button>
      }
      className="w-72"
    >
      <div className="flex flex-col gap-3">
        <div className="flex items-center gap-1">
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{walletName}</span>
            <span className="num block truncate text-muted text-xs">{owner}</span>
          </span>
          <CopyButton text={owner} what="address" />
          <ExplorerLink address={owner} what="wallet" />
        </div>
        {!actions?.signTransaction && <p className="text-warn">This wallet is watch-only: it cannot sign.</p>}
        <Holdings />
        {getConfig().paper?.faucet && <FaucetButton owner={owner} />}
        <Button
          variant="ghost"
          className="-mt-1"
          onClick={() => {
            actions?.disconnect();
            // This menu goes with the wallet, and its button too.
            focusPage();
          }}
        >
          Disconnect
        </Button>
      </div>
    </Popover>
  );
}
