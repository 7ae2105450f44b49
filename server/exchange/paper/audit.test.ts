import { expect, it } from 'vitest';
import type { ExchangeContext } from '../core/context.ts';
import { audit } from './audit.ts';

const key = (address: string) => ({ address });
const keys = { vault: key('vault'), parlays: key('parlays'), fees: key('fees') };

it('is not all right while the chain has another account than memory, though every mint adds up', async () => {
  const store = {
    sums: async () => ({
      supplies: new Map([['M', 5n]]),
      held: [{ mint: 'M', place: 'wallets' as const, amount: 5n }],
    }),
  };
  const okWith = async (...strays: string[]) => {
    const context = { keys, ledger: { strays: () => strays } } as unknown as ExchangeContext;
    return (await audit(context, store)).ok;
  };
  expect([await okWith(), await okWith('an account')]).toEqual([true, false]);
});
