import type { Pubkey } from '@contract/ids.ts';
import { shortKey } from '@contract/ids.ts';
import { VAULT_POLL_MS } from '@/api/poll.ts';
import type { useVault, Vault } from '@/api/triggers.queries.ts';
import { Age } from '@/ui/age.tsx';
import { Button } from '@/ui/button.tsx';
import { CopyButton } from '@/ui/copy-button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ExplorerLink } from '@/ui/explorer-link.tsx';
import { Panel, PanelHeader, PanelTitle } from '@/ui/panel.tsx';
import { QueryBody } from '@/ui/query-body.tsx';
import { LoadingNote, Skeleton } from '@/ui/skeleton.tsx';
import type { Session } from './session.ts';
import { balanceText, unseenTitle } from './triggers-labels.ts';
import type { TriggerTokens } from './use-trigger-tokens.ts';

type Balance = NonNullable<Vault['balances']>[number];

function Row({ balance, tokenOf }: { balance: Balance; tokenOf: TriggerTokens['tokenOf'] }) {
  const token = tokenOf(balance.mint);
  const text = (amount: bigint): string => (token ? balanceText(amount, token.decimals) : `${amount} units`);
  const idle = balance.amount > balance.inOrders ? balance.amount - balance.inOrders : 0n;
  return (
    <tr className="border-line border-t">
      <th scope="row" className="px-3 py-1.5 text-left font-medium" title={balance.mint}>
        {token?.symbol ?? shortKey(balance.mint)}
      </th>
      <td className="num px-2 py-1.5 text-right">{text(balance.amount)}</td>
      <td className="num px-2 py-1.5 text-right text-muted">{text(balance.inOrders)}</td>
      <td className={`num px-3 py-1.5 text-right ${idle > 0n ? 'text-warn' : 'text-muted'}`}>{text(idle)}</td>
    </tr>
  );
}

const Table = ({
  balances,
  tokenOf,
}: {
  balances: readonly Balance[];
  tokenOf: TriggerTokens['tokenOf'];
}) => (
  <table className="w-full">
    <thead className="text-faint text-xs">
      <tr>
        <th scope="col" className="px-3 pt-2 pb-1 text-left font-medium">
          Token
        </th>
        <th scope="col" className="px-2 pt-2 pb-1 text-right font-medium">
          Balance
        </th>
        <th scope="col" className="px-2 pt-2 pb-1 text-right font-medium">
          In orders
        </th>
        <th scope="col" className="px-3 pt-2 pb-1 text-right font-medium">
          Idle
        </th>
      </tr>
    </thead>
    <tbody>
      {balances.map((balance) => (
        <Row key={balance.mint} balance={balance} tokenOf={tokenOf} />
      ))}
    </tbody>
  </table>
);

interface Props {
  query: ReturnType<typeof useVault>;
  /** Says what comes first where the vault cannot be shown yet. */
  session: Session['state'];
  owner: Pubkey | undefined;
  tokenOf: TriggerTokens['tokenOf'];
  /** Shows the orders whose funds lie idle. */
  onRecover: () => void;
  className?: string | undefined;
}

/** What lies in the wallet's vault: in open orders, and idle. Idle funds come back through the order they were left by. */
export function VaultPanel({ query, session, owner, tokenOf, onRecover, className }: Props) {
  const vault = query.data;
  const balances = vault?.balances ?? [];
  const idle = balances.some(({ amount, inOrders }) => amount > inOrders);
  return (
    <Panel aria-label="Vault" className={className}>
      <PanelHeader>
        <PanelTitle>Vault</PanelTitle>
        {vault && (
          <span className="num flex items-center gap-1 font-normal text-muted text-xs">
            {shortKey(vault.vaultPubkey)}
            <CopyButton text={vault.vaultPubkey} what="address of the vault" />
            <ExplorerLink address={vault.vaultPubkey} what="vault" />
          </span>
        )}
        {owner !== undefined && (
          <Age asOf={query.dataUpdatedAt || undefined} intervalMs={VAULT_POLL_MS} className="ml-auto" />
        )}
      </PanelHeader>
      {owner === undefined && vault === undefined ? (
        <EmptyState compact title={unseenTitle('your vault', session)}>
          It holds the deposits of your orders.
        </EmptyState>
      ) : (
        <QueryBody
          query={query}
          what="vault"
          intervalMs={VAULT_POLL_MS}
          skeleton={
            <div className="p-3">
              <LoadingNote what="your vault" />
              <Skeleton className="h-12 w-full" />
            </div>
          }
        >
          {(data) =>
            data === null ? (
              <EmptyState compact title="No vault yet">
                It is created with your first order.
              </EmptyState>
            ) : balances.length === 0 ? (
              <EmptyState compact title="The vault is empty">
                Deposits of open orders are held here.
              </EmptyState>
            ) : (
              <>
                <Table balances={balances} tokenOf={tokenOf} />
                {idle && (
                  <div className="flex flex-wrap items-center gap-2 border-line border-t bg-warn-dim px-3 py-2 text-sm text-warn">
                    <span className="min-w-0 flex-1">
                      Orders that expired or failed left funds here. They are yours: take them back.
                    </span>
                    <Button size="sm" onClick={onRecover}>
                      Recover
                    </Button>
                  </div>
                )}
              </>
            )
          }
        </QueryBody>
      )}
    </Panel>
  );
}
