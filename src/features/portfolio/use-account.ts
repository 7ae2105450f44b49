import type { AppConfig } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import { type MicroUsd, microUsd } from '@contract/money.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import type { Token } from '@contract/tokens/token.ts';
import { PICO_DECIMALS, type PicoUsd, picoUsd } from '@contract/triggers/price.ts';
import { useMemo } from 'react';
import { useAccountReads, useHoldings, useSlowPrices } from '@/api/account.queries.ts';
import { renewEvery } from '@/api/history.queries.ts';
import { isOpenOrder } from '@/api/orders.queries.ts';
import { ACCOUNT_POLL_MS } from '@/api/poll.ts';
import { useQuotesAt } from '@/api/series-past.queries.ts';
import { useNamedTokens } from '@/api/tokens.queries.ts';
import { useSignedIn } from '@/api/trigger-token.ts';
import type { Vault } from '@/api/triggers.queries.ts';
import { useConfig } from '@/config.ts';
import { type Account, type AccountSources, accountOf, type VaultBalance } from '@/domain/account.ts';
import { marketsHeld, momentsAt, profitsAt } from '@/domain/equity.ts';
import { type Ledger, ledgerOf } from '@/domain/ledger.ts';
import { withResults } from '@/domain/trail.ts';
import { useServerNow } from '@/lib/clock.ts';
import { useFreshness } from '@/lib/freshness.ts';
import { midnightOf } from '@/lib/time.ts';
import { useBalances, useSigner } from '@/wallet/index.ts';
import { historyRows, recordsOf } from './history/history-rows.ts';
import type { VaultState } from './portfolio-labels.ts';
import { descriptorOf } from './portfolio-rows.ts';

const ONE_DOLLAR = picoUsd(10n ** BigInt(PICO_DECIMALS));
const DOLLAR_DECIMALS = 6;

const isDollar = ({ mints }: Pick<AppConfig, 'mints'>, mint: Pubkey): boolean =>
  mint === mints.usdc || mint === mints.stablecoin;

/** What a mint is called in a breakdown. */
export const mintName = (config: Pick<AppConfig, 'mints' | 'trigger'>, mint: string): string =>
  mint === config.mints.usdc
    ? 'USDC'
    : mint === config.mints.stablecoin
      ? 'stablecoin'
      : (config.trigger?.tokens?.find((token) => token.mint === mint)?.symbol ?? `${mint.slice(0, 4)}…`);

const paysItselfIn =
  (config: AppConfig): AccountSources['paysItself'] =>
  (position) =>
    descriptorOf(config, position)?.settles === 'itself';

const standingDecimals = ({ trigger }: AppConfig, mint: Pubkey): number | undefined =>
  trigger?.tokens?.find((token) => token.mint === mint)?.decimals;

/** Nothing lies where there is no vault; where nobody has signed in, nobody can say. */
function balancesOf(
  config: AppConfig,
  vault: Vault | null | undefined,
  prices: ReadonlyMap<Pubkey, PicoUsd | null | undefined>,
  listed: readonly Pick<Token, 'id' | 'decimals'>[],
): VaultBalance[] | null {
  if (config.trigger?.enabled !== true || vault === null) return [];
  return (
    vault?.balances?.map(({ mint, amount }) =>
      isDollar(config, mint)
        ? { mint, amount, decimals: DOLLAR_DECIMALS, price: ONE_DOLLAR }
        : {
            mint,
            amount,
            decimals:
              standingDecimals(config, mint) ?? listed.find(({ id }) => id === mint)?.decimals ?? null,
            price: prices.get(mint) ?? null,
          },
    ) ?? null
  );
}

export interface AccountView {
  account: Account;
  sources: AccountSources;
  /** False while only the newest part of the history is loaded. */
  ofAll: boolean;
  /** Why the vault is not known, where it is not. */
  vaultState: VaultState;
  /** When the oldest of what it is made of was true, local Unix ms; undefined before the first answer. */
  asOf: number | undefined;
}

/** The first of these instants, without those of what has never come. */
const oldestOf = (instants: readonly number[]): number | undefined =>
  instants.filter((at) => at > 0).sort((a, b) => a - b)[0];

