import {
  type AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from './db/client.ts';
import { freshDatabase } from './db/testing/database.ts';
import type { PlatformSigner } from './exchange/ledger/keys.ts';
import { positionAddress } from './exchange/ledger/keys.ts';
import { STABLECOIN } from './exchange/ledger/mints.ts';
import { addSignatures, toBase64 } from './exchange/ledger/signers.ts';
import { createTestWallet } from './exchange/ledger/testing/ledger.ts';
import { decoded, Harness, signed } from './exchange/testing/exchange.ts';
import { refusalOf, TestServer } from './testing/served.ts';

const BASE = '/prediction/v1';
const STRANGER = createTestWallet(new Uint8Array(32).fill(3)).address;

let database: Database;
let server: TestServer;
let h: Harness;
let wallet: PlatformSigner;
let position: string;

beforeAll(async () => {
  database = await freshDatabase();
  server = await TestServer.open(database);
  h = server.h;
  wallet = await h.wallet();
  position = (await h.buy(wallet)).positionPubkey;
});
beforeEach(() => h.universe.books.clear());
afterEach(() => h.universe.results.clear());
afterAll(async () => {
  expect(server.log).toEqual([]);
  await server.close();
  await database.close();
});

type Fields = Record<string, unknown>;
const buy = (fields: Fields): Fields => ({
  isBuy: true,
  ownerPubkey: wallet.address,
  marketId: 'MK-A',
  depositAmount: '60000000',
  ...fields,
});
const sell = (fields: Fields): Fields => ({
  isBuy: false,
  ownerPubkey: wallet.address,
  positionPubkey: position,
  contractsMicro: '1000000',
  ...fields,
});

/** Runs what must be refused, and finds everything as it was; nothing has reached the VM. */
async function unchanged<T>(act: () => Promise<T>): Promise<T> {
  const before = await server.facts();
  const { execute } = h.exchange.ledger;
  const spy = vi.spyOn(h.exchange.ledger, 'execute').mockImplementation(execute);
  const result = await act();
  expect(spy).not.toHaveBeenCalled();
  spy.mockRestore();
  expect(await server.facts()).toBe(before);
  return result;
}
const refused = (method: string, path: string, body?: unknown) =>
  unchanged(async () => refusalOf(await server.call(method, BASE + path, body)));

describe('an order that breaks a rule', () => {
  type Case = [name: string, body: () => Fields, code: string, param?: string, status?: number];
  const cases: Case[] = [
    ['a limit order', () => buy({ orderType: 'limit' }), 'LIMIT_ORDERS_DISABLED', 'orderType'],
    ['a limit sale', () => sell({ orderType: 'limit' }), 'LIMIT_ORDERS_DISABLED', 'orderType'],
    ['below a cent', () => buy({ maxBuyPriceUsd: '9999' }), 'PRICE_OUT_OF_RANGE', 'maxBuyPriceUsd'],
    ['free', () => buy({ maxBuyPriceUsd: 0 }), 'PRICE_OUT_OF_RANGE', 'maxBuyPriceUsd'],
    ['a dollar', () => buy({ maxBuyPriceUsd: 1_000_000 }), 'PRICE_OUT_OF_RANGE', 'maxBuyPriceUsd'],
    ['a sale below a cent', () => sell({ minSellPriceUsd: '9999' }), 'PRICE_OUT_OF_RANGE', 'minSellPriceUsd'],
    ['a sale at a dollar', () => sell({ minSellPriceUsd: 1e6 }), 'PRICE_OUT_OF_RANGE', 'minSellPriceUsd'],
    [
      'two quantities',
      () => sell({ contracts: '1', contractsDecimal: '1' }),
      'QUANTITY_AMBIGUOUS',
      'contractsMicro',
    ],
    ['money and a quantity', () => buy({ contracts: '10' }), 'QUANTITY_AMBIGUOUS', 'contracts'],
    ['no quantity', () => sell({ contractsMicro: undefined }), 'INVALID_PARAM', 'contractsMicro'],
    ['nothing to spend', () => buy({ depositAmount: undefined }), 'INVALID_PARAM', 'depositAmount'],
    ['no contracts', () => sell({ contractsMicro: 0 }), 'INVALID_PARAM', 'contractsMicro'],
    [
      'a sale without a position',
      () => sell({ positionPubkey: undefined }),
      'INVALID_PARAM',
      'positionPubkey',
    ],
    [
      'a sale of nobody’s position',
      () => sell({ positionPubkey: STRANGER }),
      'POSITION_NOT_FOUND',
      'positionPubkey',
      404,
    ],
    [
      'a sale of another’s',
      () => sell({ ownerPubkey: STRANGER }),
      'POSITION_NOT_FOUND',
      'positionPubkey',
      404,
    ],
    [
      'a sale of the other side',
      () => sell({ positionPubkey: positionAddress(wallet.address, 'MK-A', false) }),
      'POSITION_NOT_FOUND',
      'positionPubkey',
      404,
    ],
    [
      'more than is held',
      () => sell({ contractsMicro: '98040001' + '0000' }),
      'INSUFFICIENT_FUNDS',
      'contractsMicro',
    ],
    [
      'far more than is held',
      () => sell({ contractsMicro: '9'.repeat(20) }),
      'INSUFFICIENT_FUNDS',
      'contractsMicro',
    ],
    [
      'more than any number',
      () => sell({ contractsMicro: undefined, contracts: '9'.repeat(20) }),
      'INSUFFICIENT_FUNDS',
      'contracts',
    ],
    [
      'more than the balance',
      () => buy({ depositAmount: '9999999999' }),
      'INSUFFICIENT_FUNDS',
      'depositAmount',
    ],
    [
      'more than there is',
      () => buy({ depositAmount: '9'.repeat(20) }),
      'INSUFFICIENT_FUNDS',
      'depositAmount',
    ],
    [
      'more contracts than there is money for',
      () => buy({ depositAmount: undefined, contracts: '9'.repeat(20) }),
      'INSUFFICIENT_FUNDS',
      'contracts',
    ],
    ['a poor payer', () => buy({ payerPubkey: STRANGER }), 'INSUFFICIENT_FUNDS', 'depositAmount'],
    ['a poor owner', () => buy({ ownerPubkey: STRANGER }), 'INSUFFICIENT_FUNDS', 'depositAmount'],
    ['less than 5 USD', () => buy({ depositAmount: 4_999_999 }), 'MIN_ORDER_SIZE', 'depositAmount'],
    ['nothing', () => buy({ depositAmount: 0 }), 'MIN_ORDER_SIZE', 'depositAmount'],
    ['another mint', () => buy({ depositMint: STRANGER }), 'INVALID_PARAM', 'depositMint'],
    ['another market', () => buy({ marketId: 'MK-NONE' }), 'NOT_FOUND', 'marketId', 404],
    ['no market', () => buy({ marketId: undefined }), 'INVALID_PARAM', 'marketId'],
    ['no owner', () => buy({ ownerPubkey: undefined }), 'INVALID_PARAM', 'ownerPubkey'],
    ['two owners', () => buy({ userPubkey: STRANGER }), 'INVALID_PARAM', 'userPubkey'],
    ['no side quoted', () => buy({ marketId: 'MK-UP', isYes: false }), 'NO_LIQUIDITY'],
    [
      'every unit to the integrator',
      () => buy({ maxBuyPriceUsd: '20000', integratorFeeBps: 10_000 }),
      'NO_LIQUIDITY',
      'maxBuyPriceUsd',
    ],
  ];
  it.each(cases)('%s', async (_, body, code, param, status = 400) => {
    expect(await refused('POST', '/orders', body())).toEqual({ status, code, param });
  });

  it.each(['closed', 'cancelled', 'yes'] as const)('on a market that is %s', async (result) => {
    h.universe.results.set('MK-A', result);
    const closed = { status: 400, code: 'MARKET_CLOSED', param: 'marketId' };
    expect(await refused('POST', '/orders', buy({}))).toEqual(closed);
    expect(await refused('POST', '/orders', sell({}))).toEqual(closed);
    expect(await refused('DELETE', `/positions/${position}`, {})).toEqual(closed);
    expect(await refused('GET', '/orderbook/MK-A')).toMatchObject({ code: 'ORDERBOOK_BAD_STATUS' });
  });

  it('without the money, when a quote is welcome: nothing to sign, and nothing kept', async () => {
    const body = buy({ depositAmount: '9'.repeat(20), returnQuoteOnInsufficientFunds: true });
    const { status, json } = await unchanged(() => server.call('POST', `${BASE}/orders`, body));
    expect(status).toBe(200);
    expect(json).toMatchObject({ transaction: null, txMeta: null, externalOrderId: null });
    expect(json).toMatchObject({ order: { orderPubkey: null, orderAtaPubkey: null } });
  });

  it.each(['authority', 'sponsor', 'vault', 'fees'] as const)('in the name of the %s', async (name) => {
    const key = h.exchange.chain[name];
    const invalid = (param: string) => ({ status: 400, code: 'INVALID_PARAM', param });
    const close = { orderPubkey: STRANGER };
    for (const [method, path, body] of [
      ['POST', '/orders', buy({})],
      ['DELETE', '/orders', close],
      ['DELETE', '/orders/close-all', {}],
      ['DELETE', '/positions', { minSellPriceSlippageBps: null }],
      ['DELETE', `/positions/${position}`, {}],
      ['POST', `/positions/${position}/claim`, {}],
    ] as const) {
      const own = { ...body, ownerPubkey: key };
      expect(await refused(method, path, own)).toEqual(invalid('ownerPubkey'));
      const paid = { ...body, ownerPubkey: wallet.address, payerPubkey: key };
      expect(await refused(method, path, paid)).toEqual(invalid('payerPubkey'));
    }
  });

  it.each([
    '11111111111111111111111111111111',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
    'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
    'SysvarC1ock11111111111111111111111111111111',
    STABLECOIN.address,
  ])('in the name of %s, which can neither pay nor sign', async (address) => {
    const invalid = (param: string) => ({ status: 400, code: 'INVALID_PARAM', param });
    expect(await refused('POST', '/orders', buy({ ownerPubkey: address }))).toEqual(invalid('ownerPubkey'));
    expect(await refused('POST', '/orders', buy({ payerPubkey: address }))).toEqual(invalid('payerPubkey'));
    const faucet = unchanged(() => server.call('POST', '/paper/faucet', { pubkey: address }));
    expect(refusalOf(await faucet)).toEqual(invalid('pubkey'));
  });

  it('while trading is halted', async () => {
    await h.exchange.control.setTrading(false);
    const halted = { status: 400, code: 'TRADING_HALTED', param: undefined };
    expect(await refused('POST', '/orders', buy({}))).toEqual(halted);
    expect(await refused('POST', '/orders', sell({}))).toEqual(halted);
    expect(await refused('DELETE', `/positions/${position}`, {})).toEqual(halted);
    await h.exchange.control.setTrading(true);
  });
});

describe('closing and claiming', () => {
  it('of what is not there, not mine, or not due', async () => {
    const nowhere = { status: 404, code: 'POSITION_NOT_FOUND', param: 'positionPubkey' };
    const mine = { ownerPubkey: STRANGER };
    for (const [method, end] of [
      ['DELETE', ''],
      ['POST', '/claim'],
    ] as const) {
      expect(await refused(method, `/positions/${STRANGER}${end}`, {})).toEqual(nowhere);
      expect(await refused(method, `/positions/${position}${end}`, mine)).toEqual(nowhere);
    }
    expect(await refused('POST', `/positions/${position}/claim`, {})).toEqual({
      status: 400,
      code: 'NOT_CLAIMABLE',
      param: undefined,
    });
    const order = (await h.buy(wallet)).orderPubkey;
    const body = { orderPubkey: order };
    expect(await refused('DELETE', '/orders', body)).toMatchObject({ code: 'ORDER_NOT_PENDING' });
    expect(await refused('DELETE', '/orders', { ...body, ...mine })).toMatchObject({ status: 404 });
    const none = { orderPubkey: STRANGER, ownerPubkey: wallet.address };
    expect(await refused('DELETE', '/orders', none)).toEqual({
      status: 404,
      code: 'NOT_FOUND',
      param: 'orderPubkey',
    });
  });
});

describe('a transaction', () => {
  const build = (fields: Fields = {}) =>
    h.buildBuy(wallet, fields as Parameters<typeof h.buildBuy>[1]).then(({ transaction }) => transaction);
  const execute = (signedTransaction: string) =>
    server.call('POST', `${BASE}/execute`, { signedTransaction, requestId: 'r' });
  const garbage = (signedTransaction: string) =>
    unchanged(async () => refusalOf(await execute(signedTransaction)));
  const failed = async (signedTransaction: string, error: RegExp) => {
    const { status, json } = await unchanged(() => execute(signedTransaction));
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        status: 'Failed',
        signature: null,
        error: expect.stringMatching(error),
        requestId: 'r',
      },
    });
  };
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const blockhash = () => h.exchange.ledger.latestBlockhash().blockhash;

  it('that is none', async () => {
    const good = decoded(await build()).serialize();
    const fake = (bytes: number[]) => base64(Uint8Array.from([...bytes, ...Array(200).fill(0)]));
    for (const text of [
      'AAAA',
      'not base64!',
      '💰'.repeat(8),
      `${base64(good)}\n`,
      base64(good).replace(/=*$/, '==='),
      base64(good.slice(0, -1)),
      base64(good.slice(1)),
      base64(Uint8Array.from([...good, 0])),
      base64(new Uint8Array(0x4d0)),
      base64(new Uint8Array(0x4d0).fill(255)),
      base64(new Uint8Array(0x4d1)),
      base64(new Uint8Array(1_500).fill(7)),
      'A'.repeat(4_096),
      fake([1]),
      fake([127]),
      fake([255, 255, 3]),
      fake([255, 255, 255, 255, 255]),
      fake([0, 0x80]),
      fake([0, 0x81, 1, 0, 0]),
      fake([0, 0x80, 1, 0, 0, 255, 255, 3]),
      fake([0, 0x80, 127, 127, 127, 127]),
    ]) {
      const refusal = await garbage(text);
      expect(refusal).toEqual({ status: 400, code: 'INVALID_PARAM', param: 'signedTransaction' });
    }
  });

  it('of random bytes, and of a good one with any byte changed', async () => {
    const good = decoded(signed(await build(), wallet)).serialize();
    const before = await server.facts();
    const spy = vi.spyOn(h.exchange.ledger, 'execute');
    let state = 42;
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    const noise = Array.from({ length: 100 }, () =>
      Uint8Array.from({ length: 1 + Math.floor(random() * 1_232) }, () => Math.floor(random() * 256)),
    );
    const changed = Array.from({ length: good.length }, (_, at) => {
      const bytes = good.slice();
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      return bytes;
    });
    for (const bytes of [...noise, ...changed]) {
      const reply = await execute(base64(bytes));
      if (reply.status === 200) expect(reply.json).toMatchObject({ status: 'Failed', signature: null });
      else expect(refusalOf(reply)).toMatchObject({ status: 400, param: 'signedTransaction' });
    }
    expect(spy).not.toHaveBeenCalled();
    expect(await server.facts()).toBe(before);
  });

  it('of the old format, or with lookup tables', async () => {
    const keypair = Keypair.fromSeed(new Uint8Array(32).fill(5));
    const transfer = SystemProgram.transfer({
      fromPubkey: keypair.publicKey,
      toPubkey: new PublicKey(STRANGER),
      lamports: 1,
    });
    const old = new Transaction({ feePayer: keypair.publicKey, recentBlockhash: blockhash() }).add(transfer);
    old.sign(keypair);
    expect(await garbage(old.serialize().toString('base64'))).toMatchObject({ status: 400 });

    const table = {
      key: new PublicKey(STRANGER),
      state: { addresses: [new PublicKey(STRANGER)] },
    } as AddressLookupTableAccount;
    const message = new TransactionMessage({
      payerKey: keypair.publicKey,
      recentBlockhash: blockhash(),
      instructions: [transfer],
    });
    const withTable = new VersionedTransaction(message.compileToV0Message([table]));
    expect(withTable.message.addressTableLookups).toHaveLength(1);
    withTable.sign([keypair]);
    expect(await garbage(base64(withTable.serialize()))).toMatchObject({ status: 400 });

    const foreign = new VersionedTransaction(message.compileToV0Message());
    foreign.sign([keypair]);
    await failed(base64(foreign.serialize()), /not built by this exchange/);
  });

  it('unsigned, half-signed, signed wrongly, or by somebody else', async () => {
    const transaction = await build();
    await failed(transaction ?? '', /is missing/);
    const without = decoded(transaction);
    for (const signature of without.signatures) signature.fill(0);
    await failed(toBase64(addSignatures(without, [wallet])), /is missing/);
    const swapped = decoded(signed(transaction, wallet));
    swapped.signatures.reverse();
    await failed(toBase64(swapped), /is wrong/);
    const forged = decoded(transaction);
    const other = createTestWallet();
    forged.signatures[0] = other.sign(forged.message.serialize());
    await failed(toBase64(forged), /is wrong/);
    const stale = decoded(signed(transaction, wallet));
    const another = decoded(signed(await build({ depositAmount: 7_000_000n }), wallet));
    another.signatures = stale.signatures;
    await failed(toBase64(another), /is wrong/);
  });

  it('tampered: amount, receiver, payer, blockhash, instruction', async () => {
    const change = async (edit: (tx: VersionedTransaction) => void) => {
      const tx = decoded(await build());
      edit(tx);
      for (const signature of tx.signatures) signature.fill(0);
      await failed(toBase64(addSignatures(tx, [wallet])), /not built by this exchange/);
    };
    await change(({ message }) => {
      for (const { data } of message.compiledInstructions) if (data.length > 8) data[1] = (data[1] ?? 0) ^ 1;
    });
    await change(({ message }) => {
      message.staticAccountKeys[message.header.numRequiredSignatures] = new PublicKey(STRANGER);
    });
    await change(({ message }) => message.compiledInstructions.pop());
    await change(({ message }) => message.compiledInstructions.reverse());
    await change(({ message }) => {
      message.recentBlockhash = STRANGER;
    });
  });

  it('from another exchange', async () => {
    const other = await freshDatabase();
    const elsewhere = await Harness.open(other);
    await elsewhere.exchange.faucet(wallet.address);
    const { transaction } = await elsewhere.buildBuy(wallet);
    await failed(signed(transaction, wallet), /not built by this exchange/);
    await elsewhere.exchange.close();
    await other.close();
  });

  it('expired, and replayed long after it landed', async () => {
    const landed = signed(await build({ depositAmount: 6_000_000n }), wallet);
    const first = await execute(landed);
    expect(first.json).toMatchObject({ status: 'Success' });
    const late = signed(await build({ depositAmount: 8_000_000n }), wallet);
    h.pass(61);
    await failed(late, /expired/);
    expect((await unchanged(() => execute(landed))).json).toEqual(first.json);
    h.pass(100_000);
    await h.exchange.tick();
    expect((await unchanged(() => execute(landed))).json).toEqual(first.json);
    await failed(late, /expired|too long ago/);
  });

  it('by JSON-RPC, which takes nothing else either', async () => {
    const rpc = async (method: string, params: unknown[]) =>
      (await unchanged(() => server.call('POST', '/rpc', { jsonrpc: '2.0', id: 1, method, params }))).json;
    const unsigned = decoded(await build());
    const tampered = decoded(signed(await build(), wallet));
    tampered.message.recentBlockhash = STRANGER;
    for (const text of ['AAAA', '', toBase64(tampered), base64(new Uint8Array(1_233)), toBase64(unsigned)]) {
      expect(await rpc('sendTransaction', [text, { encoding: 'base64' }])).toHaveProperty('error');
    }
    for (const text of ['AAAA', '', toBase64(tampered), base64(new Uint8Array(1_233))]) {
      expect(await rpc('simulateTransaction', [text, { encoding: 'base64' }])).toHaveProperty('error');
    }
  });
});
