import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import type { ExchangeStore } from '../exchange.store.ts';
import { Harness } from '../testing/exchange.ts';
import { FencedError } from './commit-errors.ts';

let database: Database;
/** What the next transactions of the database meet, before they begin or once they are committed. */
let meets: { begin?: Error; end?: Error };
/** How often it was asked whether a commit has landed, and what is answered; as it is when undefined. */
let asked: number;
let verdict: (() => Promise<boolean>) | undefined;

const wrapStore = (store: ExchangeStore): ExchangeStore => ({
  ...store,
  commits: {
    ...store.commits,
    landed: (batch) => {
      asked += 1;
      meets = {};
      return verdict ? verdict() : store.commits.landed(batch);
    },
  },
});
const transaction: Database['transaction'] = async (work) => {
  const { begin, end } = meets;
  if (begin) throw begin;
  const result = await database.transaction(work);
  if (end) throw end;
  return result;
};

/** An exchange in which somebody has signed an order that is not sent yet. */
async function aboutToBuy() {
  const h = await Harness.open({ ...database, transaction }, { wrapStore });
  const wallet = await h.wallet();
  const signed = h.sign((await h.buildBuy(wallet)).transaction, wallet);
  const boughtOnce = async (): Promise<void> => {
    expect((await h.execute(signed)).status).toBe('Success');
    expect(await h.history(wallet)).toHaveLength(4);
    expect(await h.exchange.audit()).toMatchObject({ ok: true });
  };
  return { h, wallet, buy: () => h.execute(signed), boughtOnce };
}

beforeEach(async () => {
  [meets, asked, verdict] = [{}, 0, undefined];
  database = await freshDatabase();
});
afterEach(() => database.close());

it('a commit that was not begun has done nothing, and nobody is asked whether it has', async () => {
  const { h, wallet, buy, boughtOnce } = await aboutToBuy();
  verdict = () => new Promise(() => undefined);
  meets = { begin: new Error('no place is left') };
  const untouched = { kind: 'unavailable', message: expect.stringContaining('nothing happened') };
  await expect(buy()).rejects.toMatchObject(untouched);
  expect(asked).toBe(0);
  expect(h.usdc(wallet)).toBe(10_000_000_000n);
  expect(JSON.stringify(h.log)).toContain('no place is left');
  meets = {};
  await boughtOnce();
});

it('a commit of which only the answer was lost is asked about, and counts as done', async () => {
  const { buy, boughtOnce } = await aboutToBuy();
  meets = { end: new Error('connection reset') };
  expect((await buy()).status).toBe('Success');
  expect(asked).toBe(1);
  await boughtOnce();
});

it('a commit of which nobody can say whether it landed ends the term, and the next one finds out', async () => {
  const { h, wallet, buy, boughtOnce } = await aboutToBuy();
  const looks: Promise<unknown>[] = [];
  const look = () => looks.push(h.exchange.rpc.read(() => h.usdc(wallet)));
  verdict = () => {
    look();
    return Promise.reject(new FencedError('no answer for too long'));
  };
  meets = { end: new Error('connection reset') };
  const unclear = { kind: 'unavailable', message: expect.stringContaining('look up whether this happened') };
  await expect(buy()).rejects.toMatchObject(unclear);
  await expect(buy()).rejects.toMatchObject({ kind: 'unavailable' });
  look();
  // The order stands: nobody is told of a memory from which it was taken back.
  const refused = { status: 'rejected', reason: { kind: 'unavailable' } };
  expect(await Promise.allSettled(looks)).toMatchObject([refused, refused]);
  expect(h.fatal.map(({ name }) => name)).toEqual(['FencedError']);
  await h.start();
  await boughtOnce();
});
