import { BTC_MINT, SOL_MINT, STABLECOIN_MINT, USDC_MINT } from '@contract/mints.ts';
import type { Mint } from '@contract/transactions/instruction.ts';
import { PROGRAMS } from '@contract/transactions/programs.ts';

/** A token of the exchange. */
export type MintSpec = Mint;

/** What orders are paid in. */
export const USDC: MintSpec = {
  address: USDC_MINT,
  decimals: 6,
  program: PROGRAMS.token,
};
/** The stablecoin of the platform, worth one USDC. */
export const STABLECOIN: MintSpec = {
  address: STABLECOIN_MINT,
  decimals: 6,
  program: PROGRAMS.token,
};
/** A Bitcoin token: like SOL it can be bought and sold by trigger orders, and not be bet with. */
export const BTC: MintSpec = {
  address: BTC_MINT,
  decimals: 8,
  program: PROGRAMS.token,
};
/** Bitcoin under an address with a letter mistyped: ledgers from then hold it, and no other ever will. */
export const FORMER_BTC: MintSpec = { ...BTC, address: '3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqgDzcqmJh' };
/** The native coin, under the name it has where a mint is asked for; it moves as lamports, never as a token. */
export const SOL: MintSpec = {
  address: SOL_MINT,
  decimals: 9,
  program: PROGRAMS.token,
};
/** What bets are paid in. */
export const SETTLEMENT_MINTS: readonly MintSpec[] = [USDC, STABLECOIN];
/** What an order or a position is paid in, by the address that it names. */
export const settlementMint = (address: string): MintSpec =>
  SETTLEMENT_MINTS.find((mint) => mint.address === address) ?? USDC;
/** Mints that exist from the first slot on. */
export const GENESIS_MINTS: readonly MintSpec[] = [...SETTLEMENT_MINTS, BTC];