const MINUTE_MS = 60_000;

/** Profit at a moment of the past, as far as its prices are known. */
function useProfitAt(time: number, ledger: Ledger<HistoryEvent> | null): MicroUsd | null {
  const asked = useMemo(
    () => ({ moments: momentsAt([time]), ids: ledger ? marketsHeld(ledger.trails, [time]) : [] }),
    [ledger, time],
  );
  const { prices } = useQuotesAt(asked.ids, asked.moments);
  return useMemo(() => {
    if (!ledger || !prices || prices.moments.times[0] !== time) return null;
    return profitsAt(ledger.trails, [time], prices.quotes)[0] ?? null;
  }, [ledger, prices, time]);
}

/** The whole account of a wallet, as far as it is known now. */
export function useAccount(owner: Pubkey): AccountView {
  const config = useConfig();
  const balances = useBalances();
  const cash = balances.data;
  const signedIn = useSignedIn(owner);
  const canSign = useSigner() !== null;
  const { positions, slips, orders, history, vault } = useAccountReads(owner, signedIn);
  const pages = history.data?.pages;
  // A long history is renewed less often, and is old later.
  const isPastOld =
    useFreshness(history.dataUpdatedAt, renewEvery(ACCOUNT_POLL_MS, history.data)) === 'stale';
  const dated = [balances, positions, slips, orders, vault, ...(isPastOld ? [history] : [])];
  const foreign = (vault.data?.balances ?? [])
    .map(({ mint }) => mint)
    .filter((mint) => !isDollar(config, mint));
  const prices = useSlowPrices(foreign);
  const listed = useNamedTokens(foreign.filter((mint) => standingDecimals(config, mint) === undefined));
  const records = useMemo(() => (pages ? recordsOf(historyRows(pages)) : null), [pages]);
  const booked = useMemo(() => records && ledgerOf(records), [records]);
  const ledger = useMemo(
    () => booked && { ...booked, trails: withResults(booked.trails, positions.data ?? []) },
    [booked, positions.data],
  );
  const midnight = midnightOf(useServerNow(MINUTE_MS)) / 1_000;
  const profitAtMidnight = useProfitAt(midnight, ledger);
  const sources: AccountSources = {
    cash: cash
      ? [
          { mint: config.mints.usdc, amount: microUsd(cash.usdc) },
          { mint: config.mints.stablecoin, amount: microUsd(cash.stablecoin) },
        ]
      : null,
    positions: positions.data ?? null,
    slips: slips.data ?? null,
    openOrders: orders.data?.orders.filter(isOpenOrder) ?? null,
    hasUnreadOrders: orders.data?.hasUnread === true,
    // One that has failed is asked for again as long as it takes: it is told as missing instead.
    isAwaited: vault.isLoading || [positions, slips, orders, history].some(({ isPending }) => isPending),
    vault: balancesOf(config, vault.data, prices, listed.data ?? []),
    ledger,
    records,
    hasUnreadRecords: history.hasNextPage,
    paysItself: paysItselfIn(config),
    midnight,
    profitAtMidnight,
  };
  const unseen = canSign ? 'signed-out' : 'watch-only';
  const awaited = vault.isError ? 'failed' : 'waiting';
  return {
    account: accountOf(sources),
    sources,
    ofAll: pages !== undefined && !history.hasNextPage,
    vaultState: signedIn === undefined ? unseen : awaited,
    asOf: oldestOf(dated.map(({ dataUpdatedAt }) => dataUpdatedAt)),
  };
}

/** What waits to be claimed by a press, for a badge; null while it is not known. */
export function useClaimable(owner: Pubkey): Account['claimable'] {
  const config = useConfig();
  const { positions, slips } = useHoldings(owner);
  return accountOf({
    cash: null,
    positions: positions.data ?? null,
    slips: slips.data ?? null,
    openOrders: null,
    hasUnreadOrders: false,
    isAwaited: false,
    vault: null,
    ledger: null,
    records: null,
    hasUnreadRecords: false,
    paysItself: paysItselfIn(config),
    midnight: 0,
    profitAtMidnight: null,
  }).claimable;
}
