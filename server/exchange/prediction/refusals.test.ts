import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ErrorKind, ServiceError } from '../../common/errors.ts';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { marketIdHash } from '../core/markets.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { createTestWallet } from '../ledger/testing/ledger.ts';
import { Harness, type OrderFields } from '../testing/exchange.ts';

let database: Database;
let h: Harness;
let wallet: PlatformSigner;
let position: string;
beforeAll(async () => {
  database = await freshDatabase();
  h = await Harness.open(database);
  wallet = await h.wallet();
  position = (await h.buy(wallet)).positionPubkey;
});
afterAll(() => database.close());
beforeEach(() => h.universe.books.clear());
afterEach(() => h.universe.results.clear());

async function refusal(
  act: Promise<unknown>,
): Promise<{ kind: ErrorKind; code: string; param: string | undefined }> {
  try {
    await act;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { kind: error.kind, code: error.code, param: error.param };
  }
  throw new Error('nothing was refused');
}

const STRANGER = createTestWallet().address;
const NOT_A_KEY = '1'.repeat(31) + '2'.repeat(13);

describe('a buy that is refused', () => {
  const cases: [
    name: string,
    fields: OrderFields,
    code: string,
    param: string | undefined,
    kind?: ErrorKind,
  ][] = [
    ['a limit order', { orderType: 'limit' }, 'LIMIT_ORDERS_DISABLED', 'orderType'],
    ['no owner', { ownerPubkey: undefined }, 'INVALID_PARAM', 'ownerPubkey'],
    ['two owners', { userPubkey: STRANGER }, 'INVALID_PARAM', 'userPubkey'],
    ['an owner that is no key', { ownerPubkey: NOT_A_KEY }, 'INVALID_PARAM', 'ownerPubkey'],
    ['a payer that is no key', { payerPubkey: NOT_A_KEY }, 'INVALID_PARAM', 'payerPubkey'],
    ['a price too low', { maxBuyPriceUsd: 9_999n }, 'PRICE_OUT_OF_RANGE', 'maxBuyPriceUsd'],
    ['a price too high', { maxBuyPriceUsd: 1_000_000n }, 'PRICE_OUT_OF_RANGE', 'maxBuyPriceUsd'],
    ['a price of the other direction', { minSellPriceUsd: 10_000n }, 'INVALID_PARAM', 'minSellPriceUsd'],
    ['two quantities', { contracts: 10n, contractsMicro: 10n }, 'QUANTITY_AMBIGUOUS', 'contractsMicro'],
    [
      'money and a quantity',
      { contractsDecimal: '10.5', depositAmount: 6_000_000n },
      'QUANTITY_AMBIGUOUS',
      'contractsDecimal',
    ],
    ['nothing at all to spend', { depositAmount: undefined }, 'INVALID_PARAM', 'depositAmount'],
    [
      'less than a lot',
      { depositAmount: undefined, contractsMicro: 9_999n },
      'INVALID_PARAM',
      'contractsMicro',
    ],
    ['an unknown mint', { depositMint: STRANGER }, 'INVALID_PARAM', 'depositMint'],
    ['no market', { marketId: undefined }, 'INVALID_PARAM', 'marketId'],
    ['an unknown market', { marketId: 'MK-NONE' }, 'NOT_FOUND', 'marketId', 'not-found'],
    ['an unknown hashed market', { marketId: 'a'.repeat(64) }, 'NOT_FOUND', 'marketId', 'not-found'],
    ['less than 5 USD', { depositAmount: 4_999_999n }, 'MIN_ORDER_SIZE', 'depositAmount'],
    ['a quantity below 5 USD', { depositAmount: undefined, contracts: 5n }, 'MIN_ORDER_SIZE', 'contracts'],
    ['the side nobody quotes', { marketId: 'MK-UP', isYes: false }, 'NO_LIQUIDITY', undefined],
    ['a cap below the best price', { maxBuyPriceUsd: 590_000n }, 'NO_LIQUIDITY', 'maxBuyPriceUsd'],
    ['more than is there', { depositAmount: 10_000_000_001n }, 'INSUFFICIENT_FUNDS', 'depositAmount'],
    ['a payer without SOL', { payerPubkey: STRANGER }, 'INSUFFICIENT_FUNDS', 'depositAmount'],
    ['another position', { positionPubkey: STRANGER }, 'INVALID_PARAM', 'positionPubkey'],
  ];
  it.each(cases)('%s', async (_name, fields, code, param, kind = 'invalid') => {
    const base: OrderFields =
      'depositAmount' in fields || 'contracts' in fields ? {} : { depositAmount: 60_000_000n };
    const body = { isBuy: true, ownerPubkey: wallet.address, marketId: 'MK-A', ...base, ...fields };
    expect(await refusal(h.build(body))).toEqual({ kind, code, param });
  });

  it('on a closed, empty or halted market', async () => {
    h.universe.books.set('MK-B', { yes: [], no: [] });
    expect(await refusal(h.buildBuy(wallet, { marketId: 'MK-B' }))).toMatchObject({ code: 'NO_LIQUIDITY' });
    h.universe.results.set('MK-B', 'closed');
    expect(await refusal(h.buildBuy(wallet, { marketId: 'MK-B' }))).toMatchObject({ code: 'MARKET_CLOSED' });
    await h.exchange.control.setTrading(false);
    expect(await refusal(h.buildBuy(wallet))).toMatchObject({ code: 'TRADING_HALTED' });
    await h.exchange.control.setTrading(true);
  });

  it('in the name of the exchange itself', async () => {
    const { vault, sponsor } = h.exchange.chain;
    expect(await refusal(h.buildBuy(wallet, { ownerPubkey: vault }))).toMatchObject({ param: 'ownerPubkey' });
    expect(await refusal(h.buildBuy(wallet, { payerPubkey: sponsor }))).toMatchObject({
      param: 'payerPubkey',
    });
  });
});

