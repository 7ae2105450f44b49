import type { TransactionInstruction } from '@solana/web3.js';
import bs58 from 'bs58';
import { DrizzleQueryError } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { type Reply, TestServer } from '../../testing/served.ts';
import type { ExchangeStore } from '../exchange.store.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { SOL, USDC } from '../ledger/mints.ts';
import { addSignatures, toBase64 } from '../ledger/signers.ts';
import { guardOf, recompiled } from '../ledger/testing/guards.ts';
import { createTestWallet } from '../ledger/testing/ledger.ts';
import { decoded, signed } from '../testing/exchange.ts';
import { IN_A_DAY, IN_SLICES, stillFeeds, TriggerHarness } from './testing/triggers.ts';

const BASE = '/trigger/v2';
let database: Database;
let server: TestServer;
let t: TriggerHarness;
let ann: PlatformSigner;
let bob: PlatformSigner;
let annToken: string;
let bobToken: string;
let vault: string;
/** What of the database is broken just now: whether commits fail, and what reads fail with. */
const broken: { commit: boolean; read: Error | null } = { commit: false, read: null };
const readable =
  <Args extends unknown[], Answer>(read: (...args: Args) => Promise<Answer>) =>
  (...args: Args): Promise<Answer> =>
    broken.read ? Promise.reject(broken.read) : read(...args);

const wrapStore = (store: ExchangeStore): ExchangeStore => ({
  ...store,
  commits: {
    ...store.commits,
    commit: (...args) => (broken.commit ? Promise.reject(new Error('disk')) : store.commits.commit(...args)),
  },
  memory: { ...store.memory, build: readable(store.memory.build) },
  triggers: {
    fundedIds: readable(store.triggers.fundedIds),
    one: readable(store.triggers.one),
    page: readable(store.triggers.page),
  },
});

beforeAll(async () => {
  database = await freshDatabase();
  const feeds = stillFeeds();
  server = await TestServer.open(database, { ...feeds, wrapStore });
  t = TriggerHarness.over(server.h, feeds.sol);
  [ann, bob] = [await t.trader(), await t.h.wallet()];
  [annToken, bobToken] = [await t.signIn(ann), await t.signIn(bob)];
  vault = (await t.vault(ann)).vaultPubkey;
});
afterEach(() => {
  broken.commit = false;
  broken.read = null;
  vi.restoreAllMocks();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const send = (
  method: string,
  path: string,
  body?: unknown,
  token: string | null = annToken,
): Promise<Reply> =>
  server.send(method, BASE + path, {
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(token !== null && { headers: { authorization: `Bearer ${token}` } }),
  });

/** A refusal in the form of this interface. */
function refused({ status, json, headers }: Reply, expected: number, error: RegExp | string): void {
  expect({ status, json }).toMatchObject({ status: expected, json: { error: expect.stringMatching(error) } });
  expect(Object.keys(json as object).every((key) => ['error', 'details', 'code'].includes(key))).toBe(true);
  expect(headers.get('x-request-id')).toBeTruthy();
}
const UNSAVED = /could not be saved; nothing happened/;
const INVALID = 'Request validation failed';
const fault = (reply: Reply, field: string) => {
  refused(reply, 400, INVALID);
  expect(Object.keys((reply.json as { details: object }).details)).toEqual([field]);
};

const craftBody = (fields: object = {}) => ({
  inputMint: SOL.address,
  outputMint: USDC.address,
  userAddress: ann.address,
  amount: '1000000000',
  orderType: 'price',
  orderSubType: 'single',
  ...fields,
});

async function priceBody(fields: object = {}): Promise<Record<string, unknown>> {
  const deposit = await t.craft(ann, { inputAmount: '200000000' });
  return {
    orderType: 'single',
    depositRequestId: deposit.requestId,
    depositSignedTx: signed(deposit.transaction, ann),
    userPubkey: ann.address,
    inputMint: SOL.address,
    inputAmount: '200000000',
    outputMint: USDC.address,
    triggerMint: SOL.address,
    triggerCondition: 'below',
    triggerPriceUsd: 1,
    expiresAt: IN_A_DAY,
    ...fields,
  };
}
const without = (body: Record<string, unknown>, field: string) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));

