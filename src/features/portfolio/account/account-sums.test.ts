import type { Pubkey } from '@contract/ids.ts';
import { floorToLot, type MicroUsd, microContracts, microUsd, minBig, parseUsd } from '@contract/money.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { Position } from '@contract/prediction/position.ts';
import { costOf, costOfSold, drawPayoutOf, payoutOf, proceedsOf, venueFee } from '@contract/pricing.ts';
import { picoUsd } from '@contract/triggers/price.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccountSources, accountOf } from '@/domain/account.ts';
import { ledgerOf } from '@/domain/ledger.ts';
import { type AccountSlip, runningSlips } from '@/domain/parlay-standing.ts';
import { arrangePositions } from '@/domain/portfolio.ts';
import { disposalsCsv, positionsCsv } from '../exports.ts';
import { anEvent, anOrder, aPosition, OWNER, STABLECOIN, USDC } from '../testing.tsx';

/* A life of an account, its purse counted apart from everything the desk reckons with. */

const MIDNIGHT = 1_790_000_000;
const DEPOSIT = 10n ** 15n;
const SLOTS = 5;

type Ending = 'won' | 'lost' | 'draw' | 'cancelled';
type Action =
  | { do: 'buy'; at: number; contracts: bigint; price: bigint; filled: bigint; spare: bigint }
  | { do: 'sell'; at: number; share: bigint; price: bigint }
  | { do: 'end'; at: number; how: Ending; claim: boolean }
  | { do: 'cancel' }
  | { do: 'parlay'; payout: bigint; how: 'runs' | 'won' | 'paid' | 'lost' }
  | { do: 'vault'; amount: bigint };

const at = fc.integer({ min: 0, max: SLOTS - 1 });
const price = fc.bigInt(10_000n, 990_000n);
const contracts = fc.bigInt(10_000n, 10n ** 10n).map(floorToLot);
const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('buy'),
      at,
      contracts,
      price,
      filled: fc.constantFrom(0n, 30n, 70n, 100n, 100n),
      spare: fc.bigInt(0n, 5_000_000n),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sell'), at, share: fc.bigInt(1n, 100n), price }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('end'),
      at,
      how: fc.constantFrom('won', 'lost', 'draw', 'cancelled'),
      claim: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('parlay'),
      payout: fc.bigInt(10_000_001n, 10n ** 10n),
      how: fc.constantFrom('runs', 'won', 'paid', 'lost'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('vault'), amount: fc.bigInt(1n, 10n ** 9n) }) },
) as fc.Arbitrary<Action>;

interface Held {
  key: Pubkey;
  contracts: bigint;
  cost: bigint;
  bid: bigint;
  realised: bigint;
  how: Ending | null;
  payout: bigint;
  claimed: boolean;
}
const keyOf = (index: number, life: number) => `${OWNER.slice(0, 40)}${index}${life}` as Pubkey;
const STAKE = 10_000_000n;

