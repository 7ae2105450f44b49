import bs58 from 'bs58';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { toBase64 } from '../ledger/signers.ts';
import { buildParlay, itemOf, openParlays } from '../parlay/testing/parlays.ts';
import { createRpc } from '../rpc/rpc.ts';
import { decoded, Harness, USDC_MINT } from '../testing/exchange.ts';
import { TRANSACTION_DAYS } from '../testing/open.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

let database: Database;
let h: Harness;
let wallet: PlatformSigner;
beforeEach(async () => {
  database = await freshDatabase();
  h = await Harness.open(database);
  wallet = await h.wallet();
});
afterEach(async () => {
  await h.exchange.close();
  await database.close();
});

async function countOf(
  table: 'builds' | 'transactions' | 'transaction_addresses' | 'faucet_grants' | 'blockhashes',
) {
  const { rows } = (await database.db.execute(
    sql`select count(*)::integer as n from ${sql.identifier(table)}`,
  )) as unknown as { rows: { n: number }[] };
  return rows[0]?.n ?? 0;
}
/** Lets time pass, and the keeper do all it has to do then. */
async function pass(seconds: number): Promise<void> {
  h.pass(seconds);
  for (let round = 0; round < 10; round++) await h.exchange.tick();
}
const balance = () => h.look((ledger) => ledger.tokenBalance(wallet.address, USDC_MINT));
async function call(method: string, ...params: unknown[]): Promise<unknown> {
  const rpc = createRpc(h.exchange.rpc, () => undefined);
  const { result, error } = (await rpc({ jsonrpc: '2.0', id: 1, method, params })) as never;
  return error ?? result;
}

describe('a build that landed', () => {
  it('is answered by its transaction once it is forgotten, and moves nothing again', async () => {
    const built = await h.buildBuy(wallet);
    const signed = h.sign(built.transaction, wallet);
    const first = await h.execute(signed);
    expect(first.status).toBe('Success');
    const [money, before] = [await balance(), await h.history(wallet)];
    await pass(HOUR + 60);
    expect(await countOf('builds')).toBe(0);
    expect(await h.execute(signed)).toEqual(first);
    expect(await call('sendTransaction', signed, { encoding: 'base64' })).toBe(first.signature);
    await h.start();
    expect(await h.execute(signed)).toEqual(first);
    expect(await balance()).toBe(money);
    expect(await h.history(wallet)).toEqual(before);
    expect(await h.exchange.audit()).toMatchObject({ ok: true });
  });

  it('is told from one that carries somebody else’s signature', async () => {
    const signed = h.sign((await h.buildBuy(wallet)).transaction, wallet);
    const first = await h.execute(signed);
    await pass(HOUR + 60);
    const tx = decoded(signed);
    for (const index of tx.signatures.keys()) {
      const forged = decoded(signed);
      forged.signatures[index] = new Uint8Array(64).fill(7);
      expect(await h.execute(toBase64(forged))).toMatchObject({ status: 'Failed' });
    }
    expect(await h.execute(toBase64(tx))).toEqual(first);
  });

  it('answers for no other message that carries its signatures', async () => {
    const landed = h.sign((await h.buildBuy(wallet)).transaction, wallet);
    expect((await h.execute(landed)).status).toBe('Success');
    const other = decoded((await h.buildBuy(wallet, { depositAmount: 7_000_000n })).transaction);
    await pass(HOUR + 60);
    other.signatures = decoded(landed).signatures;
    expect(await h.execute(toBase64(other))).toMatchObject({
      status: 'Failed',
      error: expect.stringMatching(/not built by this exchange, or was too long ago/),
    });
  });

  it('is found though the exchange had not signed it yet', async () => {
    const built = await h.buildBuy(wallet, { skipSigning: true });
    const signed = h.sign(built.transaction, wallet);
    const first = await h.execute(signed);
    expect(first.status).toBe('Success');
    await pass(HOUR + 60);
    expect(await countOf('builds')).toBe(0);
    expect(await h.execute(signed)).toEqual(first);
  });
});

it('keeps the build of a parlay, which is found by its fields, for as long as its transaction', async () => {
  const parlays = await openParlays(database);
  const owner = await parlays.wallet();
  const item = itemOf(await buildParlay(parlays, owner), owner);
  const place = () => parlays.services.executeParlays({ body: { parlays: [item] } });
  const first = await place();
  expect(first.parlays).toMatchObject([{ status: 'ok' }]);
  const waits = async (seconds: number): Promise<void> => {
    parlays.pass(seconds);
    for (let round = 0; round < 3; round++) await parlays.exchange.tick();
  };
  await waits(TRANSACTION_DAYS * DAY - HOUR);
  expect(await place()).toEqual(first);
  await waits(2 * HOUR);
  expect(await place()).toMatchObject({ parlays: [{ status: 'error', code: 'UNKNOWN_TRANSACTION' }] });
  expect(await parlays.exchange.audit()).toMatchObject({ ok: true });
});

