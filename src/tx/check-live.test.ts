import {
  createApproveInstruction,
  createBurnInstruction,
  createCloseAccountInstruction,
  createTransferInstruction,
} from '@solana/spl-token';
import {
  ComputeBudgetProgram,
  type PublicKey,
  SystemProgram,
  type TransactionInstruction,
} from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkTransaction, isDerived } from './check.ts';
import type { LivePlatform } from './check-live.ts';
import { STAKE_PROGRAM } from './programs.ts';
import {
  asDerived,
  ata,
  BEFORE,
  built,
  call,
  escrow,
  expectation,
  honest,
  key,
  live,
  me,
  memo,
  mint,
  nameless,
  native,
  node,
  open,
  order,
  PAID,
  paper,
  pay,
  platform,
  reasonsOf,
  service,
  sol,
  sponsor,
  stranger,
  unnamed,
  venue,
  type World,
  wrapped,
  wrapping,
} from './testing-check.ts';
import type { Expectation } from './types.ts';

describe('a program that is not ours', () => {
  it('is never let through on paper, whatever a simulation shows', async () => {
    expect(await paper(built([order]))).toMatchObject({ verdict: 'differs' });
    expect(await paper(built([order, pay(PAID)]))).toMatchObject({ verdict: 'differs' });
  });

  it('never matches on a live platform either: it is for the user to decide, with what was seen', async () => {
    const found = await live(built([order]));
    expect(found).toMatchObject({ verdict: 'unchecked' });
    if (found.verdict !== 'unchecked') return;
    expect(found.reasons.join()).toMatch(/a program that this desk does not know/);
    expect(found.seen).toEqual([
      'you pay 50 USDC',
      'you pay 0.000005 SOL in fees, rent and transfers',
      'nothing else that belongs to your wallet would change',
    ]);
  });

  it('matches nowhere, however the balances come out', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt(0n, 100_000_000n),
        fc.integer({ min: 0, max: 40_000_000 }),
        fc.boolean(),
        async (taken, cost, arrives) => {
          const { verdict } = await live(built([order]), honest(taken, arrives ? taken : 0n, cost));
          expect(verdict).not.toBe('matches');
          const asShown = taken === PAID && arrives && cost <= 26_000_000;
          expect(verdict).toBe(asShown ? 'unchecked' : 'differs');
        },
      ),
      { numRuns: 60 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 26_000_000 }), async (cost) => {
        expect(await live(built([order]), honest(PAID, PAID, cost))).toMatchObject({ verdict: 'unchecked' });
      }),
      { numRuns: 30 },
    );
  });

  it('may open accounts for so much and not a lamport more', async () => {
    const most = Number(expectation.maxLamports) + 20_000_000;
    expect(await live(built([order]), honest(PAID, PAID, most))).toMatchObject({ verdict: 'unchecked' });
    const found = await live(built([order]), honest(PAID, PAID, most + 1));
    expect(reasonsOf(found)).toMatch(/would cost 0\.026000001 SOL/);
    expect(found).toMatchObject({ verdict: 'differs' });
  });

  it('may pay inside itself, which its balances show; without one a payment that is missing is', async () => {
    expect(reasonsOf(await live(built([order])))).not.toMatch(/is missing/);
    const unpaid = await live(built([memo('text', me)]), honest(), { ...platform, rpc: false });
    expect(unpaid).toMatchObject({ verdict: 'differs' });
    expect(reasonsOf(unpaid)).toMatch(/payment of 50 USDC .* is missing/);
  });

  it('is never signed where it does not ask for your signature', async () => {
    const nothing = { ...expectation, pays: [] };
    const tx = built([memo('text', service.publicKey)], { expectation: nothing }, sponsor.publicKey);
    const found = await live(tx, honest(0n));
    expect(found).toMatchObject({ verdict: 'differs' });
    expect(reasonsOf(found)).toMatch(/it does not ask for your signature/);
  });

  it('tells what an order costs beyond the usual', async () => {
    const found = await live(built([order]), honest(PAID, PAID, 12_000_000));
    expect(found).toMatchObject({ verdict: 'unchecked' });
    if (found.verdict === 'unchecked') expect(found.reasons.join()).toMatch(/costs 0\.012 SOL/);
    const programs = new Map([[key(venue), 'Orders']]);
    const known = { ...platform, roles: { ...platform.roles, programs } };
    const configured = await live(built([order]), honest(PAID, PAID, 12_000_000), known);
    expect(configured).toMatchObject({ verdict: 'unchecked' });
    expect(reasonsOf(configured)).toMatch(/costs 0\.012 SOL/);
    expect(await live(built([pay(PAID)]), honest(PAID, PAID, 6_000_000))).toMatchObject({
      verdict: 'matches',
    });
  });

  const wrong: [string, World, RegExp][] = [
    ['takes more than shown', honest(PAID + 1n), /0\.000001 USDC less afterwards than shown/],
    ['takes nothing', honest(0n), /50 USDC more afterwards than shown/],
    ['sends the money elsewhere', honest(PAID, 0n), /would not go to/],
    [
      'has another key spend from your account',
      {
        ...honest(),
        [key(ata(me))]: { token: { of: me, amount: 850_000_000n, delegate: stranger } },
      },
      /another key could spend/,
    ],
    [
      'has another key close your account',
      { ...honest(), [key(ata(me))]: { token: { of: me, amount: 850_000_000n, closer: stranger } } },
      /another key could close/,
    ],
    [
      'takes your token account',
      { ...honest(), [key(ata(me))]: { token: { of: stranger, amount: 850_000_000n } } },
      /no longer be yours/,
    ],
    ['closes your token account', { ...honest(), [key(ata(me))]: null }, /no longer be yours/],
    [
      'freezes your token account',
      { ...honest(), [key(ata(me))]: { token: { of: me, amount: 850_000_000n, isFrozen: true } } },
      /would be frozen/,
    ],
    [
      'takes your wallet itself',
      { ...honest(), [key(me)]: { lamports: 999_995_000, program: key(venue) } },
      /handed to a program/,
    ],
    ['takes your SOL', honest(PAID, PAID, 500_000_000), /would cost 0\.5 SOL/],
  ];
  it.each(wrong)('is blocked where it %s', async (_name, after, reason) => {
    const found = await live(built([order]), after);
    expect(found).toMatchObject({ verdict: 'differs' });
    if (found.verdict === 'differs') expect(found.reasons.join()).toMatch(reason);
  });

  it('would fail where the chain says so', async () => {
    const found = await checkTransaction(
      node({ err: { InstructionError: [0, 'x'] } }),
      built([order]),
      platform,
    );
    expect(found).toMatchObject({ verdict: 'would-fail' });
  });
});

