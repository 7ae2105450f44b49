import { DrizzleQueryError } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import type { ExchangeStore } from '../exchange.store.ts';
import { Harness } from '../testing/exchange.ts';

let database: Database;
let h: Harness;
/** What looks at the database fail with; they are answered without it. */
let failure: Error | undefined;
const failing =
  <Args extends unknown[], Answer>(look: (...args: Args) => Promise<Answer>) =>
  (...args: Args): Promise<Answer> =>
    failure ? Promise.reject(new DrizzleQueryError('select', [], failure)) : look(...args);
const wrapStore = (store: ExchangeStore): ExchangeStore => ({
  ...store,
  memory: {
    ...store.memory,
    accountsAround: failing(store.memory.accountsAround),
    positionsNamed: failing(store.memory.positionsNamed),
  },
  positions: {
    ...store.positions,
    listed: failing(store.positions.listed),
    tradedEvents: failing(store.positions.tradedEvents),
  },
});

beforeEach(async () => {
  failure = undefined;
  database = await freshDatabase();
  h = await Harness.open(database, { wrapStore });
});
afterEach(async () => {
  await h.exchange.close();
  await database.close();
});

const unavailable = {
  kind: 'unavailable',
  retryAfter: 1,
  message: expect.stringMatching(/nothing was changed/),
};

it('tells reads and writes that need a database which is away so, and does them once it is back', async () => {
  const wallet = await h.wallet();
  await h.start();
  const listing = () => h.services.listPositions({ query: { ownerPubkey: wallet.address } });
  for (const away of [
    new Error('read ECONNRESET'),
    Object.assign(new Error('stopping'), { code: '57P01' }),
    Object.assign(new Error('another password'), { code: '28P01' }),
    Object.assign(new Error('no such database'), { code: '3D000' }),
  ]) {
    failure = away;
    await expect(h.buildBuy(wallet, { marketId: 'MK-B' })).rejects.toMatchObject(unavailable);
    await expect(listing()).rejects.toMatchObject(unavailable);
    await expect(h.exchange.tradedEvents(wallet.address)).rejects.toMatchObject(unavailable);
    await expect(h.exchange.faucet(h.exchange.chain.escrow)).rejects.toMatchObject(unavailable);
  }
  failure = undefined;
  await h.buy(wallet, { marketId: 'MK-B' });
  expect((await listing()).data).toHaveLength(1);
});

it('does not pass a fault of ours for one of the database', async () => {
  failure = Object.assign(new Error('no such column'), { code: '42703' });
  await expect(h.services.listPositions({ query: {} })).rejects.toBeInstanceOf(DrizzleQueryError);
});
