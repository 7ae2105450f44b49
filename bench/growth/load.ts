import { VersionedTransaction } from '@solana/web3.js';
import { isRefusal, ServiceError } from '../../server/common/errors.ts';
import { positionAddress } from '../../server/exchange/ledger/keys.ts';
import { USDC } from '../../server/exchange/ledger/mints.ts';
import { addSignatures, toBase64 } from '../../server/exchange/ledger/signers.ts';
import { withMemory } from '../../server/exchange/memory/memory-source.ts';
import type { Exchange } from '../../server/exchange/ports.ts';
import { createRandom, pick, type Random } from '../../server/exchange/simulation/hash.ts';
import {
  ROUND_SECONDS,
  ROUND_SIDES,
  roundAt,
  roundMarketId,
} from '../../server/exchange/simulation/rounds-d/round-id.ts';
import { LEAP, tradedMarkets } from './markets.ts';
import type { Settings } from './settings.ts';
import { BUSY_ORDERS, type Wallet, Wallets } from './wallets.ts';

/** Twice what one commit carries: while one half waits for its commit, the other is at work. */
const LANES = 96;
const STAKE = 5_000_000n;
const LEAST_MONEY = 2n * STAKE;
/** Seconds after which the faucet gives again. */
const FAUCET_AGAIN = 3_601;
/** Seconds after which the keeper tries again what did not find room in its queue. */
const KEEPER_AGAIN = 6;
/** The orders of a folder are made in so many ages: at the end of each, what was near its end is settled. */
const AGES = 10;
/** Rounds traded an age, both sides of each: every one leaves two mints. */
const ROUNDS = 10;
/** Orders after which the keeper has a turn, at which it deletes a hundred transactions at most. */
const TICK_EVERY = 20;
const DAY = 86_400;
const SELL_EVERY = 4;
const REFRESH_EVERY = 2_000;

type Side = Readonly<{ marketId: string; isYes: boolean }>;

/** Makes orders through the verbs and the writer of an exchange, many to a commit, as many clients at once would. */
export class Loader {
  /** Orders that were made, those of rounds aside: they land at once, and leave no order. */
  made = 0;
  private refused = 0;
  private turn: number;
  private readonly random: Random;
  private readonly wallets: Wallets;
  /** One in so many turns is the busy wallet's. */
  private readonly busyEvery: number;
  private ticked = 0;
  private markets: ReturnType<typeof tradedMarkets>;
  private refreshed = 0;
  private leaping: Promise<void> | undefined;

  /** `before`: orders that were made in earlier runs. */
  constructor(
    private readonly exchange: Exchange,
    private readonly settings: Pick<Settings, 'seed' | 'wallets' | 'orders' | 'days'>,
    private readonly before: number,
    private readonly tell: (line: string) => void,
  ) {
    this.turn = before;
    this.random = createRandom(before + 1);
    this.wallets = new Wallets(settings);
    this.busyEvery = Math.max(5, Math.floor(settings.orders / BUSY_ORDERS));
    this.markets = tradedMarkets(exchange);
  }

  /** Fills up to the orders that are asked for. */
  async fill(): Promise<void> {
    const missing = this.settings.orders - this.before;
    for (let age = 1; age <= AGES && missing > 0; age++) {
      this.markets = tradedMarkets(this.exchange);
      await this.inLanes(this.before + Math.ceil((missing * age) / AGES), () => this.order());
      await this.passRounds();
      await this.leap(LEAP - ROUNDS * ROUND_SECONDS);
      await this.leap(Math.max(0, (this.settings.days * DAY) / AGES - LEAP));
      this.tell(`age ${age} of ${AGES}: ${this.total} orders, ${this.exchange.stats().openPositions} open`);
    }
  }

  /**
   * Opens positions that all end within a leap.
   * @returns how many there are
   */
  async openDue(count: number): Promise<number> {
    this.markets = tradedMarkets(this.exchange);
    const before = this.exchange.stats().openPositions;
    const due = new Set<string>();
    const sides = this.markets.near.flatMap(({ marketId }) => [
      { marketId, isYes: true },
      { marketId, isYes: false },
    ]);
    await this.inLanes(this.total + count, async () => {
      const turn = this.turn++;
      const wallet = this.wallets.ofTurn(turn);
      const side = pick(this.random, sides);
      const position = positionAddress(wallet.address, side.marketId, side.isYes);
      if (due.has(position)) return;
      if (!(await this.buy(wallet, side))) return;
      this.made += 1;
      due.add(position);
    });
    // Where the book was empty by then, an order landed and was not filled.
    return this.exchange.stats().openPositions - before;
  }

