import type { CreateOrderBody } from '@contract/prediction/order.ts';
import type { AnswerWire } from '@contract/routes.ts';
import { VersionedTransaction } from '@solana/web3.js';
import { eventModel, NOW } from '../../testing/stub-app.ts';
import { createExchangeStore, type ExchangeStore } from '../exchange.store.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { addSignatures, toBase64 } from '../ledger/signers.ts';
import { createTestWallet } from '../ledger/testing/ledger.ts';
import { withMemory } from '../memory/memory-source.ts';
import type { Exchange, ExchangeServices } from '../ports.ts';
import type { PriceFeed } from '../simulation/feeds/feed.ts';
import { createFeeds } from '../simulation/feeds/feeds.ts';
import type { Book, EventModel, Level, MarketModel, Result } from '../simulation/model.ts';
import type { Universe } from '../simulation/universe.ts';
import type { TokenMarket } from '../tokens/tokens.ts';
import { type Answered, withAnswersChecked } from './answers.ts';
import { openTestExchange } from './open.ts';

const cents = (price: number, contracts: number): Level => ({
  price: BigInt(price) * 10_000n,
  size: BigInt(contracts) * 1_000_000n,
});
/** Yes 58/60¢, No 40/42¢, three levels a side. */
export const deepBook = (): Book => ({
  yes: [cents(56, 500), cents(57, 300), cents(58, 200)],
  no: [cents(38, 500), cents(39, 300), cents(40, 200)],
});

const EVENTS: EventModel[] = [
  eventModel({ eventId: 'EV-A', markets: [{ marketId: 'MK-A' }, { marketId: 'MK-B' }] }),
  eventModel({ eventId: 'EV-SOON', markets: [{ marketId: 'MK-SOON', resolveTime: NOW + 60 }] }),
  eventModel({ eventId: 'EV-UP', markets: [{ marketId: 'MK-UP', oneSided: true }] }),
];

/** A universe that does what a test says: fixed books, states that are set. */
export class TestUniverse implements Universe {
  readonly books = new Map<string, Book>();
  readonly results = new Map<string, Result | 'closed'>();
  readonly events = EVENTS;
  list = () => this.events;
  event = (eventId: string) => this.events.find((event) => event.eventId === eventId);
  market = (marketId: string): MarketModel | undefined =>
    this.events.flatMap(({ markets }) => markets).find((market) => market.marketId === marketId);
  state(marketId: string, t: number) {
    const set = this.results.get(marketId);
    if (set === undefined) return { status: 'open' as const, result: null, resolveAt: null };
    if (set === 'closed') return { status: 'closed' as const, result: null, resolveAt: null };
    if (set === 'cancelled') return { status: 'cancelled' as const, result: null, resolveAt: t };
    return { status: 'closed' as const, result: set, resolveAt: t };
  }
  book = (marketId: string): Book => this.books.get(marketId) ?? deepBook();
  quote(marketId: string) {
    const book = this.book(marketId);
    const yes = book.yes.at(-1)?.price ?? null;
    const no = book.no.at(-1)?.price ?? null;
    return {
      sellYes: yes,
      buyYes: no === null ? null : 1_000_000n - no,
      sellNo: no,
      buyNo: yes === null ? null : 1_000_000n - yes,
      volumeContracts: 0n,
    };
  }
  epoch = () => 0;
  consume(marketId: string, side: 'yes' | 'no', fills: readonly Level[]): () => void {
    const book = this.book(marketId);
    const left = book[side].map((level) => {
      const eaten = fills.find((fill) => fill.price === level.price)?.size ?? 0n;
      return { price: level.price, size: level.size - eaten };
    });
    this.books.set(marketId, { ...book, [side]: left.filter(({ size }) => size > 0n) });
    return () => this.books.set(marketId, book);
  }
  isLive = () => false;
  score = () => null;
  trades = () => [];
  eventVolume = () => ({ volumeUsd: 0n, volume24hr: 0n });
  setPrice(marketId: string, probability: number): () => void {
    const before = this.book(marketId);
    const yes = Math.round(probability * 100);
    this.books.set(marketId, { yes: [cents(yes - 1, 200)], no: [cents(99 - yes, 200)] });
    return () => this.books.set(marketId, before);
  }
  resolve(marketId: string, result: Result): () => void {
    this.results.set(marketId, result);
    return () => this.results.delete(marketId);
  }
  overrides = () => [];
  loadOverrides = () => undefined;
}

