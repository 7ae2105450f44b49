import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { addSignatures, toBase64 } from '../ledger/signers.ts';
import { createTestWallet } from '../ledger/testing/ledger.ts';
import { decoded, Harness } from '../testing/exchange.ts';

let database: Database;
let h: Harness;
let wallet: PlatformSigner;
beforeAll(async () => {
  database = await freshDatabase();
  h = await Harness.open(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  h.universe.books.clear();
  h.universe.results.clear();
  wallet = await h.wallet();
});

const failed = (error: RegExp) => ({
  status: 'Failed',
  signature: null,
  error: expect.stringMatching(error),
});
const FULL = 10_000_000_000n;

describe('execute', () => {
  it('gives the same answer and one effect to the same transaction, one after another and at once', async () => {
    const built = await h.buildBuy(wallet);
    const transaction = h.sign(built.transaction, wallet);
    const answers = await Promise.all(Array.from({ length: 8 }, () => h.execute(transaction)));
    expect(answers[0]?.status).toBe('Success');
    for (const answer of [...answers, await h.execute(transaction)]) expect(answer).toEqual(answers[0]);
    expect(await h.history(wallet)).toHaveLength(4);
    const { totalCostUsd } = await h.position(built.order.positionPubkey);
    expect(h.usdc(wallet)).toBe(FULL - BigInt(totalCostUsd));
  });

  it('echoes the request id', async () => {
    const signedTransaction = h.sign((await h.buildBuy(wallet)).transaction, wallet);
    const answer = await h.services.execute({ body: { signedTransaction, requestId: 'r-1' } });
    expect(answer.requestId).toBe('r-1');
  });

  it.each(['', 'no base64!', 'AAAA', Buffer.alloc(1_233, 7).toString('base64'), 'A'.repeat(4_000)])(
    'answers 400 to what is no transaction: %#',
    async (signedTransaction) => {
      await expect(h.execute(signedTransaction)).rejects.toMatchObject({
        kind: 'invalid',
        code: 'INVALID_PARAM',
        param: 'signedTransaction',
      });
    },
  );

  it('refuses unsigned, half-signed and wrongly signed transactions, which may be sent again', async () => {
    const { transaction } = await h.buildBuy(wallet);
    expect(await h.execute(transaction ?? '')).toEqual(failed(/is missing/));

    const withoutOurs = decoded(transaction);
    for (const signature of withoutOurs.signatures) signature.fill(0);
    expect(await h.execute(toBase64(addSignatures(withoutOurs, [wallet])))).toEqual(failed(/is missing/));

    const wrong = decoded(h.sign(transaction, wallet));
    const [first] = wrong.signatures;
    if (first) first[5] = (first[5] ?? 0) ^ 1;
    expect(await h.execute(toBase64(wrong))).toEqual(failed(/is wrong/));

    const answer = await h.execute(h.sign(transaction, wallet));
    expect(answer.status).toBe('Success');
  });

  it('refuses a tampered message, and one of somebody else', async () => {
    const tx = decoded((await h.buildBuy(wallet)).transaction);
    const transfer = tx.message.compiledInstructions[3];
    if (transfer) transfer.data[1] = (transfer.data[1] ?? 0) ^ 1;
    for (const signature of tx.signatures) signature.fill(0);
    expect(await h.execute(toBase64(addSignatures(tx, [wallet])))).toEqual(
      failed(/not built by this exchange/),
    );
    expect(h.usdc(wallet)).toBe(FULL);
  });

  it('adds its own signature where it was asked to wait with it', async () => {
    const built = await h.buildBuy(wallet, { skipSigning: true });
    expect(decoded(built.transaction).signatures.every((one) => one.every((byte) => byte === 0))).toBe(true);
    expect(built.requiredSigners).toEqual([wallet.address]);
    expect(await h.send(built)).toEqual(failed(/is missing/));
    expect((await h.send(built, wallet)).status).toBe('Success');
  });

  it('needs the payer too, who pays all fees and rent', async () => {
    const payer = await h.wallet();
    const built = await h.buildBuy(wallet, { payerPubkey: payer.address });
    expect(built.requiredSigners.toSorted()).toEqual([wallet.address, payer.address].toSorted());
    expect(await h.send(built, wallet)).toEqual(failed(/is missing/));
    const lamports = h.exchange.ledger.lamports(wallet.address);
    expect((await h.send(built, wallet, payer)).status).toBe('Success');
    expect(h.exchange.ledger.lamports(wallet.address)).toBe(lamports);
    // The rent of the escrow has returned to who paid it.
    expect(h.exchange.ledger.lamports(payer.address)).toBe(10_000_000_000n - 15_000n);
  });

  it('refuses an expired transaction', async () => {
    const built = await h.buildBuy(wallet);
    h.pass(61);
    expect(await h.send(built, wallet)).toEqual(failed(/expired/));
    expect(h.usdc(wallet)).toBe(FULL);
  });

  it('refuses what the wallet can no longer pay, for good', async () => {
    h.universe.books.set('MK-A', { yes: [], no: [{ price: 400_000n, size: 100_000_000_000n }] });
    const [first, second] = [
      await h.buildBuy(wallet, { depositAmount: 9_000_000_000n }),
      await h.buildBuy(wallet, { depositAmount: 9_000_000_000n, marketId: 'MK-B' }),
    ];
    expect((await h.send(first, wallet)).status).toBe('Success');
    const lamports = h.exchange.ledger.lamports(wallet.address);
    const answer = await h.send(second, wallet);
    expect(answer).toEqual(failed(/./));
    // Nothing landed, so nothing was charged either.
    expect(h.exchange.ledger.lamports(wallet.address)).toBe(lamports);
    h.pass(10);
    expect(await h.send(second, wallet)).toEqual(answer);
  });

  it('refuses orders whose market has closed or whose trading is halted meanwhile', async () => {
    const [first, second] = [
      await h.buildBuy(wallet),
      await h.buildBuy(wallet, { depositAmount: 7_000_000n }),
    ];
    h.universe.results.set('MK-A', 'closed');
    expect(await h.send(first, wallet)).toEqual(failed(/market has closed/));
    h.universe.results.clear();
    await h.exchange.control.setTrading(false);
    expect(await h.send(second, wallet)).toEqual(failed(/halted/));
    await h.exchange.control.setTrading(true);
    expect(h.usdc(wallet)).toBe(FULL);
  });

  it('never sells contracts twice', async () => {
    const { positionPubkey } = await h.buy(wallet);
    const held = BigInt((await h.position(positionPubkey)).contractsMicro);
    const sales = [
      await h.buildSell(wallet, positionPubkey, held),
      await h.buildSell(wallet, positionPubkey, held, { minSellPriceUsd: 20_000n }),
    ];
    const answers = await Promise.all(sales.map((sale) => h.send(sale, wallet)));
    expect(answers.map(({ status }) => status)).toEqual(['Success', 'Failed']);
    expect((await h.position(positionPubkey)).contractsMicro).toBe('0');
  });

  it('knows nothing of a transaction from another exchange', async () => {
    const other = await freshDatabase();
    const elsewhere = await Harness.open(other);
    await elsewhere.exchange.faucet(wallet.address);
    const built = await elsewhere.buildBuy(wallet);
    expect(await h.send(built, wallet)).toEqual(failed(/not built by this exchange/));
    await other.close();
  });

  it('takes signed transactions by JSON-RPC the same way', async () => {
    const built = await h.buildBuy(wallet);
    const transaction = h.sign(built.transaction, wallet);
    const answer = await h.exchange.rpc.submit(transaction);
    expect(answer.status).toBe('Success');
    expect(await h.execute(transaction)).toEqual(answer);
    expect(await h.exchange.rpc.submit('nothing')).toMatchObject({ status: 'Failed' });
    expect(createTestWallet().address).not.toBe(wallet.address);
  });
});
