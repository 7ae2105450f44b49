import { expect, it } from 'vitest';
import { createTestWallet } from '../ledger/testing/ledger.ts';
import { compileTransaction } from '../ledger/transactions/compile.ts';
import { memoInstruction } from '../ledger/transactions/parts.ts';
import type { BuildRow } from '../writer/commit.store.ts';
import { ExchangeState } from '../writer/state.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import { intentOf, rememberBuild } from './builds.ts';
import type { ExchangeContext } from './context.ts';

/** An exchange in which one message is built again and again. */
function world() {
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
  const build = (skipSigning = false) => {
    const tx = compileTransaction(wallet.address, wallet.address, [memoInstruction('m', [wallet.address])]);
    return rememberBuild(context, tx, { kind: 'close', order: 'O', skipSigning });
  };
  const only = (): BuildRow => {
    const [row, other] = state.builds.values();
    if (!row || other) throw new Error('not one build is remembered');
    return row;
  };
  return { state, build, only };
}

it('keeps the answer of a message that has landed, though it is built once more', async () => {
  const { state, build, only } = world();
  const first = await build();
  const landed = { ...only(), status: 'landed' as const, signature: 'S' };
  state.remember('builds', landed.hash, landed);
  expect(await build()).toEqual(first);
  expect(await build(true)).toEqual(first);
  expect(only()).toEqual(landed);
});

it('signs on execute what anybody was given unsigned, whoever else was given the same message', async () => {
  const { build, only } = world();
  for (const skipSigning of [false, true, false]) await build(skipSigning);
  expect(intentOf(only()).skipSigning).toBe(true);
});
