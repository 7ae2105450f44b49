import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GUARD_PROGRAM } from '../config.ts';
import {
  guardsAtEnd,
  onlyGuardsAdded,
  type PlainInstruction,
  type PlainMessage,
  plainMessage,
} from './guards.ts';

const PAYER = 'payer';
const SMALL = 700;
const key = (address: string, isSigner = false, isWritable = false) => ({ address, isSigner, isWritable });
const guard = (account: string, ...data: number[]): PlainInstruction => ({
  program: GUARD_PROGRAM,
  accounts: [account],
  data: Uint8Array.from(data.length > 0 ? data : [5, 0, 1]),
});

const CHECKED: PlainMessage = {
  version: 0,
  blockhash: 'blockhash',
  keys: [key(PAYER, true, true), key('fees', false, true), key('system'), key('memo')],
  lookups: [],
  instructions: [
    { program: 'system', accounts: [PAYER, 'fees'], data: Uint8Array.of(2, 0, 0, 0, 9) },
    { program: 'system', accounts: [PAYER, 'fees'], data: Uint8Array.of(2, 0, 0, 0, 9) },
    { program: 'memo', accounts: [PAYER], data: Uint8Array.of(104, 105) },
  ],
};
const guarded = (...guards: PlainInstruction[]): PlainMessage => ({
  ...CHECKED,
  keys: [
    ...CHECKED.keys,
    ...[...new Set(guards.flatMap(({ program, accounts }) => [program, ...accounts]))]
      .filter((address) => !CHECKED.keys.some((known) => known.address === address))
      .map((address) => key(address)),
  ],
  instructions: [...CHECKED.instructions, ...guards],
});
const judge = (changed: PlainMessage, bytes = SMALL) =>
  onlyGuardsAdded(CHECKED, changed, bytes, GUARD_PROGRAM);
const refusal = (changed: PlainMessage, bytes = SMALL): string => {
  const verdict = judge(changed, bytes);
  return verdict.ok ? 'accepted' : verdict.reason;
};