  private get total(): number {
    return this.before + this.made;
  }

  /** Runs turns side by side until so many orders are there. @throws when nearly all are refused */
  private async inLanes(until: number, turn: () => Promise<void>): Promise<void> {
    const lane = async (): Promise<void> => {
      while (this.total < until) {
        if (this.refused > 1_000 && this.refused > 2 * this.made) throw new Error('nearly all are refused');
        this.refresh();
        await this.tick();
        await turn();
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }

  private refresh(): void {
    if (this.made - this.refreshed < REFRESH_EVERY) return;
    this.refreshed = this.made;
    this.markets = tradedMarkets(this.exchange);
    this.tell(`${this.total} orders`);
  }

  /** What the keeper's loop does beside users: what fell due, and deleting what is old. */
  private async tick(): Promise<void> {
    if (this.made - this.ticked < TICK_EVERY) return;
    this.ticked = this.made;
    await this.exchange.tick();
  }

  /** One order of the mix: half of the buys end soon, every few are followed by the sale of half of them. */
  private async order(): Promise<void> {
    const turn = this.turn++;
    const isBusy = turn % this.busyEvery === 0 && turn < BUSY_ORDERS * this.busyEvery;
    const wallet = isBusy ? this.wallets.busy : this.wallets.ofTurn(turn);
    const { near, far } = this.markets;
    const { marketId } = pick(this.random, turn % 2 === 0 && near.length > 0 ? near : far);
    const order = await this.buy(wallet, { marketId, isYes: this.random() < 0.5 });
    if (!order) return;
    this.made += 1;
    if (turn % SELL_EVERY !== 0) return;
    const { positionPubkey, contractsMicro } = order;
    const half = BigInt(contractsMicro) / 2n;
    if (await this.place(wallet, { isBuy: false, positionPubkey, contractsMicro: half })) this.made += 1;
  }

  private async buy(wallet: Wallet, side: Side) {
    const { rpc, ledger } = this.exchange;
    const money = await withMemory(rpc.memory, () => ledger.tokenBalance(wallet.address, USDC.address));
    if ((money ?? 0n) < LEAST_MONEY) {
      await this.give(wallet);
    }
    return this.place(wallet, { isBuy: true, ...side, depositAmount: STAKE });
  }

  /** Builds, signs and executes; the order as built, or undefined where the exchange would not run it. */
  private async place(wallet: Wallet, fields: { isBuy: boolean } & Record<string, unknown>) {
    const { services } = this.exchange;
    try {
      const { transaction, order } = await services.createOrder({
        body: { ownerPubkey: wallet.address, ...fields },
      });
      const tx = VersionedTransaction.deserialize(Buffer.from(transaction ?? '', 'base64'));
      const signedTransaction = toBase64(addSignatures(tx, [wallet]));
      const { status } = await services.execute({ body: { signedTransaction } });
      if (status !== 'Success') throw new ServiceError('invalid', 'INTERNAL', 'not executed');
      return order;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.refused += 1;
      return undefined;
    }
  }

  private async give(wallet: Wallet): Promise<void> {
    try {
      await this.exchange.faucet(wallet.address);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'rate-limited') throw error;
      this.leaping ??= this.leap(FAUCET_AGAIN).finally(() => {
        this.leaping = undefined;
      });
      await this.leaping;
    }
  }

  private async passRounds(): Promise<void> {
    for (let round = 0; round < ROUNDS; round++) {
      const begin = roundAt(this.exchange.clock.now()) + ROUND_SECONDS;
      for (const side of ROUND_SIDES) {
        const wallet = this.wallets.ofTurn(this.turn++);
        await this.buy(wallet, { marketId: roundMarketId(begin, side), isYes: true });
      }
      await this.exchange.control.advance(ROUND_SECONDS);
    }
  }

  /** Lets time pass, and waits until everything that fell due is done. */
  private async leap(seconds: number): Promise<void> {
    const { control, stats } = this.exchange;
    await control.advance(seconds);
    for (let open = -1; open !== stats().openPositions; ) {
      open = stats().openPositions;
      await control.advance(KEEPER_AGAIN);
    }
  }
}