describe('beside a program that is not ours', () => {
  const blocked: [string, TransactionInstruction, RegExp][] = [
    ['an approval', createApproveInstruction(ata(me), stranger, me, 1n), /Approve/],
    ['a payment to somebody else', pay(1n, ata(stranger)), /sends 0\.000001 USDC/],
    ['a closed account', createCloseAccountInstruction(ata(me), stranger, me), /closes your token account/],
    ['SOL sent away', sol(30_000_000, stranger), /may cost 0\.030005 SOL/],
    [
      'wrapped SOL sent away',
      createTransferInstruction(wrapped, ata(stranger, native), me, 1_000_000n),
      /sends 1000000 units of So11/,
    ],
    ['your wallet handed away', SystemProgram.assign({ accountPubkey: me, programId: stranger }), /System/],
  ];
  it.each(blocked)('%s is blocked before anything is simulated', async (_name, instruction, reason) => {
    const connection = node({});
    const found = await checkTransaction(connection, built([order, instruction]), platform);
    expect(found).toMatchObject({ verdict: 'differs' });
    if (found.verdict === 'differs') expect(found.reasons.join()).toMatch(reason);
    expect(connection.simulateTransaction).not.toHaveBeenCalled();
  });
});

describe('SOL that is paid on purpose', () => {
  const AMOUNT = 500_000_000;
  const deposit: Expectation = {
    ...expectation,
    pays: [],
    maxLamports: BigInt(AMOUNT) + 60_000n,
    entryFees: { count: 1, each: BigInt(AMOUNT), to: key(escrow) },
  };
  const paid = honest(0n, 0n, AMOUNT + 5_000);
  const programs = new Map([[key(venue), 'Orders']]);
  const ask = (instructions: TransactionInstruction[], change: Partial<LivePlatform> = {}) =>
    live(built(instructions, { expectation: deposit }), paid, {
      ...platform,
      roles: { ...platform.roles, programs },
      ...change,
    });

  it('is never signed where it goes to another key, whatever program stands beside it', async () => {
    for (const change of [{}, { roles: platform.roles }, { rpc: false }]) {
      const found = await ask([sol(AMOUNT, stranger), order], change);
      expect(found).toMatchObject({ verdict: 'differs' });
      expect(reasonsOf(found)).toMatch(/0\.5 SOL would go to/);
    }
    const parted = await ask([sol(AMOUNT / 2, escrow), sol(AMOUNT / 2, stranger), order]);
    expect(parted).toMatchObject({ verdict: 'differs' });
    expect(reasonsOf(parted)).toMatch(/goes to several keys/);
    const rightly = await ask([sol(AMOUNT, escrow), order]);
    expect(rightly).toMatchObject({ verdict: 'unchecked' });
    expect(reasonsOf(rightly)).not.toMatch(/SOL/);
  });

  it('is told where a program would have to pay it, and missing where none could', async () => {
    const inside = await ask([order]);
    expect(inside).toMatchObject({ verdict: 'unchecked' });
    expect(reasonsOf(inside)).toMatch(/does not pay 1 times 0\.5 SOL but nothing/);
    const unpaid = await ask([memo('text', me)], { rpc: false });
    expect(unpaid).toMatchObject({ verdict: 'differs' });
    expect(reasonsOf(unpaid)).toMatch(/does not pay 1 times 0\.5 SOL but nothing/);
  });

  it('is missing too where others were to pay it to you, and no program could', async () => {
    const refund = { ...expectation, pays: [], receivesLamports: BigInt(AMOUNT) };
    const nothing = built([memo('text', me)], { expectation: refund });
    const found = await live(nothing, honest(0n), { ...platform, rpc: false });
    expect(found).toMatchObject({ verdict: 'differs' });
    expect(reasonsOf(found)).toMatch(/brings you 0 SOL, not 0\.5 SOL/);
  });
});

