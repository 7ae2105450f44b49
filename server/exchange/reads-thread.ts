import { parentPort } from 'node:worker_threads';
import { outcomeAddress } from '@contract/transactions/addresses.ts';
import { ServiceError } from '../common/errors.ts';
import { answerBytes } from '../common/json-bytes.ts';
import { failureOf } from '../common/thread.ts';
import { childAddress } from './ledger/child-address.ts';
import { BTC, SOL } from './ledger/mints.ts';
import { outcomeMint } from './ledger/outcome-mints.ts';
import { openFeeds } from './open-feeds.ts';
import { openUniverse } from './open-universe.ts';
import { createPublicReads, type PublicReads } from './public-reads.ts';
import type {
  Opening,
  ReadsQuestion,
  ReadsReply,
  ReadsRequest,
  Sources,
  ThreadRefusal,
} from './reads-messages.ts';
import { withRounds } from './simulation/rounds-d/with-rounds.ts';
import { changeWorld, loadSettings, type World } from './simulation/world.ts';
import { createTokenMarket } from './tokens/tokens.ts';
import { createStandingPrices, withListed } from './triggers/prices.ts';

/* The thread that the simulation is read in. See threaded-reads.ts. */

if (!parentPort) throw new Error('This is the thread of reads; it is not started by itself.');
const port = parentPort;

/** Of the newest question, simulated Unix seconds: the exchange's clock, which is not read here. */
let now = 0;
const clock = { now: () => now };

/** The simulation of an exchange once more, as it stood when it opened. */
function openWorld({ seed, universe: file, btc, sol, ...opening }: Opening & Sources): {
  world: World;
  reads: PublicReads;
} {
  const { anchor, escrow, settings, formerBtc } = opening;
  const feeds = openFeeds({ seed, btc, sol });
  const former = new Map(opening.formerOutcomes);
  const universe = withRounds(openUniverse({ seed, file, anchor, feeds }), {
    feed: feeds.of('btc'),
    seed,
    tokenOf: (marketId) => {
      const address = former.get(marketId) ?? outcomeAddress(escrow, marketId, { child: childAddress });
      const { address: mint, program } = outcomeMint(address);
      return { mint, program };
    },
  });
  const tokens = createTokenMarket({ seed });
  const world: World = {
    universe,
    feeds: new Map([
      [SOL.address, feeds.of('sol')],
      [BTC.address, feeds.of('btc')],
    ]),
    listed: tokens.prices,
  };
  loadSettings(world, settings);
  const standing = createStandingPrices({ sol: feeds.of('sol'), btc: feeds.of('btc'), formerBtc });
  const reads = createPublicReads({ universe, feeds, tokens, prices: withListed(standing, tokens), clock });
  return { world, reads };
}

const refusalOf = ({ kind, code, message, param, retryAfter, details }: ServiceError): ThreadRefusal => ({
  ...{ kind, code, message, param, retryAfter, details },
});

/** Bytes in memory of their own: a thread is sent the whole of what they lie in. */
const alone = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  bytes.byteLength < bytes.buffer.byteLength ? new Uint8Array(bytes) : bytes;

function reply(message: ReadsReply): void {
  port.postMessage(message, 'bytes' in message ? [message.bytes.buffer] : []);
}

async function answer(
  { handlers }: PublicReads,
  { id, operation, input, client }: ReadsQuestion,
): Promise<void> {
  try {
    // The input has been checked for the operation of this name.
    const handle = handlers[operation] as (input: object) => unknown;
    const answered = await handle({ ...input, ...(client !== undefined && { client: () => client }) });
    reply({ id, bytes: alone(answerBytes(answered)) });
  } catch (error) {
    reply(
      error instanceof ServiceError ? { id, refusal: refusalOf(error) } : { id, failure: failureOf(error) },
    );
  }
}

let open: ReturnType<typeof openWorld> | undefined;

port.on('message', (request: ReadsRequest) => {
  if (request.kind === 'open') {
    open = openWorld(request);
    return;
  }
  if (!open) throw new Error('The thread of reads was asked before it was opened.');
  if (request.kind === 'change') {
    changeWorld(open.world, request.change);
  } else if (request.kind === 'clear') {
    open.reads.clear();
  } else {
    now = request.now;
    void answer(open.reads, request);
  }
});
