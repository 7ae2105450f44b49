import type { Pubkey } from '@contract/ids.ts';
import { microUsd, parseUsd } from '@contract/money.ts';
import { type Answer, type RouteId, routes } from '@contract/routes.ts';
import { PICO_DECIMALS, picoUsd } from '@contract/triggers/price.ts';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { isOpenOrder } from '@/api/orders.queries.ts';
import { type AccountSources, accountOf } from '@/domain/account.ts';
import { ledgerOf } from '@/domain/ledger.ts';
import { arrangePositions } from '@/domain/portfolio.ts';
import { disposalsCsv, positionsCsv } from '@/features/portfolio/exports.ts';
import { historyRows, historyWith, recordsOf } from '@/features/portfolio/history/history-rows.ts';
import { randomOf } from '../e2e/random.ts';
import { isRefusal } from '../server/common/errors.ts';
import { freshDatabase } from '../server/db/testing/database.ts';
import { SOL, STABLECOIN, USDC } from '../server/exchange/ledger/mints.ts';
import { TestFeed } from '../server/exchange/rounds/testing/rounds.ts';
import { pick } from '../server/exchange/simulation/hash.ts';
import { isRound } from '../server/exchange/simulation/rounds-d/round-id.ts';
import type { Player } from '../server/exchange/testing/clients.ts';
import { Harness } from '../server/exchange/testing/exchange.ts';
import { Life } from '../server/exchange/testing/life.ts';
import { LifeUniverse } from '../server/exchange/testing/life-universe.ts';
import { dollars, handFeed, TriggerHarness } from '../server/exchange/triggers/testing/triggers.ts';

/*
 * Random accounts of the real exchange, read by the desk as it reads any: what it says of them is what the chain holds
 * and what the service says, to the micro-dollar.
 */

const GRANT = 2n * 10_000_000_000n;
const SOL_USD = 100;
const ONE_DOLLAR = picoUsd(10n ** BigInt(PICO_DECIMALS));
const PAGE = 100;
const WEEK_MS = 7 * 86_400_000;

const sum = (values: Iterable<bigint | null | undefined>): bigint => {
  let total = 0n;
  for (const value of values) total += value ?? 0n;
  return total;
};

/** A column of a file, as exact micro-dollars. */
function column(csv: string, name: string): bigint {
  const [header = '', ...lines] = csv.split('\r\n').filter((line) => line !== '');
  const fromEnd = header.split(',').indexOf(name) - header.split(',').length;
  return sum(lines.map((line) => parseUsd(line.split(',').at(fromEnd) ?? '')));
}

/** An answer as the desk has it: as it travels, and read by the contract. */
const told = <Id extends RouteId>(id: Id, answer: unknown): Answer<Id> =>
  z.parse(routes[id].answer, JSON.parse(JSON.stringify(answer))) as Answer<Id>;

/** Every row of a list, page by page. */
async function every<Row>(
  read: (start: number) => Promise<{ data: Row[]; pagination: { end: number; hasNext: boolean } }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; ; ) {
    const { data, pagination } = await read(start);
    rows.push(...data);
    if (!pagination.hasNext) return rows;
    start = pagination.end;
  }
}

/** What the interface says of one wallet, all of it, and what the chain holds of it. */
async function read(h: Life['h'], { wallet, grants }: Player) {
  const { services, exchange } = h;
  const owner = wallet.address;
  const of = (start: number) => ({ query: { ownerPubkey: owner, start, end: start + PAGE } });
  const positions = await every(async (start) =>
    told('listPositions', await services.listPositions(of(start))),
  );
  const histories = await every(async (start) =>
    told('listHistoryV2', await services.listHistoryV2(of(start))),
  );
  const orders = await every(async (start) => told('listOrders', await services.listOrders(of(start))));
  const { slips } = told('listSlips', await services.listSlips({ query: { walletAddress: owner } }));
  const vault = told('getVault', await services.getVault({ caller: owner }));
  const triggers = told(
    'listTriggerOrders',
    await services.listTriggerOrders({ query: { limit: PAGE }, caller: owner }),
  ).orders;
  const cash = await h.look((ledger) =>
    [USDC, STABLECOIN].map(({ address }) => ({
      mint: address as Pubkey,
      amount: microUsd(ledger.tokenBalance(owner, address) ?? 0n),
    })),
  );
  const pages = [
    { by: 'position' as const, data: histories, pagination: { start: 0, end: 0, total: 0, hasNext: false } },
  ];
  const rows = historyRows(pages);
  const records = recordsOf(rows);
  const ledger = ledgerOf(records);
  const sources: AccountSources = {
    cash,
    positions,
    slips,
    openOrders: orders.filter(isOpenOrder),
    hasUnreadOrders: false,
    isAwaited: false,
    hasUnreadRecords: false,
    vault: (vault.balances ?? []).map(({ mint, amount }) => ({
      mint,
      amount,
      ...(mint === SOL.address
        ? { decimals: SOL.decimals, price: dollars(SOL_USD) }
        : { decimals: USDC.decimals, price: ONE_DOLLAR }),
    })),
    ledger,
    records,
    paysItself: ({ marketId }) => isRound(marketId),
    midnight: exchange.clock.now() - 1,
    profitAtMidnight: null,
  };
  const history = historyWith(rows, slips, owner as Pubkey, ledger.disposals);
  return {
    owner,
    put: GRANT * BigInt(grants),
    sources,
    slips,
    histories,
    history,
    triggers,
    orders,
    account: accountOf(sources),
  };
}
type Told = Awaited<ReturnType<typeof read>>;

