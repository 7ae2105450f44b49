import type { Result } from '../simulation/model.ts';

/** What the faucet gave; raw units of each mint, lamports. */
export interface FaucetAnswer {
  signature: string;
  usdc: string;
  stablecoin: string;
  lamports: string;
}

/** One mint's conservation: supply = wallets + escrows + vaults + fees, in raw units. */
export interface AuditedMint {
  mint: string;
  supply: string;
  wallets: string;
  escrows: string;
  vaults: string;
  fees: string;
  difference: string;
}
export interface AuditAnswer {
  mints: AuditedMint[];
  ok: boolean;
}

/** The test control. Every change is durable before its promise resolves, and the keeper has acted on it. */
export interface ExchangeControl {
  /**
   * Simulated and unscaled time both move by this many seconds (>= 0). Answers the simulated Unix seconds.
   * @throws ServiceError `invalid` where that would be later than can be recorded.
   */
  advance(seconds: number): Promise<number>;
  /** @throws ServiceError `not-found` for an unknown market. */
  setPrice(marketId: string, probability: number): Promise<void>;
  /** @throws ServiceError `not-found` for an unknown market. */
  resolve(marketId: string, result: Result): Promise<void>;
  setTrading(active: boolean): Promise<void>;
  /**
   * Sets the price of a token; `usd` is decimal text.
   * @throws ServiceError `not-found` for a mint without a price, `invalid` for a price that it cannot have.
   */
  setUsd(mint: string, usd: string): Promise<void>;
}
