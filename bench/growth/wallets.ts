import { createHash } from 'node:crypto';
import { createTestWallet } from '../../server/exchange/ledger/testing/ledger.ts';
import type { Settings } from './settings.ts';

export type Wallet = ReturnType<typeof createTestWallet>;

/** One order in five is this wallet's, or fewer where there are more than 50,000, until it has so many. */
export const BUSY_ORDERS = 10_000;

/** Wallets by their number, always the same for a seed. Number 0 is the busy one. */
export class Wallets {
  private readonly made: Wallet[] = [];

  constructor(private readonly settings: Pick<Settings, 'seed' | 'wallets'>) {}

  get busy(): Wallet {
    return this.at(0);
  }

  /** The wallet of an ordinary turn: any but the busy one. */
  ofTurn(turn: number): Wallet {
    return this.at(1 + (turn % Math.max(1, this.settings.wallets - 1)));
  }

  private at(number: number): Wallet {
    const made =
      this.made[number] ??
      createTestWallet(createHash('sha256').update(`${this.settings.seed}:${number}`).digest());
    this.made[number] = made;
    return made;
  }
}