describe('guards', () => {
  it('are taken: one or two, on any account, of every kind that asserts', () => {
    for (let kind = 2; kind <= 17; kind++) {
      expect(judge(guarded(guard(PAYER, kind)))).toEqual({ ok: true, guards: 1 });
      expect(judge(guarded(guard('fees', 5, 0), guard('clock', kind, 4)))).toEqual({ ok: true, guards: 2 });
    }
    expect(judge(guarded(guard(PAYER)), 1_232)).toEqual({ ok: true, guards: 1 });
  });

  it('may come with the accounts in another order, the payer first', () => {
    const { keys, ...rest } = guarded(guard('clock'));
    const [payer, ...others] = keys;
    expect(judge({ ...rest, keys: [payer ?? key(PAYER), ...others.reverse()] }).ok).toBe(true);
  });

  it('are of the program that is configured', () => {
    const other = { ...guard(PAYER), program: 'other-guard' };
    expect(judge(guarded(other)).ok).toBe(false);
    expect(onlyGuardsAdded(CHECKED, guarded(other), SMALL, 'other-guard').ok).toBe(true);
    expect(onlyGuardsAdded(CHECKED, guarded(guard(PAYER)), SMALL, 'other-guard').ok).toBe(false);
  });

  const honest = guarded(guard('clock'));
  const [first, second, third] = CHECKED.instructions;
  if (!first || !second || !third) throw new Error('three instructions');
  const withKeys = (change: (keys: PlainMessage['keys']) => PlainMessage['keys']): PlainMessage => ({
    ...honest,
    keys: change(honest.keys),
  });
  const flagged = (address: string, flags: { isSigner?: boolean; isWritable?: boolean }) =>
    withKeys((keys) => keys.map((one) => (one.address === address ? { ...one, ...flags } : one)));
  const withInstructions = (...instructions: PlainInstruction[]): PlainMessage => ({
    ...honest,
    instructions,
  });

  it.each<[string, PlainMessage, RegExp]>([
    ['nothing', CHECKED, /compiled the message anew/],
    ['three', guarded(guard(PAYER), guard(PAYER), guard(PAYER)), /added 3/],
    ['a memory write', guarded(guard(PAYER, 0, 1)), /no assertion \(0\)/],
    ['a memory close', guarded(guard(PAYER), guard(PAYER, 1)), /no assertion \(1\)/],
    ['an unknown kind', guarded(guard(PAYER, 18)), /no assertion \(18\)/],
    ['the last kind there can be', guarded(guard(PAYER, 255)), /no assertion \(255\)/],
    ['no data', guarded({ ...guard(PAYER), data: new Uint8Array() }), /no assertion \(empty\)/],
    [
      'a known program',
      guarded({ program: 'system', accounts: [PAYER, 'fees'], data: Uint8Array.of(2) }),
      /of system/,
    ],
    ['an unknown one', guarded({ ...guard(PAYER), program: 'fake' }), /of fake/],
    ['one in front', withInstructions(guard('clock'), first, second, third), /changed the instructions/],
    ['one between', withInstructions(first, guard('clock'), second, third), /changed the instructions/],
    ['an instruction less', withInstructions(first, third, guard('clock')), /changed the instructions/],
    ['an order', withInstructions(first, third, second, guard('clock')), /changed the instructions/],
    [
      'a byte',
      withInstructions({ ...first, data: Uint8Array.of(2, 0, 0, 0, 8) }, second, third, guard('clock')),
      /changed the instructions/,
    ],
    [
      'a byte more',
      withInstructions({ ...first, data: Uint8Array.of(...first.data, 0) }, second, third, guard('clock')),
      /changed the instructions/,
    ],
    [
      'a program, with accounts and data as they were',
      withInstructions({ ...first, program: 'memo' }, second, third, guard('clock')),
      /changed the instructions/,
    ],
    [
      'an account',
      withInstructions({ ...first, accounts: [PAYER, 'clock'] }, second, third, guard('clock')),
      /changed the instructions/,
    ],
    [
      'another payer',
      withKeys(([payer, fees, ...rest]) => (payer && fees ? [fees, payer, ...rest] : [])),
      /pays/,
    ],
    ['a blockhash', { ...honest, blockhash: 'other' }, /blockhash/],
    ['the version', { ...honest, version: 'legacy' }, /version/],
    ['a lookup table', { ...honest, lookups: ['table 1 2'] }, /lookup tables/],
    ['a signer', flagged('clock', { isSigner: true }), /signature of clock/],
    ['a writable account', flagged('clock', { isWritable: true }), /may write clock/],
    ['a known account to sign', flagged('fees', { isSigner: true }), /may be done with fees/],
    ['a known account to be written', flagged('memo', { isWritable: true }), /may be done with memo/],
    ['a known account to be read only', flagged('fees', { isWritable: false }), /may be done with fees/],
    ['an account that nothing uses', withKeys((keys) => [...keys, key('idle')]), /which nothing uses/],
    ['an account twice', withKeys((keys) => [...keys, key('clock')]), /twice/],
    [
      'an account gone',
      withKeys((keys) => keys.filter(({ address }) => address !== 'memo')),
      /left memo out/,
    ],
  ])('refuses %s', (_, changed, why) => {
    expect(refusal(changed)).toMatch(why);
  });

  it('refuses more than fits in one packet', () => {
    expect(refusal(honest, 1_233)).toMatch(/too large/);
  });

  it('refuses those that would raise the fee: units that are paid for and not limited grow with each', () => {
    const budget = (...data: number[]): PlainInstruction => ({
      program: 'ComputeBudget111111111111111111111111111111',
      accounts: [],
      data: Uint8Array.from(data),
    });
    const verdict = (...front: PlainInstruction[]) => {
      const budgeted = (message: PlainMessage): PlainMessage => ({
        ...message,
        keys: [...message.keys, key(budget().program)],
        instructions: [...front, ...message.instructions],
      });
      return onlyGuardsAdded(budgeted(CHECKED), budgeted(honest), SMALL, GUARD_PROGRAM);
    };
    expect(verdict(budget(3, 9))).toMatchObject({ ok: false, reason: expect.stringMatching(/priority fee/) });
    expect(verdict(budget(2, 9), budget(3, 9)).ok).toBe(true);
    expect(verdict(budget(2, 9)).ok).toBe(true);
  });

  it('counts those at the end', () => {
    expect(guardsAtEnd(CHECKED, GUARD_PROGRAM)).toBe(0);
    expect(guardsAtEnd(honest, GUARD_PROGRAM)).toBe(1);
    expect(guardsAtEnd(guarded(guard(PAYER), guard(PAYER)), GUARD_PROGRAM)).toBe(2);
    expect(guardsAtEnd(guarded(guard(PAYER), guard(PAYER), guard(PAYER)), GUARD_PROGRAM)).toBe(2);
    expect(guardsAtEnd(withInstructions(guard(PAYER), first), GUARD_PROGRAM)).toBe(0);
  });
});

