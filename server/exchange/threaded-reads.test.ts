import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { answerBytes } from '../common/json-bytes.ts';
import type { JsonText } from '../common/operation.ts';
import type { SharedDatabase } from '../db/client.ts';
import { openPglite } from '../db/pglite.ts';
import { EXCHANGE } from '../db/purpose.ts';
import { MIGRATIONS, placeEmptyDatabase } from '../db/testing/database.ts';
import { NOW } from '../testing/stub-app.ts';
import { marketIdHash } from './core/markets.ts';
import { createExchangeStore } from './exchange.store.ts';
import { createTestWallet } from './ledger/testing/ledger.ts';
import { openFeeds } from './open-feeds.ts';
import { openUniverse } from './open-universe.ts';
import type { Opening } from './opening.ts';
import type { Exchange } from './ports.ts';
import { createPublicReads } from './public-reads.ts';
import type { Sources } from './reads-messages.ts';
import { roundAt, roundEventId } from './simulation/rounds-d/round-id.ts';
import { signed, USDC_MINT } from './testing/exchange.ts';
import { openTestExchange } from './testing/open.ts';
import { PUBLIC_READS, RECORD_READS, type ThreadedId } from './threaded-ids.ts';
import { type ReadsThread, startReadsThread, type ThreadedReads } from './threaded-reads.ts';

const SEED = 'threads';
const HOUR = 3_600;
const MICRO = 1_000_000n;

type Input = Record<string, unknown>;
type Handles = Record<ThreadedId, (input: Input) => unknown>;
/** Handlers by the names of what is asked in these tests. */
const handles = ({ handlers }: Pick<ThreadedReads, 'handlers'>): Handles => handlers as unknown as Handles;

let time = NOW;
let dataDir: string;
let database: SharedDatabase;
let exchange: Exchange;
let thread: ReadsThread;
let threaded: ThreadedReads;
/** The same reads in this thread. */
let here: ThreadedReads;
const wallet = createTestWallet();
let bought: { order: string; marketId: string } | undefined;

const sources = (): Sources => ({
  ...{ seed: SEED, universe: undefined, btc: undefined, sol: undefined },
  records: database.reader(),
});

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'evenline-reads-'));
  placeEmptyDatabase(join(dataDir, 'db'));
  database = await openPglite(dataDir, MIGRATIONS, () => undefined, EXCHANGE);
  thread = startReadsThread();
  const feeds = openFeeds({ seed: SEED });
  exchange = await openTestExchange(SEED, {
    store: createExchangeStore(database),
    feeds,
    openUniverse: ({ anchor }) => openUniverse({ seed: SEED, file: undefined, anchor, feeds }),
    rounds: { seed: SEED },
    fillDelayMs: 60_000,
    told: thread.told,
    log: () => undefined,
    real: () => time,
  });
  threaded = thread.open({ ...exchange.opening(), ...sources() }, exchange.clock);
  const { handlers, clear } = createPublicReads(exchange);
  here = { handlers: { ...handlers, ...exchange.services } as ThreadedReads['handlers'], clear };
});
afterAll(async () => {
  await thread.close();
  await exchange.close();
  rmSync(dataDir, { recursive: true });
});

const asked = async (
  reads: Pick<ThreadedReads, 'handlers'>,
  operation: ThreadedId,
  input: Input,
): Promise<string> => answerBytes(await handles(reads)[operation](input)).toString();

/** A market that can be bought now, and a token of the listing. */
function anyOf() {
  const t = exchange.clock.now();
  const event = exchange.universe
    .list(t)
    .find(({ provider, markets }) => provider === 'provider_a' && markets.length > 1);
  const market = event?.markets.find(({ marketId }) => exchange.universe.quote(marketId, t).buyYes !== null);
  const [token] = exchange.tokens.recent(t - HOUR, 1);
  if (!event || !market || !token) throw new Error('nothing is listed');
  return { eventId: event.eventId, marketId: market.marketId, mint: token.id };
}

