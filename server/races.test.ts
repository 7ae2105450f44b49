import type { AnswerWire } from '@contract/routes.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from './db/client.ts';
import { freshDatabase } from './db/testing/database.ts';
import type { PlatformSigner } from './exchange/ledger/keys.ts';
import { createTestWallet } from './exchange/ledger/testing/ledger.ts';
import { type Harness, signed } from './exchange/testing/exchange.ts';
import { TestServer } from './testing/served.ts';

const FULL = 10_000_000_000n;
const DAY = 86_400;
const DEEP = { price: 400_000n, size: 100_000_000_000n };

type Executed = AnswerWire<'execute'>;
const landed = (answers: readonly Executed[]): Executed[] =>
  answers.filter(({ status }) => status === 'Success');

describe('at once', () => {
  let database: Database;
  let server: TestServer;
  let h: Harness;
  let wallet: PlatformSigner;
  beforeAll(async () => {
    database = await freshDatabase();
    server = await TestServer.open(database, { fillDelayMs: 1_000 });
    h = server.h;
  });
  beforeEach(async () => {
    h.universe.books.clear();
    h.universe.results.clear();
    wallet = await h.wallet();
  });
  afterEach(async () => {
    expect(await h.exchange.audit()).toMatchObject({ ok: true });
    const known = h.exchange.stats();
    await h.exchange.tick();
    expect(h.exchange.stats().pendingOrders).toBe(known.pendingOrders);
  });
  afterAll(async () => {
    expect(server.log).toEqual([]);
    await server.close();
    await database.close();
  });

  async function execute(transaction: string | null | undefined, ...signers: PlatformSigner[]) {
    const body = { signedTransaction: signed(transaction, ...signers) };
    const { status, json } = await server.call('POST', '/prediction/v1/execute', body);
    expect(status).toBe(200);
    return json as Executed;
  }
  /** Lets waiting orders be filled. */
  async function settle(): Promise<void> {
    h.pass(2);
    await h.exchange.tick();
  }
  async function held(): Promise<string> {
    const { positionPubkey } = await h.buy(wallet);
    await settle();
    return positionPubkey;
  }
  const types = async () => (await h.history(wallet)).map(({ eventType }) => eventType).sort();

  it('fifty times the same transaction has one answer and one effect', async () => {
    const { transaction, order } = await h.buildBuy(wallet);
    const answers = await Promise.all(Array.from({ length: 50 }, () => execute(transaction, wallet)));
    for (const answer of answers) expect(answer).toEqual({ ...answers[0], status: 'Success' });
    await settle();
    expect(await types()).toEqual(['order_closed', 'order_created', 'order_filled', 'position_updated']);
    const { totalCostUsd } = await h.position(order.positionPubkey);
    expect(h.usdc(wallet)).toBe(FULL - BigInt(totalCostUsd));
    expect(await execute(transaction, wallet)).toEqual(answers[0]);
  });

  it('two sales of the same whole position sell it once', async () => {
    const position = await held();
    const contracts = BigInt((await h.position(position)).contractsMicro);
    const before = h.usdc(wallet);
    const sales = await Promise.all([
      h.buildSell(wallet, position, contracts),
      h.services.closePosition({ params: { positionPubkey: position }, body: {} }),
    ]);
    const answers = await Promise.all(sales.map(({ transaction }) => execute(transaction, wallet)));
    expect(landed(answers)).toHaveLength(1);
    await settle();
    const [sold] = (await h.history(wallet)).filter((one) => one.eventType === 'order_filled' && !one.isBuy);
    expect(h.usdc(wallet)).toBe(before + BigInt(sold?.netProceedsUsd ?? 0));
    expect(await h.position(position)).toMatchObject({ contractsMicro: '0', openOrders: 0 });
  });

  it('purchases beyond the balance spend what is there, and no unit more', async () => {
    h.universe.books.set('MK-A', { yes: [], no: [DEEP] });
    const built = await Promise.all(
      Array.from({ length: 20 }, () => h.buildBuy(wallet, { depositAmount: 900_000_000n })),
    );
    const answers = await Promise.all(built.map(({ transaction }) => execute(transaction, wallet)));
    expect(landed(answers)).toHaveLength(11);
    for (const { error } of answers.filter(({ status }) => status === 'Failed')) {
      expect(error).toMatch(/insufficient|not enough|holds too little/i);
    }
    expect(h.usdc(wallet)).toBe(FULL - 11n * 900_000_000n);
    await settle();
    const position = await h.position(built[0]?.order.positionPubkey ?? '');
    expect(h.usdc(wallet)).toBe(FULL - BigInt(position.totalCostUsd));
  });

  it.each(['the keeper first', 'the owner first'])(
    'taking back an order races its fill: %s',
    async (first) => {
      const { orderPubkey, positionPubkey } = await h.buy(wallet);
      const close = await h.services.closeOrder({ body: { orderPubkey: orderPubkey ?? '' } });
      h.pass(2);
      const keeper = () => h.exchange.tick().then(() => undefined);
      const owner = () => execute(close.transaction, wallet);
      const [, answer] =
        first === 'the keeper first'
          ? await Promise.all([keeper(), owner()])
          : await Promise.all([owner(), keeper()]).then(([mine]) => [undefined, mine] as const);
      const { status } = await h.order(orderPubkey);
      if (answer.status === 'Success') {
        expect(status).toBe('failed');
        expect(await types()).toEqual(['order_closed', 'order_created']);
        expect(h.usdc(wallet)).toBe(FULL);
      } else {
        expect(status).toBe('filled');
        expect(answer.error).toMatch(/no longer pending/);
        const { totalCostUsd } = await h.position(positionPubkey);
        expect(h.usdc(wallet)).toBe(FULL - BigInt(totalCostUsd));
      }
    },
  );

  it('a claim races the payout after a day, and other claims: paid once', async () => {
    const position = await held();
    h.universe.results.set('MK-A', 'yes');
    await h.exchange.control.resolve('MK-A', 'yes');
    const before = h.usdc(wallet);
    const { payoutUsd } = await h.position(position);
    h.pass(DAY);
    const claims: (string | null | undefined)[] = [];
    for (let n = 0; n < 3; n++) {
      const built = await h.services.claimPosition({ params: { positionPubkey: position }, body: {} });
      claims.push(built.transaction);
      h.pass(1);
    }
    const [answers] = await Promise.all([
      Promise.all(claims.map((transaction) => execute(transaction, wallet))),
      h.exchange.tick(),
    ]);
    expect(landed(answers).length).toBeLessThanOrEqual(1);
    expect(h.usdc(wallet)).toBe(before + BigInt(payoutUsd));
    expect((await types()).filter((type) => type === 'payout_claimed')).toHaveLength(1);
    expect(await h.position(position)).toMatchObject({ claimed: true, claimable: false });
  });

  it('thirty calls of the faucet are one grant', async () => {
    const { address } = createTestWallet();
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => server.call('POST', '/paper/faucet', { pubkey: address })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(29);
    expect(h.usdc({ ...wallet, address })).toBe(FULL);
  });
});