describe('a sale that is refused', () => {
  const cases: [
    name: string,
    fields: OrderFields,
    code: string,
    param: string | undefined,
    kind?: ErrorKind,
  ][] = [
    ['without a position', { positionPubkey: undefined }, 'INVALID_PARAM', 'positionPubkey'],
    [
      'of an unknown position',
      { positionPubkey: STRANGER },
      'POSITION_NOT_FOUND',
      'positionPubkey',
      'not-found',
    ],
    ['by somebody else', { ownerPubkey: STRANGER }, 'POSITION_NOT_FOUND', 'positionPubkey', 'not-found'],
    ['without a quantity', { contractsMicro: undefined }, 'INVALID_PARAM', 'contractsMicro'],
    ['of more than is held', { contractsMicro: 1_000_000_000n }, 'INSUFFICIENT_FUNDS', 'contractsMicro'],
    ['with a deposit', { depositAmount: 5_000_000n }, 'INVALID_PARAM', 'depositAmount'],
    ['at a price too low', { minSellPriceUsd: 1n }, 'PRICE_OUT_OF_RANGE', 'minSellPriceUsd'],
    ['above the best price', { minSellPriceUsd: 590_000n }, 'NO_LIQUIDITY', 'minSellPriceUsd'],
    ['of the other side', { isYes: false }, 'INVALID_PARAM', 'isYes'],
    ['of another market', { marketId: 'MK-B' }, 'INVALID_PARAM', 'marketId'],
  ];
  it.each(cases)('%s', async (_name, fields, code, param, kind = 'invalid') => {
    const body = {
      isBuy: false,
      ownerPubkey: wallet.address,
      positionPubkey: position,
      contractsMicro: 1_000_000n,
    };
    expect(await refusal(h.build({ ...body, ...fields }))).toEqual({ kind, code, param });
  });

  it('of a market that has closed', async () => {
    h.universe.results.set('MK-A', 'closed');
    expect(await refusal(h.buildSell(wallet, position, 1_000_000n))).toMatchObject({ code: 'MARKET_CLOSED' });
  });
});