function live(actions: readonly Action[]) {
  const records: HistoryEvent[] = [];
  const slots: Held[] = [];
  const over: Held[] = [];
  const orders: Order[] = [];
  const escrow = new Map<Pubkey, bigint>();
  const slips: AccountSlip[] = [];
  let usdc = DEPOSIT;
  let stablecoin = 0n;
  let vault = 0n;
  const put = (changes: Partial<HistoryEvent>) =>
    records.push(
      anEvent({
        id: String(records.length + 1),
        timestamp: MIDNIGHT - 50 + records.length,
        orderPubkey: '',
        filledContractsMicro: microContracts(0n),
        totalCostUsd: microUsd(0n),
        feeUsd: null,
        ...changes,
      }),
    );
  const fresh = (index: number): Held => ({
    key: keyOf(index, over.length),
    contracts: 0n,
    cost: 0n,
    bid: 500_000n,
    realised: 0n,
    how: null,
    payout: 0n,
    claimed: false,
  });
  for (const act of actions) {
    if (act.do === 'vault') {
      const moved = minBig(act.amount, usdc);
      usdc -= moved;
      vault += moved;
    } else if (act.do === 'cancel') {
      const [order] = orders.splice(0, 1);
      if (!order) continue;
      usdc += escrow.get(order.pubkey) ?? 0n;
      escrow.delete(order.pubkey);
      put({ eventType: 'order_closed', orderPubkey: order.pubkey });
    } else if (act.do === 'parlay') {
      const key = `parlay-${slips.length}` as Pubkey;
      usdc -= STAKE;
      if (act.how === 'paid') stablecoin += act.payout;
      const brought = act.how === 'paid' ? act.payout : 0n;
      if (act.how === 'paid' || act.how === 'lost') {
        put({
          eventType: act.how === 'paid' ? 'payout_claimed' : 'position_lost',
          positionPubkey: key,
          contractsSettledMicro: microContracts(act.payout),
          payoutAmountUsd: microUsd(brought),
          realizedPnl: microUsd(brought - STAKE),
        });
      }
      slips.push({
        parlayId: key,
        positionPubkey: key,
        mode: 'paid',
        stakeUsd: '10',
        payoutUsd: `${act.payout / 1_000_000n}.${String(act.payout % 1_000_000n).padStart(6, '0')}`,
        placedAt: MIDNIGHT * 1_000,
        claimable: act.how === 'won',
        isClaimed: act.how === 'paid',
        executionStatus: 'success',
      });
    } else {
      const held = slots[act.at] ?? fresh(act.at);
      slots[act.at] = held;
      if (act.do === 'buy') {
        const wanted = microContracts(act.contracts);
        const filled = floorToLot((act.contracts * act.filled) / 100n);
        const cost = costOf(filled, microUsd(act.price));
        const fee = venueFee(filled, microUsd(act.price));
        const deposit =
          costOf(wanted, microUsd(act.price)) + venueFee(wanted, microUsd(act.price)) + act.spare;
        const order = anOrder({
          pubkey: `order-${records.length}-${orders.length}` as Pubkey,
          status: filled === 0n ? 'pending' : 'partiallyfilled',
          sizeUsd: microUsd(deposit),
          filledContractsMicro: filled,
        });
        usdc -= deposit;
        if (filled > 0n) {
          held.contracts += filled;
          held.cost += cost + fee;
          put({
            positionPubkey: held.key,
            orderPubkey: order.pubkey,
            filledContractsMicro: filled,
            avgFillPriceUsd: microUsd(act.price),
            totalCostUsd: cost,
            feeUsd: fee,
          });
        }
        const rest = deposit - (filled === 0n ? 0n : cost + fee);
        if (filled === wanted) usdc += rest;
        else {
          orders.push(order);
          escrow.set(order.pubkey, rest);
        }
      } else if (act.do === 'sell') {
        const sold = floorToLot((held.contracts * act.share) / 100n);
        if (sold === 0n) continue;
        const gross = proceedsOf(sold, microUsd(act.price));
        const fee = microUsd(minBig<bigint>(venueFee(sold, microUsd(act.price)), gross));
        const cost = costOfSold(microUsd(held.cost), microContracts(held.contracts), sold);
        usdc += gross - fee;
        held.contracts -= sold;
        held.cost -= cost;
        held.bid = act.price;
        put({
          isBuy: false,
          positionPubkey: held.key,
          filledContractsMicro: sold,
          avgFillPriceUsd: microUsd(act.price),
          feeUsd: fee,
          grossProceedsUsd: gross,
          netProceedsUsd: microUsd(gross - fee),
        });
      } else if (held.contracts > 0n) {
        const all = microContracts(held.contracts);
        const payout = { won: payoutOf(all), draw: drawPayoutOf(all), lost: 0n, cancelled: held.cost }[
          act.how
        ];
        over.push({ ...held, how: act.how, payout, claimed: act.claim && act.how !== 'lost' });
        delete slots[act.at];
        if (act.how !== 'lost' && !act.claim) continue;
        usdc += payout;
        put({
          eventType: act.how === 'lost' ? 'position_lost' : 'payout_claimed',
          isBuy: false,
          positionPubkey: held.key,
          contractsSettledMicro: all,
          payoutAmountUsd: microUsd(payout),
        });
      }
    }
  }
  const positions = [...slots.flatMap((held) => held ?? []), ...over].map((held): Position => {
    const all = microContracts(held.contracts);
    const sale = proceedsOf(all, microUsd(held.bid)) - venueFee(all, microUsd(held.bid));
    return aPosition({
      pubkey: held.key,
      contractsMicro: all,
      totalCostUsd: microUsd(held.cost),
      payoutUsd: microUsd(held.how === null ? payoutOf(all) : held.payout),
      pnlUsdAfterFees: held.how === null ? microUsd(sale - held.cost) : null,
      status: held.how === null ? 'open' : held.how === 'cancelled' ? 'cancelled' : 'closed',
      result: held.how === 'draw' ? 'draw' : held.how === 'lost' ? 'no' : held.how === 'won' ? 'yes' : null,
      claimable: held.how !== null && held.how !== 'lost' && !held.claimed,
      claimed: held.claimed,
      claimedUsd: microUsd(held.claimed ? held.payout : 0n),
      openedAt: MIDNIGHT,
    });
  });
  const sources: AccountSources = {
    cash: [
      { mint: USDC, amount: microUsd(usdc) },
      { mint: STABLECOIN, amount: microUsd(stablecoin) },
    ],
    positions,
    slips,
    openOrders: orders,
    hasUnreadOrders: false,
    isAwaited: false,
    hasUnreadRecords: false,
    vault: [{ mint: USDC, amount: vault, decimals: 6, price: picoUsd(10n ** 12n) }],
    ledger: ledgerOf(records),
    records,
    paysItself: () => false,
    midnight: MIDNIGHT - 1_000,
    profitAtMidnight: null,
  };
  return { sources, escrowed: [...escrow.values()].reduce((sum, one) => sum + one, 0n) };
}

