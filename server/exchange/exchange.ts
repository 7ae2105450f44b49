import { randomBytes } from 'node:crypto';
import { createClock } from '../common/clock.ts';
import { causeOf } from '../common/log.ts';
import { buildOf, landedLongAgo } from './core/builds.ts';
import type { ExchangeContext } from './core/context.ts';
import { createSubmitSigned } from './core/execute.ts';
import { createForgetting } from './core/forgetting.ts';
import { createKeeper } from './core/keeper.ts';
import { createMarketDirectory } from './core/markets.ts';
import { tapeTrade } from './core/tape.ts';
import type { ExchangeStore } from './exchange.store.ts';
import { decodeSigned } from './ledger/decode-signed.ts';
import { createPlatformKeys } from './ledger/keys.ts';
import { createLitesvmLedger } from './ledger/litesvm-ledger.ts';
import { FORMER_BTC } from './ledger/mints.ts';
import { outcomeToken } from './ledger/outcome-mints.ts';
import { createMemorySource, withMemory } from './memory/memory-source.ts';
import { paged, servicesWithMemory, withPaging } from './memory/paging.ts';
import { markOf, openingOf, type Told } from './opening.ts';
import { createControl, restoreControl } from './paper/apply-control.ts';
import { audit } from './paper/audit.ts';
import { airdrop, faucet } from './paper/faucet.ts';
import { parlay } from './parlay/room.ts';
import type { Exchange } from './ports.ts';
import { prediction } from './prediction/room.ts';
import { rounds } from './rounds/room.ts';
import { createCommitFeed } from './rpc/committed.ts';
import type { RpcDeps } from './rpc/ports.ts';
import { settableFeeds } from './settable-feeds.ts';
import type { Feeds } from './simulation/feeds/feeds.ts';
import { withRounds } from './simulation/rounds-d/with-rounds.ts';
import type { Universe } from './simulation/universe.ts';
import { changeWorld, type World } from './simulation/world.ts';
import { swap } from './swap/room.ts';
import type { TokenMarket } from './tokens/tokens.ts';
import type { TriggerContext } from './triggers/context.ts';
import { moveFormerVaults } from './triggers/former-vaults.ts';
import { openKeyring } from './triggers/keyring.ts';
import { createStandingPrices, withListed } from './triggers/prices.ts';
import { triggers } from './triggers/room.ts';
import { createSignIn } from './triggers/sign-in.ts';
import type { Changes } from './writer/commit.store.ts';
import { ledgerFromStore, loadIdentity, loadState } from './writer/start.ts';
import type { ExchangeState } from './writer/state.ts';
import { createWriter } from './writer/writer.ts';

export type { Exchange } from './ports.ts';

export interface ExchangeOptions {
  /** Taken over: `close()` closes it. */
  store: ExchangeStore;
  /** `anchor`: Unix seconds of the very first start. */
  openUniverse: (options: { anchor: number }) => Universe;
  /** Prices of all assets: what the universe was opened with. */
  feeds: Feeds;
  /** Whether there are rounds of provider_d, and what their quotes are made from. */
  rounds?: { seed: string };
  /** Tokens of the listing, and their prices. */
  tokens: TokenMarket;
  /** 32 bytes that open the vaults of trigger orders. */
  vaultKey: Uint8Array;
  /** Simulated seconds per real second. */
  speed: number;
  /** Simulated Unix seconds of the very first start; the real ones by default. */
  begin?: number | undefined;
  fillDelayMs: number;
  /** Days of real time for which landed transactions are kept, at least 1; whatever the speed. */
  transactionDays: number;
  /** What nobody has named for one to two such times leaves memory. */
  forgetSeconds?: number;
  log: (entry: Record<string, unknown>) => void;
  /** Hears of what is committed: changes of the simulation, and which orders wait. */
  told?: Told;
  /** The database was taken over by another process: this one must end. */
  fatal: (error: Error) => void;
  /** Real Unix seconds; the system's by default. */
  real?: () => number;
}