const message = (text: string, header: [number, number, number], ...indexes: number[][]) => ({
  version: 0 as const,
  header: {
    numRequiredSignatures: header[0],
    numReadonlySignedAccounts: header[1],
    numReadonlyUnsignedAccounts: header[2],
  },
  staticAccountKeys: [...text].map((letter) => ({ toBase58: () => letter })),
  recentBlockhash: 'blockhash',
  compiledInstructions: indexes.map(([programIdIndex = 0, ...accountKeyIndexes]) => ({
    programIdIndex,
    accountKeyIndexes,
    data: Uint8Array.of(1),
  })),
  addressTableLookups: [
    { accountKey: { toBase58: () => 'T' }, writableIndexes: [4], readonlyIndexes: [5, 6] },
    { accountKey: { toBase58: () => 'U' }, writableIndexes: [7], readonlyIndexes: [] },
  ],
});

describe('a compiled message', () => {
  it('is read by its header, accounts of lookup tables by their place there', () => {
    const plain = plainMessage(message('abcde', [2, 1, 2], [4, 0, 5, 6, 7, 8]));
    expect(plain?.keys).toEqual([
      key('a', true, true),
      key('b', true),
      key('c', false, true),
      key('d'),
      key('e'),
    ]);
    expect(plain?.lookups).toEqual(['T 4 5,6', 'U 7 ']);
    expect(plain?.instructions).toEqual([
      { program: 'e', accounts: ['a', 'T[4]', 'U[7]', 'T[5]', 'T[6]'], data: Uint8Array.of(1) },
    ]);
  });

  it('is read in the form without a version, too', () => {
    const legacy = {
      ...message('ab', [1, 0, 1], [1, 0]),
      version: 'legacy' as const,
      addressTableLookups: [],
    };
    expect(plainMessage(legacy)).toMatchObject({
      version: 'legacy',
      lookups: [],
      instructions: [{ program: 'b', accounts: ['a'] }],
    });
  });

  it('is none where it names what is not there, or is of a version nobody reads', () => {
    expect(plainMessage(message('ab', [1, 0, 1], [9]))).toBeNull();
    expect(plainMessage(message('ab', [1, 0, 1], [1, 9]))).toBeNull();
    expect(plainMessage({ ...message('ab', [1, 0, 1], [1]), version: 1 })).toBeNull();
  });
});

/** What holds of every change that is taken, said again in other words than those of the rule. */
function isGuarded(checked: PlainMessage, changed: PlainMessage): boolean {
  const added = changed.instructions.slice(checked.instructions.length);
  const text = (value: unknown) =>
    JSON.stringify(value, (_, one: unknown) => (one instanceof Uint8Array ? [...one] : one));
  const rights = ({ keys }: PlainMessage) =>
    keys
      .filter(({ isSigner, isWritable }) => isSigner || isWritable)
      .map(text)
      .sort();
  return (
    text(changed.instructions.slice(0, checked.instructions.length)) === text(checked.instructions) &&
    (added.length === 1 || added.length === 2) &&
    added.every(({ program, data: [kind = 0] }) => program === GUARD_PROGRAM && kind > 1 && kind < 18) &&
    text(rights(changed)) === text(rights(checked)) &&
    text([changed.version, changed.blockhash, changed.lookups, changed.keys[0]]) ===
      text([checked.version, checked.blockhash, checked.lookups, checked.keys[0]])
  );
}

