import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { answerBytes } from '../common/json-bytes.ts';
import { freshDatabase } from '../db/testing/database.ts';
import { NOW } from '../testing/stub-app.ts';
import { createExchangeStore } from './exchange.store.ts';
import { createTestWallet } from './ledger/testing/ledger.ts';
import { openFeeds } from './open-feeds.ts';
import { openUniverse } from './open-universe.ts';
import type { Exchange } from './ports.ts';
import { createPublicReads, PUBLIC_READS, type PublicReadId, type PublicReads } from './public-reads.ts';
import type { Opening, Sources } from './reads-messages.ts';
import { roundAt, roundEventId } from './simulation/rounds-d/round-id.ts';
import { signed, USDC_MINT } from './testing/exchange.ts';
import { openTestExchange } from './testing/open.ts';
import { type ReadsThread, startReadsThread } from './threaded-reads.ts';

const SEED = 'threads';
const HOUR = 3_600;
const MICRO = 1_000_000n;
const SOURCES: Sources = { seed: SEED, universe: undefined, btc: undefined, sol: undefined };

type Input = Record<string, unknown>;
type Handles = Record<PublicReadId, (input: Input) => unknown>;
/** Handlers by the names of what is asked in these tests. */
const handles = ({ handlers }: PublicReads): Handles => handlers as unknown as Handles;

let time = NOW;
let exchange: Exchange;
let thread: ReadsThread;
let threaded: PublicReads;
/** The same reads of the exchange's own simulation, in this thread. */
let here: PublicReads;

beforeAll(async () => {
  thread = startReadsThread();
  const feeds = openFeeds({ seed: SEED });
  const database = await freshDatabase();
  exchange = await openTestExchange(SEED, {
    store: createExchangeStore(database),
    feeds,
    openUniverse: ({ anchor }) => openUniverse({ seed: SEED, file: undefined, anchor, feeds }),
    rounds: { seed: SEED },
    changed: thread.changed,
    log: () => undefined,
    real: () => time,
  });
  threaded = thread.open({ ...exchange.opening(), ...SOURCES }, exchange.clock);
  here = createPublicReads(exchange);
});
afterAll(async () => {
  await Promise.all([thread.close(), exchange.close()]);
});

const asked = async (reads: PublicReads, operation: PublicReadId, input: Input): Promise<string> =>
  answerBytes(await handles(reads)[operation](input)).toString();

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

function questions(): [PublicReadId, Input][] {
  const { eventId, marketId, mint } = anyOf();
  const from = Math.floor(exchange.clock.now()) - 2 * HOUR;
  const steps = { from, to: from + 2 * HOUR, step: 300 };
  return [
    ['listEvents', { query: { includeMarkets: true, includeAllMarkets: true, end: 60 } }],
    ['listEvents', { query: { provider: 'provider_d', includeMarkets: true } }],
    ['searchEvents', { query: { query: 'bitcoin', includeMarkets: true } }],
    ['suggestedEvents', { params: { pubkey: mint }, query: {}, traded: [eventId] }],
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
  ];
}

async function expectSame(which: readonly [PublicReadId, Input][]): Promise<void> {
  here.clear();
  threaded.clear();
  for (const [operation, input] of which) {
    const answers = [await asked(threaded, operation, input), await asked(here, operation, input)];
    expect({ operation, input, answer: answers[0] }).toEqual({ operation, input, answer: answers[1] });
  }
}

it('answers every operation with the very bytes of the thread that trades', async () => {
  const which = questions();
  expect(new Set(which.map(([operation]) => operation))).toEqual(new Set(PUBLIC_READS));
  await expectSame(which);
});

it('answers as of the instant at which it is asked', async () => {
  time += 700;
  await expectSame(questions().filter(([operation]) => operation !== 'listMovers'));
});

it('shows what a fill took of a book at once, and what the test control has set', async () => {
  const { eventId, marketId, mint } = anyOf();
  const wallet = createTestWallet();
  await exchange.faucet(wallet.address);
  const event: [PublicReadId, Input] = ['getEvent', { params: { eventId }, query: {} }];
  const before = await asked(threaded, ...event);
  const body = {
    ...{ ownerPubkey: wallet.address, marketId, isBuy: true, isYes: true, depositMint: USDC_MINT },
    depositAmount: 500n * MICRO,
  };
  const built = await exchange.services.createOrder({ body });
  const answer = await exchange.services.execute({
    body: { signedTransaction: signed(built.transaction, wallet) },
  });
  expect(answer.status).toBe('Success');
  await exchange.tick();
  expect(await asked(threaded, ...event)).not.toBe(before);
  await expectSame([event]);

  const price: [PublicReadId, Input] = ['tokenPrices', { query: { ids: [mint] } }];
  const former = await asked(threaded, ...price);
  await exchange.control.setPrice(marketId, 0.83);
  await exchange.control.setUsd(mint, '0.5');
  await exchange.control.setUsd('So11111111111111111111111111111111111111112', '212.5');
  expect(await asked(threaded, ...price)).not.toBe(former);
  await expectSame(questions().filter(([operation]) => operation !== 'listMovers'));
  await exchange.control.resolve(marketId, 'no');
  await expectSame(questions().filter(([operation]) => operation !== 'listMovers'));
});

it('says what an exchange says that is opened on what had been set before', async () => {
  const again = startReadsThread();
  try {
    const opened = again.open({ ...exchange.opening(), ...SOURCES }, exchange.clock);
    const { mint } = anyOf();
    const question: [PublicReadId, Input] = ['tokenPrices', { query: { ids: [mint] } }];
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
    thread.changed({ kind: 'consume', marketId: anyOf().marketId, at: time, side: 'yes', fills: [] });
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
});

describe('a thread that ends', () => {
  async function started(opening: Partial<Opening & Sources> = {}) {
    let worker: Worker | undefined;
    process.once('worker', (one) => {
      worker = one;
    });
    const own = startReadsThread();
    const reads = own.open({ ...exchange.opening(), ...SOURCES, ...opening }, exchange.clock);
    await vi.waitFor(() => expect(worker).toBeDefined());
    return { own, reads, kill: () => worker?.terminate() };
  }
  const ask = (reads: PublicReads) => asked(reads, 'tokenPrices', { query: { ids: [USDC_MINT] } });

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