describe('signing in', () => {
  it.each([
    'GET /vault',
    'GET /vault/register',
    'POST /deposit/craft',
    'POST /orders/price',
    'PATCH /orders/price/x',
    'POST /orders/price/cancel/x',
    'POST /orders/price/confirm-cancel/x',
    'GET /orders/history',
  ])('is asked for by %s', async (operation) => {
    const [method = '', path = ''] = operation.split(' ');
    const [head = '', payload = '', mac = ''] = annToken.split('.');
    const forged = `${head}.${Buffer.from(JSON.stringify({ sub: bob.address, exp: 9e9 })).toString('base64url')}.${mac}`;
    const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`;
    for (const token of [null, '', 'nonsense', `${annToken}x`, forged, none]) {
      const reply = await send(method, path, method === 'GET' ? undefined : {}, token);
      refused(reply, 401, /^Unauthorized$/);
    }
  });

  it('refuses a challenge for no wallet or of no kind', async () => {
    for (const walletPubkey of [undefined, '', 'me', 'z'.repeat(44), 7]) {
      fault(await send('POST', '/auth/challenge', { walletPubkey, type: 'message' }, null), 'walletPubkey');
    }
    fault(await send('POST', '/auth/challenge', { walletPubkey: ann.address, type: 'sms' }, null), 'type');
  });

  it('says so when a challenge cannot be made', async () => {
    vi.spyOn(t.ledger, 'latestBlockhash').mockImplementation(() => {
      throw new Error('no ledger');
    });
    const body = { walletPubkey: ann.address, type: 'transaction' };
    refused(await send('POST', '/auth/challenge', body, null), 500, /^Challenge generation failed$/);
  });

  const verify = (body: object) => send('POST', '/auth/verify', body, null);
  const challengeOf = async (wallet: PlatformSigner, type: string) => {
    const { json } = await send('POST', '/auth/challenge', { walletPubkey: wallet.address, type }, null);
    return json as { challenge: string; transaction: string };
  };

  it('takes an answer once, from its wallet, within five minutes', async () => {
    const wallet = createTestWallet();
    const type = 'message';
    const walletPubkey = wallet.address;
    const sign = (by: PlatformSigner, text: string) => bs58.encode(by.sign(Buffer.from(text)));
    const early = { type, walletPubkey, signature: sign(wallet, 'x') };
    refused(await verify(early), 400, /not found or expired/);
    const { challenge } = await challengeOf(wallet, type);
    expect(challenge).toContain(walletPubkey);
    refused(await verify({ ...early, signature: sign(ann, challenge) }), 401, /^Invalid signature$/);
    refused(await verify({ ...early, signature: sign(wallet, `${challenge} `) }), 401, /^Invalid signature$/);
    fault(await verify({ type, walletPubkey }), 'signature');
    fault(await verify({ ...early, signature: 'short' }), 'signature');
    fault(await verify({ type: 'transaction', walletPubkey }), 'signedTransaction');
    const right = { ...early, signature: sign(wallet, challenge) };
    expect((await verify(right)).json).toMatchObject({
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
    refused(await verify(right), 400, /not found or expired/);
    const late = await challengeOf(wallet, type);
    server.h.pass(301);
    refused(await verify({ ...early, signature: sign(wallet, late.challenge) }), 400, /not found or expired/);
  });

  it('takes a signed transaction that the wallet has guarded, and none with anything else in it', async () => {
    const wallet = createTestWallet();
    const { transaction } = await challengeOf(wallet, 'transaction');
    const answerWith = (...added: TransactionInstruction[]) => {
      const tx = recompiled(decoded(transaction), (own) => [...own, ...added]);
      const signedTransaction = toBase64(addSignatures(tx, [wallet]));
      return verify({ type: 'transaction', walletPubkey: wallet.address, signedTransaction });
    };
    const guard = guardOf(wallet.address);
    refused(await answerWith(guard, guard, guard), 400, /not found/);
    refused(await answerWith(guardOf(wallet.address, [0, 1])), 400, /not found/);
    expect((await answerWith(guard, guard)).status).toBe(200);
    refused(await answerWith(guard), 400, /not found/);
  });

  it('takes a signed transaction, and never runs it', async () => {
    const wallet = createTestWallet();
    const walletPubkey = wallet.address;
    const { transaction } = await challengeOf(wallet, 'transaction');
    const type = 'transaction';
    fault(await verify({ type, walletPubkey, signedTransaction: 'AAAA' }), 'signedTransaction');
    refused(await verify({ type, walletPubkey, signedTransaction: transaction }), 401, /^Invalid signature$/);
    const other = await challengeOf(ann, 'transaction');
    const foreign = { type, walletPubkey, signedTransaction: signed(other.transaction, ann) };
    refused(await verify(foreign), 400, /not found/);
    const answer = { type, walletPubkey, signedTransaction: signed(transaction, wallet) };
    const executed = await server.call('POST', '/prediction/v1/execute', {
      signedTransaction: answer.signedTransaction,
    });
    expect(executed.json).toMatchObject({ status: 'Failed' });
    expect((await verify(answer)).status).toBe(200);
  });

  it('says so when an answer cannot be judged', async () => {
    vi.spyOn(server.h.exchange.clock, 'wall').mockImplementation(() => {
      throw new Error('no clock');
    });
    const body = {
      type: 'message',
      walletPubkey: ann.address,
      signature: bs58.encode(new Uint8Array(64).fill(7)),
    };
    refused(await verify(body), 500, /^Internal error$/);
  });
});

describe('vaults', () => {
  it('are one a wallet, and none before they are registered', async () => {
    refused(await send('GET', '/vault', undefined, bobToken), 404, /register/);
    const again = await send('GET', '/vault/register');
    refused(again, 409, /already registered/);
    expect(again.json).toMatchObject({ details: { userPubkey: ann.address, vaultPubkey: vault } });
  });

  it('say so when they cannot be read or stored', async () => {
    broken.commit = true;
    refused(await send('GET', '/vault/register', undefined, bobToken), 503, UNSAVED);
    broken.commit = false;
    refused(await send('GET', '/vault', undefined, bobToken), 404, /register/);
    vi.spyOn(t.ledger, 'tokenAccountsOf').mockImplementation(() => {
      throw new Error('no ledger');
    });
    refused(await send('GET', '/vault'), 500, /Failed to get vault info/);
  });
});

describe('deposits', () => {
  it('are refused for what is wrong with them', async () => {
    const craft = (fields: object) => send('POST', '/deposit/craft', craftBody(fields));
    fault(await craft({ userAddress: vault }), 'userAddress');
    fault(await craft({ userAddress: 'me' }), 'userAddress');
    fault(await craft({ inputMint: bob.address }), 'inputMint');
    fault(await craft({ outputMint: SOL.address }), 'outputMint');
    fault(await craft({ amount: '99999999' }), 'amount');
    fault(await craft({ amount: '1e9' }), 'amount');
    fault(await craft({ amount: '100000000000' }), 'amount');
    fault(await craft({ orderType: 'time' }), 'orderType');
    fault(await craft({ orderSubType: 'twap' }), 'orderSubType');
    fault(await craft({ surprise: 1 }), 'surprise');
    refused(await craft({ userAddress: bob.address }), 403, /has signed in/);
    const body = craftBody({ userAddress: bob.address });
    refused(await send('POST', '/deposit/craft', body, bobToken), 403, /No vault/);
    broken.commit = true;
    refused(await craft({}), 503, UNSAVED);
  });
});

describe('orders', () => {
  const post = (body: object, token = annToken) => send('POST', '/orders/price', body, token);

  it('are refused for terms that make no sense', async () => {
    const body = await priceBody();
    const wrong = async (fields: object, field: string) => fault(await post({ ...body, ...fields }), field);
    await wrong({ triggerPriceUsd: 0 }, 'triggerPriceUsd');
    await wrong({ triggerPriceUsd: '-1' }, 'triggerPriceUsd');
    await wrong({ triggerPriceUsd: '0.1234567890123' }, 'triggerPriceUsd');
    await wrong({ trailingBps: 500 }, 'triggerPriceUsd');
    await wrong({ triggerPriceUsd: null, trailingBps: 49 }, 'trailingBps');
    await wrong({ triggerPriceUsd: null, trailingBps: 500, triggerMint: USDC.address }, 'triggerMint');
    await wrong({ slippageBps: 10_001 }, 'slippageBps');
    await wrong({ slippageBps: -1 }, 'slippageBps');
    await wrong({ expiresAt: 1 }, 'expiresAt');
    await wrong({ expiresAt: IN_A_DAY + 366 * 86_400_000 }, 'expiresAt');
    await wrong({ triggerMint: bob.address }, 'triggerMint');
    await wrong({ tpPriceUsd: 2 }, 'tpPriceUsd');
    await wrong({ orderType: 'twap' }, 'orderType');
    await wrong({ userPubkey: vault }, 'userPubkey');
    fault(await post(without(body, 'triggerCondition')), 'triggerCondition');
    const pair = { ...without(body, 'triggerPriceUsd'), orderType: 'oco' };
    fault(await post(pair), 'tpPriceUsd');
    fault(await post({ ...pair, tpPriceUsd: 2, slPriceUsd: 2 }), 'tpPriceUsd');
    fault(await post({ ...pair, tpPriceUsd: 3, slPriceUsd: 2, tpSlippageBps: 1e5 }), 'tpSlippageBps');
    refused(await post({ ...body, userPubkey: bob.address }), 403, /has signed in/);
    refused(await post({ ...body, userPubkey: bob.address }, bobToken), 400, /No vault/);
    expect((await t.list(ann)).pagination.total).toBe(0);
  });

  it('are refused for deposits that are not theirs', async () => {
    const body = await priceBody();
    const other = await t.craft(ann, { inputAmount: '200000000' });
    fault(await post({ ...body, depositSignedTx: 'AAAA' }), 'depositSignedTx');
    fault(await post({ ...body, depositSignedTx: other.transaction }), 'depositSignedTx');
    fault(await post({ ...body, depositSignedTx: signed(other.transaction, ann) }), 'depositRequestId');
    fault(await post({ ...body, inputAmount: '200000001' }), 'inputAmount');
    fault(await post({ ...body, outputMint: '3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh' }), 'inputMint');
    const foreign = await server.call('POST', '/prediction/v1/execute', {
      signedTransaction: body.depositSignedTx,
    });
    expect(foreign.json).toMatchObject({ status: 'Failed', error: expect.stringContaining('trigger') });
    const stale = await priceBody();
    server.h.pass(120);
    fault(await post(stale), 'depositSignedTx');
  });

  it('say so when they cannot be priced or stored', async () => {
    const body = await priceBody();
    vi.spyOn(t.sol, 'price').mockReturnValue(0n);
    refused(await post(body), 500, /trigger mint price/);
    vi.restoreAllMocks();
    broken.commit = true;
    refused(await post(body), 503, UNSAVED);
  });

  it('live and end, each step refused where it has no place', async () => {
    const body = await priceBody();
    const created = await post(body);
    expect(created).toMatchObject({ status: 200, json: { depositConfirmed: true } });
    const { id } = created.json as { id: string };
    refused(await post(body), 400, /Duplicate deposit/);

    const patch = (fields: object, at = id, token = annToken) =>
      send('PATCH', `/orders/price/${at}`, { orderType: 'single', ...fields }, token);
    fault(await patch({ triggerPriceUsd: 0 }), 'triggerPriceUsd');
    fault(await patch({ trailingBps: 100 }), 'trailingBps');
    fault(await patch({ orderType: 'oco' }), 'orderType');
    fault(await patch({ expiresAt: 5 }), 'expiresAt');
    refused(await patch({}, 'nope'), 404, /not found/);
    refused(await patch({}, id, bobToken), 404, /not found/);
    expect((await patch({ triggerPriceUsd: '0.5' })).json).toEqual({ id });
    broken.commit = true;
    refused(await patch({ slippageBps: 5 }), 503, UNSAVED);
    broken.commit = false;

    const cancel = (at = id, token = annToken) =>
      send('POST', `/orders/price/cancel/${at}`, undefined, token);
    refused(await cancel('nope'), 404, /not found/);
    refused(await cancel(id, bobToken), 403, /another wallet/);
    broken.commit = true;
    refused(await cancel(), 503, UNSAVED);
    broken.commit = false;
    const first = (await cancel()).json as { transaction: string; requestId: string };
    refused(await patch({ slippageBps: 5 }), 400, /open/);

    const confirm = (fields: object, at = id, token = annToken) =>
      send('POST', `/orders/price/confirm-cancel/${at}`, fields, token);
    const good = { signedTransaction: signed(first.transaction, ann), cancelRequestId: first.requestId };
    refused(await confirm(good, 'nope'), 404, /not found/);
    refused(await confirm(good, id, bobToken), 404, /not found/);
    fault(await confirm({ ...good, signedTransaction: 'AAAA' }), 'signedTransaction');
    fault(await confirm({ ...good, signedTransaction: first.transaction }), 'signedTransaction');
    fault(await confirm({ ...good, signedTransaction: body.depositSignedTx }), 'signedTransaction');
    fault(await confirm({ ...good, cancelRequestId: 'other' }), 'cancelRequestId');
    broken.commit = true;
    refused(await confirm(good), 503, UNSAVED);
    broken.commit = false;
    expect((await confirm(good)).status).toBe(200);
    expect((await confirm(good)).status).toBe(200);
    refused(await cancel(), 400, /ended/);

    const history = (query: string, token = annToken) =>
      send('GET', `/orders/history${query}`, undefined, token);
    expect((await history(`?id=${id}`)).json).toMatchObject({ orders: [{ id, orderState: 'cancelled' }] });
    refused(await history(`?id=${id}`, bobToken), 403, /may not see/);
    refused(await history('?id=nope'), 404, /not found/);
    for (const [query, field] of Object.entries({
      '?state=open': 'state',
      '?limit=0': 'limit',
      '?limit=101': 'limit',
      '?offset=-1': 'offset',
      '?sort=price': 'sort',
      '?dir=up': 'dir',
      '?mint=me': 'mint',
    })) {
      fault(await history(query), field);
    }
    expect((await history('?state=past&limit=1&offset=0&sort=created_at&dir=asc')).json).toMatchObject({
      pagination: { limit: 1, offset: 0 },
    });
    broken.read = new Error('disk');
    refused(await history(''), 500, /read the orders/);
  });

  it('say that nothing was changed while the database is away, and when to come again', async () => {
    const body = await priceBody();
    // Of no build that memory has: the database is asked for it.
    const unknown = toBase64(
      addSignatures(
        recompiled(decoded(String(body.depositSignedTx)), () => []),
        [ann],
      ),
    );
    const maker = ann.address;
    for (const away of [
      new Error('read ECONNRESET'),
      Object.assign(new Error('stopping'), { code: '57P01' }),
    ]) {
      broken.read = new DrizzleQueryError('select', [], away);
      for (const reply of [
        await send('GET', '/orders/history'),
        await send('PATCH', '/orders/price/x', { orderType: 'single' }),
        await send('POST', '/orders/price/cancel/x'),
        await post({ ...body, depositSignedTx: unknown }),
        await server.call('GET', `/trigger/v1/getTriggerOrders?user=${maker}&orderStatus=active`),
        await server.call('POST', '/trigger/v1/cancelOrders', { maker }),
        await server.call('POST', '/trigger/v1/execute', { requestId: 'x', signedTransaction: unknown }),
      ]) {
        expect(reply).toMatchObject({
          status: 503,
          json: { error: expect.stringMatching(/database does not answer; nothing was changed/) },
        });
        expect(reply.headers.get('retry-after')).toBe('1');
      }
    }
    broken.read = new DrizzleQueryError(
      'select',
      [],
      Object.assign(new Error('no such column'), { code: '42703' }),
    );
    refused(await send('GET', '/orders/history'), 500, /read the orders/);
    broken.read = null;
    expect((await send('GET', '/orders/history')).status).toBe(200);
    expect((await post(body)).status).toBe(200);
  });

  it('are not ready to be cancelled while they are filled', async () => {
    const id = await t.order(ann, IN_SLICES);
    await t.moveSol(50);
    refused(await send('POST', `/orders/price/cancel/${id}`), 400, /retry shortly/);
  });

  it('need a token that has not expired', async () => {
    server.h.pass(86_400);
    refused(await send('GET', '/orders/history'), 401, /^Unauthorized$/);
  });
});