function questions(): [ThreadedId, Input][] {
  const { eventId, marketId, mint } = anyOf();
  const from = Math.floor(exchange.clock.now()) - 2 * HOUR;
  const steps = { from, to: from + 2 * HOUR, step: 300 };
  return [
    ['listEvents', { query: { includeMarkets: true, includeAllMarkets: true, end: 60 } }],
    ['listEvents', { query: { provider: 'provider_d', includeMarkets: true } }],
    ['searchEvents', { query: { query: 'bitcoin', includeMarkets: true } }],
    ['suggestedEvents', { params: { pubkey: wallet.address }, query: {} }],
    ['getEvent', { params: { eventId }, query: {} }],
    ['getEvent', { params: { eventId: roundEventId(roundAt(exchange.clock.now())) }, query: {} }],
    ['listEventMarkets', { params: { eventId }, query: {} }],
    ['listEventTags', { query: {} }],
    ['listCategories', { query: {} }],
    ['listClosedEvents', { query: {} }],
    ['listTimedEvents', { query: {} }],
    ['generalSuggestions', { query: {} }],
    ['recentTokens', { query: {} }],
    ['searchTokens', { query: { query: [mint, 'sol'] } }],
    ['taggedTokens', { query: { query: 'verified' } }],
    ['busiestTokens', { params: { category: 'toptraded', interval: '1h' }, query: {} }],
    ['tokenPrices', { query: { ids: [mint, USDC_MINT] } }],
    ['seriesOfMarkets', { query: { ...steps, marketIds: [marketId] } }],
    ['seriesOfEvent', { params: { eventId }, query: steps }],
    ['seriesOfAssets', { query: { ...steps, symbols: ['BTC', 'SOL'] } }],
    ['seriesOfTokens', { query: { ...steps, mints: [mint] } }],
    ['listMovers', { query: { span: '1h' } }],
    ...records(),
  ];
}

/** Of the wallet, and of everybody. */
function records(): [ThreadedId, Input][] {
  const query = { ownerPubkey: wallet.address };
  return [
    ['listOrders', { query }],
    ['listOrders', { query: {} }],
    ['listPositions', { query }],
    ['listPositions', { query: {} }],
    ['listPositionsV2', { query: { ownerPubkey: [wallet.address] } }],
    ['listHistory', { query }],
    ['listHistoryV2', { query }],
    ...(bought
      ? ([
          ['getOrder', { params: { orderPubkey: bought.order } }],
          ['orderStatus', { params: { orderPubkey: bought.order } }],
          ['listHistory', { query: { ...query, marketId: marketIdHash(bought.marketId) } }],
        ] satisfies [ThreadedId, Input][])
      : []),
  ];
}

/** All but the movers, which are the same ones for some seconds. */
const moving = () => questions().filter(([operation]) => operation !== 'listMovers');

async function expectSame(which: readonly [ThreadedId, Input][]): Promise<void> {
  here.clear();
  threaded.clear();
  for (const [operation, input] of which) {
    const answers = [await asked(threaded, operation, input), await asked(here, operation, input)];
    expect({ operation, input, answer: answers[0] }).toEqual({ operation, input, answer: answers[1] });
  }
}

it('answers as of the instant at which it is asked', async () => {
  time += 700;
  await expectSame(moving());
});