/** What the desk says of an account is what its rows, its files and the service say, and nothing comes from nowhere. */
function expectAgreed({ put, sources, slips, histories, history, triggers, account }: Told): void {
  const { rows, parts, total, realised, unrealised, profit } = account;
  expect(total.sum).toBe(sum(rows.map(({ worth }) => worth)));
  expect(total.sum).toBe(sum(Object.values(parts).map((part) => part?.sum)));
  expect(unrealised?.sum ?? 0n).toBe(sum(rows.map((row) => row.unrealised)));
  const ofService = sum(histories.map(({ realizedPnlUsd }) => realizedPnlUsd));
  expect(realised?.sum).toBe(ofService);
  expect(sum(history.map(({ realizedPnlUsd }) => realizedPnlUsd))).toBe(ofService);
  const parlays = new Set(slips.flatMap(({ positionPubkey }) => positionPubkey ?? []));
  expect(column(disposalsCsv(sources.records ?? [], parlays), 'realised_usd')).toBe(ofService);
  const heldSlips = rows.flatMap((row) => {
    const slip = row.part === 'parlays' && slips.find(({ parlayId }) => parlayId === row.key);
    return slip ? [{ slip, row }] : [];
  });
  const file = positionsCsv(arrangePositions(sources.positions ?? []), heldSlips);
  expect(column(file, 'value_usd')).toBe((parts.positions?.sum ?? 0n) + (parts.parlays?.sum ?? 0n));
  const due = [
    ...(sources.positions ?? [])
      .filter(({ claimable, marketId }) => claimable && !isRound(marketId))
      .map(({ payoutUsd }) => payoutUsd),
    ...slips.filter(({ claimable }) => claimable).map(({ payoutUsd }) => parseUsd(payoutUsd)),
  ];
  expect(account.claimable?.sum ?? 0n).toBe(sum(due));
  // What is there is what was put in, what trading has made of it, what free parlays gave and triggers have spent.
  if (total.missing.length > 0) return;
  const free = slips.filter(({ mode, isClaimed }) => mode === 'free' && isClaimed);
  const given = sum(free.map(({ payoutUsd }) => parseUsd(payoutUsd)));
  const fills = triggers.flatMap(({ events }) => events.filter(({ type }) => type === 'fill'));
  expect((total.sum ?? 0n) - put).toBe((profit ?? 0n) + given - sum(fills.map(({ amount }) => amount)));
}

/** What a wallet may do with its vault: order with its dollars, take an order back, see the price fire some. */
async function trigger(t: TriggerHarness, { wallet }: Player, random: () => number): Promise<string> {
  const drawn = random();
  if (drawn < 0.6) {
    const at = drawn < 0.3 ? 95 : 50;
    const inputAmount = String(20_000_000n + BigInt(Math.floor(random() * 1e8)));
    const terms = { inputMint: USDC.address, outputMint: SOL.address, triggerPriceUsd: dollars(at) };
    const now = Math.floor(t.h.exchange.clock.now() * 1_000);
    await t.order(wallet, { ...terms, inputAmount, expiresAt: now + WEEK_MS });
    return 'triggerOrder';
  }
  if (drawn < 0.8) {
    const { orders } = await t.list(wallet, { state: 'active', limit: PAGE });
    const open = orders.find(({ orderState }) => orderState === 'open');
    if (!open) return 'nothing';
    // Half of them are called off and left in the vault.
    const withdrawal = await t.cancel(wallet, open.id);
    if (random() < 0.5) await t.confirm(wallet, withdrawal);
    return 'triggerCancel';
  }
  await t.moveSol(90);
  await t.moveSol(SOL_USD);
  return 'triggerFire';
}