/** An open database; who opened it closes it. */
type Database = Parameters<typeof createExchangeStore>[0];

export interface HarnessOptions {
  fillDelayMs?: number;
  /** Simulated Unix seconds of the first start; the real ones without it. */
  begin?: number;
  universe?: Universe;
  /** Prices of Bitcoin; without it they are generated, and there are no rounds. */
  feed?: PriceFeed;
  /** Prices of SOL; generated ones without it. */
  sol?: PriceFeed;
  /** Tokens of the listing at each start; the same ones without it. */
  tokens?: () => TokenMarket;
  /** Seconds after which accounts that nobody names leave memory; they stay without it. */
  forgetSeconds?: number;
  /** Answers are not looked at: they hold keys that are none. */
  madeUpKeys?: boolean;
  /** Stands between the exchange and its database. */
  wrapStore?: (store: ExchangeStore) => ExchangeStore;
}

/** The body of a buy or a sale, whatever a test names on top. */
export type OrderFields = Partial<CreateOrderBody>;

/** An exchange on a database, with time that stands still unless told, and wallets that sign. */
export class Harness<U extends Universe = TestUniverse> {
  readonly log: Record<string, unknown>[] = [];
  readonly fatal: Error[] = [];
  private readonly wallets: string[] = [];
  /** Answers of services that have been found as specified, by operation. */
  readonly answered: Answered = new Map();
  private current: Exchange | undefined;
  private checked: ExchangeServices | undefined;
  private time = NOW;

  private constructor(
    readonly database: Database,
    readonly universe: U,
    private readonly options: HarnessOptions,
  ) {}

  static async open(database: Database, options: HarnessOptions = {}): Promise<Harness> {
    const harness = new Harness(database, new TestUniverse(), options);
    await harness.start();
    return harness;
  }

  static async openOn<V extends Universe>(
    database: Database,
    universe: V,
    options: HarnessOptions = {},
  ): Promise<Harness<V>> {
    const harness = new Harness(database, universe, options);
    await harness.start();
    return harness;
  }

  /** Opens the exchange anew on the same database; the one before is simply gone, as after kill -9. */
  async start(): Promise<void> {
    const { wrapStore = (store: ExchangeStore) => store, fillDelayMs = 0, feed } = this.options;
    const { forgetSeconds = Number.POSITIVE_INFINITY, tokens, begin } = this.options;
    this.current = await openTestExchange('test', {
      store: wrapStore(createExchangeStore({ ...this.database, close: async () => undefined })),
      openUniverse: () => this.universe,
      feeds: createFeeds({ seed: 'test', given: { btc: feed, sol: this.options.sol } }),
      ...(feed && { rounds: { seed: 'test' } }),
      ...(tokens && { tokens: tokens() }),
      fillDelayMs,
      begin,
      forgetSeconds,
      log: (entry) => this.log.push(entry),
      fatal: (error) => this.fatal.push(error),
      real: () => this.time,
    });
    const { services } = this.current;
    this.checked = this.options.madeUpKeys ? services : withAnswersChecked(services, this.answered);
    for (const address of this.wallets) await this.look((ledger) => ledger.tokenAccountsOf(address));
  }

  /** Does something with the ledger once all it wants is in memory, where it stays for as long as a test lasts. */
  look<T>(act: (ledger: Exchange['ledger']) => T): Promise<T> {
    const { rpc, ledger } = this.exchange;
    return withMemory(rpc.memory, () => act(ledger));
  }

  get exchange(): Exchange {
    if (!this.current) throw new Error('the exchange is not open');
    return this.current;
  }

