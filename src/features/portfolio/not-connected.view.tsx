import { Wallet } from 'lucide-react';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Panel } from '@/ui/panel.tsx';

interface Props {
  paper: boolean;
  /** The paper exchange hands out play money. */
  faucet: boolean;
  onConnect: () => void;
}

/** What this page is, before there is a wallet to show it for. */
export const NotConnected = ({ paper, faucet, onConnect }: Props) => (
  <Panel className="flex-1 justify-center">
    <EmptyState
      icon={Wallet}
      title="Connect a wallet to see your portfolio"
      action={
        <Button variant="primary" size="lg" onClick={onConnect}>
          Connect wallet
        </Button>
      }
    >
      Positions with both their gains, open orders, claims and the whole history of the wallet. Nothing is
      signed by connecting.
      {paper && (
        <span className="mt-2 block text-text">
          No wallet at hand? Take the paper wallet
          {faucet ? ': its faucet gives play money at once.' : ': it is kept in this browser.'}
        </span>
      )}
    </EmptyState>
  </Panel>
);
