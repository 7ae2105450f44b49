import { expect, it } from 'vitest';
import { createTestWallet } from '../ledger/testing/ledger.ts';
import { compileTransaction } from '../ledger/transactions/compile.ts';
import { memoInstruction } from '../ledger/transactions/parts.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import type { ExchangeContext } from './context.ts';
import { runKeeperTransaction } from './keeper-transaction.ts';

it('undoes the whole job where the ledger refuses one of the exchange’s own transactions', () => {
  const sponsor = createTestWallet();
  const context = { keys: { standing: [sponsor], sponsor } } as unknown as ExchangeContext;
  const uow = { execute: () => ({ ok: false, error: 'Not enough.' }) } as unknown as UnitOfWork;
  const tx = compileTransaction(sponsor.address, sponsor.address, [memoInstruction('m', [sponsor.address])]);
  expect(() => runKeeperTransaction(context, uow, tx)).toThrow('Not enough.');
});
