import { expect, it } from 'vitest';
import { createTestWallet } from '../ledger/testing/ledger.ts';
import { compileTransaction } from '../ledger/transactions/compile.ts';
import { memoInstruction } from '../ledger/transactions/parts.ts';
import { ExchangeState } from '../writer/state.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import { rememberBuild } from './builds.ts';
import type { ExchangeContext } from './context.ts';

it('keeps the answer of a message that has landed, though it is built once more', async () => {
  const state = new ExchangeState();
  const wallet = createTestWallet();
  const uow = {
    put: (_table: 'builds', key: string, row: never) => state.remember('builds', key, row),
  } as unknown as UnitOfWork;
  const context = {
    state,
    ...{ keys: { standing: [] }, memory: {}, clock: { wall: () => 1_000 } },
    ledger: { requireKnown: () => undefined },
    writer: { submit: async (job: (uow: UnitOfWork) => void) => job(uow) },
  } as unknown as ExchangeContext;
  const build = () => {
    const tx = compileTransaction(wallet.address, wallet.address, [memoInstruction('m', [wallet.address])]);
    const intent = { kind: 'close', order: 'O', orderKey: null, skipSigning: false } as const;
    return rememberBuild(context, tx, intent);
  };
  const first = await build();
  const [row] = state.builds.values();
  if (!row) throw new Error('nothing was remembered');
  const landed = { ...row, status: 'landed' as const, signature: 'S' };
  state.remember('builds', row.hash, landed);
  expect(await build()).toEqual(first);
  expect([...state.builds.values()]).toEqual([landed]);
});
