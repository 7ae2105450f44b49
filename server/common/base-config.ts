import { type AppConfigWire, DEFAULT_BASES } from '@contract/config.ts';
import { BTC_MINT, SOL_MINT } from '@contract/mints.ts';
import { MICRO } from '@contract/money.ts';
import { MIN_DEPOSIT_USD } from '@contract/triggers/order.ts';

const MIN_ORDER_USD = '5000000';
const MAX_ROUND_USD = '250000000';

/** What a desk is told wherever nothing else is known: the providers, tokens and bases of the interface. */
export function baseConfig({ usdc, stablecoin }: { usdc: string; stablecoin: string }): Pick<
  AppConfigWire,
  'providers' | 'mints' | 'bases'
> & {
  trigger: NonNullable<AppConfigWire['trigger']>;
} {
  const provider = (wire: string, label: string): AppConfigWire['providers'][number] => ({
    wire,
    label,
    settles: 'claim',
    depositMints: [usdc, stablecoin],
    minOrderUsd: MIN_ORDER_USD,
    maxOrderUsd: null,
    hasLadder: true,
  });
  return {
    providers: [
      provider('provider_a', 'Venue A'),
      provider('provider_b', 'Venue B'),
      provider('provider_c', 'Venue C'),
      {
        wire: 'provider_d',
        label: 'Rounds',
        settles: 'itself',
        depositMints: [usdc],
        minOrderUsd: MIN_ORDER_USD,
        maxOrderUsd: MAX_ROUND_USD,
        hasLadder: false,
      },
    ],
    mints: { usdc, stablecoin, sol: SOL_MINT },
    bases: { ...DEFAULT_BASES },
    trigger: {
      enabled: true,
      tokens: [
        { mint: SOL_MINT, symbol: 'SOL', name: 'Solana', decimals: 9 },
        { mint: BTC_MINT, symbol: 'BTC', name: 'Bitcoin', decimals: 8 },
        { mint: usdc, symbol: 'USDC', name: 'USD Coin', decimals: 6 },
        { mint: stablecoin, symbol: 'USD', name: 'Platform dollar', decimals: 6 },
      ],
      minDepositUsd: (MIN_DEPOSIT_USD * MICRO).toString(),
    },
  };
}
