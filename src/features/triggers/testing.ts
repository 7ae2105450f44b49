import type { Pubkey } from '@contract/ids.ts';
import { picoUsd } from '@contract/triggers/price.ts';
import type { FormInputs } from './form-summary.ts';
import type { TokenFacts } from './form-terms.ts';

export const SOL: TokenFacts = {
  mint: 'So11111111111111111111111111111111111111112' as Pubkey,
  symbol: 'SOL',
  name: 'Solana',
  decimals: 9,
};
export const USDC: TokenFacts = {
  mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' as Pubkey,
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
};
export const OWNER = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;

/** A token of no configuration, what asks for its past prices, and the answer. */
export const TOKEN = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
export const TOKEN_PRICES = `GET /paper/prices/${TOKEN}`;
export const tokenPrices = (...series: readonly { time: number; priceUsd: number }[]) => ({
  mint: TOKEN,
  symbol: 'BONK',
  name: 'Bonk',
  decimals: 5,
  series,
});

export const dollars = (usd: number) => picoUsd(BigInt(Math.round(usd * 100)) * 10_000_000_000n);
const NOW = Date.UTC(2026, 8, 26, 12);

/** SOL at 84.86 USD, a wallet that has signed in and holds plenty. */
export const inputs: FormInputs = {
  token: SOL,
  cash: USDC,
  price: dollars(84.86),
  mcap: null,
  session: 'signed-in',
  regionRefused: false,
  held: 10_000_000_000n,
  lamports: 10_000_000_000n,
  isNative: true,
  minDeposit: 10_000_000n,
  now: NOW,
};