describe('what a platform does not tell', () => {
  it('is said: whose account is paid, whatever the answer names', async () => {
    for (const expected of [expectation, unnamed]) {
      const found = await live(built([pay(PAID)], { expectation: expected }), honest(), nameless);
      expect(found).toMatchObject({ verdict: 'unchecked' });
      const to = key(ata(escrow));
      expect(reasonsOf(found)).toBe(
        `50 USDC would go to ${to.slice(0, 4)}…${to.slice(-4)} (${to}): this address is named by the answer of the service alone, and nobody but the service vouches for it`,
      );
    }
  });

  it('is said: whose account a program of its own pays', async () => {
    const found = await live(built([order], { expectation: unnamed }), honest(), nameless);
    expect(reasonsOf(found)).toMatch(/50 USDC would go to .* nobody but the service vouches for it/);
    const vouched = await live(built([order], { expectation: unnamed }));
    expect(reasonsOf(vouched)).not.toMatch(/vouches|could not be seen/);
    const partly = await live(built([order], { expectation: unnamed }), honest(PAID, PAID - 1n));
    expect(reasonsOf(partly)).toMatch(/who receives 0\.000001 USDC of what you pay could not be seen/);
    // What the account held before is nothing that it gains.
    const had = (amount: bigint) => ({ [key(ata(escrow))]: { token: { of: escrow, amount } } });
    const chain = node({
      readings: [{ ...BEFORE, ...had(70n) }],
      results: [{ ...honest(), ...had(70n + PAID - 1n) }],
    });
    const again = await checkTransaction(chain, built([order], { expectation: unnamed }), platform);
    expect(reasonsOf(again)).toMatch(/who receives 0\.000001 USDC of what you pay could not be seen/);
  });

  it('is no receiver who has less of it afterwards', async () => {
    const other = key(ata(stranger));
    const holding = (amount: bigint) => ({ [other]: { token: { of: stranger, amount } } });
    const tx = built([call(venue, [1], [ata(me), ata(escrow), ata(stranger)])], { expectation: unnamed });
    const chain = node({
      readings: [{ ...BEFORE, ...holding(70n) }],
      results: [{ ...honest(), ...holding(0n) }],
    });
    const found = await checkTransaction(chain, tx, platform);
    expect(found).toMatchObject({ verdict: 'unchecked' });
    expect(reasonsOf(found)).not.toMatch(new RegExp(`${other}|could not be seen`));
  });

  it('keeps none of those who are known from being paid', async () => {
    const [known] = expectation.pays;
    const [unknown] = unnamed.pays;
    if (!known || !unknown) throw new Error('nothing is paid');
    const both = { ...expectation, pays: [unknown, known] };
    const found = await live(built([order], { expectation: both }), honest(2n * PAID, 0n));
    expect(found).toMatchObject({ verdict: 'differs' });
    expect(reasonsOf(found)).toMatch(/would not go to/);
  });

  it('is never taken for paid by as much of another token', async () => {
    const other = createTransferInstruction(wrapped, ata(stranger, native), me, PAID);
    const found = await live(built([other], { expectation: unnamed }));
    expect(found).toMatchObject({ verdict: 'differs' });
    expect(reasonsOf(found)).toMatch(/sends 50000000 units of So11/);
  });

  it('is said: who pays the fee, as long as they have signed', async () => {
    const paidFor = built([pay(PAID)], {}, sponsor.publicKey);
    const found = await live(paidFor, honest(), nameless);
    expect(found).toMatchObject({ verdict: 'unchecked' });
    expect(reasonsOf(found)).toMatch(/network fee is paid by/);
    expect(await live(paidFor)).toMatchObject({ verdict: 'matches' });
    expect(await paper(paidFor)).toMatchObject({ verdict: 'differs' });
    const waits = built([pay(PAID)], {}, venue);
    expect(await live(waits, honest(), nameless)).toMatchObject({ verdict: 'differs' });
    expect(await paper(waits)).toMatchObject({ verdict: 'differs' });
  });

  it('is no question of who pays the fee where somebody was named for it', async () => {
    const paidBy = (payer: PublicKey, change: Partial<Expectation>) =>
      live(built([pay(PAID)], { expectation: { ...expectation, ...change } }, payer), honest(), nameless);
    const named = key(sponsor.publicKey);
    expect(await paidBy(sponsor.publicKey, { sponsor: named })).toMatchObject({ verdict: 'unchecked' });
    for (const found of [
      await paidBy(service.publicKey, { sponsor: named }),
      await paidBy(me, { feePayer: named }),
    ]) {
      expect(found).toMatchObject({ verdict: 'differs' });
      expect(reasonsOf(found)).toMatch(/the fee would be paid by/);
    }
  });

  it('is said, in full: what is given up, where the service alone says that it is what was sold', async () => {
    const [sold] = unnamed.pays;
    if (!sold) throw new Error('nothing is paid');
    const asSold: Expectation = { ...unnamed, pays: [{ ...sold, sold: true }] };
    const burn = createBurnInstruction(ata(me), mint, me, PAID);
    const named = new RegExp(
      `give up 50000000 units of the token .*${key(mint)}.*nobody but the service vouches for it`,
    );
    for (const instruction of [burn, pay(PAID), order]) {
      const tx = built([instruction], { expectation: asSold, ...asDerived([instruction]) });
      for (const at of [platform, nameless]) {
        const found = await live(tx, honest(PAID, instruction === burn ? 0n : PAID), at);
        expect(found).toMatchObject({ verdict: 'unchecked' });
        expect(reasonsOf(found)).toMatch(named);
      }
    }
    // On paper the token follows from the market, and so does the transaction.
    const onPaper = built([burn], { expectation: asSold, ...asDerived([burn]) });
    expect(await paper(onPaper, honest(PAID, 0n))).toMatchObject({ verdict: 'matches' });
  });

  it('never has a payment burnt, be its receiver configured or not known at all', async () => {
    const burn = createBurnInstruction(ata(me), mint, me, PAID);
    for (const expected of [expectation, unnamed]) {
      for (const at of [platform, nameless]) {
        const found = await live(built([burn], { expectation: expected }), honest(PAID, 0n), at);
        expect(found).toMatchObject({ verdict: 'differs' });
        expect(reasonsOf(found)).toMatch(/it destroys 50 USDC/);
      }
      const onPaper = built([burn], { expectation: expected, ...asDerived([burn]) });
      expect(await paper(onPaper, honest(PAID, 0n))).toMatchObject({ verdict: 'differs' });
    }
  });

  it('is said: that no memo names what was asked for', async () => {
    const named = { ...expectation, memoIncludes: 'request' };
    const silent = await live(built([pay(PAID)], { expectation: named }));
    expect(silent).toMatchObject({ verdict: 'unchecked', reasons: ['no memo names what you asked for'] });
    const telling = await live(built([pay(PAID), memo('request', me)], { expectation: named }));
    expect(telling).toMatchObject({ verdict: 'matches' });
  });

  it('is said: what is paid is not seen in what else is gained, of another token or by the wallet', async () => {
    const other = ata(stranger, venue);
    const tx = built([call(venue, [1], [ata(me), ata(escrow), other])], { expectation: unnamed });
    const gained: World[] = [
      { ...honest(PAID, 0n), [key(other)]: { token: { of: stranger, amount: PAID, mint: venue } } },
      { ...honest(2n * PAID, 0n), [key(other)]: { token: { of: me, amount: PAID } } },
    ];
    for (const after of gained) {
      const found = await live(tx, after);
      expect(found).toMatchObject({ verdict: 'unchecked' });
      expect(reasonsOf(found)).toMatch(/who receives 50 USDC of what you pay could not be seen/);
    }
  });

  it('is said: nothing was seen without a node, or when it does not answer', async () => {
    const off = await live(built([order]), honest(), { ...platform, rpc: false });
    expect(off).toMatchObject({ verdict: 'unchecked', seen: [] });
    if (off.verdict === 'unchecked') {
      expect(off.reasons.join('\n')).toMatch(/not seen at all: this platform has no connection/);
      expect(off.reasons.join('\n')).toMatch(/payment of 50 USDC .* is missing/);
      expect(off.reasons.join('\n')).toMatch(/calls .* a program that this desk does not know/);
    }
    const silent = await live(built([order]), new Error('connection reset'));
    expect(silent).toMatchObject({ verdict: 'unchecked', seen: [] });
    if (silent.verdict === 'unchecked') expect(silent.reasons.join()).toMatch(/connection reset/);
  });

  it('leaves nothing to say where every program is known and every account named', async () => {
    expect(await live(built([pay(PAID)]))).toMatchObject({ verdict: 'matches' });
    expect(await paper(built([pay(PAID)]))).toMatchObject({ verdict: 'matches' });
    expect(await live(built([pay(PAID)]), honest(), { ...platform, rpc: false })).toMatchObject({
      verdict: 'unchecked',
    });
  });
});

