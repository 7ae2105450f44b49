import { expect } from 'vitest';
import { GENESIS_MINTS, STABLECOIN, USDC } from '../ledger/mints.ts';
import { withMemory } from '../memory/memory-source.ts';
import {
  accountOf,
  dollars,
  invested,
  lockedStakes,
  micro,
  parlayEvents,
  realised,
  sum,
} from './accounts.ts';
import type { Player } from './clients.ts';
import type { Harness } from './exchange.ts';

type Desk = Pick<Harness, 'exchange' | 'services'>;

const BANKROLL = 10n ** 18n;
const GRANT = 10_000_000_000n;

const isStanding = (mint: string): boolean => GENESIS_MINTS.some(({ address }) => address === mint);

/** Every mint to the unit: nothing leaked, nothing negative, and no more issued than was given. */
export async function expectConserved({ exchange }: Desk, players: readonly Player[]): Promise<void> {
  const { mints, ok } = await exchange.audit();
  expect(ok).toBe(true);
  const issued = BANKROLL + GRANT * BigInt(players.reduce((total, { grants }) => total + grants, 0));
  for (const { mint, difference, ...places } of mints) {
    expect(difference).toBe('0');
    for (const amount of Object.values(places)) expect(BigInt(amount) >= 0n).toBe(true);
    const isMoney = mint === USDC.address || mint === STABLECOIN.address;
    if (isMoney) expect(places.supply).toBe(issued.toString());
    // Outcome tokens are in wallets alone; what the house sells by triggers stands in its vault.
    else if (!isStanding(mint)) expect([places.escrows, places.vaults, places.fees]).toEqual(['0', '0', '0']);
  }
}

/** Balances, positions, parlays and vaults agree, for an exchange on which no order is pending. */
export async function expectBooksAgree(desk: Desk, players: readonly Player[]): Promise<void> {
  const { ledger, chain } = desk.exchange;
  let locked = 0n;
  let owed = 0n;
  for (const { wallet, grants } of players) {
    const account = await accountOf(desk, wallet.address);
    const cash = await withMemory(desk.exchange.rpc.memory, () =>
      sum([USDC, STABLECOIN].map(({ address }) => ledger.tokenBalance(wallet.address, address) ?? 0n)),
    );
    const given = 2n * GRANT * BigInt(grants);
    // Realised + unrealised (what is held, less what it cost) = cash flow.
    expect(cash).toBe(given + realised(account) - invested(account));
    for (const { contractsMicro, totalCostUsd, valueUsd, pnlUsd } of account.positions) {
      expect(micro(contractsMicro) >= 0n && micro(totalCostUsd) >= 0n).toBe(true);
      if (pnlUsd !== null) expect(micro(pnlUsd)).toBe(micro(valueUsd) - micro(totalCostUsd));
    }
    locked += lockedStakes(account);
    owed += sum(account.positions.filter(({ claimed }) => !claimed).map(({ payoutUsd }) => micro(payoutUsd)));
    owed += sum(
      account.slips.filter(({ isClaimed }) => !isClaimed).map(({ payoutUsd }) => dollars(payoutUsd)),
    );
  }
  expect(ledger.tokenBalance(chain.parlays, STABLECOIN.address)).toBe(locked);
  const vaults = sum(
    [USDC, STABLECOIN].map(({ address }) => ledger.tokenBalance(chain.vault, address) ?? 0n),
  );
  expect(vaults + locked >= owed).toBe(true);
}

/** Once everything is over: nothing is held or locked, and fees are all that separates both kinds of PnL. */
export async function expectAllSettled(desk: Desk, players: readonly Player[]): Promise<void> {
  await expectBooksAgree(desk, players);
  for (const { wallet } of players) {
    const account = await accountOf(desk, wallet.address);
    expect(invested(account)).toBe(0n);
    const ofParlays = new Set(parlayEvents(account));
    const ofPositions = account.events.filter((event) => !ofParlays.has(event));
    const net = sum(ofPositions.map(({ realizedPnl }) => micro(realizedPnl)));
    const gross = sum(ofPositions.map(({ realizedPnlBeforeFees }) => micro(realizedPnlBeforeFees)));
    const fees = sum(ofPositions.map(({ feeUsd }) => micro(feeUsd)));
    const all = sum(account.events.map(({ realizedPnl }) => micro(realizedPnl)));
    expect(all).toBe(sum(account.histories.map(({ realizedPnlUsd }) => micro(realizedPnlUsd))));
    expect(fees).toBe(sum(account.histories.map(({ feesPaidUsd }) => micro(feesPaidUsd))));
    expect(gross - fees).toBe(net);
  }
  const { mints } = await desk.exchange.audit();
  const outcomes = mints.filter(({ mint }) => !isStanding(mint));
  expect(outcomes.every(({ supply }) => supply === '0')).toBe(true);
  expect(mints.every(({ escrows }) => escrows === '0')).toBe(true);
}