  /** Every answer of these is held to the contract and to the specification. */
  get services(): ExchangeServices {
    if (!this.checked) throw new Error('the exchange is not open');
    return this.checked;
  }

  /** Lets real time pass, without the keeper. */
  pass(seconds: number): void {
    this.time += seconds;
  }

  /** Lets so much real time pass three times over that the keeper lets go of what nobody names meanwhile. */
  async idle(seconds: number): Promise<void> {
    for (let turn = 0; turn < 3; turn++) {
      this.pass(seconds);
      await this.exchange.tick();
    }
  }

  async wallet(): Promise<PlatformSigner> {
    const wallet = createTestWallet();
    this.wallets.push(wallet.address);
    await this.exchange.faucet(wallet.address);
    return wallet;
  }

  usdc(wallet: PlatformSigner, mint = USDC_MINT): bigint {
    return this.exchange.ledger.tokenBalance(wallet.address, mint) ?? 0n;
  }

  build(body: OrderFields & { isBuy: boolean }): Promise<AnswerWire<'createOrder'>> {
    return this.services.createOrder({ body: body as CreateOrderBody });
  }

  buildBuy(wallet: PlatformSigner, fields: OrderFields = {}) {
    const deposit = 'contractsMicro' in fields ? {} : { depositAmount: 60_000_000n };
    return this.build({
      isBuy: true,
      ownerPubkey: wallet.address,
      marketId: 'MK-A',
      ...deposit,
      ...fields,
    });
  }

  buildSell(
    wallet: PlatformSigner,
    positionPubkey: string,
    contractsMicro: bigint,
    fields: OrderFields = {},
  ) {
    return this.build({
      isBuy: false,
      ownerPubkey: wallet.address,
      positionPubkey,
      contractsMicro,
      ...fields,
    });
  }

  sign(transaction: string | null | undefined, ...wallets: PlatformSigner[]): string {
    return signed(transaction, ...wallets);
  }

  execute(signedTransaction: string): Promise<AnswerWire<'execute'>> {
    return this.services.execute({ body: { signedTransaction } });
  }

  async send(answer: { transaction?: string | null | undefined }, ...wallets: PlatformSigner[]) {
    return this.execute(signed(answer.transaction, ...wallets));
  }

  /** Builds, signs and executes a buy; answers its order as built. */
  async buy(wallet: PlatformSigner, fields: OrderFields = {}) {
    const built = await this.buildBuy(wallet, fields);
    const answer = await this.send(built, wallet);
    if (answer.status !== 'Success') throw new Error(`the buy failed: ${answer.error}`);
    return built.order;
  }

  async sell(
    wallet: PlatformSigner,
    positionPubkey: string,
    contractsMicro: bigint,
    fields: OrderFields = {},
  ) {
    const built = await this.buildSell(wallet, positionPubkey, contractsMicro, fields);
    const answer = await this.send(built, wallet);
    if (answer.status !== 'Success') throw new Error(`the sale failed: ${answer.error}`);
    return built.order;
  }

  async claim(wallet: PlatformSigner, positionPubkey: string) {
    const built = await this.services.claimPosition({ params: { positionPubkey }, body: {} });
    return this.send(built, wallet);
  }

  position(positionPubkey: string) {
    return this.services.getPosition({ params: { positionPubkey }, query: {} });
  }

  order(orderPubkey: string | null | undefined) {
    return this.services.getOrder({ params: { orderPubkey: orderPubkey ?? '' } });
  }

  async history(wallet: PlatformSigner) {
    const { data } = await this.services.listHistory({ query: { ownerPubkey: wallet.address, end: 100 } });
    return data;
  }
}

export const USDC_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

export function decoded(transaction: string | null | undefined): VersionedTransaction {
  return VersionedTransaction.deserialize(Buffer.from(transaction ?? '', 'base64'));
}

export function signed(transaction: string | null | undefined, ...wallets: PlatformSigner[]): string {
  return toBase64(addSignatures(decoded(transaction), wallets));
}