describe('paper beside live', () => {
  const honestPay = pay(PAID);
  const pool = [
    honestPay,
    pay(1n),
    pay(PAID, ata(stranger)),
    order,
    createApproveInstruction(ata(me), stranger, me, 1n),
    createBurnInstruction(ata(me), mint, me, PAID),
    sol(1_000_000, stranger),
    sol(9_000_000, stranger),
    sol(1_000_000, escrow),
    memo('text'),
    memo('text', service.publicKey),
    memo('text', stranger),
    call(venue, [0], [stranger]),
    call(STAKE_PROGRAM, [4], [me]),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 0 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 100_000 }),
    open(escrow),
    open(stranger),
    ...wrapping(1_000_000),
  ];
  const rank = { matches: 3, unchecked: 2, 'would-fail': 1, differs: 0 } as const;
  const instructions = fc.oneof(
    fc.array(fc.constantFrom(...pool), { minLength: 1, maxLength: 5 }),
    fc.array(fc.constantFrom(...pool), { maxLength: 3 }).map((more) => [pay(PAID), ...more]),
  );
  /** Named by whom: on paper the desk has worked out what it names, in live the configuration vouches for the same. */
  const named = fc.constantFrom<[Expectation, LivePlatform]>(
    [expectation, platform],
    [unnamed, platform],
    [unnamed, nameless],
  );
  it('is never the looser of the two', async () => {
    const asPromised = honest();
    await fc.assert(
      fc.asyncProperty(
        instructions,
        named,
        fc.constantFrom(me, sponsor.publicKey),
        fc.constantFrom(asPromised, honest(PAID + 1n), honest(0n), new Error('away')),
        async (list, [expected, at], payer, after) => {
          const tx = built(list, { expectation: expected }, payer);
          const [onPaper, onLive] = [await paper(tx, after), await live(tx, after, at)];
          if (list.includes(order)) expect(onPaper.verdict).toBe('differs');
          // To the byte what was derived: proven, whatever a node shows or withholds of it.
          const isProven =
            tx.derived !== null && isDerived(tx.transaction, tx.derived) && after !== asPromised;
          if (!isProven) expect(rank[onPaper.verdict]).toBeLessThanOrEqual(rank[onLive.verdict]);
        },
      ),
      { numRuns: 150 },
    );
    // Among them are some that pass and some that are asked about.
    expect(await live(built([pay(PAID)]), asPromised)).toMatchObject({ verdict: 'matches' });
    expect(await live(built([pay(PAID)], { expectation: unnamed }), asPromised, nameless)).toMatchObject({
      verdict: 'unchecked',
    });
  });

  it('passes nothing that costs more than shown, whatever a node says', async () => {
    const harmless = [
      open(escrow),
      memo('text', me, service.publicKey),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 0 }),
      ComputeBudgetProgram.setComputeUnitLimit({ units: 200_000 }),
    ];
    const costly = [
      ...[pay(1n), pay(PAID), pay(PAID, ata(stranger)), order, call(venue, [0], [stranger])],
      ...[sol(1, stranger), sol(1, escrow), sol(1, me, stranger), sol(1, wrapped)],
      ...[
        open(stranger),
        open(me, stranger),
        open(me, native),
        memo('more', stranger),
        call(STAKE_PROGRAM, [4], [me]),
      ],
      createApproveInstruction(ata(me), stranger, me, 1n),
      createCloseAccountInstruction(ata(me), me, me),
      createBurnInstruction(ata(me), mint, me, PAID),
      createCloseAccountInstruction(ata(escrow), stranger, service.publicKey),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 10 }),
    ];
    const passes = async (...instructions: TransactionInstruction[]) => {
      const all = [pay(PAID), ...instructions];
      const tx = built(
        all,
        asDerived(all.filter(({ programId }) => !programId.equals(ComputeBudgetProgram.programId))),
      );
      return [await live(tx), await paper(tx)].map(({ verdict }) => verdict === 'matches');
    };
    for (const one of costly) expect(await passes(one), one.programId.toBase58()).toEqual([false, false]);
    const some = (from: TransactionInstruction[], minLength: number) =>
      fc.uniqueArray(fc.constantFrom(...from), { minLength });
    await fc.assert(
      fc.asyncProperty(some(harmless, 0), some(costly, 1), async (fine, harm) => {
        expect(await passes(...fine)).toEqual([true, true]);
        expect(await passes(...fine, ...harm)).toEqual([false, false]);
      }),
      { numRuns: 60 },
    );
  });

  it('lets nothing pass that names no receiver', async () => {
    const tx = built([pay(PAID)], { expectation: unnamed });
    expect(await paper(tx)).toMatchObject({ verdict: 'differs' });
    expect(await live(tx, honest(), nameless)).toMatchObject({ verdict: 'unchecked' });
  });
});