describe('whatever a wallet does to a message', () => {
  const addresses = [PAYER, 'fees', 'system', 'memo', GUARD_PROGRAM, 'clock', 'stranger'];
  const address = fc.constantFrom(...addresses);
  const instruction: fc.Arbitrary<PlainInstruction> = fc.record({
    program: fc.oneof(fc.constant(GUARD_PROGRAM), address),
    accounts: fc.array(address, { maxLength: 3 }),
    data: fc.uint8Array({ maxLength: 4, max: 20 }),
  });
  type Change = (message: PlainMessage) => PlainMessage;
  const at = fc.nat(8);
  const changes: fc.Arbitrary<Change> = fc.oneof(
    fc.tuple(at, instruction).map(
      ([place, added]): Change =>
        (one) => ({
          ...one,
          instructions: one.instructions.toSpliced(place, 0, added),
        }),
    ),
    at.map(
      (place): Change =>
        (one) => ({ ...one, instructions: one.instructions.toSpliced(place, 1) }),
    ),
    fc.tuple(at, at).map(
      ([from, to]): Change =>
        (one) => {
          const moved = one.instructions[from];
          if (!moved) return one;
          return { ...one, instructions: one.instructions.toSpliced(from, 1).toSpliced(to, 0, moved) };
        },
    ),
    fc.tuple(at, fc.uint8Array({ maxLength: 3, max: 20 })).map(
      ([place, data]): Change =>
        (one) => ({
          ...one,
          instructions: one.instructions.map((old, index) => (index === place ? { ...old, data } : old)),
        }),
    ),
    fc.tuple(at, fc.nat(2), address).map(
      ([place, account, name]): Change =>
        (one) => ({
          ...one,
          instructions: one.instructions.map((old, index) =>
            index === place ? { ...old, accounts: old.accounts.toSpliced(account, 1, name) } : old,
          ),
        }),
    ),
    fc.tuple(at, address).map(
      ([place, program]): Change =>
        (one) => ({
          ...one,
          instructions: one.instructions.map((old, index) => (index === place ? { ...old, program } : old)),
        }),
    ),
    fc.tuple(at, fc.boolean(), fc.boolean()).map(
      ([place, isSigner, isWritable]): Change =>
        (one) => ({
          ...one,
          keys: one.keys.map((old, index) => (index === place ? { ...old, isSigner, isWritable } : old)),
        }),
    ),
    fc.tuple(at, address, fc.boolean(), fc.boolean()).map(
      ([place, name, ...flags]): Change =>
        (one) => ({
          ...one,
          keys: one.keys.toSpliced(place, 0, key(name, ...flags)),
        }),
    ),
    at.map(
      (place): Change =>
        (one) => ({ ...one, keys: one.keys.toSpliced(place, 1) }),
    ),
    fc.constant<Change>((one) => ({ ...one, blockhash: 'later' })),
    fc.constant<Change>((one) => ({ ...one, lookups: ['table 1 2'] })),
    fc.constant<Change>((one) => ({ ...one, version: 'legacy' })),
  );

  it('nothing is taken that is not a guard', () => {
    let taken = 0;
    const start = fc.constantFrom(
      CHECKED,
      guarded(guard('clock')),
      guarded(guard(PAYER), guard('fees', 7, 0)),
    );
    fc.assert(
      fc.property(start, fc.array(changes, { minLength: 1, maxLength: 3 }), (from, list) => {
        const changed = list.reduce((one, change) => change(one), from);
        const isTaken = judge(changed).ok;
        if (isTaken) taken += 1;
        expect(isTaken && !isGuarded(CHECKED, changed)).toBe(false);
      }),
      { numRuns: 10_000 },
    );
    expect(taken, 'some changes are guards still').toBeGreaterThan(0);
  });
});
