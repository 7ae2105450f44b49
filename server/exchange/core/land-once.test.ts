import type { VersionedTransaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import type { BuildRow } from '../writer/commit.store.ts';
import { ExchangeState } from '../writer/state.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import { EXPIRED, landOnce } from './land-once.ts';

const NOW = 1_000;
const built = (hash: string, builtAt: number): BuildRow => ({
  hash,
  status: 'built',
  intent: {},
  signature: null,
  error: null,
  builtAt,
});

it('answers who waited while it landed like whoever landed it, and lets go of older ones alone', () => {
  const state = new ExchangeState();
  const known = built('H', NOW - 30);
  state.remember('builds', known.hash, { ...known, status: 'landed', signature: 'S' });
  state.remember('builds', 'O', built('O', NOW - 121));
  state.remember('builds', 'P', { ...built('P', NOW - 121), status: 'landed', signature: 'P' });
  state.forgetBuilds(NOW - 120);
  expect([...state.builds.keys()]).toEqual(['H']);

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

describe('of a transaction that was built', () => {
  const REFUSED = { status: 'Failed', signature: null };
  const LANDED = { status: 'Success', signature: 'S', error: null };

  /** Lands one build again and again: what was done meanwhile, in order, beside the answers. */
  function world({ valid = true, executes = true } = {}) {
    const state = new ExchangeState();
    const known = built('H', NOW - 30);
    state.remember('builds', known.hash, known);
    const did: string[] = [];
    const ledger = { isBlockhashValid: () => valid };
    const uow = {
      execute: () => {
        did.push('executed');
        return executes ? { ok: true, signature: 'S' } : { ok: false, error: 'Not enough.' };
      },
      put: (_table: 'builds', key: string, row: BuildRow) => {
        did.push(row.status);
        state.remember('builds', key, row);
      },
    } as unknown as UnitOfWork;
    const context = { state, ledger } as unknown as Parameters<typeof landOnce>[0];
    const tx = { message: { recentBlockhash: '' } } as unknown as VersionedTransaction;
    const land = (objection: string | null = null) =>
      landOnce(context, uow, known, tx, {
        objection: () => objection,
        sign: () => did.push('signed'),
        apply: (_executed, landed) => did.push(`booked ${landed.status}`),
      });
    return { did, land };
  }

  it('the effect is booked once, and every later answer is the first one', () => {
    const { did, land } = world();
    expect([land(), land(), land('Too late.')]).toEqual([LANDED, LANDED, LANDED]);
    expect(did).toEqual(['signed', 'executed', 'landed', 'booked landed']);
  });

  it('an objection is final: it is neither signed nor executed, then or later', () => {
    const { did, land } = world();
    const refused = { ...REFUSED, error: 'Too late. Nothing moved.' };
    expect([land('Too late.'), land()]).toEqual([refused, refused]);
    expect(did).toEqual(['failed']);
  });

  it('a refusal of the ledger is final, and books nothing', () => {
    const { did, land } = world({ executes: false });
    const refused = { ...REFUSED, error: 'Not enough.' };
    expect([land(), land()]).toEqual([refused, refused]);
    expect(did).toEqual(['signed', 'executed', 'failed']);
  });

  it('an old blockhash moves nothing, and is not asked for an objection', () => {
    const { did, land } = world({ valid: false });
    expect(land('Too late.')).toEqual({ ...REFUSED, error: EXPIRED });
    expect(did).toEqual([]);
  });
});
