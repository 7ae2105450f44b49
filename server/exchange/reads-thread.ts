import { parentPort } from 'node:worker_threads';
import { outcomeAddress } from '@contract/transactions/addresses.ts';
import { compressed, encodingOf } from '../common/encoding.ts';
import { ServiceError } from '../common/errors.ts';
import { answerBytes } from '../common/json-bytes.ts';
import { addTo, removeFrom } from '../common/sets.ts';
import { failureOf } from '../common/thread.ts';
import type { ReadContext } from './core/context.ts';
import { createMarketDirectory } from './core/markets.ts';
import { childAddress } from './ledger/child-address.ts';
import { outcomeToken } from './ledger/outcome-mints.ts';
import { type MemorySource, withMemory } from './memory/memory-source.ts';
import { servicesWithMemory } from './memory/paging.ts';
import { openFeeds } from './open-feeds.ts';
import { openUniverse } from './open-universe.ts';
import type { Opening, OrderMark } from './opening.ts';
import { predictionReads } from './prediction/reads.ts';
import { createPublicReads } from './public-reads.ts';
import { openReadStore } from './reads.store.ts';
import type { ReadsQuestion, ReadsReply, ReadsRequest, Sources, ThreadRefusal } from './reads-messages.ts';
import { settableFeeds } from './settable-feeds.ts';
import { withRounds } from './simulation/rounds-d/with-rounds.ts';
import { changeWorld, loadSettings, type World, type WorldChange } from './simulation/world.ts';
import type { ThreadedId } from './threaded-ids.ts';
import { createTokenMarket } from './tokens/tokens.ts';
import { createStandingPrices, withListed } from './triggers/prices.ts';
import type { MarketRow } from './writer/commit.store.ts';
import { PagedRows } from './writer/paged-rows.ts';

/* The thread that the simulation is read in. See threaded-reads.ts. */

if (!parentPort) throw new Error('This is the thread of reads; it is not started by itself.');
const port = parentPort;

/**
 * The newest question's instants: the exchange's clock is not read here, and how old something is has to be told as of the
 * question, which may have waited.
 */
let asked = { now: 0, askedMs: 0 };
const clock = { now: () => asked.now };
const monotoneMs = () => asked.askedMs;

/** Milliseconds after which what nobody has named is let go of, the next time round. */
const FORGET_MS = 120_000;

/** The simulation of an exchange once more, as it stood when it opened. */
function openWorld({ seed, universe: file, btc, sol, ...opening }: Opening & Sources) {
  const { anchor, escrow, settings, formerBtc } = opening;
  const feeds = openFeeds({ seed, btc, sol });
  const former = new Map(opening.formerOutcomes);
  const universe = withRounds(openUniverse({ seed, file, anchor, feeds }), {
    feed: feeds.of('btc'),
    seed,
    tokenOf: (marketId) =>
      outcomeToken(former.get(marketId) ?? outcomeAddress(escrow, marketId, { child: childAddress })),
  });
  const tokens = createTokenMarket({ seed });
  const world: World = {
    universe,
    feeds: settableFeeds(feeds),
    listed: tokens.prices,
  };
  loadSettings(world, settings);
  const standing = createStandingPrices({ sol: feeds.of('sol'), btc: feeds.of('btc'), formerBtc });
  return { world, universe, feeds, tokens, prices: withListed(standing, tokens), clock };
}

/** How many orders of a position wait for their fill. */
function countOrders(pending: readonly OrderMark[]) {
  const byPosition = new Map<string, Set<string>>();
  const take = (marks: readonly OrderMark[]): void => {
    for (const { pubkey, position, isPending } of marks) {
      if (isPending) addTo(byPosition, position, pubkey);
      else removeFrom(byPosition, position, pubkey);
    }
  };
  take(pending);
  return { take, of: (position: string): number => byPosition.get(position)?.size ?? 0 };
}

function openReads(opening: Opening & Sources) {
  const opened = openWorld(opening);
  const { world, universe } = opened;
  const store = openReadStore(opening.records);
  const orders = countOrders(opening.pendingOrders);
  const kept = { markets: new PagedRows<MarketRow>('markets'), steered: 0 };
  const memory: MemorySource = {
    load: async ({ keys }) => kept.markets.admit(keys, await store.memory.marketsNamed(keys)),
  };
  setInterval(() => {
    for (const _ of kept.markets.letGo(
      () => false,
      () => undefined,
    ));
  }, FORGET_MS).unref();
  const context: ReadContext = { clock, universe, store, openOrders: orders.of };
  const tradedEvents = (owner: string) => withMemory(memory, () => store.positions.tradedEvents(owner));
  const { handlers, clear } = createPublicReads({ ...opened, tradedEvents, monotoneMs });
  return {
    // By the same names, whatever each is given.
    handlers: {
      ...handlers,
      ...servicesWithMemory(memory, predictionReads(context, createMarketDirectory(universe, kept))),
    } as unknown as Record<ThreadedId, (input: object) => unknown>,
    clear,
    close: store.close,
    orders,
    change(change: WorldChange): void {
      changeWorld(world, change);
      if (change.kind !== 'consume') kept.steered += 1;
    },
  };
}

const refusalOf = (error: ServiceError): ThreadRefusal => {
  const { kind, code, message, param, retryAfter, details, cause } = error;
  return {
    ...{ kind, code, message, param, retryAfter, details },
    cause: cause === undefined ? undefined : failureOf(cause),
  };
};

/** Bytes in memory of their own: a thread is sent the whole of what they lie in. */
const alone = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  bytes.byteLength < bytes.buffer.byteLength ? new Uint8Array(bytes) : bytes;

function reply(message: ReadsReply): void {
  port.postMessage(message, 'bytes' in message ? [message.bytes.buffer] : []);
}

async function answer(question: ReadsQuestion, { handlers }: ReturnType<typeof openReads>): Promise<void> {
  const { id, operation, input, client, accepted } = question;
  try {
    const answered = await handlers[operation]({
      ...input,
      ...(client !== undefined && { client: () => client }),
    });
    const bytes = answerBytes(answered);
    const encoding = encodingOf(accepted, bytes.byteLength);
    reply({ id, bytes: alone(encoding ? await compressed(bytes, encoding) : bytes), encoding });
  } catch (error) {
    reply(
      error instanceof ServiceError ? { id, refusal: refusalOf(error) } : { id, failure: failureOf(error) },
    );
  }
}

let open: ReturnType<typeof openReads> | undefined;

port.on('message', (request: ReadsRequest) => {
  if (request.kind === 'open') {
    open = openReads(request);
    return;
  }
  if (request.kind === 'close') {
    port.close();
    void open?.close();
    return;
  }
  if (!open) throw new Error('The thread of reads was asked before it was opened.');
  switch (request.kind) {
    case 'change':
      return open.change(request.change);
    case 'orders':
      return open.orders.take(request.orders);
    case 'clear':
      return open.clear();
    case 'ask':
      asked = request;
      void answer(request, open);
  }
});