describe('a build that can still land', () => {
  it('lands though all that is old was forgotten and the exchange was opened anew, and lands once', async () => {
    const signed = h.sign((await h.buildBuy(wallet)).transaction, wallet);
    // A blockhash lives for a minute.
    await pass(55);
    await h.start();
    expect(await h.execute(signed)).toMatchObject({ status: 'Success' });
    const money = await balance();
    await h.start();
    expect(await h.execute(signed)).toMatchObject({ status: 'Success' });
    const { ledger } = h.exchange;
    expect(ledger.isBlockhashValid(decoded(signed).message.recentBlockhash), 'it could land').toBe(true);
    expect(ledger.execute(decoded(signed))).toMatchObject({ ok: false, err: 'AlreadyProcessed' });
    expect(await balance()).toBe(money);
  });
});

describe('a transaction that is too old to be kept', () => {
  it('is known to nobody, and never lands again', async () => {
    const signed = h.sign((await h.buildBuy(wallet)).transaction, wallet);
    const { signature } = await h.execute(signed);
    const before = await h.history(wallet);
    const money = await balance();
    await pass(TRANSACTION_DAYS * DAY - HOUR);
    expect(await call('getTransaction', signature, { maxSupportedTransactionVersion: 0 })).toMatchObject({
      version: 0,
    });
    await pass(2 * HOUR);
    expect(await countOf('transactions')).toBe(0);
    expect(await countOf('transaction_addresses')).toBe(0);
    const isForgotten = async (): Promise<void> => {
      expect(await call('getTransaction', signature, { maxSupportedTransactionVersion: 0 })).toBeNull();
      expect(await call('getSignatureStatuses', [signature])).toMatchObject({ value: [null] });
      expect(await call('getSignaturesForAddress', wallet.address)).toEqual([]);
      expect(await h.execute(signed)).toMatchObject({
        status: 'Failed',
        error: expect.stringMatching(/not built by this exchange, or was too long ago/),
      });
      expect(await call('sendTransaction', signed, { encoding: 'base64' })).toMatchObject({ code: -32602 });
      expect(await h.history(wallet)).toEqual(before);
      expect(await balance()).toBe(money);
    };
    await isForgotten();
    const { ledger } = h.exchange;
    const { recentBlockhash } = decoded(signed).message;
    expect(ledger.isBlockhashValid(recentBlockhash)).toBe(false);
    expect(ledger.execute(decoded(signed))).toMatchObject({ ok: false });
    await h.start();
    await isForgotten();
    // Nothing remembers it now but its blockhash, which is none any more.
    expect(h.exchange.ledger.execute(decoded(signed))).toMatchObject({ ok: false, err: 'BlockhashNotFound' });
    expect(await h.exchange.audit()).toMatchObject({ ok: true });
  });

  it('goes in rounds, the oldest first, with what names its addresses and nothing else', async () => {
    const buys = Array.from({ length: 60 }, () => h.buy(wallet, { depositAmount: 5_000_000n }));
    await Promise.all(buys);
    await pass(2 * DAY);
    await h.buy(wallet);
    const kept = await h.exchange.rpc.transactions.byAddress(wallet.address, { limit: 2 });
    h.pass(DAY + HOUR);
    let left = await countOf('transactions');
    while (left > 2) {
      await h.exchange.tick();
      const now = await countOf('transactions');
      expect(left - now).toBeGreaterThan(0);
      expect(left - now).toBeLessThanOrEqual(100);
      left = now;
      const list = await h.exchange.rpc.transactions.byAddress(wallet.address, { limit: 1_000 });
      expect(list.slice(0, 2)).toEqual(kept);
      expect(list, 'all that are left name the wallet').toHaveLength(left);
    }
    expect(await h.exchange.rpc.transactions.byAddress(wallet.address, { limit: 1_000 })).toEqual(kept);
    expect(kept.map(({ signature }) => bs58.decode(signature).length)).toEqual([64, 64]);
  });
});

it('what the faucet gave and blockhashes are forgotten', async () => {
  expect(await countOf('faucet_grants')).toBe(1);
  expect(await countOf('blockhashes')).toBeGreaterThan(0);
  await pass(2 * HOUR + 60);
  expect(await countOf('faucet_grants')).toBe(0);
  expect(await countOf('blockhashes')).toBe(0);
  await expect(h.exchange.faucet(wallet.address)).resolves.toMatchObject({ usdc: '10000000000' });
});
