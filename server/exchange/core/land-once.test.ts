import type { VersionedTransaction } from '@solana/web3.js';
import { expect, it } from 'vitest';
import type { BuildRow } from '../writer/commit.store.ts';
import { ExchangeState } from '../writer/state.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import { landOnce } from './land-once.ts';

const NOW = 1_000;
const built = (hash: string, builtAt: number): BuildRow => ({
  hash,
  status: 'built',
  intent: {},
  signature: null,
  error: null,
  builtAt,
});

it('answers who waited while it landed like whoever landed it, however many others have landed', () => {
  const state = new ExchangeState();
  const known = built('H', NOW - 30);
  state.remember('builds', known.hash, { ...known, status: 'landed', signature: 'S' });
  for (let n = 0; n < 6_000; n++) {
    state.remember('builds', `${n}`, { ...built(`${n}`, NOW - 300), status: 'landed', signature: `S${n}` });
  }
  state.forgetBuilds(NOW - 600, NOW - 120);
  expect(state.builds.size).toBe(5_000);

  const ledger = { isBlockhashValid: () => true };
  const refusing = {
    execute: () => ({ ok: false, error: 'This transaction has been processed already.' }),
    put: () => undefined,
  } as unknown as UnitOfWork;
  const tx = { message: { recentBlockhash: '' } } as unknown as VersionedTransaction;
  const steps = { objection: () => null, apply: () => undefined };
  const context = { state, ledger } as unknown as Parameters<typeof landOnce>[0];
  expect(landOnce(context, refusing, known, tx, steps)).toEqual({
    status: 'Success',
    signature: 'S',
    error: null,
  });
});