/** Opens the exchange where the last commit left it; on an empty database it begins with its genesis. */
export async function createExchange(options: ExchangeOptions): Promise<Exchange> {
  const {
    store,
    speed,
    begin,
    fillDelayMs,
    forgetSeconds = FORGET_SECONDS,
    log,
    fatal,
    real,
    told,
  } = options;
  const last = await store.commits.claim();
  const clock = createClock({ speed, from: last?.clock, begin, ...(real && { real }) });
  const identity = (await loadIdentity(store.memory)) ?? {
    secret: randomBytes(32).toString('hex'),
    genesisWall: clock.wall(),
    anchor: clock.now(),
  };
  const keys = createPlatformKeys(Buffer.from(identity.secret, 'hex'), (address) =>
    ledger.isInMemory(address),
  );
  const ledger = createLitesvmLedger({ clock, genesisWall: identity.genesisWall, complete: false });
  const lastBatch = await ledgerFromStore({ store, ledger, keys, clock, identity, last });
  const state = await loadState(store.memory, last?.counters ?? {}, clock);
  const inner = options.openUniverse({ anchor: identity.anchor });
  const universe = options.rounds
    ? withRounds(inner, {
        feed: options.feeds.of('btc'),
        seed: options.rounds.seed,
        tokenOf: (id) => outcomeToken(keys.outcome(id).address),
      })
    : inner;
  const world: World = { universe, feeds: settableFeeds(options.feeds), listed: options.tokens.prices };
  await restoreControl(store.memory, world, state);
  const markets = createMarketDirectory(universe, state);
  const fills = await store.history.newestFills(TAPE_AT_START);
  const traded = fills.map(({ marketId }) => marketId);
  state.markets.admit(traded, await store.memory.marketsNamed(traded));
  for (const fill of fills.reverse()) {
    state.addTrade(tapeTrade(markets, fill, clock.now()));
  }
  const memory = createMemorySource({ store: store.memory, ledger, state });
  const feed = createCommitFeed(ledger, (error) =>
    log({ level: 'error', message: 'a commit was not told of', ...causeOf(error) }),
  );
  let counted = countedIn(state);
  const committed = (changes: Changes): void => {
    counted = countedIn(state);
    if (told && changes.orders.size > 0) told.orders([...changes.orders.values()].map(markOf));
    feed.committed(changes);
  };
  const writer = withPaging(
    createWriter({ store: store.commits, ledger, state, clock, lastBatch, log, fatal, committed }),
    memory,
  );
  const context: ExchangeContext = {
    clock,
    ledger,
    memory,
    keys,
    universe,
    openOrders: (position) => state.ordersByPosition.get(position)?.size ?? 0,
    change: (uow, change) => {
      const undo = changeWorld(world, change);
      if (!undo) return false;
      uow.onUndo(undo);
      if (told) uow.onCommitted(() => told.changed(change));
      return true;
    },
    state,
    writer,
    store,
    fillDelay: fillDelayMs / 1000,
    transactionDays: options.transactionDays,
    log,
  };
  const triggerContext: TriggerContext = {
    ...context,
    store,
    prices: withListed(
      createStandingPrices({
        sol: options.feeds.of('sol'),
        btc: options.feeds.of('btc'),
        formerBtc: ledger.supplyOf(FORMER_BTC.address) !== null,
      }),
      options.tokens,
    ),
    keyring: openKeyring(options.vaultKey, state),
  };
  await moveFormerVaults(triggerContext);
  const signIn = createSignIn({ clock, ledger, secret: Buffer.from(identity.secret, 'hex') });
  const waiting = triggers.tasks(triggerContext);
  const standing = prediction.tasks(context, markets);
  const slips = parlay.tasks(context);
  // In this order: what ends a market's orders before what settles it, settlements before payouts.
  const keeper = createKeeper(context, [
    standing.fills,
    standing.settlements,
    slips.settlements,
    standing.payouts,
    slips.payouts,
    ...waiting,
  ]);
  const forget = createForgetting(context, forgetSeconds);
  const submit = createSubmitSigned(context, {
    ...prediction.landing(context, markets),
    ...parlay.landing(context, markets),
    ...rounds.landing(context, markets),
  });
  const { claimPosition, ...orders } = prediction.services(context, markets, submit);
  const { claimParlay, ...parlays } = parlay.services(context, markets, submit);
  return {
    services: {
      ...servicesWithMemory(memory, {
        ...orders,
        ...parlays,
        ...swap.services(context, submit),
        // A parlay is claimed by the same operation as a position.
        claimPosition: async (input: Parameters<typeof claimPosition>[0]) =>
          (await claimParlay(input)) ?? claimPosition(input),
      }),
      ...triggers.services(triggerContext, signIn, paged(memory)),
    },
    authenticate: signIn.authenticate,
    prices: triggerContext.prices,
    universe,
    tokens: options.tokens,
    feeds: options.feeds,
    clock,
    ledger,
    chain: {
      authority: keys.authority.address,
      sponsor: keys.sponsor.address,
      vault: keys.vault.address,
      fees: keys.fees.address,
      parlays: keys.parlays.address,
      mintAuthority: keys.mintAuthority.address,
      escrow: keys.escrow,
      vaults: triggerContext.keyring.root,
    },
    rpc: { ...rpcPorts(context, store, submit), onCommit: feed.onCommit },
    opening: () => openingOf(context, world, identity.anchor),
    control: createControl(context, keeper, world),
    recentTrades: (limit) => state.tape.slice(-limit).reverse(),
    tradedEvents: (owner) => withMemory(memory, () => store.positions.tradedEvents(owner)),
    tradingActive: () => state.tradingActive,
    faucet: (pubkey) => withMemory(memory, () => faucet(context)(pubkey)),
    audit: () => withMemory(memory, () => audit(context, store.audit)),
    tick: async () => {
      try {
        return await keeper.tick();
      } finally {
        await forget();
      }
    },
    notReady: () =>
      store.ping().then(
        () => (writer.stats.working ? undefined : 'the database cannot be written'),
        () => 'the database does not answer',
      ),
    stats: () => ({
      ...counted,
      commits: writer.stats.commits,
      committedJobs: writer.stats.committedJobs,
      queuedJobs: writer.stats.queuedJobs,
      ledgerSlot: ledger.slot(),
    }),
    close: async () => {
      await writer.close();
      await store.close();
    },
  };
}

/** What is counted of memory: of what is committed, right after a commit and before the next job. */
function countedIn({ orders, unsettledByMarket, claimable }: ExchangeState) {
  let openPositions = 0;
  for (const { size } of unsettledByMarket.values()) openPositions += size;
  return { pendingOrders: orders.size, openPositions, claimablePositions: claimable.size };
}

const TAPE_AT_START = 50;
const FORGET_SECONDS = 120;

function rpcPorts(
  context: ExchangeContext,
  store: ExchangeStore,
  submit: ReturnType<typeof createSubmitSigned>,
): RpcDeps {
  return {
    ledger: context.ledger,
    memory: context.memory,
    read: (look) => context.writer.read(look),
    submit: async (signedTransaction) => {
      const decoded = decodeSigned(signedTransaction);
      if (!decoded.ok) return { status: 'Failed', signature: null, error: decoded.error };
      return submit(decoded.tx);
    },
    isKnown: async (tx) =>
      (await buildOf(context, tx)) !== undefined || (await landedLongAgo(context, tx)) !== null,
    transactions: store.transactions,
    accounts: store.accounts,
    airdrop: airdrop(context),
  };
}