/** A column of a CSV, as exact micro-dollars. */
function column(csv: string, name: string): bigint {
  const [header = '', ...lines] = csv.split('\r\n').filter((line) => line !== '');
  const index = header.split(',').indexOf(name) - header.split(',').length;
  return lines.reduce((sum, line) => sum + (parseUsd(line.split(',').at(index) ?? '') ?? 0n), 0n);
}
const sum = (parts: readonly (bigint | null)[]) => parts.reduce<bigint>((all, one) => all + (one ?? 0n), 0n);

describe('the figures of an account', () => {
  it('add up: rows, headlines and files are the same to the micro-dollar, and nothing comes from nowhere', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        const { sources, escrowed } = live(actions);
        const account = accountOf(sources);
        const { rows, parts, total, unrealised, realised, profit } = account;
        expect(total.missing).toEqual([]);
        // Whatever was put in is still there, but for what trading has brought or taken.
        expect((total.sum ?? 0n) - DEPOSIT).toBe(profit);
        expect(parts.escrow?.sum).toBe(escrowed);
        expect(total.sum).toBe(sum(rows.map(({ worth }) => worth)));
        expect(total.sum).toBe(sum(Object.values(parts).map((part) => part?.sum ?? null)));
        expect(unrealised?.sum).toBe(sum(rows.map((row) => row.unrealised)));
        expect(profit).toBe(sum([realised?.sum ?? null, unrealised?.sum ?? null]));
        // All of it was done today.
        expect(account.today).toEqual({ profit, older: 0, undated: 0, unknown: 0 });
        // Whatever it was opened at: what counts is what it was worth at midnight, but for parlays won nobody knows when.
        const won = rows.filter(({ part, state }) => part === 'parlays' && state === 'payout');
        const dated = (profit ?? 0n) - sum(won.map((row) => row.unrealised));
        const marked = accountOf({ ...sources, profitAtMidnight: microUsd(1_000n), midnight: MIDNIGHT * 2 });
        expect(marked.today).toEqual({ profit: dated - 1_000n, older: 0, undated: won.length, unknown: 0 });
        const payouts = [
          ...(sources.positions ?? []).filter(({ claimable }) => claimable).map(({ payoutUsd }) => payoutUsd),
          ...(sources.slips ?? [])
            .filter(({ claimable }) => claimable)
            .map((slip) => parseUsd(slip.payoutUsd)),
        ];
        expect(account.claimable?.sum).toBe(sum(payouts.map((payout) => payout ?? null)));
        const keys = new Set((sources.slips ?? []).map(({ parlayId }) => parlayId));
        expect(column(disposalsCsv(sources.records ?? [], keys), 'realised_usd')).toBe(realised?.sum);
        const positions = positionsCsv(arrangePositions(sources.positions ?? []), []);
        expect(column(positions, 'value_usd')).toBe(parts.positions?.sum);
      }),
      { numRuns: 300 },
    );
  });

  it('say what is not known, and never take it for zero', () => {
    const { sources } = live([
      { do: 'buy', at: 0, contracts: 10_000_000n, price: 500_000n, filled: 100n, spare: 0n },
      { do: 'parlay', payout: 90_000_000n, how: 'runs' },
    ]);
    const unpriced = sources.positions?.map((one) => ({ ...one, pnlUsdAfterFees: null })) ?? null;
    const noBids = accountOf({ ...sources, positions: unpriced });
    expect(noBids.parts.positions).toEqual({ sum: null, known: 0, of: 1 });
    expect(noBids.total.missing).toEqual(['positions']);
    const waiting = accountOf({ ...sources, cash: null, vault: null, records: null, ledger: null });
    // Whether a parlay has lost, the records tell.
    expect(waiting.total.missing).toEqual(['cash', 'parlays', 'vault']);
    expect(waiting).toMatchObject({ realised: null, profit: null, today: null });
    expect(waiting.total.sum, 'positions alone are no account').toBeNull();
    expect(
      accountOf({ ...sources, vault: null }).total.sum,
      'the vault shows to who has signed in',
    ).not.toBeNull();
    const strange = [{ mint: USDC, amount: 5n, decimals: null, price: null }];
    expect(accountOf({ ...sources, vault: strange }).total.missing).toEqual(['vault']);
    expect(accountOf({ ...sources, positions: null }).claimable).toBeNull();
  });

  it('take a parlay whose loss an unread record may tell for none that runs', () => {
    const { sources } = live([{ do: 'parlay', payout: 90_000_000n, how: 'lost' }]);
    const slips = sources.slips ?? [];
    const readSince = (timestamp: number): AccountSources => ({
      ...sources,
      records: [anEvent({ timestamp, positionPubkey: 'another' as Pubkey })],
      hasUnreadRecords: true,
    });
    expect(runningSlips(slips, sources)).toEqual([]);
    // Placed at midnight; what the oldest record's own second holds may be on the next page.
    for (const timestamp of [MIDNIGHT + 50, MIDNIGHT]) {
      const unread = readSince(timestamp);
      expect(runningSlips(slips, unread)).toEqual([]);
      expect(accountOf(unread).parts.parlays).toEqual({ sum: null, known: 0, of: 1 });
      expect(accountOf(unread).total.missing).toEqual(['parlays']);
    }
    const read = readSince(MIDNIGHT - 1);
    expect(runningSlips(slips, read)).toHaveLength(1);
    expect(accountOf(read).parts.parlays).toEqual({ sum: STAKE, known: 1, of: 1 });
  });

  it.each(['lost', 'won'] as const)(
    'count a position that has %s once that is known, though no record tells it yet',
    (how) => {
      const { sources } = live([
        { do: 'buy', at: 0, contracts: 10_000_000n, price: 500_000n, filled: 100n, spare: 0n },
        { do: 'sell', at: 0, share: 40n, price: 300_000n },
        { do: 'end', at: 0, how, claim: true },
      ]);
      const { profit, today, total } = accountOf(sources);
      expect((profit ?? 0n) > 0n).toBe(how === 'won');
      const early = sources.records?.slice(0, -1) ?? [];
      // Not every service names the position in its records.
      for (const records of [early, early.map((one) => ({ ...one, positionPubkey: '' }))]) {
        const before = accountOf({ ...sources, records, ledger: ledgerOf(records) });
        expect(before).toMatchObject({ profit, today, total });
      }
    },
  );

  it('hold a partly filled purchase as unknown whose fills are not in the records, or do not state their fee', () => {
    const { sources } = live([
      { do: 'buy', at: 0, contracts: 10_000_000n, price: 500_000n, filled: 30n, spare: 0n },
    ]);
    expect(accountOf(sources).parts.escrow).toMatchObject({ known: 1, of: 1 });
    const unknown = { sum: null, known: 0, of: 1 };
    expect(accountOf({ ...sources, records: [] }).parts.escrow).toEqual(unknown);
    const records = sources.records?.map((record) => ({ ...record, feeUsd: null })) ?? null;
    expect(accountOf({ ...sources, records }).parts.escrow).toEqual(unknown);
  });

  it('count no profit where nothing of what was realised is known, and say of today that it is not', () => {
    const { sources } = live([
      { do: 'buy', at: 0, contracts: 10_000_000n, price: 500_000n, filled: 100n, spare: 0n },
    ]);
    const [bought] = sources.records?.filter(({ eventType }) => eventType === 'order_filled') ?? [];
    if (!bought) throw new Error('nothing was bought');
    const sale = { ...bought, isBuy: false, positionPubkey: 'unrecorded' as Pubkey, realizedPnl: null };
    const of = (records: readonly HistoryEvent[]) =>
      accountOf({ ...sources, records, ledger: ledgerOf(records) });
    const nothing = of([sale]);
    expect([nothing.realised?.sum, nothing.profit]).toEqual([null, null]);
    expect(nothing.today?.unknown).toBe(1);
    const known = of([bought]).profit;
    expect(known).not.toBeNull();
    expect(
      of([bought, { ...sale, id: '99', timestamp: sources.midnight - 1 }]).today?.unknown,
      'not of today',
    ).toBe(0);
  });

  it('say of today that what was opened in it and has no price is not counted', () => {
    const { sources } = live([
      { do: 'buy', at: 0, contracts: 10_000_000n, price: 500_000n, filled: 100n, spare: 0n },
    ]);
    const positions = sources.positions?.map((one) => ({ ...one, pnlUsdAfterFees: null })) ?? [];
    const today = (midnight: number) => accountOf({ ...sources, positions, midnight }).today;
    expect(today(MIDNIGHT)).toEqual({ profit: 0n, older: 0, undated: 0, unknown: 1 });
    expect(today(MIDNIGHT + 1)).toEqual({ profit: 0n, older: 1, undated: 0, unknown: 0 });
  });

  it('leave a parlay that was placed before midnight out of today until it is paid: nobody says when it was won', () => {
    const { sources } = live([
      { do: 'buy', at: 0, contracts: 10_000_000n, price: 500_000n, filled: 100n, spare: 0n },
      { do: 'parlay', payout: 200_000_000n, how: 'won' },
    ]);
    const before = accountOf({ ...sources, slips: [] }).profit ?? 0n;
    const known: AccountSources = { ...sources, profitAtMidnight: microUsd(before) };
    const today = (midnight: number, of = known) => accountOf({ ...of, midnight }).today;
    expect(today(MIDNIGHT + 1)).toEqual({ profit: 0n, older: 0, undated: 1, unknown: 0 });
    expect(today(MIDNIGHT), 'placed today it was won today').toEqual({
      profit: 190_000_000n,
      older: 0,
      undated: 0,
      unknown: 0,
    });
    const unknown = { ...sources, profitAtMidnight: null };
    expect(today(MIDNIGHT + 1, unknown)).toEqual({ profit: 0n, older: 1, undated: 1, unknown: 0 });
  });

  const BUY = { do: 'buy', at: 0, contracts: 10_000_000n, price: 500_000n, filled: 100n, spare: 0n } as const;

  it('miss what may lie in orders too old to be read, and have no total while a part is on its way', () => {
    const { sources } = live([BUY]);
    expect(accountOf({ ...sources, hasUnreadOrders: true }).total.missing).toEqual(['escrow']);
    expect(accountOf({ ...sources, isAwaited: true }).total.sum).toBeNull();
  });

  it('know what needs no price and no record: an empty balance, and a purchase that nothing has filled', () => {
    const { sources } = live([{ ...BUY, filled: 0n }]);
    const empty = [{ mint: USDC, amount: 0n, decimals: null, price: null }];
    const { parts } = accountOf({ ...sources, vault: empty, records: null });
    expect(parts.vault).toEqual({ sum: 0n, known: 1, of: 1 });
    expect(parts.escrow).toEqual({ sum: sources.openOrders?.[0]?.sizeUsd, known: 1, of: 1 });
  });

  it('hold a purchase as unknown of whose fills one does not state its fee, wherever it stands', () => {
    const { sources } = live([{ ...BUY, filled: 30n }]);
    const fill = sources.records?.find(({ eventType }) => eventType === 'order_filled');
    if (!fill) throw new Error('nothing was filled');
    const half = microContracts(fill.filledContractsMicro / 2n);
    const rest = microContracts(fill.filledContractsMicro - half);
    const records = [
      { ...fill, filledContractsMicro: half, feeUsd: null },
      { ...fill, id: '99', filledContractsMicro: rest },
    ];
    for (const these of [records, records.toReversed()])
      expect(accountOf({ ...sources, records: these }).parts.escrow).toEqual({ sum: null, known: 0, of: 1 });
  });

  it('have no stake in a parlay that was free, and know none that cannot be read', () => {
    const of = (how: 'won' | 'runs', change: Partial<AccountSlip>) => {
      const { sources } = live([{ do: 'parlay', payout: 90_000_000n, how }]);
      return accountOf({ ...sources, slips: sources.slips?.map((slip) => ({ ...slip, ...change })) ?? null });
    };
    const won = of('won', { mode: 'free' });
    expect([won.parts.parlays?.sum, won.unrealised?.sum, won.unrealisedCost]).toEqual([
      90_000_000n,
      90_000_000n,
      0n,
    ]);
    expect(of('runs', { mode: 'free' }).parts.parlays).toEqual({ sum: 0n, known: 0, of: 0 });
    expect(of('won', { stakeUsd: '?' }).unrealised).toEqual({ sum: null, known: 0, of: 1 });
  });

  it('take a percentage of what was put into that whose profit is known', () => {
    const { sources } = live([BUY, { do: 'parlay', payout: 90_000_000n, how: 'runs' }]);
    const cost = sources.positions?.[0]?.totalCostUsd ?? 0n;
    expect(accountOf(sources).unrealisedCost).toBe(cost + STAKE);
    const positions = sources.positions?.map((one) => ({ ...one, pnlUsdAfterFees: null })) ?? null;
    expect(accountOf({ ...sources, positions }).unrealisedCost).toBe(STAKE);
    const before = accountOf({ ...sources, midnight: MIDNIGHT * 2 });
    expect(before.today, 'one that runs is dated').toMatchObject({ undated: 0 });
  });

  it('count a sale in the first second of today as one of today', () => {
    const { sources } = live([BUY, { do: 'sell', at: 0, share: 100n, price: 300_000n }]);
    const sold = sources.ledger?.disposals[0];
    const today = (midnight: number) => accountOf({ ...sources, positions: [], midnight }).today?.profit;
    const at = sold?.record.timestamp ?? 0;
    expect([today(at), today(at + 1)]).toEqual([sold?.realised, 0n]);
  });

  it('count as claimable only what waits for a press', () => {
    const { sources } = live([
      { do: 'buy', at: 0, contracts: 10_000_000n, price: 500_000n, filled: 100n, spare: 0n },
      { do: 'end', at: 0, how: 'won', claim: false },
    ]);
    expect(accountOf(sources).claimable?.sum).toBe(10_000_000n);
    const itself = accountOf({ ...sources, paysItself: () => true });
    expect(itself.claimable).toEqual({ sum: 0n, known: 0, of: 0 });
    expect(itself.parts.positions?.sum).toBe<bigint>(10_000_000n as MicroUsd);
  });

  it('have no total without positions, and no result of stakes while parlays are not known', () => {
    const { sources } = live([BUY]);
    expect(accountOf({ ...sources, positions: null }).total.sum).toBeNull();
    expect(accountOf({ ...sources, cash: null }).total.sum).toBeNull();
    const without = accountOf({ ...sources, slips: null });
    expect(without).toMatchObject({ unrealised: null, claimable: null, profit: null, today: null });
    expect(without.total.missing).toEqual(['parlays']);
    expect(accountOf({ ...sources, openOrders: null }).parts.escrow).toBeNull();
  });

  it('know no worth of tokens without their decimals and their price, nor of a payout that cannot be read', () => {
    const { sources } = live([{ do: 'parlay', payout: 90_000_000n, how: 'won' }]);
    const token = { mint: USDC, amount: 5n, decimals: 6, price: picoUsd(1n) };
    const unknown = { sum: null, known: 0, of: 1 };
    for (const change of [{ decimals: null }, { price: null }])
      expect(accountOf({ ...sources, vault: [{ ...token, ...change }] }).parts.vault).toEqual(unknown);
    const slips = sources.slips?.map((slip) => ({ ...slip, payoutUsd: '?' })) ?? null;
    const { parts, claimable, unrealised } = accountOf({ ...sources, slips });
    expect([parts.parlays, claimable, unrealised]).toEqual([unknown, unknown, unknown]);
  });

  it('compare today with midnight only where all that is held has a price', () => {
    const { sources } = live([BUY, { ...BUY, at: 1 }]);
    const positions =
      sources.positions?.map((one, index) => (index === 0 ? { ...one, pnlUsdAfterFees: null } : one)) ?? [];
    const known = { ...sources, positions, profitAtMidnight: microUsd(1_000_000n) };
    const { profit, today } = accountOf({ ...known, midnight: MIDNIGHT });
    expect(profit).not.toBeNull();
    expect(today).toEqual({ profit, older: 0, undated: 0, unknown: 1 });
    // What was opened before has no part in it: its price of then is not told for all.
    expect(accountOf({ ...known, midnight: MIDNIGHT + 1 }).today).toEqual({
      profit: 0n,
      older: 2,
      undated: 0,
      unknown: 0,
    });
  });

  it('leave out of what moved before today what has its result, and parlays, which do not move', () => {
    const { sources } = live([
      BUY,
      { do: 'end', at: 0, how: 'won', claim: false },
      { ...BUY, at: 1 },
      { do: 'parlay', payout: 90_000_000n, how: 'runs' },
    ]);
    expect(accountOf({ ...sources, profitAtMidnight: null, midnight: MIDNIGHT + 1 }).today?.older).toBe(1);
  });

  it('wait for no press for what has won and cannot be claimed yet', () => {
    const { sources } = live([BUY, { do: 'end', at: 0, how: 'won', claim: false }]);
    const positions = sources.positions?.map((one) => ({ ...one, claimable: false })) ?? [];
    const account = accountOf({ ...sources, positions });
    expect(account.rows.filter(({ part }) => part === 'positions').map(({ state }) => state)).toEqual([
      'settling',
    ]);
    expect(account.claimable).toEqual({ sum: 0n, known: 0, of: 0 });
    const lost = live([BUY, { do: 'end', at: 0, how: 'lost', claim: false }]).sources;
    const records = lost.records?.slice(0, -1) ?? [];
    const unbooked = accountOf({ ...lost, records, ledger: ledgerOf(records) });
    expect(unbooked.rows.filter(({ part }) => part === 'positions')).toMatchObject([
      { state: 'settling', worth: 0n },
    ]);
  });

  it('count a loss once that a record tells while its contracts are still held', () => {
    const { sources } = live([BUY, { do: 'end', at: 0, how: 'lost', claim: false }]);
    const { profit, total } = accountOf(sources);
    const cost = sources.positions?.[0]?.totalCostUsd ?? 0n;
    const told = { eventType: 'position_updated', realizedPnl: microUsd(-cost) } as const;
    const records =
      sources.records?.map((one) => (one.eventType === 'position_lost' ? { ...one, ...told } : one)) ?? [];
    expect(accountOf({ ...sources, records, ledger: ledgerOf(records) })).toMatchObject({ profit, total });
  });
});