it('shows an order once it has landed, and what its fill took of the book', async () => {
  const { eventId, marketId } = anyOf();
  await exchange.faucet(wallet.address);
  const event: [ThreadedId, Input] = ['getEvent', { params: { eventId }, query: {} }];
  const before = await asked(threaded, ...event);
  const buy = async () => {
    const body = {
      ...{ ownerPubkey: wallet.address, marketId, isBuy: true, isYes: true, depositMint: USDC_MINT },
      depositAmount: 500n * MICRO,
    };
    const { transaction, order } = await exchange.services.createOrder({ body });
    const signedTransaction = signed(transaction, wallet);
    expect((await exchange.services.execute({ body: { signedTransaction } })).status).toBe('Success');
    return order.orderPubkey ?? '';
  };
  const filled = async () => {
    time += 61;
    await exchange.tick();
  };
  bought = { order: await buy(), marketId };
  expect(await asked(threaded, 'getOrder', { params: { orderPubkey: bought.order } })).toContain('"pending"');
  await filled();
  expect(await asked(threaded, ...event)).not.toBe(before);
  await expectSame([event, ...records()]);

  const positions: [ThreadedId, Input] = ['listPositions', { query: { ownerPubkey: wallet.address } }];
  await buy();
  expect(await asked(threaded, ...positions)).toContain('"openOrders":1');
  await expectSame(records());
  await filled();
  expect(await asked(threaded, ...positions)).toContain('"openOrders":0');
});

it('answers every operation with the very bytes of the thread that trades', async () => {
  const which = questions();
  expect(new Set(which.map(([operation]) => operation))).toEqual(new Set([...PUBLIC_READS, ...RECORD_READS]));
  await expectSame(which);
});

it('shows what the test control has set', async () => {
  const { marketId, mint } = anyOf();
  const price: [ThreadedId, Input] = ['tokenPrices', { query: { ids: [mint] } }];
  const former = await asked(threaded, ...price);
  await exchange.control.setPrice(marketId, 0.83);
  await exchange.control.setUsd(mint, '0.5');
  await exchange.control.setUsd('So11111111111111111111111111111111111111112', '212.5');
  expect(await asked(threaded, ...price)).not.toBe(former);
  await expectSame(moving());
  await exchange.control.resolve(marketId, 'no');
  await expectSame(moving());
  // By then the event is listed no more: the database says what market a hashed id is of.
  await exchange.control.advance(40 * 86_400);
  const ofMarket = { ownerPubkey: wallet.address, marketId: marketIdHash(bought?.marketId ?? '') };
  expect(await asked(threaded, 'listHistory', { query: ofMarket })).toContain(bought?.marketId);
  await expectSame(records());
});

