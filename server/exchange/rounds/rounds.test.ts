import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { accounts } from '../../db/schema.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import type { StoredAccount } from '../ledger/ledger.ts';
import { outcomeMint } from '../ledger/outcome-mints.ts';
import { addSignatures } from '../ledger/signers.ts';
import { createTestWallet, landed } from '../ledger/testing/ledger.ts';
import { compileTransaction } from '../ledger/transactions/compile.ts';
import { ensureTokenAccount, moveTokens } from '../ledger/transactions/parts.ts';
import { roundMarketId } from '../simulation/rounds-d/round-id.ts';
import { type Harness, type OrderFields, USDC_MINT } from '../testing/exchange.ts';
import { accountRow } from '../writer/account-row.ts';
import { CLOSE, DOWN, openRounds, ROUND, type TestFeed, UP } from './testing/rounds.ts';

const FAUCET = 10_000_000_000n;
const OTHER_MINT = 'JuprjznTrTSp2UFa3ZBUFgwdAmtZCq4MQCwysN55USD';

describe('rounds', () => {
  let database: Database;
  let h: Harness;
  let feed: TestFeed;
  let wallet: PlatformSigner;

  beforeEach(async () => {
    database = await freshDatabase();
    ({ h, feed } = await openRounds(database));
    wallet = await h.wallet();
  });
  afterEach(async () => {
    await database?.close();
  });

  const mintOf = (marketId: string): string =>
    h.exchange.universe.market(marketId, h.exchange.clock.now())?.outcome?.mint ?? '';
  const tokens = (owner: string, marketId = UP): bigint =>
    h.exchange.ledger.tokenBalance(owner, mintOf(marketId)) ?? 0n;
  const buy = (who: PlatformSigner, fields: OrderFields = {}) =>
    h.buy(who, { marketId: UP, depositAmount: 100_000_000n, ...fields });
  const balanced = async () => {
    const audit = await h.exchange.audit();
    expect(audit.ok).toBe(true);
    return audit;
  };
  const end = (seconds = CLOSE + 6 - h.exchange.clock.now()) => h.exchange.control.advance(seconds);

  /** Writes down an account that no job of the exchange has changed. */
  async function store(account: StoredAccount): Promise<void> {
    const row = accountRow(account);
    await database.db.insert(accounts).values(row).onConflictDoUpdate({ target: accounts.pubkey, set: row });
  }
  /** Sends outcome tokens to another wallet, as any holder may. */
  async function give(from: PlatformSigner, to: string, amount: bigint): Promise<void> {
    const mint = outcomeMint(mintOf(UP));
    const tx = compileTransaction(from.address, h.exchange.ledger.latestBlockhash().blockhash, [
      ensureTokenAccount(from.address, to, mint),
      moveTokens(from.address, to, mint, amount),
    ]);
    const { changes } = landed(await h.look((ledger) => ledger.execute(addSignatures(tx, [from]))));
    for (const { after } of changes) if (after) await store(after);
  }

  it('swaps USDC for tokens at once: the position is there with the answer', async () => {
    const built = await h.buildBuy(wallet, { marketId: UP, depositAmount: 100_000_000n });
    expect(built).toMatchObject({
      executionModel: 'atomic_swap',
      settlement: 'auto',
      order: { orderPubkey: null, orderAtaPubkey: null, isYes: true, isBuy: true },
      requiredSigners: [wallet.address],
    });
    expect(await h.send(built, wallet)).toMatchObject({ status: 'Success' });
    const { order } = built;
    const position = await h.position(order.positionPubkey);
    expect(position.contractsMicro).toBe(order.contractsMicro);
    expect(position.totalCostUsd).toBe(order.newSizeUsd);
    expect(tokens(wallet.address)).toBe(BigInt(order.contractsMicro));
    const cost = BigInt(order.orderCostUsd) + BigInt(order.estimatedTotalFeeUsd);
    expect(h.usdc(wallet)).toBe(FAUCET - cost);
    expect(100_000_000n - cost).toBeLessThan(1_000_000n);
    const [updated, filled] = await h.history(wallet);
    expect(filled).toMatchObject({ eventType: 'order_filled', orderPubkey: '', isBuy: true });
    expect(updated).toMatchObject({ eventType: 'position_updated', contractsMicro: order.contractsMicro });
    expect(h.exchange.recentTrades(1)).toMatchObject([{ marketId: UP, action: 'buy', side: 'yes' }]);
    expect(await balanced()).toMatchObject({
      mints: expect.arrayContaining([
        expect.objectContaining({ mint: mintOf(UP), supply: order.contractsMicro, difference: '0' }),
      ]),
    });
  });

  it('names its swap in the context of execute, which belongs to it and its owner alone', async () => {
    const fields = { marketId: UP, depositAmount: 100_000_000n };
    const [built, other] = [await h.buildBuy(wallet, fields), await h.buildBuy(wallet, fields)];
    const context = built.execution?.context;
    expect(built.execution).toEqual({
      endpoint: '/prediction/v1/execute',
      context: { type: 'provider_d_swap', swapRequestId: expect.any(String), ownerPubkey: wallet.address },
    });
    expect(
      (
        await h.services.closePosition({
          params: { positionPubkey: (await buy(wallet)).positionPubkey },
          body: {},
        })
      ).execution,
    ).toMatchObject({ context: { ownerPubkey: wallet.address } });
    const stranger = await h.wallet();
    const signedTransaction = h.sign(built.transaction, wallet);
    const send = (body: object) => h.services.execute({ body: { signedTransaction, ...body } });
    const before = h.usdc(wallet);
    await expect(send({ context: other.execution?.context })).rejects.toMatchObject({ param: 'context' });
    await expect(
      send({ context: { ...(context as object), ownerPubkey: stranger.address } }),
    ).rejects.toMatchObject({ param: 'context' });
    await expect(send({ context, ownerPubkey: stranger.address })).rejects.toMatchObject({
      param: 'ownerPubkey',
    });
    expect(h.usdc(wallet)).toBe(before);
    expect(await send({ context, ownerPubkey: wallet.address })).toMatchObject({ status: 'Success' });
    expect(await send({})).toMatchObject({ status: 'Success' });
  });

  it('sells part, then the rest, burning what is sold', async () => {
    const { positionPubkey, contractsMicro } = await buy(wallet);
    const half = (BigInt(contractsMicro) / 20_000n) * 10_000n;
    await h.sell(wallet, positionPubkey, half);
    expect(tokens(wallet.address)).toBe(BigInt(contractsMicro) - half);
    const closing = await h.services.closePosition({ params: { positionPubkey }, body: {} });
    expect(closing.executionModel).toBe('atomic_swap');
    expect(await h.send(closing, wallet)).toMatchObject({ status: 'Success' });
    expect(tokens(wallet.address)).toBe(0n);
    const [history] = (await h.services.listHistoryV2({ query: { ownerPubkey: wallet.address } })).data;
    expect(history).toMatchObject({ status: 'sold' });
    expect(h.usdc(wallet)).toBe(FAUCET + BigInt(history?.realizedPnlUsd ?? 0));
    await balanced();
  });

  it.each([
    { name: 'up', last: 65_001n, winner: UP, loser: DOWN },
    { name: 'down', last: 64_999n, winner: DOWN, loser: UP },
    { name: 'tie', last: 65_000n, winner: UP, loser: DOWN },
  ])('settles by itself: $name', async ({ last, winner, loser }) => {
    const won = await buy(wallet, { marketId: winner });
    const lost = await buy(wallet, { marketId: loser });
    const before = h.usdc(wallet);
    feed.set(CLOSE - 1, last);
    await end(CLOSE + 1 - h.exchange.clock.now());
    expect(h.usdc(wallet)).toBe(before);
    const state = h.exchange.universe.state(winner, h.exchange.clock.now());
    expect(state).toMatchObject({ status: 'closed', result: null });
    await end();
    expect(h.usdc(wallet)).toBe(before + BigInt(won.contractsMicro));
    expect([tokens(wallet.address, UP), tokens(wallet.address, DOWN)]).toEqual([0n, 0n]);
    expect(await h.position(won.positionPubkey)).toMatchObject({
      claimed: true,
      claimable: false,
      claimedUsd: won.contractsMicro,
    });
    expect(await h.position(lost.positionPubkey)).toMatchObject({ claimed: false, payoutUsd: '0' });
    const types = (await h.history(wallet)).map(({ eventType }) => eventType);
    expect(types.filter((type) => type === 'payout_claimed')).toHaveLength(1);
    expect(types.filter((type) => type === 'position_lost')).toHaveLength(1);
    await h.exchange.tick();
    await end(60);
    expect((await h.history(wallet)).length).toBe(types.length);
    await expect(h.claim(wallet, won.positionPubkey)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'NOT_CLAIMABLE',
      message: expect.stringContaining('no claim is needed'),
    });
    await balanced();
  });

  it.each([
    { fields: { depositAmount: 4_999_999n }, code: 'MIN_ORDER_SIZE', param: 'depositAmount' },
    { fields: { depositAmount: 250_000_001n }, code: 'MAX_ORDER_SIZE', param: 'depositAmount' },
    { fields: { depositMint: OTHER_MINT }, code: 'INVALID_PARAM', param: 'depositMint' },
    { fields: { isYes: false }, code: 'INVALID_PARAM', param: 'isYes' },
    { fields: { maxBuyPriceUsd: 100_000n }, code: 'NO_ROUTE', param: undefined },
  ])('refuses $fields with $code', async ({ fields, code, param }) => {
    await expect(h.buildBuy(wallet, { marketId: UP, ...fields })).rejects.toMatchObject({
      kind: 'invalid',
      code,
      param,
    });
    await balanced();
  });

  it('takes the smallest and the largest order', async () => {
    await buy(wallet, { depositAmount: 5_000_000n });
    await buy(wallet, { depositAmount: 250_000_000n });
    await balanced();
  });

  it('has no route in the last seconds, and nothing to trade after the close', async () => {
    const { positionPubkey } = await buy(wallet);
    h.pass(CLOSE - 4 - h.exchange.clock.now());
    await expect(buy(wallet)).rejects.toMatchObject({ code: 'NO_ROUTE' });
    const close = () => h.services.closePosition({ params: { positionPubkey }, body: {} });
    await expect(close()).rejects.toMatchObject({ code: 'NO_ROUTE' });
    h.pass(4);
    await expect(buy(wallet)).rejects.toMatchObject({ code: 'MARKET_NOT_TRADABLE', param: 'marketId' });
    await expect(close()).rejects.toMatchObject({ code: 'MARKET_NOT_TRADABLE' });
    const all = h.services.closeAllPositions({
      body: { ownerPubkey: wallet.address, minSellPriceSlippageBps: 100 },
    });
    expect(await all).toEqual({ data: [] });
  });

  it('moves nothing for a swap that was built before the close and signed after it', async () => {
    h.pass(CLOSE - 20 - h.exchange.clock.now());
    const built = await h.buildBuy(wallet, { marketId: UP, depositAmount: 50_000_000n });
    h.pass(21);
    expect(await h.send(built, wallet)).toMatchObject({
      status: 'Failed',
      signature: null,
      error: expect.stringContaining('round is over'),
    });
    expect(h.usdc(wallet)).toBe(FAUCET);
  });

  it.each([
    ['a little SOL', 1_000_000n],
    ['more than the rent of a mint', 1_000_000_000n],
  ])('makes a token whose address a stranger has sent %s before its first swap', async (_, lamports) => {
    expect(await h.look(() => h.exchange.rpc.airdrop(mintOf(UP), lamports))).toMatchObject({ ok: true });
    const { contractsMicro, positionPubkey } = await buy(wallet);
    expect(h.exchange.ledger.supplyOf(mintOf(UP))).toBe(BigInt(contractsMicro));
    await balanced();
    await end();
    expect(await h.position(positionPubkey)).toMatchObject({ claimed: true });
    await balanced();
  });

  it('makes a token to whose address the faucet has given before its first swap', async () => {
    await h.exchange.faucet(mintOf(UP));
    const { contractsMicro } = await buy(wallet);
    expect(h.exchange.ledger.supplyOf(mintOf(UP))).toBe(BigInt(contractsMicro));
    await balanced();
  });

  it('moves nothing for a swap that was built before trading was halted', async () => {
    const built = await h.buildBuy(wallet, { marketId: UP, depositAmount: 50_000_000n });
    await h.exchange.control.setTrading(false);
    expect(await h.send(built, wallet)).toMatchObject({
      status: 'Failed',
      error: 'Trading is halted. Nothing moved.',
    });
    expect(h.usdc(wallet)).toBe(FAUCET);
  });

  it('gives the same transaction one effect and one answer', async () => {
    const built = await h.buildBuy(wallet, { marketId: UP, depositAmount: 50_000_000n });
    const signed = h.sign(built.transaction, wallet);
    const [first, second] = await Promise.all([h.execute(signed), h.execute(signed)]);
    expect(second).toEqual(first);
    await h.start();
    expect(await h.execute(signed)).toEqual(first);
    expect(tokens(wallet.address)).toBe(BigInt(built.order.contractsMicro));
  });

  it('keeps a round over a restart, and settles it once', async () => {
    const { contractsMicro, positionPubkey } = await buy(wallet);
    await h.start();
    expect(tokens(wallet.address)).toBe(BigInt(contractsMicro));
    const before = h.usdc(wallet);
    h.pass(CLOSE + 6 - h.exchange.clock.now());
    for (let starts = 0; starts < 2; starts++) {
      await h.start();
      // The keeper does all that is due.
      await h.exchange.control.setTrading(true);
    }
    expect(h.usdc(wallet)).toBe(before + BigInt(contractsMicro));
    expect(await h.position(positionPubkey)).toMatchObject({ claimed: true });
    await balanced();
  });

  it('settles whoever holds the tokens', async () => {
    const { contractsMicro, positionPubkey } = await buy(wallet);
    const friend = createTestWallet();
    const given = (BigInt(contractsMicro) / 30_000n) * 10_000n;
    await give(wallet, friend.address, given);
    const before = h.usdc(wallet);
    await end();
    expect(h.usdc(friend)).toBe(given);
    expect(h.usdc(wallet)).toBe(before + BigInt(contractsMicro) - given);
    expect([tokens(wallet.address), tokens(friend.address)]).toEqual([0n, 0n]);
    const history = (await h.services.listHistoryV2({ query: { ownerPubkey: wallet.address } })).data[0];
    expect(h.usdc(wallet)).toBe(FAUCET + BigInt(history?.realizedPnlUsd ?? 0));
    const moved = history?.events?.reduce((sum, { realizedPnl }) => sum + BigInt(realizedPnl ?? 0), 0n);
    expect(moved).toBe(BigInt(history?.realizedPnlUsd ?? 0));
    expect(await h.position(positionPubkey)).toMatchObject({ claimed: true });
    expect(await h.history(friend)).toMatchObject([
      { eventType: 'payout_claimed', payoutAmountUsd: `${given}` },
    ]);
    await balanced();
  });

  it('settles a position whose tokens are all gone, and their new holder', async () => {
    const { contractsMicro, positionPubkey } = await buy(wallet);
    const friend = createTestWallet();
    await give(wallet, friend.address, BigInt(contractsMicro));
    await expect(h.services.closePosition({ params: { positionPubkey }, body: {} })).rejects.toMatchObject({
      code: 'POSITION_NOT_FOUND',
    });
    const before = h.usdc(wallet);
    await end();
    expect(h.usdc(wallet)).toBe(before);
    expect(h.usdc(friend)).toBe(BigInt(contractsMicro));
    expect(await h.position(positionPubkey)).toMatchObject({ claimed: false, payoutUsd: '0' });
    expect(h.log).toEqual([]);
    await balanced();
  });

  it('burns what lies in many accounts of one holder, and pays for it once', async () => {
    const { contractsMicro, positionPubkey } = await buy(wallet);
    const all = BigInt(contractsMicro);
    const [own] = h.exchange.ledger.tokenAccountsOf(wallet.address).filter(({ mint }) => mint === mintOf(UP));
    const account = own && h.exchange.ledger.account(own.pubkey);
    if (!account) throw new Error('nothing was bought');
    const holding = (pubkey: string, amount: bigint): StoredAccount => {
      const data = Buffer.from(account.data);
      data.writeBigUInt64LE(amount, 64);
      return { ...account, pubkey, data };
    };
    const others = Array.from({ length: 7 }, () => holding(createTestWallet().address, all / 8n));
    for (const one of [holding(account.pubkey, all - (all / 8n) * 7n), ...others]) {
      await h.look((ledger) => ledger.put(one));
      await store(one);
    }
    await balanced();
    const before = h.usdc(wallet);
    await end();
    expect(h.usdc(wallet)).toBe(before + all);
    expect(h.exchange.ledger.supplyOf(mintOf(UP))).toBe(0n);
    expect(await h.position(positionPubkey)).toMatchObject({ claimed: true, claimedUsd: contractsMicro });
    expect(h.log).toEqual([]);
    await balanced();
  });

  it('pays half for a draw and the cost for a cancelled round, where the test control says so', async () => {
    const drawn = await buy(wallet);
    const before = h.usdc(wallet);
    await h.exchange.control.resolve(UP, 'draw');
    expect(h.usdc(wallet)).toBe(before + BigInt(drawn.contractsMicro) / 2n);
    const next = roundMarketId(ROUND + 900, 'down');
    const rich = h.usdc(wallet);
    await buy(wallet, { marketId: next });
    expect(h.usdc(wallet)).toBeLessThan(rich);
    await h.exchange.control.resolve(next, 'cancelled');
    expect(h.usdc(wallet)).toBe(rich);
    await balanced();
  });

  describe('through the swap interface', () => {
    interface Query {
      inputMint: string;
      outputMint: string;
      amount: bigint;
      taker?: string;
      slippageBps?: string;
    }
    const order = (query: Query) => h.services.swapOrder({ query });
    const buying = (amount = 20_000_000n, taker: string | undefined = wallet.address) =>
      order({ inputMint: USDC_MINT, outputMint: mintOf(UP), amount, ...(taker && { taker }) });

    it('buys and sells back the same tokens', async () => {
      const quote = await buying();
      expect(quote.errorCode).toBeUndefined();
      const signedTransaction = h.sign(quote.transaction, wallet);
      const done = await h.services.swapExecute({ body: { signedTransaction, requestId: quote.requestId } });
      expect(done).toMatchObject({ status: 'Success', code: 0 });
      expect(h.usdc(wallet)).toBe(FAUCET - BigInt(quote.inAmount));
      expect(tokens(wallet.address)).toBe(BigInt(quote.outAmount));
      const [position] = (await h.services.listPositions({ query: { ownerPubkey: wallet.address } })).data;
      expect(position?.contractsMicro).toBe(quote.outAmount);
      const amount = BigInt(quote.outAmount);
      const back = await order({
        inputMint: mintOf(UP),
        outputMint: USDC_MINT,
        amount,
        taker: wallet.address,
      });
      const before = h.usdc(wallet);
      await h.services.swapExecute({
        body: { signedTransaction: h.sign(back.transaction, wallet), requestId: back.requestId },
      });
      expect(h.usdc(wallet)).toBe(before + BigInt(back.outAmount));
      expect(tokens(wallet.address)).toBe(0n);
      await balanced();
    });

    const selling = (amount: bigint, fields: Partial<Query> = {}) =>
      order({ inputMint: mintOf(UP), outputMint: USDC_MINT, amount, taker: wallet.address, ...fields });

    it('says what its fees are of the price, rounded up, and all of it where they take all', async () => {
      const built = await h.buildBuy(wallet, { marketId: UP, depositAmount: 20_000_000n });
      const [notional, fee] = [BigInt(built.order.orderCostUsd), BigInt(built.order.estimatedTotalFeeUsd)];
      const down = (fee * 10_000n) / notional;
      expect(fee * 10_000n, 'it is no whole basis point').toBeGreaterThan(down * notional);
      expect(await buying()).toMatchObject({ inAmount: `${notional + fee}`, feeBps: Number(down) + 1 });
      await buy(wallet);
      expect(await selling(10_000n)).toMatchObject({ inAmount: '10000', outAmount: '0', feeBps: 10_000 });
    });

    it('takes whole lots of what is sold, and nothing below one', async () => {
      await buy(wallet);
      expect(await selling(1_239_999n)).toMatchObject({ inAmount: '1230000' });
      await expect(selling(9_999n)).rejects.toMatchObject({ code: 'MIN_ORDER_SIZE', param: 'amount' });
    });

    it('lands for as long as it says, and no longer', async () => {
      const [first, second] = [await buying(), await buying()];
      const send = (quote: typeof first) => {
        const signedTransaction = h.sign(quote.transaction, wallet);
        return h.services.swapExecute({ body: { signedTransaction, requestId: quote.requestId } });
      };
      expect(first.expireAt).toBe(Math.floor(h.exchange.clock.wall()) + 60);
      h.pass(60);
      expect(await send(first)).toMatchObject({ status: 'Success', code: 0 });
      h.pass(1);
      expect(await send(second)).toEqual({
        ...{ status: 'Failed', signature: null, code: -1 },
        error: expect.stringContaining('has expired'),
      });
    });

    it('tells the slippage that was asked for, up to all of the price', async () => {
      const some = { inputMint: USDC_MINT, outputMint: mintOf(UP), amount: 20_000_000n };
      expect(await order({ ...some, slippageBps: '10000' })).toMatchObject({ slippageBps: 10_000 });
      expect(await order(some)).toMatchObject({ slippageBps: 0 });
      await expect(order({ ...some, slippageBps: '10001' })).rejects.toMatchObject({ param: 'slippageBps' });
    });

    it('builds nothing while trading is halted, nor once the round is over', async () => {
      await buy(wallet);
      await h.exchange.control.setTrading(false);
      await expect(buying()).rejects.toMatchObject({ code: 'TRADING_HALTED' });
      await h.exchange.control.setTrading(true);
      const mint = mintOf(UP);
      // Long after it has left the list its token is still known, as somebody holds it.
      for (const seconds of [CLOSE - h.exchange.clock.now(), 14 * 900]) {
        h.pass(seconds);
        await expect(selling(1_000_000n, { inputMint: mint })).rejects.toMatchObject({
          code: 'MARKET_NOT_TRADABLE',
        });
      }
    });

    it('sells tokens that were received', async () => {
      const { contractsMicro } = await buy(wallet);
      const friend = await h.wallet();
      await give(wallet, friend.address, BigInt(contractsMicro));
      const quote = await order({
        inputMint: mintOf(UP),
        outputMint: USDC_MINT,
        amount: BigInt(contractsMicro),
        taker: friend.address,
      });
      await h.services.swapExecute({
        body: { signedTransaction: h.sign(quote.transaction, friend), requestId: quote.requestId },
      });
      expect(h.usdc(friend)).toBe(FAUCET + BigInt(quote.outAmount));
      await end();
      expect(h.usdc(friend)).toBe(FAUCET + BigInt(quote.outAmount));
      await balanced();
    });

    it('prices without building where nobody, or nobody who can pay, takes it', async () => {
      const nobody = await order({ inputMint: USDC_MINT, outputMint: mintOf(UP), amount: 20_000_000n });
      expect(nobody).toMatchObject({ transaction: '', errorCode: 'TAKER_REQUIRED' });
      expect(BigInt(nobody.outAmount)).toBeGreaterThan(0n);
      const poor = await buying(20_000_000n, createTestWallet().address);
      expect(poor).toMatchObject({ transaction: '', errorCode: 'INSUFFICIENT_FUNDS' });
      expect(poor.errorMessage).toContain('holds 0');
    });

    it('refuses what is no swap of outcomes', async () => {
      await expect(buying(1_000_000n)).rejects.toMatchObject({ code: 'MIN_ORDER_SIZE' });
      await expect(buying(251_000_000n)).rejects.toMatchObject({ code: 'MAX_ORDER_SIZE' });
      const stable = order({ inputMint: USDC_MINT, outputMint: OTHER_MINT, amount: 10_000_000n });
      await expect(stable).rejects.toMatchObject({ code: 'NO_ROUTE', param: 'outputMint' });
      await buy(wallet);
      const toAnother = selling(1_000_000n, { outputMint: OTHER_MINT });
      await expect(toAnother).rejects.toMatchObject({ code: 'NO_ROUTE', param: 'outputMint' });
      const ofAnother = selling(1_000_000n, { inputMint: OTHER_MINT });
      await expect(ofAnother).rejects.toMatchObject({ code: 'NO_ROUTE', param: 'inputMint' });
      for (const taker of [USDC_MINT, h.exchange.chain.sponsor]) {
        await expect(buying(20_000_000n, taker)).rejects.toMatchObject({ kind: 'invalid', param: 'taker' });
      }
      const quote = await buying();
      const body = { signedTransaction: h.sign(quote.transaction, wallet), requestId: 'another' };
      await expect(h.services.swapExecute({ body })).rejects.toMatchObject({ param: 'requestId' });
    });
  });
});
