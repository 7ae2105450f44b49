import { isRefusal } from '../../common/errors.ts';
import { createTestWallet } from '../ledger/testing/ledger.ts';
import { between, createRandom, pick, type Random } from '../simulation/hash.ts';
import type { Result } from '../simulation/model.ts';
import { Clients, type LifeHarness, type Player } from './clients.ts';

/** Mostly Yes, so that parlays are won as well as lost. */
const RESULTS: readonly Result[] = [
  'yes',
  'yes',
  'yes',
  'yes',
  'yes',
  'yes',
  'no',
  'no',
  'draw',
  'cancelled',
];

/** Sets the price that decides rounds, from now on. */
type SetPrice = (t: number, usd: bigint) => void;

/** A life of the exchange as its seed decides it: actions that any client could take, one after another. */
export class Life {
  /** How often each kind of action has succeeded. */
  readonly done = new Map<string, number>();
  readonly players: Player[] = [];
  private readonly random: Random;
  private readonly clients: Clients;
  private readonly actions: readonly [weight: number, name: string, act: () => Promise<unknown>][] = [
    [20, 'buy', () => this.clients.buy()],
    [12, 'sell', () => this.clients.sell()],
    [3, 'cancel', () => this.clients.cancel()],
    [1, 'closeAll', () => this.clients.closeAll()],
    [7, 'parlay', () => this.clients.parlay()],
    [4, 'freeParlay', () => this.clients.freeParlay()],
    [7, 'swapBuy', () => this.clients.swap(true)],
    [5, 'swapSell', () => this.clients.swap(false)],
    [4, 'roundOrder', () => this.clients.roundOrder()],
    [5, 'claim', () => this.clients.claim()],
    [8, 'claimParlay', () => this.clients.claimParlay()],
    [3, 'resolve', () => this.resolve()],
    [1, 'resolveRound', () => this.resolveRound()],
    [9, 'price', () => this.price()],
    [4, 'feed', async () => this.feed()],
    [12, 'pass', () => this.pass()],
    [1, 'faucet', () => this.clients.faucet()],
    [0.4, 'advance', () => this.h.exchange.control.advance(between(this.random, 600, 90_000))],
    [0.6, 'halt', () => this.halt()],
    [0.8, 'restart', () => this.h.start()],
  ];

  private constructor(
    readonly h: LifeHarness,
    private readonly setPrice: SetPrice,
    seed: number,
  ) {
    this.random = createRandom(seed);
    this.clients = new Clients(h, this.random, this.players);
  }

  static async begin(h: LifeHarness, setPrice: SetPrice, seed: number, players = 4): Promise<Life> {
    const life = new Life(h, setPrice, seed);
    for (let one = 1; one <= players; one++) {
      // Always the same wallets, so that a seed decides everything.
      const wallet = createTestWallet(new Uint8Array(32).fill(one));
      await h.exchange.faucet(wallet.address);
      life.players.push({ wallet, grants: 1 });
    }
    return life;
  }

  /** Takes one action. What a client is refused is part of life; any other failure is thrown. */
  async step(): Promise<string> {
    const total = this.actions.reduce((sum, [weight]) => sum + weight, 0);
    let at = this.random() * total;
    const [, name, act] = this.actions.find(([weight]) => {
      at -= weight;
      return at < 0;
    }) ?? [0, 'pass', () => this.pass()];
    try {
      if ((await act()) !== false) this.done.set(name, (this.done.get(name) ?? 0) + 1);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    return name;
  }

  /** Nothing waits any more: trading goes on, every order is filled or returned. */
  async settle(): Promise<void> {
    await this.h.exchange.control.setTrading(true);
    this.h.pass(30);
    await this.h.exchange.tick();
  }

  /** Everything ends: every market is decided, and what nobody claims is paid out. */
  async end(): Promise<void> {
    await this.settle();
    for (const marketId of this.h.universe.open()) {
      await this.h.exchange.control.resolve(marketId, pick(this.random, RESULTS));
    }
    await this.h.exchange.control.advance(6_000);
    await this.h.exchange.control.advance(100_000);
    await this.h.exchange.tick();
  }

  private resolve(): Promise<unknown> {
    const marketId = pick(this.random, this.h.universe.open());
    return this.h.exchange.control.resolve(marketId, pick(this.random, RESULTS));
  }

  private resolveRound(): Promise<unknown> {
    return this.h.exchange.control.resolve(this.clients.round(), pick(this.random, RESULTS));
  }

  private price(): Promise<void> {
    const marketId = pick(this.random, this.h.universe.open());
    // Favourites now and then, so that parlays are also won.
    const percent = this.clients.chance(0.3) ? between(this.random, 85, 97) : between(this.random, 5, 96);
    return this.h.exchange.control.setPrice(marketId, Math.floor(percent) / 100);
  }

  private feed(): void {
    this.setPrice(this.h.exchange.clock.now(), this.clients.whole(64_950, 65_050));
  }

  private async pass(): Promise<void> {
    this.h.pass(this.clients.chance(0.8) ? between(this.random, 1, 8) : between(this.random, 60, 600));
    await this.h.exchange.tick();
  }

  private async halt(): Promise<void> {
    const { control } = this.h.exchange;
    await control.setTrading(!this.h.exchange.tradingActive());
  }
}
