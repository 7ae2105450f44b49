import type { ExchangeContext } from '../core/context.ts';

/** Lamports to enter one free parlay. */
export const ENTRY_LAMPORTS = 1_000_000n;
/** Free parlays a wallet may place in one UTC day of simulated time. */
export const FREE_A_DAY = 10;

const DAY_MS = 86_400_000;
const dayOf = (milliseconds: number): number => Math.floor(milliseconds / DAY_MS);

/** How many free parlays the wallet may still place today. */
export function freeLeft({ state, clock }: ExchangeContext, owner: string): number {
  const today = dayOf(clock.now() * 1_000);
  const placed = state.parlays
    .ofOwner(owner)
    .filter(({ mode, placedAt }) => mode === 'free' && dayOf(placedAt) === today);
  return Math.max(0, FREE_A_DAY - placed.length);
}