describe('other refusals', () => {
  it('claims before settlement, of losers, and twice', async () => {
    const claim = (positionPubkey: string) =>
      h.services.claimPosition({ params: { positionPubkey }, body: {} });
    expect(await refusal(claim(position))).toMatchObject({ code: 'NOT_CLAIMABLE', kind: 'invalid' });
    await expect(claim(position)).rejects.toThrow('Market not settled yet');
    expect(await refusal(claim(STRANGER))).toMatchObject({ code: 'POSITION_NOT_FOUND', kind: 'not-found' });
  });

  it('orders that are unknown or no longer pending, pages turned round', async () => {
    const order = await h.buy(wallet, { marketId: 'MK-B' });
    const close = (orderPubkey: string) => h.services.closeOrder({ body: { orderPubkey } });
    expect(await refusal(close(order.orderPubkey ?? ''))).toMatchObject({ code: 'ORDER_NOT_PENDING' });
    expect(await refusal(close(STRANGER))).toMatchObject({ kind: 'invalid', param: 'ownerPubkey' });
    expect(
      await refusal(h.services.closeOrder({ body: { orderPubkey: STRANGER, ownerPubkey: wallet.address } })),
    ).toMatchObject({ kind: 'not-found' });
    expect(await refusal(h.services.getOrder({ params: { orderPubkey: STRANGER } }))).toMatchObject({
      kind: 'not-found',
    });
    expect(
      await refusal(h.services.getPosition({ params: { positionPubkey: STRANGER }, query: {} })),
    ).toMatchObject({
      kind: 'not-found',
    });
    expect(await refusal(h.services.listOrders({ query: { start: 5, end: 2 } }))).toMatchObject({
      param: 'end',
    });
  });

  it('a second grant within the hour, with the seconds to wait', async () => {
    const again = h.exchange.faucet(wallet.address);
    await expect(again).rejects.toMatchObject({ kind: 'rate-limited', retryAfter: 3_600 });
    h.pass(3_600);
    await expect(h.exchange.faucet(wallet.address)).resolves.toMatchObject({ usdc: '10000000000' });
  });
});

describe('what is accepted', () => {
  it('a quote without funds, when asked for', async () => {
    const answer = await h.buildBuy(wallet, {
      depositAmount: 90_000_000_000n,
      returnQuoteOnInsufficientFunds: true,
    });
    expect(answer).toMatchObject({ transaction: null, txMeta: null, externalOrderId: null });
    expect(answer.order).toMatchObject({ orderPubkey: null, orderAtaPubkey: null, externalOrderId: null });
    expect(answer.requiredSigners).toEqual([wallet.address]);
  });

  it('the hashed id, the older name of the owner, and the No side', async () => {
    const { ownerPubkey: _, ...body } = { ownerPubkey: '', isBuy: true, userPubkey: wallet.address };
    const fields = { marketId: marketIdHash('MK-B'), depositAmount: 6_000_000n, isYes: false };
    const { order } = await h.build({ ...body, ...fields });
    expect(order).toMatchObject({ marketId: 'MK-B', isYes: false, maxBuyPriceUsd: '430500' });
  });

  it('a quantity, whose deposit covers the cap and whose rest returns', async () => {
    const before = h.usdc(wallet);
    const order = await h.buy(wallet, { marketId: 'MK-B', contractsMicro: 50_000_000n });
    expect(order.contractsMicro).toBe('50000000');
    const stored = await h.order(order.orderPubkey);
    expect(stored).toMatchObject({ filledContractsMicro: '50000000', contracts: '50' });
    const spent = before - h.usdc(wallet);
    expect(spent).toBe(BigInt(order.orderCostUsd) + BigInt(order.estimatedTotalFeeUsd));
  });
});