/** Ends a market as drawn; now and then all legs of a parlay are won, which chance alone would hardly do. */
async function ending(life: Life, { wallet }: Player, random: () => number): Promise<string> {
  const { h } = life;
  const { slips } = await h.services.listSlips({ query: { walletAddress: wallet.address } });
  const runs = ({ legs }: (typeof slips)[number]) =>
    legs.every(({ marketId }) => h.universe.open().includes(marketId));
  const parlay = slips.find((slip) => slip.mode === 'paid' && runs(slip));
  const drawn = random();
  if (parlay && drawn < 0.5) {
    for (const { marketId } of parlay.legs) await h.exchange.control.resolve(marketId, 'yes');
    return 'parlay won';
  }
  const { data } = await h.services.listPositions({ query: { ownerPubkey: wallet.address, end: PAGE } });
  const held = data.find(({ marketId }) => h.universe.open().includes(marketId));
  if (held) await h.exchange.control.resolve(held.marketId, random() < 0.5 ? 'draw' : 'cancelled');
  return 'resolve';
}

const STEPS = 110;
const LOOK_EVERY = 22;
const TRIGGERS = 0.14;
const ENDINGS = 0.24;
/** What must have been seen for the lives to prove anything. */
const NEEDED = [
  ...['buy', 'sell', 'cancel', 'parlay', 'swapBuy', 'roundOrder', 'claim', 'claimParlay', 'resolve'],
  ...['triggerOrder', 'triggerCancel', 'vault', 'escrow', 'partial fill', 'draw', 'cancelled'],
  ...['running parlay', 'won parlay', 'round', 'claimable', 'whole'],
];

/** What of the claim an account is an instance of. */
function* seenIn({ account, sources, slips, triggers, orders }: Told): Iterable<string> {
  const { rows, parts, total } = account;
  if (total.missing.length === 0 && rows.length > 6) yield 'whole';
  if ((parts.vault?.sum ?? 0n) > 0n) yield 'vault';
  if ((parts.escrow?.sum ?? 0n) > 0n) yield 'escrow';
  for (const { marketId, marketMetadata, claimable } of sources.positions ?? []) {
    if (isRound(marketId)) yield 'round';
    if (claimable) yield 'claimable';
    if (marketMetadata.result === 'draw') yield 'draw';
    if (marketMetadata.status === 'cancelled') yield 'cancelled';
  }
  for (const { claimable, mode } of slips)
    if (mode === 'paid') yield claimable ? 'won parlay' : 'running parlay';
  const isPart = ({ filledContractsMicro: filled, contractsMicro: all }: (typeof orders)[number]) =>
    filled > 0n && filled < all;
  if (orders.some(isPart)) yield 'partial fill';
  if (triggers.some(({ events }) => events.some(({ type }) => type === 'fill'))) yield 'triggerFire';
}

it('an account of the real exchange is what its rows, its files, the service and the chain say', {
  timeout: 240_000,
}, async () => {
  const seen = new Set<string>();
  for (const seed of [1, 2]) {
    const database = await freshDatabase();
    const feed = new TestFeed();
    const sol = handFeed(SOL_USD * 100);
    const h = await Harness.openOn(database, new LifeUniverse(), { feed, sol, fillDelayMs: 3_000 });
    const t = TriggerHarness.over(h, sol);
    const random = randomOf(seed);
    const life = await Life.begin(h, (at, usd) => feed.set(at, usd), seed, 3);
    for (const { wallet } of life.players) await h.services.registerVault({ caller: wallet.address });
    for (let step = 1; step <= STEPS; step += 1) {
      const player = pick(random, life.players);
      const drawn = random();
      const act =
        drawn < TRIGGERS
          ? () => trigger(t, player, random)
          : drawn < ENDINGS
            ? () => ending(life, player, random)
            : async () => void (await life.step());
      try {
        seen.add((await act()) ?? 'a step');
      } catch (error) {
        if (!isRefusal(error)) throw error;
      }
      if (step % LOOK_EVERY > 0) continue;
      const accounts: Told[] = [];
      for (const one of life.players) accounts.push(await read(h, one));
      for (const one of accounts) {
        for (const what of seenIn(one)) seen.add(what);
        expectAgreed(one);
      }
      const { mints } = await h.exchange.audit();
      const inEscrow = mints.filter(({ mint }) => mint === USDC.address || mint === STABLECOIN.address);
      expect(sum(accounts.map(({ account }) => account.parts.escrow?.sum))).toBe(
        sum(inEscrow.map(({ escrows }) => BigInt(escrows))),
      );
    }
    for (const name of life.done.keys()) seen.add(name);
    expect(h.log).toEqual([]);
    await database.close();
  }
  expect(NEEDED.filter((name) => !seen.has(name))).toEqual([]);
});
