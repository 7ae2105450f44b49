import type { Pubkey } from '@contract/ids.ts';
import { AppError } from '@/api/app-error.ts';
import { fetchTriggerOrder, type TriggerOrder } from '@/api/triggers.queries.ts';
import { useConfig } from '@/config.ts';
import { NEEDED_LAMPORTS } from '@/orders/lamports.ts';
import { rowProblem, walletState } from '@/orders/preflight.ts';
import { useUnderWay } from '@/orders/use-under-way.ts';
import { type WithdrawPorts, withdrawalIntent } from '@/orders/withdrawal-intent.ts';
import type { OnWaiting, TxIntent, Waiting } from '@/tx/types.ts';
import { useTx } from '@/tx/use-tx.ts';
import { useBegunWithdrawals } from '@/tx/withdrawals.queries.ts';
import { type BegunWithdrawal, withdrawals } from '@/tx/withdrawals.ts';
import { useBalances, type WalletSigner } from '@/wallet/index.ts';
import { assetsOf, isStranded } from './orders-rows.ts';
import { assetsText, orderTitle, type TokenOf } from './triggers-labels.ts';

const STAYS = 'The funds stay in your vault.';
/** What holds although no withdrawal was signed: of an order that had ended before, and of one that was open. */
const STRANDED = { stays: STAYS, mayStay: STAYS };
const STOPPED = {
  stays: 'The order is stopped; what it has left stays in your vault.',
  mayStay: 'The order may be stopped: see its row.',
};

/** Stops an order, or takes up one that has ended, and brings back what is shown of it. */
export const withdrawOrder = (
  order: TriggerOrder,
  owner: Pubkey,
  { native, tokenOf }: { native: Pubkey; tokenOf: TokenOf },
  ports?: WithdrawPorts,
): TxIntent =>
  withdrawalIntent(
    { owner, order: order.id, assets: assetsOf(order), native },
    {
      title: `${isStranded(order) ? 'Recover' : 'Cancel'} · ${orderTitle(order, tokenOf)}`,
      ...(isStranded(order) ? STRANDED : STOPPED),
      amounts: (assets) => assetsText(assets, tokenOf),
      left: assetsOf,
    },
    ports,
  );

interface Withdrawals {
  /** Why nothing can be signed now; null when it can. */
  blocked: string | null;
  /** Orders whose withdrawal is under way. */
  busy: ReadonlySet<string>;
  /** Those of them that were sent and could still land. */
  waiting: ReadonlyMap<string, Waiting>;
  /** Cancellations that were begun on this device and have not ended. */
  begun: readonly BegunWithdrawal[];
  start: (order: TriggerOrder) => void;
  /** These are not among the open ones: where they have ended, nothing is left to do. */
  forget: (ids: readonly string[]) => Promise<void>;
}

const ENDED: readonly string[] = ['filled', 'expired', 'cancelled', 'failed'];
/** By its own key: a listing may leave an order out for a moment. Of one that cannot be asked for nothing is known. */
const hasEnded = (id: string): Promise<boolean> =>
  fetchTriggerOrder(id).then(
    ({ orderState }) => ENDED.includes(orderState),
    (error) => error instanceof AppError && error.kind === 'not-found',
  );

/** Brings back what orders have left in the vault: cancels open ones, empties those that have ended. */
export function useWithdrawals(owner: Pubkey, signer: WalletSigner | null, tokenOf: TokenOf): Withdrawals {
  const { mints } = useConfig();
  const { run } = useTx(signer);
  const balances = useBalances();
  const { busy, waiting, begin: hold } = useUnderWay();
  const { begun, renew } = useBegunWithdrawals(owner);
  // The records only remind: the service knows which orders are stopped, and a disk that fails changes nothing of that.
  const end = async (ids: readonly string[]) => {
    await withdrawals.end(ids).catch(() => undefined);
    await renew();
  };

  const begin = async (order: TriggerOrder, onWaiting: OnWaiting) => {
    const title = orderTitle(order, tokenOf);
    await withdrawals.begin({ id: order.id, owner, title, begunAt: Date.now() }).catch(() => undefined);
    const outcome = await run(withdrawOrder(order, owner, { native: mints.sol, tokenOf }), onWaiting);
    if (outcome.result === 'done') await end([order.id]);
    else await renew();
  };

  return {
    blocked: rowProblem(walletState(owner, signer), balances.data?.lamports, NEEDED_LAMPORTS.fee),
    busy,
    waiting,
    begun,
    start: (order) => hold(order.id, (onWaiting) => begin(order, onWaiting)),
    forget: async (ids) => {
      const ended = await Promise.all(ids.map(hasEnded));
      await end(ids.filter((_, index) => ended[index]));
    },
  };
}