it.each([
  ['gzip, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
])('answers who accepts %s in %s, what is long and of one owner', async (accepted, encoding, open) => {
  const { listHistory, listOrders, listEvents } = handles(threaded);
  const query = { ownerPubkey: wallet.address };
  const whole = (await listHistory({ query, accepted })) as JsonText;
  expect(whole.encoding).toBe(encoding);
  expect(open(whole.bytes).toString()).toBe(await asked(here, 'listHistory', { query }));
  const short = await listOrders({ query: { ownerPubkey: createTestWallet().address }, accepted });
  expect(short).toMatchObject({ encoding: undefined });
  // Kept for all who ask, whatever they accept.
  expect(await listEvents({ query: {}, accepted })).toMatchObject({ encoding: undefined });
});

it('says what an exchange says that is opened on what had been set before', async () => {
  const again = startReadsThread();
  try {
    const opened = again.open({ ...exchange.opening(), ...sources() }, exchange.clock);
    const { mint } = anyOf();
    const question: [ThreadedId, Input] = ['tokenPrices', { query: { ids: [mint] } }];
    expect(await asked(opened, ...question)).toBe(await asked(threaded, ...question));
  } finally {
    await again.close();
  }
});

describe('what waits', () => {
  it('is refused in the words of the operation', async () => {
    await expect(
      asked(threaded, 'getEvent', { params: { eventId: 'EV-NONE' }, query: {} }),
    ).rejects.toMatchObject({ name: 'ServiceError', kind: 'not-found', code: 'NOT_FOUND', param: 'eventId' });
  });

  it('is one answer for all who ask for the same, until something changes', async () => {
    const ask = handles(threaded).listEventTags;
    const input = { query: {}, address: () => '/prediction/v1/events/tags' };
    const [one, same] = [ask(input), ask(input)];
    thread.told.changed({
      ...{ kind: 'consume', marketId: anyOf().marketId, at: exchange.clock.now(), side: 'yes', fills: [] },
    });
    const other = ask(input);
    expect(await same).toBe(await one);
    expect(await other).not.toBe(await one);
    expect(await ask(input)).not.toBe(await other);
  });

  it('is asked for once more by whoever shares a refusal', async () => {
    const ask = handles(threaded).getEvent;
    const input = {
      params: { eventId: 'EV-NONE' },
      query: {},
      address: () => '/prediction/v1/events/EV-NONE',
    };
    const refusals = await Promise.allSettled([ask(input), ask(input)]);
    const [one, other] = refusals.map((refusal) =>
      refusal.status === 'rejected' ? refusal.reason : undefined,
    );
    expect(one).toMatchObject({ kind: 'not-found' });
    expect(other).toMatchObject({ kind: 'not-found' });
    expect(other).not.toBe(one);
  });

  it('is a thousand questions at the most', async () => {
    const ask = () => handles(threaded).tokenPrices({ query: { ids: [USDC_MINT] } });
    const all = await Promise.allSettled(Array.from({ length: 1_010 }, ask));
    const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(10);
    expect(refused[0]).toMatchObject({ kind: 'unavailable', retryAfter: 1 });
    await ask();
  });

  it('takes no place of another kind: what is recorded waits by itself, fifty for a client', async () => {
    const list = (client: string) =>
      handles(threaded).listOrders({ query: {}, client: () => client, address: () => '/orders' });
    const all = Promise.allSettled(Array.from({ length: 60 }, () => list('203.0.113.7')));
    const price = () => handles(threaded).tokenPrices({ query: { ids: [USDC_MINT] } });
    await expect(Promise.all([list('203.0.113.8'), price()])).resolves.toHaveLength(2);
    const refused = (await all).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(10);
    expect(refused[0]).toMatchObject({ kind: 'rate-limited' });
  });

  it('is told how things are at its question, however long that waited', async () => {
    const at = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
    try {
      const tags = () => asked(threaded, 'listEventTags', { query: {} });
      await tags();
      time += 86_400;
      at.mockReturnValue(performance.now() + 499);
      const kept = await tags();
      at.mockReturnValue(performance.now() + 1);
      const made = await tags();
      expect(made).not.toBe(kept);
      here.clear();
      expect(made).toBe(await asked(here, 'listEventTags', { query: {} }));
    } finally {
      at.mockRestore();
    }
  });
});

describe('a thread that ends', () => {
  async function started(opening: Partial<Opening & Sources> = {}) {
    let worker: Worker | undefined;
    process.once('worker', (one) => {
      worker = one;
    });
    const own = startReadsThread();
    const reads = own.open({ ...exchange.opening(), ...sources(), ...opening }, exchange.clock);
    await vi.waitFor(() => expect(worker).toBeDefined());
    return { own, reads, kill: () => worker?.terminate() };
  }
  const ask = (reads: ThreadedReads) => asked(reads, 'tokenPrices', { query: { ids: [USDC_MINT] } });

  it('is told of, and whoever waits or asks later hears to come back', async () => {
    const { own, reads, kill } = await started();
    const waiting = ask(reads).catch((error: unknown) => error);
    await kill();
    expect(await waiting).toMatchObject({ kind: 'unavailable', retryAfter: 1 });
    expect(own.lost.aborted).toBe(true);
    await expect(ask(reads)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('is told of where it could not be opened', async () => {
    const { own, reads } = await started({ universe: '/nowhere.json' });
    await expect(ask(reads)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(own.lost.reason).toMatchObject({ message: 'PAPER_UNIVERSE: /nowhere.json is not readable JSON.' });
  });

  it('is not lost where it was closed', async () => {
    const { own } = await started();
    await own.close();
    expect(own.lost.aborted).toBe(false);
  });
});
